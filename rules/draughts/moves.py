"""From masks to moves: every legal move of a position as a `Move` with its notation.

Quiet moves are few on a board: they are made once and kept, in the order of notation, and handled by their ranks in it.
The module is compiled together with the walker.
"""

from collections.abc import Mapping
from operator import attrgetter, itemgetter
from typing import Any, Final

from mypy_extensions import i64

from rules.draughts.made import WIDTH, Maker
from rules.draughts.sights import Sights
from rules.draughts.walker import Found, Preference, Walker, most_pieces
from rules.move import Move

PLACES: Final = WIDTH * WIDTH

COMPILED: Final = not __file__.endswith(".py")
"""Tells which of two ways to the same moves is the quicker one (`MoveTable.legal`)."""

FANS: Final = 6
"""Nine bits of a board at a time: for each of the four directions, what moves end on any set of nine squares."""

_TEXT: Final = attrgetter("text")


class MoveTable:
    """The moves of one discipline. ``names`` are the squares by bit, ``separator`` stands in captures."""

    def __init__(self, walker: Walker, prefer: Preference | None, names: Mapping[int, str], separator: str) -> None:
        self.walker: Final[Walker] = walker
        self.prefer: Final[Preference | None] = prefer
        self.maker: Final[Maker] = Maker(names, separator)
        self.steps: Final[list[Any]] = []
        self.ranks: Final[list[Any]] = [-1] * (2 * PLACES)
        self.near_shift: Final[i64] = walker.half
        self.far_shift: Final[i64] = walker.half + 1
        self.board: Final[i64] = walker.board
        self.near: Final[list[list[Any]]] = [[-1] * WIDTH for _ in range(4)]
        self.fans_up: tuple[Any, ...] = ()
        self.fans_down: tuple[Any, ...] = ()
        self.wide: Final[bool] = walker.board >> 36 != 0
        self._lay(list(names))
        self.walked: Final[bool] = COMPILED or (prefer is not None and prefer is not most_pieces)
        self.sights: Final[Sights] = Sights(walker, self.maker, list(names), self.ranks)
        self.diagonals: Final[list[Any]] = self.sights.diagonals
        self.spare: Final[list[Found]] = []

    def _lay(self, squares: list[int]) -> None:
        """Every quiet move there can be, crowning or not; their ranks by start and end, men's by direction and end."""
        walker = self.walker
        found = Found()
        laid: list[tuple[str, bool, int, int]] = []
        for square in squares:
            found.top = 0
            walker.steps(0, square, 0, True, found)
            at: i64 = 0
            while at < found.top:
                start, end = found.ways[at].start, found.ways[at].end
                at += 1
                for crowned in (False, True) if end & (walker.top | walker.bottom) else (False,):
                    laid.append(("-".join(self.maker.path(start, (int(end),))), crowned, start, end))
        ahead: list[dict[int, int]] = [{}, {}, {}, {}]
        for rank, (_, crowns, start_bit, end_bit) in enumerate(sorted(laid)):
            self.steps.append(self.maker.step(start_bit, end_bit, crowns))
            self.ranks[start_bit % WIDTH * WIDTH + end_bit % WIDTH + (PLACES if crowns else 0)] = rank
            if crowns == bool(end_bit & (walker.top if end_bit < start_bit else walker.bottom)):
                for direction in range(4):
                    shift = int(walker.half) + (direction & 1)
                    if end_bit == (start_bit << shift if direction & 2 else start_bit >> shift):
                        ahead[direction][end_bit.bit_length() - 1] = rank
                        self.near[direction][end_bit % WIDTH] = rank
        fans = [
            [
                tuple([ranks[low + bit] for bit in range(9) if mask >> bit & 1 and low + bit in ranks])
                for mask in range(512)
            ]
            for ranks in ahead
            for low in range(0, 9 * FANS, 9)
        ]
        self.fans_up, self.fans_down = tuple(fans[: 2 * FANS]), tuple(fans[2 * FANS :])

    def legal(self, own: i64, enemy: i64, kings: i64, white: bool) -> tuple[Move, ...]:
        """The legal moves, sorted by notation; one per start, end, men taken and crowning.

        Compiled, the walker is quickest. Interpreted, captures of one man, and by men of two, are answered without it,
        and quiet moves of men by tables.
        """
        empty = self.board & ~(own | enemy)
        crowned = own & kings
        ranks: Any = ()
        captures: Any = ()
        if crowned:
            kings_moves = self._kings(crowned, enemy, empty)
            if kings_moves is None:
                return self.captures(own, enemy, kings, white)
            ranks, captures = kings_moves
        men = own ^ crowned
        if COMPILED:
            if self.walker.takers(men, enemy, empty):
                return self.captures(own, enemy, kings, white)
            return self._men(men, empty, white, [*ranks])
        near, far = self.near_shift, self.far_shift
        up, up_far, down, down_far = men >> near, men >> far, men << near, men << far
        if captures or (up | up_far | down | down_far) & enemy:
            a = ((up & enemy) >> near) & empty
            b = ((up_far & enemy) >> far) & empty
            c = ((down & enemy) << near) & empty
            d = ((down_far & enemy) << far) & empty
            if captures or a | b | c | d:
                if self.walked:
                    return self.captures(own, enemy, kings, white)
                moves = self._jumps(a, b, c, d, enemy, empty, white, [*captures])
                return moves or self.captures(own, enemy, kings, white)
        if white:
            ends, ends_far = up & empty, up_far & empty
            n0, n1, n2, n3, n4, n5, f0, f1, f2, f3, f4, f5 = self.fans_up
        else:
            ends, ends_far = down & empty, down_far & empty
            n0, n1, n2, n3, n4, n5, f0, f1, f2, f3, f4, f5 = self.fans_down
        found = [
            *n0[ends & 511],
            *n1[ends >> 9 & 511],
            *n2[ends >> 18 & 511],
            *n3[ends >> 27 & 511],
            *f0[ends_far & 511],
            *f1[ends_far >> 9 & 511],
            *f2[ends_far >> 18 & 511],
            *f3[ends_far >> 27 & 511],
        ]
        if self.wide:
            high, high_far = ends >> 36, ends_far >> 36
            if high:
                found += n4[high & 511]
                found += n5[high >> 9]
            if high_far:
                found += f4[high_far & 511]
                found += f5[high_far >> 9]
        if crowned:
            found += ranks
        if len(found) < 2:
            return tuple([self.steps[rank] for rank in found])
        found.sort()
        return itemgetter(*found)(self.steps)  # type: ignore[no-any-return]

    def _men(self, men: i64, empty: i64, white: bool, ranks: list[Any]) -> tuple[Move, ...]:
        """The quiet moves of men, bit by bit, and those of ``ranks``."""
        shift = self.near_shift
        direction: i64 = 0 if white else 2
        for _ in range(2):
            ends = (men >> shift if white else men << shift) & empty
            near = self.near[direction]
            while ends:
                end = ends & -ends
                ends ^= end
                ranks.append(near[end % WIDTH])
            shift += 1
            direction += 1
        ranks.sort()
        steps = self.steps
        return tuple([steps[rank] for rank in ranks])

    def captures(self, own: i64, enemy: i64, kings: i64, white: bool) -> tuple[Move, ...]:
        """The captures of any position, by the walker."""
        found = self._borrow()
        self.walker.find(own, enemy, kings, white, found)
        moves = self._captures(found)
        self.spare.append(found)
        return moves

    def _kings(self, kings: i64, enemy: i64, empty: i64) -> tuple[list[Any], list[Move]] | None:
        """The ranks of the kings' quiet moves, and their captures of one man; `None` where the walker is needed."""
        ranks: list[Any] = []
        captures: list[Move] = []
        taken = self.board & ~empty
        while kings:
            king = kings & -kings
            kings ^= king
            place = king % WIDTH
            for diagonal in (place, place + WIDTH):
                mask, seen = self.diagonals[diagonal]
                victims, steps, takes = seen[mask & taken]
                ranks += steps
                if not victims & enemy:
                    continue
                if self.walked:
                    return None
                for victim, beyond, ends in takes:
                    if not victim & enemy:
                        continue
                    if beyond & enemy:
                        return None
                    for move, (across, onward) in ends:
                        if onward[across & taken][0] & enemy:
                            return None
                        captures.append(move)
        return ranks, captures

    def _jumps(
        self, a: i64, b: i64, c: i64, d: i64, enemy: i64, empty: i64, white: bool, one: list[Move]
    ) -> tuple[Move, ...]:
        """The captures in ``one`` and those by men whose first jump ends on these squares, by direction 0 to 3; none
        if the walker is needed to find them.
        """
        two: list[Move] = []
        taken = self.board & ~empty
        sights = self.sights
        jumps = sights.jumps
        place: i64 = 4 * WIDTH if white else 0
        for ends in (a, b, c, d):
            lands: i64 = ends
            while lands:
                end = lands & -lands
                lands ^= end
                jump = jumps[place + end % WIDTH] or sights.first(place // WIDTH % 4, end, white)
                on = False
                for victim, behind, second in jump.onward:
                    if victim & enemy and behind & empty:
                        if second is None:
                            return ()
                        for third, beyond, _ in second.onward:
                            if third & enemy and beyond & empty:
                                return ()
                        if second.crossing is not None and sights.sees(second.crossing, taken) & enemy:
                            return ()
                        two.append(second.move)
                        on = True
                if jump.crossing is not None and sights.sees(jump.crossing, taken) & enemy:
                    return ()
                if not on:
                    one.append(jump.move)
            place += WIDTH
        moves = one if not two else two if self.prefer else one + two
        if len(moves) > 1:
            moves.sort(key=_TEXT)
        return tuple(moves)

    def quiet(self, own: i64, enemy: i64, kings: i64, white: bool) -> tuple[Move, ...]:
        """The moves without a capture, also where one is due, sorted by notation."""
        found = self._borrow()
        self.walker.steps(own & ~kings, own & kings, enemy, white, found)
        moves = self._quiet(found)
        self.spare.append(found)
        return moves

    def _borrow(self) -> Found:
        """A stack that no one else is using: threads may ask at the same time."""
        try:
            found = self.spare.pop()
        except IndexError:
            found = Found(self.prefer, False, True)
        found.top = 0
        return found

    def _quiet(self, found: Found) -> tuple[Move, ...]:
        ranks: list[Any] = []
        at: i64 = 0
        while at < found.top:
            way = found.ways[at]
            at += 1
            place = way.start % WIDTH * WIDTH + way.end % WIDTH
            if way.crowned:
                place += PLACES
            ranks.append(self.ranks[place])
        ranks.sort()
        steps = self.steps
        return tuple([steps[rank] for rank in ranks])

    def _captures(self, found: Found) -> tuple[Move, ...]:
        moves: list[Move] = []
        longer: dict[tuple[int, int, int, bool], list[tuple[str, ...]]] = {}
        at: i64 = 0
        if found.top == 1:
            way = found.ways[0]
            if way.taken & (way.taken - 1):
                return (
                    self.maker.capture(
                        way.start, way.end, way.taken, way.crowned, [self.maker.path(way.start, way.path)]
                    ),
                )
        while at < found.top:
            way = found.ways[at]
            at += 1
            start, end, taken = way.start, way.end, way.taken
            if taken & (taken - 1):
                longer.setdefault((start, end, taken, way.crowned), []).append(self.maker.path(way.start, way.path))
                continue
            moves.append(self.maker.one(start, end, taken, way.crowned, way.path))
        for (start_bit, end_bit, men, crowned), paths in longer.items():
            moves.append(self.maker.capture(start_bit, end_bit, men, crowned, paths))
        if len(moves) > 1:
            moves.sort(key=_TEXT)
        return tuple(moves)
