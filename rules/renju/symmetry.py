"""When two points are one and the same move: the symmetries of a pattern of stones, not of the board.

A symmetry maps the black stones to black stones and the white to white; its axis or centre may lie anywhere, between
lines too. Two fifth moves that a symmetry of the first four stones maps to each other are the same offer.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import Final

from rules.renju.points import CELL_OF

Turn = tuple[int, int, int, int]
"""Column and row after a turn or reflection about the origin: (a * c + b * r, d * c + e * r)."""

TURNS: Final[tuple[Turn, ...]] = (
    (1, 0, 0, 1),
    (0, 1, 1, 0),
    (-1, 0, 0, 1),
    (1, 0, 0, -1),
    (-1, 0, 0, -1),
    (0, -1, 1, 0),
    (0, 1, -1, 0),
    (0, -1, -1, 0),
)
"""The turns and reflections of a square, the identity first."""

Place = tuple[int, int]


def place_of(point: str) -> Place:
    """Column and row from 0."""
    cell = CELL_OF[point]
    return cell & 15, cell >> 4


def turned(turn: Turn, place: Place) -> Place:
    """``place`` after ``turn``."""
    return turn[0] * place[0] + turn[1] * place[1], turn[2] * place[0] + turn[3] * place[1]


def symmetries(black: Collection[str], white: Collection[str]) -> list[tuple[Turn, Place]]:
    """Every turn and shift that leaves both colours as they are."""
    return _symmetries(frozenset(black), frozenset(white))


@lru_cache(maxsize=64)
def _symmetries(black: frozenset[str], white: frozenset[str]) -> list[tuple[Turn, Place]]:
    colours = [frozenset(map(place_of, points)) for points in (black, white)]
    everything = colours[0] | colours[1]
    found = []
    for turn in TURNS:
        after = [turned(turn, place) for place in everything]
        shift = _corner(everything)[0] - _corner(after)[0], _corner(everything)[1] - _corner(after)[1]
        if all({_shifted(turned(turn, place), shift) for place in colour} == colour for colour in colours):
            found.append((turn, shift))
    return found


def same_move(one: str, other: str, black: Collection[str], white: Collection[str]) -> bool:
    """Whether a stone on ``one`` and on ``other`` give the same pattern.

    >>> same_move("g8", "i7", ["h8", "h7"], ["h9", "h6"])
    True
    """
    place, wanted = place_of(one), place_of(other)
    return any(_shifted(turned(turn, place), shift) == wanted for turn, shift in symmetries(black, white))


def _shifted(place: Place, shift: Place) -> Place:
    return place[0] + shift[0], place[1] + shift[1]


def _corner(places: Iterable[Place]) -> Place:
    listed = list(places)
    return min((column for column, _ in listed), default=0), min((row for _, row in listed), default=0)
