"""The notation of time controls: read and written, and what of it is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock.control import Bonus, Budget, Control, Stage, fischer, notation, parse
from rules.errors import NotationError
from rules.side import Side

WRITTEN = [
    "45m",
    "15m+5s",
    "2h/50,1h/25*",
    "2h/50,30m",
    "1h30m/40,1h",
    "1h20m+1m",
    "1h30m+30s/40,30m+30s",
    "5md3s",
    "5mw3s",
    "30mb3x30s",
    "hourglass:3m",
    "lehmann-georgiev:5m+3s",
    "5m+3s vs 3m+2s",
    "90s",
]


@pytest.mark.parametrize("text", WRITTEN[:-1])
def test_what_is_written_is_read_back(text):
    assert str(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("90s", "1m30s"),
        ("80m", "1h20m"),
        (" 15M + 5s ", "15m+5s"),
        ("2h/50, 1h/25 *", "2h/50,1h/25*"),
        ("60m", "1h"),
        ("Hourglass: 180s", "hourglass:3m"),
        ("5m vs 5m", "5m"),
    ],
)
def test_other_spellings_are_read(text, canonical):
    assert str(parse(text)) == canonical


TIMES = st.integers(1, 36_000).map(lambda seconds: seconds * 1000)
BONUSES = st.one_of(
    st.none(),
    st.builds(Bonus, st.sampled_from(["fischer", "bronstein", "delay"]), TIMES),
    st.builds(Bonus, st.just("byo-yomi"), TIMES, st.integers(1, 9)),
)
TIMED = st.builds(Stage, TIMES, st.integers(1, 99), BONUSES)
LAST = st.builds(Stage, TIMES, st.one_of(st.none(), st.integers(1, 99)), BONUSES)


@st.composite
def budgets(draw):
    stages = (*draw(st.lists(TIMED, max_size=2)), draw(LAST))
    return Budget(stages, stages[-1].moves is not None and draw(st.booleans()))


@given(budgets(), budgets(), st.sampled_from(["usual", "lehmann-georgiev"]))
def test_every_control_survives_its_notation(white, black, kind):
    control = Control(white, black, kind)
    assert parse(notation(control)) == control


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["is not a stage"]),
        ("soon", ["is not a stage"]),
        ("0m", ["no time at all"]),
        ("15m+", ["a time is expected after '+'"]),
        ("2h/0,1h", ["a number of moves from 1 up"]),
        ("2h,1h", ["every stage before the last needs a number of moves"]),
        ("1h*", ["a repeated stage needs a number of moves"]),
        ("5mb30s", ["byo-yomi, and only that, has a number of periods"]),
        ("5m+3x30s", ["byo-yomi, and only that"]),
        ("5m vs 4m vs 3m", ["3 budgets"]),
        ("sandglass:5m", ["unknown kind 'sandglass'"]),
        ("hourglass:5m+3s", ["an hourglass has one time"]),
        ("1 5m", ["'1 5m' is not a stage"]),
        ("５m", ["is not a stage"]),
        ("5m/٤", ["is not a stage"]),
        ("9" * 5000 + "h", ["is not a stage"]),
        ("5m/10000", ["is not a stage"]),
        ("1001h", ["at most 1000 hours"]),
        ("5m+60001m", ["at most 1000 hours"]),
        ("0m/0,soon*", ["no time at all", "a number of moves from 1 up", "'soon' is not a stage", "repeated stage"]),
    ],
)
def test_every_fault_is_named(text, words):
    with pytest.raises(NotationError) as caught:
        parse(text)
    for word in words:
        assert word in str(caught.value)


def test_spaces_stand_around_marks_and_the_longest_time_is_read():
    assert parse("2h / 50 , 1h / 25 *") == parse("2h/50,1h/25*")
    assert notation(parse("999h3600s+1000h")) == "1000h+1000h"


def test_stages_are_counted_in_moves():
    control = parse("2h/50,1h/25*")
    assert [control.white.stage_after(moves) for moves in (0, 49, 50, 74, 75, 100)] == [0, 0, 1, 1, 2, 3]
    assert control.added_after(Side.WHITE, 49) == 0
    assert control.added_after(Side.WHITE, 50) == 3_600_000
    assert control.added_after(Side.BLACK, 75) == 3_600_000
    two = parse("2h/50,30m")
    assert two.added_after(Side.WHITE, 50) == 1_800_000
    assert two.added_after(Side.WHITE, 200) == 0


def test_increments_are_those_of_the_stage():
    control = parse("1h30m+30s/40,30m+10s")
    assert control.increment_ms(Side.WHITE, 39) == 30_000
    assert control.increment_ms(Side.WHITE, 40) == 10_000
    assert parse("5md3s").increment_ms(Side.WHITE, 0) == 0
    assert fischer(60_000, 0) == parse("1m")
