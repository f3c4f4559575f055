"""What the rulebook says: the disciplines, their positions and moves, notation and files, draw rules, the law."""

from rules.counting import perft
from rules.door import Outcome
from rules.history import Counter, History
from rules.known import discipline, disciplines
from rules.move import Move
from rules.side import Side

__all__ = ["Counter", "History", "Move", "Outcome", "Side", "discipline", "disciplines", "perft"]
