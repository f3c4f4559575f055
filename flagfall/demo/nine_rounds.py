"""A whole Swiss event without a hand and without boards: 30 players, 9 rounds, everything that happens to an office.

Tables have no devices; the players' phones enter the results. On the way: a forfeit, a late entry, two withdrawals, an
adjourned game that ends three rounds later, pairs changed by hand, a round taken back and paired again, and a server
that is killed. At the end the exported TRF is checked, every round of it.
"""

import asyncio
from pathlib import Path
from typing import Any

from flagfall.demo.children import Child
from flagfall.demo.http import HallClient
from flagfall.demo.joining import DemoError, in_folder
from flagfall.demo.office import PHONES, Office, Tell
from flagfall.demo.people import Arbiter, enter_result
from flagfall.demo.settings import DemoSettings, write_event

FORFEIT, LATE, ADJOURNED, RESUMED, BY_HAND, KILLED, TAKEN_BACK = 2, 3, 4, 7, 5, 6, 8
LEAVE_AFTER = {3: 17, 5: 24}
"""Who withdraws after which round."""


class NineRounds(Office):
    """The event with all that happens to it."""

    _adjourned = ""

    async def play(self) -> tuple[dict[str, Any], list[str]]:
        """Play the event; the summary, and what does not agree in it."""
        event = await asyncio.to_thread(write_event, self.settings, self.folder, self.password)
        async with self.served(event) as (hall, arbiter, server):
            for number in range(1, self.settings.rounds + 1):
                await self._round(hall, arbiter, server, number)
            standings = (await hall.get("/api/standings"))["standings"]
            text = await arbiter.trf()
        await self.keep(text)
        return await asyncio.to_thread(self._summary, text, standings)

    async def _round(self, hall: HallClient, arbiter: Arbiter, server: Child, number: int) -> None:
        if number == LATE:
            await self.act(arbiter, "enter", {"name": "Поздний А.", "name_en": "Pozdnii A.", "rating": 2111}, "late")
        await self._pair(arbiter, number)
        if number == BY_HAND:
            await self._by_hand(hall, arbiter, number)
        if number == TAKEN_BACK:
            reason = {"reason": "player 30 said beforehand that he cannot come"}
            await self.act(arbiter, "undo-round", reason, "undone")
            await self.act(arbiter, "absent", {"player": 30}, "absences")
            await self._pair(arbiter, number)
        games = await hall.get(f"/api/games?round={number}")
        tokens = await arbiter.tokens()
        for at, game in enumerate(games):
            if number == FORFEIT and at == 5:
                await arbiter.result(game["game"], "+/-")
                self.count("forfeits")
            elif number == ADJOURNED and at == 3:
                self._adjourned = game["game"]
                await self.act(arbiter, "adjourn", {"game": game["game"], "result": "1/2-1/2"}, "adjourned")
            else:
                await self._phones(hall, game, tokens)
            if number == KILLED and at == len(games) // 2:
                server.kill()
                self.count("kills")
        if number == RESUMED:
            await arbiter.result(self._adjourned, "0-1")
        await self.over(arbiter, number)
        if number in LEAVE_AFTER:
            await self.act(arbiter, "withdraw", {"player": LEAVE_AFTER[number], "reason": "illness"}, "withdrawals")
        self.tell(f"Round {number}/{self.settings.rounds}: {len(games)} games")

    async def _pair(self, arbiter: Arbiter, number: int) -> None:
        if not await arbiter.pair():
            raise DemoError(f"round {number} could not be paired")

    async def _by_hand(self, hall: HallClient, arbiter: Arbiter, number: int) -> None:
        """Let the Whites of two neighbouring tables change places, where none of the four have met."""
        games = await hall.get(f"/api/games?round={number}")
        pairs = [(game["white"]["id"], game["black"]["id"]) for game in games]
        met = set()
        for before in range(1, number):
            for game in await hall.get(f"/api/games?round={before}"):
                met.add(frozenset((game["white"]["id"], game["black"]["id"])))
        for at in range(4, len(pairs) - 1):
            (a, b), (c, d) = pairs[at], pairs[at + 1]
            if frozenset((a, d)) not in met and frozenset((c, b)) not in met:
                pairs[at], pairs[at + 1] = (a, d), (c, b)
                break
        gone = {player for two in pairs for player in two}
        field = [row["id"] for row in (await arbiter.players()) if row["left_after"] is None]
        bye = next((player for player in field if player not in gone), None)
        fields = {"pairs": pairs, "bye": bye, "reason": "players of one family do not meet at the same table"}
        await self.act(arbiter, "change-pairs", fields, "by_hand")

    async def _phones(self, hall: HallClient, game: dict[str, Any], tokens: dict[int, str]) -> None:
        edge = (game["white"]["rating"] or 0) - (game["black"]["rating"] or 0) + self.rng.randint(-500, 500)
        result = PHONES[0] if edge > 150 else PHONES[2] if edge < -150 else PHONES[1]
        for side in ("white", "black"):
            await enter_result(hall, tokens[game[side]["id"]], result)

    def _summary(self, text: str, standings: list[dict[str, Any]]) -> tuple[dict[str, Any], list[str]]:
        from server.tournament import check_answer, read_trf

        event = read_trf(text)
        found = check_answer(event, "individual")
        summary = {
            "players": len(event.players),
            "rounds": event.finished,
            "games": sum(len(entry.games) for entry in event.rounds),
            **self.happened,
            "checked": [{key: one[key] for key in ("round", "ok", "manual") if key in one} for one in found["rounds"]],
            "standings": standings,
        }
        wrong = [d["text"] for one in found["rounds"] if not one["ok"] for d in one["differences"]]
        wrong += [d["text"] for d in found["standings"]["differences"]]
        return summary, wrong


async def run(settings: DemoSettings, tell: Tell, folder: Path | None = None) -> tuple[dict[str, Any], list[str]]:
    """Play the event; its files go to ``folder``, or to a new one that is removed afterwards.

    Raises DemoError when the hall does not come up or refuses what it must do.
    """
    return await in_folder(folder, lambda place: NineRounds(settings, place, tell).play())
