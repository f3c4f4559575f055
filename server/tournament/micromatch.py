"""Micro-matches: meetings of several games with colours changing, won by the sum of points (5.4.6).

A meeting is told game by game: ``next_game`` gets what has been played and answers with the next game, or with nothing
where the meeting is over; ``as_game`` makes one result of it.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import msgspec

from server.tournament.lot import Lot
from server.tournament.model import DRAW, LOSS, WIN, Game, GameKind

Order = Literal["alternate", "mirror"]
Extra = Literal["none", "once", "until-won"]
Scoring = Literal["result", "sum"]


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """What the regulations say of a meeting.

    ``games`` are played, colours by ``order``; a drawn meeting is played on in extra micro-matches of ``extra_games``
    games (5.4.6): ``once``, or ``until-won``. ``first_win``: as many games as it takes to the first win (3.6.4).
    ``scoring``: the meeting counts as one ``result``, or as the ``sum`` of its points.
    """

    games: int = 1
    order: Order = "alternate"
    extra: Extra = "none"
    extra_games: int = 1
    first_win: bool = False
    scoring: Scoring = "result"

    @property
    def single(self) -> bool:
        """Whether a meeting is always one game."""
        return self.games == 1 and self.extra == "none" and not self.first_win


SINGLE = Rules()


class Outcome(msgspec.Struct, frozen=True):
    """The sums of both in half-points, the winner (``None``: drawn), and whether an extra micro-match is due."""

    first: int
    second: int
    winner: int | None
    extra: bool


class Next(NamedTuple):
    """The game to be played next: its number in the meeting, from 1; ``extra``: it belongs to an extra micro-match."""

    number: int
    white: int
    black: int
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


def losers(games: Sequence[Game]) -> frozenset[int]:
    """Who did not come to a game: for him the whole meeting is lost (5.4.4.1)."""
    return frozenset(
        player
        for game in games
        if game.kind == "forfeit"
        for player in (game.white, game.black)
        if not game.half(player)
    )


def next_game(
    first: int, second: int, played: Sequence[Game], rules: Rules, *, seed: int = 0, lost: frozenset[int] = frozenset()
) -> Next | None:
    """The game after ``played``, or ``None`` where the meeting is over.

    ``first`` has White in game 1. Whoever did not come to a game, and everyone in ``lost`` (a sanction of 5.4.14.1),
    has lost the meeting. The colours of an extra micro-match are drawn; where it is a single game, they then change
    after each odd game, as in 31.8.5.1.
    """
    if lost or losers(played):
        return None
    number = len(played)
    if rules.first_win and any(game.white_half != game.black_half for game in played):
        return None
    if rules.first_win or number < rules.games:
        return Next(number + 1, *colours(first, second, number + 1, rules.order)[number], False)
    at, within = divmod(number - rules.games, rules.extra_games)
    if rules.extra == "none" or (rules.extra == "once" and at) or not (within or _level(first, second, played, rules)):
        return None
    if rules.extra_games == 1:
        block, place, order = 0, at, "mirror"
    else:
        block, place, order = at, within, rules.order
    one, other = (first, second) if Lot(seed, 6, block).below(2) else (second, first)
    two = colours(one, other, place + 1, "mirror" if order == "mirror" else "alternate")[place]
    return Next(number + 1, *two, True)


def _level(first: int, second: int, played: Sequence[Game], rules: Rules) -> bool:
    """Whether the last whole micro-match was drawn, and not lost by both."""
    done = len(played) - rules.games
    last = played[: rules.games] if not done else played[len(played) - rules.extra_games :]
    told = outcome(first, second, last)
    return told.winner is None and bool(told.first)


def as_game(
    first: int,
    second: int,
    games: Sequence[Game],
    rules: Rules | None = None,
    *,
    seed: int = 0,
    lost: frozenset[int] = frozenset(),
) -> Game:
    """The meeting as one result: 1, 1/2 or 0 by the sum of points (5.4.6), or the sum; its ``parts`` are ``games``.

    ``first`` counts as White, having had it in the first game. Lost by both is a double loss; a meeting of which no
    game took place is a forfeit; one that is not over is unfinished, adjudicated by the standing so far. The games that
    a lost meeting leaves unplayed count for the other where the sum counts. Without ``rules`` there are as many games
    as given.
    """
    parts = tuple(games)
    if not parts and not lost:
        return Game(first, second, DRAW, DRAW, "unfinished")
    known = rules or Rules(games=len(parts))
    out = lost | losers(parts)
    open_still = any(game.kind == "unfinished" for game in parts)
    if out:
        kind: GameKind = "played" if any(game.met and game.kind != "unfinished" for game in parts) else "forfeit"
        return Game(first, second, *_given_up(first, second, parts, known, out), kind, parts=parts)
    most = len(parts) if known.first_win else known.games
    main, extras = parts[:most], parts[most:]
    told = outcome(first, second, main)
    winner = told.winner if told.winner is not None else outcome(first, second, extras).winner
    halves = (DRAW, DRAW) if winner is None else (WIN, LOSS) if winner == first else (LOSS, WIN)
    if known.scoring == "sum":
        halves = (told.first, told.second)
    over = not open_still and next_game(first, second, parts, known, seed=seed) is None
    if over and told.first == told.second == 0:
        halves = (LOSS, LOSS)
    return Game(first, second, *halves, "played" if over else "unfinished", parts=parts)


def _given_up(first: int, second: int, parts: Sequence[Game], rules: Rules, out: frozenset[int]) -> tuple[int, int]:
    if rules.scoring == "result":
        return (LOSS if first in out else WIN, LOSS if second in out else WIN)
    told = outcome(first, second, parts)
    left = WIN * max(0, rules.games - sum(game.kind != "unfinished" for game in parts))
    return told.first + (0 if first in out else left), told.second + (0 if second in out else left)


def filled(first: int, second: int, games: Sequence[Game], rules: Rules, lost: frozenset[int]) -> tuple[Game, ...]:
    """The main games of a meeting, those that a lost meeting leaves unplayed as forfeits."""
    out = lost | losers(games)
    due = colours(first, second, rules.games, rules.order)
    if not out:
        return tuple(games)
    missing = (
        Game(white, black, LOSS if white in out else WIN, LOSS if black in out else WIN, "forfeit")
        for white, black in due[len(games) :]
    )
    return (*games, *missing)
