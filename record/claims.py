"""A claim of a draw by repetition, checked against the record at once (5.4.12.2)."""

from typing import Literal

from record.state import GameState
from rules.claims import Said, repetition_claimed

Checked = Said | Literal[""]


def checked(state: GameState) -> Checked:
    """What the record says of the claim that waits, by itself or with the move about to be made
    (`rules.claims.repetition_claimed`). Empty for any other claim and for none."""
    return repetition_claimed(state.history, state.claim_move) if state.claim == "claim-draw" else ""
