"""The points of the renju board: names, cells, and how people write them.

A cell is ``16 * row + column``, both from 0 at a1; the sixteenth column stays empty, so that a step along a line is a
shift that cannot wrap. Names inside Flagfall, in files and in commands are a1 to o15, no letter skipped, h8 the centre.

Screens and score sheets follow a style (5.2.2.2): ``rif`` writes a-o, ``russian`` writes A-I and K-P. The ninth letter
may be J instead of I in the Russian manner, so a ``j`` means the tenth column in one style and the ninth in the other.
"""

import re
from collections.abc import Iterable
from typing import Literal

from rules.errors import NotationError

Style = Literal["rif", "russian"]

SIZE = 15
LETTERS = "abcdefghijklmno"
RUSSIAN_LETTERS = "ABCDEFGHIKLMNOP"

CELLS = tuple(16 * row + column for row in range(SIZE) for column in range(SIZE))
"""Every cell, from a1 row by row."""

NAME_OF = {cell: LETTERS[cell & 15] + str((cell >> 4) + 1) for cell in CELLS}
CELL_OF = {name: cell for cell, name in NAME_OF.items()}
CENTRE = CELL_OF["h8"]
POINTS = tuple(NAME_OF[16 * row + column] for row in range(SIZE - 1, -1, -1) for column in range(SIZE))
"""Every point, in reading order from the top."""

_POINT = re.compile(r"([A-Pa-p])([1-9][0-9]?)\Z")


def distance(cell: int) -> int:
    """Steps from the centre, a diagonal step counting as one: 0 for h8, at most 2 in the central 5x5."""
    return max(abs((cell & 15) - 7), abs((cell >> 4) - 7))


def written(point: str, style: Style = "rif") -> str:
    """A point as screens and score sheets show it.

    >>> written("j10", "russian"), written("j10")
    ('K10', 'j10')
    """
    if style == "rif":
        return point
    return RUSSIAN_LETTERS[LETTERS.index(point[0])] + point[1:]


def read(text: str, style: Style = "rif") -> str:
    """The point that ``text`` names in ``style``. Raises `NotationError`.

    >>> read("K10", "russian"), read("J9", "russian"), read("J9")
    ('j10', 'i9', 'j9')
    """
    match = _POINT.match(text.strip())
    if match:
        letter, row = match[1].lower(), int(match[2])
        if style == "russian":
            letters = RUSSIAN_LETTERS.lower()
            column = 8 if letter == "j" else letters.index(letter)
        else:
            column = LETTERS.find(letter)
        if column >= 0 and row <= SIZE:
            return LETTERS[column] + str(row)
    last = "o15" if style == "rif" else "P15"
    raise NotationError(f"{text.strip()!r} is not a point; expected a1 to {last}", text=text.strip())


def style_of(texts: Iterable[str]) -> Style:
    """The style that the points of one file are written in, where the file does not say.

    Flagfall's files use a-o, so that is the answer unless a ``p`` proves the Russian letters. A ``j`` without any ``i``
    may stand for either column: `NotationError`, its ``text`` is the first such point.
    """
    points = [text.strip() for text in texts if _POINT.match(text.strip())]
    letters = {point[0].lower() for point in points}
    if "p" in letters:
        return "russian"
    if "j" in letters and "i" not in letters:
        first = next(point for point in points if point[0] in "jJ")
        raise NotationError(
            f"{first!r} is ambiguous: j is the tenth column in the style 'rif', the ninth in 'russian'; name the style",
            text=first,
        )
    return "rif"
