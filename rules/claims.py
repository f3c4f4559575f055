"""A claim of a draw by repetition, checked against the game at once (5.4.12.2)."""

from typing import Literal

from rules.errors import FlagfallError
from rules.history import History

Said = Literal["stands", "fails", "no-move"]

ARTICLES = {"*": "5.4.12.2", "renju": "", "chess": "FIDE 9.2"}
"""Renju knows no draw by repetition (5.4.12.1.3)."""


def repetition_claimed(history: History, move: str = "") -> Said:
    """What the game says of the claim: whether its position stands for the third time, or would with ``move``, written
    and not made; ``no-move`` where that is no move of the position."""
    if not move:
        return "stands" if history.repeated() else "fails"
    try:
        written = history.position.parse(move)
    except FlagfallError:
        return "no-move"
    return "stands" if history.would_repeat(written) else "fails"
