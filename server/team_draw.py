"""Pairing the teams of a round: by the event's system, with teams as its players, or by hand (5.4.10.12)."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from record.commands import Refusal
from server import systems
from server.event_rules import ROUND_ROBINS
from server.refusals import NO_REASON
from server.systems import Couples
from server.team_books import Draw
from server.team_config import SCHEVENINGEN
from server.team_refusals import DRAWN, NO_DRAW, NO_TEAM, NOT_TEAMS
from server.tournament import model

if TYPE_CHECKING:
    from server.hall import Hall
    from server.team_rounds import TeamRounds


class TeamDraw:
    """The pairing of the teams of one hall. ``by`` is who acts; a refusal is a value."""

    def __init__(self, hall: "Hall", teams: "TeamRounds") -> None:
        self._hall, self._teams = hall, teams

    async def draw(self, *, relax: bool = False, by: str = "") -> Draw | Refusal:
        """Pair the teams of the next round, without seating them: line-ups can be filed knowing the opponent."""
        return await self._hall.apart(self._drawn(relax, by))

    async def _drawn(self, relax: bool, by: str) -> Draw | Refusal:
        async with self._hall.round_lock:
            if self._teams.orders.draw is not None:
                return DRAWN
            made = await self.paired(relax)
            if isinstance(made, Draw):
                act = self._teams.act("draw-teams", by, round=made.round, reason=made.manual)
                await self._teams.keep(msgspec.structs.replace(self._teams.orders, draw=made), act)
                self._hall.changes.tell("round")
            return made

    async def paired(self, relax: bool) -> Draw | Refusal:
        """The teams of the next round as the system pairs them; nothing is kept."""
        if not self._teams.on:
            return NOT_TEAMS
        if refusal := self._not_yet():
            return refusal
        hall, number = self._hall, self._teams.coming
        away = tuple(sorted(one.team for one in self._teams.orders.away if one.round == number))
        ordered = [(one.white, one.black) for one in hall.ledger.orders.together if one.round == number]
        if hall.settings.event.system == SCHEVENINGEN:
            home, other = sorted(self._teams.squads)
            why = ({"key": "scheveningen", "article": "5.4.9", "round": number},)
            return Draw(round=number, couples=((home, other),), why=why, at_ms=hall.clock())
        before = self._as_entrants(number)
        answer = await asyncio.to_thread(
            systems.next_round, hall.settings, before, fixed=ordered, absent=away, relax=relax
        )
        if isinstance(answer, Refusal):
            return answer
        told = [one.reason for one in hall.ledger.orders.together if one.round == number]
        return Draw(
            round=number,
            couples=answer.couples,
            bye=answer.bye,
            idle=self._idle(number, answer),
            away=away,
            why=self._points_of_matches(answer.why),
            manual="5.4.10.9: " + "; ".join(dict.fromkeys(told)) if told else "",
            at_ms=hall.clock(),
        )

    def _as_entrants(self, number: int) -> model.Event:
        """The event with teams as its players, as the pairing systems know it."""
        hall = self._hall
        before = self._teams.event(adjourned=True, before=number).as_event()
        players = tuple(
            model.Player(squad.id, squad.entry.name, left_after=squad.left_after)
            for squad in self._teams.squads.values()
        )
        apart = tuple(model.Forbidden(one.players, one.first, one.last, one.weak) for one in hall.ledger.orders.apart)
        return msgspec.structs.replace(
            before,
            players=players,
            forbidden=apart,
            planned_rounds=hall.settings.event.rounds,
            first_colour=hall.ledger.first_colour,
            seed=hall.ledger.lots,
        )

    def _idle(self, number: int, answer: Couples) -> tuple[int, ...]:
        """Who is free by the table of a round robin with an odd number of teams."""
        if self._hall.settings.event.system not in ROUND_ROBINS:
            return ()
        paired = {team for two in answer.couples for team in two}
        return tuple(team for team, squad in self._teams.squads.items() if team not in paired and squad.plays(number))

    def _points_of_matches(self, why: Sequence[dict[str, Any]]) -> tuple[dict[str, Any], ...]:
        """The reasons with points as the event counts them: a won match is two."""
        if self._hall.settings.event.team_primary == "game-points":
            return tuple(why)
        out = []
        for told in why:
            values = dict(told.get("values", {}))
            for key in ("half", "other_half"):
                if key in values:
                    values[key] *= 2
            out.append({**told, "values": values})
        return tuple(out)

    def _not_yet(self) -> Refusal | None:
        """Why the next round cannot be paired now."""
        if refusal := self._hall.pairer.not_yet():
            return refusal
        now = self._hall.round_number
        last = self._teams.event().rounds[now - 1 : now]
        if last and last[0].matches and all(match.kind == "unfinished" for match in last[0].matches):
            return Refusal(
                code="round-open", ru="Ни один матч тура не окончен.", en="No match of the round is finished."
            )
        return None

    async def undraw(self, *, reason: str, by: str = "") -> Refusal | None:
        """Take the pairing of teams back, before it is seated."""
        return await self._hall.apart(self._undrawn(reason.strip(), by))

    async def _undrawn(self, reason: str, by: str) -> Refusal | None:
        async with self._hall.round_lock:
            if self._teams.orders.draw is None:
                return NO_DRAW
            if not reason:
                return NO_REASON
            act = self._teams.act("undo-draw", by, round=self._teams.orders.draw.round, reason=reason)
            await self._teams.keep(msgspec.structs.replace(self._teams.orders, draw=None), act)
            self._hall.changes.tell("round")
            return None

    async def change_draw(
        self, couples: Sequence[tuple[int, int]], bye: int | None, *, reason: str, by: str = ""
    ) -> Draw | Refusal:
        """Other pairs (home, away) of teams than the system's, with a reason, before they are seated (5.4.10.12)."""
        return await self._hall.apart(self._changed_draw(tuple(couples), bye, reason.strip(), by))

    async def _changed_draw(
        self, couples: tuple[tuple[int, int], ...], bye: int | None, reason: str, by: str
    ) -> Draw | Refusal:
        async with self._hall.round_lock:
            before = self._teams.orders.draw
            if before is None:
                return NO_DRAW
            if not reason:
                return NO_REASON
            named = [team for two in couples for team in two] + ([bye] if bye is not None else [])
            if not couples or len(set(named)) != len(named):
                return Refusal(code="twice", ru="Каждая команда один раз.", en="Name each team once.")
            if any(
                team not in self._teams.squads or not self._teams.squads[team].plays(before.round) for team in named
            ):
                return NO_TEAM
            others = tuple(
                sorted(
                    team for team, one in self._teams.squads.items() if team not in named and one.plays(before.round)
                )
            )
            made = msgspec.structs.replace(
                before, couples=couples, bye=bye, idle=(), away=others, manual=reason, why=(), at_ms=self._hall.clock()
            )
            detail = {"from": [list(two) for two in before.couples], "to": [list(two) for two in couples], "bye": bye}
            act = self._teams.act("change-draw", by, round=before.round, reason=reason, detail=detail)
            await self._teams.keep(msgspec.structs.replace(self._teams.orders, draw=made), act)
            self._hall.changes.tell("round")
            return made
