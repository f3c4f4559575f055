"""A position of renju: the stones, the side to move, and how the game came here."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, Final, Self

from rules.door import Outcome
from rules.errors import IllegalMoveError, NotationError
from rules.law.observation import Observation
from rules.move import Move
from rules.renju import fen as fen_text
from rules.renju.explain import explain
from rules.renju.points import CELL_OF, CELLS, CENTRE, NAME_OF, POINTS
from rules.renju.rows import can_make_five, has_exact_five, has_long_row, rows_through
from rules.renju.verdicts import KINDS, MAKES_FIVE, Kind, board_of, judge, verdicts
from rules.side import Side

if TYPE_CHECKING:
    from rules.renju.discipline import Renju

PASS: Final = Move(start="", end="", text="pass")
"""The refusal to place a stone, which is a move (5.2.4.4)."""

PASS_WORDS: Final = frozenset({"pass", "--", "-", "–", "—", "пас", "пасс"})

STONES: Final = {
    cell: Move(start="", end=name, text=name, path=(name,), paths=((name,),)) for cell, name in NAME_OF.items()
}
"""The move that places a stone, for every cell."""

_SORTED: Final = tuple(sorted(((cell, STONES[cell]) for cell in CELLS), key=lambda pair: pair[1].text))


class Position:
    """Immutable and hashable; equal when discipline, stones, side to move and consecutive passes are.

    ``black`` and ``white`` are masks over cells (`rules.renju.points`). ``moves`` are the moves made since the start
    or the setup, as texts; ``passes`` counts the passes at their end.
    """

    __slots__ = ("_fouls", "black", "discipline", "moves", "passes", "side", "white")

    discipline: "Renju"
    black: int
    white: int
    side: Side
    moves: tuple[str, ...]
    passes: int
    _fouls: dict[str, Kind] | None

    def __init__(
        self,
        discipline: "Renju",
        black: int,
        white: int,
        side: Side,
        moves: tuple[str, ...] = (),
        passes: int = 0,
    ) -> None:
        put = object.__setattr__
        put(self, "discipline", discipline)
        put(self, "black", black)
        put(self, "white", white)
        put(self, "side", side)
        put(self, "moves", moves)
        put(self, "passes", passes)
        put(self, "_fouls", None)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.black == other.black
            and self.white == other.white
            and self.side == other.side
            and self.passes == other.passes
            and self.discipline == other.discipline
        )

    def __hash__(self) -> int:
        return hash((self.black, self.white, self.side, self.passes))

    def __repr__(self) -> str:
        return f"<{self.discipline.name} {self.fen()}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.discipline, self.black, self.white, self.side, self.moves, self.passes)

    def pieces(self) -> dict[str, str]:
        """Point to ``b`` or ``w``, in reading order."""
        found = {}
        for name in POINTS:
            bit = 1 << CELL_OF[name]
            if bit & self.black:
                found[name] = "b"
            elif bit & self.white:
                found[name] = "w"
        return found

    def fen(self) -> str:
        """The position as text: ``B:Bh8,h9:Wg8``. Passes are not in it."""
        return fen_text.write(self.pieces(), self.side)

    def with_side(self, side: Side) -> Self:
        """The same stones with ``side`` to move, as a setup: without the moves that led here."""
        return type(self)(self.discipline, self.black, self.white, side)

    def repetition_key(self) -> Hashable:
        """Never equal for two positions of one game: stones stay where they are, and two passes end it."""
        return self.black, self.white, self.side, self.passes

    # -- moves ---------------------------------------------------------------------------------------------------

    def fouls(self) -> dict[str, Kind]:
        """The points forbidden to Black by the discipline's reading, whoever is to move (5.2.4.2)."""
        if self._fouls is None:
            words = board_of(_cells(self.black), _cells(self.white))
            found, _, _ = verdicts(words, self.discipline.reading == "article")
            named = {NAME_OF[cell]: KINDS[verdict] for cell, verdict in found.items()}
            object.__setattr__(self, "_fouls", {name: named[name] for name in sorted(named)})
        assert self._fouls is not None
        return self._fouls

    def legal_moves(self) -> tuple[Move, ...]:
        """Every move that is not forbidden, sorted by notation: for Black without the fouls (5.2.4.1).

        A foul can be made all the same: `apply` and `parse` take it, since it stands until it is claimed or found
        (5.3.8.2-3); `observations` names it.
        """
        if self.outcome() is not None:
            return ()
        if self._is_first():
            return (STONES[CENTRE],)
        taken = self.black | self.white
        moves = [move for cell, move in _SORTED if not taken >> cell & 1]
        if self.side is Side.BLACK:
            forbidden = self.fouls()
            if forbidden:
                moves = [move for move in moves if move.text not in forbidden]
        return (*moves, PASS)

    def apply(self, move: Move) -> Self:
        """The position after ``move``, also after a foul. Raises `IllegalMoveError` with the move and the FEN."""
        self._check(move)
        if move.text == PASS.text:
            stones, black, white, passes = 0, self.black, self.white, self.passes + 1
        else:
            stones, passes = 1 << CELL_OF[move.end], 0
            black = self.black | stones if self.side is Side.BLACK else self.black
            white = self.white | stones if self.side is Side.WHITE else self.white
        return type(self)(self.discipline, black, white, self.side.other, (*self.moves, move.text), passes)

    def parse(self, text: str) -> Move:
        """The move that ``text`` means: a point a1 to o15 in either case, or a pass (``pass``, ``--``).

        A foul is accepted (see `legal_moves`). Raises `NotationError` for a text that is no move, `IllegalMoveError`
        for an occupied point, a first stone that is not on h8, or a move after the end.
        """
        bare = text.strip().lower()
        if bare in PASS_WORDS:
            move = PASS
        elif bare in CELL_OF:
            move = STONES[CELL_OF[bare]]
        else:
            bare = text.strip()
            raise NotationError(f"{bare!r} is not a move; expected a point a1 to o15 or pass", text=bare)
        self._check(move)
        return move

    def _is_first(self) -> bool:
        return not (self.black or self.white or self.moves) and self.side is Side.BLACK

    def _check(self, move: Move) -> None:
        reason = ""
        if move.text != PASS.text and move.end not in CELL_OF:
            reason = "is not a point of the board"
        elif self.outcome() is not None:
            reason = "comes after the end of the game"
        elif self._is_first():
            if move.end != NAME_OF[CENTRE]:
                reason = "is not the centre h8, where the first stone goes (5.2.4.1)"
        elif move.text != PASS.text and (self.black | self.white) >> CELL_OF[move.end] & 1:
            reason = "is occupied"
        if reason:
            raise IllegalMoveError(f"{move} {reason} in {self.fen()}", move=str(move), fen=self.fen())

    # -- the end -------------------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """How the game has ended by 5.2.6-5.2.7: ``five``, ``overline-win``, ``mutual-pass``, ``no-five-possible``.

        Where regulations want a five to be claimed, rows end nothing here.
        """
        if not self.discipline.five_must_be_claimed:
            for side in (self.side.other, self.side):
                reason = self._row_of(side)
                if reason:
                    return Outcome(side, reason)
        if self.passes >= 2:
            return Outcome(None, "mutual-pass")
        if not can_make_five(self.white, self.black, False) and not can_make_five(self.black, self.white, True):
            return Outcome(None, "no-five-possible")
        return None

    def _row_of(self, side: Side) -> str:
        stones = self.black if side is Side.BLACK else self.white
        if has_exact_five(stones):
            return "five"
        return "overline-win" if side is Side.WHITE and has_long_row(stones) else ""

    def observations(self, ply: int) -> tuple[Observation, ...]:
        """What the last move, which was ply number ``ply``, brought about; nothing after a setup.

        Evidence names the ``point`` and the ``stones``; of a foul also the ``rows``, ``fours`` and ``threes`` as lists
        of stones, the ``reading``, and whether the point is ``disputed``.
        """
        if not self.moves:
            return ()
        mover = self.side.other
        seen: list[Observation] = []
        if self.moves[-1] != PASS.text:
            kind, evidence = self._made(mover, CELL_OF[self.moves[-1]])
            if kind:
                seen.append(Observation(kind=kind, side=mover, ply=ply, evidence=evidence))
        outcome = self.outcome()
        if outcome is not None and outcome.winner is None:
            seen.append(Observation(kind=outcome.reason, side=mover, ply=ply))
        return tuple(seen)

    def _made(self, mover: Side, cell: int) -> tuple[str, dict[str, Any]]:
        stones = self.black if mover is Side.BLACK else self.white
        rows = rows_through(stones, cell)
        if mover is Side.WHITE:
            kind = "" if not rows else "five" if any(len(row) == 5 for row in rows) else "overline-win"
        else:
            before = _cells(self.black & ~(1 << cell))
            verdict = judge(board_of(before, _cells(self.white)), cell, self.discipline.reading == "article")
            kind = "five" if verdict == MAKES_FIVE else f"foul-{KINDS[verdict]}" if verdict else ""
        evidence: dict[str, Any] = {"point": NAME_OF[cell]}
        if kind.startswith("foul"):
            black, white = ([NAME_OF[at] for at in _cells(mask)] for mask in (self.black & ~(1 << cell), self.white))
            why = explain(black, white, NAME_OF[cell], self.discipline.reading)
            evidence |= {
                "stones": list(why.stones),
                "rows": [list(row.stones) for row in why.rows],
                "fours": [list(four.stones) for four in why.fours],
                "threes": [list(three.stones) for three in why.threes if three.real],
                "reading": why.reading,
                "disputed": why.disputed,
            }
        elif kind:
            evidence["stones"] = [NAME_OF[at] for row in rows for at in row if len(row) == 5 or kind == "overline-win"]
        return kind, evidence


def _cells(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
