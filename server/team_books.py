"""What a team event keeps besides its players: the teams, line-ups, pairings not yet seated, rulings about teams."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from server import store
from server.team_config import TeamEntry
from server.tournament import teams as rules
from server.tournament.team_standing import Left

Why = tuple[dict[str, Any], ...]


class Squad(msgspec.Struct, frozen=True, kw_only=True):
    """A team of the event: its entry as it is now, and the last round before it withdrew. ``ruling`` is what the chief
    arbiter decided about it (5.4.9.5), empty before."""

    entry: TeamEntry
    left_after: int | None = None
    ruling: Left | Literal[""] = ""

    @property
    def id(self) -> int:
        """The team's number."""
        return self.entry.id

    @property
    def members(self) -> tuple[int, ...]:
        """Main players in board order, then reserves."""
        return (*self.entry.players, *self.entry.reserves)

    def plays(self, number: int) -> bool:
        """Whether the team belongs to the field of round ``number``."""
        return self.left_after is None or number <= self.left_after


class LineUp(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits for ``team`` in ``round``, board 1 first; None is an empty board. ``by``: who filed it."""

    round: int
    team: int
    seats: tuple[int | None, ...]
    at_ms: int = 0
    by: str = ""


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """The teams of a round paired, without their players: ``couples`` (home, away), the rest as in `TeamPairing`."""

    round: int
    couples: tuple[tuple[int, int], ...]
    bye: int | None = None
    idle: tuple[int, ...] = ()
    away: tuple[int, ...] = ()
    why: Why = ()
    manual: str = ""
    extra: bool = False
    at_ms: int = 0


class TeamAway(msgspec.Struct, frozen=True, kw_only=True):
    """A team known to be absent in a round: not paired, and a loss (5.4.10.2)."""

    round: int
    team: int


class BoardLost(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling that a game does not count and ``team`` loses on its board: a wrong board, or a team not admitted
    (5.4.9.4)."""

    game: str
    team: int
    reason: str


class TeamOrders(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about teams that is decided while the event goes on. ``starts``: when a round begins, in ms UTC."""

    line_ups: tuple[LineUp, ...] = ()
    draw: Draw | None = None
    away: tuple[TeamAway, ...] = ()
    lost: tuple[BoardLost, ...] = ()
    starts: Mapping[int, int] = {}

    def line_up(self, number: int, team: int) -> LineUp | None:
        """The line-up filed for a round, the last of several."""
        return next((one for one in reversed(self.line_ups) if (one.round, one.team) == (number, team)), None)

    def with_line_up(self, filed: LineUp) -> "TeamOrders":
        """The orders with a line-up in place of an earlier one for the same round."""
        kept = [one for one in self.line_ups if (one.round, one.team) != (filed.round, filed.team)]
        return msgspec.structs.replace(self, line_ups=(*kept, filed))


class TeamBooks:
    """The squads and orders of one event, as the store has them."""

    def __init__(self) -> None:
        self.squads: dict[int, Squad] = {}
        self.orders = TeamOrders()

    def restore(self, connection: Connection) -> None:
        """Read everything from the store."""
        for data in connection.execute(sa.select(store.teams.c.data).order_by(store.teams.c.id)).scalars():
            squad = msgspec.json.decode(data, type=Squad)
            self.squads[squad.id] = squad
        for data in connection.execute(sa.select(store.team_orders.c.data)).scalars():
            self.orders = msgspec.json.decode(data, type=TeamOrders)


def begin(connection: Connection, entries: Iterable[TeamEntry]) -> None:
    """Enter the teams of the settings, where the store has none and no round is paired."""
    known = sa.select(sa.func.count()).select_from(store.teams)
    paired = sa.select(sa.func.count()).select_from(store.rounds)
    if connection.execute(known).scalar_one() or connection.execute(paired).scalar_one():
        return
    for entry in entries:
        row = {"id": entry.id, "data": msgspec.json.encode(Squad(entry=entry))}
        connection.execute(sa.insert(store.teams).values(row))


def default_seats(
    squad: Squad,
    first: Sequence[int | None] | None,
    absent: Collection[int],
    *,
    boards: int,
    shift: bool,
    reserve_boards: frozenset[int] | None,
) -> tuple[int | None, ...]:
    """The line-up of a team that filed none: that of the first round, if it has played one (5.4.9.2).

    Before, it is the order of the entry, with reserves for the absent. Of the first round's players those ``absent``
    leave their boards, and with ``shift`` the others move up.
    """
    away = frozenset(absent)
    if first is None:
        order, reserves = squad.entry.players, squad.entry.reserves
        return rules.line_up(order, reserves, away, boards=boards, shift=shift, reserve_boards=reserve_boards)
    if shift and away & {player for player in first if player is not None}:
        order = tuple(player for player in first if player is not None)
        return rules.line_up(order, (), away, boards=boards)
    return tuple(None if player in away else player for player in first)


def seats_fault(
    squad: Squad,
    seats: Sequence[int | None],
    absent: Collection[int],
    *,
    boards: int,
    shift: bool,
    fixed: bool,
    reserve_boards: frozenset[int] | None,
) -> tuple[str, tuple[int | None, ...]] | None:
    """Why a line-up cannot be filed: ``number`` (of boards), ``member`` (not of the team, or away), ``twice``,
    ``reserve-board``, ``order``, with the players concerned; for ``order`` with the line-up that would be right."""
    if len(seats) != boards:
        return "number", ()
    named = [player for player in seats if player is not None]
    if strange := [player for player in named if player not in squad.members or player in absent]:
        return "member", tuple(strange)
    if twice := sorted({player for player in named if named.count(player) > 1}):
        return "twice", tuple(twice)
    spare = [
        (at, player) for at, player in enumerate(seats, 1) if player is not None and player in squad.entry.reserves
    ]
    if reserve_boards and (wrong := [player for at, player in spare if at not in reserve_boards]):
        return "reserve-board", tuple(wrong)
    if fixed:
        missing = frozenset(squad.entry.players) - set(named)
        spares = [player for _, player in spare]
        right = rules.line_up(
            squad.entry.players, spares, missing, boards=boards, shift=shift, reserve_boards=reserve_boards
        )
        # Without a shift each has his own board, and which of the free ones a reserve takes is the captain's choice.
        mine = [player if player in squad.entry.players else None for player in seats]
        due = [player if player in squad.entry.players else None for player in right]
        if tuple(seats) != right if shift else mine != due:
            return "order", right
    return None
