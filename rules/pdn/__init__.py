"""Games of draughts in PDN: reading archives as they are (`read`), writing the standard (`write`)."""

from rules.encoding import decode
from rules.pdn.clock_comments import Clocks, clocks
from rules.pdn.game import Entry, Fault, Game
from rules.pdn.reading import read
from rules.pdn.text import result
from rules.pdn.writing import from_moves, write, write_all, written

__all__ = [
    "Clocks",
    "Entry",
    "Fault",
    "Game",
    "clocks",
    "decode",
    "from_moves",
    "read",
    "result",
    "write",
    "write_all",
    "written",
]
