"""Judging a batch of table events against what the server holds: pure, so that every disorder can be tried.

A batch may come twice, late, with a hole before it, or forged. `judge` says what of it is new and whole, how far the
server may acknowledge once that is committed, and what is wrong.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from record.chain import digest
from record.events import DESK, decode
from server.gamelog import Entry, GameLog

Fault = Literal["chain-broken", "gap"]


class Verdict(NamedTuple):
    """``new``: what is to be stored. ``ack``: the last whole ``seq`` of the session once ``new`` is committed.

    ``fault``: ``gap`` when events before the batch's first are missing (the acknowledgement asks for them again);
    ``chain-broken`` when an event is unreadable, belongs elsewhere, does not carry the hash of the one before it, or is
    another than the one already stored under its ``seq``. ``seq`` and ``why`` say where and what.
    """

    new: tuple[Entry, ...]
    ack: int
    fault: Fault | None = None
    seq: int = 0
    why: str = ""


def judge(log: GameLog, session: str, events: Sequence[bytes], received_ms: int) -> Verdict:
    """What to do with ``events``, a `LogBatch` of ``session``. Nothing after the first fault is taken."""
    new: list[Entry] = []
    base, prev = log.tip(session)
    seq = base

    def broken(at: int, why: str) -> Verdict:
        return Verdict(tuple(new), seq, "chain-broken", at, why)

    if session == DESK:
        return broken(0, "a table may not write the desk's log")
    for data in events:
        try:
            event = decode(data)
        except (msgspec.DecodeError, ValueError) as fault:
            return broken(seq + 1, f"unreadable event: {fault}")
        if event.session != session:
            return broken(event.seq, f"the event belongs to session {event.session!r}, expected {session!r}")
        if event.seq < 1:
            return broken(event.seq, f"seq {event.seq}, expected 1 or more")
        found = digest(data)
        if event.seq <= seq:
            stored = log.hash_at(session, event.seq) or new[event.seq - base - 1].hash
            if stored != found:
                return broken(event.seq, "another event is already stored under this seq")
            continue
        if event.seq > seq + 1:
            return Verdict(tuple(new), seq, "gap", seq + 1, f"seq {event.seq} came, expected {seq + 1}")
        if event.prev != prev:
            return broken(event.seq, "does not carry the hash of the event before it")
        new.append(Entry(event, data, found, received_ms))
        seq, prev = event.seq, found
    return Verdict(tuple(new), seq)
