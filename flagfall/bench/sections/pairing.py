"""Pairing a round: the milliseconds from a finished round to the next pairing, per system and number of players."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec

from flagfall.bench.measuring import figure, pinned, rate, taking_turns
from server.tournament.generate import CALM, generate
from server.tournament.model import Event
from server.tournament.swiss import pair

TITLE = "Pairing: the next round of an event"

SYSTEMS = ("individual", "truncated-solkoff", "current-buchholz", "floats")
ROUNDS = 7
EVENTS = 5


def measure() -> list[dict[str, Any]]:
    """The last of `ROUNDS` rounds, the earlier ones being played by the same system."""
    found = []
    with pinned():
        for system in SYSTEMS:
            for players in (32, 100):
                # a fresh event each time: a second look at the same one finds part of the work done
                events = iter([_before_last(seed, players, system) for seed in range(EVENTS)])
                one = partial(_one, events, system)
                speed = taking_turns({system: one}, rounds=EVENTS)[system]
                found.append(figure(f"{system}: round {ROUNDS} of {players} players", 1000 / speed, "ms"))
    return found


def _before_last(seed: int, players: int, system: str) -> Event:
    event = generate(seed, players, ROUNDS, system, CALM).event
    return msgspec.structs.replace(event, rounds=event.rounds[:-1])


def _one(events: Iterator[Event], system: str) -> float:
    return rate(partial(_pair, next(events), system))


def _pair(event: Event, system: str) -> int:
    pair(event, system, relax=True)
    return 1
