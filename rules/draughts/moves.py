"""From masks to moves: every legal move of a position as a `Move` with its notation.

Quiet moves, and captures of one man, are few on a board: they are made once and kept. The module is compiled together
with the walker.
"""

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import i64

from rules.draughts.walker import Found, Preference, Walker
from rules.move import Move

WIDTH: Final = 67
"""A prime with 2 as a primitive root: the remainders of 2**0 to 2**65 all differ, so a remainder tells a square."""

PLACES: Final = WIDTH * WIDTH


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

    def legal(self, own: i64, enemy: i64, kings: i64, white: bool) -> tuple[Move, ...]:
        """The legal moves, sorted by notation; one per start, end, men taken and crowning."""
        if not own & kings:
            empty = self.walker.board & ~(own | enemy)
            if not self.walker.takers(own, enemy, empty):
                return self._men(own, empty, white)
        found = self._borrow()
        self.walker.find(own, enemy, kings, white, found)
        if found.top and found.ways[0].taken:
            moves = self._captures(found)
        else:
            moves = self._quiet(found)
        self.spare.append(found)
        return moves

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

    def _men(self, men: i64, empty: i64, white: bool) -> tuple[Move, ...]:
        """The quiet moves of men alone."""
        ranks: list[Any] = []
        shift = self.walker.half
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
            key: int = ((start % WIDTH * WIDTH + end % WIDTH) * WIDTH + taken % WIDTH) * 2 + (1 if way.crowned else 0)
            move = self.single.get(key)
            if move is None:
                path = self._path(start, way.path)
                move = self._capture(start, end, taken, way.crowned, [path])
                self.single[key] = move
            moves.append(move)
        for (start_bit, end_bit, men, crowned), paths in longer.items():
            moves.append(self._capture(start_bit, end_bit, men, crowned, paths))
        if len(moves) > 1:
            moves.sort(key=str)
        return tuple(moves)

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
