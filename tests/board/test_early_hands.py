"""Hands that come onto the board before the lever is pressed: the record is right all the same.

A game in which three plies of ten are begun before the press was misread in one of four before this was looked at.
"""

import pytest

from board import early_hands
from board.events import SquareChanged
from board.lines import successors
from board.outputs import Moved
from board.recogniser import Recogniser
from clock.events import Press
from flagfall.bench import early, playing
from rules import discipline
from rules.law.observation import Observation
from rules.side import Side

GAMES = ("russian", "international", "giveaway", "brazilian", "chess")


def check(name, sensor, style, seeds, **options):
    for seed in seeds:
        right, _, false = early.game(name, sensor, playing.STYLES[style], seed, noisy=bool(seed % 2), **options)
        assert (right, false) == (True, set()), seed


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", playing.SENSORS)
def test_a_game_comes_out_as_it_was_played(name, sensor):
    check(name, sensor, "measured", range(2))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", playing.SENSORS)
def test_a_press_that_is_not_heard_does_not_spoil_it(name, sensor):
    check(name, sensor, "measured", (0, 2), lost=0.1)


@pytest.mark.parametrize("sensor", ["piece", "colour"])
def test_stones_placed_too_soon_are_told_and_stay(sensor):
    check("renju", sensor, "measured", range(2))


@pytest.mark.parametrize("seed", range(6))
def test_on_a_bare_board_two_stones_at_one_press_are_told_apart_or_said(seed):
    assert early.game("renju", "occupancy", playing.STYLES["measured"], seed)[1]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", playing.SENSORS)
@pytest.mark.parametrize("style", playing.STYLES)
def test_hands_of_every_style_that_hardly_ever_wait(name, sensor, style):
    check(name, sensor, style, range(100, 106), share=0.7)


def test_a_bounce_of_the_lever_is_none_of_the_next_hands_press():
    """The reply's piece is in the air as the lever bounces."""
    one = Recogniser(discipline("russian"))
    events = [
        SquareChanged(t_ms=100, sq="c3", p="."),
        SquareChanged(t_ms=400, sq="d4", p="w"),
        SquareChanged(t_ms=600, sq="f6", p="."),
        Press(t_ms=700, by=Side.WHITE),
        Press(t_ms=850, by=Side.WHITE),
        SquareChanged(t_ms=900, sq="g5", p="b"),
        Press(t_ms=1200, by=Side.BLACK),
    ]
    outputs = [output for event in events for output in one.feed(event)]
    assert [output.move for output in outputs if isinstance(output, Moved)] == ["c3-d4", "f6-g5"]
    assert not [output for output in outputs if isinstance(output, Observation)]


def test_a_square_that_flickered_all_night_makes_no_press_long(monkeypatch):
    """A move stands unpressed beside a square that flickers; then the wrong lever goes over what is no reply."""
    asked = []

    def counted(*about):
        asked.append(about)
        return successors(*about)

    monkeypatch.setattr(early_hands, "successors", counted)
    one = Recogniser(discipline("russian"))
    events = [SquareChanged(t_ms=100, sq="c3", p="."), SquareChanged(t_ms=400, sq="d4", p="w")]
    for turn in range(900):
        events.append(SquareChanged(t_ms=1_000 + 400 * turn, sq="h2", p="w" if turn % 2 else "."))
    events += [SquareChanged(t_ms=500_000, sq="b6", p="."), SquareChanged(t_ms=500_300, sq="b4", p="b")]
    for event in (*events, Press(t_ms=501_000, by=Side.BLACK)):
        one.feed(event)
    assert len(asked) < 100
