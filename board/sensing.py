"""What a sensor sees of the pieces, and what the pieces must be if a sensor sees this.

Three sensors: ``piece`` tells men and kings of both colours apart (``w b W B``), ``colour`` only the colours
(``w b``), ``occupancy`` only that something stands there (``x``). Chess letters pass through a
piece sensor as they are.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, get_args

from board.events import EMPTY
from rules.side import Side

Sensor = Literal["piece", "colour", "occupancy"]
SENSORS: tuple[str, ...] = get_args(Sensor)


def seen_as(piece: str, sensor: Sensor) -> str:
    """What ``sensor`` says where ``piece`` stands; `EMPTY` stays empty.

    >>> seen_as("W", "colour"), seen_as("b", "occupancy")
    ('w', 'x')
    """
    if piece == EMPTY or sensor == "piece":
        return piece
    if sensor == "occupancy":
        return "x"
    if piece in "wbWB":
        return piece.lower()
    return "w" if piece.isupper() else "b"


def board_as_seen(pieces: Mapping[str, str], sensor: Sensor) -> dict[str, str]:
    """The whole board as ``sensor`` shows it: only squares that are not empty."""
    return {square: seen_as(piece, sensor) for square, piece in pieces.items()}


@lru_cache(maxsize=256)
def shown(position: Any, sensor: Sensor) -> Mapping[str, str]:
    """A position's board as ``sensor`` shows it. Positions are asked for again and again while a ply is made."""
    return board_as_seen(position.pieces(), sensor)


def side_of(piece: str) -> Side:
    """The side that a draughts piece belongs to."""
    return Side.WHITE if piece in "wW" else Side.BLACK


def agrees(expected: Mapping[str, str], sensed: Mapping[str, str]) -> bool:
    """Whether the sensed board is the expected one; a king shown as a man of its colour agrees (not crowned yet)."""
    if expected == sensed:
        return True
    if expected.keys() != sensed.keys():
        return False
    return all(shown == sensed[square] or _uncrowned(shown, sensed[square]) for square, shown in expected.items())


def differences(expected: Mapping[str, str], sensed: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Squares that do not agree: expected first, then what is sensed."""
    found = {}
    for square in {**expected, **sensed}:
        want, have = expected.get(square, EMPTY), sensed.get(square, EMPTY)
        if want != have and not _uncrowned(want, have):
            found[square] = (want, have)
    return found


def _uncrowned(expected: str, sensed: str) -> bool:
    return (expected, sensed) in (("W", "w"), ("B", "b"))
