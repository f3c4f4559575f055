"""Games in which hands do not wait for the lever, and what recognition made of them."""

from random import Random

import rules
from board.outputs import SyncChanged
from board.sensing import Sensor
from board.strategy import recogniser
from flagfall.bench import playing
from hardware.virtual.early import overlapped
from hardware.virtual.hand import Style, actions
from rules.law.observation import Observation

PLIES = 40
SHARE = 0.3
TRUE = frozenset(("captured-removed-early", "moved-before-opponents-press"))
"""What such hands do: true, and no false finding. Renju forbids them (5.2.5.1)."""


def game(
    name: str,
    sensor: Sensor,
    style: Style,
    seed: int,
    *,
    share: float = SHARE,
    noisy: bool = False,
    lost: float = 0.0,
) -> tuple[bool, bool, set[str]]:
    """A random game of 40 plies: whether it came out as it was played, whether something was said if it did not, and
    the findings that are false. ``lost`` is the share of presses that are not heard, never two running, nor the last
    ones, which nothing follows."""
    rng = Random(f"{name} {sensor} {seed}")
    position = rules.discipline(name).start()
    one = recogniser(position.discipline, sensor=sensor)
    turns, made = [], []
    style = playing.style_for(style, name, sensor)
    for _ in range(PLIES):
        if position.outcome() is not None or not position.legal_moves():
            break
        move = playing.likely(position, rng, queens=sensor != "piece")
        turns.append(actions(position, move, rng, style))
        position = position.apply(move)
        made.append(position.fen())
    tally, outputs, last, presses, unheard = playing.Tally(), [], 0, 0, 0
    for action in overlapped(turns, rng, share):
        presses += action.do == "press"
        if action.do == "press" and 1 + unheard < presses < len(turns) - 1 and rng.random() < lost:
            unheard = presses
            continue
        outputs += playing.told(one, action, 0, sensor, rng, tally, noisy=noisy)
        last = action.t_ms
    outputs += one.finish(last)
    plies = playing.plies_of(outputs)
    right = len(plies) == len(made)
    right = right and all(playing.same(name, sensor, ply.fen, fen) for ply, fen in zip(plies, made, strict=True))
    said = any(isinstance(output, SyncChanged) for output in outputs)
    said = said or any(ply.uncertain or ply.irregular for ply in plies)
    found = {output.kind for output in outputs if isinstance(output, Observation)} - TRUE
    return right, right or said or bool(found), found


def games(name: str, count: int) -> tuple[int, int, int, int]:
    """So many games on every sensor by every style, every other one with noise: games played, misread, misread without
    a word, and games with a false finding."""
    played = misread = silent = false = 0
    for sensor in playing.SENSORS:
        for style in playing.STYLES.values():
            for seed in range(count):
                right, said, found = game(name, sensor, style, seed, noisy=bool(seed % 2))
                played += 1
                misread += not right
                silent += not said
                false += bool(found)
    return played, misread, silent, false
