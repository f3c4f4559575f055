"""The demo itself: starts the hall's processes, seats the hands, and follows the rounds to the end."""

import asyncio
import json
import secrets
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from flagfall.demo.boards import Place, set_up
from flagfall.demo.children import Child, flagfall
from flagfall.demo.faults import kill_in_turn
from flagfall.demo.hands import Ending, Hands, Pace
from flagfall.demo.http import HallClient
from flagfall.demo.joining import in_folder, joined
from flagfall.demo.people import LOOK_S, Arbiter, enter_result, rule_by_the_articles
from flagfall.demo.plan import DRAWN_OUT, Script, deal, irregularity_at, plan_play
from flagfall.demo.scripts import begins_with, endings, openings, scripts
from flagfall.demo.settings import ARBITER, RENJU, DemoSettings, check, write_event, write_tables
from flagfall.demo.summary import sent, stored, summarise
from hardware.virtual.shell import Shell
from rules.renju.tables import regulation

Tell = Callable[[str], None]
PASSWORD_BYTES = 9
AFTER_ROUND_S = 0.4
SIT_S = 1.0
"""Nobody moves in the moment in which a board is heard for the first time: it is yet to be asked what stands on it."""
ASKED_REAL_MS = 40
"""About how long a chain takes to ask one board, in real time: nobody moves faster than his board is asked."""
TURN_S = 0.25
"""The boards of a chain are asked one after the other: so much longer for each."""
SEEN_S = 15
"""So long at the most players wait until a chain has told all of their game, before they tell its result."""
DELIVERED_S = 60
RULED_S = 90
"""Players whose case the desk never shows agree to a draw after so long, and the summary tells what differs."""


