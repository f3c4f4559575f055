"""The hall's side of the conversation with the tables (design.md, section 7).

The broker is not a store: acknowledgements are cumulative and repeated, the desk's events are sent again until the
table says that it has them, assignments are retained and published anew on every connection. All that is remembered
here can be rebuilt from the store and from what tables say.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa
import structlog
from sqlalchemy.engine import Connection

from record import messages
from record.drawing import as_told
from record.events import DESK
from record.messages import Ack, Assign, Birth, DeskEvents, LogBatch, Reply, TableState, topic
from server import store
from server.lamps import Lamp, aged, bound_to, doubted, hear, with_birth, with_state
from server.outbox import Message, Outbox
from server.times import iso

if TYPE_CHECKING:
    from server.hall import Hall
    from server.rounds import Pair, Pairing

log = structlog.get_logger("tables")

ACK_EVERY_MS = 3_000
RESEND_EVERY_MS = 2_000
RESEND_REFUSED_MS = 30_000
LEAVES: dict[str, type[msgspec.Struct]] = {"state": TableState, "birth": Birth, "log": LogBatch, "reply": Reply}
"""What a table publishes, by the last part of its topic."""


class _Delivery(msgspec.Struct):
    """A desk log on its way to its table: ``sent_ms`` when it was last sent, ``wait_ms`` until it is sent again."""

    desk_seq: int
    sent_ms: int | None = None
    wait_ms: int = RESEND_EVERY_MS


class Tables:
    """The tables of one hall."""

    def __init__(self, hall: "Hall") -> None:
        self._hall = hall
        self.outbox = Outbox()
        self._lamps = {table.number: Lamp(table=table.number, device=table.device) for table in hall.settings.tables}
        self._acks: dict[tuple[int, str], dict[str, int]] = {}
        self._refused: dict[tuple[int, str], dict[str, str]] = {}
        self._deliveries: dict[str, _Delivery] = {}
        self._ack_due_ms: dict[int, int] = {}
        self._assigned: dict[int, str] = {}
        self.join: tuple[str, int, str] = ("", 0, "")
        """How a table joins: host and port of the broker, and the tables' password ("" for a broker not our own)."""

    def restore(self, connection: Connection) -> None:
        """Take up bindings, acknowledgements and undelivered desk logs from the store."""
        for row in connection.execute(sa.select(store.bindings)):
            lamp = self._lamps.get(row.table_no, Lamp(table=row.table_no))
            self._lamps[row.table_no] = msgspec.structs.replace(lamp, installation=row.installation)
        held = store.sessions.join(
            store.events,
            (store.sessions.c.game == store.events.c.game) & (store.sessions.c.session == store.events.c.session),
        )
        columns = (store.sessions.c.table_no, store.sessions.c.installation, store.sessions.c.session)
        query = sa.select(*columns, sa.func.max(store.events.c.seq).label("seq")).select_from(held).group_by(*columns)
        for row in connection.execute(query):
            self._acks.setdefault((row.table_no, row.installation), {})[row.session] = row.seq
        pairing = self._hall.pairing()
        if pairing is not None:
            self.seat(pairing)

    # -- what the desk sees

    def lamps(self) -> tuple[Lamp, ...]:
        """Every table, by number."""
        return tuple(self._lamps[number] for number in sorted(self._lamps))

    def lamp(self, table: int) -> Lamp:
        """One table; a table that no one has named yet is dark."""
        return self._lamps.get(table, Lamp(table=table))

    async def bind(self, table: int, installation: str) -> None:
        """The arbiter decides which computer speaks for ``table``."""
        if self.lamp(table).installation != installation:
            await self._bind(bound_to(self.lamp(table), installation))

    async def _bind(self, lamp: Lamp) -> None:
        row = {"table_no": lamp.table, "installation": lamp.installation}
        await self._hall.store.commit(lambda connection: self._hall.store.put(connection, store.bindings, row))
        self._show(lamp)
        # What was refused because another computer was bound is welcome now; the table waits to be told.
        if self._refused.pop((lamp.table, lamp.installation), None):
            self._send_ack(lamp.table, lamp.installation)

    def _show(self, lamp: Lamp) -> None:
        before = self._lamps.get(lamp.table)
        self._lamps[lamp.table] = lamp
        times = {"heard_ms": lamp.heard_ms, "doubted_ms": lamp.doubted_ms}
        if before is None or msgspec.structs.replace(before, **times) != lamp:
            self._hall.changes.tell("lamp", table=lamp.table)

    # -- what tables say

    async def receive(self, table: int, leaf: str, payload: bytes, *, retained: bool = False) -> None:
        """One message of ``table``. Messages of one table must be given one after another, in their order."""
        kind = LEAVES.get(leaf)
        if kind is None or not payload:
            return
        try:
            message = messages.decode(payload, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            await self._hall.raise_alarm("unreadable", table, "", f"{leaf}: {fault}")
            return
        match message:
            case TableState():
                await self._state(table, message, retained)
            case Birth():
                await self._birth(table, message, retained)
            case LogBatch():
                await self._log(table, message)
            case Reply():
                await self._reply(table, message)

    async def _heard(self, table: int, installation: str, retained: bool = False) -> bool:
        """Whether ``installation`` is the one that speaks for ``table``; it becomes so where none is."""
        before = self.lamp(table)
        lamp, bound = hear(before, installation, self._hall.clock())
        if retained:
            lamp = msgspec.structs.replace(lamp, heard_ms=before.heard_ms, doubted_ms=before.doubted_ms)
        if lamp.installation != before.installation:
            await self._bind(lamp)
        else:
            self._show(lamp)
        if not bound:
            detail = f"installation {installation} speaks at table {table}, which is bound to {before.installation}"
            await self._hall.raise_alarm("duplicate-table", table, self._hall.game_at(table) or "", detail)
            game = self._hall.game_at(table)
            if game is not None:
                evidence = {"bound": before.installation, "other": installation}
                await self._hall.note_finding(game, "duplicate-table", evidence)
        return bound

    async def _state(self, table: int, state: TableState, retained: bool) -> None:
        lamp = self.lamp(table)
        if not state.online and lamp.installation != state.installation:
            if lamp.rival == state.installation:
                self._show(msgspec.structs.replace(lamp, rival=""))
            return
        if await self._heard(table, state.installation, retained):
            self._show(with_state(self.lamp(table), state))
            if not state.online and lamp.rival:
                await self.bind(table, lamp.rival)

    async def _birth(self, table: int, birth: Birth, retained: bool) -> None:
        if await self._heard(table, birth.installation, retained):
            self._show(with_birth(self.lamp(table), birth))
            game = self._assigned.get(table)
            if game is not None:
                self.desk_grew(game)
        if stranger := self._stranger(table):
            await self._hall.raise_alarm("unknown-table", table, "", stranger)
        self._send_ack(table, birth.installation)
        self.tick()

    def _stranger(self, table: int) -> str:
        """Why no game ever comes to ``table``: the event does not know it. Empty for one that it knows."""
        known = sorted({seat.number for seat in self._hall.settings.tables} | set(self._assigned))
        if table in known:
            return ""
        named = f"its tables are {_spans(known)}" if known else "it names none"
        return f"table {table} is not in the event {self._hall.settings.event.id}: {named}"

    async def _log(self, table: int, batch: LogBatch) -> None:
        place = (table, batch.installation)
        bound = await self._heard(table, batch.installation)
        refused = self._refused.setdefault(place, {})
        if not bound:
            refused[batch.session] = f"table {table} is bound to installation {self.lamp(table).installation}"
        else:
            self._show(msgspec.structs.replace(self.lamp(table), online=True))
            taken = await self._hall.take_batch(table, batch)
            if taken.refused:
                refused[batch.session] = taken.refused
            else:
                refused.pop(batch.session, None)
            if taken.ack or not taken.refused:
                self._acks.setdefault(place, {})[batch.session] = taken.ack
        self._send_ack(table, batch.installation)

    async def _reply(self, table: int, reply: Reply) -> None:
        game = reply.id.rpartition(".")[0]
        delivery = self._deliveries.get(game)
        if delivery is None:
            return
        if not reply.ok:
            delivery.wait_ms = RESEND_REFUSED_MS
            await self._hall.raise_alarm("table-refused", table, game, reply.error)
        elif reply.desk_seq >= delivery.desk_seq:
            self._deliveries.pop(game, None)

    # -- what the hall says

    def seat(self, pairing: "Pairing") -> None:
        """Every table learns which game of ``pairing`` is its own, or that it has none."""
        before = set(self._assigned)
        seats = self._hall.meetings.seats(pairing)
        self._assigned = {pair.table: pair.game for pair in seats if pair.device == "board"}
        for pair in seats:
            self._lamps.setdefault(pair.table, Lamp(table=pair.table, device=pair.device))
            if pair.device == "board":
                self.desk_grew(pair.game)
        for table in sorted(before | set(self._assigned)):
            self.outbox.put(self._assignment(table))
        self.tick()

    def reseat(self, pair: "Pair") -> None:
        """The table of ``pair`` learns that this is its game now: the next one of a meeting."""
        if pair.device == "board":
            self._assigned[pair.table] = pair.game
            self.desk_grew(pair.game)
            self.outbox.put(self._assignment(pair.table))
            self.tick()

    def desk_grew(self, game: str) -> None:
        """The desk's log of ``game`` must reach its table, if one records it."""
        if self._hall.pair_of(game)[1].device == "board":
            desk_seq = len(self._hall.entries(game, DESK))
            self._deliveries[game] = _Delivery(desk_seq)

    def undelivered(self) -> Mapping[str, int]:
        """The games whose table has not yet said that it has the desk's log, and how far that goes."""
        return {game: delivery.desk_seq for game, delivery in self._deliveries.items()}

    def on_connected(self) -> Iterable[Message]:
        """What is to be published on every new connection: the retained assignments of all tables with devices."""
        tables = {number for number, lamp in self._lamps.items() if lamp.device == "board"} | set(self._assigned)
        for delivery in self._deliveries.values():
            delivery.sent_ms = None
        for lamp in self.lamps():
            self._lamps[lamp.table] = doubted(lamp, self._hall.clock())
        return [self._assignment(table) for table in sorted(tables)]

    def _assignment(self, table: int) -> Message:
        game = self._assigned.get(table)
        told = as_told(self._hall.game(game).assignment) if game else None
        payload = messages.encode(Assign(assignment=told))
        return Message(topic(self._hall.settings.event.id, table, "assignment"), payload, retain=True)

    def _send_ack(self, table: int, installation: str) -> None:
        place = (table, installation)
        ack = Ack(
            sessions=dict(self._acks.get(place, {})),
            installation=installation,
            refused=dict(self._refused.get(place, {})),
            trouble=self._stranger(table),
        )
        self.outbox.put(Message(topic(self._hall.settings.event.id, table, "ack"), messages.encode(ack)))
        self._ack_due_ms[table] = self._hall.clock() + ACK_EVERY_MS

    def tick(self) -> None:
        """Repeat what is due: acknowledgements, desk logs, the lamps' silence. To be called about once a second."""
        now = self._hall.clock()
        silent_after = self._hall.settings.regulations.silent_after_ms
        for table, lamp in list(self._lamps.items()):
            self._show(aged(lamp, now, silent_after, has_game=table in self._assigned))
            if lamp.online and lamp.installation and now >= self._ack_due_ms.get(table, 0):
                self._send_ack(table, lamp.installation)
        for game, delivery in list(self._deliveries.items()):
            if delivery.sent_ms is None or now - delivery.sent_ms >= delivery.wait_ms:
                self._deliver(game, delivery, now)

    def _deliver(self, game: str, delivery: _Delivery, now: int) -> None:
        table = self._hall.pair_of(game)[1].table
        if not self.lamp(table).online or not self.outbox.connected:
            return
        events = tuple(msgspec.Raw(entry.data) for entry in self._hall.entries(game, DESK))
        message = DeskEvents(id=f"{game}.{delivery.desk_seq}", game=game, events=events, at=iso(now))
        self.outbox.put(Message(topic(self._hall.settings.event.id, table, "command"), messages.encode(message)))
        delivery.sent_ms = now


def _spans(numbers: list[int]) -> str:
    """Ascending numbers for people.

    >>> _spans([1, 2, 3, 7])
    '1-3, 7'
    """
    spans: list[list[int]] = []
    for number in numbers:
        if spans and spans[-1][1] == number - 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in spans)
