"""A discipline of draughts: one frozen value that holds everything the rules leave to differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from rules.door import Language
from rules.draughts import fen as fen_text
from rules.draughts.geometry import Geometry
from rules.draughts.moves import MoveTable
from rules.draughts.position import Position
from rules.draughts.walker import Preference, Walker, most_pieces
from rules.errors import NotationError
from rules.limits import MoveLimit
from rules.side import Side

__all__ = ["Draughts", "Preference", "most_pieces"]


@dataclass(frozen=True, kw_only=True)
class Draughts:
    """One game of draughts.

    ``prefer`` is the sort key of the captures that must be chosen, ``None`` for a free choice. ``objective`` is
    ``"take"`` or, for giveaway, ``"lose"``: then whoever cannot move has won. ``game_type`` is the PDN number, ``None``
    where the standard has none. ``move_limits`` are the draws by counting moves, as the articles have them.
    """

    name: str
    titles: Mapping[Language, str] = field(hash=False)
    article_prefix: str
    size: int
    men_rows: int
    algebraic: bool
    separator: str
    crowns_in_passing: bool
    prefer: Preference | None = None
    objective: str = "take"
    game_type: int | None = None
    first_side: Side = Side.WHITE
    move_limits: tuple[MoveLimit, ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """The settings alone: what is derived from them is made again after copying or unpickling."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def geometry(self) -> Geometry:
        """The board."""
        return Geometry(self.size, self.algebraic)

    @cached_property
    def walker(self) -> Walker:
        """The move generator."""
        board = self.geometry
        return Walker(board.half, board.board, board.row(0), board.row(-1), self.crowns_in_passing)

    @cached_property
    def path_walker(self) -> Walker:
        """The move generator that tells every touch-down of a king apart, for counting paths."""
        board = self.geometry
        return Walker(board.half, board.board, board.row(0), board.row(-1), self.crowns_in_passing, True)

    @cached_property
    def moves(self) -> MoveTable:
        """The moves with their notation."""
        return MoveTable(self.walker, self.prefer, self.geometry.name_of, self.separator)

    @property
    def squares(self) -> tuple[str, ...]:
        """The dark squares, in reading order from the top as White sees the board."""
        return self.geometry.squares

    @property
    def draws_are_claimed(self) -> bool:
        """No: such a position is a draw (5.4.12.1.3), and the arbiter may record it himself (5.4.12.6)."""
        return False

    def title(self, language: Language) -> str:
        """The discipline's name for people."""
        return self.titles[language]

    def start(self) -> Position:
        """The initial position."""
        board = self.geometry
        white = board.rows(self.size - self.men_rows, self.size)
        return Position(self, white, board.rows(0, self.men_rows), 0, self.first_side)

    def position(self, fen: str, unknown: Side | None = None) -> Position:
        """The position that a FEN describes; ``unknown`` has the move (by default who begins) where the FEN leaves that
        open with ``?``. Raises `NotationError` with every fault found.

        >>> from rules import discipline
        >>> discipline("russian").position("W:W21,K30:B1,2").pieces()["c1"]
        'W'
        """
        pieces, side = fen_text.read(fen, self.geometry, unknown or self.first_side)
        return self.setup(pieces, side)

    def setup(self, pieces: Mapping[str, str], side: Side) -> Position:
        """The position with ``pieces`` (square to ``w b W B``) and ``side`` to move.

        Raises `NotationError` naming every square and piece that is wrong. A man on its own crowning row stays a man:
        boards do stand so when a crown was forgotten.
        """
        faults = [f"no square {square} on this board" for square in pieces if square not in self.geometry.bit_of]
        faults += [
            f"{piece!r} on {square}: expected one of w b W B"
            for square, piece in pieces.items()
            if piece not in ("w", "b", "W", "B")
        ]
        if faults:
            raise NotationError("; ".join(faults), text=str(dict(pieces)))
        white = black = kings = 0
        for square, piece in pieces.items():
            bit = self.geometry.bit_of[square]
            if piece in "wW":
                white |= bit
            else:
                black |= bit
            if piece in "WB":
                kings |= bit
        return Position(self, white, black, kings, side)
