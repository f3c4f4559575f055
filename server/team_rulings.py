"""Decisions about teams: absence, withdrawal and what it does to the table, boards lost, the match for the first place.

Each is kept with its author and reason, and each has one that takes it back; a seated extra match is taken back as any
round is. A refusal is a value.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from record.commands import EnterResult, Refusal
from record.state import Phase
from server import rounds
from server.ledger import Act
from server.meetings import MEETING_OVER
from server.refusals import NO_REASON, NOT_THERE
from server.rounds import Pairing
from server.team_books import BoardLost, Draw, Squad, TeamAway, TeamOrders
from server.team_refusals import DRAWN, LEFT, NO_GAME, NO_RIGHT, NO_TEAM, NOT_OVER, PAST
from server.team_standings import both_ways
from server.tournament.team_standing import Left, TeamLeft

if TYPE_CHECKING:
    from server.hall import Hall
    from server.team_rounds import TeamRounds

Change = Callable[[TeamOrders], TeamOrders]
_KINDS = {"loss": "team-loses", "annul": "team-annulled", "": "team-left-back"}


class TeamRulings:
    """The rulings about teams of one hall. ``by`` is who acts."""

    def __init__(self, hall: "Hall", teams: "TeamRounds") -> None:
        self._hall, self._teams = hall, teams

    # -- who plays

    async def withdraw(self, team: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """The team leaves after the current round: a Swiss does not pair it again, in a round robin its matches are
        lost without play. What that does to the table is ruled by `rule_left`."""
        squad = self._teams.squads.get(team)
        if squad is None:
            return NO_TEAM
        if squad.left_after is not None:
            return LEFT
        left = msgspec.structs.replace(squad, left_after=self._hall.round_number)
        return await self._squad(left, "withdraw-team", by, reason)

    async def readmit(self, team: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """The team plays on from the next round; a ruling about its leaving is void."""
        squad = self._teams.squads.get(team)
        if squad is None:
            return NO_TEAM
        if squad.left_after is None and not squad.ruling:
            return NOT_THERE
        back = msgspec.structs.replace(squad, left_after=None, ruling="")
        return await self._squad(back, "readmit-team", by, reason)

    async def away(self, team: int, *, by: str = "", reason: str = "") -> Refusal | None:
        """The team is known to be absent from the next round: not paired, and a loss (5.4.10.2)."""
        number = self._teams.coming
        if team not in self._teams.squads:
            return NO_TEAM
        if self._teams.orders.draw is not None:
            return DRAWN
        if number > self._hall.settings.event.rounds:
            return PAST
        if self._is_away(team, number):
            return Refusal(code="same", ru="Это уже отмечено.", en="That is noted already.")
        return await self._orders(
            lambda orders: msgspec.structs.replace(orders, away=(*orders.away, TeamAway(round=number, team=team))),
            self._act("team-away", by, teams=(team,), round=number, reason=reason),
        )

    async def present(self, team: int, *, by: str = "") -> Refusal | None:
        """The team comes to the next round after all."""
        number = self._teams.coming
        if not self._is_away(team, number):
            return NOT_THERE
        if self._teams.orders.draw is not None:
            return DRAWN
        gone = TeamAway(round=number, team=team)
        return await self._orders(
            lambda orders: msgspec.structs.replace(orders, away=tuple(one for one in orders.away if one != gone)),
            self._act("team-present", by, teams=(team,), round=number),
        )

    def _is_away(self, team: int, number: int) -> bool:
        return TeamAway(round=number, team=team) in self._teams.orders.away

    async def reserve(self, team: int, player: int, *, reason: str, by: str = "") -> Refusal | None:
        """A player who was entered later joins a team as a reserve, with a reason. Raises KeyError for an unknown
        player."""
        squad = self._teams.squads.get(team)
        if squad is None:
            return NO_TEAM
        if not reason.strip():
            return NO_REASON
        name = self._hall.ledger.members[player].entry.name
        if any(player in one.members for one in self._teams.squads.values()):
            return Refusal(code="in-a-team", ru=f"{name}: уже в команде.", en=f"{name} is in a team already.")
        entry = msgspec.structs.replace(squad.entry, reserves=(*squad.entry.reserves, player))
        joined = msgspec.structs.replace(squad, entry=entry)
        return await self._squad(joined, "team-reserve", by, reason, players=(player,))

    async def _squad(
        self, squad: Squad, kind: str, by: str, reason: str, players: tuple[int, ...] = ()
    ) -> Refusal | None:
        async def work() -> None:
            async with self._hall.round_lock:
                now = self._hall.round_number
                act = self._act(kind, by, teams=(squad.id,), players=players, round=now, reason=reason)
                await self._teams.keep_squad(squad, act)
                self._hall.changes.tell("players")

        await self._hall.apart(work())
        return None

    # -- a team that left, or missed the last round

    def both_ways(self, team: int) -> TeamLeft:
        """Both tables for a team that left or missed the last round (5.4.9.5). Raises KeyError for an unknown one."""
        teams, event = self._teams, self._hall.settings.event
        rulings: dict[int, Left] = {one.id: one.ruling for one in teams.squads.values() if one.ruling}
        return both_ways(teams.event(), teams.squads[team].id, event.team_tiebreaks, rulings, event.prizes)

    async def rule_left(self, team: int, ruling: str, *, reason: str, by: str = "") -> Refusal | None:
        """What the chief arbiter decides about it: ``loss``, ``annul``, or empty to take that back, with a reason."""
        squad = self._teams.squads.get(team)
        if squad is None:
            return NO_TEAM
        if not reason.strip():
            return NO_REASON
        if ruling not in ("loss", "annul", ""):
            return Refusal(code="no-such-ruling", ru="Такого решения нет.", en="There is no such ruling.")
        if ruling and squad.left_after is None and not self._missed_last(team):
            return Refusal(
                code="not-left",
                ru="Команда не выбыла и не пропустила последний тур (п. 5.4.9.5).",
                en="The team has not left, nor missed the last round (art. 5.4.9.5).",
            )
        decided: Left | None = "loss" if ruling == "loss" else "annul" if ruling else None
        return await self._squad(msgspec.structs.replace(squad, ruling=decided or ""), _KINDS[ruling], by, reason)

    def _missed_last(self, team: int) -> bool:
        """Whether the last round is seated and nobody of the team sat in it."""
        last = self._teams.pairing(self._hall.settings.event.rounds)
        if last is None:
            return False
        match = last.match_of(team)
        if match is None:
            return team in last.away
        return all((board.home if team == match.home else board.away) is None for board in match.boards)

    # -- boards

    async def not_admitted(self, team: int, *, reason: str, by: str = "") -> Refusal | None:
        """Fewer than half of the team and fewer than two are there: it loses on every board (5.4.9.4)."""
        if not reason.strip():
            return NO_REASON
        empty = (None,) * self._teams.boards
        return await self._teams.line_ups.file(
            self._hall.round_number, team, empty, by=by, reason=reason, kind="not-admitted"
        )

    async def wrong_board(self, game: str, team: int, *, reason: str, by: str = "") -> Refusal | None:
        """A player of the team had no right to this board: the game does not count, and the team loses there (5.4.9.4).
        A game that goes on ends so. Raises KeyError for an unknown game."""
        if not reason.strip():
            return NO_REASON
        game, number = self._first(game)
        if self._board(game, team) is None:
            return NO_GAME
        lost = BoardLost(game=game, team=team, reason=reason.strip())
        if any((one.game, one.team) == (game, team) for one in self._teams.orders.lost):
            return Refusal(code="same", ru="Это уже решено.", en="That is decided already.")
        refusal = await self._orders(
            lambda orders: msgspec.structs.replace(orders, lost=(*orders.lost, lost)),
            self._act("wrong-board", by, teams=(team,), round=number, game=game, reason=reason),
        )
        if refusal is None and not self._hall.meetings.rules.single:
            return await self._end_meeting(game, team, by, reason)
        if refusal is None and self._hall.game(game).phase is not Phase.CONFIRMED:
            told = self._teams.ruled({})[game]
            end = EnterResult(result=told, by="arbiter", arbiter=by or "-", reason="5.4.9.4")
            return await self._hall.command(game, end)
        return refusal

    async def board_counts(self, game: str, *, reason: str, by: str = "") -> Refusal | None:
        """The rulings about the board are taken back: the game counts as it ended. Raises KeyError for an unknown
        one."""
        if not reason.strip():
            return NO_REASON
        game, number = self._first(game)
        if not any(one.game == game for one in self._teams.orders.lost):
            return NOT_THERE
        refusal = await self._orders(
            lambda orders: msgspec.structs.replace(orders, lost=tuple(one for one in orders.lost if one.game != game)),
            self._act("board-counts", by, round=number, game=game, reason=reason),
        )
        if refusal is None and game in self._hall.ledger.lost_meetings and number == self._hall.round_number:
            return await self._hall.meetings.take_back_loss(game, reason=reason, by=by)
        return refusal

    def _first(self, game: str) -> tuple[str, int]:
        """The first game of the board's micro-match, by which the board is known, and the round. Raises KeyError."""
        found = self._hall.meetings.of_game(game)
        if found is None:
            raise KeyError(game)
        return found[1].game, found[0].round

    async def _end_meeting(self, game: str, team: int, by: str, reason: str) -> Refusal | None:
        """The micro-match of a board that is lost is not played on: it is over for whoever sat there for the team."""
        number, _ = self._hall.pair_of(game)
        pairing = self._teams.pairing(number)
        found = pairing.board_of(game) if pairing else None
        if found is None or number != self._hall.round_number:
            return None
        match, board = found
        player = board.home if team == match.home else board.away
        if player is None:
            return None
        refusal = await self._hall.meetings.lose(player, reason=f"5.4.9.4: {reason.strip()}", by=by)
        return None if refusal is MEETING_OVER else refusal

    def _board(self, game: str, team: int) -> bool | None:
        """Whether the team is the home team of the match in which the game is; None where it is not in it."""
        number, _ = self._hall.pair_of(game)
        pairing = self._teams.pairing(number)
        found = pairing.board_of(game) if pairing else None
        if found is None or team not in (found[0].home, found[0].away):
            return None
        return team == found[0].home

    # -- the match for the first place

    def extra_due(self) -> tuple[int, ...]:
        """The first two teams, where the second has the right to an extra match that can be seated next."""
        rows = self._teams.table().rows
        over = self._hall.round_number == self._hall.settings.event.rounds and not self._hall.pairer.results_awaited()
        return (rows[0].team, rows[1].team) if over and len(rows) > 1 and rows[1].extra_match else ()

    async def extra_match(self, *, reason: str = "", by: str = "") -> Pairing | Refusal:
        """Seat the match for the first place to which a second team has the right that won all its matches (5.4.9.6.1).
        The lot gives White on board 1."""
        return await self._hall.apart(self._extra(reason.strip(), by))

    async def _extra(self, reason: str, by: str) -> Pairing | Refusal:
        hall, teams = self._hall, self._teams
        async with hall.round_lock:
            if hall.round_number != hall.settings.event.rounds or teams.orders.draw is not None:
                return NOT_OVER
            if refusal := hall.pairer.results_awaited():
                return refusal
            two = self.extra_due()
            if not two:
                return NO_RIGHT
            home, away = two if rounds.lot(hall.seed, "extra match") % 2 == 0 else two[::-1]
            drawn = Draw(
                round=teams.coming,
                couples=((home, away),),
                why=({"key": "extra-match", "article": "5.4.9.6.1"},),
                manual=reason,
                extra=True,
            )
            return await teams.seat(drawn, by, {})

    # -- writing

    def _act(self, kind: str, by: str, **about: Any) -> Act:
        told = str(about.pop("reason", "")).strip()
        return self._teams.act(kind, by, reason=told, **about)

    async def _orders(self, change: Change, act: Act) -> Refusal | None:
        async def work() -> None:
            async with self._hall.round_lock:
                # Its number is that of the moment: another act may have come between.
                now = msgspec.structs.replace(act, number=len(self._hall.ledger.acts) + 1)
                await self._teams.keep(change(self._teams.orders), now)
                self._hall.changes.tell("round")

        await self._hall.apart(work())
        return None
