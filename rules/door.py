"""What every discipline offers the rest of Flagfall, be it draughts, renju or chess."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal, Protocol, Self

import msgspec

from rules.law.observation import Observation
from rules.limits import MoveLimit
from rules.move import Move
from rules.side import Side

Language = Literal["ru", "en"]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended by the board alone. ``winner`` is ``None`` for a draw; ``reason`` is a plain identifier."""

    winner: Side | None
    reason: str


class Position(Protocol):
    """Pieces and the side to move; immutable and hashable."""

    @property
    def discipline(self) -> "Discipline":
        """The rules it is played by."""
        ...

    @property
    def side(self) -> Side:
        """The side to move."""
        ...

    def pieces(self) -> dict[str, str]:
        """What stands where: square name to piece letter."""
        ...

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted by its notation."""
        ...

    def apply(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError`."""
        ...

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means. Raises `NotationError`, `IllegalMoveError`, `AmbiguousMoveError`."""
        ...

    def fen(self) -> str:
        """The position as text; `Discipline.position` reads it back."""
        ...

    def with_side(self, side: Side) -> Self:
        """The same pieces with ``side`` to move."""
        ...

    def repetition_key(self) -> Hashable:
        """Equal for two positions if, and only if, they count as the same for a repetition."""
        ...

    def observations(self, ply: int) -> tuple[Observation, ...]:
        """What the last move, ply number ``ply``, made on the board beyond a plain move; nothing after a setup."""
        ...

    def outcome(self) -> Outcome | None:
        """How the game has ended on the board, ``None`` while it goes on. Draw rules that count are not its matter."""
        ...


class Discipline(Protocol):
    """The rules of one game as one frozen value."""

    @property
    def name(self) -> str:
        """The identifier of commands and files, such as ``russian``."""
        ...

    @property
    def size(self) -> int:
        """Squares or lines per side of the board."""
        ...

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of the squares in play, in reading order from the top as White sees the board."""
        ...

    @property
    def first_side(self) -> Side:
        """The side that moves first."""
        ...

    @property
    def article_prefix(self) -> str:
        """The chapter of the rules that this discipline's own articles stand in."""
        ...

    @property
    def move_limits(self) -> tuple[MoveLimit, ...]:
        """The draws by counting moves, as the articles have them."""
        ...

    @property
    def draws_are_claimed(self) -> bool:
        """Whether a repetition and a count that has run out give no more than a right to claim a draw."""
        ...

    def title(self, language: Language) -> str:
        """The discipline's name for people."""
        ...

    def start(self) -> Any:
        """The initial position."""
        ...

    def position(self, fen: str) -> Any:
        """The position that ``fen`` describes. Raises `NotationError`."""
        ...

    def setup(self, pieces: Mapping[str, str], side: Side) -> Any:
        """The position with these pieces. Raises `NotationError` naming every square or piece that is wrong."""
        ...
