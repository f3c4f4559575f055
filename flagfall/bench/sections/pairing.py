"""Pairing and places of large events: the worst of rounds 2 to 9 by each system, standings with every tie-break."""

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from flagfall.bench.measuring import figure, pinned
from server import dutch
from server.tournament.generate import CALM, generate
from server.tournament.model import Event
from server.tournament.registry import systems, tiebreaks
from server.tournament.standing import standings
from server.tournament.swiss import pair

TITLE = "Pairing: the worst of rounds 2 to 9, and standings with every tie-break"

ROUNDS = 9
SIZES = (1000, 5000)
SEED = 1


def measure() -> list[dict[str, Any]]:
    """Milliseconds of processor time; each round is paired from an event that nothing has looked at yet."""
    found = []
    largest: Event | None = None
    with pinned():
        for players in SIZES:
            event: Event | None = None
            for system in systems():
                if players > SIZES[0] and system.startswith("floats"):
                    continue  # the older rules look at every floater anew: half a minute a round
                event = generate(SEED, players, ROUNDS, system, CALM).event
                worst = max(_spent(partial(pair, _before(event, n), system, relax=True)) for n in range(2, 10))
                found.append(figure(f"{system}: {players} players, worst round", 1000 * worst, "ms"))
            assert event is not None
            largest = event
            if dutch.found():
                found.append(figure(f"bbpPairings: {players} players, round 9", 1000 * _other(_before(event, 9)), "ms"))
        assert largest is not None
        names = tuple(name for name, one in tiebreaks().items() if not one.round_robin_only)
        spent = _spent(lambda: standings(msgspec.structs.replace(largest), names))
        found.append(figure(f"standings: {SIZES[-1]} players, {len(names)} tie-breaks", 1000 * spent, "ms"))
    if sys.platform != "win32":
        found.append(figure("memory: most of this process", _most_mb(), "MB"))
    return found


def _before(event: Event, number: int) -> Event:
    """The event as round ``number`` was to be paired."""
    return msgspec.structs.replace(event, rounds=event.rounds[: number - 1])


def _spent(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _other(event: Event) -> float:
    """Seconds by the clock on the wall: the other program is a process of its own."""
    began = time.perf_counter()
    dutch.pair(event)
    return time.perf_counter() - began


def _most_mb() -> float:
    import resource  # where there is none, there is no such figure either

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (1024 * 1024 if sys.platform == "darwin" else 1024)
