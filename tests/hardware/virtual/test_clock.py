"""The clock that counts in game time."""

from hardware.virtual.clock import VirtualClock
from rules.side import Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def test_only_the_side_with_the_high_lever_runs() -> None:
    clock = VirtualClock(60_000, 60_000)
    clock.start(1_000)
    clock.advance(11_000)
    assert (clock.left_ms[WHITE], clock.left_ms[BLACK]) == (50_000, 60_000)
    assert clock.press(WHITE, 12_000)
    assert not clock.press(WHITE, 12_500)
    clock.advance(20_000)
    assert (clock.left_ms[WHITE], clock.left_ms[BLACK]) == (49_000, 52_000)


def test_the_increment_goes_to_who_pressed_and_not_after_the_flag() -> None:
    clock = VirtualClock(5_000, 5_000, increment_ms=2_000)
    clock.start(0)
    clock.press(WHITE, 1_000)
    assert clock.left_ms[WHITE] == 6_000
    clock.press(BLACK, 6_000)
    assert clock.fallen == {BLACK}
    assert (clock.left_ms[BLACK], clock.runs, clock.high) == (0, None, WHITE)
    clock.start(7_000)
    assert clock.runs is None


def test_pressing_a_standing_clock_only_moves_the_lever() -> None:
    clock = VirtualClock(5_000, 5_000, increment_ms=2_000)
    assert clock.press(WHITE, 1_000)
    assert (clock.high, clock.runs, clock.left_ms[WHITE]) == (BLACK, None, 5_000)


def test_setting_puts_flags_up() -> None:
    clock = VirtualClock(1_000, 5_000)
    clock.start(0)
    clock.advance(2_000)
    assert clock.fallen == {WHITE}
    clock.set(30_000, 40_000_000, BLACK, 3_000)
    clock.advance(4_000)
    assert (clock.fallen, clock.left_ms[WHITE], clock.left_ms[BLACK]) == (set(), 30_000, 35_998_000)


def test_the_face_shows_zero_only_when_nothing_is_left() -> None:
    clock = VirtualClock(1_001, 0)
    assert (clock.seconds(WHITE), clock.seconds(BLACK)) == (2, 0)
