"""The moves of a drawn opening, as the record gets them (5.4.1.3)."""

from typing import Any

from record import events
from record.state import GameState


def drawn_moves(state: GameState) -> tuple[tuple[events.Move, ...], Any]:
    """The moves of the drawn opening (5.4.1.3) that a game which has not begun is to begin with, and the position after
    them. Raises `FlagfallError` for moves that the rules do not allow."""
    opening, position = state.assignment.opening, state.history.position
    moves: list[events.Move] = []
    for text in opening.moves if opening is not None and not state.plies else ():
        move, side = position.parse(text), position.side
        position = position.apply(move)
        moves.append(
            events.Move(
                ply=len(moves) + 1,
                side=side,
                move=str(move),
                fen=position.fen(),
                captured=move.captured,
                path=move.path,
                drawn=True,
            )
        )
    return tuple(moves), position
