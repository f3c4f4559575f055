"""The one move generator of all draughts: masks in, masks out.

A board is a padded row of bits (`rules.draughts.geometry`): two rows of ``half`` squares take ``2 * half + 1`` bits, so
that a step along a diagonal is a shift by ``half`` or ``half + 1`` and a step off the board falls on a padding bit,
which the board mask removes. At most 54 bits are used and every shift is masked at once: all values fit a signed
64-bit integer, and the module can be compiled as it stands.

What the rules say of captures (facts, section 5; articles 3.4.1-2 for 100 squares):

- a man takes forwards and backwards, a king from any distance, and goes on while it can;
- a king that can go on from some of the squares behind its victim must choose one of those;
- men taken stay on the board until the capture ends: they may be passed by once only and they block;
- where ``crowns_in_passing``, a man that reaches the last row in mid-capture goes on as a king; elsewhere it is
  crowned only if the capture ends there.

Directions: 0 and 1 lead up the board as White sees it, 2 and 3 down; ``d ^ 2`` is the opposite of ``d``, ``d ^ 1`` and
``d ^ 3`` cross it.
"""

from typing import Final

Step = tuple[int, int]
"""start, end: a quiet move."""

Capture = tuple[int, int, int, bool, tuple[int, ...]]
"""start, end, men taken, crowned by it, and the path: one square per man taken (see `Walker.captures`)."""


def moved(bits: int, direction: int, half: int, board: int) -> int:
    """Every bit moved one step along ``direction``; what leaves the board is gone."""
    if direction == 0:
        return (bits >> half) & board
    if direction == 1:
        return (bits >> (half + 1)) & board
    if direction == 2:
        return (bits << half) & board
    return (bits << (half + 1)) & board


class Walker:
    """Generates the moves of one side on one board.

    ``half`` is the number of squares per row, ``board`` the mask of all squares, ``top`` and ``bottom`` the rows where
    White's and Black's men are crowned. With ``every_landing`` a king that goes straight on counts once for each square
    it may touch down on between two victims; without, once, by the square directly behind the first.
    """

    def __init__(
        self, half: int, board: int, top: int, bottom: int, crowns_in_passing: bool, every_landing: bool = False
    ) -> None:
        self.half: Final[int] = half
        self.board: Final[int] = board
        self.top: Final[int] = top
        self.bottom: Final[int] = bottom
        self.crowns_in_passing: Final[bool] = crowns_in_passing
        self.every_landing: Final[bool] = every_landing

    def steps(self, men: int, kings: int, enemy: int, white: bool) -> list[Step]:
        """The quiet moves, whether or not a capture is due."""
        half, board = self.half, self.board
        empty = board & ~(men | kings | enemy)
        found: list[Step] = []
        for shift in (half, half + 1):
            ends = (men >> shift if white else men << shift) & empty
            while ends:
                end = ends & -ends
                ends ^= end
                found.append((end << shift if white else end >> shift, end))
        while kings:
            start = kings & -kings
            kings ^= start
            for direction in (0, 1, 2, 3):
                end = moved(start, direction, half, board) & empty
                while end:
                    found.append((start, end))
                    end = moved(end, direction, half, board) & empty
        return found

    def captures(self, men: int, kings: int, enemy: int, white: bool) -> list[Capture]:
        """Every way to capture to the end, before any choice between them.

        The path names, per man taken, the square where the piece turned, or the one directly behind the man if it
        went straight on; last, where it stopped. Two ways with the same start, end, men taken and crowning are one
        move by two paths.
        """
        half, board = self.half, self.board
        empty = board & ~(men | kings | enemy)
        found: list[Capture] = []
        takers = 0
        for shift in (half, half + 1):
            behind = (((men >> shift) & enemy) >> shift) & empty
            takers |= behind << (2 * shift)
            behind = (((men << shift) & enemy) << shift) & empty
            takers |= behind >> (2 * shift)
        last = self.top if white else self.bottom
        while takers:
            start = takers & -takers
            takers ^= start
            self._man(start, start, enemy, empty | start, 0, last, (), found)
        while kings:
            start = kings & -kings
            kings ^= start
            for direction in (0, 1, 2, 3):
                self._king(start, start, direction, enemy, empty | start, 0, False, (), found)
        return found

    def _man(
        self,
        start: int,
        at: int,
        enemy: int,
        empty: int,
        taken: int,
        last: int,
        path: tuple[int, ...],
        found: list[Capture],
    ) -> bool:
        """Goes on capturing as a man from ``at``; whether it could."""
        half, board = self.half, self.board
        able = False
        for direction in (0, 1, 2, 3):
            victim = moved(at, direction, half, board) & enemy & ~taken
            if not victim:
                continue
            land = moved(victim, direction, half, board) & empty
            if not land:
                continue
            able = True
            here = (*path, land)
            now = taken | victim
            if land & last and self.crowns_in_passing:
                onward = False
                for turn in (0, 1, 2, 3):
                    if self._king(start, land, turn, enemy, empty, now, True, here, found):
                        onward = True
                if not onward:
                    found.append((start, land, now, True, here))
            elif not self._man(start, land, enemy, empty, now, last, here, found):
                found.append((start, land, now, bool(land & last), here))
        return able

    def _king(
        self,
        start: int,
        at: int,
        direction: int,
        enemy: int,
        empty: int,
        taken: int,
        crowned: bool,
        path: tuple[int, ...],
        found: list[Capture],
    ) -> bool:
        """Captures the next man along ``direction`` as a king and goes on; whether there was one to take."""
        half, board = self.half, self.board
        square = moved(at, direction, half, board)
        while square & empty:
            square = moved(square, direction, half, board)
        victim = square & enemy & ~taken
        if not victim:
            return False
        first = moved(victim, direction, half, board) & empty
        if not first:
            return False
        now = taken | victim
        onward = False
        land = first
        while land:
            here = (*path, land)
            if (land == first or self.every_landing) and self._king(
                start, land, direction, enemy, empty, now, crowned, here, found
            ):
                onward = True
            if self._king(start, land, direction ^ 1, enemy, empty, now, crowned, here, found):
                onward = True
            if self._king(start, land, direction ^ 3, enemy, empty, now, crowned, here, found):
                onward = True
            land = moved(land, direction, half, board) & empty
        if not onward:
            land = first
            while land:
                found.append((start, land, now, crowned, (*path, land)))
                land = moved(land, direction, half, board) & empty
        return True
