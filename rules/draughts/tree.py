"""Counting the tree of moves on bare masks: perft without positions. Compiled together with the walker."""

from typing import Final

from mypy_extensions import i64

from rules.draughts.walker import Found, Preference, Walker


class Tree:
    """Counts leaves for one walker. With ``paths`` a move counts once per path.

    ``bulk`` takes the number of moves one ply before the leaves; without it every last move is made.
    """

    def __init__(self, walker: Walker, prefer: Preference | None, paths: bool = False, bulk: bool = True) -> None:
        self.walker: Final[Walker] = walker
        self.bulk: Final[bool] = bulk
        self.found: Final[Found] = Found(prefer, not paths)

    def count(self, own: i64, enemy: i64, kings: i64, white: bool, depth: i64) -> i64:
        """Leaves ``depth`` plies below the position where ``own`` is to move; ``kings`` are those of both sides."""
        if depth <= 0:
            return 1
        found = self.found
        self.walker.find(own, enemy, kings, white, found)
        base, top = found.base, found.top
        total = top - base
        if depth > 1 or not self.bulk:
            total = 0
            at = base
            while at < top:
                way = found.ways[at]
                at += 1
                start, end = way.start, way.end
                left = kings & ~way.taken
                if kings & start:
                    left = left & ~start | end
                elif way.crowned:
                    left |= end
                total += self.count(enemy & ~way.taken, own & ~start | end, left, not white, depth - 1)
        found.top = base
        return total
