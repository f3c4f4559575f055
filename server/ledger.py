"""What an event holds besides its games: players, byes, pairings, orders, adjourned games, and who decided what.

The hall, its office and its pairer read and change it. Every change is on the disk before it is in memory, together
with the act that says who made it; a ledger made from the store after a kill is the same.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from server import rounds, store
from server.config import Settings
from server.rounds import Adjourned, Bye, Member, Orders, Pair, Pairing
from server.store import Store

Change = Callable[[Connection], None]


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the office: its number, when, whose, what (``kind``), and what it was about.

    ``reason`` is the arbiter's; ``players``, ``teams``, ``round`` and ``game`` are set where the decision concerns
    them; ``detail`` holds the rest as plain data.
    """

    number: int
    at_ms: int
    by: str
    kind: str
    players: tuple[int, ...] = ()
    teams: tuple[int, ...] = ()
    round: int = 0
    game: str = ""
    reason: str = ""
    detail: dict[str, Any] = {}


class Undone(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing that was taken back, whole or in part; its games stay in the record under their own ids."""

    number: int
    pairing: Pairing
    at_ms: int
    by: str
    reason: str


class Further(msgspec.Struct, frozen=True, kw_only=True):
    """A game of a meeting after its first, at the same table (5.4.6).

    ``meeting`` is the id of the first game, ``number`` the place in the meeting, ``extra`` whether it belongs to an
    extra micro-match; ``earliest_ms`` when it may begin. ``dropped``: it was not to be played after all.
    """

    meeting: str
    round: int
    number: int
    pair: Pair
    extra: bool = False
    at_ms: int = 0
    earliest_ms: int = 0
    dropped: bool = False


class LostMeeting(msgspec.Struct, frozen=True, kw_only=True):
    """A meeting that ``players`` have lost by a ruling (5.4.14.1), whatever its score."""

    meeting: str
    players: tuple[int, ...]
    at_ms: int
    by: str
    reason: str


class PlayOff(msgspec.Struct, frozen=True, kw_only=True):
    """A play-off for first place (31.8): who plays it, and everyone's order by the criteria when it was begun, which
    decides who of three leaves (31.8.5.2). ``number`` counts those begun, taken back ones included."""

    number: int
    players: tuple[int, ...]
    ranking: tuple[int, ...]
    at_ms: int
    by: str


class Ledger:
    """The event's office books. ``seed`` is the event's: every lot unfolds it."""

    def __init__(self, settings: Settings, kept: Store, clock: Callable[[], int], seed: int) -> None:
        self.settings, self._store, self.clock, self.seed = settings, kept, clock, seed
        self.members: dict[int, Member] = {}
        self.byes: dict[tuple[int, int], Bye] = {}
        self.pairings: list[Pairing] = []
        self.undone: list[Undone] = []
        self.adjourned: dict[str, Adjourned] = {}
        self.orders = Orders()
        self.acts: list[Act] = []
        self.further: dict[str, tuple[Further, ...]] = {}
        self.lost_meetings: dict[str, LostMeeting] = {}
        self.play_off: PlayOff | None = None

    def restore(self, connection: Connection) -> None:
        """Read everything from the store."""
        for data in _column(connection, store.players.c.data):
            member = msgspec.json.decode(data, type=Member)
            self.members[member.id] = member
        for row in connection.execute(sa.select(store.byes)):
            self.byes[row.round, row.player] = Bye(round=row.round, player=row.player, kind=row.kind)
        pairings = sa.select(store.rounds.c.data).order_by(store.rounds.c.round)
        self.pairings = [msgspec.json.decode(data, type=Pairing) for data in connection.execute(pairings).scalars()]
        undone = sa.select(store.undone.c.data).order_by(store.undone.c.number)
        self.undone = [msgspec.json.decode(data, type=Undone) for data in connection.execute(undone).scalars()]
        acts = sa.select(store.acts.c.data).order_by(store.acts.c.number)
        self.acts = [msgspec.json.decode(data, type=Act) for data in connection.execute(acts).scalars()]
        for data in _column(connection, store.adjourned.c.data):
            one = msgspec.json.decode(data, type=Adjourned)
            self.adjourned[one.game] = one
        for data in _column(connection, store.further.c.data):
            self.note_further(msgspec.json.decode(data, type=Further))
        for data in _column(connection, store.lost_meetings.c.data):
            lost = msgspec.json.decode(data, type=LostMeeting)
            self.lost_meetings[lost.meeting] = lost
        for data in _column(connection, store.play_offs.c.data):
            self.play_off = msgspec.json.decode(data, type=PlayOff)
        for data in _column(connection, store.orders.c.data):
            self.orders = msgspec.json.decode(data, type=Orders)

    # -- reading

    @property
    def round_number(self) -> int:
        """The round being played, or last played; 0 before the first."""
        return len(self.pairings)

    @property
    def lots(self) -> int:
        """The seed of the pairing's lots. It stands in exported files: the event's own seed does not follow from it."""
        return rounds.lot(self.seed, "pairing")

    @property
    def first_colour(self) -> Literal["white", "black"]:
        """The colour of the first pair's first player in round 1: by the settings, or by lot."""
        chosen = self.settings.event.first_colour
        if chosen == "white" or (chosen == "lot" and rounds.lot(self.seed, "first colour") % 2 == 0):
            return "white"
        return "black"

    def live_pairs(self) -> Iterator[Pair]:
        """The pairs of all rounds that stand, and the further games of their meetings."""
        for pairing in self.pairings:
            for pair in pairing.pairs:
                yield pair
                yield from (more.pair for more in self.games_after(pair.game))

    def games_after(self, first: str) -> tuple[Further, ...]:
        """The further games of the meeting whose first game is ``first``, in order."""
        return tuple(more for more in self.further.get(first, ()) if not more.dropped)

    def note_further(self, more: Further) -> None:
        """Take up a further game, or what became of it."""
        others = (one for one in self.further.get(more.meeting, ()) if one.pair.game != more.pair.game)
        self.further[more.meeting] = tuple(sorted((*others, more), key=lambda one: (one.number, one.at_ms)))

    def editions(self, round: int) -> int:
        """How many pairings round ``round`` has had."""
        stands = self.pairings[round - 1].edition if round <= self.round_number else 0
        return max([stands, *(one.pairing.edition for one in self.undone if one.pairing.round == round)])

    # -- changing

    def act(self, kind: str, by: str, **about: Any) -> Act:
        """The next act, not yet kept."""
        return Act(number=len(self.acts) + 1, at_ms=self.clock(), by=by, kind=kind, **about)

    async def keep(self, act: Act, *changes: Change) -> None:
        """Commit ``changes`` together with the act that made them. Raises StoreError when the disk did not take it."""

        def work(connection: Connection) -> None:
            connection.execute(sa.insert(store.acts), {"number": act.number, "data": msgspec.json.encode(act)})
            for change in changes:
                change(connection)

        await self._store.commit(work)
        self.acts.append(act)

    def put(self, table: sa.Table, **row: Any) -> Change:
        """The change that inserts or replaces a row; ``data`` is encoded."""
        if "data" in row:
            row["data"] = msgspec.json.encode(row["data"])
        return lambda connection: self._store.put(connection, table, row)

    async def put_members(self, members: Sequence[Member], act: Act) -> None:
        """Keep players as they stand now."""
        await self.keep(act, *(self.put(store.players, id=member.id, data=member) for member in members))
        self.members.update({member.id: member for member in members})

    async def put_bye(self, bye: Bye, act: Act) -> None:
        """Keep a bye or an absence of a coming round."""
        await self.keep(act, self.put(store.byes, round=bye.round, player=bye.player, kind=bye.kind))
        self.byes[bye.round, bye.player] = bye

    async def drop_bye(self, bye: Bye, act: Act) -> None:
        """Take a bye back."""
        place = (store.byes.c.round == bye.round) & (store.byes.c.player == bye.player)
        await self.keep(act, lambda connection: _run(connection, sa.delete(store.byes).where(place)))
        del self.byes[bye.round, bye.player]

    async def put_orders(self, orders: Orders, act: Act) -> None:
        """Keep the orders of the pairing."""
        await self.keep(act, self.put(store.orders, number=1, data=orders))
        self.orders = orders

    async def put_adjourned(self, adjourned: Adjourned, act: Act) -> None:
        """Keep a game as adjourned."""
        await self.keep(act, self.put(store.adjourned, game=adjourned.game, data=adjourned))
        self.adjourned[adjourned.game] = adjourned

    async def drop_adjourned(self, game: str, act: Act) -> None:
        """The game is adjourned no longer."""
        drop = sa.delete(store.adjourned).where(store.adjourned.c.game == game)
        await self.keep(act, lambda connection: _run(connection, drop))
        del self.adjourned[game]


def _run(connection: Connection, statement: Any) -> None:
    connection.execute(statement)


def _column(connection: Connection, column: Any) -> list[bytes]:
    return list(connection.execute(sa.select(column)).scalars())
