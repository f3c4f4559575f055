"""A claim of a draw by repetition, checked against the record at once (5.4.12.2)."""

from typing import Literal

from record.state import GameState
from rules.errors import FlagfallError

Checked = Literal["", "stands", "fails", "no-move"]


def checked(state: GameState) -> Checked:
    """What the record says of the claim that waits: whether the position stands for the third time, or would with the
    move about to be made; ``no-move`` where that is no move of the position. Empty for any other claim and for none."""
    if state.claim != "claim-draw":
        return ""
    if not state.claim_move:
        return "stands" if state.history.repeated() else "fails"
    try:
        move = state.history.position.parse(state.claim_move)
    except FlagfallError:
        return "no-move"
    return "stands" if state.history.would_repeat(move) else "fails"
