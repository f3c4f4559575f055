"""Turns that overlap are the same turns: the same changes and presses, in order, with the other hand between them."""

from random import Random

import pytest

from hardware.virtual.early import overlapped
from hardware.virtual.hand import actions, board_after
from rules import discipline


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_nothing_is_lost_and_every_hand_waits_for_its_own_press(share: float) -> None:
    rng, position, turns = Random(4), discipline("russian").start(), []
    start = position.pieces()
    for _ in range(20):
        move = rng.choice(position.legal_moves())
        turns.append(actions(position, move, rng))
        position = position.apply(move)
    done = overlapped(turns, rng, share)
    changes = [(action.do, action.sq) for turn in turns for action in turn if action.do in ("lift", "place")]
    assert [(action.do, action.sq) for action in done if action.do != "press"] == changes
    presses = [action.by for action in done if action.do == "press"]
    assert presses == [turn[-1].by for turn in turns]
    assert [action.t_ms for action in done] == sorted(action.t_ms for action in done)
    assert board_after(start, done) == position.pieces()
    early, made, told, pressed = 0, 0, 0, 0
    for action in done:
        if action.do != "press":
            told += 1
            continue
        made += len(turns[pressed]) - 1
        pressed += 1
        assert told >= made, "nobody presses before his own move is made"
        early += told > made
    assert early == {0.0: 0, 0.3: early, 1.0: len(turns) - 1}[share]
    assert 0 <= early < len(turns)
    assert early or not share
