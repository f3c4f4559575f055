"""Line-ups of a round: filed by captains until they are due, and by the desk; changed in a round that is seated."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from record.commands import Refusal
from server import team_seating
from server.ledger import Act, Undone
from server.team_books import LineUp, TeamOrders
from server.team_refusals import LATE_REASON, NO_TEAM, PAST, TOO_LATE

if TYPE_CHECKING:
    from server.hall import Hall
    from server.team_rounds import TeamRounds


class LineUps:
    """The line-ups of one hall. ``by`` is who acts; a refusal is a value."""

    def __init__(self, hall: "Hall", teams: "TeamRounds") -> None:
        self._hall, self._teams = hall, teams

    async def file(
        self,
        number: int,
        team: int,
        seats: Sequence[int | None],
        *,
        by: str = "",
        reason: str = "",
        captain: bool = False,
        kind: str = "line-up",
    ) -> Refusal | None:
        """File a line-up, board 1 first. A ``captain`` may until it is due (5.4.9.2); the desk also later, with a
        reason, and in the round being played as long as no game that it changes has begun. ``kind``: of the act."""
        return await self._hall.apart(self._filed(number, team, tuple(seats), by, reason.strip(), captain, kind))

    async def _filed(
        self, number: int, team: int, seats: tuple[int | None, ...], by: str, reason: str, captain: bool, kind: str
    ) -> Refusal | None:
        async with self._hall.round_lock:
            if team not in self._teams.squads:
                return NO_TEAM
            now = self._hall.round_number
            due = self._teams.due_ms(number)
            late = number == now or (due is not None and self._hall.clock() > due)
            if number not in (now, self._teams.coming) or number < 1:
                return PAST
            if number > max(now, self._hall.settings.event.rounds) and team not in self._teams.rulings.extra_due():
                return PAST
            if captain and late:
                return TOO_LATE
            if late and not reason:
                return LATE_REASON
            if refusal := team_seating.refused(
                self._teams.squads[team], seats, self._teams.away(number), self._hall.settings
            ):
                return refusal
            filed = LineUp(round=number, team=team, seats=seats, at_ms=self._hall.clock(), by=by)
            orders = self._teams.orders.with_line_up(filed)
            act = self._teams.act(kind, by, teams=(team,), round=number, reason=reason, detail={"seats": list(seats)})
            if number == now:
                return await self._seated_anew(team, orders, act)
            await self._teams.keep(orders, act)
            self._hall.changes.tell("players")
            return None

    async def _seated_anew(self, team: int, orders: TeamOrders, act: Act) -> Refusal | None:
        """Change the boards of a match that is seated; games that stay as they are are not touched."""
        hall, pairing = self._hall, self._hall.pairing()
        before = pairing.teams.match_of(team) if pairing and pairing.teams else None
        if pairing is None or pairing.teams is None or before is None:
            return PAST
        other = before.away if team == before.home else before.home
        held = {team: orders.line_up(pairing.round, team), other: None}
        event = hall.settings.event
        seats = {
            one: filed.seats if filed else team_seating.seats_of(before, one, event, pairing.round)
            for one, filed in held.items()
        }
        fresh = team_seating.opened(
            before.number, before.home, before.away, seats[before.home], seats[before.away], event, pairing.round
        )
        keep = {board.couple for board in fresh.boards}
        mine = {board.game for board in before.boards if board.game}
        freed = [pair for pair in pairing.pairs if pair.game in mine and (pair.white, pair.black) not in keep]
        if begun := sorted(pair.table for pair in freed if hall.pairer.begun(pair)):
            return team_seating.begun(begun)
        kept = [pair for pair in pairing.pairs if pair not in freed]
        edition = hall.ledger.editions(pairing.round) + 1
        matches = [fresh if match.number == before.number else match for match in pairing.teams.matches]
        pairs, placed = self._teams.placed(pairing.round, matches, edition, kept, freed)
        if placed == pairing.teams.matches:
            return Refusal(code="same", ru="Состав тот же.", en="The line-up is the same.")
        now = msgspec.structs.replace(
            pairing,
            pairs=pairs,
            edition=edition,
            at_ms=hall.clock(),
            teams=msgspec.structs.replace(pairing.teams, matches=placed),
        )
        undone = Undone(
            number=len(hall.ledger.undone) + 1,
            pairing=msgspec.structs.replace(pairing, pairs=tuple(freed)),
            at_ms=hall.clock(),
            by=act.by,
            reason=act.reason,
        )
        games = {pair.game for pair in kept}
        new = [pair for pair in pairs if pair.game not in games]
        await hall.pairer.write(now, new, act, undone=undone, changes=(self._teams.put(orders),))
        self._teams.took(orders)
        return None

    async def start_at(self, number: int, at_ms: int | None, *, by: str = "") -> Refusal | None:
        """Set when a coming round begins, from which the time for line-ups is counted; None: not set."""

        async def work() -> Refusal | None:
            async with self._hall.round_lock:
                if not self._teams.coming <= number <= self._hall.settings.event.rounds:
                    return PAST
                starts = {at: ms for at, ms in self._teams.orders.starts.items() if at != number}
                if at_ms is not None:
                    starts[number] = at_ms
                act = self._teams.act("round-start", by, round=number, detail={"at_ms": at_ms})
                await self._teams.keep(msgspec.structs.replace(self._teams.orders, starts=starts), act)
                self._hall.changes.tell("players")
                return None

        return await self._hall.apart(work())
