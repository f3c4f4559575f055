"""The catalogue as the desk reads it: a kind that it does not have is shown by its name and offers nothing, so that one
table's record cannot keep the desk from opening."""

from record.lawful import Action, actions
from record.state import FindingState, GameState
from rules.law import kind_or_unknown as law_of
from rules.law import kinds

__all__ = ["law_of", "lawful"]


def lawful(state: GameState, found: FindingState) -> tuple[Action, ...]:
    """The lawful rulings on ``found``; none on a kind that the catalogue does not have."""
    return actions(state, found) if found.kind in kinds() else ()
