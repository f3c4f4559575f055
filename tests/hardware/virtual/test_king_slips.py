"""Mistakes that need several turns, or a board made for them."""

from random import Random

import pytest

import rules
from hardware.virtual.hand import board_after
from hardware.virtual.king_slips import captured_removed_early, scattered, uncrowned_king_played

DRAUGHTS = ("russian", "international", "giveaway", "brazilian")


@pytest.mark.parametrize("name", DRAUGHTS)
def test_men_that_come_off_too_soon_let_more_be_taken_than_the_rules_do(name):
    start, rng, made = rules.discipline(name).start(), Random(1), 0
    for _ in range(200):
        position = scattered(start, rng)
        legal = position.legal_moves()
        slip = captured_removed_early(position, legal[0], rng) if legal else None
        if slip is None:
            continue
        made += 1
        after = board_after(position.pieces(), slip.actions)
        most = max(len(move.captured) for move in legal)
        assert len(position.pieces()) - len(after) > most
        assert sum(action.do == "press" for action in slip.actions) == 1
    assert made >= 5


@pytest.mark.parametrize("name", DRAUGHTS)
def test_a_king_without_its_crown_moves_on_after_the_reply(name):
    men = "W:W7,32:B12,14" if name != "international" else "W:W7,50:B31,32"
    position = rules.discipline(name).position(men)
    move = next(one for one in position.legal_moves() if one.promotes)
    slip = uncrowned_king_played(position, move, Random(2))
    assert slip is not None
    assert [action.by for action in slip.actions if action.do == "press"] == [
        position.side,
        position.side.other,
        position.side,
    ]
    assert not [action for action in slip.actions if action.p == "W"]


def test_where_nothing_is_crowned_or_taken_there_is_no_such_mistake():
    position = rules.discipline("russian").start()
    move = position.legal_moves()[0]
    assert uncrowned_king_played(position, move, Random(1)) is None
    assert captured_removed_early(position, move, Random(1)) is None
