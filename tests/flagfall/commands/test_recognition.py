"""`flagfall recognize`: one answer, from a trace and from a capture."""

import json
from pathlib import Path

from typer.testing import CliRunner

from flagfall.cli import app
from hardware.virtual.flagfall import VirtualFlagfall
from rules.side import Side

TRACE = """\
{"trace": 1, "discipline": "russian"}
{"t": 1200, "sq": "c3", "p": "."}
{"t": 1500, "sq": "d4", "p": "w"}
{"t": 2100, "press": "white"}
"""


def capture(path: Path) -> Path:
    device = VirtualFlagfall(32, sensor="occupancy", base_ms=600_000)
    data = device.power_cycle(4, 0) + device.start_clock(500)
    data += device.lift("c3", 1_200) + device.place("d4", "w", 1_500) + device.press(Side.WHITE, 2_100)
    path.write_bytes(data)
    return path


def test_a_trace_and_a_capture_have_the_same_answer(tmp_path: Path) -> None:
    (tmp_path / "trace.jsonl").write_text(TRACE)
    traced = CliRunner().invoke(app, ["recognize", str(tmp_path / "trace.jsonl"), "--json"])
    assert traced.exit_code == 0
    captured = CliRunner().invoke(
        app, ["recognize", str(capture(tmp_path / "line.bin")), "--device", "flagfall", "--json"]
    )
    assert captured.exit_code == 0
    assert json.loads(captured.stdout) == json.loads(traced.stdout)
    assert json.loads(captured.stdout)["plies"] == [
        {"ply": 1, "side": "white", "move": "c3-d4", "uncertain": False, "irregular": False}
    ]


def test_a_board_of_a_chain_is_named(tmp_path: Path) -> None:
    """Two boards speak in one capture: the changes of each, then its clock, as they are answered in turn."""
    one = "870006080116" + reply(0x83, 1025, START) + reply(0x84, 1025, "00050000050009")
    move = reply(0x85, 1025, "402a4123700459") + reply(0x84, 1025, "00050000045913")
    other = reply(0x83, 9431, START) + reply(0x85, 9431, "40284121") + reply(0x84, 9431, "00050000050008")
    (tmp_path / "both.bin").write_bytes(bytes.fromhex(one + other + move))
    (tmp_path / "one.bin").write_bytes(bytes.fromhex(one + move))
    both, alone = str(tmp_path / "both.bin"), str(tmp_path / "one.bin")
    chain = ["--device", "dgt-chain", "--json"]
    for command in ([both, "--bus", "1025"], [alone]):
        told = CliRunner().invoke(app, ["recognize", *command, *chain])
        assert told.exit_code == 0, told.exception
        assert [ply["move"] for ply in json.loads(told.stdout)["plies"]] == ["c3-d4"]
    refused = CliRunner().invoke(app, ["recognize", both, *chain])
    assert "choose one with --bus: 1025, 9431" in str(refused.exception)


START = (
    "00040004000400040400040004000400"
    + "0004000400040004"
    + "00" * 16
    + "0100010001000100" * 1
    + "0001000100010001"
    + "0100010001000100"
)


def reply(ident: int, address: int, data: str) -> str:
    length = len(data) // 2 + 6
    message = bytes([ident, length >> 7, length & 0x7F, address >> 7, address & 0x7F]) + bytes.fromhex(data)
    return (message + bytes([sum(message) & 0x7F])).hex()


def test_for_people(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["recognize", str(capture(tmp_path / "line.bin")), "--device", "flagfall"])
    assert "1 white c3-d4" in shown.stdout


def test_what_cannot_be_used(tmp_path: Path) -> None:
    line = str(capture(tmp_path / "line.bin"))
    for wrong in (
        ["--device", "ouija"],
        ["--device", "flagfall", "--game", "3"],
        ["--device", "flagfall", "--sensor", "smell"],
        ["--device", "dgt", "-d", "renju"],
        ["--device", "dgt", "-d", "tiddlywinks"],
    ):
        result = CliRunner().invoke(app, ["recognize", line, *wrong])
        assert result.exit_code != 0
        assert str(result.exception)


def test_bytes_of_another_device_or_without_one_say_so(tmp_path: Path) -> None:
    held = str(capture(tmp_path / "line.bin"))
    other = CliRunner().invoke(app, ["recognize", held, "--device", "dgt"])
    assert (other.exit_code, "nothing of a dgt board" in other.stderr) == (0, True)
    right = CliRunner().invoke(app, ["recognize", held, "--device", "flagfall"])
    assert "nothing of" not in right.stderr
    unnamed = CliRunner().invoke(app, ["recognize", held])
    assert "a capture of raw bytes needs --device" in str(unnamed.exception)
