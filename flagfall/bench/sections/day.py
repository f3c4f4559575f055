"""Memory: a day of games recognised one after the other, and what it leaves behind."""

import tracemalloc
from random import Random
from typing import Any

import rules
from board.strategy import recogniser
from flagfall.bench import playing
from flagfall.bench.measuring import figure, in_processes
from hardware.virtual.hand import actions

TITLE = "Recognition: a day of games in memory"

DISCIPLINES = ("russian", "international", "giveaway", "brazilian", "renju", "chess")
GAMES = 360
"""Of 40 plies, one every six seconds: 24 hours."""
PLIES = 40
FIRST_GAMES = 20


def measure() -> list[dict[str, Any]]:
    """Bytes that are held after the day and were not at its beginning, and the events replayed."""
    found = []
    for name, (events, grown) in zip(
        DISCIPLINES, in_processes(day, [(name, GAMES) for name in DISCIPLINES]), strict=True
    ):
        found.append(figure(f"{name}: events of 24 hours", events, "events"))
        found.append(figure(f"{name}: memory grown", grown / 1000, "kB"))
    return found


def day(name: str, games: int) -> tuple[int, int]:
    """The events of so many games, and by how many bytes the memory grew while they were recognised."""
    rng = Random(name)
    tracemalloc.start()
    for _ in range(FIRST_GAMES):  # they fill the caches, which are bounded
        _game(name, rng)
    before, _ = tracemalloc.get_traced_memory()
    events = sum(_game(name, rng) for _ in range(games))
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return events, after - before


def _game(name: str, rng: Random) -> int:
    game = rules.discipline(name)
    position, one, t_ms, events = game.start(), recogniser(game), 0, 0
    for _ in range(PLIES):
        if position.outcome() is not None:
            break
        move = playing.likely(position, rng)
        done = actions(position, move, rng)
        for action in done:
            events += playing.feed(one, action, t_ms, "piece")
        t_ms += done[-1].t_ms
        position = position.apply(move)
    return events
