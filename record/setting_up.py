"""Until when the set-up and the colours are put right (5.4.13.1; renju 5.3.8.1)."""

import msgspec

from record.life import setup_lapsed
from record.state import GameState, Phase
from rules.side import Side


def judged(state: GameState) -> GameState:
    """``state``; past the regulations' cut-off the game counts as it is, and nobody may act on its set-up any more."""
    if state.assignment.regulations.setup_until == "start":
        over = state.phase is not Phase.WAITING
    else:
        over = len({ply.side for ply in state.plies if not ply.drawn}) == len(Side)
    return msgspec.structs.replace(state, findings=setup_lapsed(state.findings)) if over else state
