"""Events of meetings without a hand and without boards: micro-matches with a play-off, and a knock-out.

Tables have no devices; the players' phones enter the result of one game after another, the next one comes by itself. On
the way: a player who does not come to a game, a loss of a micro-match by a ruling and its taking back, a stage taken
back, a server that is killed between two games. At the end the exported TRF is checked, every round of it.
"""

import asyncio
from pathlib import Path
from typing import Any, Literal

from flagfall.demo.children import Child
from flagfall.demo.http import HallClient
from flagfall.demo.joining import DemoError, in_folder
from flagfall.demo.office import PHONES, Office, Tell
from flagfall.demo.people import Arbiter, enter_result
from flagfall.demo.settings import DemoSettings, write_event

Kind = Literal["micro-match", "knockout"]
MOST_GAMES = 400
"""No event of this size has more: a demo that does not end is a fault."""
KEYS: dict[Kind, str] = {
    "micro-match": 'games_per_pairing = 2\ncolour_order = "mirror"\nplay_off = "points"\n',
    "knockout": "games_per_pairing = 2\n",
}
SYSTEM: dict[Kind, str] = {"micro-match": "individual", "knockout": "knockout"}


class Matches(Office):
    """The event with all that happens to it."""

    def __init__(self, kind: Kind, settings: DemoSettings, folder: Path, tell: Tell) -> None:
        super().__init__(settings, folder, tell)
        self.kind: Kind = kind
        self.happened = {"kills": 0, "forfeits": 0, "lost_meetings": 0, "stages": 0, "taken_back": 0}
        self._entered = 0

    async def play(self) -> tuple[dict[str, Any], list[str]]:
        """Play the event; the summary, and what does not agree in it."""
        event = await asyncio.to_thread(
            write_event, self.settings, self.folder, self.password, system=SYSTEM[self.kind], keys=KEYS[self.kind]
        )
        async with self.served(event) as (hall, arbiter, server):
            await self._rounds(hall, arbiter, server)
            shown = await hall.get("/api/standings")
            games = [await hall.get(f"/api/games?round={n}") for n in range(1, (await arbiter.desk())["round"] + 1)]
            text = await arbiter.trf()
        await self.keep(text)
        return await asyncio.to_thread(self._summary, text, shown, sum(map(len, games)))

    async def _rounds(self, hall: HallClient, arbiter: Arbiter, server: Child) -> None:
        tokens = await arbiter.tokens()
        while True:
            desk = await arbiter.desk()
            if desk["play_off"]["level"]:
                await self.act(arbiter, "play-off", {})
                self.tell("Play-off for first place")
                continue
            if not await arbiter.pair():
                return
            desk = await arbiter.desk()
            if desk["stage"]:
                await self._stage(arbiter, desk)
            number = desk["round"]
            await self._round(hall, arbiter, server, tokens, number)
            games = len(await hall.get(f"/api/games?round={number}"))
            what = f"Stage {desk['stage']}" if desk["stage"] else f"Round {number}/{desk['rounds']}"
            self.tell(f"{what}: {games} games")

    async def _stage(self, arbiter: Arbiter, desk: dict[str, Any]) -> None:
        """A stage of the play-off: the first one is taken back and paired again."""
        self.happened["stages"] += 1
        if not self.happened["taken_back"]:
            await self.act(arbiter, "undo-round", {"reason": "a table was missing"})
            self.happened["taken_back"] += 1
            if not await arbiter.pair():
                raise DemoError("a stage that was taken back could not be paired again")

    async def _round(
        self, hall: HallClient, arbiter: Arbiter, server: Child, tokens: dict[int, str], number: int
    ) -> None:
        """Play what is open until nothing is: the next games of meetings come by themselves."""
        while open_games := (await arbiter.desk())["unfinished"]:
            games = {one["game"]: one for one in await hall.get(f"/api/games?round={number}")}
            phones = []
            for id in open_games:
                game = games.get(id)
                if game is None:
                    continue
                self._entered += 1
                if self._entered > MOST_GAMES:
                    raise DemoError("the event does not end")
                if number == 2 and not self.happened["forfeits"]:
                    self.happened["forfeits"] += 1
                    await arbiter.result(id, "+/-")
                elif number == 1 and id.endswith("-g2") and not self.happened["lost_meetings"]:
                    await self._lost_and_taken_back(arbiter, game)
                else:
                    phones.append(self._phones(hall, game, tokens))
                if number == 1 and id.endswith("-g2") and not self.happened["kills"]:
                    server.kill()
                    self.happened["kills"] += 1
            await asyncio.gather(*phones)

    async def _lost_and_taken_back(self, arbiter: Arbiter, game: dict[str, Any]) -> None:
        """The arbiter declares a meeting lost (5.4.14.1) before its second game has begun, and then takes that back."""
        reason = {"reason": "a telephone rang"}
        await self.act(arbiter, "lose-meeting", {"player": game["white"]["id"], **reason})
        await self.act(arbiter, "meeting-stands", {"game": game["game"].removesuffix("-g2"), **reason})
        self.happened["lost_meetings"] += 1

    async def _phones(self, hall: HallClient, game: dict[str, Any], tokens: dict[int, str]) -> None:
        edge = (game["white"]["rating"] or 0) - (game["black"]["rating"] or 0) + self.rng.randint(-400, 400)
        result = PHONES[0] if edge > 150 else PHONES[2] if edge < -150 else PHONES[1]
        for side in ("white", "black"):
            await enter_result(hall, tokens[game[side]["id"]], result)

    def _summary(self, text: str, shown: dict[str, Any], games: int) -> tuple[dict[str, Any], list[str]]:
        from server.tournament import check_answer, read_trf
        from server.tournament.crosstable import rating_report

        event = read_trf(text)
        found = check_answer(event, SYSTEM[self.kind])
        standings = shown["standings"]
        summary = {
            "event": self.kind,
            "players": len(event.players),
            "rounds": event.finished,
            "meetings": sum(len(entry.games) for entry in event.rounds),
            "games": games,
            "rated": len(rating_report(event)),
            **self.happened,
            "winner": standings[0]["id"],
            "play_off": shown.get("play_off"),
            "checked": [{key: one[key] for key in ("round", "ok")} for one in found["rounds"]],
            "standings": standings,
        }
        wrong = [d["text"] for one in found["rounds"] if not one["ok"] for d in one["differences"]]
        wrong += [d["text"] for d in found["standings"]["differences"]]
        if [row["place"] for row in standings].count(1) != 1:
            wrong.append("first place is shared")
        return summary, wrong


async def run(
    kind: Kind, settings: DemoSettings, tell: Tell, folder: Path | None = None
) -> tuple[dict[str, Any], list[str]]:
    """Play the event; its files go to ``folder``, or to a new one that is removed afterwards.

    Raises DemoError when the hall does not come up or refuses what it must do.
    """
    return await in_folder(folder, lambda place: Matches(kind, settings, place, tell).play())
