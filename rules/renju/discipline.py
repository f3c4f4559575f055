"""Renju as a discipline: one frozen value that holds what regulations may settle."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.door import Language
from rules.errors import NotationError
from rules.limits import MoveLimit
from rules.renju import fen as fen_text
from rules.renju.points import CELL_OF, POINTS, SIZE
from rules.renju.position import Position
from rules.renju.verdicts import Reading
from rules.side import Side


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
    move_limits: tuple[MoveLimit, ...] = ()
    reading: Reading = "article"
    five_must_be_claimed: bool = False

    @property
    def squares(self) -> tuple[str, ...]:
        """The points, in reading order from the top."""
        return POINTS

    @property
    def draws_are_claimed(self) -> bool:
        """No: renju has no draws by repetition or by counting moves (5.2.7)."""
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
