"""Micro-matches: meetings of several games with colours changing, won by the sum of points (5.4.6)."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from server.tournament.model import DRAW, LOSS, WIN, Game

Order = Literal["alternate", "mirror"]


class Outcome(msgspec.Struct, frozen=True):
    """The sums of both in half-points, the winner (``None``: drawn), and whether an extra micro-match is due."""

    first: int
    second: int
    winner: int | None
    extra: bool


def colours(first: int, second: int, games: int, order: Order = "alternate") -> tuple[tuple[int, int], ...]:
    """White and Black of each game; ``first`` begins with White. ``alternate``: colours change after every game;
    ``mirror``: the second pair of games turns the order of the first (W B B W).

    >>> colours(1, 2, 4, "mirror")
    ((1, 2), (2, 1), (2, 1), (1, 2))
    """
    if order == "alternate":
        turned = [number % 2 == 1 for number in range(games)]
    else:
        turned = [number % 4 in (1, 2) for number in range(games)]
    return tuple((second, first) if turn else (first, second) for turn in turned)


def outcome(first: int, second: int, games: Sequence[Game], *, extra_when_drawn: bool = False) -> Outcome:
    """The sum over the games played or forfeited. ``extra_when_drawn`` is the regulations' rule for a drawn match."""
    mine = sum(game.half(first) for game in games if game.kind != "unfinished")
    yours = sum(game.half(second) for game in games if game.kind != "unfinished")
    winner = first if mine > yours else second if yours > mine else None
    finished = bool(games) and all(game.kind != "unfinished" for game in games)
    return Outcome(mine, yours, winner, finished and winner is None and extra_when_drawn)


def as_game(first: int, second: int, games: Sequence[Game]) -> Game:
    """The meeting as one result: 1, 1/2 or 0 by the sum of points (5.4.6), for pairing and coefficients.

    ``first`` counts as White, having had it in the first game. Lost by both is a double loss; a meeting of which no
    game took place is a forfeit; one with a game still open is unfinished, adjudicated by the standing so far.
    """
    if not games:
        return Game(first, second, DRAW, DRAW, "unfinished")
    result = outcome(first, second, games)
    halves = (DRAW, DRAW) if result.winner is None else (WIN, LOSS) if result.winner == first else (LOSS, WIN)
    if any(game.kind == "unfinished" for game in games):
        return Game(first, second, *halves, "unfinished")
    if result.first == result.second == 0:
        halves = (LOSS, LOSS)
    return Game(first, second, *halves, "forfeit" if all(game.kind == "forfeit" for game in games) else "played")
