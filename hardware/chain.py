"""Several boards on one line: one session for the line, a board of it for each table.

The line is open while at least one table is served; a table that comes or goes disturbs no other.
"""

import asyncio
from collections.abc import Callable
from typing import Protocol

import msgspec

from hardware.devices import DeviceKind, DeviceSettings
from hardware.events import ChainOutput, ClockSet, Output
from hardware.link import DeviceDown, DeviceUp, Link, LinkEvent
from hardware.transport import SerialLine, Transport
from rules.errors import DeviceError, SettingsError
from rules.side import Side

LINGER_S = 2.0
"""So long a line that nobody serves any more stays open: the driver of a table's next game is about to come."""

Emit = Callable[[LinkEvent], None]
Bytes = Callable[[bytes], None]


class Holding(Protocol):
    """What holds a table's board: a `hardware.link.Link`, or a board of a chain."""

    async def run(self) -> None: ...

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None) -> None: ...


class Chains:
    """The chains of one program, by their lines. ``open_line`` takes the line's address and speed."""

    def __init__(self, now_ms: Callable[[], int], open_line: Callable[[str, int], Transport] = SerialLine) -> None:
        self._now_ms, self._open = now_ms, open_line
        self._lines: dict[str, ChainLine] = {}

    def board(
        self,
        address: str,
        kind: DeviceKind,
        settings: DeviceSettings,
        emit: Emit,
        *,
        heard: Callable[[], None] = lambda: None,
        capture: Bytes | None = None,
    ) -> "ChainBoard":
        """The board ``settings.bus`` of the chain on the line ``address``. ``heard`` is called whenever it answered,
        ``capture`` gets the bytes of the whole line. `SettingsError` when it cannot be one."""
        if kind.chain is None:
            raise SettingsError((f"a {kind.title} has its line for itself",))
        if settings.bus is None:
            raise SettingsError((f"a {kind.title} needs the bus address of its board",))
        if address not in self._lines:
            self._lines[address] = ChainLine(self._open(address, kind.baud), kind, self._now_ms)
        return ChainBoard(self._lines[address], settings.bus, settings, emit, heard, capture, self._now_ms)


class ChainLine:
    """The line of a chain, as a `hardware.events.Session` on a link: what it hears goes to the boards."""

    def __init__(self, line: Transport, kind: DeviceKind, now_ms: Callable[[], int]) -> None:
        assert kind.chain is not None
        self.name = line.name
        self._session, self._now_ms = kind.chain.session(), now_ms
        self._link = Link(line, self, self._of_line, now_ms, capture=self._hear)
        self._boards: dict[int, ChainBoard] = {}
        self._up = False
        self._fault: DeviceError | None = None
        self._running: asyncio.Task[None] | None = None

    async def serve(self, board: "ChainBoard") -> None:
        """Until cancelled, or until the line fails for good: then `DeviceError`."""
        if board.bus in self._boards:
            text = f"{self.name}: board {board.bus} of the chain is served already"
            raise DeviceError(text, transient=False)
        self._session.serve(board.settings)
        self._boards[board.bus] = board
        try:
            if self._up:
                board.emit(DeviceUp(t_ms=self._now_ms(), line=self.name))
            if self._running is None or self._running.done():
                self._running = asyncio.create_task(self._run(), name=f"chain {self.name}")
            await asyncio.shield(self._running)
            if self._fault is not None:
                raise self._fault
        finally:
            del self._boards[board.bus]
            self._session.leave(board.bus)
            if not self._boards:
                asyncio.get_running_loop().call_later(LINGER_S, self._close)

    async def _run(self) -> None:
        """The line's link; why it ended is for the boards to tell, and there may be none at the moment."""
        self._fault = None
        try:
            await self._link.run()
        except DeviceError as fault:
            self._fault = fault

    def _close(self) -> None:
        """Nobody has come back."""
        if not self._boards and self._running is not None:
            self._running.cancel()
            self._running, self._up = None, False

    # -- what the link asks of a session -------------------------------------------------------------------------

    def start(self, now_ms: int) -> Output:
        return self._told(self._session.start(now_ms))

    def receive(self, data: bytes, now_ms: int) -> Output:
        return self._told(self._session.receive(data, now_ms))

    def tick(self, now_ms: int) -> Output:
        return self._told(self._session.tick(now_ms))

    def assume_start(self) -> None:
        self._session.assume_start()

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        raise DeviceError("a clock is set at its own board", transient=False)

    def _told(self, output: ChainOutput) -> Output:
        for bus in output.heard & self._boards.keys():
            self._boards[bus].heard()
        for bus, event in output.events:
            if bus in self._boards:
                self._boards[bus].emit(event)
        return Output(send=output.send)

    def _of_line(self, event: LinkEvent) -> None:
        if isinstance(event, DeviceUp | DeviceDown):
            self._up = isinstance(event, DeviceUp)
            for board in tuple(self._boards.values()):
                board.emit(event)

    def _hear(self, data: bytes) -> None:
        for board in self._boards.values():
            if board.capture is not None:
                board.capture(data)


class ChainBoard:
    """One board of a chain, held by one table."""

    def __init__(
        self,
        line: ChainLine,
        bus: int,
        settings: DeviceSettings,
        emit: Emit,
        heard: Callable[[], None],
        capture: Bytes | None,
        now_ms: Callable[[], int],
    ) -> None:
        self.bus, self.settings, self.emit, self.heard, self.capture = bus, settings, emit, heard, capture
        self._line, self._now_ms = line, now_ms

    async def run(self) -> None:
        """See `hardware.link.Link.run`."""
        await self._line.serve(self)

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None) -> None:
        """A chain has no call that sets a clock: the answer is a `ClockSet` that says so."""
        self.emit(cannot_set(self._now_ms()))


class OneOfChain:
    """A chain of which one board is served, as a `hardware.events.Session`. Without ``settings.bus`` it is the first
    one that answers."""

    def __init__(self, kind: DeviceKind, settings: DeviceSettings) -> None:
        assert kind.chain is not None
        self._chain, self._settings = kind.chain.session(), settings
        self._assumed = False
        if settings.bus is not None:
            self._chain.serve(settings)

    def start(self, now_ms: int) -> Output:
        return self._mine(self._chain.start(now_ms))

    def receive(self, data: bytes, now_ms: int) -> Output:
        output = self._mine(self._chain.receive(data, now_ms))
        if self._settings.bus is None and self._chain.found:
            self._settings = msgspec.structs.replace(self._settings, bus=min(self._chain.found))
            self._chain.serve(self._settings)
            if self._assumed:
                self._chain.assume_start()
        return output

    def tick(self, now_ms: int) -> Output:
        return self._mine(self._chain.tick(now_ms))

    def assume_start(self) -> None:
        self._assumed = True
        self._chain.assume_start()

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        return Output(events=(cannot_set(now_ms),))

    def _mine(self, output: ChainOutput) -> Output:
        return Output(
            send=output.send, events=tuple(event for bus, event in output.events if bus == self._settings.bus)
        )


def cannot_set(now_ms: int) -> ClockSet:
    """The answer to the wish to set a clock on a chain."""
    return ClockSet(t_ms=now_ms, ok=False, reason="a clock on a chain cannot be set over the line: set it by hand")
