"""A position of draughts: three masks and the side to move."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from rules.door import Outcome
from rules.draughts import fen as fen_text
from rules.draughts import notation
from rules.draughts.moves import MoveTable
from rules.draughts.tree import Tree
from rules.errors import IllegalMoveError
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side

if TYPE_CHECKING:
    from rules.draughts.discipline import Draughts

WHITE: Final = Side.WHITE
BLACK: Final = Side.BLACK


@mypyc_attr(acyclic=True, free_list_len=1)
class Position:
    """Immutable and hashable; equal when discipline, pieces and side to move are.

    ``white``, ``black`` and ``kings`` are masks over the board's bits (`rules.draughts.geometry`).
    """

    __slots__ = ("_black", "_discipline", "_kings", "_moves", "_side", "_table", "_white")

    def __init__(
        self, discipline: "Draughts", white: i64, black: i64, kings: i64, side: Side, table: MoveTable | None = None
    ) -> None:
        self._discipline = discipline
        self._white = white
        self._black = black
        self._kings = kings
        self._side = side
        self._table: MoveTable = discipline.moves if table is None else table
        self._moves: tuple[Move, ...] | None = None

    @property
    def discipline(self) -> "Draughts":
        """The rules it is played by."""
        return self._discipline

    @property
    def side(self) -> Side:
        """The side to move."""
        return self._side

    @property
    def white(self) -> int:
        """The mask of White's pieces."""
        return self._white

    @property
    def black(self) -> int:
        """The mask of Black's pieces."""
        return self._black

    @property
    def kings(self) -> int:
        """The mask of both sides' kings."""
        return self._kings

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self._white == other.white
            and self._black == other.black
            and self._kings == other.kings
            and self._side == other.side
            and self._discipline.name == other.discipline.name
        )

    def __hash__(self) -> int:
        return hash((self._white, self._black, self._kings, self._side))

    def __repr__(self) -> str:
        return f"<{self._discipline.name} {self.fen()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self._discipline, self._white, self._black, self._kings, self._side)

    def pieces(self) -> dict[str, str]:
        """Square name to ``w``, ``b`` (men), ``W``, ``B`` (kings), in reading order."""
        found = {}
        for bit, name in self._discipline.geometry.name_of.items():
            if bit & self._white:
                found[name] = "W" if bit & self._kings else "w"
            elif bit & self._black:
                found[name] = "B" if bit & self._kings else "b"
        return found

    def fen(self) -> str:
        """The position as text: ``W:W21,K30:B1,2``."""
        return fen_text.write(self.pieces(), self._side, self._discipline.geometry)

    def with_side(self, side: Side) -> "Position":
        """The same pieces with ``side`` to move."""
        return Position(self._discipline, self._white, self._black, self._kings, side)

    def repetition_key(self) -> Hashable:
        """Equal for two positions if, and only if, they are the same position in the sense of 5.4.12.1.3."""
        return self._white, self._black, self._kings, self._side

    def observations(self, ply: int) -> tuple[Observation, ...]:
        """Nothing: what a draughts move brings about is counted by `rules.history.History`."""
        return ()

    # -- moves ---------------------------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted by notation; one per start, end, men taken and crowning."""
        moves = self._moves
        if moves is None:
            table = self._table
            if self._side is WHITE:
                moves = table.legal(self._white, self._black, self._kings, True)
            else:
                moves = table.legal(self._black, self._white, self._kings, False)
            self._moves = moves
        return moves

    def quiet_moves(self) -> tuple[Move, ...]:
        """The moves without a capture, also where one is due and they are therefore forbidden (5.4.13.2)."""
        table = self._table
        if self._side is WHITE:
            return table.quiet(self._white, self._black, self._kings, True)
        return table.quiet(self._black, self._white, self._kings, False)

    def leaves(self, depth: int, paths: bool = False, bulk: bool = True) -> int:
        """How many games of ``depth`` plies there are; see `rules.counting.perft` and `Tree`."""
        rules = self._discipline
        tree = Tree(rules.path_walker if paths else rules.walker, rules.prefer, paths, bulk)
        if self._side is WHITE:
            return tree.count(self._white, self._black, self._kings, True, depth)
        return tree.count(self._black, self._white, self._kings, False, depth)

    def apply(self, move: Move) -> "Position":
        """The position after ``move``. Raises `IllegalMoveError` with the move and the FEN."""
        legal = self._moves
        if legal is None:
            legal = self.legal_moves()
        for one in legal:
            if one is move:
                break
        else:
            move = self._equal(move)
        masks: tuple[i64, i64, i64, i64] = move.masks
        start, end, taken, crowned = masks
        white, black, kings = self._white, self._black, self._kings
        if kings & start:
            kings = kings ^ start | end
        else:
            kings |= crowned
        if taken:
            kings &= ~taken
        if self._side is WHITE:
            return Position(self._discipline, white ^ start | end, black ^ taken, kings, BLACK, self._table)
        return Position(self._discipline, white ^ taken, black ^ start | end, kings, WHITE, self._table)

    def _equal(self, move: Move) -> Move:
        """The legal move that is the same as ``move``, by whichever path."""
        for one in self.legal_moves():
            if one.key == move.key:
                return one
        raise IllegalMoveError(f"{move} is not legal in {self.fen()}", move=str(move), fen=self.fen())

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means: full path or ends, any separator, names or numbers.

        Raises `NotationError` for a text that is no move, `IllegalMoveError` for a move that is not legal and
        `AmbiguousMoveError` with the candidates' full notations where it fits several.
        """
        return notation.parse(self, text)

    def outcome(self) -> Outcome | None:
        """Who has won by the board: a side without men or without a move has lost (in giveaway: has won)."""
        if not self._white or not self._black:
            bare = self._side if not (self._white or self._black) else Side.BLACK if self._white else Side.WHITE
            return self._lost(bare, "no-pieces")
        if self.legal_moves():
            return None
        return self._lost(self._side, "no-moves")

    def _lost(self, side: Side, reason: str) -> Outcome:
        return Outcome(side if self._discipline.objective == "lose" else side.other, reason)
