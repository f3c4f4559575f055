"""Thirty players, nine rounds, all that happens to an office, as real processes: check agrees with every round."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.hall, pytest.mark.long]


async def flagfall(*words: object) -> tuple[int, Any, str]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "flagfall", *map(str, words)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, err = await asyncio.wait_for(process.communicate(), 280)
    assert process.returncode is not None
    return process.returncode, json.loads(out), err.decode()


async def test_nine_rounds_are_played_and_check_agrees_with_each(tmp_path: Path) -> None:
    options = ("--event", "nine-rounds", "--once", "--json", "--port", 0, "--data", tmp_path)
    code, summary, err = await flagfall("demo", *options)
    assert code == 0, err[-3000:]
    assert (summary["players"], summary["rounds"]) == (31, 9)
    happened = {"withdrawals": 2, "late": 1, "forfeits": 1, "adjourned": 1, "by_hand": 1, "undone": 1, "kills": 1}
    assert {key: summary[key] for key in happened} == happened
    assert [one["ok"] for one in summary["checked"]] == [True] * 9
    assert [one["round"] for one in summary["checked"] if "manual" in one] == [5]
    code, checked, err = await flagfall("check", tmp_path / "event.trf", "--system", "individual", "--json")
    assert code == 0, err
    assert set(checked) == {"rounds"}
    differing = {one["round"] for one in checked["rounds"] if one["differences"]}
    assert differing == {5}, "only the round that was changed by hand differs, with its reason"
    code, table, _ = await flagfall("standings", tmp_path / "event.trf", "--tiebreaks", "buchholz", "--json")
    assert code == 0
    placed = [(row["place"], row["id"], row["points"]) for row in table["standings"]]
    assert len(placed) == 31
    assert [(row["id"], row["points"]) for row in summary["standings"]][:1] == [placed[0][1:]]
