"""A game in the notation of its discipline: draughts as PDN, chess as PGN, renju as SGF."""

from collections.abc import Callable
from typing import Final

from record.chess_export import CHESS, pgn
from record.export import pdn
from record.renju_export import sgf
from record.renju_law import RENJU
from record.state import GameState

FORMATS: Final = ("pdn", "pgn", "sgf")
_OTHERS: Final = {CHESS: "pgn", RENJU: "sgf"}
_WRITERS: Final[dict[str, Callable[..., str]]] = {"pdn": pdn, "pgn": pgn, "sgf": sgf}


def format_of(discipline: str) -> str:
    """The name of the notation that holds games of ``discipline``, as the end of a file's name.

    >>> [format_of(name) for name in ("giveaway", "renju", "chess")]
    ['pdn', 'sgf', 'pgn']
    """
    return _OTHERS.get(discipline, "pdn")


def game_file(state: GameState, *, event: str = "", site: str = "", date: str = "") -> str:
    """The game in the notation of its discipline. ``event`` instead of the name that the assignment gives."""
    return _WRITERS[format_of(state.assignment.discipline)](state, event=event, site=site, date=date)
