"""Time trouble: when players need not write their moves down any more, and the arbiter does (5.4.3.2-3; renju 5.3.2.3,
5.3.2.5)."""

from record.state import GameState, Phase
from rules.side import Side

TROUBLE_MS = 300_000
"""Five minutes to the control."""
ENOUGH_MS = 30_000
"""With so much for each move one writes on."""

CLASSIC = "classic"
"""The tempo at which moves are written down; in rapid and blitz nobody records."""


def need_not_record(state: GameState, side: Side) -> bool:
    """Whether ``side`` has less than five minutes to the control, by the last reading, and gets less than 30 seconds a
    move."""
    moves = sum(ply.side is side for ply in state.plies)
    bonus = state.assignment.time_control().bonus(side, moves)
    return state.clocks.left_ms(side) < TROUBLE_MS and (bonus is None or bonus.ms < ENOUGH_MS)


def arbiter_records(state: GameState) -> bool:
    """Whether both players are in time trouble: the arbiter is to be there and to record, and to say nothing until a
    flag has fallen (5.4.3.3, 5.3.2.5). Where the electronic record stands for the score sheets nobody need write."""
    clocked = state.clocks.linked and not state.clocks.flags
    playing = state.phase is Phase.PLAYING and state.assignment.tempo == CLASSIC
    by_hand = state.assignment.regulations.score_sheets == "players"
    return clocked and playing and by_hand and all(need_not_record(state, side) for side in Side)
