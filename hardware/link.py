"""A session on a line: moves the bytes both ways, lets time pass, and opens the line again when it was lost."""

import asyncio
from collections.abc import Callable

import msgspec

from hardware.events import DeviceEvent, DeviceFault, Output, Session
from hardware.transport import Transport
from rules.errors import DeviceError
from rules.side import Side

TICK_S = 0.05
RETRIES_S = (0.2, 0.5, 1.0, 2.0)
"""The waits between tries to open the line; the last one repeats."""

MUTE_MS = 20_000
"""A line on which nothing is heard for so long is opened anew: an adapter can hang, and of a socket whose far end lost
its power nobody is told. Every driver asks more often than that."""


class DeviceUp(msgspec.Struct, frozen=True, kw_only=True):
    """The line is open (again)."""

    t_ms: int
    line: str


class DeviceDown(msgspec.Struct, frozen=True, kw_only=True):
    """The line is lost or could not be opened; told once for each new reason. Tries go on while ``transient``."""

    t_ms: int
    line: str
    reason: str
    transient: bool


LinkEvent = DeviceEvent | DeviceUp | DeviceDown


class Link:
    """Holds one device. ``emit`` gets every event in order; ``now_ms`` is the table's monotonic time.

    ``capture`` gets the raw bytes as they come in, before anything is made of them.
    """

    def __init__(
        self,
        line: Transport,
        session: Session,
        emit: Callable[[LinkEvent], None],
        now_ms: Callable[[], int],
        *,
        capture: Callable[[bytes], None] | None = None,
        mute_ms: int = MUTE_MS,
    ) -> None:
        self._line, self._session, self._emit, self._now_ms, self._capture = line, session, emit, now_ms, capture
        self._mute_ms = mute_ms
        self._to_send: asyncio.Queue[bytes] = asyncio.Queue()
        self._up = self._mute = False
        self._heard_ms = 0

    async def run(self) -> None:
        """Runs until cancelled, or until the line fails for good: then `DeviceError`, after the `DeviceDown`."""
        tries, reason = 0, ""
        while True:
            try:
                await self._line.open()
                tries, reason = 0, ""
                await self._serve()
            except DeviceError as fault:
                if self._up or str(fault) != reason:
                    reason, self._mute = str(fault), False
                    self._emit(
                        DeviceDown(t_ms=self._now_ms(), line=self._line.name, reason=reason, transient=fault.transient)
                    )
                if not fault.transient:
                    raise
            finally:
                self._up = False
                await self._line.close()
            await asyncio.sleep(RETRIES_S[min(tries, len(RETRIES_S) - 1)])
            tries += 1

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None) -> None:
        """Passes the order on; the answer is a `hardware.events.ClockSet`. `DeviceError` while the line is down."""
        if not self._up:
            raise DeviceError(f"{self._line.name} is not connected", transient=True)
        self._handle(self._session.set_clock(white_ms, black_ms, running, self._now_ms()))

    async def _serve(self) -> None:
        self._to_send = asyncio.Queue()
        self._up, self._heard_ms = True, self._now_ms()
        if not self._mute:
            self._emit(DeviceUp(t_ms=self._now_ms(), line=self._line.name))
        self._handle(self._session.start(self._now_ms()))
        jobs = [asyncio.create_task(job()) for job in (self._read, self._write, self._tick)]
        try:
            # Not gathered: a line that is lost as we are cancelled would hide the cancellation.
            ended, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in ended:
                job.result()
        finally:
            for job in jobs:
                job.cancel()
            # Not one by one with their cancellation suppressed: our own would be swallowed as well.
            await asyncio.gather(*jobs, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            data = await self._line.read()
            self._heard_ms, self._mute = self._now_ms(), False
            if self._capture is not None:
                self._capture(data)
            self._handle(self._session.receive(data, self._now_ms()))

    async def _write(self) -> None:
        while True:
            await self._line.write(await self._to_send.get())

    async def _tick(self) -> None:
        """Ends when the line is to be opened anew."""
        while self._now_ms() - self._heard_ms < self._mute_ms:
            await asyncio.sleep(TICK_S)
            self._handle(self._session.tick(self._now_ms()))
        self._mute = True

    def _handle(self, output: Output) -> None:
        if output.send:
            self._to_send.put_nowait(output.send)
        for event in output.events:
            if not (self._mute and isinstance(event, DeviceFault) and event.kind == "silent"):
                self._emit(event)
