"""The text of a trace: every fault is named with its line, all at once."""

import json

import pytest

from board.events import BoardDumped, SquareChanged
from board.trace import recognize
from board.trace_lines import read
from rules.errors import NotationError

HEADER = '{"trace": 1, "discipline": "russian", "sensor": "piece"}'


def faults(*lines):
    with pytest.raises(NotationError) as caught:
        read(lines)
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 2, column 1: not JSON"),
        ('  {"t": 1, "sq" 5}', "line 2, column 17: not JSON"),
        ('{"t": 1, "é": "é" "sq"}', "line 2, column 19: not JSON"),
        ("[" * 100_000, "lists within lists"),
        ("[1]", "expected a JSON object"),
        ('{"t": -1, "sq": "c3", "p": "."}', '"t" is -1; expected milliseconds from 0 up'),
        ('{"t": true, "sq": "c3", "p": "."}', '"t" is True'),
        ('{"sq": "c3", "p": "."}', '"t" is None'),
        ('{"t": 1, "sq": "c4", "p": "."}', "no square 'c4'; expected b8 to g1 of russian"),
        ('{"t": 1, "sq": "c3", "p": "x"}', "\"p\" is 'x'; a piece sensor says . w b W B"),
        ('{"t": 1, "sq": "c3"}', '"p" is None'),
        ('{"t": 1, "sq": "c3", "p": ".", "q": 1}', "unknown key 'q'; expected t, sq, p"),
        ('{"t": 1, "press": "red"}', "\"press\" is 'red'; expected white or black"),
        ('{"t": 1, "button": "draw", "by": "white"}', "unknown button 'draw'; expected offer-draw"),
        ('{"t": 1, "button": "resign"}', '"by" is None'),
        ('{"t": 1, "device": "gone"}', "\"device\" is 'gone'; expected up or down"),
        ('{"t": 1, "clock": {"white": 1.5, "black": 3}}', '"white" is 1.5; expected milliseconds'),
        ('{"t": 1, "clock": {"white": 1, "black": 3, "flag": "red"}}', "\"flag\" is 'red'"),
        ('{"t": 1, "clock": 5}', "expected an object"),
        ('{"t": 1}', "the line names none; expected exactly one of sq, press, clock, button, device"),
        ('{"t": 1, "press": "white", "sq": "c3"}', "the line names sq, press"),
    ],
)
def test_a_fault_in_a_line(line, words):
    text = faults(HEADER, line)
    assert words in text
    assert "line 2" in text


@pytest.mark.parametrize(
    ("header", "words"),
    [
        ("", "an empty trace"),
        ('{"t": 1, "press": "white"}', "no header"),
        ('{"trace": 2, "discipline": "russian"}', '"trace" is 2; expected 1'),
        ('{"trace": 1}', 'no "discipline"'),
        ('{"trace": 1, "discipline": "halma"}', "unknown discipline 'halma'"),
        ('{"trace": 1, "discipline": "russian", "sensor": "smell"}', "expected piece, colour, occupancy"),
        ('{"trace": 1, "discipline": "russian", "start": "W:Wz9"}', "z9"),
        ('{"trace": 1, "discipline": "russian", "start": 7}', 'line 1, column 39: "start" is 7; expected a position'),
        ('{"trace": 1, "discipline": "russian", "clock": 1}', "expected true or false"),
        ('{"trace": 1, "discipline": "russian", "increment_ms": "5"}', "expected milliseconds"),
        ('{"trace": 1, "discipline": "russian", "control": "soon"}', "'soon' is not a stage"),
        ('{"trace": 1, "discipline": "russian", "control": 5}', "expected a time control such as"),
        ('{"trace": 1, "discipline": "russian", "control": "5m", "increment_ms": 0}', "expected one of them"),
        ('{"trace": 1, "discipline": "russian", "speed": 5}', "unknown key 'speed'"),
    ],
)
def test_a_fault_in_the_header(header, words):
    assert words in faults(header)


def test_all_faults_come_at_once_with_their_lines():
    text = faults(HEADER, '{"t": 5, "sq": "c4", "p": "."}', "", '{"t": 4, "press": "red"}', "nonsense")
    for words in (
        "2, column 10: no square 'c4'",
        '4, column 2: "t" is 4, before the 5',
        "4, column 10: \"press\" is 'red'",
        "5, column 5: not JSON",
    ):
        assert f"line {words}" in text


def test_lines_at_nought_before_anything_else_are_a_dump():
    trace = read(
        [
            HEADER,
            '{"t":0,"sq":"c3","p":"w"}',
            '{"t":0,"sq":"b6","p":"b"}',
            '{"t":0,"sq":"a1","p":"."}',
            '{"t":5,"sq":"d4","p":"w"}',
        ]
    )
    assert trace.events == (
        BoardDumped(t_ms=0, squares={"c3": "w", "b6": "b"}),
        SquareChanged(t_ms=5, sq="d4", p="w"),
    )


def test_the_discipline_may_be_given_from_outside():
    lines = ['{"trace": 1}', '{"t": 1, "sq": 32, "p": "."}']
    assert read(lines, "international").discipline.name == "international"
    assert read([HEADER], "giveaway").discipline.name == "giveaway"


def test_a_trace_without_events_is_the_start():
    answer = recognize([HEADER])
    assert answer["plies"] == answer["findings"] == []
    assert answer["pending"] is None
    assert answer["in_sync"]
    assert json.loads(json.dumps(answer)) == answer
