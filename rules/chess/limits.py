"""The fifty-move rule as a move limit (FIDE 9.3): no pawn moved and nothing taken in fifty moves by each."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules.limits import MoveLimit, Ratio
from rules.side import Side

if TYPE_CHECKING:
    from rules.chess.position import Position


@dataclass(frozen=True)
class Unmoved:
    """What a pawn move or a capture changes. ``elapsed`` plies had gone by where it was first looked at."""

    pawns: tuple[int, int]
    men: int
    elapsed: int = field(compare=False)


@dataclass(frozen=True, kw_only=True)
class PawnsAndCaptures(MoveLimit):
    """A move limit that counts on from the number that a FEN brings along."""

    def plies(self, ratio: Ratio, to_move: Side) -> int:
        """2N plies by both players, less those that had gone by."""
        elapsed = ratio.key.elapsed if isinstance(ratio.key, Unmoved) else 0
        return max(0, 2 * self.moves - elapsed)


def unmoved(position: Any) -> Ratio:
    """Pawns and the number of men."""
    found: Position = position
    board = found.board
    pawns = board.pawns & board.occupied_co[True], board.pawns & board.occupied_co[False]
    return Ratio(Unmoved(pawns, board.occupied.bit_count(), board.halfmove_clock))


FIFTY_MOVES = PawnsAndCaptures(name="fifty-moves", article="FIDE 9.3", moves=50, by="players", ratio=unmoved)
