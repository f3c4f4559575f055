"""The rules' view of a game's plies: its position, and what the draw counters count."""

from collections.abc import Sequence

from record.assignment import Assignment
from record.renju_law import discipline_of
from record.state import Ply
from rules import History
from rules.errors import FlagfallError
from rules.limits import with_settings


def opening_history(assignment: Assignment) -> History:
    """The start of the game: the discipline's, or the position that was drawn. Raises `FlagfallError` for none."""
    game = discipline_of(assignment)
    fen = assignment.opening.fen if assignment.opening else None
    limits = getattr(game, "move_limits", ())
    changes = assignment.regulations.draws
    return History.start(
        game.position(fen) if fen else game.start(), with_settings(limits, changes) if changes else None
    )


def history_of(assignment: Assignment, plies: Sequence[Ply]) -> History:
    """The rules' view of ``plies`` from the game's start position."""
    history = opening_history(assignment)
    for ply in plies:
        history = pushed(history, ply.move, ply.fen, ply.irregular)
    return history


def pushed(history: History, move: str, fen: str, irregular: bool) -> History:
    """``history`` with the ply: by its move where the rules allow it, else as the position the board shows."""
    if not irregular:
        try:
            pushed = history.push(history.position.parse(move))
            if not fen or pushed.position.fen() == fen:
                return pushed
        except FlagfallError:
            pass
    return history.setup(history.position.discipline.position(fen), plies=1)
