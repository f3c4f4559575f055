"""Chess as a discipline. The ``chess`` package is imported when the first position is asked for, not before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.chess.limits import FIFTY_MOVES
from rules.door import Language
from rules.errors import NotationError, SettingsError
from rules.limits import MoveLimit
from rules.side import Side

if TYPE_CHECKING:
    from rules.chess.position import Position

PIECES = "KQRBNPkqrbnp"
SQUARES = tuple(f"{file}{rank}" for rank in range(8, 0, -1) for file in "abcdefgh")


@dataclass(frozen=True, kw_only=True)
class Chess:
    """One game of chess. ``start_number`` is the Chess960 start position, 0 to 959; ``None`` for the usual one."""

    name: str = "chess"
    titles: Mapping[Language, str] = field(
        default_factory=lambda: {"ru": "Шахматы", "en": "Chess"}, hash=False, compare=False
    )
    article_prefix: str = "FIDE"
    size: int = 8
    first_side: Side = Side.WHITE
    squares: tuple[str, ...] = SQUARES
    move_limits: tuple[MoveLimit, ...] = (FIFTY_MOVES,)
    start_number: int | None = None

    def __post_init__(self) -> None:
        if self.start_number is not None and not 0 <= self.start_number <= 959:
            raise SettingsError((f"Chess960 start position {self.start_number}: expected 0 to 959",))

    @property
    def draws_are_claimed(self) -> bool:
        """Yes: whoever has the move may claim a third repetition or fifty moves (Laws of chess, 9.2-9.3).

        A fifth repetition and seventy-five moves end the game by themselves (9.6): `Position.outcome` has them.
        """
        return True

    def title(self, language: Language) -> str:
        """The discipline's name for people."""
        return self.titles[language]

    def start(self) -> "Position":
        """The initial position, that of Chess960 where a ``start_number`` is set."""
        import chess

        from rules.chess.position import Position

        if self.start_number is None:
            return Position(self, chess.Board())
        return Position(self, chess.Board.from_chess960_pos(self.start_number))

    def position(self, fen: str) -> "Position":
        """The position that a FEN describes, X-FEN and Shredder-FEN of Chess960 included.

        Raises `NotationError` with every fault found, at the place of the first.
        """
        from rules.chess import fen as fen_text
        from rules.chess.position import Position

        return Position(self, fen_text.read(fen))

    def setup(self, pieces: Mapping[str, str], side: Side) -> "Position":
        """The position with ``pieces`` (square to the letters of FEN) and ``side`` to move.

        A board does not tell castling rights: a side has them where king and rook stand at home. Raises
        `NotationError` naming every square and piece that is wrong.
        """
        import chess

        from rules.chess import fen as fen_text
        from rules.chess.position import Position

        faults = [f"no square {square} on this board" for square in pieces if square not in SQUARES]
        faults += [
            f"{piece!r} on {square}: expected one of {PIECES}"
            for square, piece in pieces.items()
            if len(piece) != 1 or piece not in PIECES
        ]
        if faults:
            raise NotationError("; ".join(faults), text=str(dict(pieces)))
        board = chess.Board(None)
        for square, piece in pieces.items():
            board.set_piece_at(chess.parse_square(square), chess.Piece.from_symbol(piece))
        board.turn = side is Side.WHITE
        board.castling_rights = chess.BB_CORNERS
        board.castling_rights = board.clean_castling_rights()
        fen_text.check_playable(board, str(dict(pieces)))
        return Position(self, board)
