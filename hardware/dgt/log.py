"""The log that a DGT board keeps of itself: what was done on it while nobody listened.

A stream of entries without times of day, the oldest ones overwritten: ``0t0r nnnn`` and a field for a change (r: less
than 250 ms after the one before), three bytes for the time of the side that a press halted, single bytes for the rest.
"""

from collections.abc import Sequence
from enum import IntEnum

import msgspec

from hardware.wing import Wing

TAILS = (12, 6, 3)
"""So many of the changes heard last are looked for in the log, the longer run first."""


class Mark(IntEnum):
    """Entries of one byte."""

    NOTHING = 0x00
    POWER_UP = 0x6A
    END = 0x6B
    FOUR_ROWS = 0x6C
    EMPTY_BOARD = 0x6D
    DOWNLOADED = 0x6E
    BEGIN = 0x6F
    BEGIN_TURNED = 0x7A
    START_TAG = 0x7B
    WATCHDOG = 0x7C
    NO_ENTRY = 0x7F


class Changed(msgspec.Struct, frozen=True):
    """A field and the piece code on it since then. ``quick``: within 250 ms of the change before."""

    field: int
    piece: int
    quick: bool = False


class Halted(msgspec.Struct, frozen=True):
    """A press, or the clock stopped: the time of the side that does not run any more."""

    wing: Wing
    ms: int


Entry = Changed | Halted | Mark


def parse(raw: bytes) -> tuple[Entry, ...]:
    """The entries of a log, up to its end mark. Bytes that begin none, as where the oldest were overwritten, are left
    out.

    >>> parse(bytes.fromhex("4034712345"))
    (Changed(field=52, piece=0, quick=False), Halted(wing=<Wing.LEFT: 'left'>, ms=5025000))
    """
    entries: list[Entry] = []
    at = 0
    while at < len(raw):
        byte, rest = raw[at], raw[at + 1 : at + 3]
        at += 1
        if byte & 0xE0 == 0x40 and rest and rest[0] < 100:
            entries.append(Changed(rest[0], byte & 0x0F, bool(byte & 0x10)))
            at += 1
        elif byte & 0xE0 == 0x60 and byte & 0x0F <= 9 and len(rest) == 2:
            ms = _time_ms(byte & 0x0F, rest[0], rest[1])
            if ms is not None:
                entries.append(Halted(Wing.LEFT if byte & 0x10 else Wing.RIGHT, ms))
                at += 2
        elif byte in _MARKS:
            if byte == Mark.END:
                break
            entries.append(Mark(byte))
    return tuple(entries)


def missed(
    entries: Sequence[Entry], heard: Sequence[tuple[int, int]], before: Sequence[int], after: Sequence[int]
) -> tuple[Changed | Halted, ...] | None:
    """What was done since the changes ``heard`` last (field and piece), on a board that showed ``before`` then and
    ``after`` now. ``None`` unless the log leads exactly from the one to the other."""
    places = [place for place, entry in enumerate(entries) if isinstance(entry, Changed)]
    changes = [(entry.field, entry.piece) for entry in entries if isinstance(entry, Changed)]
    for length in TAILS:
        tail = list(heard[-length:])
        if not tail:
            return None
        for end in range(len(changes), len(tail) - 1, -1):
            if changes[end - len(tail) : end] != tail:
                continue
            since = entries[places[end - 1] + 1 :]
            fields = list(before)
            for entry in since:
                if isinstance(entry, Changed) and entry.field < len(fields):
                    fields[entry.field] = entry.piece
            if fields == list(after):
                return tuple(entry for entry in since if not isinstance(entry, Mark))
    return None


def _time_ms(hours: int, minutes: int, seconds: int) -> int | None:
    figures = [(byte >> 4, byte & 0x0F) for byte in (minutes, seconds)]
    if any(tens > 5 or units > 9 for tens, units in figures):
        return None
    in_minutes, in_seconds = (tens * 10 + units for tens, units in figures)
    return ((hours * 60 + in_minutes) * 60 + in_seconds) * 1000


_MARKS = frozenset(mark.value for mark in Mark)
