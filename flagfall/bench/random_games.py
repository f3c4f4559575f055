"""The same random games for every contender: which of the legal moves is made, as a share of their number."""

from functools import cache
from random import Random

PLIES = 150


@cache
def choices(games: int) -> tuple[tuple[float, ...], ...]:
    """For each game and ply a number from 0 up to but not including 1."""
    chance = Random(64)
    return tuple(tuple(chance.random() for _ in range(PLIES)) for _ in range(games))
