"""A reply that is begun, or made, before the mover has pressed.

The next player's hand is often quicker than the lever. What stood complete before his piece left is the ply. A piece of
his that is gone at the press may also have been removed by the mover (5.4.13.2): that is known once he has replied with
it, or put it back, or not; until then the ply counts as it stood.
"""

from typing import Any, NamedTuple

from board.found import Found
from board.lines import alike, successors
from board.log import Change, boards
from board.sensing import differences
from board.strategy import Case, Irregular
from rules.move import Move
from rules.side import Side


class Stood(NamedTuple):
    """A legal move that stood on the board: how it may be written, the events before and after, and the board then."""

    moves: list[Move]
    before: list[Change]
    after: list[Change]
    board: dict[str, str]


class Question(NamedTuple):
    """What the ply was, should the opponent's piece have left ``square`` by the mover's hand; and the board then."""

    square: str
    case: Case
    found: Irregular
    t_ms: int
    board: dict[str, str]


class EarlyHands(Found):
    """Tells the opponent's early hand from the mover's wrong one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._question: Question | None = None

    def _reply_begun(self, by: Side, t_ms: int) -> bool:
        """``by`` pressed, and the board is one on which his legal move had stood before the reply was begun."""
        stood = self._move_that_stood()
        if stood is None:
            return False
        after = self._position.apply(stood.moves[0])
        wrong = differences(self._shown(after), self._sensed)
        begun = next((reply.start for reply in after.legal_moves() if self._is_begun(after, reply, wrong)), None)
        if begun is None:
            return False
        case, board = self._case(t_ms, sensed=dict(self._sensed)), dict(self._sensed)
        self._log = stood.before
        self._commit_legal(self._position, alike(self._position, stood.moves[0], self._sensor), t_ms)
        self._log, self._log_board = stood.after, stood.board
        found = self._strategy.irregular(case)
        if found.explained and not self._over:
            self._question = Question(begun, case, found, t_ms, board)
        return True

    def _move_that_stood(self) -> Stood | None:
        seen = list(boards(self._log_board, self._log))
        for place in range(len(seen) - 2, 0, -1):
            moves = successors(self._position, seen[place], self._sensor)
            if moves:
                return Stood(moves, self._log[:place], self._log[place:], seen[place])
        return None

    def _is_begun(self, position: Any, reply: Move, wrong: dict[str, tuple[str, str]]) -> bool:
        """Whether ``reply`` is under way: its piece has left, and all else that differs belongs to it."""
        if reply.start not in wrong or reply.start in self._sensed:
            return False
        landings = {reply.end, *(square for path in reply.paths for square in path)}
        put = [square for square in wrong if square in self._sensed]
        return (
            wrong.keys() <= {reply.start, *landings, *reply.captured}
            and len(put) <= 1
            and all(square in landings and self._may_be(square, position.side) for square in put)
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
        """A turn has ended, or (``ended``) the events have: is the piece back, or was it played by its own side?"""
        asked, self._question = self._question, None
        last = self._last
        if asked is None or last is None or last.after != self._position:
            return
        if asked.square in self._sensed or self._move_that_stood() is not None:
            return
        if self._pending() is not None and not (ended and self._sensed == asked.board):
            return
        log, board = self._log, self._log_board
        self._take_back(last, None, t_ms)
        self._commit_irregular(asked.case, asked.found, asked.case.position.side, asked.t_ms, again=True)
        after = self._shown(self._position)
        self._log = [change for change in log if change.square != asked.square]
        self._log_board = {square: piece for square, piece in board.items() if square in after}
