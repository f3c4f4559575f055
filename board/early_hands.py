"""A reply that is begun, or made, before the mover has pressed.

The next player's hand is often quicker than the lever. What stood complete before his piece left is the ply. A piece of
his that is gone at the press may also have been removed by the mover (5.4.13.2): that is known once he has replied with
it, or put it back, or not; until then the ply counts as it stood.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from board.core import Last, Pending
from board.events import EMPTY
from board.found import Found
from board.lines import successors
from board.log import Change, boards, filled_last, squares_refilled
from board.outputs import Output
from board.sensing import differences
from board.strategy import Case, Irregular
from board.writing import written
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side

LOOSE = ("illegal-move", "piece-removed", "opponents-piece-moved", "own-piece-removed", "two-moves-in-a-row")
"""What a hand between two moves looks like; the other irregularities have a shape of their own."""


MOST_BOARDS = 64
"""So many boards back is looked for a move that stood; a ply that is made shows fewer."""


class Stood(NamedTuple):
    """A legal move that stood on the board: how it may be written, the events before and after, and the board then."""

    moves: list[Move]
    before: list[Change]
    after: list[Change]
    board: dict[str, str]


class Question(NamedTuple):
    """What the ply was, should what followed the move on the board have been the mover's hand too; the squares that it
    had changed by the press, and the board then; what stands beside the move, should it have been one."""

    squares: frozenset[str]
    case: Case
    found: Irregular
    t_ms: int
    board: dict[str, str]
    beside: list[Output]


class EarlyHands(Found):
    """Tells the opponent's early hand from the mover's wrong one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._question: Question | None = None

    def _reply_begun(self, t_ms: int, *, loosely: bool = True) -> bool:
        """The player to move pressed, and the board is one on which his legal move had stood before the reply was
        begun."""
        case, board = self._case(t_ms, sensed=dict(self._sensed)), dict(self._sensed)
        found = self._strategy.irregular(case)
        loosely = loosely and (found.kind in LOOSE or not found.explained)
        for stood in self._moves_that_stood():
            after = self._position.apply(written(stood.moves, stood.before).move)
            wrong = differences(self._shown(after), self._sensed)
            if any(self._is_begun(after, reply, wrong, loosely=loosely) for reply in after.legal_moves()):
                break
        else:
            return False
        self._log, said = stood.before, len(self._out)
        self._commit_legal(self._position, stood.moves, t_ms)
        self._log, self._log_board = stood.after, stood.board
        if found.explained and not self._over:
            beside: list[Output] = [output for output in self._out[said:] if isinstance(output, Observation)]
            self._out = [output for output in self._out if not any(output is one for one in beside)]
            self._question = Question(frozenset(wrong), case, found, t_ms, board, beside)
        return True

    def _begun_after_a_lost_press(self, t_ms: int, *, loosely: bool = False) -> bool:
        """The press of a move was not heard, the answer was made and pressed, and the reply to that has begun."""
        for stood in self._moves_that_stood():
            after = self._position.apply(written(stood.moves, stood.before).move)
            for answer in self._stood_from(after, stood.board, stood.after):
                end = after.apply(written(answer.moves, answer.before).move)
                wrong = differences(self._shown(end), self._sensed)
                if not any(self._is_begun(end, reply, wrong, loosely=loosely) for reply in end.legal_moves()):
                    continue
                self._log = stood.before
                self._commit_legal(self._position, stood.moves, t_ms, pressed=False)
                self._log, self._log_board = answer.before, stood.board
                if not self._over:
                    self._commit_legal(self._position, answer.moves, t_ms)
                    self._log, self._log_board = answer.after, answer.board
                return True
        return False

    def _hides_a_reply(self, found: Pending) -> bool:
        """Whether a bare board shows ``found`` only because a piece was taken off it: a square was filled last that is
        empty again, and that is no end of what is found. In chess any capture may then seem to have been made."""
        bare = self._chess and self._sensor == "occupancy"
        filled = squares_refilled(self._log) if bare and self._in_sync else []
        return bool(filled) and filled[-1] not in self._sensed and found.base is self._position

    def _moves_that_stood(self) -> list[Stood]:
        """The legal moves that have stood on the board, the last first; those before the others whose last square was
        seen to be filled."""
        return self._stood_from(self._position, self._log_board, self._log)

    def _stood_from(self, position: Any, board: Mapping[str, str], log: list[Change]) -> list[Stood]:
        seen, filled = list(boards(board, log)), filled_last(log)
        # A square that flickers through the night shows two boards a thousand times.
        places = {(frozenset(seen[place].items()), filled[place]): place for place in range(1, len(seen) - 1)}
        found = []
        for place in sorted(places.values(), reverse=True)[:MOST_BOARDS]:
            moves = successors(position, seen[place], self._sensor)
            if moves:
                ends = any(move.end == filled[place] for move in moves)
                found.append((not ends, Stood(moves, log[:place], log[place:], seen[place])))
        return [stood for _, stood in sorted(found, key=lambda one: one[0])]

    def _is_begun(
        self, position: Any, reply: Move, wrong: Mapping[str, tuple[str, str]], *, loosely: bool = True
    ) -> bool:
        """Whether ``reply`` is under way, or made: all that differs belongs to it. Its piece is in the air, on its way,
        or felt where it goes before it has left; men that it takes may be off the board. ``loosely``: also set down
        beside its way, or a man that it takes touching down anywhere."""
        made = differences(self._shown(position), self._shown(position.apply(reply)))
        leaves = {reply.start, *reply.captured, *(square for square, (_, then) in made.items() if then == EMPTY)}
        goes = {reply.end, *(square for path in reply.paths for square in path)}
        goes |= {square for square, (_, then) in made.items() if then != EMPTY}
        gone = [square for square in wrong if square not in self._sensed]
        put = [square for square in wrong if square in self._sensed]
        if not leaves.issuperset(gone):
            return False
        beside = [square for square in put if square not in goes or not self._may_be(square, position.side)]
        if not beside:
            return len(put) <= max(1, len(made) - len(leaves))
        if len(beside) > 1 or not loosely:
            return False
        carried = len(put) == 1 and reply.start in gone and not reply.is_capture
        dabbed = not set(gone).isdisjoint(reply.captured)
        return (carried and self._may_be(beside[0], position.side)) or (
            dabbed and self._may_be(beside[0], position.side.other)
        )

    def _may_be(self, square: str, side: Side) -> bool:
        """Whether what stands there can be a piece of ``side``."""
        if self._sensor == "occupancy":
            return True
        letter = self._sensed[square]
        if self._chess and self._sensor == "piece":
            return letter.isupper() is (side is Side.WHITE)
        return letter.lower() == side.letter.lower()

    def _answer(self, t_ms: int, *, ended: bool = False) -> None:
        """A turn has ended, or (``ended``) the events have: was what had begun before the press the opponent's hand?"""
        asked, self._question = self._question, None
        last = self._last
        if asked is None or last is None or last.after != self._position:
            return
        if self._was_a_reply(asked, last, ended=ended):
            self._out += asked.beside
            return
        log, board = self._log, self._log_board
        self._take_back(last, None, t_ms)
        self._commit_irregular(asked.case, asked.found, asked.case.position.side, asked.t_ms, again=True)
        after = self._shown(self._position)
        self._log = [change for change in log if change.square not in asked.squares or change.t_ms > asked.t_ms]
        self._log_board = {square: piece for square, piece in board.items() if square in after}

    def _was_a_reply(self, asked: Question, last: Last, *, ended: bool) -> bool:
        """Whether what had begun was put back, or was played by its own side, or is going on."""
        wrong = differences(self._shown(last.after), self._sensed)
        if self._moves_that_stood():
            return True
        if asked.squares.isdisjoint(wrong):
            # Filled again: by what had left it, or by the reply to what the mover had done there. On a bare board of
            # chess any capture fills a square.
            bare = self._chess and self._sensor == "occupancy"
            return bare or not wrong or not successors(asked.found.after, self._sensed, self._sensor)
        unmoved = self._sensed == asked.board
        if self._pending() is not None and not (ended and unmoved):
            return True
        return not unmoved and any(self._is_begun(last.after, reply, wrong) for reply in last.after.legal_moves())
