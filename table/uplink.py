"""What a table says to the server and hears from it, on whatever connection there is now (`table.broker`)."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version

import msgspec
import structlog

from record.assignment import Assignment
from record.messages import Ack, Assign, Birth, DeskEvents, Reply, ServerState, TableState, decode, encode
from table.broker import Message
from table.config import Server
from table.journal import Journal, JournalError
from table.outbox import Batch, Outbox
from table.wall import now_ms

BEAT_MS = 5_000
"""So often a table is heard of at least: a quarter of the silence that the regulations allow by default."""

Assigned = Callable[[Assignment | None], Awaitable[None]]
Commanded = Callable[[DeskEvents], Awaitable[Reply]]


class _Note(msgspec.Struct, frozen=True, kw_only=True):
    """A message that is not part of the log."""

    leaf: str
    payload: bytes
    retain: bool = False

    def taken(self) -> None:
        """Nothing waits for it."""


class _Sent:
    """A batch on its way."""

    leaf, retain = "log", False

    def __init__(self, batch: Batch, outbox: Outbox) -> None:
        self.payload, self._batch, self._outbox = batch.payload, batch, outbox

    def taken(self) -> None:
        self._outbox.published(self._batch, now_ms())


class Uplink:
    """The table's end of the conversation; a `table.broker.Desk`.

    ``assigned`` and ``commanded`` are called with what the server wants; ``changed`` when the connection came or went,
    or when the server has taken something.
    """

    def __init__(
        self,
        server: Server,
        number: int,
        journal: Journal,
        *,
        boot: str,
        assigned: Assigned,
        commanded: Commanded,
        changed: Callable[[], None],
    ) -> None:
        self._server, self._number, self._journal, self._boot = server, number, journal, boot
        self._assigned, self._commanded, self._changed = assigned, commanded, changed
        self._log = structlog.get_logger("flagfall.table").bind(table=number)
        rows = [row for row in journal.sessions(number=number) if row.event == server.event]
        self.outbox = Outbox(rows, journal.installation)
        self._notes: deque[_Note] = deque()
        self._wake, self._acked = asyncio.Event(), asyncio.Event()
        self._acks: dict[str, int] = {}
        self._server_up = False
        self._beat_ms = 0
        self._said: tuple[Birth, TableState] | None = None
        self.is_connected = False
        self.trouble = ""
        """What the server finds wrong with this table."""

    def say(self, state: TableState, board: str) -> None:
        """Publishes ``state``, and who speaks here with which ``board``, where the server does not know it yet."""
        boards = (board,) if board else ()
        installation = self._journal.installation
        birth = Birth(table=self._number, installation=installation, boot=self._boot, version=_version(), boards=boards)
        said, self._said = self._said, (birth, state) if self.is_connected else None
        if said is None or said[0] != birth:
            self._tell("birth", birth, retain=True)
        if said is None or said[1] != state:
            self._beat_ms = now_ms()
            self._tell("state", state, retain=True)

    def beat(self) -> None:
        """Repeats the state while nothing else is to be said: the server takes a table that says nothing for silent."""
        if self._said is not None and now_ms() - self._beat_ms >= BEAT_MS:
            self._beat_ms = now_ms()
            self._tell("state", self._said[1], retain=True)

    def recorded(self, game: str, session: str, seq: int) -> None:
        """The journal now holds ``session`` up to ``seq``: it may be sent."""
        self.outbox.recorded(game, session, seq)
        self._wake.set()

    async def save_acks(self) -> None:
        """Keeps acknowledgements across a restart. Losing one only means sending again."""
        acks, self._acks = self._acks, {}
        for session, seq in acks.items():
            with suppress(JournalError):
                await asyncio.to_thread(self._journal.acknowledge, session, seq)

    async def drain(self, seconds: float) -> None:
        """Gives the last events so long to leave; what stays is sent by the next run."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.is_connected and self.outbox.unacknowledged:
                    self._acked.clear()
                    await self._acked.wait()

    # -- for `table.broker` --------------------------------------------------------------------------------------

    def will(self) -> bytes:
        """See `table.broker.Desk`."""
        return encode(TableState(installation=self._journal.installation, online=False))

    def connected(self) -> None:
        """See `table.broker.Desk`."""
        self.is_connected, self._server_up, self._said = True, False, None
        self.outbox.restart()
        self._notes.clear()
        self._changed()

    def disconnected(self, reason: str) -> None:
        """See `table.broker.Desk`."""
        if self.is_connected:
            self.is_connected = False
            self._changed()

    async def next(self) -> Message:
        """See `table.broker.Desk`."""
        while True:
            self._wake.clear()
            if self._notes:
                return self._notes.popleft()
            batch = self.outbox.next(self._read, now_ms())
            if batch is not None:
                return _Sent(batch, self.outbox)
            due_ms = self.outbox.due_ms(now_ms())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), None if due_ms is None else due_ms / 1000 + 0.01)

    async def received(self, leaf: str, payload: bytes) -> None:
        """See `table.broker.Desk`."""
        try:
            match leaf:
                case "ack":
                    self._acknowledge(decode(payload, type=Ack))
                case "command":
                    self._tell("reply", await self._commanded(decode(payload, type=DeskEvents)))
                case "assignment":
                    await self._assign(decode(payload, type=Assign).assignment if payload else None)
                case "server":
                    self._server_seen(bool(payload) and decode(payload, type=ServerState).online)
        except msgspec.DecodeError as fault:
            self._log.error("a message of the server makes no sense", leaf=leaf, fault=str(fault))
        except Exception:
            # Whatever is wrong with this message, the table goes on recording and hears the next one.
            self._log.exception("a message of the server could not be followed", leaf=leaf)

    # -- how -----------------------------------------------------------------------------------------------------

    async def _assign(self, assignment: Assignment | None) -> None:
        here = (self._server.event, self._number)
        if assignment is not None and (assignment.event, assignment.table) != here:
            self._log.error("an assignment for another table", of=f"{assignment.event}/{assignment.table}")
            return
        await self._assigned(assignment)

    def _acknowledge(self, ack: Ack) -> None:
        if ack.installation not in ("", self._journal.installation):
            return
        before = self.outbox.refusals
        self._acks.update(self.outbox.acknowledged(ack))
        if self.outbox.refusals != before:
            self._log.error("sessions refused by the server", refused=self.outbox.refusals)
        if ack.trouble != self.trouble:
            self.trouble = ack.trouble
            if ack.trouble:
                self._log.error("no game will come to this table", fault=ack.trouble)
        self._wake.set()
        self._acked.set()
        self._changed()

    def _server_seen(self, online: bool) -> None:
        """A server that comes up may have been restored: it is offered everything again."""
        if online and not self._server_up:
            self.outbox.restart()
            self._wake.set()
        self._server_up = online

    def _tell(self, leaf: str, message: Birth | TableState | Reply, *, retain: bool = False) -> None:
        """Says ``message`` if there is anyone to hear it: after a reconnection all is said anew."""
        if self.is_connected:
            self._notes.append(_Note(leaf=leaf, payload=encode(message), retain=retain))
            self._wake.set()

    def _read(self, session: str, above: int, limit: int) -> list[bytes]:
        return self._journal.events(session, above=above, limit=limit)


def _version() -> str:
    try:
        return version("flagfall")
    except PackageNotFoundError:
        return "unknown"
