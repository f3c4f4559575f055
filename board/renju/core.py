"""What a recogniser of renju remembers, and how plies are committed and taken back."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Unpack

from board.events import EMPTY
from board.follower import Follower, Options
from board.outputs import GameOver, Moved, TakenBack
from board.renju.course import Course
from board.renju.seen import Seen, colour, differing, left_behind
from rules.law.observation import Observation
from rules.renju.following import placed
from rules.renju.opening import State, begin
from rules.renju.points import CELL_OF
from rules.renju.tables import regulation
from rules.side import Side

_OTHER = {"w": "b", "b": "w"}


class Made(NamedTuple):
    """A ply that was committed: the positions and the opening around it, whether the board it left is one that no stone
    makes, and whether it may be put right, as a foul too may."""

    before: Any
    after: Any
    course: Course | None
    side: Side
    ply: int
    point: str
    irregular: bool
    correctable: bool
    opened: State | None


class RenjuCore(Follower):
    """What following a game of renju remembers beside it: the opening, and the plies that may be put right.

    ``opening`` names the regulation by which the game is opened (5.2.4.3); empty: only the first stone is on h8. Where
    stones were set up the opening is over.
    """

    def __init__(
        self,
        discipline: Any,
        *,
        sensed: Mapping[str, str] | None = None,
        opening: str = "",
        **options: Unpack[Options],
    ) -> None:
        super().__init__(discipline, **options)
        self._exchanged = False
        ply = self._ply
        moves: tuple[str, ...] = self._position.moves
        known = opening and len(moves) == ply and len(self._position.pieces()) == ply - moves.count("pass")
        self._course = Course.after(regulation(opening), moves) if known else None
        self._opened = self._begun_as(opening, moves) if known else None
        self._swapped: bool | None = None if opening and ply else False
        self._guess = False
        self._begun = bool(ply or self._position.pieces())
        shown = self._shown(self._position)
        self._sensed = shown if sensed is None else {point: self._seen_as(piece) for point, piece in sensed.items()}
        self._in_sync = self._sensed == shown
        self._made: list[Made] = []
        self._ignored: tuple[str, ...] = ()
        self._unclear: tuple[str, ...] = ()
        self._early = False
        self._followed: tuple[str, str, Side] | None = None
        self._displaced: set[str] = set()
        self._others_lever = False

    @staticmethod
    def _begun_as(opening: str, moves: Sequence[str]) -> State:
        opened = begin(regulation(opening))
        for move in moves:
            opened = placed(opened, move)
        return opened

    def _seen_as(self, piece: str) -> str:
        if piece == EMPTY:
            return piece
        if self._sensor == "occupancy":
            return "x"
        return _OTHER[piece.lower()] if self._exchanged else piece.lower()

    def _shown(self, position: Any) -> dict[str, str]:
        bare = self._sensor == "occupancy"
        return {point: "x" if bare else piece.lower() for point, piece in position.pieces().items()}

    def _exchange(self) -> None:
        """The players have each other's stones and play on with them (5.3.8.1): each stone counts as its player's."""
        self._exchanged = not self._exchanged
        self._sensed = {point: _OTHER.get(stone, stone) for point, stone in self._sensed.items()}
        pieces = {point: _OTHER[stone] for point, stone in self._position.pieces().items()}
        self._position = self._position.discipline.setup(pieces, self._position.side)
        self._made = []

    def _seen(self, position: Any = None) -> Seen:
        shown = self._shown(self._position if position is None else position)
        return differing(shown, self._sensed, self._sensor, self._log, self._ignored)

    def _colour(self, point: str) -> Side | None:
        return colour(self._sensed, point)

    def _is(self, point: str, side: Side) -> bool:
        """Whether the stone there can be ``side``'s."""
        return self._colour(point) in (side, None)

    @abstractmethod
    def _explain_choice(self, t_ms: int) -> None:
        """Before a stone that stays: says the choice that was due and that nobody heard."""

    # -- plies ---------------------------------------------------------------------------------------------------

    def _place(
        self, point: str, t_ms: int, *, pressed: bool = True, inferred: bool = False, doubt: bool = False
    ) -> None:
        """Commits the stone on ``point`` as the ply of the side to move."""
        self._explain_choice(t_ms)
        side, ply, before = self._position.side, self._ply + 1, self._position
        course, found = self._course, tuple[Observation, ...]()
        if course is not None and not course.done and course.placing:
            self._course, found = course.place(point, side, ply)
        if not self._begun and point != "h8":
            if course is None:
                evidence = {"regulation": "none", "move": point, "zone": 1}
                found = (Observation(kind="opening-violation", side=side, ply=ply, evidence=evidence),)
            after = before.discipline.setup({point: side.letter.lower()}, side.other)
            self._commit(after, point, t_ms, course, pressed=pressed, irregular=True)
            self._out += found
            return
        beside = None if inferred else left_behind(self._log, before.pieces(), point, self._settings)
        after = before.apply(before.parse(point))
        foul = any(one.kind.startswith("foul") for one in after.observations(ply))
        self._commit(after, point, t_ms, course, pressed=pressed, inferred=inferred, uncertain=doubt, correctable=foul)
        self._out += found
        if beside is not None:
            self._observe("stone-moved-after-placing", side, ply, **beside)

    def _pass(self, t_ms: int) -> None:
        """Commits the refusal to place a stone (5.2.4.4)."""
        self._commit(self._position.apply(self._position.parse("pass")), "pass", t_ms, self._course)

    def _irregular(self, kind: str, text: str, after: Any, side: Side, t_ms: int, **evidence: Any) -> None:
        """Commits a ply against the rules; the position follows the board."""
        before = self._position if self._position.side is side else self._position.with_side(side)
        ply = self._ply + 1
        self._commit(after, text, t_ms, self._course, irregular=True, before=before, uncertain=kind == "unclear-move")
        self._observe(kind, side, ply, decided_ms=t_ms, **evidence)

    def _commit(
        self,
        after: Any,
        text: str,
        t_ms: int,
        course: Course | None,
        *,
        pressed: bool = True,
        irregular: bool = False,
        inferred: bool = False,
        uncertain: bool = False,
        correctable: bool = False,
        before: Any = None,
    ) -> None:
        before = self._position if before is None else before
        opened, last = self._opened, self._last_number()
        self._ply += 1
        self._out.append(
            Moved(
                ply=self._ply,
                side=before.side,
                move=text,
                fen=after.fen(),
                t_ms=t_ms,
                uncertain=uncertain,
                irregular=irregular,
                pressed=pressed,
                inferred=inferred,
                path=(text,) if text in after.pieces() else (),
                candidates=(text,),
                from_event=self._since,
                to_event=self._count - 1 if pressed else max(self._since, last),
            )
        )
        made = Made(before, after, course, before.side, self._ply, text, irregular, irregular or correctable, opened)
        if opened is not None and text in CELL_OF and (not irregular or self._ply == 1):
            self._opened = placed(opened, text)
        self._made.append(made)
        self._position, self._begun = after, True
        self._demand, self._owed, self._setup, self._ignored, self._unclear = None, None, None, (), ()
        self._offers = self._offers.refused(before.side)
        self._log, self._since = [], self._count
        outcome = after.outcome()
        if outcome is not None:
            self._over = True
            self._out.append(GameOver(winner=outcome.winner, reason=outcome.reason, t_ms=t_ms))

    def _take_back(self, made: Made, by: Side | None, t_ms: int) -> None:
        """Takes back ``made`` and everything after it; the position is the one before it."""
        while self._made and self._made[-1].ply >= made.ply:
            last = self._made.pop()
            self._out.append(TakenBack(ply=last.ply, by=by, t_ms=t_ms))
        self._position, self._ply, self._course = made.before, made.ply - 1, made.course
        self._opened = made.opened
        self._demand, self._ignored, self._unclear = None, (), ()
        self._begun = bool(self._ply or self._position.pieces())

    # -- the board and the record --------------------------------------------------------------------------------

    def _differences(self) -> dict[str, tuple[str, str]]:
        expected = self._shown(self._position)
        points = sorted({*expected, *self._sensed} - set(self._ignored))
        pairs = {point: (expected.get(point, EMPTY), self._sensed.get(point, EMPTY)) for point in points}
        return {point: pair for point, pair in pairs.items() if pair[0] != pair[1]}

    def _with(self, added: Sequence[str], side: Side, to_move: Side, *, without: Sequence[str] = ()) -> Any:
        """The position as the board shows it: stones added, by their seen colour or else ``side``'s."""
        pieces = {point: piece for point, piece in self._position.pieces().items() if point not in without}
        for point in added:
            pieces[point] = (self._colour(point) or side).letter.lower()
        return self._position.discipline.setup(pieces, to_move)
