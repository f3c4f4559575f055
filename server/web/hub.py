"""One page, one event stream: frames are encoded once, slow readers dropped, walls and lists sent once a second.

A `Hub` has channels. A channel takes parts (a key and what now stands there) and sends frames. Immediate channels send
each part at once; coalesced ones gather what changed and send it when `flush` is called, once a second. Every frame has
an id; a reader who comes back with `Last-Event-ID` gets what it missed, or is told to load the page again.
"""

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Mapping

import msgspec

KEPT = 64
"""Frames that a channel keeps for those who come back."""

WAITING = 32
"""Frames that may wait for one reader before it is dropped; it will come back with its last id."""

RESET = b"event: reset\ndata: {}\n\n"


class Frame(msgspec.Struct, frozen=True):
    """An encoded frame: ``number`` grows by one within its channel."""

    number: int
    data: bytes


class Reader:
    """One open stream. Iterate over it for the bytes to send; it ends when the reader was dropped or the hub closed."""

    def __init__(self, channel: "Channel", waiting: int) -> None:
        self._channel = channel
        self._limit = waiting
        self._queue: deque[bytes] = deque()
        self._ready = asyncio.Event()
        self.ended = False

    def put(self, data: bytes) -> None:
        """Queue ``data``; a reader whose queue is full is dropped and what waits for it forgotten."""
        if self.ended:
            return
        if len(self._queue) >= self._limit:
            self._queue.clear()
            self.end()
            return
        self._queue.append(data)
        self._ready.set()

    def end(self) -> None:
        """No more frames for this reader."""
        self.ended = True
        self._channel.readers.discard(self)
        self._ready.set()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def __anext__(self) -> bytes:
        while not self._queue:
            if self.ended:
                raise StopAsyncIteration
            self._ready.clear()
            await self._ready.wait()
        return self._queue.popleft()

    async def next(self, timeout_s: float) -> bytes | None:
        """The next bytes, or ``None`` when there were none for ``timeout_s`` seconds. Raises StopAsyncIteration."""
        if not self._queue and not self.ended:
            self._ready.clear()
            try:
                await asyncio.wait_for(self._ready.wait(), timeout_s)
            except TimeoutError:
                return None
        return await self.__anext__()


class Channel:
    """The frames of one page in one language."""

    def __init__(self, run: str, *, coalesced: bool, kept: int = KEPT) -> None:
        self.readers: set[Reader] = set()
        self._run = run
        self._coalesced = coalesced
        self._kept: deque[Frame] = deque(maxlen=kept)
        self._number = 0
        self._shown: dict[str, str] = {}
        self._pending: dict[str, str] = {}

    def put(self, parts: Mapping[str, str]) -> None:
        """Those of ``parts`` that changed since they were last put will be sent."""
        changed = {key: text for key, text in parts.items() if self._shown.get(key) != text}
        if not changed:
            return
        self._shown.update(changed)
        self._pending.update(changed)
        if not self._coalesced:
            self.flush()

    def flush(self) -> None:
        """Send what is pending as one frame."""
        if not self._pending:
            return
        self._number += 1
        body = msgspec.json.encode(self._pending)
        self._pending = {}
        frame = Frame(self._number, f"event: parts\nid: {self._run}-{self._number}\ndata: ".encode() + body + b"\n\n")
        self._kept.append(frame)
        for reader in list(self.readers):
            reader.put(frame.data)

    def open(self, last_id: str | None, waiting: int = WAITING) -> Reader:
        """A new reader. With ``last_id`` it first gets the frames it missed, or a ``reset`` when they are gone."""
        reader = Reader(self, waiting)
        self.readers.add(reader)
        if last_id is None:
            return reader
        run, _, number = last_id.rpartition("-")
        known = run == self._run and bool(re.fullmatch("[0-9]{1,12}", number)) and int(number) <= self._number
        missed = [frame for frame in self._kept if known and frame.number > int(number)]
        if not known or len(missed) < self._number - int(number) or len(missed) > waiting:
            reader.put(RESET)
            return reader
        for frame in missed:
            reader.put(frame.data)
        return reader


class Hub:
    """All channels of a server. ``run`` is unique to this run of it, so that ids of an earlier one are not mistaken."""

    def __init__(self, run: str) -> None:
        self._run = run
        self.channels: dict[str, Channel] = {}

    def channel(self, name: str, *, coalesced: bool) -> Channel:
        """The channel of that name, made when it is first asked for."""
        if name not in self.channels:
            self.channels[name] = Channel(self._run, coalesced=coalesced)
        return self.channels[name]

    def flush(self) -> None:
        """Send the pending frames of every channel."""
        for channel in self.channels.values():
            channel.flush()

    def close(self) -> None:
        """End every stream."""
        for channel in self.channels.values():
            for reader in list(channel.readers):
                reader.end()