class Demo:
    """One demo. ``tell`` gets the progress lines; ``folder`` holds everything it writes."""

    def __init__(self, settings: DemoSettings, folder: Path, tell: Tell) -> None:
        self.settings, self.folder, self.tell = settings, folder, tell
        self.server: Child | None = None
        self.tables: list[Child] = []
        self.hands: dict[int, Hands] = {}
        self._shells: list[Shell] = []
        self._places: dict[int, Place] = {}
        self._password = secrets.token_urlsafe(PASSWORD_BYTES)
        self._opening = regulation(settings.opening) if settings.discipline == RENJU else None
        self._scripts = scripts(settings.games, settings.discipline, self._opening)
        self._endings = endings() if settings.discipline == "russian" else {}
        self._told: dict[tuple[str, str, int], str] = {}
        self._rng = Random(settings.seed)

    async def play(self) -> tuple[dict[str, Any], list[str]]:
        """Play the event; give the summary and the differences found in it."""
        try:
            base = await self._open()
            hall = HallClient(base)
            arbiter = Arbiter(hall, ARBITER, self._password)
            await arbiter.log_in()
            try:
                await self._rounds(hall, arbiter)
                standings = (await hall.get("/api/standings"))["standings"]
                await self._delivered()
                if not self.settings.once:
                    self.tell(f"The event is over; the pages stay at {base} until Ctrl-C.")
                    await asyncio.Event().wait()
            finally:
                await hall.close()
        finally:
            await self._close()
        return await asyncio.to_thread(summarise, self.folder, self.settings.boards, self.settings.rounds, standings)

    # -- the hall's processes

    async def _open(self) -> str:
        logs = self.folder / "logs"
        await asyncio.to_thread(logs.mkdir, parents=True, exist_ok=True)
        several = self.settings.games_per_pairing
        keys = f"games_per_pairing = {several}\n" if several > 1 else ""
        table = openings(self._scripts) if self.settings.draws else ()
        event = await asyncio.to_thread(
            write_event, self.settings, self.folder, self._password, keys=keys, openings=table
        )
        self.server = Child("server", flagfall("serve", str(event)), logs / "server.log")
        self.server.started = self._write_children
        self.server.start()
        join = await joined(self.server, self.folder)
        await self._seat_hands()
        for name, places in self._computers().items():
            path = await asyncio.to_thread(write_tables, self.settings, self.folder, name, places, join)
            child = Child(name.replace("-", " "), flagfall("table", str(path)), logs / f"{name}.log")
            child.started = self._write_children
            self.tables.append(child)
            child.start()
        base = join["http"].rstrip("/")
        self.tell(f"Desk: {base}/desk   name {ARBITER}, password {self._password}")
        self.tell(f"Broadcast: {base}/")
        return base

    async def _seat_hands(self) -> None:
        pace = Pace(
            speed=self.settings.speed,
            base_ms=self.settings.base_ms,
            increment_ms=self.settings.increment_ms,
            touch_ms=self.settings.touch_ms,
            careful=not self.settings.irregularities,
        )
        lines = self.folder / "lines"
        await asyncio.to_thread(lines.mkdir, exist_ok=True)
        self._places, self._shells = await set_up(self.settings.boards, self.settings.discipline, pace, lines)
        chained = sum(place.bus is not None for place in self._places.values())
        patient = msgspec.structs.replace(pace, longer_ms=chained * ASKED_REAL_MS * pace.speed)
        for table, place in self._places.items():
            own = pace if place.bus is None else patient
            self.hands[table] = Hands(table, place.board, place.shell, own, self._opening)

    def _computers(self) -> dict[str, dict[int, Place]]:
        """A computer for each table, and one for all tables of a chain."""
        computers: dict[str, dict[int, Place]] = {}
        for table, place in self._places.items():
            name = f"table-{table}" if place.bus is None else "table-chain"
            computers.setdefault(name, {})[table] = place
        return computers

    def _write_children(self) -> None:
        """``children.json``: the processes, for whoever wants to end one and see what happens."""
        assert self.server is not None
        rows = {child.name: child.pid for child in (self.server, *self.tables)}
        whole = self.folder / "children.new"
        whole.write_text(json.dumps(rows), "utf-8")
        whole.replace(self.folder / "children.json")

    async def _close(self) -> None:
        await asyncio.gather(*(child.stop() for child in self.tables))
        for shell in self._shells:
            await shell.close()
        if self.server is not None:
            await self.server.stop()

    async def _delivered(self) -> None:
        """Wait until the server has what the tables' journals hold; a table that lost its connection sends later."""
        before = -1
        for _ in range(DELIVERED_S * 4):
            sent_now = await asyncio.to_thread(sent, self.folder)
            stored_now = await asyncio.to_thread(stored, self.folder / "server" / "hall.db")
            if stored_now >= sent_now == before:
                return
            before = sent_now
            await asyncio.sleep(0.25)

    # -- the rounds

    async def _rounds(self, hall: HallClient, arbiter: Arbiter) -> None:
        for number in range(1, self.settings.rounds + 1):
            await self._paired(arbiter, number)
            games = await hall.get(f"/api/games?round={number}")
            tokens = await arbiter.tokens()
            await self._round(hall, arbiter, number, games, tokens)
            await asyncio.sleep(AFTER_ROUND_S)

    async def _paired(self, arbiter: Arbiter, number: int) -> None:
        """Wait until round ``number`` is paired: by the arbiter's hand, or by ours."""
        if not self.settings.auto:
            self.tell(f"Round {number}: pair it on the desk.")
        while (await arbiter.desk())["round"] < number:
            if self.settings.auto:
                await arbiter.pair()
            await asyncio.sleep(LOOK_S)
        if self.settings.auto:
            await arbiter.start_clocks()

    async def _round(
        self, hall: HallClient, arbiter: Arbiter, number: int, games: list[dict[str, Any]], tokens: dict[int, str]
    ) -> None:
        playing = self._playing(hall, arbiter, number, games, tokens)
        watching = asyncio.create_task(self._watch(arbiter, number, len(games)))
        killing = asyncio.create_task(kill_in_turn(self, self._rng, number))
        try:
            await asyncio.gather(*playing)
            played = {game["game"] for game in games}
            while unfinished := (await arbiter.desk())["unfinished"]:
                if more := set(unfinished) - played:
                    played |= more
                    due = [game for game in await hall.get(f"/api/games?round={number}") if game["game"] in more]
                    playing += (again := self._playing(hall, arbiter, number, due, tokens))
                    await asyncio.gather(*again)
                await asyncio.sleep(LOOK_S)
        finally:
            for task in (*playing, watching, killing):
                task.cancel()
            await asyncio.gather(*playing, watching, killing, return_exceptions=True)

    def _playing(
        self, hall: HallClient, arbiter: Arbiter, number: int, games: list[dict[str, Any]], tokens: dict[int, str]
    ) -> list[asyncio.Task[None]]:
        """The games of a round, or the next ones of its meetings, each as a task."""
        dealt = deal(self._scripts, len(games), number)
        return [
            asyncio.create_task(self._game(hall, arbiter, number, board, len(games), game, script, tokens))
            for board, (game, script) in enumerate(zip(games, dealt, strict=True), 1)
        ]

    async def _watch(self, arbiter: Arbiter, number: int, games: int) -> None:
        """The arbiter looks over the desk again and again; a progress line says what is going on."""
        said = ""
        while True:
            if self.settings.auto:
                await rule_by_the_articles(arbiter, pause_s=0.3)
            desk = await arbiter.desk()
            plies = sum(hands.plies for hands in self.hands.values())
            left, cases = len(desk["unfinished"]), sum(1 for case in desk["cases"] if case["grade"] == "decision")
            line = f"Round {number}/{self.settings.rounds}: {games - left} of {games} games over, {plies} plies"
            line += f", {cases} for the arbiter" if cases else ""
            if line != said:
                self.tell(line)
                said = line
            await asyncio.sleep(0.5 if self.settings.auto else 1)

    async def _game(
        self,
        hall: HallClient,
        arbiter: Arbiter,
        number: int,
        board: int,
        boards: int,
        game: dict[str, Any],
        script: Script,
        tokens: dict[int, str],
    ) -> None:
        hands = self.hands.get(game["table"])
        white, black = tokens[game["white"]["id"]], tokens[game["black"]["id"]]
        if hands is None:
            await self._enter(hall, script.result, white, black)
            return
        wanted = (
            irregularity_at(board, number, min(boards, self.settings.tables)) if self.settings.irregularities else ""
        )
        if wanted in DRAWN_OUT:
            script = self._endings.get(wanted, script)
        rng = Random(f"{self.settings.seed} {game['game']}")
        await self._recording(arbiter, game)  # set up before, the pieces would belong to the game before
        drawn = await self._drawn(hall, arbiter, game["game"])
        if drawn:
            script = rng.choice(begins_with(self._scripts, drawn))
        plan = plan_play(script, self.settings.discipline, "" if drawn and wanted in DRAWN_OUT else wanted, rng)
        await hands.sit_down(self.settings.discipline, plan.irregularity, drawn)
        chained = sum(place.bus is not None for place in self._places.values())
        on_chain = self._places[game["table"]].bus is not None
        await asyncio.sleep(SIT_S + TURN_S * chained * on_chain)
        truth = self.folder / "truth" / f"{game['game']}.jsonl"

        async def told(kind: str, ply: int) -> str:
            return await self._ruling(arbiter, game["game"], kind)

        ending: Ending = await hands.play(self.settings.discipline, plan, truth, rng, told, drawn)
        if on_chain:
            await self._told_of(hall, game["game"], hands.plies)
        if not ending.why:
            await self._enter(hall, ending.result or "1/2-1/2", white, black)
        elif (await self._open_game(arbiter, game["game"])) and ending.result:
            await self._enter(hall, ending.result, white, black)

    async def _enter(self, hall: HallClient, result: str, white: str, black: str) -> None:
        """Both players enter the result on their phones. A game that the file leaves open is agreed drawn."""
        known = result if result in ("1-0", "0-1") else "1/2-1/2"
        await enter_result(hall, white, known)
        await enter_result(hall, black, known)

    async def _recording(self, arbiter: Arbiter, game: dict[str, Any]) -> None:
        """Wait for the table's lamps: its computer has this game, hears its board, and its clock, which tells nothing
        before the board was read."""

        def lit(desk: dict[str, Any]) -> bool:
            rows = [row for row in desk["tables"] if row["game"] == game["game"]]
            return any(row["online"] and row["board"] and row["clock"] for row in rows)

        await self._until(arbiter, lit)

    async def _drawn(self, hall: HallClient, arbiter: Arbiter, game: str) -> tuple[str, ...]:
        """The moves of the opening that is drawn for the game, once it is (5.4.1.3): both players are there, and the
        arbiter has them drawn where no signal did."""
        while self.settings.draws:
            opening = (await hall.get(f"/api/games/{game}"))["opening"]
            if opening is not None:
                return tuple(opening["moves"])
            await arbiter.draw_opening(game)
            await asyncio.sleep(LOOK_S)
        return ()

    async def _told_of(self, hall: HallClient, game: str, plies: int) -> None:
        for _ in range(int(SEEN_S / LOOK_S)):
            if (await hall.get(f"/api/games/{game}"))["plies"] >= plies:
                return
            await asyncio.sleep(LOOK_S)

    async def _until(self, arbiter: Arbiter, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Look at the desk until it shows what is wanted."""
        while not wanted(await arbiter.desk()):  # noqa: ASYNC110 - the desk is on the other side of HTTP
            await asyncio.sleep(LOOK_S)

    async def _open_game(self, arbiter: Arbiter, game: str) -> bool:
        return game in (await arbiter.desk())["unfinished"]

    async def _ruling(self, arbiter: Arbiter, game: str, kind: str) -> str:
        """Wait until the arbiter has ruled on the finding of ``kind`` in ``game``; gives the ruling."""
        patience = asyncio.get_running_loop().time() + RULED_S
        while True:
            for row in (await arbiter.desk())["rulings"]:
                if row["game"] == game and kind in (row["kind"] or ""):
                    return str(row["ruling"])
            if not await self._open_game(arbiter, game):
                return "let-stand"
            if self.settings.auto and asyncio.get_running_loop().time() > patience:
                self.tell(f"{game}: no ruling on {kind} within {RULED_S} s; the players agree to a draw")
                return ""
            await asyncio.sleep(LOOK_S)


async def run(settings: DemoSettings, tell: Tell, folder: Path | None = None) -> tuple[dict[str, Any], list[str]]:
    """Play the demo; its files go to ``folder``, or to a new one that is removed afterwards.

    Raises SettingsError for options that cannot be, DemoError when the hall does not come up.
    """
    check(settings)
    return await in_folder(folder, lambda place: Demo(settings, place, tell).play())
