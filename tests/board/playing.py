"""Any game played by the virtual hand on a sensor board: what was made, and what recognition said of it."""

from typing import Any, NamedTuple

from board.events import SquareChanged
from board.inputs import ButtonPressed
from board.outputs import Moved, Output, SyncChanged
from board.sensing import seen_as
from board.strategy import recogniser
from clock.events import Press
from hardware.virtual.hand import MEASURED, Action, actions
from rules.law.observation import Observation


class Played(NamedTuple):
    """The moves with the positions after them, the recogniser, and all that it said."""

    made: list[tuple[str, str]]
    recogniser: Any
    outputs: list[Output]

    @property
    def moved(self) -> list[tuple[str, str]]:
        return [(one.move, one.fen) for one in self.outputs if isinstance(one, Moved)]

    @property
    def found(self) -> list[Output]:
        return [one for one in self.outputs if isinstance(one, Observation | SyncChanged)]


def event(action: Action, t_ms: int, sensor: str, game: str) -> SquareChanged | Press | ButtonPressed | None:
    """What a sensor board and its clock say of an action."""
    if action.do == "press":
        return Press(t_ms=t_ms, by=action.by)
    if action.do == "button":
        return ButtonPressed(t_ms=t_ms, button=action.button, by=action.by)
    if action.do not in ("lift", "place"):
        return None
    piece = "." if action.do == "lift" else seen_as(action.p, sensor, chess=game == "chess")
    return SquareChanged(t_ms=t_ms, sq=action.sq, p=piece)


def feed(
    one: Any, done: tuple[Action, ...], sensor: str, game: str, t_ms: int, *, presses: bool = True
) -> list[Output]:
    """The outputs for these actions; ``t_ms`` is when they begin."""
    outputs: list[Output] = []
    for action in done:
        seen = event(action, t_ms + action.t_ms, sensor, game)
        if seen is not None and (presses or not isinstance(seen, Press)):
            outputs += one.feed(seen)
    return outputs


def likely_moves(position: Any, rng: Any) -> Any:
    """A legal move; in renju one near the stones, as people play, and rarely a pass."""
    moves = position.legal_moves()
    if position.discipline.name == "renju" and position.pieces():
        near = [move for move in moves if move.end and _is_near(position, move.end)]
        return rng.choice(near) if near and rng.random() < 0.97 else rng.choice(moves)
    return rng.choice(moves)


def _is_near(position: Any, point: str) -> bool:
    column, row = ord(point[0]), int(point[1:])
    return any(abs(ord(sq[0]) - column) <= 2 and abs(int(sq[1:]) - row) <= 2 for sq in position.pieces())


def play(game: Any, sensor: str, rng: Any, plies: int, *, clock: bool = True, style: Any = MEASURED) -> Played:
    """A random game."""
    position = game.start()
    one = recogniser(game, sensor=sensor, clock=clock)
    made, outputs, t_ms = [], [], 0
    for _ in range(plies):
        if position.outcome() is not None or not position.legal_moves():
            break
        move = likely_moves(position, rng)
        if not clock and not move.end:
            continue
        done = actions(position, move, rng, style)
        outputs += feed(one, done, sensor, game.name, t_ms, presses=clock)
        t_ms += done[-1].t_ms
        position = position.apply(move)
        made.append((move.text, position.fen()))
    outputs += one.finish(t_ms)
    return Played(made, one, outputs)
