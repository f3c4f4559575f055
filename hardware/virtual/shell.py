"""A virtual device on a line: real time becomes game time, commands come in, news goes out."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from hardware.virtual.device import VirtualDevice
from hardware.virtual.line import Line
from hardware.virtual.noise import Noise

TICK_S = 0.02


class Served(Protocol):
    """A device on a line, as the hands at it see it."""

    line: Line

    @property
    def now_ms(self) -> int:
        """Game time."""
        ...

    async def connected(self) -> None:
        """Waits until a client has the line open."""
        ...

    async def until(self, game_ms: int) -> None:
        """Waits until game time has come to ``game_ms`` and, where the shell holds, somebody listens."""
        ...

    def do(self, act: Callable[[VirtualDevice, int], bytes]) -> None:
        """Something happens to the device now; what it says about it goes out."""
        ...


class Shell:
    """Serves ``device`` on ``line``. ``speed`` game milliseconds pass in a real one, ``noise`` spoils the bytes.

    With ``hold`` game time stands still while nobody has the line open: no clock runs out while a table computer
    starts again.
    """

    def __init__(
        self,
        device: VirtualDevice,
        line: Line,
        *,
        speed: float = 1.0,
        hold: bool = False,
        noise: Noise | None = None,
        real_ms: Callable[[], float] = lambda: time.monotonic() * 1000,
    ) -> None:
        self.device, self.line, self.speed, self.hold = device, line, speed, hold
        self._noise = noise
        self._real_ms = real_ms
        self._passed_ms = 0.0
        self._since_ms: float | None = None
        self._connected = asyncio.Event()
        self._ticking: asyncio.Task[None] | None = None

    @property
    def now_ms(self) -> int:
        """Game time."""
        running = 0.0 if self._since_ms is None else (self._real_ms() - self._since_ms) * self.speed
        return int(self._passed_ms + running)

    async def open(self) -> None:
        self.line.received = self._receive
        self.line.connected_changed = self._changed
        if not self.hold:
            self._since_ms = self._real_ms()
        await self.line.open()
        self._ticking = asyncio.create_task(self._tick())

    async def close(self) -> None:
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        await self.line.close()

    async def connected(self) -> None:
        """Waits until a client has the line open."""
        await self._connected.wait()

    async def until(self, game_ms: int) -> None:
        """Waits until game time has come to ``game_ms`` and, with ``hold``, somebody listens."""
        while (left := game_ms - self.now_ms) > 0 or (self.hold and not self._connected.is_set()):
            if self.hold:
                await self._connected.wait()
            await asyncio.sleep(max(left, 0) / self.speed / 1000)

    def do(self, act: Callable[[VirtualDevice, int], bytes]) -> None:
        """Something happens to the device now; what it says about it goes out."""
        self._send(act(self.device, self.now_ms))

    def _receive(self, data: bytes) -> None:
        heard = data if self._noise is None else self._noise.spoil(data)
        self._send(self.device.receive(heard, self.now_ms))

    def _send(self, data: bytes) -> None:
        self.line.send(data if self._noise is None else self._noise.spoil(data))

    def _changed(self, connected: bool) -> None:
        if connected:
            self._connected.set()
        else:
            self._connected.clear()
        if self.hold:
            self._passed_ms = float(self.now_ms)
            self._since_ms = self._real_ms() if connected else None

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK_S)
            self._send(self.device.tick(self.now_ms))


class Part:
    """One device of several that share a line: ``whole`` serves them all. See `Served`."""

    def __init__(self, whole: Shell, device: VirtualDevice) -> None:
        self.whole, self.device, self.line = whole, device, whole.line

    @property
    def now_ms(self) -> int:
        return self.whole.now_ms

    async def connected(self) -> None:
        await self.whole.connected()

    async def until(self, game_ms: int) -> None:
        await self.whole.until(game_ms)

    def do(self, act: Callable[[VirtualDevice, int], bytes]) -> None:
        self.whole.do(lambda _, now_ms: act(self.device, now_ms))
