"""Games played by the virtual hand on sensor boards of every kind, and what recognition made of them."""

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import rules
from board.events import EMPTY, SquareChanged
from board.outputs import Moved, Output, Settled, SyncChanged, TakenBack
from board.sensing import Sensor, seen_as
from board.strategy import Recognising, recogniser
from clock.events import Press
from flagfall.demo.scripts import scripts
from hardware.virtual.grid import neighbours
from hardware.virtual.hand import CAREFUL, MEASURED, Action, Style, actions
from hardware.virtual.king_slips import scattered
from hardware.virtual.mistakes import mistake, mistakes
from rules import pdn
from rules.law.observation import Observation

SLOPPY = msgspec.structs.replace(MEASURED, slide=0.3, place_first=0.05, dab=0.15, air_ms=(60, 900))
UNSEEN = msgspec.structs.replace(MEASURED, place_first=0.0)
"""As measured, captures of chess that leave no square empty among them."""
SENSORS: tuple[Sensor, ...] = ("piece", "colour", "occupancy")
STYLES = {"careful": CAREFUL, "measured": MEASURED, "sloppy": SLOPPY}
OWN_NOTES = frozenset(("captured-removed-early",))
"""What a hand does that takes men off while it jumps: true, and no false finding."""

RECORDED = Path(__file__).parents[2] / "tests" / "data" / "games"
"""The championships in a working tree; an installation has the demo's share of them."""

LONGEST = 140
FLICKER_SHARE, BOUNCE_SHARE = 0.1, 0.1


class Tally(msgspec.Struct, kw_only=True):
    """What was played and what came out. ``wrong``: committed and not played; ``left``: not committed, and said so;
    ``silent``: not committed, and nothing said. ``false``: findings of what nobody did.

    In chess on a board that does not tell pieces apart: ``uncertain`` plies that stayed so, ``settled`` ones that later
    plies told, and ``guessed``: another move than the one played, and said to be certain."""

    plies: int = 0
    right: int = 0
    wrong: int = 0
    left: int = 0
    silent: int = 0
    uncertain: int = 0
    settled: int = 0
    guessed: int = 0
    false: Counter[str] = msgspec.field(default_factory=Counter)
    event_ns: list[int] = []


def style_for(style: Style, game: str, sensor: Sensor) -> Style:
    """On a bare board a capture of chess is seen only if the square of the piece taken is empty for a moment, and a
    piece that stands twice looks like one that was taken."""
    if game == "chess" and sensor == "occupancy" and style is not UNSEEN:
        return msgspec.structs.replace(style, take_over=0.0, place_first=0.0)
    return style


def recorded(game: str) -> Iterator[list[str]]:
    """The moves of every recorded game of this discipline."""
    files = sorted(RECORDED.glob(f"{game}-*.pdn"))
    for file in files:
        for one in pdn.read(file.read_bytes(), game):
            if one.error is None and one.start == one.discipline.start():
                yield [str(move) for move in one.moves]
    if not files:
        for script in scripts(None, game):
            yield list(script.moves)


def generated(game: str, rng: Random, *, queens: bool = False) -> Iterator[list[str]]:
    """Random legal games without end; in renju near the stones, as people play. ``queens``: pawns become nothing else,
    since a board that does not tell pieces apart cannot show what they became."""
    while True:
        position = rules.discipline(game).start()
        moves: list[str] = []
        while position.outcome() is None and len(moves) < LONGEST:
            move = likely(position, rng, queens=queens)
            moves.append(str(move))
            position = position.apply(move)
        yield moves


