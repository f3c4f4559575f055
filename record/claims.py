"""What the record says at once of a claim that is not about a finding: of a draw by repetition (5.4.12.2), and of a
clock at fault (5.4.2.8, 5.3.1.5)."""

from typing import Literal

from record.events import Button
from record.state import GameState
from rules.claims import Said, repetition_claimed

Checked = Said | Literal["", "late"]

FLAGS = ("flag-fall", "both-flags")


def is_late(state: GameState, claim: Button) -> bool:
    """Whether a player claims a clock's fault after his own time is up: such claims are made before (5.4.2.8)."""
    if claim.button != "claim-clock" or claim.by is None:
        return False
    fallen = any(
        found.kind in FLAGS and found.status.live and found.side in (None, claim.by) for found in state.findings
    )
    return fallen or claim.by in state.clocks.flags


def checked(state: GameState) -> Checked:
    """What the record says of the claim that waits, by itself or with the move about to be made
    (`rules.claims.repetition_claimed`); ``late`` of a clock's fault that was claimed after the claimant's own flag.
    Empty for any other claim and for none."""
    if state.claim_late:
        return "late"
    return repetition_claimed(state.history, state.claim_move) if state.claim == "claim-draw" else ""
