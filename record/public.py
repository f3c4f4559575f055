"""What of a game the players know by their own acts, for screens that they can see."""

from record.state import GameState, Phase


def public_result(state: GameState) -> str:
    """The result that both players know: they made it themselves, or the arbiter did; empty before that. What the board
    alone ends is their matter until then (5.4.13.5)."""
    result = state.result
    if result is None or not state.ended:
        return ""
    if state.phase is Phase.CONFIRMED or any(by != "rule" for by in result.entered):
        return result.result
    return ""
