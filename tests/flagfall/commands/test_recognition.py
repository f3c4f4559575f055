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


def test_for_people(tmp_path: Path) -> None:
    shown = CliRunner().invoke(app, ["recognize", str(capture(tmp_path / "line.bin")), "--device", "flagfall"])
    assert "1 white c3-d4" in shown.stdout


def test_what_cannot_be_used(tmp_path: Path) -> None:
    line = str(capture(tmp_path / "line.bin"))
    for wrong in (
        ["--device", "abacus"],
        ["--device", "flagfall", "--game", "3"],
        ["--device", "flagfall", "--sensor", "smell"],
        ["--device", "dgt", "-d", "renju"],
        ["--device", "dgt", "-d", "tiddlywinks"],
    ):
        result = CliRunner().invoke(app, ["recognize", line, *wrong])
        assert result.exit_code != 0
        assert str(result.exception)
