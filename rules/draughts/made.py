"""Moves made from masks: names, notation, paths. Compiled together with the walker."""

from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from rules.move import Move

WIDTH: Final = 67
"""A prime with 2 as a primitive root: the remainders of 2**0 to 2**65 all differ, so a remainder tells a square."""


class Maker:
    """Makes the moves of one board. ``names`` are the squares by bit, ``separator`` stands in captures."""

    def __init__(self, names: Mapping[int, str], separator: str) -> None:
        self.separator: Final[str] = separator
        self.names: Final[list[str]] = [""] * WIDTH
        for bit, name in names.items():
            self.names[bit % WIDTH] = name
        self.single: Final[dict[int, Move]] = {}

    def step(self, start: i64, end: i64, crowned: bool) -> Move:
        """A move without a capture."""
        path = self.path(start, (int(end),))
        return Move(
            start=path[0],
            end=path[1],
            text="-".join(path),
            promotes=crowned,
            path=path,
            paths=(path,),
            masks=(int(start), int(end), 0, int(end) if crowned else 0),
        )

    def one(self, start: i64, end: i64, taken: i64, crowned: bool, squares: tuple[int, ...]) -> Move:
        """The capture of one man, made once and kept."""
        key: int = ((start % WIDTH * WIDTH + end % WIDTH) * WIDTH + taken % WIDTH) * 2 + (1 if crowned else 0)
        move = self.single.get(key)
        if move is None:
            move = self.single[key] = self.capture(start, end, taken, crowned, [self.path(start, squares)])
        return move

    def path(self, start: i64, squares: tuple[int, ...]) -> tuple[str, ...]:
        """The names of the squares that a piece from ``start`` touches."""
        return (self.names[start % WIDTH], *[self.names[square % WIDTH] for square in squares])

    def capture(self, start: int, end: int, taken: i64, crowned: bool, paths: list[tuple[str, ...]]) -> Move:
        """A capture by each of ``paths``, the first in notation being the canonical one."""
        separator = self.separator
        masks = (start, end, int(taken), end if crowned else 0)
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
            masks=masks,
        )
