"""Boards of dark squares: names, numbers and bits.

Numbers run over the dark squares row by row from the top as White sees the board: on 8x8 b8 = 1, h8 = 4, a7 = 5,
g1 = 32; on 10x10 they are the squares' names. The bits are those that `rules.draughts.walker` explains.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Geometry:
    """A board of ``size`` x ``size``; ``algebraic`` tells how its squares are named."""

    size: int
    algebraic: bool

    @property
    def half(self) -> int:
        """Dark squares per row."""
        return self.size // 2

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bit of each square, by number from 0."""
        half = self.half
        return tuple(
            1 << (row // 2 * (2 * half + 1) + row % 2 * half + place)
            for row in range(self.size)
            for place in range(half)
        )

    @cached_property
    def squares(self) -> tuple[str, ...]:
        """The names, in reading order from the top as White sees the board."""
        if not self.algebraic:
            return tuple(str(number) for number in range(1, self.size * self.half + 1))
        return tuple(
            "abcdefghij"[2 * place + 1 - row % 2] + str(self.size - row)
            for row in range(self.size)
            for place in range(self.half)
        )

    @cached_property
    def name_of(self) -> Mapping[int, str]:
        """Square name by bit."""
        return dict(zip(self.bits, self.squares, strict=True))

    @cached_property
    def bit_of(self) -> Mapping[str, int]:
        """Bit by square name."""
        return dict(zip(self.squares, self.bits, strict=True))

    @cached_property
    def number_of(self) -> Mapping[str, int]:
        """Number (from 1) by square name."""
        return {name: number for number, name in enumerate(self.squares, 1)}

    @cached_property
    def board(self) -> int:
        """The mask of all squares."""
        return sum(self.bits)

    def row(self, row: int) -> int:
        """The mask of one row, 0 at the top; negative counts from the bottom."""
        row %= self.size
        return sum(self.bits[row * self.half : (row + 1) * self.half])

    def rows(self, first: int, last: int) -> int:
        """The mask of the rows from ``first`` up to but not including ``last``."""
        return sum(self.bits[first * self.half : last * self.half])

    def names(self, mask: int) -> list[str]:
        """The squares of a mask, in reading order."""
        found = []
        while mask:
            bit = mask & -mask
            mask ^= bit
            found.append(self.name_of[bit])
        return found

    def coordinates(self, square: str) -> tuple[int, int]:
        """Column and row of a square, both from 0, the row counted from the top."""
        number = self.number_of[square] - 1
        row = number // self.half
        return 2 * (number % self.half) + 1 - row % 2, row

    def between(self, start: str, end: str) -> list[str] | None:
        """The squares strictly between two squares of one diagonal, in order; ``None`` if they share none."""
        column, row = self.coordinates(start)
        to_column, to_row = self.coordinates(end)
        if start == end or abs(to_column - column) != abs(to_row - row):
            return None
        across, down = (1 if to_column > column else -1), (1 if to_row > row else -1)
        return [
            self.squares[(row + step * down) * self.half + (column + step * across) // 2]
            for step in range(1, abs(to_row - row))
        ]

    @cached_property
    def main_road(self) -> int:
        """The mask of the long diagonal from the bottom left corner (a1-h8, 46-5)."""
        return sum(self.bit_of[self.squares[row * self.half + (self.size - 1 - row) // 2]] for row in range(self.size))
