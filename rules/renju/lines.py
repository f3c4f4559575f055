"""What a black stone on a point would make in one line: fives, overlines, fours and threes, looked up.

A board is a list of words, one for each of the 72 lines of five points or more: black stones in the bits 0-14, what
blocks Black (white stones and everything beyond the edge) in the bits 16-30. Between two blocks lies a segment; a
segment of ``length`` points with the black stones ``pattern`` has the index ``1 << length | pattern`` and an entry for
every empty point where a black stone would make something. Entries are worked out when first asked for: there are at
most 65,536.

The value of a point in a line counts what the stone makes, in four bits each (`THREE`, `FOUR`, `OVERLINE`, `FIVE`), so
that the sum over a point's lines is the sum over the board. Above `COUNTS` it holds the points of the segment, as a
mask, where one more stone makes the three a straight four.
"""

from typing import Final

from rules.renju.points import CELLS, SIZE

THREE: Final = 1
FOUR: Final = 1 << 4
OVERLINE: Final = 1 << 8
FIVE: Final = 1 << 12
COUNTS: Final = 0xFFFF
TELLING: Final = COUNTS & ~(THREE | FOUR)
"""Set in a sum that is more than one four and one three, so that the point may be a foul or a five."""

Entry = tuple[tuple[int, int], ...]
"""(place in the segment, value) for every empty point that makes something."""

Span = tuple[int, int, int]
"""A segment's first place in the line, the mask of its points, and ``1 << length``."""


def _all_lines() -> tuple[tuple[int, ...], ...]:
    lines = []
    for step in (1, 16, 17, 15):
        for cell in CELLS:
            if cell - step in CELLS:
                continue
            line = [cell]
            while line[-1] + step in CELLS:
                line.append(line[-1] + step)
            if len(line) >= 5:
                lines.append(tuple(line))
    return tuple(lines)


LINES: Final = _all_lines()
"""The cells of every line that has room for five."""

PLACES: Final = [
    tuple((number, line.index(cell)) for number, line in enumerate(LINES) if cell in line) for cell in range(16 * SIZE)
]
"""For every cell the lines through it, and its place in each."""

EMPTY: Final = [(0x7FFF >> len(line) << len(line)) << 16 for line in LINES]
"""The words of a board without stones: only what lies beyond the edge. Copy it before placing stones."""

_entries: Final[list[Entry | None]] = [None] * (1 << SIZE + 1)
_spans: Final[list[tuple[Span, ...] | None]] = [None] * (1 << SIZE)


def entry(index: int) -> Entry:
    """What black stones would make in the segment ``index``."""
    found = _entries[index]
    if found is None:
        found = _entries[index] = _work_out(index)
    return found


def spans(blocks: int) -> tuple[Span, ...]:
    """The segments of five points or more that ``blocks`` leaves of a line."""
    found = _spans[blocks]
    if found is None:
        found = _spans[blocks] = _split(blocks)
    return found


def _split(blocks: int) -> tuple[Span, ...]:
    found = []
    first = 0
    for place in range(SIZE + 1):
        if place == SIZE or blocks >> place & 1:
            length = place - first
            if length >= 5:
                found.append((first, (1 << length) - 1, 1 << length))
            first = place + 1
    return tuple(found)


def _work_out(index: int) -> Entry:
    length = index.bit_length() - 1
    black = index ^ 1 << length
    found = []
    if black & (black - 1):  # a three needs two stones besides the new one
        for place in range(length):
            if not black >> place & 1:
                value = _value(length, black | 1 << place, place)
                if value:
                    found.append((place, value))
    return tuple(found)


def _value(length: int, black: int, place: int) -> int:
    """What the stone on ``place``, already among ``black``, makes."""
    low, high = run(black, place)
    if high - low >= 4:
        return FIVE if high - low == 4 else OVERLINE
    fours: list[int] = []
    straight = 0
    for other in range(max(0, place - 4), min(length, place + 5)):
        if black >> other & 1:
            continue
        low, high = run(black | 1 << other, place)
        if not low <= other <= high:
            continue
        if high - low == 4:
            # Two ways to complete the same four stones are one four (an open four), other four stones another.
            stones = (1 << high + 1) - (1 << low) & ~(1 << other)
            if stones not in fours:
                fours.append(stones)
        elif high - low == 3 and is_straight_four(length, black, low, high):
            straight |= 1 << other
    return len(fours) * FOUR + ((THREE | straight << 16) if straight else 0)


def run(black: int, place: int) -> tuple[int, int]:
    """The first and last place of the unbroken row of ``black`` that holds ``place``."""
    low = high = place
    while low and black >> low - 1 & 1:
        low -= 1
    while black >> high + 1 & 1:
        high += 1
    return low, high


def is_straight_four(length: int, black: int, low: int, high: int) -> bool:
    """Whether the row from ``low`` to ``high`` is exactly five with one more stone, at either end."""
    return low >= 1 and high < length - 1 and not (low >= 2 and black >> low - 2 & 1) and not black >> high + 2 & 1
