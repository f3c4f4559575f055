"""Flagfall's own clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import software
from clock.control import parse
from rules.errors import SettingsError
from rules.side import Side

W, B = Side.WHITE, Side.BLACK


def running(text, t_ms=0):
    return software.start(software.wound(parse(text), t_ms), W, t_ms)


def times(state):
    return state.white_ms, state.black_ms


def test_sudden_death_counts_down_to_the_flag():
    clock = running("1m")
    assert software.falls_at(clock) == 60_000
    assert times(software.at(clock, 59_999)) == (1, 60_000)
    fallen = software.at(clock, 60_000)
    assert fallen.flags == (W,)
    assert fallen.white_ms == 0
    assert software.falls_at(fallen) is None


def test_a_flag_stays_and_the_lever_still_works():
    clock = software.press(software.at(running("1m+5s"), 70_000), W, 70_000)
    assert clock.flags == (W,)
    assert clock.white_ms == 0
    assert clock.running is B
    assert software.at(clock, 140_000).flags == (W, B)


def test_fischer_adds_on_the_press():
    clock = software.press(running("5m+3s"), W, 10_000)
    assert times(clock) == (293_000, 300_000)
    assert (clock.running, clock.moves) == (B, (1, 0))
    assert times(software.press(clock, B, 11_000)) == (293_000, 302_000)


def test_bronstein_gives_back_what_was_used_at_most():
    clock = running("5md3s")
    assert times(software.press(clock, W, 2_000))[0] == 300_000
    assert times(software.press(clock, W, 5_000))[0] == 298_000


def test_us_delay_waits_first():
    clock = running("5mw3s")
    assert software.at(clock, 3_000).white_ms == 300_000
    assert software.at(clock, 5_000).white_ms == 298_000
    stepped = software.at(software.at(software.at(clock, 1_000), 4_000), 5_000)
    assert stepped.white_ms == 298_000
    assert software.falls_at(clock) == 303_000


def test_stages_carry_over():
    clock = running("1m/2,30s")
    for move in range(2):
        clock = software.press(clock, W, 1000 + move * 2000)
        clock = software.press(clock, B, 2000 + move * 2000)
    assert times(clock) == (60_000 - 2_000 + 30_000, 60_000 - 2_000 + 30_000)


def test_a_press_of_the_lever_that_is_down_changes_nothing():
    clock = software.press(running("5m+3s"), W, 1_000)
    assert software.press(clock, W, 2_000) == software.at(clock, 2_000)


def test_a_stopped_clock_stands_and_goes_on_in_the_same_turn():
    clock = software.stop(running("5mw3s"), 2_000)
    assert software.at(clock, 60_000).white_ms == 300_000
    again = software.start(clock, W, 60_000)
    assert software.at(again, 62_000).white_ms == 299_000


def test_the_arbiter_sets_both_times_and_takes_back_a_flag():
    clock = software.adjust(software.at(running("1m"), 61_000), 30_000, 45_000, 61_000)
    assert times(clock) == (30_000, 45_000)
    assert clock.flags == ()
    shown = software.reading(clock, 62_000)
    assert (shown.white_ms, shown.black_ms, shown.running, shown.lever) == (29_000, 45_000, W, W)


@pytest.mark.parametrize("text", ["hourglass:3m", "30mb3x30s"])
def test_what_it_does_not_play_is_refused(text):
    assert not software.supports(parse(text))
    with pytest.raises(SettingsError, match="does not play"):
        software.wound(parse(text))


@given(st.lists(st.integers(0, 20_000), max_size=20), st.sampled_from(["5m", "5m+3s", "5md3s", "5mw3s", "1m/5,1m"]))
def test_however_often_it_is_asked_the_time_is_the_same(steps, text):
    asked = straight = running(text)
    now = 0
    for number, step in enumerate(steps):
        for part in (step // 3, step // 3, step - 2 * (step // 3)):
            now += part
            asked = software.at(asked, now)
        by = W if number % 2 == 0 else B
        asked, straight = software.press(asked, by, now), software.press(straight, by, now)
    assert asked == straight
