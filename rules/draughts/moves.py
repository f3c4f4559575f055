"""From masks to moves: every legal move of a position as a `Move` with its notation.

Quiet moves, and captures of one man, are few on a board: they are made once and kept. The module is compiled together
with the walker.
"""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any, Final

from mypy_extensions import i64

from rules.draughts.walker import Found, Preference, Walker, most_pieces
from rules.move import Move

WIDTH: Final = 67
"""A prime with 2 as a primitive root: the remainders of 2**0 to 2**65 all differ, so a remainder tells a square."""

PLACES: Final = WIDTH * WIDTH
_TEXT: Final = attrgetter("text")


class _Step:
    """A quiet move as masks."""

    def __init__(self, start: i64, end: i64) -> None:
        self.start: Final[i64] = start
        self.end: Final[i64] = end


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
        self.near: Final[list[list[Any]]] = [[-1] * WIDTH for _ in range(4)]
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
        for text, crowned, start_bit, end_bit in sorted(laid):
            path = (self.names[start_bit % WIDTH], self.names[end_bit % WIDTH])
            move = Move(start=path[0], end=path[1], text=text, promotes=crowned, path=path, paths=(path,))
            rank = len(self.steps)
            self.steps.append(move)
            self.ranks[start_bit % WIDTH * WIDTH + end_bit % WIDTH + (PLACES if crowned else 0)] = rank
            if crowned == bool(end_bit & (walker.top if end_bit < start_bit else walker.bottom)):
                for direction in range(4):
                    shift = walker.half + (direction & 1)
                    if end_bit == (start_bit << shift if direction & 2 else start_bit >> shift):
                        self.near[direction][end_bit % WIDTH] = rank
            self.masks.setdefault(text, _Step(start_bit, end_bit))

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

        What most positions are is answered here, without a list of ways: no capture at all, or captures by men that
        end with the first man taken.
        """
        walker = self.walker
        empty = walker.board & ~(own | enemy)
        crowned = own & kings
        if crowned:
            if self._king_takes(crowned, enemy, empty):
                return self._all(own, enemy, kings, white)
            own ^= crowned
        near, far = walker.half, walker.half + 1
        up, up_far, down, down_far = own >> near, own >> far, own << near, own << far
        if (up | up_far | down | down_far) & enemy:
            a = ((up & enemy) >> near) & empty
            b = ((up_far & enemy) >> far) & empty
            c = ((down & enemy) << near) & empty
            d = ((down_far & enemy) << far) & empty
            lands = a | b | c | d
            if lands:
                # A man goes on in any direction but the one it came from; every square that a man left counts as empty.
                rest = empty | a << 2 * near | b << 2 * far | c >> 2 * near | d >> 2 * far
                if (
                    not self.plain
                    or (walker.crowns_in_passing and lands & (walker.top if white else walker.bottom))
                    or (((((a | b | d) >> near) & enemy) >> near) & rest)
                    or (((((a | b | c) >> far) & enemy) >> far) & rest)
                    or (((((b | c | d) << near) & enemy) << near) & rest)
                    or (((((a | c | d) << far) & enemy) << far) & rest)
                ):
                    return self._all(own | crowned, enemy, kings, white)
                return self._single(a, b, c, d, white)
        ranks: list[Any] = []
        if white:
            ends, ends_far = up & empty, up_far & empty
            ahead, ahead_far = self.near[0], self.near[1]
        else:
            ends, ends_far = down & empty, down_far & empty
            ahead, ahead_far = self.near[2], self.near[3]
        while ends:
            end = ends & -ends
            ends ^= end
            ranks.append(ahead[end % WIDTH])
        while ends_far:
            end = ends_far & -ends_far
            ends_far ^= end
            ranks.append(ahead_far[end % WIDTH])
        if crowned:
            self._king_steps(crowned, empty, ranks)
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

    def _single(self, a: i64, b: i64, c: i64, d: i64, white: bool) -> tuple[Move, ...]:
        """The captures of one man by a man that end on these squares, by direction."""
        moves: list[Move] = []
        jumps = self.jumps
        start: i64 = 4 * WIDTH if white else 0
        for direction, lands in enumerate((a, b, c, d)):
            while lands:
                end = lands & -lands
                lands ^= end
                place = start + direction * WIDTH + end % WIDTH
                move = jumps[place]
                if move is None:
                    move = jumps[place] = self._jump(direction, end, white)
                moves.append(move)
        if len(moves) > 1:
            moves.sort(key=_TEXT)
        return tuple(moves)

    def _jump(self, direction: i64, end: i64, white: bool) -> Move:
        shift = self.walker.half + (direction & 1)
        taken = end >> shift if direction & 2 else end << shift
        start = taken >> shift if direction & 2 else taken << shift
        last = self.walker.top if white else self.walker.bottom
        return self._one(start, end, taken, (end & last) != 0, (int(end),))

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
        texts = sorted([(separator.join(path), path) for path in paths])
        captured: list[str] = []
        while taken:
            captured.append(self.names[(taken & -taken) % WIDTH])
            taken &= taken - 1
        captured.sort()
        return Move(
            start=self.names[start % WIDTH],
            end=self.names[end % WIDTH],
            text=texts[0][0],
            captured=tuple(captured),
            promotes=crowned,
            path=texts[0][1],
            paths=tuple([path for _, path in texts]),
        )
