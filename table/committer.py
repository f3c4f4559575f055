"""Brings events to the journal in groups, and tells when they are there.

A press, a flag, a button, a move or a finding is committed at once, with whatever waits; lifts, places and plain
readings wait for at most 50 ms, so that a hand's movement costs one write (design.md, section 3). The tables of a
computer share one committer, and so its writes. When the disk takes nothing, everything is kept and tried again.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

from record.events import AnyEvent, BoardDumped, ClockReading, SquareChanged
from table.journal import Journal, JournalError, Sealed

GROUP_S = 0.05
RETRY_S = 1.0

log = structlog.get_logger("flagfall.table")


def urgent(event: AnyEvent) -> bool:
    """Whether ``event`` may not wait for others to be committed with."""
    match event:
        case SquareChanged() | BoardDumped():
            return False
        case ClockReading(flags=flags):
            return bool(flags)
    return True


class Committer:
    """The one writer of a journal's events. ``trouble`` is why nothing can be recorded now, or empty."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._waiting: list[Sealed] = []
        self._then: list[Callable[[], None]] = []
        self._some, self._now = asyncio.Event(), asyncio.Event()
        self._one = asyncio.Lock()
        self.trouble = ""
        self.changed: Callable[[], None] = lambda: None

    def put(self, events: Sequence[Sealed], *, at_once: bool, then: Callable[[], None]) -> None:
        """Commits ``events`` soon, after all that were put before; ``then`` is called once they are on the disk."""
        if not events:
            return
        self._waiting.extend(events)
        self._then.append(then)
        self._some.set()
        if at_once:
            self._now.set()

    async def run(self) -> None:
        """Commits until cancelled."""
        while True:
            await self._some.wait()
            if not self._now.is_set():
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._now.wait(), GROUP_S)
            if not await self.flush():
                await asyncio.sleep(RETRY_S)

    async def flush(self) -> bool:
        """Commits all that waits, in one write. Whether it could: if not, it still waits."""
        async with self._one:
            return await self._flush()

    async def _flush(self) -> bool:
        self._some.clear()
        self._now.clear()
        events, then = self._waiting[:], self._then[:]
        if not events:
            return True
        writing = asyncio.ensure_future(asyncio.to_thread(self._journal.append, events))
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            # The thread cannot be stopped: what it writes is counted before anything else is done.
            await asyncio.wait([writing])
            if writing.exception() is None:
                self._done(len(events), then)
            raise
        except JournalError as fault:
            self._some.set()
            self._say(str(fault))
            return False
        self._say("")
        self._done(len(events), then)
        return True

    def _done(self, events: int, then: Sequence[Callable[[], None]]) -> None:
        del self._waiting[:events]
        del self._then[: len(then)]
        for tell in then:
            tell()

    def _say(self, trouble: str) -> None:
        if trouble == self.trouble:
            return
        if trouble:
            log.error("nothing can be recorded", fault=trouble, waiting=len(self._waiting))
        else:
            log.info("recording again")
        self.trouble = trouble
        self.changed()
