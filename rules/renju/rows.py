"""Rows as masks over cells (`rules.renju.points`): who has a five, and whether anyone can still get one."""

from typing import Final

from rules.renju.points import CELLS

STEPS: Final = (1, 16, 17, 15)
"""Along a row, up a column, and along the two diagonals."""

BOARD: Final = sum(1 << cell for cell in CELLS)


def fives_from(stones: int, step: int) -> int:
    """The cells where five stones in a row begin."""
    two = stones & stones >> step
    return two & two >> 2 * step & stones >> 4 * step


def has_exact_five(stones: int) -> bool:
    """Whether there is an unbroken row of exactly five (5.2.3)."""
    for step in STEPS:
        found = fives_from(stones, step)
        if found and found & ~(stones << step) & ~(stones >> 5 * step):
            return True
    return False


def has_long_row(stones: int) -> bool:
    """Whether there is an unbroken row of six or more (5.2.3)."""
    return any(found & found >> step for step in STEPS if (found := fives_from(stones, step)))


def can_make_five(own: int, other: int, exactly: bool) -> bool:
    """Whether any line can still hold a five of ``own`` stones (5.2.7.1 c).

    ``exactly``: the five must be exact, so no own stone may stand at either end of it (Black).
    """
    free = BOARD & ~other
    for step in STEPS:
        found = fives_from(free, step)
        if exactly:
            found &= ~(own << step) & ~(own >> 5 * step)
        if found:
            return True
    return False


def rows_through(stones: int, cell: int) -> list[list[int]]:
    """The unbroken rows of five or more through the stone on ``cell``, each from its lowest cell."""
    found = []
    for step in STEPS:
        row = [cell]
        while row[0] >= step and stones >> row[0] - step & 1:
            row.insert(0, row[0] - step)
        while stones >> row[-1] + step & 1:
            row.append(row[-1] + step)
        if len(row) >= 5:
            found.append(row)
    return found
