"""Two stones at one press on a bare board: the mover's, or the second is the opponent's, placed too soon (5.2.5.1).

Which it was is told by what follows. Two stones of one side are corrected, or the opponent plays on; where neither can
be, the stones were placed in turn.
"""

from abc import abstractmethod
from collections.abc import Sequence

import msgspec

from board.log import squares_refilled
from board.renju.choices import RenjuChoices
from board.renju.core import Made
from board.renju.seen import Seen
from rules.side import Side

LONGEST_DOUBT = 6
"""After so many presses the two stones have been accepted."""


class Doubt(msgspec.Struct):
    """The ply of two stones, how often was pressed since the one before it, and the points filled since, in order."""

    made: Made
    presses: int
    filled: list[str]


class RenjuInTurn(RenjuChoices):
    """Keeps the doubt until it is settled."""

    _doubted: Doubt | None = None

    @abstractmethod
    def _place_in_turn(self, point: str, t_ms: int, *, pressed: bool, early: bool) -> None:
        """Commits a stone of the side to move, and says so if it came too soon."""

    def _doubt(self, points: Sequence[str]) -> None:
        """The ply just committed is of two stones that a bare board does not tell apart."""
        if self._sensor == "occupancy" and len(points) == 2 and not self._over:
            self._doubted = Doubt(self._made[-1], 1, list(points))

    def _were_in_turn(self, seen: Seen, by: Side, t_ms: int) -> bool:
        """Before a press is judged: whether only stones placed in turn explain it. Then the record is put right."""
        doubt = self._doubted
        if doubt is None:
            return False
        doubt.presses += 1
        doubt.filled += squares_refilled(self._log)
        if doubt.presses > LONGEST_DOUBT or not any(made is doubt.made for made in self._made):
            self._doubted = None  # played on, corrected, or ruled upon
            return False
        side = doubt.made.side
        if self._is_explained(doubt, seen, by):
            return False
        before = self._shown(doubt.made.before)
        last = dict.fromkeys(reversed(doubt.filled))
        line = [point for point in reversed(last) if point in self._sensed and point not in before]
        in_turn = by is (side if doubt.presses % 2 else side.other)
        early = len(line) - doubt.presses
        self._doubted = None
        if not in_turn or early not in (0, 1) or self._sensed.keys() != {*before, *line}:
            return False
        log = self._log
        self._take_back(doubt.made, None, t_ms)
        for number, point in enumerate(line[: doubt.presses], 1):
            if not self._over:
                self._place_in_turn(point, t_ms, pressed=number == doubt.presses, early=number == 2)
        self._early = early == 1 and not self._over
        self._log = [change for change in log if change.square in line[doubt.presses :]]
        if not self._in_sync:
            self._regain_sync(t_ms)
        return True

    def _is_explained(self, doubt: Doubt, seen: Seen, by: Side) -> bool:
        """Whether the press can be a demand for correction, the correction, or a stone played on."""
        made = doubt.made
        if self._demand is None and seen.nothing:
            return made is self._made[-1] and by is not made.side
        if self._demand is None or by is self._demand.by:
            return seen.intact and len(seen.new) == 1 and by is self._position.side
        again = self._seen(made.before)
        return again.intact and len(again.new) <= 1 and not {*again.new}.issuperset(doubt.filled[:2])