def likely(position: Any, rng: Random, *, queens: bool = False) -> Any:
    """A random legal move; a pawn of chess that is about to become something mostly does."""
    if position.discipline.name == "chess":
        moves = [move for move in position.legal_moves() if not queens or move.text[-1] not in "bnr"]
        becoming = [move for move in moves if move.promotes]
        return rng.choice(becoming if becoming and rng.random() < 0.5 else moves)
    if position.discipline.name != "renju" or not position.pieces():
        return rng.choice(position.legal_moves())
    stones = position.pieces()
    points = {point for stone in stones for point in neighbours(stone)} - stones.keys()
    forbidden = position.fouls() if str(position.side) == "black" else {}
    free = sorted(points - forbidden.keys())
    return position.parse(rng.choice(free)) if free else rng.choice(position.legal_moves())


def play(game: str, moves: list[str], sensor: Sensor, style: Style, rng: Random, tally: Tally, *, noisy: bool) -> None:
    """One game by one hand on one board; ``tally`` is added to."""
    position = rules.discipline(game).start()
    one = recogniser(position.discipline, sensor=sensor)
    outputs: list[Output] = []
    made, t_ms = [], 0
    for text in moves:
        move = position.parse(text)
        done = actions(position, move, rng, style_for(style, game, sensor))
        for action in done:
            outputs += told(one, action, t_ms, sensor, rng, tally, noisy=noisy)
        t_ms += done[-1].t_ms + 700
        position = position.apply(move)
        made.append(position.fen())
    outputs += one.finish(t_ms)
    plies = plies_of(outputs)
    found = [ply.fen for ply in plies]
    right = 0
    while right < min(len(found), len(made)) and same(game, sensor, found[right], made[right]):
        right += 1
    said = any(isinstance(output, SyncChanged) for output in outputs)
    said = said or any(ply.uncertain for ply in plies)
    tally.plies += len(made)
    tally.right += right
    tally.wrong += len(found) - right if not said else 0
    tally.left += len(made) - right if said else 0
    tally.silent += max(0, len(made) - len(found)) if not said else 0
    pairs = list(zip(plies, moves, strict=False))
    tally.uncertain += sum(ply.uncertain for ply, _ in pairs)
    tally.settled += sum(isinstance(output, Settled) or getattr(output, "again", False) for output in outputs)
    tally.guessed += sum(ply.move != text and not ply.uncertain for ply, text in pairs) if game == "chess" else 0
    tally.false.update(
        output.kind for output in outputs if isinstance(output, Observation) and output.kind not in OWN_NOTES
    )


def plies_of(outputs: list[Output]) -> list[Moved]:
    """The plies as they stand in the end."""
    plies: list[Moved] = []
    for output in outputs:
        match output:
            case Moved():
                plies.append(output)
            case TakenBack(ply=ply):
                del plies[ply - 1 :]
            case Settled(ply=ply):
                plies[ply - 1] = msgspec.structs.replace(plies[ply - 1], uncertain=False)
    return plies


def same(game: str, sensor: Sensor, found: str, made: str) -> bool:
    """Whether two positions look alike to the sensor: what a pawn became is not seen by all."""
    if game != "chess" or sensor == "piece":
        return found == made
    return _bare(found) == _bare(made)


def _bare(fen: str) -> str:
    return "".join("P" if c in "QRBNP" else "p" if c in "qrbnp" else c for c in fen.split()[0])


def _event(one: Recognising, action: Action, t_ms: int, sensor: Sensor) -> SquareChanged | Press | None:
    at = t_ms + action.t_ms
    if action.do == "press" and action.by is not None:
        return Press(t_ms=at, by=action.by)
    if action.do not in ("lift", "place"):
        return None
    chess = one.position.discipline.name == "chess"
    piece = EMPTY if action.do == "lift" else seen_as(action.p, sensor, chess=chess)
    return SquareChanged(t_ms=at, sq=action.sq, p=piece)


def feed(one: Recognising, action: Action, t_ms: int, sensor: Sensor) -> int:
    """Tells ``one`` what a hand did; how many events that were."""
    event = _event(one, action, t_ms, sensor)
    if event is not None:
        one.feed(event)
    return int(event is not None)


