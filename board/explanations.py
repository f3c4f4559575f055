"""Boards that no single legal move of the side to move explains: lost presses, second moves, retractions."""

from typing import Any

from board.commits import Commits
from board.core import Last
from board.lines import Line, alike, likely, of_length, successors
from board.log import boards, squares_refilled
from board.sensing import agrees, differences
from board.strategy import Case, Irregular
from rules.move import Move
from rules.side import Side


class Explanations(Commits):
    """What more than one hand, or one hand twice, did since the last ply."""

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
        seen = [line for line in seen if self._was_put(line[0])] or seen
        if seen:
            # A piece that slid stood complete more than once; what stood last is what was played.
            latest = [self._last_stood(self._position.apply(line[0])) for line in seen]
            last = [line for line, when in zip(seen, latest, strict=True) if when == max(latest)]
            if len(last) == 1 or (self._chess and len({line[:-1] for line in last}) == 1):
                return last[0]  # which piece the last move took is told as it is committed
        return lines[0] if len(lines) == 1 and (blind or plies == 2) else None

    def _was_put(self, move: Move) -> bool:
        """Whether the board stood as after ``move`` with its end filled last. A bare board of chess stands so, too,
        when the piece that went elsewhere is off the board again."""
        if not self._chess or self._sensor != "occupancy":
            return True
        wanted = self._shown(self._position.apply(move))
        return any(
            agrees(wanted, board) and squares_refilled(self._log[:place])[-1:] == [move.end]
            for place, board in enumerate(boards(self._log_board, self._log))
        )

    def _unpressed_line(self, plies: int) -> Line | None:
        """The only line of that length whose every position was seen: several presses in a row were not heard."""
        lines = self._lines_seen(self._position, plies) if self._clock else []
        return lines[0] if len(lines) == 1 and self._was_seen(lines[0]) else None

    def _lines_seen(self, position: Any, plies: int) -> list[Line]:
        """The lines of that length whose every position stood on the board."""
        if plies == 1:
            return [(move,) for move in successors(position, self._sensed, self._sensor)]
        followed = [(move, position.apply(move)) for move in likely(position.legal_moves(), self._sensor)]
        stood = [(move, after) for move, after in followed if self._stood(after)]
        return [(move, *rest) for move, after in stood for rest in self._lines_seen(after, plies - 1)]

    def _second_move_pressed_back(self, by: Side, t_ms: int) -> bool:
        """The side that moved last moved again, and the opponent pressed the clock back.

        A press that follows the move at once is the end of the presser's own ply: he moved the opponent's piece. One
        that follows after ``rest_ms`` answers a move that was not his.
        """
        last = self._last
        if last is None or last.side is by or not self._log:
            return False
        if t_ms - self._log[-1].t_ms < self._settings.rest_ms:
            return False
        case = self._case(t_ms, position=self._position.with_side(last.side))
        moves = successors(case.position, self._sensed, self._sensor)
        if not moves:
            return False
        found = as_irregular(case.position, moves[0], "two-moves-in-a-row", case)
        self._commit_irregular(case, found, last.side, t_ms, pressed=False)
        self._demand_correction(by, self._ply, t_ms)
        return True

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
            case, as_irregular(again, move, "two-moves-in-a-row", case), again.side, t_ms, pressed=False
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

    def _follow_retraction(self, last: Last, move: Move, t_ms: int) -> None:
        """A pressed legal move was changed for another without a demand: the record keeps the first, the position
        follows the board (5.4.13.2: only the opponent decides whether it is corrected)."""
        if last.came_back_ms is None:
            last.came_back_ms = t_ms
        self._observe_retraction(last)
        last.correctable = True
        self._position = last.after = last.before.apply(move)
        self._regain_sync(t_ms)
        self._forget_doubts()
        self._clear_log()

    def _see_retraction(self, t_ms: int) -> None:
        """A piece came back after the press (5.4.13.2); an irregular ply that is undone is being corrected."""
        last = self._last
        if last is None or self._demand is not None or last.irregular or last.retracted or self._idle is not None:
            return
        if last.side is not self._position.side and agrees(self._shown(last.before), self._sensed):
            last.came_back_ms = t_ms
            # The reply may look so for a moment: on a bare sensor its piece put where theirs was; anywhere the man just
            # taken, touching where it came from on its way off the board.
            taken = {square for move in self._position.legal_moves() for square in move.captured}
            may_be_reply = taken & differences(self._shown(last.after), self._shown(last.before)).keys()
            if self._sensor != "occupancy" and not may_be_reply:
                self._observe_retraction(last)

    def _observe_retraction(self, last: Last) -> None:
        if last.retracted:
            return
        last.retracted = True
        changed = sorted(differences(self._shown(last.after), self._shown(last.before)))
        evidence = {"squares": changed, "returned_ms": last.came_back_ms, "after_press": True}
        self._observe("move-retracted", last.side, last.ply, **evidence)

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
            self._forget_doubts()
            if self._last is not None:
                self._last.after = base
            self._leftover = {square: piece for square, piece in self._leftover.items() if square not in late}
            self._log = [change for change in self._log if change.square not in late]

    def _reply_without_press(self, t_ms: int) -> None:
        """Without a clock: a reply that a slow scan showed before its lift. The first ply had stood complete."""
        if self._pending() is not None:
            self._stood_complete = True
        elif self._stood_complete:
            line = self._line(2)
            if line is not None and self._was_seen(line):
                log = list(self._log)
                self._log, rest, board = self._split(log, self._position.apply(line[0]))
                moves = alike(self._position, line[0], self._sensor)
                self._commit_legal(self._position, moves, t_ms, pressed=False)
                self._log, self._log_board, self._stood_complete = rest, board, True

    def _irregular_without_press(self, t_ms: int) -> None:
        """Without a clock the opponent's complete reply makes an irregular ply stand."""
        if not self._log or self._stood_complete:
            return
        for place, early, found in self._wrong_so_far():
            if self._is_being_taken(self._log[place].square):
                continue
            if successors(found.after, self._sensed, self._sensor):
                rest, board = self._log[place:], dict(early.sensed)
                self._commit_irregular(early, found, self._position.side, early.t_ms, pressed=False)
                self._log, self._log_board = rest, board
                return

    def _is_being_taken(self, square: str) -> bool:
        """Whether the board can be a legal capture in progress that takes the piece of ``square``: on a bare sensor a
        man taken before the capture is finished looks like the opponent's reply to a removed piece."""
        wrong = differences(self._shown(self._position), self._sensed).keys()
        return any(
            square in move.captured
            and move.start in wrong
            and wrong <= {move.start, *move.captured, *(stop for path in move.paths for stop in path)}
            for move in self._position.legal_moves()
        )


def as_irregular(position: Any, move: Move, kind: str, case: Case) -> Irregular:
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
