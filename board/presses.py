"""What a press of the lever means."""

import msgspec

from board.core import Last
from board.early_hands import EarlyHands
from board.explanations import as_irregular
from board.found import LOST_PLIES
from board.lines import successors
from board.outputs import Demanded
from board.sensing import agrees, differences
from board.strategy import Case
from rules.side import Side


class Presses(EarlyHands):
    """Presses commit, demand, refuse and correct (5.4.2.3, 5.4.13.2-4)."""

    def _press(self, label: Side, t_ms: int) -> None:
        bounced = self._bounced(label, t_ms)
        if self._echoed(bounced):
            return
        if self._frames:
            self._played_on(t_ms, pressed=True)
        by = self._presser(label)
        if self._down:
            self._missed.append(by)
            return
        self._answer(t_ms)
        if self._went_on(by, t_ms):
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
            self._observe("pressed-without-moving", by, self._ply + 1, pressed_ms=t_ms)

    def _press_again(self, by: Side, t_ms: int) -> None:
        """The player who is not to move pressed, and nothing had changed."""
        mover = by.other
        if self._owed is by:
            self._owed = None  # the press of a ply that was found on the board when it was seen again
        elif self._idle is mover:
            self._idle = None
            self._out.append(Demanded(by=by, ply=self._ply + 1, t_ms=t_ms))
        elif self._last is not None or self._ply > 0:
            self._observe("pressed-without-moving", by, self._ply + 1, pressed_ms=t_ms)

    def _press_to_move(self, by: Side, t_ms: int) -> None:
        """The player to move pressed with a changed board."""
        last = self._last
        undone = last is not None and last.irregular and agrees(self._shown(last.before), self._sensed)
        if last is not None and undone and last.side is not by:  # he put the board back himself
            self._out.append(Demanded(by=by, ply=last.ply, t_ms=t_ms))
            self._undo(last, by, t_ms)
            return
        if last is not None and last.came_back_ms is not None and agrees(self._shown(last.before), self._sensed):
            self._observe_retraction(last)
            self._demand_correction(by, last.ply, t_ms)
            return
        found = self._pending()
        if found is not None and self._hides_a_reply(found) and self._reply_begun(t_ms, loosely=False):
            return
        if found is not None:
            if found.base is self._setup:
                self._setup = None
                self._regain_sync(t_ms)
            self._commit_legal(found.base, found.moves, t_ms)
            return
        if self._in_sync and self._reply_begun(t_ms, loosely=False):
            return
        line = self._line(LOST_PLIES) or self._unpressed_line(LOST_PLIES + 2)
        if line is not None:
            self._commit_line(line, t_ms, inferred=not self._was_seen(line))
            return
        if self._in_sync and self._reply_begun(t_ms):
            return
        if self._second_move_pressed_back(by, t_ms):
            return
        if self._reply_to_second_move(t_ms) or self._reply_to_retraction(t_ms) or self._reply_to_correction(t_ms):
            return
        self._judge(self._case(t_ms), by, t_ms)

    def _press_out_of_turn(self, by: Side, t_ms: int) -> None:
        """The player who is not to move pressed, and the board had changed."""
        last, mover = self._last, by.other
        if last is not None and last.side is by and (last.irregular or self._touches_again(last)):
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
            if self._ply == 1 and self._first_by_the_other:
                self._swapped, self._idle = not self._swapped, None
                self._commit_legal(pending.base, pending.moves, t_ms)
                self._observe("wrong-colours", None, self._ply, pressed_ms=t_ms)
                return
            self._first_by_the_other = not self._ply
            self._commit_legal(pending.base, pending.moves, t_ms, pressed=False)
            if not self._over:
                self._press_back(by, t_ms)
            return
        line = self._line(2) or self._unpressed_line(4)
        seen = line is not None and self._was_seen(line)
        if not seen and self._in_sync and self._begun_after_a_lost_press(t_ms):
            return
        if line is not None:
            self._commit_line(line, t_ms, inferred=not seen)
            return
        case = self._case(t_ms, position=self._position.with_side(by))
        second = successors(case.position, self._sensed, self._sensor)
        if second:
            found = as_irregular(case.position, second[0], "two-moves-in-a-row" if last else "illegal-move", case)
            self._commit_irregular(case, found, by, t_ms)
            return
        found = self._strategy.irregular(case)
        if found.kind == "opponents-piece-moved" and found.explained and self._in_sync:
            # The mover's own wrong move, and the opponent's press against it.
            theirs = self._case(t_ms)
            self._commit_irregular(theirs, self._strategy.irregular(theirs), mover, t_ms, pressed=False)
            self._press_back(by, t_ms)
        elif found.explained and self._in_sync:
            kind = "two-moves-in-a-row" if last is not None and found.path else found.kind
            self._commit_irregular(case, msgspec.structs.replace(found, kind=kind), by, t_ms)
        elif not self._in_sync or not self._begun_after_a_lost_press(t_ms, loosely=True):
            self._garbage(t_ms)

    def _touches_again(self, last: Last) -> bool:
        """Whether the board differs where the last ply changed it: only then can it have been taken back."""
        before, after = self._shown(last.before), self._shown(last.after)
        return bool(differences(before, after).keys() & differences(after, self._sensed).keys())

    def _press_under_demand(self, demand: Demanded, last: Last, by: Side, t_ms: int) -> None:
        """5.4.13.4: the offender corrects at his own expense; or the demand is dropped by a reply, or refused."""
        unchanged = agrees(self._shown(self._position), self._sensed)
        if by is demand.by:
            moves = successors(self._position, self._sensed, self._sensor)
            if not unchanged and moves:
                self._demand = None
                self._commit_legal(self._position, moves, t_ms)
            return
        if unchanged and last.left_uncrowned and not last.left_uncrowned & self._uncrowned:
            self._demand = None  # the king was marked, and that is the correction
            return
        if unchanged:  # refused: the ply stays, and the opponent may demand again or call the arbiter
            self._demand = None
            self._observe("pressed-without-moving", by, last.ply, pressed_ms=t_ms, demanded_ms=demand.t_ms)
            return
        if agrees(self._shown(last.before), self._sensed):
            if last.extra:
                self._undo(last, demand.by, t_ms)
            else:
                self._observe("pressed-without-moving", by, last.ply, pressed_ms=t_ms, demanded_ms=demand.t_ms)
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
        if found.explained and self._in_sync:
            self._commit_irregular(case, found, by, t_ms)
        else:
            self._garbage(t_ms)

    def _garbage(self, t_ms: int) -> None:
        if self._in_sync:
            self._lose_sync(t_ms)
