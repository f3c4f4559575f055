"""The catalogue as the desk reads it: a kind that it does not have is shown by its name and offers nothing, so that one
table's record cannot keep the desk from opening."""

from record.lawful import Action, actions
from record.state import FindingState, GameState
from rules.law import Kind, kinds


def law_of(kind: str) -> Kind:
    """The catalogue's entry, or a stand-in that says nothing but the name."""
    known = kinds().get(kind)
    if known is not None:
        return known
    return Kind(
        name=kind,
        articles={},
        grade="attention",
        who_may_act="arbiter",
        until="none",
        rulings=(),
        titles=(kind, kind),
        texts=("", ""),
    )


def lawful(state: GameState, found: FindingState) -> tuple[Action, ...]:
    """The lawful rulings on ``found``; none on a kind that the catalogue does not have."""
    return actions(state, found) if found.kind in kinds() else ()
