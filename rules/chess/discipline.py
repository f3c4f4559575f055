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
        """The position that a FEN describes, X-FEN and Shredder-FEN of Chess960 included. Raises `NotationError`."""
        import chess

        from rules.chess.position import Position

        bare = " ".join(fen.split()).strip('"')
        try:
            board = chess.Board(bare, chess960=True)
        except ValueError as error:
            raise NotationError(f"FEN {fen!r}: {error}", text=fen) from None
        if not board.has_chess960_castling_rights():
            board.chess960 = False
        check_playable(board, fen)
        return Position(self, board)

    def setup(self, pieces: Mapping[str, str], side: Side) -> "Position":
        """The position with ``pieces`` (square to the letters of FEN) and ``side`` to move.

        A board does not tell castling rights: a side has them where king and rook stand at home. Raises
        `NotationError` naming every square and piece that is wrong.
        """
        import chess

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
        check_playable(board, str(dict(pieces)))
        return Position(self, board)


def check_playable(board: object, text: str) -> None:
    """Refuse what the move generator cannot work with; more than that boards may show: a king that was left in check
    by a move against the rules that stands."""
    import chess

    assert isinstance(board, chess.Board)
    status = board.status()
    faults = [
        message
        for flag, message in (
            (chess.STATUS_NO_WHITE_KING, "no white king"),
            (chess.STATUS_NO_BLACK_KING, "no black king"),
            (chess.STATUS_TOO_MANY_KINGS, "more than one king of a side"),
            (chess.STATUS_PAWNS_ON_BACKRANK, "a pawn on the first or last row"),
            (chess.STATUS_BAD_CASTLING_RIGHTS, "castling rights without king and rook at home"),
            (chess.STATUS_INVALID_EP_SQUARE, "an en passant square that no pawn has passed"),
        )
        if status & flag
    ]
    if status & chess.STATUS_EMPTY:
        faults = ["no pieces"]
    if faults:
        raise NotationError(f"{text}: " + "; ".join(faults), text=text)
