"""What a sensor sees of the pieces, and what the pieces must be if a sensor sees this.

Three sensors: ``piece`` tells every kind of piece apart, ``colour`` only the colours (``w b``), ``occupancy`` only that
something stands there (``x``). Letters mean other things in other games (``B`` is Black's king in draughts, White's
bishop in chess), so what they mean is asked with the position's game.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, get_args

from board.events import EMPTY
from rules.side import Side

Sensor = Literal["piece", "colour", "occupancy"]
SENSORS: tuple[str, ...] = get_args(Sensor)


def seen_as(piece: str, sensor: Sensor, *, chess: bool = False) -> str:
    """What ``sensor`` says where ``piece`` stands; `EMPTY` stays empty, ``w`` and ``b`` of a colour board too.

    >>> seen_as("W", "colour"), seen_as("b", "occupancy"), seen_as("B", "colour", chess=True)
    ('w', 'x', 'w')
    """
    if piece == EMPTY or sensor == "piece":
        return piece
    if sensor == "occupancy":
        return "x"
    if chess and piece != "w":
        return "w" if piece.isupper() else "b"
    return piece.lower()


def board_as_seen(pieces: Mapping[str, str], sensor: Sensor, *, chess: bool = False) -> dict[str, str]:
    """The whole board as ``sensor`` shows it: only squares that are not empty."""
    return {square: seen_as(piece, sensor, chess=chess) for square, piece in pieces.items()}


def is_chess(game: Any) -> bool:
    """Whether ``game``, a discipline, is played with the letters of chess."""
    return bool(game.name == "chess")


@lru_cache(maxsize=256)
def shown(position: Any, sensor: Sensor) -> Mapping[str, str]:
    """A position's board as ``sensor`` shows it. Positions are asked for again and again while a ply is made."""
    return board_as_seen(position.pieces(), sensor, chess=is_chess(position.discipline))


def whose(position: Any, square: str) -> Side | None:
    """The side whose piece stands on ``square`` in ``position``."""
    return _owners(position).get(square)


@lru_cache(maxsize=16)
def _owners(position: Any) -> Mapping[str, Side]:
    """Whose piece stands where. A position of chess draws its pieces up anew each time it is asked for them."""
    if is_chess(position.discipline):
        return {sq: Side.WHITE if piece.isupper() else Side.BLACK for sq, piece in position.pieces().items()}
    return {square: side_of(piece) for square, piece in position.pieces().items()}


def side_of(piece: str) -> Side:
    """The side that a draughts piece belongs to."""
    return Side.WHITE if piece in "wW" else Side.BLACK


def agrees(expected: Mapping[str, str], sensed: Mapping[str, str]) -> bool:
    """Whether the sensed board is the expected one. A king shown as a man of its colour agrees (not crowned yet), in
    chess a queen shown as the pawn that she was."""
    if expected == sensed:
        return True
    if expected.keys() != sensed.keys():
        return False
    standins = _standins(expected)
    return all(shown == sensed[square] or (shown, sensed[square]) in standins for square, shown in expected.items())


def differences(expected: Mapping[str, str], sensed: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Squares that do not agree: expected first, then what is sensed."""
    found = {}
    standins = _standins(expected)
    for square in {**expected, **sensed}:
        want, have = expected.get(square, EMPTY), sensed.get(square, EMPTY)
        if want != have and (want, have) not in standins:
            found[square] = (want, have)
    return found


def uncrowned(expected: Mapping[str, str], sensed: Mapping[str, str]) -> frozenset[str]:
    """The squares where something stands in for a king, or in chess for a queen."""
    standins = _standins(expected)
    return frozenset(square for square, piece in expected.items() if (piece, sensed.get(square)) in standins)


_UNCROWNED = (("W", "w"), ("B", "b"))
_UNREPLACED = (("Q", "P"), ("q", "p"))


def _standins(expected: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """What may stand for what. A board of chess is known by its kings: they are always there."""
    return _UNREPLACED if "k" in expected.values() else _UNCROWNED
