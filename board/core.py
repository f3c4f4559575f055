"""What a recogniser remembers, and what it can say of it without deciding anything."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Unpack, cast

import msgspec

from board.events import EMPTY
from board.follower import Follower, Options
from board.lines import Line, successors
from board.log import Change, boards
from board.sensing import agrees, differences, is_chess, seen_as, shown, whose
from board.strategy import Case, Irregular, Strategy, game
from rules.move import Move
from rules.side import Side

# A board that changes on more squares than a hand can move within a second was disturbed.
DISTURBED_SQUARES, DISTURBED_WITHIN_MS = 3, 1000
# However slowly: so many squares that fit nothing are an analysis or another game.
DIFFERENT_SQUARES = 6
# So many plies may stand unpressed before the next one; more is an analysis.
UNPRESSED_PLIES = 2


class Last(msgspec.Struct, kw_only=True):
    """The ply committed last. ``correctable``: the opponent may demand its correction until he replies (5.4.13.2).

    ``extra``: a second move in a row; undoing it is all there is to correct, and the opponent is to move again.
    ``left_uncrowned``: the kings that this ply left without their mark; marking them is all there is to correct.
    """

    before: Any
    extra: bool = False
    after: Any
    side: Side
    ply: int
    irregular: bool
    correctable: bool
    uncrowned: frozenset[str]
    left_uncrowned: frozenset[str] = frozenset()
    came_back_ms: int | None = None
    retracted: bool = False


class Pending(NamedTuple):
    """Legal moves that explain the board, and the position that they begin from."""

    base: Any
    moves: list[Move]

    @property
    def after(self) -> Any:
        """The position after them; moves that leave one board leave one position."""
        return self.base.apply(self.moves[0])


class Core(Follower):
    """What following a game of moving pieces remembers beside it."""

    def __init__(self, discipline: Any, *, sensed: Mapping[str, str] | None = None, **options: Unpack[Options]) -> None:
        super().__init__(discipline, **options)
        self._strategy = cast(Strategy, game(discipline))
        self._chess = is_chess(discipline)
        start_board = self._shown(self._position)
        self._sensed = dict(start_board) if sensed is None else {sq: self._seen_as(p) for sq, p in sensed.items()}
        self._in_sync = agrees(start_board, self._sensed)
        self._last: Last | None = None
        self._idle: Side | None = None
        self._uncrowned: frozenset[str] = frozenset()
        self._leftover: dict[str, str] = {}
        self._awaiting = False
        self._several: list[Line] = []
        self._log_board = dict(self._sensed)
        self._stood_complete = False
        self._frames: tuple[Mapping[str, str], ...] = ()
        self._swapped: bool | None = False
        self._first_by_the_other = False

    def _seen_as(self, piece: str) -> str:
        return seen_as(piece, self._sensor, chess=self._chess)

    def _shown(self, position: Any) -> Mapping[str, str]:
        return shown(position, self._sensor)

    def _pending(self) -> Pending | None:
        """The legal moves that explain the board, and the position they begin from: the record's; the one without men
        removed late; the board as it was set up; under a demand, the one before the ply that must be corrected."""
        if self._over or agrees(self._shown(self._position), self._sensed):
            return None
        if self._demand is not None and self._last is not None:
            bases = [self._last.before]
        else:
            bases = self._bases()
        return self._likeliest(bases)

    def _likeliest(self, bases: Sequence[Any]) -> Pending | None:
        """The first of ``bases`` that a legal move of it explains."""
        for base in bases:
            moves = successors(base, self._sensed, self._sensor)
            if moves:
                return Pending(base, moves)
        return None

    def _bases(self) -> list[Any]:
        """The positions a move may begin from: the record's; without men removed late; the board as it was set up."""
        late = [square for square in self._leftover if square not in self._sensed]
        found = [self._position]
        if late:
            found.append(self._without(late))
        if self._setup is not None:
            found.append(self._setup)
        return found

    def _without(self, squares: Sequence[str]) -> Any:
        pieces = {square: piece for square, piece in self._position.pieces().items() if square not in squares}
        return self._position.discipline.setup(pieces, self._position.side)

    def _case(
        self,
        t_ms: int,
        *,
        position: Any = None,
        ply: int | None = None,
        sensed: Mapping[str, str] | None = None,
        log: Sequence[Change] | None = None,
        uncrowned: frozenset[str] | None = None,
    ) -> Case:
        return Case(
            position=self._position if position is None else position,
            sensed=self._sensed if sensed is None else sensed,
            sensor=self._sensor,
            log=tuple(self._log if log is None else log),
            ply=self._ply + 1 if ply is None else ply,
            t_ms=t_ms,
            settings=self._settings,
            uncrowned=self._uncrowned if uncrowned is None else uncrowned,
        )

    def _clear_log(self, *, keep_since: bool = False) -> None:
        self._log = []
        self._log_board = dict(self._sensed)
        self._stood_complete = False
        if not keep_since:
            self._since = self._count

    def _stood(self, position: Any) -> bool:
        return self._last_stood(position) >= 0

    def _stood_after(self, position: Any, plies: int) -> list[Any]:
        """The positions up to ``plies`` legal plies later that have stood on the board: moves that were not pressed."""
        if not plies:
            return []
        followed = (position.apply(move) for move in position.legal_moves())
        stood = [after for after in followed if self._stood(after)]
        return stood + [later for after in stood for later in self._stood_after(after, plies - 1)]

    def _wrong_so_far(self) -> Iterator[tuple[int, Case, Irregular]]:
        """The irregular plies that the board showed before a lift of the opponent's, with that lift's place in the log.
        Without a clock such a ply stands with the opponent's reply."""
        mover = self._position.side
        for place, (change, board) in enumerate(zip(self._log, boards(self._log_board, self._log), strict=False)):
            if change.after != EMPTY or whose(self._position, change.square) is not mover.other:
                continue
            if agrees(self._shown(self._position), board):
                continue
            early = self._case(change.t_ms, sensed=board, log=self._log[:place])
            found = self._strategy.irregular(early)
            if found.explained:
                yield place, early, found

    def _last_stood(self, position: Any) -> int:
        """The place in the log at which the board last stood as ``position``; -1 if it never did."""
        wanted = self._shown(position)
        places = [place for place, board in enumerate(boards(self._log_board, self._log)) if agrees(wanted, board)]
        return places[-1] if places else -1

    def _was_seen(self, line: Line) -> bool:
        """Whether every position inside the line stood on the board, in order."""
        wanted = []
        position = self._position
        for move in line[:-1]:
            position = position.apply(move)
            wanted.append(self._shown(position))
        for board in boards(self._log_board, self._log):
            if wanted and agrees(wanted[0], board):
                wanted.pop(0)
        return not wanted

    def _differences(self) -> Mapping[str, tuple[str, str]]:
        return differences(self._shown(self._position), self._sensed)

    def _regain_sync(self, t_ms: int) -> None:
        if not self._in_sync:
            self._several, self._frames = [], ()
            self._gap = False
            super()._regain_sync(t_ms)
            self._clear_log(keep_since=True)

    def _watch_sync(self, t_ms: int) -> None:
        expected = self._shown(self._position)
        if not self._in_sync:
            if agrees(expected, self._sensed) or self._pending() is not None:
                self._regain_sync(t_ms)
            return
        if self._catching or self._down or self._awaiting or self._demand is not None:
            return
        board = {**self._sensed, **self._flickering()}
        wrong = differences(expected, board)
        recent = {change.square for change in self._log if change.t_ms > t_ms - DISTURBED_WITHIN_MS}
        if len(recent & wrong.keys()) <= DISTURBED_SQUARES and len(wrong) <= DIFFERENT_SQUARES:
            return
        begun = [self._position]
        last = self._last
        if last is not None and last.irregular:  # it may be put right without a press
            begun.append(last.before)
        elif last is not None and last.came_back_ms is not None:  # another move is made in its place, or answered
            begun += [last.before, last.before.with_side(self._position.side), *self._stood_after(last.before, 1)]
        begun += self._stood_after(self._position, UNPRESSED_PLIES)
        if not self._clock:
            begun += [found.after for _, _, found in self._wrong_so_far()]
        if not any(self._strategy.in_progress(self._case(t_ms, position=one, sensed=board)) for one in begun):
            self._lose_sync(t_ms)
