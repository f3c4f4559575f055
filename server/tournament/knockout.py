"""Knock-outs and the play-off of article 31.8.

A play-off is told stage by stage: ``next_stage`` gets the players level for first place and the games of all stages so
far, and answers with the games to be played next, or with the winner.
"""

from collections.abc import Generator, Sequence

import msgspec

from rules.errors import SettingsError
from server.tournament.lot import Lot
from server.tournament.model import Game
from server.tournament.roundrobin import berger

Two = tuple[int, int]


def _turned(two: Two) -> Two:
    return two[1], two[0]


def knockout_round(
    alive: Sequence[int], *, seed: int, number: int = 1, by_lot: bool = True
) -> tuple[tuple[Two, ...], tuple[int, ...]]:
    """The pairs (White in the first game first) of a knock-out round and those who go through without a game.

    In round 1 as many go through as fill the next round to a power of two: the first of the list where it is seeded,
    drawn ones where it is not. ``by_lot`` pairs by lot (31.8.5.3), else first against last.
    """
    size = 1
    while size < len(alive):
        size *= 2
    lot = Lot(seed, 4, number)
    order = lot.shuffled(sorted(alive)) if by_lot else list(alive)
    through, paired = tuple(order[: size - len(order)]), order[size - len(order) :]
    pairs = []
    for i in range(len(paired) // 2):
        two = (paired[2 * i], paired[2 * i + 1]) if by_lot else (paired[i], paired[-1 - i])
        pairs.append(two if lot.below(2) else _turned(two))
    return tuple(pairs), through


def knockout_rounds(players: int) -> int:
    """How many rounds a knock-out of so many players has.

    >>> [knockout_rounds(count) for count in (2, 3, 4, 5, 8, 9)]
    [1, 2, 2, 3, 3, 4]
    """
    return max(1, (players - 1).bit_length())


class Stage(msgspec.Struct, frozen=True):
    """Games (White, Black) to play now, after a break of at least ``break_minutes`` (31.8.2), at 3 min + 2 s."""

    kind: str
    article: str
    games: tuple[Two, ...]
    break_minutes: int = 10
    base_ms: int = 180_000
    increment_ms: int = 2_000


Course = Generator[Stage, Sequence[Game], int]


def next_stage(
    players: Sequence[int], played: Sequence[Sequence[Game]], *, seed: int, ranking: Sequence[int]
) -> Stage | int:
    """The next stage of the play-off for first place, or the winner's number (31.8.5).

    ``played`` are the games of each stage given so far, in order; ``ranking`` is the order of the players by article
    32, best first, which decides who of three leaves. Two play a mini-match, then to the first win with new lots;
    three a round robin; four a knock-out by lot; five or more a round robin with numbers by lot. Players level at the
    top of a round robin go on by the same rules (three: without the worst by article 32).
    """
    if len(set(players)) != len(players) or not players or not set(players) <= set(ranking):
        raise SettingsError(("play-off: expected different players, all of them in the ranking",))
    course = _course(sorted(players), Lot(seed, 5), ranking)
    try:
        stage = next(course)
        for number, games in enumerate(played):
            if sorted((game.white, game.black) for game in games) != sorted(stage.games):
                raise SettingsError((f"play-off stage {number + 1}: expected the games {stage.games}",))
            stage = course.send(games)
    except StopIteration as end:
        winner: int = end.value
        return winner
    return msgspec.structs.replace(stage, break_minutes=10 if played else 30)


def _course(players: Sequence[int], lot: Lot, ranking: Sequence[int]) -> Course:
    if len(players) == 1:
        return players[0]
    if len(players) == 2:
        (winner,) = yield from _duels([(players[0], players[1])], lot, "31.8.5.1")
        return winner
    if len(players) == 4:
        drawn = lot.shuffled(players)
        finalists = yield from _duels([(drawn[0], drawn[1]), (drawn[2], drawn[3])], lot, "31.8.5.3")
        (winner,) = yield from _duels([(finalists[0], finalists[1])], lot, "31.8.5.3")
        return winner
    article = "31.8.5.2" if len(players) == 3 else "31.8.5.4"
    drawn = lot.shuffled(players)
    games = yield Stage(
        "round-robin", article, tuple((drawn[a - 1], drawn[b - 1]) for pairs in berger(len(drawn)) for a, b in pairs)
    )
    sums = {player: sum(game.half(player) for game in games if player in (game.white, game.black)) for player in drawn}
    level = [player for player in players if sums[player] == max(sums.values())]
    if len(players) == len(level) == 3:
        level.remove(max(level, key=ranking.index))
    return (yield from _course(level, lot, ranking))


def _duels(pairs: Sequence[Two], lot: Lot, article: str) -> Generator[Stage, Sequence[Game], list[int]]:
    """Mini-matches of two games side by side; those drawn go on game by game, colours by new lots, to the first win."""
    winners: dict[int, int] = {}
    whites = [two if lot.below(2) else _turned(two) for two in pairs]
    games = yield Stage("mini-match", article, tuple(game for a, b in whites for game in ((a, b), (b, a))))
    number = 0
    while True:
        for i, (a, b) in enumerate(pairs):
            if i not in winners:
                mine, yours = (
                    sum(game.half(player) for game in games if {game.white, game.black} == {a, b}) for player in (a, b)
                )
                if mine != yours:
                    winners[i] = a if mine > yours else b
        if len(winners) == len(pairs):
            return [winners[i] for i in range(len(pairs))]
        if number == 0:
            whites = [two if lot.below(2) else _turned(two) for two in pairs]
        elif number % 2 == 1:
            whites = [_turned(two) for two in whites]  # colours change after each odd game
        number += 1
        games = yield Stage("to-first-win", article, tuple(two for i, two in enumerate(whites) if i not in winners))
