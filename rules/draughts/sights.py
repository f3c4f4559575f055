"""What a piece sees from its square: a king along its diagonals, a man by its first two jumps.

There are few such sights on a board (13 314 along the diagonals of 100 squares): each is made when first asked for and
kept. Compiled together with the walker.
"""

from typing import Any, Final

from mypy_extensions import i64

from rules.draughts.made import WIDTH, Maker
from rules.draughts.walker import Walker
from rules.move import Move


class Jump:
    """A man's first jump, or its second: the move if it ends here, and how it may go on.

    ``onward`` has each square beside it, but for the one it came over, the square behind that, and the jump over the
    one to the other; `None` for that, a third jump, is left to the walker. A man crowned in passing goes on as a king,
    along ``crossing``, the diagonal that it did not come by.
    """

    def __init__(self, move: Move, start: i64, taken: i64) -> None:
        self.move: Final[Move] = move
        self.start: Final[i64] = start
        self.taken: Final[i64] = taken
        self.onward: Final[list[Any]] = []
        self.crossing: Any = None


class Seen(dict[int, Any]):
    """What a king sees along one diagonal, by the pieces that stand on it; see `Sights.look`."""

    def __init__(self, sights: "Sights", square: int, diagonal: int) -> None:
        self.sights: Final[Sights] = sights
        self.square: Final[int] = square
        self.diagonal: Final[int] = diagonal

    def __missing__(self, met: int) -> Any:
        self[met] = found = self.sights.look(self.square, self.diagonal, met)
        return found


class Sights:
    """The sights of one discipline.

    ``lines`` has the four lines from each square, by direction and square, square by square with the rank of a king's
    move there; ``diagonals`` the two that they make, as masks and with what is seen along them.
    """

    def __init__(self, walker: Walker, maker: Maker, squares: list[int], ranks: list[Any]) -> None:
        self.walker: Final[Walker] = walker
        self.maker: Final[Maker] = maker
        self.lines: Final[list[Any]] = [()] * (4 * WIDTH)
        self.diagonals: Final[list[Any]] = [None] * (2 * WIDTH)
        self.jumps: Final[list[Any]] = [None] * (8 * WIDTH)
        for square in squares:
            for direction in range(4):
                shift = int(walker.half) + (direction & 1)
                line: list[tuple[int, int]] = []
                end = square
                while True:
                    end = end << shift if direction & 2 else end >> shift
                    if end not in squares:
                        break
                    line.append((end, ranks[square % WIDTH * WIDTH + end % WIDTH]))
                self.lines[direction * WIDTH + square % WIDTH] = tuple(line)
            for diagonal in (square % WIDTH, square % WIDTH + WIDTH):
                both = self.lines[diagonal] + self.lines[diagonal + 2 * WIDTH]
                self.diagonals[diagonal] = (sum([end for end, _ in both]), Seen(self, square, diagonal))

    def look(self, square: int, diagonal: int, met: int) -> Any:
        """What a king on ``square`` sees along a diagonal with pieces on ``met``.

        All that it can take, should it be the enemy's; the ranks of its moves without a capture; and of each that it
        can take what it can take next without turning, and the captures of that one man, each with the diagonal that
        crosses where it ends.
        """
        crossing = WIDTH - diagonal // WIDTH * WIDTH
        victims = 0
        ranks: list[int] = []
        takes: list[Any] = []
        for line in (self.lines[diagonal], self.lines[diagonal + 2 * WIDTH]):
            stops = [at for at, (bit, _) in enumerate(line) if bit & met] + [len(line), len(line)]
            first, second = stops[0], stops[1]
            ranks += [rank for _, rank in line[:first]]
            ends = [bit for bit, _ in line[first + 1 : second]]
            if not ends:
                continue
            victim = line[first][0]
            victims |= victim
            beyond = [bit for bit, _ in line[second : second + 2]]
            captures = [
                (self.maker.one(square, end, victim, False, (end,)), self.diagonals[end % WIDTH + crossing])
                for end in ends
            ]
            takes.append((victim, beyond[0] if len(beyond) > 1 and not beyond[1] & met else 0, tuple(captures)))
        return victims, tuple(ranks), tuple(takes)

    def sees(self, diagonal: Any, taken: i64) -> int:
        """What a king could take along a diagonal."""
        mask, seen = diagonal
        return int(seen[mask & taken][0])

    def first(self, direction: i64, end: i64, white: bool) -> Any:
        """The first jump that ends on ``end``."""
        place = (direction + (4 if white else 0)) * WIDTH + end % WIDTH
        jump = self.jumps[place]
        if jump is None:
            jump = self.jumps[place] = self._jump(direction, end, white, None)
        return jump

    def _jump(self, direction: i64, end: i64, white: bool, first: "Jump | None") -> "Jump":
        """The jump of a man that ends on ``end``, from any square or after ``first``."""
        walker = self.walker
        shift = walker.half + (direction & 1)
        victim = end >> shift if direction & 2 else end << shift
        start = victim >> shift if direction & 2 else victim << shift
        squares: tuple[int, ...] = (int(end),)
        taken = victim
        if first is not None:
            taken, squares, start = victim | first.taken, (int(start), int(end)), first.start
        crowned = (end & (walker.top if white else walker.bottom)) != 0
        jump = Jump(self.maker.capture(start, end, taken, crowned, [self.maker.path(start, squares)]), start, taken)
        if crowned and walker.crowns_in_passing:
            jump.crossing = self.diagonals[end % WIDTH + (0 if direction & 1 else WIDTH)]
            return jump
        for other in range(4):
            line = self.lines[other * WIDTH + end % WIDTH]
            if other != direction ^ 2 and len(line) > 1:
                second = self._jump(other, line[1][0], white, jump) if first is None else None
                jump.onward.append((line[0][0], line[1][0], second))
        return jump
