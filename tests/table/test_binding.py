"""A line is written into TABLE.toml, and nothing else there changes."""

import tomllib

import pytest

from rules.errors import SettingsError
from table.binding import bind
from table.config import parse

FILE = """\
# the hall's first computer
data = "data"

[server]
address = "hall"
event = "club"
password = "x"

[[table]]
number = 7                 # by the window
device = "dgt"
line = "/dev/ttyACM0"      # old # port
orientation = "reversed"

[[table]] # second
number = 8
line = "B"
device = "dgt"

[other]
line = "C"
"""


def test_a_table_that_is_there() -> None:
    text = bind(FILE, 7, device="flagfall", line="/dev/serial/by-id/usb-Pico_1-if00")
    before = 'device = "dgt"\nline = "/dev/ttyACM0"      # old # port'
    after = 'device = "flagfall"\nline = "/dev/serial/by-id/usb-Pico_1-if00"  # old # port'
    assert text == FILE.replace(before, after)


def test_a_table_that_is_not_there_and_one_without_a_line() -> None:
    text = bind(FILE.split("[other]")[0], 9, device="cpp", line="hwgrep://SER=A#1")
    assert parse(text).table[-1].line == "hwgrep://SER=A#1"
    assert len(parse(text).table) == 3
    bare = tomllib.loads(bind("[[table]]\nnumber = 3", 3, device="dgt", line='a"b'))
    assert bare == {"table": [{"number": 3, "device": "dgt", "line": 'a"b'}]}


def test_a_line_belongs_to_one_table() -> None:
    text = bind(FILE.split("[other]")[0], 7, device="dgt", line="B")
    assert [(table.number, table.line) for table in parse(text).table] == [(7, "B"), (8, "unbound-8")]


def test_boards_of_a_chain_share_a_line() -> None:
    text = FILE.split("[other]")[0]
    for number, bus in ((7, 1025), (8, 1026), (9, 77)):
        text = bind(text, number, device="dgt-chain", line="B", bus=bus)
    assert [(table.number, table.line, table.bus) for table in parse(text).table] == [
        (7, "B", 1025),
        (8, "B", 1026),
        (9, "B", 77),
    ]
    text = bind(text, 9, device="dgt-chain", line="B", bus=1025)
    assert [(table.line, table.bus) for table in parse(text).table] == [("unbound-7", 1025), ("B", 1026), ("B", 1025)]
    text = bind(text, 8, device="dgt", line="B")
    assert [(table.line, table.bus) for table in parse(text).table] == [
        ("unbound-7", 1025),
        ("B", None),
        ("unbound-9", 1025),
    ]


def test_no_toml() -> None:
    with pytest.raises(SettingsError, match=r"TABLE\.toml"):
        bind("number = = 3", 1, device="dgt", line="x")
