"""Renju's stones with their numbers: on screens, and on a score sheet as 5.3.2.1 has it.

A ply's number counts passes too, so that Black's are odd and White's even. On a sheet Black's stones are drawn in black
and White's in red; in one colour Black's numbers stand in circles and White's stand alone. A pass has no point: it is
noted in the margin below the board, ``65 –``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

SHEET = "sheet"
NUMBERS = ("all", "last", SHEET, "none")
"""What is numbered: all stones, the last five, all as on a score sheet, or none."""

NO_STONE = "pass"
_IN_A_ROW = 9
_ROW = 76
_WIDE = 166


@dataclass(frozen=True)
class Order:
    """The plies of a game: ``stones`` by point, ``passes``, and the number of the last one (0 before the first)."""

    stones: dict[str, int]
    passes: tuple[int, ...]
    last: int

    def shown(self, square: str, numbers: str) -> int:
        """The number written on the stone of ``square``; 0 for none."""
        number = self.stones.get(square, 0)
        return number if numbers in ("all", SHEET) or (numbers == "last" and number > self.last - 5) else 0


def order(plies: Sequence[str], first: int = 1) -> Order:
    """The numbers of ``plies``, points or ``pass``, the first of which is number ``first``.

    >>> order(("h8", "pass", "i9")).stones, order(("h8", "pass", "i9")).passes
    ({'h8': 1, 'i9': 3}, (2,))
    """
    numbered = list(enumerate(plies, first))
    return Order(
        {point: number for number, point in numbered if point != NO_STONE},
        tuple(number for number, point in numbered if point == NO_STONE),
        first + len(plies) - 1 if plies else 0,
    )


def number_of_next(black: int, white: int, black_moves: bool) -> int:
    """The number of the next ply of a position whose earlier plies are not known: Black's odd, White's even.

    >>> number_of_next(2, 1, False), number_of_next(2, 1, True)
    (4, 5)
    """
    number = black + white + 1
    return number if (number % 2 == 1) == black_moves else number + 1


def sheet_stone(side: str, x: int, y: int, number: int, monochrome: bool) -> str:
    """A stone of a score sheet; ``number`` 0 is one that was set up."""
    circled = side == "b" or not monochrome or not number
    kind = f"fb-sheet-{side}" + (" fb-sheet-bare" if not circled else "")
    out = f'<circle class="fb-sheet-stone {kind}" cx="{x}" cy="{y}" r="43"/>'
    if number:
        out += _number(side, x, y + 2, str(number))
    elif side == "b":
        out += f'<circle class="fb-sheet-dot" cx="{x}" cy="{y}" r="30"/>'
    return out


def _number(side: str, x: int, y: int, words: str) -> str:
    wide = " fb-no-wide" if len(words) > 2 and words.isdigit() else ""
    return f'<text class="fb-no fb-sheet-no-{side}{wide}" x="{x}" y="{y}">{words}</text>'


def margin_height(passes: Sequence[int]) -> int:
    """Units that the notes of passes take below the board."""
    return -(-len(passes) // _IN_A_ROW) * _ROW + (20 if passes else 0)


def margin(passes: Sequence[int], top: int, monochrome: bool) -> str:
    """The notes of passes, from the line ``top`` down."""
    out: list[str] = []
    for place, number in enumerate(passes):
        side = "b" if number % 2 else "w"
        x, y = 76 + place % _IN_A_ROW * _WIDE, top + 20 + _ROW // 2 + place // _IN_A_ROW * _ROW
        if monochrome and side == "b":
            out.append(f'<circle class="fb-sheet-stone fb-sheet-b" cx="{x}" cy="{y - 2}" r="36"/>')
        out.append(f'<g class="fb-pass">{_number(side, x, y, str(number))}{_number(side, x + 60, y, "–")}</g>')
    return "".join(out)
