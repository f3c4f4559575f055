"""What the rulebook says: the disciplines, their positions and moves, notation and files, draw rules, the law."""

from rules.counting import perft
from rules.door import Outcome
from rules.known import discipline, disciplines
from rules.move import Move
from rules.side import Side

__all__ = ["Move", "Outcome", "Side", "discipline", "disciplines", "perft"]
