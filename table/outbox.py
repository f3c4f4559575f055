"""What of a table's record the server does not have yet, as batches to publish. No connection, no clock, no thread.

The server acknowledges what it has committed, cumulatively and per session; only that counts, not what the broker
took (design.md, section 7). An acknowledgement may go backwards after a restore: then what is missing is sent again.
"""

from collections.abc import Callable, Iterable

import msgspec

from record.messages import MAX_BATCH, Ack, LogBatch, encode
from table.journal import SessionRow

Read = Callable[[str, int, int], list[bytes]]
"""Reads a journal: the events of a session above a ``seq``, at most so many."""

WINDOW = 1024
"""So many events of a session may be on their way before its next acknowledgement."""
FIRST_RESEND_MS, LAST_RESEND_MS = 5_000, 60_000
"""What is on its way and not acknowledged is sent again after the first; the wait doubles up to the last."""
MOST_EVENTS = 512
"""So many events are read for one batch; 64 KiB seldom hold as many."""


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """A batch ready to be published: the events of ``session`` after ``above``, up to and including ``upto``."""

    session: str
    above: int
    upto: int
    payload: bytes


class _Cursor(msgspec.Struct, kw_only=True):
    """How far a session is recorded, sent, and acknowledged. ``offered``: its last event was sent though the server
    is believed to have it. ``ask_ms``: when a refused one may be tried again."""

    game: str
    last: int
    acked: int
    sent: int
    wait_ms: int
    offered: bool = False
    resend_ms: int = 0
    refused: str = ""
    ask_ms: int = 0


class Outbox:
    """The sessions of one table, oldest first: the order in which they are sent."""

    def __init__(
        self, rows: Iterable[SessionRow], installation: str, *, first_resend_ms: int = FIRST_RESEND_MS
    ) -> None:
        self.installation, self.first_resend_ms = installation, first_resend_ms
        self._cursors = {row.session: self._cursor(row.game, row.last, row.acked) for row in rows}

    def recorded(self, game: str, session: str, seq: int) -> None:
        """The journal now holds ``session`` up to ``seq``."""
        cursor = self._cursors.setdefault(session, self._cursor(game, 0, 0))
        cursor.last = max(cursor.last, seq)

    def restart(self) -> None:
        """The connection, or the server, is a new one: everything above the acknowledgements goes again.

        Of a session that was acknowledged whole, the last event goes again too. A server that was restored from an
        older copy answers with what it really has.
        """
        for cursor in self._cursors.values():
            cursor.sent, cursor.offered, cursor.ask_ms = cursor.acked, False, 0
            cursor.resend_ms, cursor.wait_ms = 0, self.first_resend_ms

    def acknowledged(self, ack: Ack) -> dict[str, int]:
        """Takes the server's word. The sessions of this table whose acknowledgement changed, with the new one."""
        changed = {}
        for session, cursor in self._cursors.items():
            refused, cursor.refused = cursor.refused, ack.refused.get(session, "")
            if refused and not cursor.refused:
                cursor.sent, cursor.wait_ms, cursor.resend_ms = cursor.acked, self.first_resend_ms, 0
            if session not in ack.sessions:
                continue
            seq = min(max(ack.sessions[session], 0), cursor.last)
            if seq < cursor.acked:
                cursor.sent = seq
            if seq != cursor.acked:
                cursor.acked, cursor.wait_ms, cursor.resend_ms = seq, self.first_resend_ms, 0
                cursor.sent = max(cursor.sent, seq)
                changed[session] = seq
        return changed

    def next(self, read: Read, now_ms: int) -> Batch | None:
        """The next batch to publish, or ``None`` when nothing is due at ``now_ms``."""
        for session, cursor in self._cursors.items():
            if cursor.refused:
                # The server may come to take it, and says so only when it is asked again.
                if now_ms >= cursor.ask_ms and cursor.acked < cursor.last:
                    return self._batch(session, cursor, cursor.acked, read)
                continue
            if cursor.sent > cursor.acked:
                # An acknowledgement of a part leaves the rest on its way, and that may be lost as well.
                cursor.resend_ms = cursor.resend_ms or now_ms + cursor.wait_ms
                if now_ms >= cursor.resend_ms:
                    cursor.sent = cursor.acked
                    cursor.wait_ms, cursor.resend_ms = min(2 * cursor.wait_ms, LAST_RESEND_MS), 0
            if cursor.sent < cursor.last and cursor.sent - cursor.acked < WINDOW:
                return self._batch(session, cursor, cursor.sent, read)
            if not cursor.offered and 0 < cursor.last == cursor.acked:
                return self._batch(session, cursor, cursor.last - 1, read)
        return None

    def published(self, batch: Batch, now_ms: int) -> None:
        """The broker has taken ``batch``."""
        cursor = self._cursors[batch.session]
        cursor.offered, cursor.ask_ms = True, now_ms + LAST_RESEND_MS
        if batch.above != cursor.sent:
            return
        cursor.sent = batch.upto
        cursor.resend_ms = cursor.resend_ms or now_ms + cursor.wait_ms

    def due_ms(self, now_ms: int) -> int | None:
        """How long until something must be sent again; ``None`` when nothing waits for an acknowledgement."""
        waits = [
            (cursor.ask_ms if cursor.refused else cursor.resend_ms) - now_ms
            for cursor in self._cursors.values()
            if (cursor.refused and cursor.last > cursor.acked) or (cursor.resend_ms and cursor.sent > cursor.acked)
        ]
        return max(0, min(waits)) if waits else None

    @property
    def unacknowledged(self) -> int:
        """How many recorded events the server is not known to have."""
        return sum(cursor.last - cursor.acked for cursor in self._cursors.values())

    @property
    def refusals(self) -> dict[str, str]:
        """The sessions that the server does not take, with its reasons."""
        return {session: cursor.refused for session, cursor in self._cursors.items() if cursor.refused}

    def _cursor(self, game: str, last: int, acked: int) -> _Cursor:
        return _Cursor(game=game, last=last, acked=acked, sent=acked, wait_ms=self.first_resend_ms)

    def _batch(self, session: str, cursor: _Cursor, above: int, read: Read) -> Batch:
        events = read(session, above, min(MOST_EVENTS, cursor.last - above))
        size = len(self._payload(cursor.game, session, ())) + 1
        count = 0
        for data in events:
            size += len(data) + 1
            if count and size > MAX_BATCH:
                break
            count += 1
        payload = self._payload(cursor.game, session, events[:count])
        return Batch(session=session, above=above, upto=above + count, payload=payload)

    def _payload(self, game: str, session: str, events: Iterable[bytes]) -> bytes:
        raw = tuple(msgspec.Raw(data) for data in events)
        return encode(LogBatch(game=game, session=session, installation=self.installation, events=raw))
