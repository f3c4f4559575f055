"""A position of draughts: three masks and the side to move."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Self

from rules.door import Outcome
from rules.draughts import fen as fen_text
from rules.draughts import notation
from rules.draughts.walker import Capture, Step
from rules.errors import IllegalMoveError
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side

if TYPE_CHECKING:
    from rules.draughts.discipline import Draughts


class Position:
    """Immutable and hashable; equal when discipline, pieces and side to move are.

    ``white``, ``black`` and ``kings`` are masks over the board's bits (`rules.draughts.geometry`).
    """

    __slots__ = ("_moves", "black", "discipline", "kings", "side", "white")

    discipline: "Draughts"
    white: int
    black: int
    kings: int
    side: Side
    _moves: tuple[Move, ...] | None

    def __init__(self, discipline: "Draughts", white: int, black: int, kings: int, side: Side) -> None:
        put = object.__setattr__
        put(self, "discipline", discipline)
        put(self, "white", white)
        put(self, "black", black)
        put(self, "kings", kings)
        put(self, "side", side)
        put(self, "_moves", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.white == other.white
            and self.black == other.black
            and self.kings == other.kings
            and self.side == other.side
            and self.discipline.name == other.discipline.name
        )

    def __hash__(self) -> int:
        return hash((self.white, self.black, self.kings, self.side))

    def __repr__(self) -> str:
        return f"<{self.discipline.name} {self.fen()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.discipline, self.white, self.black, self.kings, self.side)

    def pieces(self) -> dict[str, str]:
        """Square name to ``w``, ``b`` (men), ``W``, ``B`` (kings), in reading order."""
        found = {}
        for bit, name in self.discipline.geometry.name_of.items():
            if bit & self.white:
                found[name] = "W" if bit & self.kings else "w"
            elif bit & self.black:
                found[name] = "B" if bit & self.kings else "b"
        return found

    def fen(self) -> str:
        """The position as text: ``W:W21,K30:B1,2``."""
        return fen_text.write(self.pieces(), self.side, self.discipline.geometry)

    def with_side(self, side: Side) -> Self:
        """The same pieces with ``side`` to move."""
        return type(self)(self.discipline, self.white, self.black, self.kings, side)

    def repetition_key(self) -> Hashable:
        """Equal for two positions if, and only if, they are the same position in the sense of 5.4.12.1.3."""
        return self.white, self.black, self.kings, self.side

    def observations(self, ply: int) -> tuple[Observation, ...]:
        """Nothing: what a draughts move brings about is counted by `rules.history.History`."""
        return ()

    # -- moves ---------------------------------------------------------------------------------------------------

    def raw_captures(self, every_landing: bool = False) -> list[Capture]:
        """The lawful captures as masks, by every path; the preference of the discipline is applied."""
        white = self.side is Side.WHITE
        own, enemy = (self.white, self.black) if white else (self.black, self.white)
        walker = self.discipline.path_walker if every_landing else self.discipline.walker
        found = walker.captures(own & ~self.kings, own & self.kings, enemy, white)
        prefer = self.discipline.prefer
        if prefer is not None and len(found) > 1:
            values = [prefer(capture[2].bit_count(), (capture[2] & self.kings).bit_count()) for capture in found]
            best = max(values)
            found = [capture for capture, value in zip(found, values, strict=True) if value == best]
        return found

    def raw_steps(self) -> list[Step]:
        """The quiet moves as masks, whether or not a capture is due."""
        white = self.side is Side.WHITE
        own, enemy = (self.white, self.black) if white else (self.black, self.white)
        return self.discipline.walker.steps(own & ~self.kings, own & self.kings, enemy, white)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, sorted by notation; one per start, end, men taken and crowning."""
        if self._moves is None:
            captures = self.raw_captures()
            moves = notation.captures(self, captures) if captures else notation.steps(self, self.raw_steps())
            object.__setattr__(self, "_moves", moves)
        assert self._moves is not None
        return self._moves

    def quiet_moves(self) -> tuple[Move, ...]:
        """The moves without a capture, also where one is due and they are therefore forbidden (5.4.13.2)."""
        return notation.steps(self, self.raw_steps())

    def apply(self, move: Move) -> Self:
        """The position after ``move``. Raises `IllegalMoveError` with the move and the FEN."""
        legal = self.legal_moves()
        if move not in legal and not any(move.key == one.key for one in legal):
            raise IllegalMoveError(f"{move} is not legal in {self.fen()}", move=str(move), fen=self.fen())
        bit_of = self.discipline.geometry.bit_of
        taken = 0
        for square in move.captured:
            taken |= bit_of[square]
        return self.after(bit_of[move.start], bit_of[move.end], taken, move.promotes)

    def after(self, start: int, end: int, taken: int, promotes: bool) -> Self:
        """The position after a move given as masks, unchecked."""
        kings = self.kings & ~taken
        if kings & start:
            kings = kings & ~start | end
        elif promotes:
            kings |= end
        if self.side is Side.WHITE:
            return type(self)(self.discipline, self.white & ~start | end, self.black & ~taken, kings, Side.BLACK)
        return type(self)(self.discipline, self.white & ~taken, self.black & ~start | end, kings, Side.WHITE)

    def parse(self, text: str) -> Move:
        """The legal move that ``text`` means: full path or ends, any separator, names or numbers.

        Raises `NotationError` for a text that is no move, `IllegalMoveError` for a move that is not legal and
        `AmbiguousMoveError` with the candidates' full notations where it fits several.
        """
        return notation.parse(self, text)

    def outcome(self) -> Outcome | None:
        """Who has won by the board: a side without men or without a move has lost (in giveaway: has won)."""
        if not self.white or not self.black:
            bare = self.side if not (self.white or self.black) else Side.BLACK if self.white else Side.WHITE
            return self._lost(bare, "no-pieces")
        if self._moves or self.raw_captures() or self.raw_steps():
            return None
        return self._lost(self.side, "no-moves")

    def _lost(self, side: Side, reason: str) -> Outcome:
        return Outcome(side if self.discipline.objective == "lose" else side.other, reason)
