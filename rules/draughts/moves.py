"""From masks to moves: every legal move of a position as a `Move` with its notation.

Quiet moves, and captures of one man, are few on a board: they are made once and kept. The module is compiled together
with the walker.
"""

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Final

from mypy_extensions import i64

from rules.draughts.walker import Found, Preference, Walker, most_pieces
from rules.move import Move

WIDTH: Final = 67
"""A prime with 2 as a primitive root: the remainders of 2**0 to 2**65 all differ, so a remainder tells a square."""

PLACES: Final = WIDTH * WIDTH

COMPILED: Final = not __file__.endswith(".py")
"""Tells which of two ways to the same moves is the quicker one (`MoveTable.legal`)."""

FANS: Final = 6
"""Nine bits of a board at a time: for each of the four directions, what moves end on any set of nine squares."""

_TEXT: Final = attrgetter("text")


class _Step:
    """A quiet move as masks."""

    def __init__(self, start: i64, end: i64) -> None:
        self.start: Final[i64] = start
        self.end: Final[i64] = end
        self.both: Final[i64] = start | end


class MoveTable:
    """The moves of one discipline. ``names`` are the squares by bit, ``separator`` stands in captures."""

    def __init__(self, walker: Walker, prefer: Preference | None, names: Mapping[int, str], separator: str) -> None:
        self.walker: Final[Walker] = walker
        self.prefer: Final[Preference | None] = prefer
        self.separator: Final[str] = separator
        self.bit_of: Final[dict[str, int]] = {name: bit for bit, name in names.items()}
        self.names: Final[list[str]] = [""] * WIDTH
        for bit, name in names.items():
            self.names[bit % WIDTH] = name
        self.ranks: Final[list[Any]] = [-1] * (2 * PLACES)
        self.steps: Final[list[Any]] = []
        self.step_at: Final[Callable[[Any], Any]] = self.steps.__getitem__
        self.near_shift: Final[i64] = walker.half
        self.far_shift: Final[i64] = walker.half + 1
        self.board: Final[i64] = walker.board
        self.near: Final[list[list[Any]]] = [[-1] * WIDTH for _ in range(4)]
        self.fans_up: tuple[Any, ...] = ()
        self.fans_down: tuple[Any, ...] = ()
        self.wide: Final[bool] = walker.board >> 36 != 0
        self.masks: Final[dict[str, _Step]] = {}
        self._lay(list(names))
        self.single: Final[dict[int, Move]] = {}
        self.jumps: Final[list[Any]] = [None] * (8 * WIDTH)
        self.plain: Final[bool] = prefer is None or prefer is most_pieces
        self.rays: Final[list[Any]] = [0] * (4 * WIDTH)
        self.lines: Final[list[Any]] = [()] * (4 * WIDTH)
        self._draw(list(names))
        self.spare: Final[list[Found]] = []

    def _lay(self, squares: list[int]) -> None:
        """Every quiet move there can be, in the order of notation, crowning or not; their ranks by start and end."""
        laid: list[tuple[str, bool, int, int]] = []
        walker = self.walker
        found = Found()
        for square in squares:
            found.top = 0
            walker.steps(0, square, 0, True, found)
            at: i64 = 0
            while at < found.top:
                start, end = found.ways[at].start, found.ways[at].end
                at += 1
                text = f"{self.names[start % WIDTH]}-{self.names[end % WIDTH]}"
                laid.append((text, False, start, end))
                if end & (walker.top | walker.bottom):
                    laid.append((text, True, start, end))
        ahead: list[dict[int, int]] = [{}, {}, {}, {}]
        for text, crowned, start_bit, end_bit in sorted(laid):
            path = (self.names[start_bit % WIDTH], self.names[end_bit % WIDTH])
            move = Move(start=path[0], end=path[1], text=text, promotes=crowned, path=path, paths=(path,))
            rank = len(self.steps)
            self.steps.append(move)
            self.ranks[start_bit % WIDTH * WIDTH + end_bit % WIDTH + (PLACES if crowned else 0)] = rank
            if crowned == bool(end_bit & (walker.top if end_bit < start_bit else walker.bottom)):
                for direction in range(4):
                    shift = int(walker.half) + (direction & 1)
                    if end_bit == (start_bit << shift if direction & 2 else start_bit >> shift):
                        ahead[direction][end_bit.bit_length() - 1] = rank
                        self.near[direction][end_bit % WIDTH] = rank
            self.masks.setdefault(text, _Step(start_bit, end_bit))
        fans = [
            [
                tuple([ranks[low + bit] for bit in range(9) if mask >> bit & 1 and low + bit in ranks])
                for mask in range(512)
            ]
            for ranks in ahead
            for low in range(0, 9 * FANS, 9)
        ]
        self.fans_up, self.fans_down = tuple(fans[: 2 * FANS]), tuple(fans[2 * FANS :])

    def _draw(self, squares: list[int]) -> None:
        """From every square the four diagonals: as masks, and square by square with the rank of a king's move there."""
        walker = self.walker
        for square in squares:
            for direction in range(4):
                shift = int(walker.half) + (direction & 1)
                line: list[tuple[int, int]] = []
                end = square
                while True:
                    end = end << shift if direction & 2 else end >> shift
                    if end not in squares:
                        break
                    line.append((end, self.ranks[square % WIDTH * WIDTH + end % WIDTH]))
                self.rays[direction * WIDTH + square % WIDTH] = sum([end for end, _ in line])
                self.lines[direction * WIDTH + square % WIDTH] = tuple(line)

    def legal(self, own: i64, enemy: i64, kings: i64, white: bool) -> tuple[Move, ...]:
        """The legal moves, sorted by notation; one per start, end, men taken and crowning.

        Compiled, the walker is quickest. Interpreted, what most positions are is answered without it: no capture at
        all, or captures by men that end with the first man taken.
        """
        empty = self.board & ~(own | enemy)
        crowned = own & kings
        if COMPILED:
            if crowned or self.walker.takers(own, enemy, empty):
                return self._all(own, enemy, kings, white)
            return self._men(own, empty, white)
        if crowned:
            if self._king_takes(crowned, enemy, empty):
                return self._all(own, enemy, kings, white)
            own ^= crowned
        near, far = self.near_shift, self.far_shift
        up, up_far, down, down_far = own >> near, own >> far, own << near, own << far
        if (up | up_far | down | down_far) & enemy:
            a = ((up & enemy) >> near) & empty
            b = ((up_far & enemy) >> far) & empty
            c = ((down & enemy) << near) & empty
            d = ((down_far & enemy) << far) & empty
            lands = a | b | c | d
            if lands:
                moves = self._single(a, b, c, d, enemy, empty, white) if self.plain else ()
                return moves or self._all(own | crowned, enemy, kings, white)
        if white:
            ends, ends_far = up & empty, up_far & empty
            n0, n1, n2, n3, n4, n5, f0, f1, f2, f3, f4, f5 = self.fans_up
        else:
            ends, ends_far = down & empty, down_far & empty
            n0, n1, n2, n3, n4, n5, f0, f1, f2, f3, f4, f5 = self.fans_down
        ranks: list[Any] = [
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
            ranks += n4[ends >> 36 & 511]
            ranks += n5[ends >> 45]
            ranks += f4[ends_far >> 36 & 511]
            ranks += f5[ends_far >> 45]
        if crowned:
            self._king_steps(crowned, empty, ranks)
        ranks.sort()
        return tuple(map(self.step_at, ranks))

    def _men(self, men: i64, empty: i64, white: bool) -> tuple[Move, ...]:
        """The quiet moves of men alone, bit by bit."""
        ranks: list[Any] = []
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

    def _all(self, own: i64, enemy: i64, kings: i64, white: bool) -> tuple[Move, ...]:
        """The legal moves of any position, by the walker."""
        found = self._borrow()
        self.walker.find(own, enemy, kings, white, found)
        if found.top and found.ways[0].taken:
            moves = self._captures(found)
        else:
            moves = self._quiet(found)
        self.spare.append(found)
        return moves

    def _king_takes(self, kings: i64, enemy: i64, empty: i64) -> bool:
        """Whether any king can take: the nearest piece on a diagonal is an enemy and the square behind it empty."""
        walker = self.walker
        rays = self.rays
        taken = walker.board & ~empty
        while kings:
            king = kings & -kings
            kings ^= king
            place = king % WIDTH
            for direction in range(4):
                ray: i64 = rays[direction * WIDTH + place]
                met = ray & taken
                if not met & enemy:
                    continue
                shift = walker.half + (direction & 1)
                if direction & 2:
                    if (((met & -met) & enemy) << shift) & ray & empty:
                        return True
                else:
                    first: i64 = 1 << (int(met).bit_length() - 1)
                    if ((first & enemy) >> shift) & ray & empty:
                        return True
        return False

    def _king_steps(self, kings: i64, empty: i64, ranks: list[Any]) -> None:
        """The ranks of the kings' moves without a capture."""
        lines = self.lines
        while kings:
            king = kings & -kings
            kings ^= king
            place = king % WIDTH
            for start in range(0, 4 * WIDTH, WIDTH):
                for end, rank in lines[start + place]:
                    if not end & empty:
                        break
                    ranks.append(rank)

    def _single(self, a: i64, b: i64, c: i64, d: i64, enemy: i64, empty: i64, white: bool) -> tuple[Move, ...]:
        """The captures by men that end on these squares, by direction 0 to 3, after one man; none if one may go on."""
        moves: tuple[Move, ...] = ()
        jumps = self.jumps
        start: i64 = 4 * WIDTH if white else 0
        for ends in (a, b, c, d):
            lands: i64 = ends
            while lands:
                end = lands & -lands
                lands ^= end
                place = start + end % WIDTH
                jump = jumps[place]
                if jump is None:
                    jump = jumps[place] = self._jump(start // WIDTH % 4, end, white)
                one, onward = jump
                for victim, behind in onward:
                    if victim & enemy and behind & empty:
                        return ()
                moves = moves + one if moves else one
            start += WIDTH
        return tuple(sorted(moves, key=_TEXT)) if len(moves) > 1 else moves

    def _jump(self, direction: i64, end: i64, white: bool) -> tuple[tuple[Move], tuple[tuple[int, int], ...]]:
        """The capture of one man that ends on ``end``, and where a man there would go on: each square beside it, but
        for the one it came over, and the square behind that. One that is crowned in passing may go on anywhere.
        """
        walker = self.walker
        shift = walker.half + (direction & 1)
        taken = end >> shift if direction & 2 else end << shift
        start = taken >> shift if direction & 2 else taken << shift
        crowned = (end & (walker.top if white else walker.bottom)) != 0
        move = self._one(start, end, taken, crowned, (int(end),))
        if crowned and walker.crowns_in_passing:
            return (move,), ((int(walker.board), int(walker.board)),)
        back = direction ^ 2
        lines = [self.lines[other * WIDTH + end % WIDTH] for other in range(4) if other != back]
        return (move,), tuple([(line[0][0], line[1][0]) for line in lines if len(line) > 1])

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
                return (self._capture(way.start, way.end, way.taken, way.crowned, [self._path(way.start, way.path)]),)
        while at < found.top:
            way = found.ways[at]
            at += 1
            start, end, taken = way.start, way.end, way.taken
            if taken & (taken - 1):
                longer.setdefault((start, end, taken, way.crowned), []).append(self._path(way.start, way.path))
                continue
            moves.append(self._one(start, end, taken, way.crowned, way.path))
        for (start_bit, end_bit, men, crowned), paths in longer.items():
            moves.append(self._capture(start_bit, end_bit, men, crowned, paths))
        if len(moves) > 1:
            moves.sort(key=_TEXT)
        return tuple(moves)

    def _one(self, start: i64, end: i64, taken: i64, crowned: bool, squares: tuple[int, ...]) -> Move:
        """The capture of one man, made once and kept."""
        key: int = ((start % WIDTH * WIDTH + end % WIDTH) * WIDTH + taken % WIDTH) * 2 + (1 if crowned else 0)
        move = self.single.get(key)
        if move is None:
            move = self.single[key] = self._capture(start, end, taken, crowned, [self._path(start, squares)])
        return move

    def _path(self, start: i64, squares: tuple[int, ...]) -> tuple[str, ...]:
        return (self.names[start % WIDTH], *[self.names[square % WIDTH] for square in squares])

    def _capture(self, start: int, end: int, taken: i64, crowned: bool, paths: list[tuple[str, ...]]) -> Move:
        separator = self.separator
        if len(paths) == 1:
            text, path = separator.join(paths[0]), paths[0]
        else:
            texts = sorted([(separator.join(path), path) for path in paths])
            text, path = texts[0]
            paths = [one for _, one in texts]
        captured: list[str] = []
        while taken:
            captured.append(self.names[(taken & -taken) % WIDTH])
            taken &= taken - 1
        captured.sort()
        return Move(
            start=self.names[start % WIDTH],
            end=self.names[end % WIDTH],
            text=text,
            captured=tuple(captured),
            promotes=crowned,
            path=path,
            paths=tuple(paths),
        )
