"""The lot for the opening, drawn at the table (5.4.1.3): when it is due, and what it gives.

The assignment brings what the stored seed gives this game as `Assignment.lot`, and nobody is told of it. The draw is an
event: whoever writes what makes both players be there writes it right after that. It says the same whoever writes it,
so that a table and a desk that do so at once do not contradict each other.
"""

import msgspec

from record.assignment import Assignment, Opening
from record.events import OpeningDrawn
from record.state import GameState, Phase
from rules.side import Side

replace = msgspec.structs.replace


def waits(state: GameState) -> bool:
    """Whether the opening of this game is still to be drawn."""
    game = state.assignment
    return game.lot is not None and game.opening is None and not state.plies and not state.ended


def are_there(state: GameState) -> bool:
    """Whether both players are there: nobody is missed after the signal, or in a game that was begun without one, or
    both have said so before."""
    attendance = state.attendance
    begun = bool(attendance.signal_at) or state.phase is not Phase.WAITING
    return not attendance.absent and (begun or all(side in state.arrived for side in Side))


def drawn(lot: Opening) -> OpeningDrawn:
    """The event that ``lot`` is drawn."""
    return OpeningDrawn(number=lot.number, moves=lot.moves, fen=lot.fen, seed=lot.seed)


def due(state: GameState) -> tuple[OpeningDrawn, ...]:
    """The draw, where it is due now: for an absentee it is put off until he comes, on his time."""
    lot = state.assignment.lot
    return (drawn(lot),) if lot is not None and waits(state) and are_there(state) else ()


def opened(assignment: Assignment, event: OpeningDrawn) -> Assignment:
    """The assignment with the opening that ``event`` draws; the first draw stands."""
    if assignment.opening is not None:
        return assignment
    opening = Opening(number=event.number, moves=event.moves, fen=event.fen, seed=event.seed)
    return replace(assignment, opening=opening)


def kept(told: Assignment, known: Assignment) -> Assignment:
    """``told``, the same game told anew, with the opening that was drawn at its table."""
    if told.lot is None or told.lot != known.lot:
        return told
    return replace(told, opening=known.opening)


def as_told(assignment: Assignment) -> Assignment:
    """The assignment as the table was told: what was drawn there is in its record."""
    return assignment if assignment.lot is None else replace(assignment, opening=None)
