"""Micro-matches with a play-off, and a knock-out, as real processes: check agrees with every round."""

from pathlib import Path

import pytest

from tests.flagfall.running import flagfall

pytestmark = pytest.mark.hall


async def test_micro_matches_and_a_play_off_are_played_without_a_hand(tmp_path: Path) -> None:
    options = ("--event", "micro-match", "--once", "--json", "--port", 0, "--data", tmp_path)
    code, summary, err = await flagfall("demo", *options)
    assert code == 0, err[-3000:]
    assert (summary["players"], summary["rounds"], summary["meetings"]) == (8, 3, 12)
    happened = {"kills": 1, "forfeits": 1, "lost_meetings": 1, "taken_back": 1}
    assert {key: summary[key] for key in happened} == happened
    assert summary["stages"] >= 1
    assert summary["rated"] == 22, "every game of eleven meetings; of one a player did not come"
    assert summary["games"] >= 22 + 1 + 2
    assert summary["play_off"]["winner"] == summary["winner"] == summary["standings"][0]["id"]
    assert [one["ok"] for one in summary["checked"]] == [True] * 3
    code, checked, err = await flagfall("check", tmp_path / "event.trf", "--system", "individual", "--json")
    assert code == 0, err
    assert set(checked) == {"rounds"}


async def test_a_knock_out_is_played_without_a_hand(tmp_path: Path) -> None:
    options = ("--event", "knockout", "--once", "--json", "--port", 0, "--data", tmp_path)
    code, summary, err = await flagfall("demo", *options)
    assert code == 0, err[-3000:]
    assert (summary["players"], summary["rounds"], summary["meetings"]) == (11, 4, 10)
    assert (summary["kills"], summary["forfeits"]) == (1, 1)
    assert [row["place"] for row in summary["standings"]][:5] == [1, 2, 3, 3, 5]
    code, checked, err = await flagfall("check", tmp_path / "event.trf", "--system", "knockout", "--json")
    assert code == 0, err
    assert [one["ok"] for one in checked["rounds"]] == [True] * 4
    code, over, _ = await flagfall("pair", tmp_path / "event.trf", "--system", "knockout", "--json")
    assert (code, over["pairs"]) == (1, None)
