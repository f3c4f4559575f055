"""The drawing of lots: a small seeded generator, so that a lot can be stored and repeated (5.4.10.4, 5.4.10.5.1).

The room is pure: a lot never asks the machine for chance, it unfolds a seed that the event stores.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Lot:
    """A sequence of draws from ``seed`` (any integer); the same seed gives the same draws on every machine.

    >>> Lot(7).shuffled([1, 2, 3, 4]) == Lot(7).shuffled([1, 2, 3, 4])
    True
    """

    def __init__(self, *seed: int) -> None:
        self._state = 0
        for part in seed:
            self._state = (self._state ^ (part & _MASK)) & _MASK
            self._state = self._word()

    def _word(self) -> int:
        """The next 64 bits: a Weyl sequence stirred by two multiplications (the SplitMix64 construction)."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A number of 0..bound-1, each equally likely; ``bound`` is at least 1."""
        limit = (1 << 64) - (1 << 64) % bound
        while (word := self._word()) >= limit:
            pass
        return word % bound

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in drawn order."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def chance(self, percent: int) -> bool:
        """True in ``percent`` of a hundred draws."""
        return self.below(100) < percent
