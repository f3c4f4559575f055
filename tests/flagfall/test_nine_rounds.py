"""Thirty players, nine rounds, all that happens to an office, as real processes: check agrees with every round."""

from pathlib import Path

import pytest

from tests.flagfall.running import flagfall

pytestmark = [pytest.mark.hall, pytest.mark.long]


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
