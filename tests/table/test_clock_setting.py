"""A clock that is not set as the control begins is named before the game."""

import pytest

from clock.control import parse
from clock.events import Reading
from table.clock_setting import amiss


@pytest.mark.parametrize(
    ("control", "white_s", "black_s", "begins"),
    [
        ("15m+5s", 900, 900, ""),
        ("15m+5s", 905, 905, ""),  # the first increment is there already
        ("15m+5s", 899, 905, ""),
        ("15m+5s", 300, 300, "0:15:00"),
        ("15m+5s", 905, 300, "0:15:00"),
        ("2h/50,1h/25*", 7200, 7200, ""),
        ("2h/50,1h/25*", 3600, 3600, "2:00:00"),
        ("5m vs 4m", 300, 240, ""),
        ("5m vs 4m", 240, 300, "0:05:00 and 0:04:00"),
    ],
)
def test_times_before_the_game(control: str, white_s: int, black_s: int, begins: str) -> None:
    reading = Reading(t_ms=0, white_ms=white_s * 1000, black_ms=black_s * 1000, running=None)
    told = amiss(parse(control), reading)
    assert told.partition("begins with ")[2] == (f"{begins}: set it" if begins else "")
