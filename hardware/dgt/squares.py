"""Fields and piece codes of DGT boards: to the square names and letters of `board.events`, and what a start shows.

Field 0 is the corner at the top left with the connector on the left, and numbering runs in reading order. The board
never turns its numbering, so a board that lies with the connector on the right is read backwards.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

CHESS_CODES: Mapping[int, str] = dict(enumerate(".PRNBKQprnbkq"))
DRAUGHTS_CODES: Mapping[int, str] = {0x00: ".", 0x01: "w", 0x04: "b", 0x07: "W", 0x0A: "B"}
OLD_DRAUGHTS_CODES: Mapping[int, str] = {0x00: ".", 0x01: "w", 0x07: "b", 0x04: "W", 0x0A: "B"}
"""Firmware from before October 2011: black man and white king have each other's code."""


class Grid(StrEnum):
    """What is played on the board."""

    CHESS = "chess"
    DRAUGHTS_8 = "draughts-8"
    DRAUGHTS_10 = "draughts-10"

    @property
    def side(self) -> int:
        return 10 if self is Grid.DRAUGHTS_10 else 8

    @property
    def fields(self) -> int:
        return self.side * self.side


class Lie(msgspec.Struct, frozen=True):
    """How this board is read: whether it is turned, and by which table of codes."""

    turned: bool
    codes: Mapping[int, str]


def square(field: int, grid: Grid, turned: bool) -> str | None:
    """The name of a field: ``a1``-``h8``, or 1-50 on 10x10, where a light field has no name (``None``).

    >>> square(0, Grid.CHESS, False), square(63, Grid.CHESS, True), square(1, Grid.DRAUGHTS_10, False)
    ('a8', 'a8', '1')
    """
    if not 0 <= field < grid.fields:
        return None
    row, column = divmod(grid.fields - 1 - field if turned else field, grid.side)
    if grid is not Grid.DRAUGHTS_10:
        return f"{'abcdefgh'[column]}{8 - row}"
    return str(row * 5 + column // 2 + 1) if (row + column) % 2 else None


def dark_field(number: int) -> int:
    """The field of the dark square ``number`` (from 0, in reading order) of a 10x10 board."""
    row, place = divmod(number, 5)
    return row * 10 + place * 2 + (1 - row % 2)


def start_lie(pieces: Sequence[int], grid: Grid) -> Lie | None:
    """How the board lies, when ``pieces`` is the start of a game; ``None`` when it is anything else.

    White's men have one code in every firmware, so the side where they stand shows the turn; the code on the other
    side shows the table.
    """
    for codes in (CHESS_CODES,) if grid is Grid.CHESS else (DRAUGHTS_CODES, OLD_DRAUGHTS_CODES):
        for turned in (False, True):
            seen = [codes.get(code) for code in (reversed(pieces) if turned else pieces)]
            if seen == _START[grid]:
                return Lie(turned, codes)
    return None


def start_fields(grid: Grid, lie: Lie) -> list[int]:
    """The codes of all fields at the start of a game, on a board that lies so."""
    code_of = {piece: code for code, piece in lie.codes.items()}
    fields = [code_of[piece] for piece in _START[grid] if piece is not None]
    return fields[::-1] if lie.turned else fields


def _draughts_start(side: int, rows: int) -> list[str | None]:
    def stands(row: int, column: int) -> str:
        if (row + column) % 2 == 0 or rows <= row < side - rows:
            return "."
        return "b" if row < rows else "w"

    return [stands(row, column) for row in range(side) for column in range(side)]


_START: Mapping[Grid, list[str | None]] = {
    Grid.CHESS: [*"rnbqkbnr", *"pppppppp", *("." * 32), *"PPPPPPPP", *"RNBQKBNR"],
    Grid.DRAUGHTS_8: _draughts_start(8, 3),
    Grid.DRAUGHTS_10: _draughts_start(10, 4),
}