def told(
    one: Recognising, action: Action, t_ms: int, sensor: Sensor, rng: Random, tally: Tally, *, noisy: bool
) -> list[Output]:
    event = _event(one, action, t_ms, sensor)
    if event is None:
        return []
    at = event.t_ms
    outputs: list[Output] = []
    if noisy and rng.random() < FLICKER_SHARE and one.sensed:
        square = rng.choice(sorted(one.sensed))
        seen = one.sensed[square]
        outputs += one.feed(SquareChanged(t_ms=at - 15, sq=square, p=EMPTY))
        outputs += one.feed(SquareChanged(t_ms=at - 5, sq=square, p=seen))
    began = time.process_time_ns()
    outputs += one.feed(event)
    tally.event_ns.append(time.process_time_ns() - began)
    if noisy and isinstance(event, Press) and rng.random() < BOUNCE_SHARE:
        outputs += one.feed(Press(t_ms=at + 150, by=event.by))
    return outputs


def irregularities(game: str, sensor: Sensor, kind: str, times: int, rng: Random) -> tuple[int, int, int]:
    """So many slips of ``kind`` in positions of random games: how many were made, were named so, were not noticed."""
    made = right = silent = tried = 0
    while made < times and tried < 40 * times:
        tried += 1
        position = _somewhere(game, kind, rng)
        if position is None or not position.legal_moves():
            continue
        move = likely(position, rng, queens=True)
        if kind in _CROWNING:
            move = next((one for one in position.legal_moves() if one.promotes), move)
        slip = mistake(kind, position, move, rng)
        if slip is None:
            continue
        one = recogniser(position.discipline, sensor=sensor, start=position, ply=1 if position.pieces() else 0)
        tally = Tally()
        done = slip.actions
        if done[-1].do != "press":  # it shows when the opponent presses the clock back
            done = (*done, Action(t_ms=done[-1].t_ms + 1_500, do="press", by=slip.by.other))
        outputs = [o for a in done for o in told(one, a, 0, sensor, rng, tally, noisy=False)]
        outputs += one.finish(done[-1].t_ms)
        kinds = [output.kind for output in outputs if isinstance(output, Observation)]
        kinds += [seen.kind for seen in one.position.observations(one.ply)]
        made += 1
        right += kind in kinds
        silent += not kinds
    return made, right, silent


def _somewhere(game: str, kind: str, rng: Random) -> Any | None:
    """A position in which a mistake of this kind is likely to be possible."""
    position = rules.discipline(game).start()
    if kind == "captured-removed-early":
        return scattered(position, rng)
    plies = 0 if kind == "opening-violation" else rng.randrange(4, 60)
    if kind in _CROWNING:
        plies = 300
    for _ in range(plies):
        if position.outcome() is not None:
            return None
        if kind in _CROWNING and rng.random() < 0.2 and any(move.promotes for move in position.legal_moves()):
            return position
        position = position.apply(likely(position, rng, queens=True))
    return position if position.outcome() is None else None


_CROWNING = ("king-not-crowned", "uncrowned-king-played")
_HIDDEN: dict[str, set[str]] = {
    "occupancy": {"opponents-stone", "moved-before-opponents-press", *_CROWNING},
    "colour": set(_CROWNING),
}


def kinds(game: str) -> tuple[str, ...]:
    """The kinds of mistakes that this game has."""
    return tuple(mistakes(game))


def kinds_seen(game: str, sensor: Sensor) -> tuple[str, ...]:
    """Those of them that this sensor can tell."""
    return tuple(kind for kind in mistakes(game) if kind not in _HIDDEN.get(sensor, set()))


__all__ = [
    "SENSORS",
    "STYLES",
    "UNSEEN",
    "Sensor",
    "Tally",
    "generated",
    "irregularities",
    "kinds",
    "kinds_seen",
    "play",
    "plies_of",
    "recorded",
    "same",
    "told",
]
