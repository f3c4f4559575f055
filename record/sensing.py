"""What the board of a game shows, as the record reads it: from the right side, and no more than its sensors tell."""

from collections.abc import Mapping
from typing import Any

import msgspec

from board.sensing import agrees, board_as_seen, is_chess
from board.turned import frames
from record.events import BoardDumped, SquareChanged
from record.renju_law import RENJU
from record.state import GameState, Phase

replace = msgspec.structs.replace


def square_changed(state: GameState, event: SquareChanged) -> GameState:
    sensed = dict(state.sensed or {})
    if event.p == ".":
        sensed.pop(event.sq, None)
    else:
        sensed[event.sq] = event.p
    return replace(state, sensed=sensed)


def board_dumped(state: GameState, event: BoardDumped) -> GameState:
    state = replace(state, sensed=dict(event.squares))
    return state if state.phase is Phase.WAITING else oriented(state)


def oriented(state: GameState) -> GameState:
    """``state`` with the side from which its board is read, told where the board shows the record's position: as before
    if it shows it so, else as it lies, else from the side from which it does. A board that shows the position from no
    side tells nothing. Stones of renju stay where they are, and so does their board."""
    if not state.sensed or state.assignment.discipline == RENJU:
        return state
    wanted = state.history.position.pieces()
    squares = state.history.position.discipline.squares
    for frame in (state.frame, {}, *frames(squares)):
        if agrees(wanted, through(frame, state.sensed)):
            return state if frame == state.frame else replace(state, frame=frame)
    return state


def pieces_shown(state: GameState) -> dict[str, str] | None:
    """The pieces that stand on the board; ``None`` where its sensors do not tell what stands on a square.

    What stands where it stood in the record, and cannot be told from it by this sensor, is the same: a king of a board
    that shows colours only, any piece of a bare one.
    """
    position, sensed = state.history.position, through(state.frame, state.sensed or {})
    before = position.pieces()
    chess = is_chess(position.discipline)
    knows_pieces = any(letter in "Kk" for letter in sensed.values()) if chess else False
    kept = (
        {} if knows_pieces else {sq: piece for sq, piece in before.items() if _is_seen_as(piece, sensed.get(sq), chess)}
    )
    new = {square: letter for square, letter in sensed.items() if square not in kept}
    if any(letter == "x" for letter in new.values()) or (chess and new and not knows_pieces):
        return None
    if not chess and not any(letter.isupper() for letter in sensed.values()):
        gone = {piece for square, piece in before.items() if square not in kept and piece.isupper()}
        if any(letter.upper() in gone for letter in new.values()):
            return None  # the king, or a man?
    return {**kept, **new}


def _is_seen_as(piece: str, letter: str | None, chess: bool) -> bool:
    one = {"a": piece}
    return letter is not None and any(board_as_seen(one, sensor, chess=chess)["a"] == letter for sensor in _BARE)


_BARE: tuple[Any, ...] = ("colour", "occupancy")


def through(frame: Mapping[str, str], sensed: Mapping[str, str]) -> dict[str, str]:
    """The board by the squares of the record."""
    return {frame.get(square, square): piece for square, piece in sensed.items()}
