"""Renju as a discipline: one frozen value that holds what regulations may settle."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.door import Language
from rules.errors import NotationError
from rules.limits import MoveLimit, Ratio
from rules.renju import fen as fen_text
from rules.renju.points import CELL_OF, POINTS, SIZE
from rules.renju.position import Position
from rules.renju.verdicts import Reading
from rules.side import Side


@dataclass(frozen=True)
class _Played:
    """Nothing changes it: the count runs for the whole game. ``stones`` stood where it was first looked at."""

    stones: int = field(compare=False)


@dataclass(frozen=True, kw_only=True)
class _WholeGame(MoveLimit):
    """A limit for the whole game: the stones of a position that was set up have been played."""

    def plies(self, ratio: Ratio, to_move: Side) -> int:
        """2N plies by both players, less the stones that stood."""
        return max(0, 2 * self.moves - (ratio.key.stones if isinstance(ratio.key, _Played) else 0))


def _played(position: Position) -> Ratio:
    return Ratio(_Played((position.black | position.white).bit_count()))


MOVES = _WholeGame(name="moves", article="5.2.7.2", moves=100, by="players", ratio=_played, on=False)
"""A draw by a number of moves, where the regulations have one."""


@dataclass(frozen=True, kw_only=True)
class Renju:
    """One game of renju.

    ``reading`` is the reading of the three (`rules.renju.verdicts`): ``article`` under the rules of chapter 5, ``rif``
    for events of the international federation (5.1.3). ``five_must_be_claimed``: a five or long row ends the game only
    when claimed (RIF); by 5.2.6.1-2 it ends it at once.
    """

    name: str = "renju"
    titles: Mapping[Language, str] = field(
        default_factory=lambda: {"ru": "Рэндзю", "en": "Renju"}, hash=False, compare=False
    )
    article_prefix: str = "5"
    size: int = SIZE
    first_side: Side = Side.BLACK
    move_limits: tuple[MoveLimit, ...] = (MOVES,)
    reading: Reading = "article"
    five_must_be_claimed: bool = False

    @property
    def squares(self) -> tuple[str, ...]:
        """The points, in reading order from the top."""
        return POINTS

    @property
    def draws_are_claimed(self) -> bool:
        """No: what the regulations may have (5.2.7.2) draws the game."""
        return False

    def title(self, language: Language) -> str:
        """The discipline's name for people."""
        return self.titles[language]

    def start(self) -> Position:
        """The empty board, Black to move."""
        return Position(self, 0, 0, Side.BLACK)

    def position(self, fen: str) -> Position:
        """The position that a FEN describes. Raises `NotationError` with every fault found.

        >>> Renju().position("B:Bh8,h9:Wg8").pieces()
        {'h9': 'b', 'g8': 'w', 'h8': 'b'}
        """
        return self.setup(*fen_text.read(fen))

    def setup(self, pieces: Mapping[str, str], side: Side) -> Position:
        """The position with ``pieces`` (point to ``b`` or ``w``) and ``side`` to move.

        Raises `NotationError` naming every point and piece that is wrong.
        """
        faults = [f"no point {point} on this board" for point in pieces if point not in CELL_OF]
        faults += [
            f"{piece!r} on {point}: expected one of b w" for point, piece in pieces.items() if piece not in ("b", "w")
        ]
        if faults:
            raise NotationError("; ".join(faults), text=str(dict(pieces)))
        black = sum(1 << CELL_OF[point] for point, piece in pieces.items() if piece == "b")
        white = sum(1 << CELL_OF[point] for point, piece in pieces.items() if piece == "w")
        return Position(self, black, white, side)
