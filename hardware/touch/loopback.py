"""A line inside one program: the driver reads at one end what the device says at the other."""

import asyncio
from collections.abc import Callable

from rules.errors import DeviceError


class Loopback:
    """A `hardware.transport.Transport`. ``received`` is what the device does with the bytes that the driver writes;
    it gives the bytes that the device answers. ``opened`` is called before the line is open: then the device makes
    itself ready. What is said while nobody listens is lost: before the line is open, and before the first word of the
    driver, which asks for everything."""

    def __init__(self, name: str, received: Callable[[bytes], bytes], opened: Callable[[], None]) -> None:
        self._name, self._received, self._opened = name, received, opened
        self._arrived: asyncio.Queue[bytes | None] | None = None
        self._asked = False

    @property
    def name(self) -> str:
        return self._name

    @property
    def is_open(self) -> bool:
        """Whether anyone listens."""
        return self._arrived is not None and self._asked

    def say(self, data: bytes) -> None:
        """The device says ``data``."""
        if data and self._arrived is not None and self._asked:
            self._arrived.put_nowait(data)

    async def open(self) -> None:
        await self.close()
        self._opened()
        self._arrived = asyncio.Queue()

    async def read(self) -> bytes:
        if self._arrived is None:
            raise DeviceError(f"{self._name} is not open", transient=True)
        data = await self._arrived.get()
        if data is None:
            raise DeviceError(f"{self._name} was closed", transient=True)
        return data

    async def write(self, data: bytes) -> None:
        if self._arrived is None:
            raise DeviceError(f"{self._name} is not open", transient=True)
        self._asked = True
        self.say(self._received(data))

    async def close(self) -> None:
        arrived, self._arrived, self._asked = self._arrived, None, False
        if arrived is not None:
            arrived.put_nowait(None)
