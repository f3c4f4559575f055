"""The one move generator of all draughts: masks in, masks out.

A board is a padded row of bits (`rules.draughts.geometry`): two rows of ``half`` squares take ``2 * half + 1`` bits, so
that a step along a diagonal is a shift by ``half`` or ``half + 1`` and a step off the board falls on a padding bit,
which the board mask removes. At most 54 bits are used and every shift is masked at once: all values fit a signed
64-bit integer. The module is compiled as it stands where wheels are built (`make wheel`) and runs the same without.

What the rules say of captures (facts, section 5; articles 3.4.1-2 for 100 squares):

- a man takes forwards and backwards, a king from any distance, and goes on while it can;
- a king that can go on from some of the squares behind its victim must choose one of those;
- men taken stay on the board until the capture ends: they may be passed by once only and they block;
- where ``crowns_in_passing``, a man that reaches the last row in mid-capture goes on as a king; elsewhere it is
  crowned only if the capture ends there.

Directions: 0 and 1 lead up the board as White sees it, 2 and 3 down; ``d ^ 2`` is the opposite of ``d``, ``d ^ 1`` and
``d ^ 3`` cross it. The shift of ``d`` is ``half + (d & 1)``. Kings are moved all at once, one step of all of them along
one direction after another: where a piece stopped and after how many steps tells where it began.
"""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

Preference = Callable[[int, int], int]
"""Captures must be among those with the greatest value: called with the men taken and the kings among them."""

LONGEST: Final = 64
"""More men than any capture can take."""


def most_pieces(taken: int, kings: int) -> int:
    """Article 3.4.1: the greatest number must be taken, whatever their quality."""
    return taken


class Way:
    """One move as masks: start, end, men taken (none in a quiet move), and whether it crowns a man.

    ``path`` is filled where asked for: one square per man taken, the square where the piece turned or the one directly
    behind the man if it went straight on; last, where it stopped.
    """

    def __init__(self) -> None:
        self.start: i64 = 0
        self.end: i64 = 0
        self.taken: i64 = 0
        self.crowned: bool = False
        self.path: tuple[int, ...] = ()


class Found:
    """A stack of moves that `Walker.find` adds to: ``ways`` from ``base`` up to but not including ``top``.

    The objects are used again, so that a tree can be walked without making any. ``merge`` drops a second way with the
    same start, end, men taken and crowning: it is the same move by another path. With ``paths`` the paths are kept.
    """

    def __init__(self, prefer: Preference | None = None, merge: bool = True, paths: bool = False) -> None:
        self.prefer: Final[Preference | None] = prefer
        self.most: Final[bool] = prefer is most_pieces
        self.merge: Final[bool] = merge
        self.paths: Final[bool] = paths
        self.ways: Final[list[Way]] = []
        self.trail: Final[list[int]] = [0] * LONGEST
        self.base: i64 = 0
        self.top: i64 = 0
        self.best: int = 0
        self.kings: i64 = 0

    def put(self, start: i64, end: i64, taken: i64, crowned: bool) -> Way:
        """Adds a move."""
        top = self.top
        if top == len(self.ways):
            self.ways.append(Way())
        way = self.ways[top]
        way.start = start
        way.end = end
        way.taken = taken
        way.crowned = crowned
        self.top = top + 1
        return way

    def capture(self, start: i64, end: i64, taken: i64, count: i64, crowned: bool) -> None:
        """Adds a capture of ``count`` men unless a better one is known; drops those that are worse."""
        if self.prefer is not None:
            value: int = count
            if not self.most:
                value = self.prefer(count, bits(taken & self.kings))
            if value != self.best:
                if value < self.best:
                    return
                self.best = value
                self.top = self.base
        if self.merge and count > 2:  # two ways to take the same one or two men have different ends
            at = self.base
            while at < self.top:
                one = self.ways[at]
                if one.end == end and one.taken == taken and one.start == start and one.crowned == crowned:
                    return
                at += 1
        way = self.put(start, end, taken, crowned)
        if self.paths:
            way.path = (*self.trail[: count - 1], end)


def bits(mask: i64) -> i64:
    """How many bits are set."""
    count: i64 = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


