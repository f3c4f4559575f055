from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from display.format import (
    clock_text,
    control_text,
    date_text,
    decimal,
    minutes,
    move_text,
    name_of,
    points_text,
    result_text,
    score_of,
    time_of_day,
    whole,
)
from record.assignment import Person
from rules.side import Side
from tests.display.words import TEXTS


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0:00"), (999, "0:00"), (59_999, "0:59"), (432_000, "7:12"), (3_599_999, "59:59"), (3_600_000, "1:00:00")],
)
def test_clock(ms: int, text: str) -> None:
    assert clock_text(ms) == text


def test_tenths_only_under_a_minute_and_where_asked() -> None:
    assert clock_text(41_650, tenths=True) == "0:41.6"
    assert clock_text(60_000, tenths=True) == "1:00"
    assert clock_text(0, tenths=True) == "0:00"
    assert clock_text(-5, tenths=True) == "0:00"
    assert clock_text(41_650) == "0:41"


@given(st.integers(0, 10**8))
def test_clock_never_shows_more_than_there_is(ms: int) -> None:
    parts = [int(part) for part in clock_text(ms).split(":")]
    shown = sum(part * 60**power for power, part in enumerate(reversed(parts)))
    assert shown == ms // 1000
    assert all(part < 60 for part in parts[1:])


@pytest.mark.parametrize(("ms", "shown"), [(0, 1), (1, 1), (60_000, 1), (60_001, 2), (899_999, 15)])
def test_hall_minutes_are_rounded_up_and_never_none(ms: int, shown: int) -> None:
    assert minutes(ms) == shown


def test_numbers_by_language() -> None:
    assert decimal(-1.42, "ru", 2) == "−1,42"
    assert decimal(-0.001, "en", 2) == "0.00"
    assert whole(1482, "ru") == "1482"
    assert whole(12_345, "ru") == "12\u202f345" or whole(12_345, "ru") == "12 345"
    assert whole(12_345, "en") == "12,345"


@pytest.mark.parametrize(
    ("points", "text"), [(0, "0"), (0.5, "½"), (4.5, "4½"), (3, "3"), (12.25, "12.25"), (10.0, "10")]
)
def test_points(points: float, text: str) -> None:
    assert points_text(points) == text


@pytest.mark.parametrize(
    ("result", "text", "white", "black"),
    [
        ("1-0", "1–0", "1", "0"),
        ("1/2-1/2", "½–½", "½", "½"),
        ("0-0", "0–0", "0", "0"),
        ("+/-", "+ –", "+", "–"),
        ("-/+", "– +", "–", "+"),
        ("-/-", "– –", "–", "–"),
    ],
)
def test_results(result: str, text: str, white: str, black: str) -> None:
    assert result_text(result) == text
    assert (score_of(result, Side.WHITE), score_of(result, Side.BLACK)) == (white, black)


def test_what_is_no_result_has_no_score() -> None:
    assert score_of("*", Side.WHITE) == ""


def test_renju_letters_leave_out_j() -> None:
    assert [move_text(f"{c}8", "renju", "russian") for c in "aijo"] == ["A8", "I8", "K8", "P8"]
    assert move_text("j8", "renju", "rif") == "j8"
    assert move_text("pass", "renju", "russian") == "pass"
    assert move_text("12x45", "international", "russian") == "12x45"


def test_control_in_words() -> None:
    assert control_text("15m+5s", TEXTS["ru"]) == "15 мин + 5 с"
    assert control_text("2h/50,1h/25*", TEXTS["en"]) == "2 h/50,1 h/25*"
    assert control_text("1h30m", TEXTS["en"]) == "1 h 30 min"


def test_names_dates_times() -> None:
    person = Person(id=1, name="Журавлёва М.", name_en="Zhuravleva M.")
    assert (name_of(person, "ru"), name_of(person, "en")) == ("Журавлёва М.", "Zhuravleva M.")
    assert name_of(Person(id=2, name="Орлова С."), "en") == "Орлова С."
    assert date_text(date(2026, 10, 3), TEXTS["ru"]) == "3 октября 2026"
    assert time_of_day(datetime(2026, 10, 3, 9, 5)) == "9:05"  # noqa: DTZ001
