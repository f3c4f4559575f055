"""Recognition: sensor events and presses in, plies and observations out.

A deterministic object without I/O and without a clock of its own. A ply is committed when its player presses the
lever; on a board without a linked clock when the opponent first lifts a piece. Until then a board is only pending, so
slides, corrections and second thoughts never become moves. A committed ply is changed only by a ruling (`restore`) or
by a correction that the opponent demanded at the board (5.4.13.4).
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from board.events import EMPTY, BoardDumped, SquareChanged
from board.inputs import ButtonPressed, DeviceChanged, Input
from board.lines import Line, explaining, of_length, successors
from board.log import Change, boards
from board.offers import Offers, out_of_turn
from board.outputs import Demanded, GameOver, Moved, Output, SyncChanged, TakenBack
from board.sensing import Sensor, agrees, differences, seen_as, shown
from board.settings import TouchSettings
from board.strategy import Case, Irregular, strategy
from board.writing import written
from clock.events import Press
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side

# A board that changes on more squares than a hand can move within a second was disturbed.
DISTURBED_SQUARES, DISTURBED_WITHIN_MS = 3, 1000
# However slowly: so many squares that fit nothing are an analysis or another game.
DIFFERENT_SQUARES = 6
LOST_PLIES = 3
LOST_PLIES_AT_START = 4
# A found board without a dump tells its squares one by one; a pause ends them.
BURST_MS = 250


class _Last(msgspec.Struct, kw_only=True):
    """The ply committed last. ``correctable``: the opponent may demand its correction until he replies (5.4.13.2)."""

    before: Any
    after: Any
    side: Side
    ply: int
    irregular: bool
    correctable: bool
    uncrowned: frozenset[str]
    came_back_ms: int | None = None
    retracted: bool = False


class _Pending(NamedTuple):
    """Legal moves that explain the board, and the position that they begin from."""

    base: Any
    moves: list[Move]

    @property
    def after(self) -> Any:
        """The position after them; moves that leave one board leave one position."""
        return self.base.apply(self.moves[0])


class Recogniser:
    """Recognises one game.

    ``start`` is the position from which it goes on after ``ply`` plies (a restart resumes with the record's); ``clock``
    tells whether presses will be fed. ``sensed`` is what the board shows now, by default ``start``.
    """

    def __init__(
        self,
        discipline: Any,
        *,
        sensor: Sensor = "piece",
        clock: bool = True,
        start: Any = None,
        ply: int = 0,
        settings: TouchSettings | None = None,
        sensed: Mapping[str, str] | None = None,
    ) -> None:
        self._sensor: Sensor = sensor
        self._clock = clock
        self._settings = settings or TouchSettings()
        self._strategy = strategy(discipline)
        self._position: Any = discipline.start() if start is None else start
        self._ply = ply
        start_board = shown(self._position, sensor)
        self._sensed = dict(start_board) if sensed is None else {sq: seen_as(p, sensor) for sq, p in sensed.items()}
        self._in_sync = agrees(start_board, self._sensed)
        self._count = 0
        self._now = 0
        self._out: list[Output] = []
        self._over = False
        self._last: _Last | None = None
        self._demand: Demanded | None = None
        self._idle: Side | None = None
        self._owed: Side | None = None
        self._pressed: tuple[Side, int] | None = None
        self._offers = Offers()
        self._uncrowned: frozenset[str] = frozenset()
        self._leftover: dict[str, str] = {}
        self._down = False
        self._catching = False
        self._gap = False
        self._awaiting = False
        self._missed: list[Side] = []
        self._setup: Any = None
        self._log: list[Change] = []
        self._log_board = dict(self._sensed)
        self._since = 0
        self._stood_complete = False

    # -- what can be asked -----------------------------------------------------------------------------------------

    @property
    def position(self) -> Any:
        """The committed position."""
        return self._position

    @property
    def ply(self) -> int:
        """The number of plies committed, those before ``start`` included."""
        return self._ply

    @property
    def sensed(self) -> dict[str, str]:
        """What the board shows: squares that are not empty."""
        return dict(self._sensed)

    @property
    def in_sync(self) -> bool:
        """Whether the board agrees with the committed position or with moves being made from it."""
        return self._in_sync

    @property
    def over(self) -> bool:
        """Whether the game has ended; nothing is recognised any more."""
        return self._over

    @property
    def pending(self) -> str | None:
        """The legal move that stands on the board and has not been committed, ``None`` if there is none."""
        found = self._pending()
        return written(found.moves, self._log).text if found is not None else None

    @property
    def pending_position(self) -> Any | None:
        """The position after the pending move."""
        found = self._pending()
        return found.after if found is not None else None

    # -- what is fed -----------------------------------------------------------------------------------------------

    def feed(self, event: Input) -> tuple[Output, ...]:
        """Takes one event, in order of time, and says what it shows."""
        self._out = []
        number, self._count = self._count, self._count + 1
        if self._over:
            return ()
        told_square_by_square = isinstance(event, SquareChanged) and event.t_ms - self._now <= BURST_MS
        if self._catching and not told_square_by_square and not isinstance(event, BoardDumped):
            self._catch_up(event.t_ms)
        self._now = event.t_ms
        match event:
            case SquareChanged():
                self._change(number, event.t_ms, event.sq, event.p)
            case BoardDumped():
                self._dump(number, event)
            case ButtonPressed():
                self._button(event)
            case DeviceChanged():
                self._device(event)
            case Press():
                self._press(event.by, event.t_ms)
        return tuple(self._out)

    def restore(self, position: Any, ply: int, t_ms: int) -> None:
        """A ruling or a takeback: the record now says ``position`` after ``ply`` plies. The board is awaited to agree;
        a legal move made from that position and pressed is recognised whether or not it was seen to agree first."""
        self._position, self._ply = position, ply
        self._now = max(self._now, t_ms)
        self._over, self._last, self._demand, self._idle, self._owed = False, None, None, None, None
        self._offers, self._uncrowned, self._leftover, self._setup = Offers(), frozenset(), {}, None
        self._clear_log()
        self._in_sync = agrees(self._shown(position), self._sensed)
        self._awaiting = not self._in_sync

    def finish(self, t_ms: int) -> tuple[Output, ...]:
        """The end of the events: a legal position that was not pressed is committed only if it ends the game."""
        self._out = []
        if not self._over:
            if self._catching:
                self._catch_up(t_ms)
            last = self._last
            if last is not None and last.came_back_ms is not None and agrees(self._shown(last.before), self._sensed):
                self._observe_retraction(last)
            self._commit_end(t_ms)
        return tuple(self._out)

    # -- squares ---------------------------------------------------------------------------------------------------

    def _change(self, number: int, t_ms: int, square: str, piece: str) -> None:
        after = seen_as(piece, self._sensor)
        before = self._sensed.get(square, EMPTY)
        if before == after:
            return
        if after == EMPTY:
            self._before_lift(square, t_ms)
            if self._over:
                return
        self._set(number, t_ms, square, before, after)
        self._look(t_ms)

    def _set(self, number: int, t_ms: int, square: str, before: str, after: str) -> None:
        if after == EMPTY:
            del self._sensed[square]
        else:
            self._sensed[square] = after
            if after.isupper():
                self._uncrowned -= {square}
        self._log.append(Change(number, t_ms, square, before, after))

    def _dump(self, number: int, event: BoardDumped) -> None:
        wanted = {square: seen_as(piece, self._sensor) for square, piece in event.squares.items() if piece != EMPTY}
        for square in list({**self._sensed, **wanted}):
            before, after = self._sensed.get(square, EMPTY), wanted.get(square, EMPTY)
            if before != after:
                self._set(number, event.t_ms, square, before, after)
        if self._ply == 0 and self._last is None and number == 0:
            self._begin(event.t_ms)
        elif self._gap:
            self._catch_up(event.t_ms)
        else:
            self._look(event.t_ms)

    def _begin(self, t_ms: int) -> None:
        """The first dump of a game: the start, a position a few legal plies later, or pieces set up wrongly."""
        if agrees(self._shown(self._position), self._sensed):
            self._clear_log()
            return
        lines = explaining(self._position, self._sensed, self._sensor, LOST_PLIES_AT_START)
        if len(lines) == 1:
            self._commit_line(lines[0], t_ms, inferred=True)
            self._owed = self._position.side.other
            return
        swapped = {square: seen.translate(_SWAP) for square, seen in self._shown(self._position).items()}
        kind = "wrong-colours" if self._sensor != "occupancy" and swapped == self._sensed else "wrong-setup"
        if lines:
            kind = "out-of-sync"
        self._setup = None if lines else self._strategy.read(self._case(t_ms))
        self._clear_log()
        self._lose_sync(t_ms, kind)

    def _look(self, t_ms: int) -> None:
        """After every change: what can be said at once."""
        expected = self._shown(self._position)
        if self._awaiting or self._demand is not None:
            wanted = expected if self._demand is None or self._last is None else self._shown(self._last.before)
            if agrees(wanted, self._sensed):
                self._awaiting = False
                self._clear_log()
        self._let_leftovers_go(t_ms)
        if not self._clock:
            self._reply_without_press(t_ms)
            self._irregular_without_press(t_ms)
        self._see_retraction(t_ms)
        self._watch_sync(t_ms)

    def _let_leftovers_go(self, t_ms: int) -> None:
        """A man that should have gone with a capture is taken away late. Before the reply that puts the capture right;
        after it the position follows the board."""
        late = [square for square in self._leftover if square not in self._sensed]
        if not late or self._demand is not None:
            return
        last = self._last
        if last is not None and last.irregular:
            moves = successors(last.before, self._sensed, self._sensor)
            if moves:
                self._take_back(last, last.side, t_ms)
                self._commit_legal(last.before, moves, t_ms, pressed=False)
                return
        base = self._without(late)
        if agrees(self._shown(base), self._sensed):
            self._position = base
            if self._last is not None:
                self._last.after = base
            self._leftover = {square: piece for square, piece in self._leftover.items() if square not in late}
            self._log = [change for change in self._log if change.square not in late]

    def _without(self, squares: Sequence[str]) -> Any:
        pieces = {square: piece for square, piece in self._position.pieces().items() if square not in squares}
        return self._position.discipline.setup(pieces, self._position.side)

    def _see_retraction(self, t_ms: int) -> None:
        """A piece came back after the press (5.4.13.2); an irregular ply that is undone is being corrected."""
        last = self._last
        if last is None or self._demand is not None or last.irregular or last.retracted or self._idle is not None:
            return
        if last.side is not self._position.side and agrees(self._shown(last.before), self._sensed):
            last.came_back_ms = t_ms
            if self._sensor != "occupancy":  # there the reply may look so for a moment: its piece put where theirs was
                self._observe_retraction(last)

    def _observe_retraction(self, last: _Last) -> None:
        if last.retracted:
            return
        last.retracted = True
        changed = sorted(differences(self._shown(last.after), self._shown(last.before)))
        evidence = {"squares": changed, "returned_ms": last.came_back_ms, "after_press": True}
        self._observe("move-retracted", last.side, last.ply, evidence)

    def _watch_sync(self, t_ms: int) -> None:
        expected = self._shown(self._position)
        if not self._in_sync:
            if agrees(expected, self._sensed) or self._pending() is not None:
                self._regain_sync(t_ms)
            return
        if self._catching or self._down or self._awaiting or self._demand is not None:
            return
        wrong = differences(expected, self._sensed)
        recent = {change.square for change in self._log if change.t_ms > t_ms - DISTURBED_WITHIN_MS}
        if len(recent & wrong.keys()) <= DISTURBED_SQUARES and len(wrong) <= DIFFERENT_SQUARES:
            return
        begun = [self._position]
        if self._last is not None and self._last.irregular:  # it may be put right without a press
            begun.append(self._last.before)
        if self._stood_complete:  # a reply may be in progress as well
            followed = (self._position.apply(move) for move in self._position.legal_moves())
            begun += [after for after in followed if self._stood(after)]
        if not any(self._strategy.in_progress(self._case(t_ms, position=position)) for position in begun):
            self._lose_sync(t_ms)

    def _lose_sync(self, t_ms: int, kind: str = "out-of-sync") -> None:
        found = differences(self._shown(self._position), self._sensed)
        evidence = {"differences": {square: list(pair) for square, pair in found.items()}, "since_ms": t_ms}
        self._out.append(Observation(kind=kind, side=None, ply=self._ply, evidence=evidence))
        if self._in_sync:
            self._in_sync = False
            self._out.append(SyncChanged(in_sync=False, t_ms=t_ms, differences=found))

    def _regain_sync(self, t_ms: int) -> None:
        if not self._in_sync:
            self._in_sync = True
            self._gap = False
            self._out.append(SyncChanged(in_sync=True, t_ms=t_ms))
            self._clear_log(keep_since=True)

    # -- commits without a press -----------------------------------------------------------------------------------

    def _before_lift(self, square: str, t_ms: int) -> None:
        """A piece is about to leave its square: does that complete what stood on the board before?"""
        found = self._pending() if self._demand is None else None
        if found is None:
            return
        after = found.after
        rested = not self._log or t_ms - self._log[-1].t_ms >= self._settings.rest_ms
        piece = after.pieces().get(square)
        theirs = piece is not None and seen_as(piece, "colour") == after.side.letter.lower()
        if (not self._clock and theirs) or (rested and after.outcome() is not None and theirs):
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)

    def _reply_without_press(self, t_ms: int) -> None:
        """Without a clock: a reply that a slow scan showed before its lift. The first ply had stood complete."""
        if self._pending() is not None:
            self._stood_complete = True
        elif self._stood_complete:
            line = self._line(2)
            if line is not None and self._was_seen(line):
                log = list(self._log)
                self._log, rest, board = self._split(log, self._position.apply(line[0]))
                self._commit_legal(self._position, [line[0]], t_ms, pressed=False)
                self._log, self._log_board, self._stood_complete = rest, board, True

    def _irregular_without_press(self, t_ms: int) -> None:
        """Without a clock the opponent's complete reply makes an irregular ply stand."""
        if not self._log or self._log[-1].after == EMPTY or self._stood_complete:
            return
        mover = self._position.side
        for place, (change, board) in enumerate(zip(self._log, boards(self._log_board, self._log), strict=False)):
            piece = self._position.pieces().get(change.square)
            if change.after != EMPTY or piece is None or seen_as(piece, "colour") == mover.letter.lower():
                continue
            early = self._case(change.t_ms, sensed=board, log=self._log[:place])
            if agrees(self._shown(self._position), board):
                continue
            found = self._strategy.irregular(early)
            if found.explained and successors(found.after, self._sensed, self._sensor):
                rest = self._log[place:]
                self._commit_irregular(early, found, mover, change.t_ms, pressed=False)
                self._log, self._log_board = rest, board
                return

    def _commit_end(self, t_ms: int) -> None:
        found = self._pending()
        if found is not None and found.after.outcome() is not None:
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)

    # -- presses ---------------------------------------------------------------------------------------------------

    def _press(self, by: Side, t_ms: int) -> None:
        bounced = self._pressed is not None and self._pressed[0] is by
        bounced = bounced and self._pressed is not None and t_ms - self._pressed[1] <= self._settings.bounce_ms
        self._pressed = (by, t_ms)
        if self._down:
            self._missed.append(by)
            return
        unchanged = agrees(self._shown(self._position), self._sensed)
        if self._demand is not None and self._last is not None:
            self._press_under_demand(self._demand, self._last, by, t_ms)
        elif bounced and unchanged:
            return
        elif by is self._position.side:
            if unchanged:
                self._press_back(by, t_ms)
            else:
                self._press_to_move(by, t_ms)
        elif unchanged:
            self._press_again(by, t_ms)
        else:
            self._press_out_of_turn(by, t_ms)

    def _press_back(self, by: Side, t_ms: int) -> None:
        """The player whose turn it is pressed without having moved: he demands correction of the ply just made, or,
        if there is nothing to correct, lets the other's time run against 5.4.2.3."""
        if self._last is not None and self._last.side is not by and self._last.correctable:
            self._demand_correction(by, self._last.ply, t_ms)
        else:
            self._idle = by
            self._observe("pressed-without-moving", by, self._ply + 1, {"pressed_ms": t_ms})

    def _press_again(self, by: Side, t_ms: int) -> None:
        """The player who is not to move pressed, and nothing had changed."""
        mover = by.other
        if self._owed is by:
            self._owed = None  # the press of a ply that was found on the board when it was seen again
        elif self._idle is mover:
            self._idle = None
            self._out.append(Demanded(by=by, ply=self._ply + 1, t_ms=t_ms))
        elif self._last is not None or self._ply > 0:
            self._observe("pressed-without-moving", by, self._ply + 1, {"pressed_ms": t_ms})
        # Before the first ply the player with the second move starts the other's clock.

    def _press_to_move(self, by: Side, t_ms: int) -> None:
        """The player to move pressed with a changed board."""
        last = self._last
        if last is not None and last.came_back_ms is not None and agrees(self._shown(last.before), self._sensed):
            self._observe_retraction(last)
            self._demand_correction(by, last.ply, t_ms)
            return
        found = self._pending()
        if found is not None:
            if found.base is self._setup:
                self._setup = None
                self._regain_sync(t_ms)
            self._commit_legal(found.base, found.moves, t_ms)
            return
        line = self._line(LOST_PLIES)
        if line is not None:
            self._commit_line(line, t_ms, inferred=not self._was_seen(line))
            return
        if self._reply_to_second_move(t_ms) or self._reply_to_retraction(t_ms) or self._reply_to_correction(t_ms):
            return
        self._judge(self._case(t_ms), by, t_ms)

    def _press_out_of_turn(self, by: Side, t_ms: int) -> None:
        """The player who is not to move pressed, and the board had changed."""
        last, mover = self._last, by.other
        if last is not None and last.side is by:
            moves = [
                move
                for move in successors(last.before, self._sensed, self._sensor)
                if last.before.apply(move) != last.after
            ]
            if moves and (last.correctable or self._idle is mover):
                self._take_back(last, by, t_ms)
                self._commit_legal(last.before, moves, t_ms)
                return
            if moves:
                self._follow_retraction(last, moves[0], t_ms)
                return
        pending = self._pending()
        if pending is not None:  # the mover had not pressed
            self._commit_legal(pending.base, pending.moves, t_ms, pressed=False)
            if not self._over:
                self._press_back(by, t_ms)
            return
        line = self._line(2)
        if line is not None:
            self._commit_line(line, t_ms, inferred=not self._was_seen(line))
            return
        case = self._case(t_ms, position=self._position.with_side(by))
        second = successors(case.position, self._sensed, self._sensor)
        if second:
            found = _as_irregular(case.position, second[0], "two-moves-in-a-row" if last else "illegal-move", case)
            self._commit_irregular(case, found, by, t_ms)
            return
        found = self._strategy.irregular(case)
        if found.kind == "opponents-piece-moved":  # the mover's own wrong move, and the opponent's press against it
            theirs = self._case(t_ms)
            self._commit_irregular(theirs, self._strategy.irregular(theirs), mover, t_ms, pressed=False)
            self._press_back(by, t_ms)
        elif found.explained and self._in_sync:
            kind = "two-moves-in-a-row" if last is not None and found.path else found.kind
            self._commit_irregular(case, msgspec.structs.replace(found, kind=kind), by, t_ms)
        else:
            self._garbage(t_ms)

    def _press_under_demand(self, demand: Demanded, last: _Last, by: Side, t_ms: int) -> None:
        """5.4.13.4: the offender corrects at his own expense; or the demand is dropped by a reply, or refused."""
        unchanged = agrees(self._shown(self._position), self._sensed)
        if by is demand.by:
            moves = successors(self._position, self._sensed, self._sensor)
            if not unchanged and moves:
                self._demand = None
                self._commit_legal(self._position, moves, t_ms)
            return
        if unchanged:  # refused: the ply stays, and the opponent may demand again or call the arbiter
            self._demand = None
            self._observe("pressed-without-moving", by, last.ply, {"pressed_ms": t_ms, "demanded_ms": demand.t_ms})
            return
        if agrees(self._shown(last.before), self._sensed):
            self._observe("pressed-without-moving", by, last.ply, {"pressed_ms": t_ms, "demanded_ms": demand.t_ms})
            return
        moves = successors(last.before, self._sensed, self._sensor)
        if moves:
            self._take_back(last, demand.by, t_ms)
            self._commit_legal(last.before, moves, t_ms)
            return
        case = self._case(t_ms, position=last.before, ply=last.ply, uncrowned=last.uncrowned)
        found = self._strategy.irregular(case)
        if found.explained:
            self._take_back(last, demand.by, t_ms)
            self._commit_irregular(case, found, by, t_ms)
        else:
            self._garbage(t_ms)

    def _judge(self, case: Case, by: Side, t_ms: int) -> None:
        found = self._strategy.irregular(case)
        loose = found.kind in ("illegal-move", "piece-removed")
        if found.explained and (self._in_sync or not loose):
            self._regain_sync(t_ms)
            self._commit_irregular(case, found, by, t_ms)
        else:
            self._garbage(t_ms)

    def _garbage(self, t_ms: int) -> None:
        if self._in_sync:
            self._lose_sync(t_ms)

    # -- explanations by more than one ply --------------------------------------------------------------------------

    def _bases(self) -> list[Any]:
        """The positions a move may begin from: the record's; without men removed late; the board as it was set up."""
        late = [square for square in self._leftover if square not in self._sensed]
        found = [self._position]
        if late:
            found.append(self._without(late))
        if self._setup is not None:
            found.append(self._setup)
        return found

    def _line(self, plies: int) -> Line | None:
        """The only legal line of exactly ``plies`` plies that explains the board.

        A board that was watched all the time shows every position of the line but the first press was not seen; then
        the line must have been seen, unless it has two plies: a scan may show a capture and the reply at once.
        """
        blind = not self._in_sync or self._gap
        if plies == 2 or blind:
            lines = of_length(self._position, self._sensed, self._sensor, plies)
        else:
            lines = self._lines_seen(self._position, plies)
        seen = [line for line in lines if self._was_seen(line)]
        if seen:
            # A piece that slid stood complete more than once; what stood last is what was played.
            latest = [self._last_stood(self._position.apply(line[0])) for line in seen]
            last = [line for line, when in zip(seen, latest, strict=True) if when == max(latest)]
            if len(last) == 1:
                return last[0]
        return lines[0] if len(lines) == 1 and (blind or plies == 2) else None

    def _lines_seen(self, position: Any, plies: int) -> list[Line]:
        """The lines of that length whose every position stood on the board."""
        if plies == 1:
            return [(move,) for move in successors(position, self._sensed, self._sensor)]
        followed = [(move, position.apply(move)) for move in position.legal_moves()]
        stood = [(move, after) for move, after in followed if self._stood(after)]
        return [(move, *rest) for move, after in stood for rest in self._lines_seen(after, plies - 1)]

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

    def _stood(self, position: Any) -> bool:
        return self._last_stood(position) >= 0

    def _last_stood(self, position: Any) -> int:
        """The place in the log at which the board last stood as ``position``; -1 if it never did."""
        wanted = self._shown(position)
        places = [place for place, board in enumerate(boards(self._log_board, self._log)) if agrees(wanted, board)]
        return places[-1] if places else -1

    def _reply_to_second_move(self, t_ms: int) -> bool:
        """The side that moved last moved again before the reply, and the reply was made and pressed."""
        again = self._position.with_side(self._position.side.other)
        found = []
        for move in again.legal_moves():
            after = again.apply(move)
            replies = successors(after, self._sensed, self._sensor)
            if replies and self._stood(after):
                found.append((move, after, replies))
        if len(found) != 1 or self._last is None:
            return False
        move, after, replies = found[0]
        case = self._case(t_ms, position=again, sensed=self._shown(after))
        self._commit_irregular(
            case, _as_irregular(again, move, "two-moves-in-a-row", case), again.side, t_ms, pressed=False
        )
        self._commit_legal(after, replies, t_ms)
        return True

    def _reply_to_retraction(self, t_ms: int) -> bool:
        """The last move was taken back after the press, or changed for another, and the opponent replied to that."""
        last = self._last
        if last is None or last.came_back_ms is None:
            return False
        mover = self._position.side
        bases = [last.before.with_side(mover), *(last.before.apply(move) for move in last.before.legal_moves())]
        found = [(base, moves) for base in bases if (moves := successors(base, self._sensed, self._sensor))]
        if len(found) != 1:
            return False
        self._observe_retraction(last)
        self._commit_legal(*found[0], t_ms)
        return True

    def _reply_to_correction(self, t_ms: int) -> bool:
        """The offender put his irregular ply right without any press, and the opponent replied to that."""
        last = self._last
        if last is None or not last.irregular or last.side is self._position.side:
            return False
        found = []
        for move in last.before.legal_moves():
            after = last.before.apply(move)
            replies = successors(after, self._sensed, self._sensor)
            if replies and self._stood(after):
                found.append((move, after, replies))
        if len(found) != 1:
            return False
        move, after, replies = found[0]
        self._log, rest, board = self._split(self._log, after)
        self._take_back(last, last.side, t_ms)
        self._commit_legal(last.before, [move], t_ms, pressed=False)
        self._log, self._log_board = rest, board
        if not self._over:
            self._commit_legal(after, replies, t_ms)
        return True

    def _follow_retraction(self, last: _Last, move: Move, t_ms: int) -> None:
        """A pressed legal move was changed for another without a demand: the record keeps the first, the position
        follows the board (5.4.13.2: only the opponent decides whether it is corrected)."""
        if last.came_back_ms is None:
            last.came_back_ms = t_ms
        self._observe_retraction(last)
        last.correctable = True
        self._position = last.after = last.before.apply(move)
        self._clear_log()

    # -- a board that was away -------------------------------------------------------------------------------------

    def _device(self, event: DeviceChanged) -> None:
        self._down = not event.up
        if not event.up:
            self._gap, self._catching = True, False
        else:
            self._catching = True

    def _catch_up(self, t_ms: int) -> None:
        """The board is seen again: what was missed is the shortest legal line that is the only one of its length."""
        missed, self._missed = self._missed, []
        if agrees(self._shown(self._position), self._sensed):
            self._catching = self._gap = False
            self._clear_log()
            if not self._in_sync:
                self._regain_sync(t_ms)
            return
        lines = explaining(self._position, self._sensed, self._sensor, LOST_PLIES)
        if len(lines) != 1:
            self._missed = missed
            if self._in_sync:
                self._lose_sync(t_ms)
            return
        self._catching = self._gap = False
        if not self._in_sync:
            self._regain_sync(t_ms)
        line = lines[0]
        pressed = len(missed) >= len(line) or bool(missed and missed[-1] is self._side_after(line))
        if len(line) > 1 or pressed:
            self._commit_line(line, t_ms, inferred=True)
            if not pressed and not self._over:
                self._owed = self._position.side.other

    def _side_after(self, line: Line) -> Side:
        """The side that makes the line's last ply."""
        side: Side = self._position.side
        return side if len(line) % 2 else side.other

    # -- buttons ---------------------------------------------------------------------------------------------------

    def _button(self, event: ButtonPressed) -> None:
        by, t_ms = event.by, event.t_ms
        match event.button:
            case "resign":
                self._end_by_players(by.other, "resignation", t_ms)
            case "accept-draw" if self._offers.accepted(by):
                self._end_by_players(None, "agreement", t_ms)
            case "decline-draw":
                self._offers = self._offers.refused(by)
            case "offer-draw":
                has_moved = (self._pending() is not None) if self._position.side is by else self._last is not None
                why = out_of_turn(self._offers, by, has_moved=has_moved)
                if why is not None:
                    self._observe("draw-offer-out-of-turn", by, self._ply, {"offered_ms": t_ms, "why": why})
                self._offers = self._offers.offered(by)
            case "claim-irregularity":
                last = self._last
                if last is not None and last.side is not by and last.correctable and self._demand is None:
                    self._demand_correction(by, last.ply, t_ms)

    def _end_by_players(self, winner: Side | None, reason: str, t_ms: int) -> None:
        """A resignation or an agreed draw needs no press, nor does the move made before it."""
        found = self._pending()
        if found is not None and self._demand is None:
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)
        if not self._over:
            self._over = True
            self._out.append(GameOver(winner=winner, reason=reason, t_ms=t_ms))

    # -- commits ---------------------------------------------------------------------------------------------------

    def _commit_legal(
        self, base: Any, moves: Sequence[Move], t_ms: int, *, pressed: bool = True, inferred: bool = False
    ) -> None:
        chosen = written(moves, self._log)
        move, after, side = chosen.move, base.apply(chosen.move), base.side
        ply = self._ply + 1
        case = self._case(t_ms, position=base, ply=ply)
        beside = [] if inferred else self._strategy.beside(case, move)
        self._out.append(
            Moved(
                ply=ply,
                side=side,
                move=chosen.text,
                fen=after.fen(),
                t_ms=t_ms,
                uncertain=chosen.uncertain,
                pressed=pressed,
                inferred=inferred,
                captured=move.captured,
                path=chosen.path,
                candidates=chosen.candidates,
                from_event=self._since,
                to_event=self._count - 1 if pressed else max(self._since, self._last_number()),
            )
        )
        self._out += beside
        self._settle(base, after, side, ply, irregular=False, correctable=any(map(_may_be_demanded, beside)))
        outcome = after.outcome()
        if outcome is not None:
            self._over = True
            self._out.append(GameOver(winner=outcome.winner, reason=outcome.reason, t_ms=t_ms))

    def _commit_line(self, line: Line, t_ms: int, *, inferred: bool) -> None:
        """Commits the plies of a line; the touches of the last one are judged only if everything was seen."""
        log, first = list(self._log), self._since
        for move in line:
            if self._over:
                return
            part, rest, board = self._split(log, self._position.apply(move))
            self._log = part
            self._commit_legal(self._position, [move], t_ms, pressed=move is line[-1], inferred=inferred)
            self._since = first
            log, self._log, self._log_board = rest, rest, board
        self._clear_log()
        if not self._in_sync:
            self._regain_sync(t_ms)

    def _split(self, log: list[Change], after: Any) -> tuple[list[Change], list[Change], dict[str, str]]:
        """The part of the log until the board last stood as ``after``, the rest, and that board."""
        wanted = self._shown(after)
        found: tuple[list[Change], list[Change], dict[str, str]] = [], log, dict(self._log_board)
        for place, board in enumerate(boards(self._log_board, log)):
            if agrees(wanted, board):
                found = log[:place], log[place:], board
        return found

    def _commit_irregular(
        self, case: Case, found: Irregular, side: Side, t_ms: int, *, pressed: bool = True
    ) -> None:
        ply = self._ply + 1
        self._out.append(
            Moved(
                ply=ply,
                side=side,
                move=found.move,
                fen=found.after.fen(),
                t_ms=t_ms,
                irregular=True,
                pressed=pressed,
                captured=found.captured,
                path=found.path,
                candidates=(found.move,),
                from_event=self._since,
                to_event=self._count - 1 if pressed else max(self._since, self._last_number()),
            )
        )
        self._observe(found.kind, side, ply, dict(found.evidence))
        if pressed:
            self._observe("pressed-after-illegal-move", side, ply, {"pressed_ms": t_ms, "irregularity": found.kind})
        self._settle(case.position, found.after, side, ply, irregular=True, correctable=True)
        self._leftover = dict(found.leftover)

    def _settle(
        self, before: Any, after: Any, side: Side, ply: int, *, irregular: bool, correctable: bool
    ) -> None:
        self._last = _Last(
            before=before,
            after=after,
            side=side,
            ply=ply,
            irregular=irregular,
            correctable=correctable,
            uncrowned=self._uncrowned,
        )
        self._position, self._ply = after, ply
        self._idle = self._owed = self._demand = None
        self._awaiting = False
        self._offers = self._offers.refused(side)
        pieces = after.pieces()
        self._uncrowned = frozenset(
            square
            for square, piece in pieces.items()
            if piece in ("W", "B") and self._sensed.get(square) == piece.lower() and self._sensor == "piece"
        )
        self._leftover = {sq: piece for sq, piece in self._leftover.items() if pieces.get(sq) == piece}
        self._clear_log()

    def _demand_correction(self, by: Side, ply: int, t_ms: int) -> None:
        self._demand = Demanded(by=by, ply=ply, t_ms=t_ms)
        self._out.append(self._demand)
        self._clear_log()

    def _take_back(self, last: _Last, by: Side, t_ms: int) -> None:
        self._out.append(TakenBack(ply=last.ply, by=by, t_ms=t_ms))
        self._ply, self._position = last.ply - 1, last.before
        self._uncrowned, self._leftover = last.uncrowned, {}
        self._demand = None

    # -- small things ----------------------------------------------------------------------------------------------

    def _shown(self, position: Any) -> Mapping[str, str]:
        return shown(position, self._sensor)

    def _pending(self) -> _Pending | None:
        """The legal moves that explain the board, and the position they begin from: the record's; the one without men
        removed late; the board as it was set up; under a demand, the one before the ply that must be corrected."""
        if self._over or agrees(self._shown(self._position), self._sensed):
            return None
        if self._demand is not None and self._last is not None:
            bases = [self._last.before]
        else:
            bases = self._bases()
        for base in bases:
            moves = successors(base, self._sensed, self._sensor)
            if moves:
                return _Pending(base, moves)
        return None

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

    def _observe(self, kind: str, side: Side | None, ply: int, evidence: Mapping[str, Any]) -> None:
        self._out.append(Observation(kind=kind, side=side, ply=ply, evidence=evidence))

    def _last_number(self) -> int:
        return self._log[-1].number if self._log else self._since

    def _clear_log(self, *, keep_since: bool = False) -> None:
        self._log = []
        self._log_board = dict(self._sensed)
        self._stood_complete = False
        if not keep_since:
            self._since = self._count


_SWAP = str.maketrans("wbWB", "bwBW")


def _may_be_demanded(observation: Observation) -> bool:
    """Adjusting is no offence; everything else that stands beside a ply may be corrected (5.4.13.2)."""
    return not observation.evidence.get("adjusting", False)


def _as_irregular(position: Any, move: Move, kind: str, case: Case) -> Irregular:
    """A move that would be legal were it that side's turn."""
    evidence = {"squares": sorted({move.start, move.end, *move.captured}), "decided_ms": case.t_ms}
    return Irregular(
        kind=kind,
        move=str(move),
        after=position.apply(move),
        captured=move.captured,
        path=move.path,
        evidence=evidence,
    )
