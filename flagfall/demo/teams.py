"""A team event without a hand and without boards: six teams of four, three rounds, and what happens to captains.

Captains file line-ups on their phones, players enter results on theirs. On the way: a reserve steps in, a board stays
empty, a captain is too late, a team is away and another has the bye, a player sat at a wrong board, a server is killed,
and a team leaves, whose matches are annulled. At the end the exported TRF must give the same
match and game points as the hall's own table, and `check` must pair every round as the hall did.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from flagfall.demo.children import Child
from flagfall.demo.http import HallClient
from flagfall.demo.joining import DemoError, in_folder
from flagfall.demo.names import person
from flagfall.demo.office import PHONES, Office, Tell
from flagfall.demo.people import Arbiter, enter_result
from flagfall.demo.settings import DemoSettings, write_event

TEAMS = (
    ("Звезда", "Star"),
    ("Заря", "Dawn"),
    ("Маяк", "Lighthouse"),
    ("Волга", "Volga"),
    ("Север", "North"),
    ("Сокол", "Falcon"),
)
BOARDS, ROUNDS = 4, 3
SIZE = BOARDS + 1
PLAYERS = len(TEAMS) * SIZE
RESERVE, EMPTY, LATE, AWAY, KILLED, WRONG = (1, 2), (1, 5), (2, 3), (2, 6), 2, 3
"""Round and team of what happens; a round alone where any team will do."""
LEAVES = 5


class TeamsDemo(Office):
    """The event with all that happens to it."""

    _played = 0

    async def play(self) -> tuple[dict[str, Any], list[str]]:
        """Play the event; the summary, and what does not agree in it."""
        event = await asyncio.to_thread(self._written)
        async with self.served(event, "/desk/teams") as (hall, arbiter, server):
            for number in range(1, ROUNDS + 1):
                await self._round(hall, arbiter, server, number)
            before = await hall.get("/api/teams")
            text = await arbiter.trf()
            rounds = [await hall.get(f"/api/teams?round={number}") for number in range(1, ROUNDS + 1)]
            await self._leave(arbiter)
            after = await hall.get("/api/teams")
        await self.keep(text)
        return await asyncio.to_thread(self._summary, text, before, after, rounds)

    def _written(self) -> Path:
        """EVENT.toml: that of any demo, with the teams' keys and sections."""
        path = write_event(self.settings, self.folder, self.password)
        text = path.read_text("utf-8").replace("\n[regulations]", f"boards = {BOARDS}\n\n[regulations]", 1)
        for at, (name, name_en) in enumerate(TEAMS):
            main = [1 + at + len(TEAMS) * board for board in range(BOARDS)]
            spare = [1 + at + len(TEAMS) * BOARDS]
            text += f"\n[[team]]\nname = {json.dumps(name, ensure_ascii=False)}\nname_en = {json.dumps(name_en)}\n"
            text += f"players = {main}\nreserves = {spare}\n"
            text += f"captain = {json.dumps(person(1 + at)[0], ensure_ascii=False)}\n"
        path.write_text(text, "utf-8")
        return path

    async def _round(self, hall: HallClient, arbiter: Arbiter, server: Child, number: int) -> None:
        if number == AWAY[0]:
            await self.act(arbiter, "team-away", {"team": AWAY[1], "reason": "its coach is late"}, "away")
        await self.act(arbiter, "draw-teams", {}, "drawn")
        await self._line_ups(hall, arbiter, number)
        if not await arbiter.pair():
            raise DemoError(f"round {number} could not be seated")
        told = await hall.get(f"/api/teams?round={number}")
        self.count("byes", int(told["bye"] is not None))
        boards = [board for match in told["matches"] for board in match["boards"]]
        self.count("empty_boards", sum(not board["game"] for board in boards))
        tokens = await arbiter.tokens()
        games = [board for board in boards if board["game"]]
        half = len(games) // 2
        await asyncio.gather(*(self._phones(hall, board, tokens) for board in games[:half]))
        if number == KILLED:
            server.kill()
            self.count("kills")
        await asyncio.gather(*(self._phones(hall, board, tokens) for board in games[half:]))
        self._played += len(games)
        await self.over(arbiter, number)
        if number == WRONG:
            match = told["matches"][0]
            fields = {"game": match["boards"][1]["game"], "team": match["home"], "reason": "he was entered on board 3"}
            await self.act(arbiter, "wrong-board", fields, "wrong_boards")
        self.tell(f"Round {number}/{ROUNDS}: {len(told['matches'])} matches, {len(games)} games")

    async def _line_ups(self, hall: HallClient, arbiter: Arbiter, number: int) -> None:
        """Every captain files the line-up that stands anyway, but for those of whom there is something to tell."""
        teams = (await hall.get("/api/desk/teams", arbiter.token))["teams"]
        for team in teams:
            here = (number, team["id"])
            seats = list(team["players"])
            if here == RESERVE:
                seats = [*seats[1:], team["reserves"][0]]
                self.count("reserves")
            elif here == EMPTY:
                seats[-1] = 0
            if here == LATE:
                await self.act(arbiter, "round-start", {"round": number, "at": "2001-01-01T10:00+00:00"}, "timed")
            answer = await hall.post(f"/api/team/{team['token']}/line-up", {"seats": seats})
            if here == LATE:
                code = (answer.get("refusal") or {}).get("code")
                if code != "too-late":
                    raise DemoError(f"a captain who is too late is answered {code}")
                fields = {"team": team["id"], "round": number, "seats": seats, "reason": "handed in on paper in time"}
                await self.act(arbiter, "line-up", fields, "late_line_ups")
                await self.act(arbiter, "round-start", {"round": number, "at": ""}, "timed")
            elif not answer.get("ok"):
                raise DemoError(f"line-up of team {team['id']}: {answer}")

    async def _phones(self, hall: HallClient, board: dict[str, Any], tokens: dict[int, str]) -> None:
        edge = board["away"] - board["home"] + self.rng.randint(-12, 12)
        home = PHONES[0] if edge > 4 else PHONES[2] if edge < -4 else PHONES[1]
        result = home if board["home_white"] or home == PHONES[1] else PHONES[2 - PHONES.index(home)]
        for player in (board["home"], board["away"]):
            await enter_result(hall, tokens[player], result)

    async def _leave(self, arbiter: Arbiter) -> None:
        await self.act(arbiter, "withdraw-team", {"team": LEAVES, "reason": "illness"}, "withdrawals")
        fields = {"team": LEAVES, "ruling": "annul", "reason": "touches no prize"}
        await self.act(arbiter, "team-left", fields, "annulled")

    def _summary(
        self, text: str, before: dict[str, Any], after: dict[str, Any], rounds: list[dict[str, Any]]
    ) -> tuple[dict[str, Any], list[str]]:
        from server.tournament import read_trf
        from server.tournament.check import check_teams
        from server.tournament.team_reading import team_event_of
        from server.tournament.team_standing import team_standings

        event = read_trf(text)
        read = {row.team: (row.match_points, row.game_points) for row in team_standings(team_event_of(event), ())}
        wrong = [f"round {one.round}: {d.text}" for one in check_teams(event) for d in one.differences]
        for row in before["standings"]:
            have = (row["match_points"], row["game_points"])
            if read[row["id"]] != have:
                wrong.append(f"team {row['id']}: {have} in the hall, {read[row['id']]} by its file")
        recorded = sum(len(entry.games) for entry in event.rounds)
        if recorded != self._played:
            wrong.append(f"{self._played} games were played, {recorded} are in the file")
        summary = {
            "teams": len(event.teams),
            "players": len(event.players),
            "rounds": event.finished,
            "matches": sum(len(told["matches"]) for told in rounds),
            "games": recorded,
            **self.happened,
            "standings": after["standings"],
            "before": [row["id"] for row in before["standings"]],
            "gone": after["annulled"],
        }
        return summary, wrong


async def run(settings: DemoSettings, tell: Tell, folder: Path | None = None) -> tuple[dict[str, Any], list[str]]:
    """Play the event; its files go to ``folder``, or to a new one that is removed afterwards.

    Raises DemoError when the hall does not come up or refuses what it must do.
    """
    return await in_folder(folder, lambda place: TeamsDemo(settings, place, tell).play())
