"""3.6.4: one budget for all games until the first win."""

from clock.control import parse
from clock.several import goes_on, is_carried, with_left
from rules.side import Side

CONTROL = parse("lehmann-georgiev:5m+3s")


def test_games_go_on_until_the_first_win() -> None:
    assert goes_on(CONTROL, [])
    assert goes_on(CONTROL, ["1/2-1/2", "1/2-1/2"])
    assert not goes_on(CONTROL, ["1/2-1/2", "0-1"])
    assert not goes_on(parse("5m+3s"), ["1/2-1/2"])


def test_the_next_game_begins_with_what_is_left_and_keeps_the_increment() -> None:
    control = with_left(CONTROL, 61_500, 200_000)
    assert is_carried(control)
    assert control.white.stages[0].time_ms == 61_500
    assert control.black.stages[0].time_ms == 200_000
    assert control.increment_ms(Side.WHITE, 0) == control.increment_ms(Side.BLACK, 40) == 3_000
    assert with_left(CONTROL, None, None) == CONTROL
