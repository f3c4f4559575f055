"""A board that is seen for the first time, or again."""

from typing import Any

from board.lines import Line, explaining, successors
from board.sensing import agrees
from board.turned import Turned
from rules.side import Side

LOST_PLIES = 3
LOST_PLIES_AT_START = 4


class Found(Turned):
    """What was played, or set up wrongly, before the board was seen."""

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
        self._frames = () if lines else self._fitting(self._position)
        kind = "wrong-colours" if self._frames else "wrong-setup"
        if lines:
            kind = "out-of-sync"
        self._setup = None if lines or self._frames else self._strategy.read(self._case(t_ms))
        self._clear_log()
        self._lose_sync(t_ms, kind)

    def _catch_up(self, t_ms: int) -> None:
        """The board is seen again: what was missed is the shortest legal line that is the only one of its length."""
        missed, self._missed = self._missed, []
        self._turn()
        if agrees(self._shown(self._position), self._sensed):
            self._catching = self._gap = False
            self._clear_log()
            if not self._in_sync:
                self._regain_sync(t_ms)
            return
        lines = explaining(self._position, self._sensed, self._sensor, LOST_PLIES)
        if len(lines) != 1:
            self._catching = False
            self._missed, self._several = missed, lines
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

    def _went_on(self, by: Side, t_ms: int) -> bool:
        """Several lines explained the found board, and a move was made and pressed from it: the game goes on from the
        board that they all lead to. Which of them was played stays uncertain."""
        if self._in_sync or not self._several:
            return False
        ends = {_end(self._position, line) for line in self._several}
        end = ends.pop()
        moves = successors(end, self._sensed, self._sensor) if not ends and end.side is by else []
        if not moves:
            return False
        self._commit_line(self._several[0], t_ms, inferred=True, uncertain=True)
        if not self._over:
            self._commit_legal(end, moves, t_ms)
        return True

    def _side_after(self, line: Line) -> Side:
        """The side that makes the line's last ply."""
        side: Side = self._position.side
        return side if len(line) % 2 else side.other


def _end(position: Any, line: Line) -> Any:
    """The position at the end of a line."""
    for move in line:
        position = position.apply(move)
    return position
