"""What shows at a table that somebody has come, and what the clock is then asked to show (5.4.1.2)."""

from typing import Any

import msgspec

from board.events import EMPTY, SquareChanged
from board.inputs import ButtonPressed
from board.sensing import is_chess
from clock.events import Press
from clock.start import Faces
from record.attendance import first_mover
from record.events import PlayerArrived
from record.state import GameState, Phase
from rules.law.observation import Observation
from rules.side import Side
from table.openings import drawn_moves

BUTTON = "arrived"
"""The button of the table's screen by which a player says that he is there."""


class ClockOrder(msgspec.Struct, frozen=True, kw_only=True):
    """The linked clock is to show these times, and ``running``'s time to fall. ``own_only``: that is for Flagfall's own
    clock; another one is started by people."""

    white_ms: int
    black_ms: int
    running: Side | None
    own_only: bool = False


def shown_by(
    seen: SquareChanged | Press | ButtonPressed, state: GameState, *, move_stands: bool
) -> PlayerArrived | None:
    """Who shows by ``seen`` that he has come, and was not known to be there; ``None`` for anything else.

    By the board that is whoever lifts a piece of his own (in renju, places a stone) when it is his turn, or has become
    it: ``move_stands`` tells that the first move was made and is not pressed yet. Others straighten pieces too.
    """
    absent = state.attendance.absent
    match seen:
        case ButtonPressed(button=button, by=Side() as side) if button == BUTTON:
            before = state.phase is Phase.WAITING and side not in state.arrived
            return PlayerArrived(side=side, by="screen") if before or side in absent else None
        case ButtonPressed(by=Side() as side) if side in absent:
            return PlayerArrived(side=side, by="screen")
        case Press(by=side) if side in absent:
            return PlayerArrived(side=side, by="clock")
        case SquareChanged() if absent and not state.moved:
            first = first_mover(state)
            side = first.other if move_stands else first
            if side in absent and _is_his(seen, side, state):
                return PlayerArrived(side=side, by="board")
    return None


def _is_his(seen: SquareChanged, side: Side, state: GameState) -> bool:
    position: Any = drawn_moves(state)[1]
    piece = position.pieces().get(seen.sq)
    if state.assignment.discipline == "renju":
        return piece is None and seen.p != EMPTY
    if piece is None or seen.p != EMPTY:
        return False
    white = piece.isupper() if is_chess(position.discipline) else piece.lower() == "w"
    return white is (side is Side.WHITE)


def moved_alone(side: Side, state: GameState, ply: int) -> tuple[Observation, ...]:
    """The finding that ``side`` moved on the board while the opponent was missed (5.4.1.2), unless it was made."""
    if side.other not in state.attendance.absent or side in state.attendance.absent:
        return ()
    if any(found.kind == "moved-before-arrival" for found in state.findings):
        return ()
    return (Observation(kind="moved-before-arrival", side=side, ply=ply),)


def order_for(
    due: Faces, shown: tuple[int, int], running: Side | None, *, tolerance_ms: int, own_only: bool
) -> ClockOrder | None:
    """What the clock that shows ``shown`` (White, Black) is to be set to; ``None`` where it is right. Times that are
    right but for what a clock is read late stay as they are; ``own_only``: all do."""
    near = [own_only or abs(left - due.left_ms(side)) <= tolerance_ms for side, left in zip(Side, shown, strict=True)]
    if all(near) and running is due.running:
        return None
    white_ms, black_ms = (
        left if kept else due.left_ms(side) for side, left, kept in zip(Side, shown, near, strict=True)
    )
    return ClockOrder(white_ms=max(0, white_ms), black_ms=max(0, black_ms), running=due.running, own_only=own_only)
