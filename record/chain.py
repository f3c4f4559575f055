"""The hash chain of a log: every event carries the SHA-256 of the bytes of the one before."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import TypeVar

import msgspec

from record.events import Event, decode, encode

E = TypeVar("E", bound=Event)


def root(game: str, session: str) -> str:
    """What the first event of a session carries as ``prev``: the chain belongs to its game and session."""
    return sha256(f"flagfall/1 {game} {session}".encode()).hexdigest()


def digest(data: bytes) -> str:
    """The link that the next event carries."""
    return sha256(data).hexdigest()


def seal(
    event: E, *, session: str, seq: int, t_ms: int, at: str, prev: str, after: tuple[str, int] | None = None
) -> tuple[E, bytes]:
    """``event`` with its place in the log, and its bytes."""
    placed = msgspec.structs.replace(event, session=session, seq=seq, t_ms=t_ms, at=at, prev=prev, after=after)
    return placed, encode(placed)


class Break(msgspec.Struct, frozen=True):
    """Where a chain does not hold: the ``seq`` at which the first fault shows, and what was wrong there."""

    seq: int
    fault: str


def verify(game: str, session: str, log: Sequence[bytes] | Iterable[bytes]) -> Break | None:
    """``None`` when ``log``, the events' bytes in order, is a whole chain of ``session`` from its first event on."""
    prev, expected = root(game, session), 1
    for data in log:
        try:
            event = decode(data)
        except msgspec.DecodeError as fault:
            return Break(expected, f"unreadable event: {fault}")
        if event.session != session:
            return Break(expected, f"belongs to session {event.session!r}, expected {session!r}")
        if event.seq != expected:
            return Break(expected, f"seq {event.seq}, expected {expected}")
        if event.prev != prev:
            return Break(expected, "does not carry the hash of the event before it")
        prev, expected = digest(data), expected + 1
    return None
