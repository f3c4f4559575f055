"""What the hall says to the tables, on its way to the broker."""

import asyncio
from typing import NamedTuple


class Message(NamedTuple):
    """One MQTT message."""

    topic: str
    payload: bytes
    qos: int = 1
    retain: bool = False


class Outbox:
    """A queue with one reader, the MQTT shell. While no broker is connected messages are dropped: acknowledgements and
    commands are repeated anyway, and what is retained is published anew on every connection."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Message] = asyncio.Queue()
        self.connected = False

    def put(self, message: Message) -> None:
        """Queue ``message`` if a broker is connected."""
        if self.connected:
            self._queue.put_nowait(message)

    def open(self) -> None:
        """A broker is connected."""
        self.connected = True

    def close(self) -> None:
        """The broker is gone: so is what waits."""
        self.connected = False
        self.drain()

    def drain(self) -> list[Message]:
        """Everything that waits, taken out."""
        taken: list[Message] = []
        while not self._queue.empty():
            taken.append(self._queue.get_nowait())
        return taken

    async def get(self) -> Message:
        """The next message."""
        return await self._queue.get()
