"""TABLE.toml: what is read, and that every fault is named at once with its line."""

from pathlib import Path

import pytest

from rules.errors import SettingsError
from table.config import Server, load, parse

GOOD = """\
data = "journal"
time_scale = 60

[server]
address = "hall.local:18831"
event = "club"
password = "s3cret"

[[table]]
number = 7
device = "dgt"
line = "/dev/ttyACM0"
white_clock_side = "right"

[[table]]
number = 8
device = "dgt"
line = "socket://10.0.0.8:4001"
orientation = "reversed"
"""


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    return caught.value.faults


def test_a_whole_file_is_read() -> None:
    config = parse(GOOD)
    assert (config.server.host, config.server.port, config.server.event) == ("hall.local", 18831, "club")
    assert [(table.number, table.line) for table in config.table] == [
        (7, "/dev/ttyACM0"),
        (8, "socket://10.0.0.8:4001"),
    ]
    assert (config.table[0].white_clock_side, config.table[1].white_clock_side) == ("right", "left")
    assert (config.table[0].orientation, config.table[1].orientation) == ("auto", "reversed")
    assert config.time_scale == 60


def test_relative_paths_belong_to_the_file(tmp_path: Path) -> None:
    path = tmp_path / "TABLE.toml"
    path.write_text(GOOD.replace('password = "s3cret"', 'password = "s3cret"\nca = "hall.pem"'))
    config = load(path)
    assert config.folder == tmp_path / "journal"
    assert config.server.ca == str(tmp_path / "hall.pem")


@pytest.mark.parametrize(
    ("address", "host", "port"),
    [
        ("hall", "hall", 1883),
        ("10.0.0.1:99", "10.0.0.1", 99),
        ("[::1]:1884", "::1", 1884),
        ("[fe80::2]", "fe80::2", 1883),
    ],
)
def test_addresses(address: str, host: str, port: int) -> None:
    server = Server(address=address, event="club", password="x")
    assert (server.host, server.port) == (host, port)


def test_every_fault_is_named_with_its_line() -> None:
    text = """\
time_scale = 0
colour = "red"

[server]
address = "hall:"
event = "Club 1"

[[table]]
number = "7"
device = "dgt"
line = "/dev/ttyACM0"

[[table]]
number = 8
line = "/dev/ttyACM0"
white_clock_side = "top"
"""
    found = faults(text)
    assert [fault.partition(": ")[0] for fault in found] == [
        f"TABLE.toml, line {n}" for n in (1, 2, 4, 5, 6, 9, 13, 15, 16)
    ]
    assert "colour: no such setting in the file" in found[1]
    assert "[server] has no 'password'" in found[2]
    assert "'Club 1', expected 1 to 32 of a-z" in found[4]
    assert "'7', expected a whole number from 1" in found[5]
    assert "[[table]] has no 'device'" in found[6]
    assert "used by another" in found[7]
    assert "'top'" in found[8]


def test_two_tables_of_one_number_are_a_fault() -> None:
    found = faults(GOOD.replace("number = 8", "number = 7"))
    assert found == ("TABLE.toml, line 16: number: 7 is used by another [[table]] already",)


def test_misspelt_settings_are_guessed_and_make_no_other_faults() -> None:
    with pytest.raises(SettingsError) as wrong:
        parse(
            '[server]\naddress = "h"\nevent = "e"\npassword = "p"\n[[table]]\nnumber = 1\ndevcie = "dgt"\nline = "/x"\n'
        )
    missing, misspelt = wrong.value.faults
    assert "[[table]] has no 'device'" in missing
    assert misspelt.startswith("TABLE.toml, line 7: devcie: no such setting in [[table]] (device?), expected one of")


def test_boards_of_a_chain_share_a_line_and_nothing_else_does() -> None:
    chain = GOOD.replace('"dgt"', '"dgt-chain"').replace("socket://10.0.0.8:4001", "/dev/ttyACM0")
    good = chain.replace("number = 7", "number = 7\nbus = 1025").replace("number = 8", "number = 8\nbus = 1026")
    assert [table.bus for table in parse(good).table] == [1025, 1026]
    assert [fault.partition(": ")[2] for fault in faults(chain)] == [
        "[[table]] has no 'bus': expected the address of a board on its chain, a whole number from 1 to 16383"
    ] * 2
    (twice,) = faults(good.replace("1026", "1025"))
    assert "bus: 1025 of '/dev/ttyACM0' is used by another" in twice
    (mixed,) = faults(good.replace('"dgt-chain"', '"dgt"', 1).replace("bus = 1025\n", ""))
    assert "line: '/dev/ttyACM0' is used by another" in mixed
    (alone,) = faults(GOOD.replace("number = 7", "number = 7\nbus = 3"))
    assert "bus: a DGT board has its line for itself" in alone
    (high,) = faults(good.replace("1026", "16384"))
    assert "16384" in high


def test_an_unknown_device_is_a_fault_that_names_the_known_ones() -> None:
    (found,) = faults(GOOD.replace('device = "dgt"', 'device = "ouija"', 1))
    assert found.startswith("TABLE.toml, line 11: device: 'ouija', expected one of: ")
    assert "dgt" in found


@pytest.mark.parametrize("text", ["", "table = 3\nserver = 4\n", "table = []\n[server]\n"])
def test_missing_sections_are_faults(text: str) -> None:
    found = faults(text)
    assert any("server" in fault for fault in found)
    assert any("table" in fault for fault in found)


def test_broken_toml_and_a_missing_file(tmp_path: Path) -> None:
    assert "line 2" in faults('data = "x"\n[server\n')[0]
    with pytest.raises(SettingsError, match=r"none\.toml: cannot be read"):
        load(tmp_path / "none.toml")
