"""The times that comments of games tell: ``[%clock w0:05:00 B0:04:58]``, ``[%clk 0:05:00]`` and their kin."""

import re
from typing import NamedTuple

import msgspec

from rules.side import Side


class Clocks(msgspec.Struct, frozen=True):
    """The times a comment tells, in milliseconds; ``running`` is the side whose clock it marks as running, ``spent_ms``
    what the move took (``emt``), ``elapsed_ms`` what the mover has used so far (``egt``)."""

    white_ms: int | None = None
    black_ms: int | None = None
    running: Side | None = None
    spent_ms: int | None = None
    elapsed_ms: int | None = None


_COMMAND = re.compile(r"\[%(clock|clk|emt|egt|ect|mct)\b\s*+([^\]\[]*+)\]|\btl=([0-9:.,]+)")
_FACE = re.compile(r"([wWbB]?)\s*([0-9]{1,6}):([0-9]{1,2})(?:[:.]([0-9]{1,2})(?:[.,]([0-9]{1,9}))?)?")
_SECONDS = re.compile(r"([0-9]{1,9})(?:[.,]([0-9]{1,9}))?")
_EXPECTED = "expected h:mm:ss, minutes and seconds up to 59"


class _Time(NamedTuple):
    letter: str
    ms: int


class _NoTimeError(ValueError):
    def __init__(self, text: str, at: int) -> None:
        super().__init__(f"{text[:40]!r} is not a time; {_EXPECTED}")
        self.at = at


def _times(name: str, text: str, at: int) -> list[_Time]:
    """The times of a command's value, which stands at offset ``at``. Raises `_NoTimeError`."""
    found = []
    for word in re.finditer(r"(?:[wWbB]\s+)?[^\s,/]+(?:,[0-9]+\b)?", text):
        face = _FACE.fullmatch(word.group())
        plain = _SECONDS.fullmatch(word.group()) if name in ("emt", "egt", "ect") else None
        if face is not None and int(face[3]) < 60 and int(face[4] or 0) < 60:
            whole = int(face[2]) * 3600 + int(face[3]) * 60 + int(face[4] or 0)
            found.append(_Time(face[1], whole * 1000 + _thousandths(face[5])))
        elif plain is not None:
            found.append(_Time("", int(plain[1]) * 1000 + _thousandths(plain[2])))
        else:
            raise _NoTimeError(word.group(), at + word.start())
    if not found:
        raise _NoTimeError(text, at)
    return found


def _thousandths(digits: str | None) -> int:
    return int((digits or "0")[:3].ljust(3, "0"))


def clock_fault(comment: str) -> tuple[str, int] | None:
    """What is wrong with the first time of a comment that is none, and its offset there; ``None`` if all are well.

    >>> clock_fault("good [%clk 0:61:00]")
    ("'0:61:00' is not a time; expected h:mm:ss, minutes and seconds up to 59", 11)
    """
    for command in _COMMAND.finditer(comment):
        part = 2 if command[1] else 3
        try:
            _times(command[1] or "tl", command[part], command.start(part))
        except _NoTimeError as wrong:
            return str(wrong), wrong.at
    return None


def clocks(comment: str, mover: Side) -> Clocks | None:
    """The times in a comment that follows a move of ``mover``; what is no time is left out (`clock_fault`).

    ``[%clock w0:05:00 B0:04:58]`` names both sides, a capital marks the running clock; ``[%clk 0:05:00]`` and
    ``tl=0:05:00`` are the mover's own. Two parts are hours and minutes. What a mechanical clock shows (``mct``) is the
    time of its face, not what is left, and is not read.
    """
    left: dict[Side, int] = {}
    running: Side | None = None
    spent = elapsed = None
    for command in _COMMAND.finditer(comment):
        name = command[1] or "tl"
        try:
            times = _times(name, command[2] if command[1] else command[3], 0)
        except _NoTimeError:
            continue
        if name == "emt":
            spent = times[0].ms
        elif name in ("egt", "ect"):
            elapsed = times[0].ms
        elif name != "mct":
            for time in times:
                side = {"w": Side.WHITE, "b": Side.BLACK}.get(time.letter.lower(), mover)
                left[side] = time.ms
                running = side if time.letter.isupper() else running
    if not left and spent is None and elapsed is None:
        return None
    return Clocks(left.get(Side.WHITE), left.get(Side.BLACK), running, spent, elapsed)
