"""Every trace file gives exactly the answer beside it: plies, findings with grade, article and time, position, sync."""

import json
from pathlib import Path

import pytest

from board.trace import recognize
from rules.law.findings import clocks, draws, irregularities, renju

TRACES = Path(__file__).parent / "traces"
FILES = sorted(TRACES.glob("*.jsonl"))


@pytest.mark.parametrize("trace", FILES, ids=lambda path: path.stem)
def test_the_trace_gives_the_answer_beside_it(trace):
    expected = json.loads(trace.with_suffix(".expected.json").read_text())
    assert recognize(trace.read_text().splitlines()) == expected


def test_every_kind_that_a_draughts_board_or_clock_shows_has_a_trace():
    # What only the hall sees (arrivals, silent devices, chains) is no matter of a trace.
    # flag-after-agreement comes after the game's end, where a trace adds nothing.
    shown = {
        finding["kind"]
        for path in TRACES.glob("*.expected.json")
        for finding in json.loads(path.read_text())["findings"]
    }
    wanted = {kind.name for module in (irregularities, clocks, draws) for kind in module.KINDS}
    wanted -= {"flag-after-agreement", "claim-lapsed"}
    assert wanted <= shown, sorted(wanted - shown)
    assert {"out-of-sync", "clock-disagrees", "counts-disagree"} <= shown


def test_every_kind_of_renju_has_a_trace():
    shown = {
        finding["kind"]
        for path in TRACES.glob("renju-*.expected.json")
        for finding in json.loads(path.read_text())["findings"]
    }
    wanted = {kind.name for kind in renju.KINDS}
    assert wanted <= shown, sorted(wanted - shown)
