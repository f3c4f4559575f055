"""Recognition: sensor events and presses in, plies and observations out.

A deterministic object without I/O and without a clock of its own. A ply is committed when its player presses the
lever; on a board without a linked clock when the opponent first lifts a piece. Until then a board is only pending, so
slides, corrections and second thoughts never become moves. A committed ply is changed only by a ruling (`restore`) or
by a correction that the opponent demanded at the board (5.4.13.4).
"""

from typing import Any

from board.events import EMPTY
from board.lines import successors
from board.log import boards
from board.offers import Offers
from board.outputs import Output
from board.presses import Presses
from board.sensing import agrees, whose
from board.writing import written
from rules.side import Side


class Recogniser(Presses):
    """Recognises one game.

    ``start`` is the position from which it goes on after ``ply`` plies (a restart resumes with the record's); ``clock``
    tells whether presses will be fed. ``sensed`` is what the board shows now, by default ``start``.
    """

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

    def restore(self, position: Any, ply: int, t_ms: int) -> None:
        """A ruling or a takeback: the record now says ``position`` after ``ply`` plies. The board is awaited to agree;
        a legal move made from that position and pressed is recognised whether or not it was seen to agree first."""
        self._position, self._ply = position, ply
        self._now = max(self._now, t_ms)
        self._over, self._last, self._demand, self._idle, self._owed = False, None, None, None, None
        self._offers, self._uncrowned, self._leftover, self._setup = Offers(), frozenset(), {}, None
        self._several, self._missed, self._gap, self._catching = [], [], False, False
        self._forget_doubts()
        self._question = None
        self._clear_log()
        self._in_sync = agrees(self._shown(position), self._sensed)
        self._awaiting = not self._in_sync

    def finish(self, t_ms: int) -> tuple[Output, ...]:
        """The end of the events: a legal position that was not pressed is committed only if it ends the game."""
        self._out = []
        if not self._over:
            if self._catching:
                self._catch_up(t_ms)
            self._answer(t_ms, ended=True)
            self._undo_demanded(t_ms)
            last = self._last
            if last is not None and last.came_back_ms is not None and agrees(self._shown(last.before), self._sensed):
                self._observe_retraction(last)
            self._commit_end(t_ms)
        return tuple(self._out)

    def _undo_demanded(self, t_ms: int) -> None:
        """The ply that had to be corrected is off the board; what was played in its place has not been pressed."""
        demand, last = self._demand, self._last
        if demand is None or last is None or agrees(self._shown(self._position), self._sensed):
            return
        if agrees(self._shown(last.before), self._sensed) or successors(last.before, self._sensed, self._sensor):
            log, board = self._log, self._log_board
            self._undo(last, demand.by, t_ms)
            self._log, self._log_board = log, board

    def _change(self, number: int, t_ms: int, square: str, piece: str) -> None:
        after = self._seen_as(piece)
        before = self._sensed.get(square, EMPTY)
        if before == after:
            return
        if after == EMPTY:
            if self._frames and not self._clock:
                self._played_on(t_ms, pressed=False)
                square = self._frame.get(square, square)
            self._before_lift(square, t_ms)
        if not self._over:
            self._after_the_end(square, after, t_ms)
        if self._over:
            return
        self._set(number, t_ms, square, before, after)
        self._look(t_ms)

    def _set(self, number: int, t_ms: int, square: str, before: str, after: str) -> None:
        super()._set(number, t_ms, square, before, after)
        if after.isupper():
            self._uncrowned -= {square}

    def _forget(self, oldest: int) -> None:
        *_, self._log_board = boards(self._log_board, self._log[:oldest])
        super()._forget(oldest)

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

    def _before_lift(self, square: str, t_ms: int) -> None:
        """A piece is about to leave its square: does that complete what stood on the board before?"""
        found = self._pending() if self._demand is None else None
        if found is None:
            return
        if not self._clock and whose(found.after, square) is found.after.side:
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)

    def _after_the_end(self, square: str, piece: str, t_ms: int) -> None:
        """A move that ends the game has stood as long as a move that was made stands (5.4.2.10): whatever is changed
        then, by either hand, is analysis or clearing away. Marking the new king still belongs to the move."""
        if self._log and t_ms - self._log[-1].t_ms < self._settings.rest_ms:
            return
        found = self._pending() if self._demand is None else None
        if found is None or found.after.outcome() is None:
            return
        board = {**self._sensed, square: piece}
        shown = self._shown(found.after)
        marks = self._sensor == "piece" and shown.get(square, EMPTY) not in (EMPTY, self._sensed.get(square))
        if not marks and not agrees(shown, {at: one for at, one in board.items() if one != EMPTY}):
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)

    def _has_moved(self, by: Side) -> bool:
        return (self._pending() is not None) if self._position.side is by else self._last is not None

    def _claim(self, button: str, by: Side, t_ms: int) -> None:
        self._answer(t_ms)
        last = self._last
        if button != "claim-irregularity" or last is None:
            return
        if last.side is not by and last.correctable and self._demand is None:
            self._demand_correction(by, last.ply, t_ms)

    def _commit_unpressed(self, t_ms: int) -> None:
        found = self._pending()
        if found is not None and self._demand is None:
            self._commit_legal(found.base, found.moves, t_ms, pressed=False)
