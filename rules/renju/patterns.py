"""The 26 opening patterns of the first three stones: direct (1D-13D) and indirect (1I-13I), whichever way turned.

The numbers and Japanese names are from secondary sources.
"""

from collections.abc import Sequence
from functools import cache

from rules.renju.points import CELL_OF, CENTRE
from rules.renju.symmetry import TURNS, place_of, turned

DIRECT = (
    ("h10", "kansei"),
    ("i10", "keigetsu"),
    ("j10", "sosei"),
    ("i9", "kagetsu"),
    ("j9", "zangetsu"),
    ("i8", "ugetsu"),
    ("j8", "kinsei"),
    ("h7", "shogetsu"),
    ("i7", "kyugetsu"),
    ("j7", "shingetsu"),
    ("h6", "zuisei"),
    ("i6", "sangetsu"),
    ("j6", "yusei"),
)
"""The third stone where the second is on h9."""

INDIRECT = (
    ("j10", "chosei"),
    ("j9", "kyogetsu"),
    ("j8", "kosei"),
    ("j7", "suigetsu"),
    ("j6", "ryusei"),
    ("i8", "ungetsu"),
    ("i7", "hogetsu"),
    ("i6", "rangetsu"),
    ("h7", "gingetsu"),
    ("h6", "myojo"),
    ("g7", "shagetsu"),
    ("g6", "meigetsu"),
    ("f6", "suisei"),
)
"""The third stone where the second is on i9."""


@cache
def _patterns() -> dict[tuple[tuple[int, int], tuple[int, int]], tuple[str, str]]:
    found = {}
    for second, letter, thirds in (("h9", "D", DIRECT), ("i9", "I", INDIRECT)):
        for number, (third, name) in enumerate(thirds, 1):
            for turn in TURNS:
                key = turned(turn, _from_centre(second)), turned(turn, _from_centre(third))
                found[key] = f"{number}{letter}", name
    return found


def _from_centre(point: str) -> tuple[int, int]:
    column, row = place_of(point)
    return column - 7, row - 7


def pattern(moves: Sequence[str]) -> tuple[str, str]:
    """The number and name of the opening that ``moves`` begin with; two empty texts where it is none of the 26.

    >>> pattern(["h8", "h7", "g7"])
    ('4D', 'kagetsu')
    """
    if len(moves) < 3 or CELL_OF.get(moves[0]) != CENTRE or any(point not in CELL_OF for point in moves[:3]):
        return "", ""
    return _patterns().get((_from_centre(moves[1]), _from_centre(moves[2])), ("", ""))