class Walker:
    """Generates the moves of one side on one board.

    ``half`` is the number of squares per row, ``board`` the mask of all squares, ``top`` and ``bottom`` the rows where
    White's and Black's men are crowned. With ``every_landing`` a king that goes straight on counts once for each square
    it may touch down on between two victims; without, once, by the square directly behind the first.
    """

    def __init__(
        self, half: i64, board: i64, top: i64, bottom: i64, crowns_in_passing: bool, every_landing: bool = False
    ) -> None:
        self.half: Final[i64] = half
        self.board: Final[i64] = board
        self.top: Final[i64] = top
        self.bottom: Final[i64] = bottom
        self.crowns_in_passing: Final[bool] = crowns_in_passing
        self.every_landing: Final[bool] = every_landing

    def find(self, own: i64, enemy: i64, kings: i64, white: bool, found: Found) -> None:
        """Puts the moves of the side that has ``own`` on ``found``: the captures to choose from, else the quiet moves.

        ``kings`` are those of both sides.
        """
        found.base = found.top
        found.best = 0
        found.kings = kings
        self.captures(own & ~kings, own & kings, enemy, white, found)
        if found.top == found.base:
            self.steps(own & ~kings, own & kings, enemy, white, found)

    def steps(self, men: i64, kings: i64, enemy: i64, white: bool, found: Found) -> None:
        """Puts the quiet moves on ``found``, whether or not a capture is due."""
        half = self.half
        empty = self.board & ~(men | kings | enemy)
        last = self.top if white else self.bottom
        shift = half
        while shift <= half + 1:
            ends = (men >> shift if white else men << shift) & empty
            while ends:
                end = ends & -ends
                ends ^= end
                found.put(end << shift if white else end >> shift, end, 0, (end & last) != 0)
            shift += 1
        if not kings:
            return
        shift = half
        while shift <= half + 1:
            far = shift
            ends = (kings >> shift) & empty
            while ends:
                rest = ends
                while rest:
                    end = rest & -rest
                    rest ^= end
                    found.put(end << far, end, 0, False)
                ends = (ends >> shift) & empty
                far += shift
            far = shift
            ends = (kings << shift) & empty
            while ends:
                rest = ends
                while rest:
                    end = rest & -rest
                    rest ^= end
                    found.put(end >> far, end, 0, False)
                ends = (ends << shift) & empty
                far += shift
            shift += 1

    def captures(self, men: i64, kings: i64, enemy: i64, white: bool, found: Found) -> None:
        """Puts every way to capture to the end on ``found``, as far as its preference leaves them."""
        empty = self.board & ~(men | kings | enemy)
        takers = self.takers(men, enemy, empty)
        last = self.top if white else self.bottom
        while takers:
            start = takers & -takers
            takers ^= start
            self._man(start, start, enemy, empty | start, 0, 0, last, found)
        if kings:
            direction: i64 = 0
            while direction < 4:
                self._rays(0, kings, direction, enemy, empty, 0, 0, False, found)
                direction += 1

    def takers(self, men: i64, enemy: i64, empty: i64) -> i64:
        """The men that can take."""
        half, other = self.half, self.half + 1
        found: i64 = 0
        hits = (men >> half) & enemy
        if hits:
            found = ((hits >> half) & empty) << (2 * half)
        hits = (men >> other) & enemy
        if hits:
            found |= ((hits >> other) & empty) << (2 * other)
        hits = (men << half) & enemy
        if hits:
            found |= ((hits << half) & empty) >> (2 * half)
        hits = (men << other) & enemy
        if hits:
            found |= ((hits << other) & empty) >> (2 * other)
        return found

    def _man(
        self, start: i64, at: i64, enemy: i64, empty: i64, taken: i64, count: i64, last: i64, found: Found
    ) -> bool:
        """Goes on capturing as a man from ``at``, ``count`` men being taken; whether it could."""
        able = False
        left = enemy & ~taken
        direction: i64 = 0
        while direction < 4:
            shift = self.half + (direction & 1)
            if direction & 2:
                victim = (at << shift) & left
                land = (victim << shift) & empty
            else:
                victim = (at >> shift) & left
                land = (victim >> shift) & empty
            direction += 1
            if not land:
                continue
            able = True
            now = taken | victim
            if found.paths:
                found.trail[count] = land
            if land & last and self.crowns_in_passing:
                onward = False
                turn: i64 = 0
                while turn < 4:
                    if self._rays(start, land, turn, enemy, empty, now, count + 1, True, found):
                        onward = True
                    turn += 1
                if not onward:
                    found.capture(start, land, now, count + 1, True)
            elif not self._man(start, land, enemy, empty, now, count + 1, last, found):
                found.capture(start, land, now, count + 1, (land & last) != 0)
        return able

    def _rays(
        self,
        start: i64,
        squares: i64,
        direction: i64,
        enemy: i64,
        empty: i64,
        taken: i64,
        count: i64,
        crowned: bool,
        found: Found,
    ) -> bool:
        """Captures the next man along ``direction`` as a king from any of ``squares`` and goes on; whether one could.

        ``start`` is where the capture began, 0 if it begins here.
        """
        able = False
        left = enemy & ~taken
        down = (direction & 2) != 0
        shift = self.half + (direction & 1)
        far = shift
        line = squares
        while line:
            line = (line << shift if down else line >> shift) & self.board
            hits = line & left
            line &= empty
            while hits:
                victim = hits & -hits
                hits ^= victim
                land = (victim << shift if down else victim >> shift) & empty
                if land:
                    able = True
                    origin = victim >> far if down else victim << far
                    if start:
                        if found.paths:
                            found.trail[count - 1] = origin
                        self._behind(start, land, direction, enemy, empty, taken | victim, count + 1, crowned, found)
                    else:
                        self._behind(origin, land, direction, enemy, empty | origin, victim, 1, False, found)
            far += shift
        return able

    def _behind(
        self,
        start: i64,
        land: i64,
        direction: i64,
        enemy: i64,
        empty: i64,
        taken: i64,
        count: i64,
        crowned: bool,
        found: Found,
    ) -> None:
        """A king has just taken a man and may stop on ``land`` or beyond: it goes on from there if it can."""
        down = (direction & 2) != 0
        shift = self.half + (direction & 1)
        lands = land
        more = (land << shift if down else land >> shift) & empty
        while more:
            lands |= more
            more = (more << shift if down else more >> shift) & empty
        onward = self._rays(
            start, lands if self.every_landing else land, direction, enemy, empty, taken, count, crowned, found
        )
        if self._rays(start, lands, direction ^ 1, enemy, empty, taken, count, crowned, found):
            onward = True
        if self._rays(start, lands, direction ^ 3, enemy, empty, taken, count, crowned, found):
            onward = True
        if onward:
            return
        while lands:
            end = lands & -lands
            lands ^= end
            found.capture(start, end, taken, count, crowned)
