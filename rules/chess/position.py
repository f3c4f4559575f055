"""A position of chess: a board of the ``chess`` package that is never changed, behind the common door."""

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Final, Self

import chess

from rules.chess.dead import is_dead
from rules.chess.fen import check_playable
from rules.door import Outcome
from rules.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side

if TYPE_CHECKING:
    from rules.chess.discipline import Chess

FIVEFOLD: Final = 5
SEVENTY_FIVE: Final = 75
_READING_ORDER: Final = [square for row in range(7, -1, -1) for square in range(8 * row, 8 * row + 8)]
_NULL_MOVES: Final = frozenset({"--", "z0", "0000", "@@@@"})


class Position:
    """Immutable and hashable; equal when pieces, side to move, castling and en passant rights are.

    ``board`` is not to be changed by anyone. ``past`` holds the earlier positions that this one might repeat.
    """

    __slots__ = ("_key", "_moves", "board", "discipline", "past")

    discipline: "Chess"
    board: chess.Board
    past: tuple[Hashable, ...]
    _key: str
    _moves: dict[str, tuple[Move, chess.Move]] | None

    def __init__(self, discipline: "Chess", board: chess.Board, past: tuple[Hashable, ...] = ()) -> None:
        put = object.__setattr__
        put(self, "discipline", discipline)
        put(self, "board", board)
        put(self, "past", past)
        put(self, "_key", "")
        put(self, "_moves", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.repetition_key() == other.repetition_key()

    def __hash__(self) -> int:
        return hash(self.repetition_key())

    def __repr__(self) -> str:
        return f"<{self.discipline.name} {self.fen()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.discipline, self.fen(), self.board.chess960, self.past)

    @property
    def side(self) -> Side:
        """The side to move."""
        return Side.WHITE if self.board.turn else Side.BLACK

    def pieces(self) -> dict[str, str]:
        """Square name to the piece's letter as FEN has it, in reading order."""
        found = self.board.piece_map()
        return {chess.SQUARE_NAMES[square]: found[square].symbol() for square in _READING_ORDER if square in found}

    def fen(self) -> str:
        """The position as FEN; castling rights of Chess960 as X-FEN."""
        return self.board.fen()

    def with_side(self, side: Side) -> Self:
        """The same pieces with ``side`` to move."""
        board = self.board.copy(stack=False)
        board.turn = side is Side.WHITE
        if board.turn != self.board.turn:
            board.ep_square = None
        return type(self)(self.discipline, board)

    def altered(self, pieces: Mapping[str, str], side: Side) -> Self:
        """The position after a move against the rules: these pieces, ``side`` to move; castling rights stay where king
        and rook still stand at home. Raises `NotationError` where no game can go on, as without a king."""
        board = self.board.copy(stack=False)
        for name, square in zip(chess.SQUARE_NAMES, chess.SQUARES, strict=True):
            piece = pieces.get(name)
            board.set_piece_at(square, None if piece is None else chess.Piece.from_symbol(piece))
        board.castling_rights = board.clean_castling_rights()
        board.ep_square, board.halfmove_clock = None, 0
        board.turn = side is Side.WHITE
        if board.turn and not self.board.turn:
            board.fullmove_number += 1
        check_playable(board, board.fen())
        return type(self)(self.discipline, board)

    def repetition_key(self) -> Hashable:
        """Pieces, side to move, castling rights, and an en passant capture that is legal (Laws of chess, 9.2.3)."""
        if not self._key:
            object.__setattr__(self, "_key", self.board.epd(en_passant="legal"))
        return self._key

    # -- moves ---------------------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted by its UCI notation. Draws do not take moves away; mate and stalemate have none."""
        return tuple(move for move, _ in self._legal().values())

    def _legal(self) -> dict[str, tuple[Move, chess.Move]]:
        if self._moves is None:
            kings = self.board.kings  # never taken, not even where one was left in check against the rules
            legal = (move for move in self.board.legal_moves if not kings >> move.to_square & 1)
            found = {self.board.uci(move): move for move in legal}
            moves = {text: (self._move(found[text], text), found[text]) for text in sorted(found)}
            object.__setattr__(self, "_moves", moves)
        assert self._moves is not None
        return self._moves

    def is_castling(self, move: Move) -> bool:
        """Whether ``move``, a legal one, moves the king and a rook."""
        found = self._legal().get(move.text)
        return found is not None and self.board.is_castling(found[1])

    def _move(self, move: chess.Move, text: str) -> Move:
        board = self.board
        start, end = move.from_square, move.to_square
        captured: tuple[str, ...] = ()
        if board.is_castling(move):
            end = chess.square(6 if board.is_kingside_castling(move) else 2, chess.square_rank(start))
        elif board.is_en_passant(move):
            captured = (chess.square_name(chess.square(chess.square_file(end), chess.square_rank(start))),)
        elif board.is_capture(move):
            captured = (chess.square_name(end),)
        path = chess.square_name(start), chess.square_name(end)
        return Move(
            start=path[0],
            end=path[1],
            text=text,
            captured=captured,
            promotes=move.promotion is not None,
            path=path,
            paths=(path,),
        )

    def apply(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError` with the move and the FEN."""
        found = self._legal().get(move.text)
        if found is None:
            raise IllegalMoveError(f"{move} is not legal in {self.fen()}", move=str(move), fen=self.fen())
        board = self.board.copy(stack=False)
        board.push(found[1])
        past = () if board.halfmove_clock == 0 else (*self.past, self.repetition_key())
        return type(self)(self.discipline, board, past)

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means: UCI (``e2e4``, ``e7e8q``), SAN (``Nf3``, ``O-O``) or ``e2-e4``.

        Raises `NotationError`, `IllegalMoveError`, or `AmbiguousMoveError` with the candidates.
        """
        bare = text.strip()
        legal = self._legal()
        if bare.startswith("B"):  # a bishop's, such as B2b5, before the b file's in capitals
            try:
                return legal[self.board.uci(self.board.parse_san(bare))][0]
            except ValueError:
                pass
        if bare.lower() in legal:
            return legal[bare.lower()][0]
        if bare.lower() in _NULL_MOVES:
            raise NotationError(f"{bare!r} is no move of chess", text=bare)
        try:
            found = self.board.parse_uci(bare.lower()) if _is_uci(bare) else self.board.parse_san(bare)
        except chess.IllegalMoveError:
            raise IllegalMoveError(f"{bare} is not legal in {self.fen()}", move=bare, fen=self.fen()) from None
        except chess.AmbiguousMoveError:
            candidates = self._like(bare)
            raise AmbiguousMoveError(
                f"{bare} can mean {' or '.join(candidates)} in {self.fen()}",
                move=bare,
                fen=self.fen(),
                candidates=candidates,
            ) from None
        except ValueError:
            raise NotationError(f"{bare!r} is not a move; expected such as e2e4 or Nf3", text=bare) from None
        return legal[self.board.uci(found)][0]

    def _like(self, san: str) -> tuple[str, ...]:
        """The moves with the piece and end of an ambiguous ``san``."""
        piece = chess.Piece.from_symbol(san[0]).piece_type if san[:1] in tuple("NBRQK") else chess.PAWN
        return tuple(
            text
            for text, (move, found) in self._legal().items()
            if self.board.piece_type_at(found.from_square) == piece and move.end in san
        )

    def san(self, move: Move) -> str:
        """The move as PGN writes it. Raises `IllegalMoveError`."""
        found = self._legal().get(move.text)
        if found is None:
            raise IllegalMoveError(f"{move} is not legal in {self.fen()}", move=str(move), fen=self.fen())
        return self.board.san(found[1])

    # -- the end -------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game has ended without anyone's claim (Laws of chess, 5.1-5.2, 9.6).

        ``checkmate``, ``stalemate``, ``dead-position``, ``fivefold-repetition`` or ``seventy-five-moves``.
        """
        if not any(self.board.legal_moves):
            if self.board.is_check():
                return Outcome(self.side.other, "checkmate")
            return Outcome(None, "stalemate")
        if is_dead(self.board):
            return Outcome(None, "dead-position")
        if self.past and self.past.count(self.repetition_key()) + 1 >= FIVEFOLD:
            return Outcome(None, "fivefold-repetition")
        if self.board.halfmove_clock >= 2 * SEVENTY_FIVE:
            return Outcome(None, "seventy-five-moves")
        return None

    def observations(self, ply: int) -> tuple[Observation, ...]:
        """Nothing: repetitions and the fifty moves are counted by `rules.history.History`."""
        return ()


def _is_uci(text: str) -> bool:
    try:
        return bool(chess.Move.from_uci(text.lower()))
    except ValueError:
        return False


def _restored(discipline: "Chess", fen: str, chess960: bool, past: tuple[Hashable, ...]) -> Position:
    return Position(discipline, chess.Board(fen, chess960=chess960), past)
