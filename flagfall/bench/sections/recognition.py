"""Recognising moves: games played by the virtual hand on sensor boards, how many plies come out as they were played,
how mistakes are named, and how fast events become moves."""

from functools import partial
from random import Random
from typing import Any

import rules
from board.events import SquareChanged
from board.recogniser import Recogniser
from clock.events import Press
from flagfall.bench import early, playing
from flagfall.bench.measuring import figure, in_processes, pinned, rate, taking_turns
from flagfall.bench.random_games import PLIES, choices
from hardware.virtual.hand import actions

TITLE = "Recognition: sensor events to moves"

GAMES = 3
DISCIPLINES = ("russian", "international", "giveaway", "brazilian", "renju", "chess")
GENERATED_PLIES = 1_000
"""At least so many plies of generated games for each discipline, sensor, style, and with and without noise: with the
recorded games more than a hundred thousand in all."""
MISTAKES = 200
EARLY_GAMES = 10
"""Of 40 plies, for each discipline, sensor and style."""


def measure() -> list[dict[str, Any]]:
    """Plies right, mistakes named, time; as many processes as there are processors share the work."""
    return [*accuracy(GENERATED_PLIES), *early_hands(EARLY_GAMES), *mistakes(MISTAKES), *speed()]


def accuracy(plies: int) -> list[dict[str, Any]]:
    """Recorded games, and ``plies`` or more of generated ones, by every style on every sensor, clean and noisy."""
    found, total = [], 0
    kinds = [(name, noisy) for name in DISCIPLINES for noisy in (False, True)]
    tallies = in_processes(played, [(name, plies, noisy) for name, noisy in kinds])
    for (name, noisy), tally in zip(kinds, tallies, strict=True):
        total += tally.plies
        label = f"{name}, {'noisy' if noisy else 'clean'} sensors"
        found += [
            figure(f"{label}: plies right of {tally.plies}", 100 * tally.right / tally.plies, "%"),
            figure(f"{label}: plies wrong", tally.wrong, "plies"),
            figure(f"{label}: left to the arbiter, and said so", tally.left, "plies"),
            figure(f"{label}: missing without a word", tally.silent, "plies"),
            figure(f"{label}: false findings", tally.false.total(), "findings"),
            figure(f"{label}: an event, p99", sorted(tally.event_ns)[len(tally.event_ns) * 99 // 100] / 1e6, "ms"),
        ]
    return [*found, *_unseen(plies), figure("all: plies played", total, "plies")]


def played(name: str, plies: int, noisy: bool) -> playing.Tally:
    """One discipline on every sensor by every style."""
    tally = playing.Tally(event_ns=[])
    for sensor in playing.SENSORS:
        for style in playing.STYLES.values():
            rng, before = Random(f"{name} {sensor}"), tally.plies
            for moves in playing.recorded(name):
                playing.play(name, moves, sensor, style, rng, tally, noisy=noisy)
            for moves in playing.generated(name, rng, queens=sensor != "piece"):
                if tally.plies - before >= plies:
                    break
                playing.play(name, moves, sensor, style, rng, tally, noisy=noisy)
    return tally


def _unseen(plies: int) -> list[dict[str, Any]]:
    """Chess on boards that do not tell pieces apart, with pawns that become anything, and on a bare board with captures
    that are never seen empty: what cannot be known has to be said."""
    found = []
    sensors: tuple[playing.Sensor, ...] = ("colour", "occupancy")
    for sensor, tally in zip(sensors, in_processes(unseen, [(sensor, plies) for sensor in sensors]), strict=True):
        found += [
            figure(f"chess, what {sensor} cannot see: plies played", tally.plies, "plies"),
            figure(f"chess, what {sensor} cannot see: said to be uncertain", tally.uncertain, "plies"),
            figure(f"chess, what {sensor} cannot see: settled by later plies", tally.settled, "plies"),
            figure(f"chess, what {sensor} cannot see: guessed wrongly and not said", tally.guessed, "plies"),
        ]
    return found


def unseen(sensor: playing.Sensor, plies: int) -> playing.Tally:
    """Games whose captures and promotions this sensor does not see."""
    tally, rng = playing.Tally(), Random(f"unseen {sensor}")
    for moves in playing.generated("chess", rng):
        if tally.plies >= 3 * plies:
            break
        playing.play("chess", moves, sensor, playing.UNSEEN, rng, tally, noisy=False)
    return tally


def early_hands(games: int) -> list[dict[str, Any]]:
    """Games in which the next hand begins before the lever goes, on three plies of ten."""
    found = []
    for name, counts in zip(
        DISCIPLINES, in_processes(early.games, [(name, games) for name in DISCIPLINES]), strict=True
    ):
        played, misread, silent, false = counts
        label = f"{name}, early hands: games of {early.PLIES} plies"
        found += [
            figure(f"{label} misread of {played}", misread, "games"),
            figure(f"{label} misread without a word", silent, "games"),
            figure(f"{label} with a false finding", false, "games"),
        ]
    return found


def mistakes(times: int) -> list[dict[str, Any]]:
    """Every kind of mistake, so often on every sensor that can tell it."""
    kinds = [(name, kind) for name in DISCIPLINES for kind in playing.kinds(name)]
    found = []
    counts = in_processes(mistaken, [(name, kind, times) for name, kind in kinds])
    for (name, kind), (made, right, silent) in zip(kinds, counts, strict=True):
        if made:
            found.append(figure(f"{name}, {kind}: named right of {made}", 100 * right / made, "%"))
            found.append(figure(f"{name}, {kind}: accepted without a word", silent, "times"))
    return found


def mistaken(name: str, kind: str, times: int) -> tuple[int, int, int]:
    """``times`` mistakes of a kind, shared by the sensors that can tell it: made, named right, not noticed."""
    sensors: list[playing.Sensor] = [sensor for sensor in playing.SENSORS if kind in playing.kinds_seen(name, sensor)]
    counts = [playing.irregularities(name, s, kind, -(-times // len(sensors)), Random(kind)) for s in sensors]
    made, right, silent = (sum(column) for column in zip(*counts, strict=True))
    return made, right, silent


def speed() -> list[dict[str, Any]]:
    """Events and plies a second, per discipline and sensor."""
    found = []
    with pinned():
        for name in ("russian", "international"):
            scripts = [_events(rules.discipline(name), chosen) for chosen in choices(GAMES)]
            events = sum(len(script) for script, _ in scripts)
            plies = sum(count for _, count in scripts)
            for sensor in ("piece", "occupancy"):
                feed = partial(rate, partial(_feed, name, sensor, scripts))
                fast = taking_turns({sensor: feed}, rounds=3)[sensor]
                found.append(figure(f"{name}, {sensor} sensor: events", fast, "events/s"))
                found.append(figure(f"{name}, {sensor} sensor: a ply", 1000 * events / plies / fast, "ms"))
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
