"""The start of a round with players absent: 5.4.1.2, 5.4.4.1; renju 5.3.6."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.control import parse
from clock.start import Faces, faces, is_over, longest_wait_ms, wait_ms
from rules.side import Side

WHITE, BLACK = Side.WHITE, Side.BLACK
MINUTE = 60_000
CONTROL = parse("45m")


def after(minutes: int, white: int | None, black: int | None, *, first: Side = WHITE) -> tuple[int, int, Side]:
    """Minutes left to White and Black and who runs, when they came in these minutes."""
    came = {WHITE: white, BLACK: black}
    shown = faces(
        CONTROL,
        first,
        minutes * MINUTE,
        {side: None if came[side] is None else came[side] * MINUTE for side in Side},  # type: ignore[operator]
    )
    return shown.white_ms // MINUTE, shown.black_ms // MINUTE, shown.running


@pytest.mark.parametrize(
    ("minutes", "white", "black", "shown"),
    [
        (3, 0, 0, (42, 45, WHITE)),  # both there: White thinks about his first move
        (12, None, 0, (33, 45, WHITE)),  # an absentee's own time runs
        (12, 0, None, (45, 33, BLACK)),
        (20, 12, 0, (25, 45, WHITE)),  # White came and thinks on
        (20, 0, 12, (37, 33, WHITE)),  # Black came after 12 minutes, White has thought for 8
        (10, None, None, (35, 45, WHITE)),  # both absent: White's
        (10, 10, None, (40, 40, BLACK)),  # White comes: halved, and Black's runs
        (10, None, 10, (40, 40, WHITE)),  # Black comes: halved, and White's runs
        (16, 10, None, (40, 34, BLACK)),
        (16, 10, 16, (40, 34, WHITE)),  # Black too: from now on White's
        (20, 10, 16, (36, 34, WHITE)),
        (20, 16, 10, (30, 40, WHITE)),
        (12, 10, 10, (38, 40, WHITE)),  # both at once: halved, nobody waits any more
        (50, None, 0, (0, 45, WHITE)),  # nothing below nothing
    ],
)
def test_draughts(minutes: int, white: int | None, black: int | None, shown: tuple[int, int, Side]) -> None:
    assert after(minutes, white, black) == shown


def test_in_renju_the_black_clock_runs_first() -> None:
    assert after(10, None, None, first=BLACK) == (45, 35, BLACK)
    assert after(16, 10, 16, first=BLACK) == (40, 34, BLACK)
    assert after(4, 0, 0, first=BLACK) == (45, 41, BLACK)


def test_an_odd_millisecond_is_nobodys() -> None:
    shown = faces(CONTROL, WHITE, 1_001, {WHITE: 1_001, BLACK: None})
    assert shown == Faces(white_ms=45 * MINUTE - 500, black_ms=45 * MINUTE - 500, running=BLACK)


@pytest.mark.parametrize(
    ("control", "discipline", "minutes"),
    [
        ("45m", "russian", 45),
        ("2h/50,1h/25*", "international", 60),
        ("15m+5s", "giveaway", 15),
        ("30m vs 20m", "russian", 20),
        ("1h", "renju", 30),
        ("5m", "renju", 30),
    ],
)
def test_how_long_is_waited_where_the_regulations_say_nothing(control: str, discipline: str, minutes: int) -> None:
    assert longest_wait_ms(parse(control), discipline) == wait_ms(parse(control), discipline, None) == minutes * MINUTE


def test_the_regulations_may_set_less() -> None:
    assert wait_ms(CONTROL, "russian", 0) == 0
    assert wait_ms(CONTROL, "russian", 15) == 15 * MINUTE
    assert is_over("russian", 0, 0)


def test_renju_admits_whoever_comes_within_half_an_hour() -> None:
    assert not is_over("renju", 30 * MINUTE, 30 * MINUTE)
    assert is_over("renju", 30 * MINUTE, 30 * MINUTE + 1)
    assert is_over("russian", 45 * MINUTE, 45 * MINUTE)


moments = st.one_of(st.none(), st.integers(0, 40 * MINUTE))


@given(st.integers(0, 40 * MINUTE), moments, moments, st.sampled_from(Side))
def test_all_the_time_that_passed_is_charged_and_an_absentee_never_waits_for_nothing(
    elapsed: int, white: int | None, black: int | None, first: Side
) -> None:
    came = {WHITE: white, BLACK: black}
    shown = faces(CONTROL, first, elapsed, came)
    spent = {side: 45 * MINUTE - shown.left_ms(side) for side in Side}
    assert elapsed - 1 <= sum(spent.values()) <= elapsed or spent[first] == 45 * MINUTE
    away = [side for side in Side if came[side] is None or came[side] > elapsed]  # type: ignore[operator]
    assert shown.running is (away[0] if len(away) == 1 else first)
    for side in Side:
        if came[side] == 0 and came[side.other] != 0 and side is not first:
            assert spent[side] == 0
