"""The hand plays what it was asked to play, in the measured mix."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from hardware.virtual.hand import CAREFUL, MEASURED, Action, Style, actions, board_after, later, removed_early
from rules.side import Side


def on(fen: str, move: str, seed: int = 0, style: Style = MEASURED, discipline: str = "russian") -> list[str]:
    """The actions of one move as short texts, in order."""
    position = rules.discipline(discipline).position(fen)
    done = actions(position, position.parse(move), Random(seed), style)
    return [brief(action) for action in done]


def brief(action: Action) -> str:
    sign = {"lift": "-", "place": "+", "press": "!"}[action.do]
    return f"{action.sq}{sign}{action.p if action.p != 'w' else ''}"


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9), name=st.sampled_from(["russian", "international", "giveaway"]))
def test_the_board_is_always_that_of_the_move(seed: int, name: str) -> None:
    rng = Random(seed)
    position = rules.discipline(name).start()
    for _ in range(50):
        legal = position.legal_moves()
        if not legal:
            break
        move = rng.choice(legal)
        done = actions(position, move, rng)
        after = position.apply(move)
        assert board_after(position.pieces(), done) == after.pieces()
        assert [action.t_ms for action in done] == sorted(action.t_ms for action in done)
        assert [action.by for action in done if action.do == "press"] == [position.side]
        assert done[-1].do == "press"
        squares = set(position.discipline.squares)
        light = {action.sq for action in done if action.sq} - squares
        assert not light or name == "russian" or name == "giveaway"
        position = after


def test_the_same_seed_gives_the_same_hand() -> None:
    fen = "W:Wc3,e3:Bd4,f6"
    assert on(fen, "c3:g7", 5) == on(fen, "c3:g7", 5)


def test_a_careful_capture_takes_the_men_off_last() -> None:
    assert on("W:We3:Bd4,b6", "e3:a7", style=CAREFUL)[:2] == ["e3-", "a7+"]
    assert set(on("W:We3:Bd4,b6", "e3:a7", style=CAREFUL)[2:4]) == {"d4-", "b6-"}


def test_victims_come_off_first_when_asked() -> None:
    style = Style(victims=(("first", 1.0),), dab=0.0, touch_down=0.0)
    done = on("W:We3:Bd4,b6", "e3:a7", style=style)
    assert set(done[:2]) == {"d4-", "b6-"}
    assert done[2:] == ["e3-", "a7+", "!"]


def test_victims_come_off_while_jumping_when_asked() -> None:
    style = Style(victims=(("jumping", 1.0),), dab=0.0, touch_down=1.0)
    assert on("W:We3:Bd4,b6", "e3:a7", style=style) == ["e3-", "c5+", "d4-", "c5-", "a7+", "b6-", "!"]


def test_slides_and_place_before_lift() -> None:
    assert on("W:Wc3:Bh8", "c3-d4", style=Style(slide=1.0)) == ["c3-", "d3+", "d3-", "d4+", "!"]
    assert on("W:Wc3:Bh8", "c3-d4", style=Style(slide=0.0, place_first=1.0)) == ["d4+", "c3-", "!"]
    fen = "W:WKa1:Bh2"
    assert on(fen, "a1-c3", style=Style(slide=1.0)) == ["a1-", "b2+W", "b2-", "c3+W", "!"]
    assert on("W:W32:B1", "32-28", style=Style(slide=1.0), discipline="international") == ["32-", "28+", "!"]


def test_a_crown_is_one_more_event() -> None:
    assert on("W:Wc7:Ba3", "c7-d8", style=CAREFUL) == ["c7-", "d8+", "d8+W", "!"]
    uncrowned = Style(slide=0.0, place_first=0.0, crowns=False)
    assert on("W:Wc7:Ba3", "c7-d8", style=uncrowned) == ["c7-", "d8+", "!"]


def test_a_dab_is_gone_again() -> None:
    done = on("W:We3:Bd4,h8", "e3:c5", style=Style(dab=1.0, victims=(("last", 1.0),), touch_down=0.0))
    assert done[:3] == ["e3-", "c5+", "d4-"]
    dab = done[3][:2]
    assert done[3:] == [f"{dab}+b", f"{dab}-", "!"]


def test_the_measured_mix() -> None:
    position = rules.discipline("russian").start()
    move = position.parse("c3-d4")
    rng = Random(1)
    kinds: Counter[str] = Counter()
    for _ in range(2_000):
        done = [action.do for action in actions(position, move, rng)]
        kinds["slide" if len(done) > 3 else "place first" if done[0] == "place" else "plain"] += 1
    assert 0.03 < kinds["slide"] / 2_000 < 0.07
    assert 0.003 < kinds["place first"] / 2_000 < 0.02


def test_early_removal_is_noticed() -> None:
    position = rules.discipline("russian").position("W:We3:Bd4,b6")
    move = position.parse("e3:a7")
    for order, early in (("first", True), ("jumping", True), ("last", False)):
        style = Style(victims=((order, 1.0),))
        assert removed_early(actions(position, move, Random(0), style), move) is early, order


def test_later_moves_the_times_only() -> None:
    press = Action(t_ms=5, do="press", by=Side.WHITE)
    assert later((press,), 100) == (Action(t_ms=105, do="press", by=Side.WHITE),)


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_long_capture_may_be_set_down_on_its_way(share: float) -> None:
    style = Style(victims=(("last", 1.0),), touch_down=share, dab=0.0)
    done = on("W:We3:Bd4,b6", "e3:a7", style=style)
    assert ("c5+" in done) is (share == 1.0)
