"""Hands that open a game of renju by its regulation: what they did is what is recognised, stones and persons alike."""

from random import Random

import pytest

from board.outputs import Chosen, Moved
from board.strategy import recogniser
from flagfall.demo.scripts import scripts
from hardware.virtual.opening_hand import course, turns
from rules import discipline
from rules.law.observation import Observation
from rules.renju.following import heard, offered, placed
from rules.renju.opening import Act, begin
from rules.renju.tables import regulation, regulations
from tests.board.playing import feed

GAME = discipline("renju")
GAMES = scripts(None, "renju")


@pytest.mark.parametrize("name", regulations())
def test_the_course_leads_to_the_stones_of_the_game_and_is_recognised(name: str) -> None:
    rules, seen = regulation(name), set()
    for seed, script in enumerate(GAMES * 2):
        rng = Random(seed)
        acts = course(rules, script.moves, rng)
        assert acts is not None
        end = begin(rules)
        for act in acts:
            end = end.apply(act)
        assert end.done
        assert end.moves == script.moves[: len(end.moves)]
        one, outputs, t_ms = recogniser(GAME, sensor="piece", opening=name), [], 0
        made = turns(rules, acts, rng)
        for turn in made:
            outputs += feed(one, turn.actions, "piece", "renju", t_ms)
            t_ms += turn.actions[-1].t_ms + 1000
        assert [each for each in outputs if isinstance(each, Observation)] == []
        assert tuple(each.move for each in outputs if isinstance(each, Moved)) == end.moves
        assert tuple(move for turn in made for move in turn.moves) == end.moves
        told = begin(rules)
        for each in outputs:
            if isinstance(each, Moved):
                told = placed(told, each.move)
            elif isinstance(each, Chosen) and each.act == "offer":
                told = offered(told, each.points)
            elif isinstance(each, Chosen):
                told = heard(told, Act(act=each.act, option=each.option, number=each.number)) or told
        assert told.black == end.black
        assert made[-1].swapped is (end.black == 2)
        seen.add(made[-1].swapped)
    assert seen == ({True, False} if rules.has_swaps else {False})


def test_stones_that_no_course_allows_have_none() -> None:
    assert course(regulation("rif"), ("h8", "a1", "i9", "b2", "c3", "d4"), Random(1)) is None
    assert course(regulation("rif"), ("h8", "i9"), Random(1)) is None
