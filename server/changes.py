"""Who is told that something changed: the pages' event streams subscribe here and read the hall for what it is now."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator

import msgspec

KEPT = 1024
"""How many past changes are kept for those who come back with their last id."""

WAITING = 256
"""How many changes may wait for one subscriber before it is told to look at everything again."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Something changed. ``id`` grows; ``what`` says where to look:

    ``game`` (its state), ``result`` (one was confirmed, or no longer is), ``lamp`` (of ``table``), ``round`` (one was
    paired, changed or taken back), ``players``, ``adjourned`` (a game is, or is not), ``alarm``; ``all`` when changes
    were missed.
    """

    id: int
    what: str
    game: str = ""
    table: int = 0


class Subscription:
    """An endless stream of changes; ``async for change in subscription``. `close` ends it, from any side."""

    def __init__(self, changes: "Changes", waiting: int = WAITING) -> None:
        self._changes = changes
        self._waiting: deque[Change] = deque()
        self._limit = waiting
        self._ready = asyncio.Event()
        self._closed = False

    def put(self, change: Change) -> None:
        """Queue ``change``. A subscriber that is too slow loses the queue and gets one ``all`` instead."""
        if len(self._waiting) >= self._limit:
            self._waiting.clear()
            change = Change(id=change.id, what="all")
        self._waiting.append(change)
        self._ready.set()

    def __aiter__(self) -> AsyncIterator[Change]:
        return self

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self._closed:
                raise StopAsyncIteration
            self._ready.clear()
            await self._ready.wait()
        return self._waiting.popleft()

    def close(self) -> None:
        """Stop: what is queued is still given out."""
        self._closed = True
        self._changes.forget(self)
        self._ready.set()

    def __enter__(self) -> "Subscription":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Changes:
    """The hub: one for each hall. ``first`` is the first id, chosen so that ids grow over restarts too."""

    def __init__(self, first: int = 1) -> None:
        self._next = first
        self._kept: deque[Change] = deque(maxlen=KEPT)
        self._subscribers: list[Subscription] = []

    def tell(self, what: str, *, game: str = "", table: int = 0) -> Change:
        """Tell every subscriber."""
        change = Change(id=self._next, what=what, game=game, table=table)
        self._next += 1
        self._kept.append(change)
        for subscriber in list(self._subscribers):
            subscriber.put(change)
        return change

    def subscribe(self, last_id: int | None = None) -> Subscription:
        """A new subscription. With ``last_id`` (Last-Event-ID) it begins with what came since, or with ``all`` when
        that is not known any more."""
        subscription = Subscription(self)
        if last_id is not None and last_id < self._next - 1:
            if self._kept and self._kept[0].id <= last_id + 1:
                for change in self._kept:
                    if change.id > last_id:
                        subscription.put(change)
            else:
                subscription.put(Change(id=self._next - 1, what="all"))
        self._subscribers.append(subscription)
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """End ``subscription``; unknown ones are ignored."""
        if subscription in self._subscribers:
            self._subscribers.remove(subscription)

    def close(self) -> None:
        """End every subscription: the server stops."""
        for subscription in list(self._subscribers):
            subscription.close()
