"""Recognising moves: games played by the virtual hand on a sensor board, and how fast their events become moves."""

from functools import partial
from random import Random
from typing import Any

import rules
from board.events import SquareChanged
from board.recogniser import Recogniser
from clock.events import Press
from flagfall.bench.measuring import figure, pinned, rate, taking_turns
from flagfall.bench.random_games import PLIES, choices
from hardware.virtual.hand import actions

TITLE = "Recognition: sensor events to moves"

GAMES = 3


def measure() -> list[dict[str, Any]]:
    """Events and plies a second, per discipline and sensor."""
    found = []
    with pinned():
        for name in ("russian", "international"):
            scripts = [_events(rules.discipline(name), chosen) for chosen in choices(GAMES)]
            events = sum(len(script) for script, _ in scripts)
            plies = sum(count for _, count in scripts)
            for sensor in ("piece", "occupancy"):
                feed = partial(rate, partial(_feed, name, sensor, scripts))
                speed = taking_turns({sensor: feed}, rounds=3)[sensor]
                found.append(figure(f"{name}, {sensor} sensor: events", speed, "events/s"))
                found.append(figure(f"{name}, {sensor} sensor: a ply", 1000 * events / plies / speed, "ms"))
    return found


def _events(game: Any, chosen: tuple[float, ...]) -> tuple[list[SquareChanged | Press], int]:
    chance = Random(8)
    position, t_ms, plies = game.start(), 0, 0
    events: list[SquareChanged | Press] = []
    for share in chosen[: PLIES // 2]:
        moves = position.legal_moves()
        if not moves:
            break
        move = moves[int(share * len(moves))]
        for action in actions(position, move, chance):
            at = t_ms + action.t_ms
            if action.do == "lift":
                events.append(SquareChanged(t_ms=at, sq=action.sq, p="."))
            elif action.do == "place":
                events.append(SquareChanged(t_ms=at, sq=action.sq, p=action.p))
            elif action.do == "press" and action.by is not None:
                events.append(Press(t_ms=at, by=action.by))
        t_ms = events[-1].t_ms
        position, plies = position.apply(move), plies + 1
    return events, plies


def _feed(name: str, sensor: Any, scripts: list[tuple[list[SquareChanged | Press], int]]) -> int:
    count = 0
    for events, _ in scripts:
        recogniser = Recogniser(rules.discipline(name), sensor=sensor, clock=True)
        for event in events:
            if sensor == "occupancy" and isinstance(event, SquareChanged) and event.p != ".":
                event = SquareChanged(t_ms=event.t_ms, sq=event.sq, p="x")
            recogniser.feed(event)
            count += 1
    return count
