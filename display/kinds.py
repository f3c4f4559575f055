"""How a discipline's board is drawn and its squares are named, whichever disciplines there are."""

from rules.draughts.discipline import Draughts
from rules.known import discipline

LETTERED, NUMBERED = "russian", "international"


def drawn_as(kind: str) -> str:
    """The family of boards: draughts with squares named by letters are drawn as Russian, by numbers as 100-square ones.

    >>> drawn_as("giveaway"), drawn_as("international"), drawn_as("renju")
    ('russian', 'international', 'renju')
    """
    one = discipline(kind)
    if isinstance(one, Draughts):
        return LETTERED if one.algebraic else NUMBERED
    return kind


def numbered(kind: str) -> bool:
    """Whether squares have numbers and not letters."""
    return drawn_as(kind) == NUMBERED


def has_men(kind: str) -> bool:
    """Whether draughtsmen stand on the board."""
    return isinstance(discipline(kind), Draughts)
