"""Six teams, three rounds, as real processes: line-ups, a reserve, an empty board, a bye, rulings; the file agrees."""

from pathlib import Path

import pytest

from tests.flagfall.running import flagfall

pytestmark = pytest.mark.hall


async def test_a_team_event_is_played_without_a_hand_and_its_file_agrees(tmp_path: Path) -> None:
    options = ("--event", "teams", "--once", "--json", "--port", 0, "--data", tmp_path)
    code, summary, err = await flagfall("demo", *options)
    assert code == 0, err[-3000:]
    assert (summary["teams"], summary["players"], summary["rounds"], summary["matches"]) == (6, 30, 3, 3 + 2 + 3)
    happened = {
        "reserves": 1,
        "empty_boards": 1,
        "byes": 1,
        "away": 1,
        "late_line_ups": 1,
        "wrong_boards": 1,
        "kills": 1,
        "withdrawals": 1,
    }
    assert {key: summary[key] for key in happened} == happened
    assert summary["games"] == 8 * 4 - 1
    assert (summary["gone"], len(summary["standings"])) == ([5], 5)
    code, checked, _ = await flagfall("check", tmp_path / "event.trf", "--teams", "match-points", "--json")
    assert (code, [one["ok"] for one in checked["rounds"]]) == (0, [True] * 3)
    code, table, _ = await flagfall("standings", tmp_path / "event.trf", "--teams", "match-points", "--json")
    assert code == 0
    assert {row["name"] for row in table["teams"]} == {"Звезда", "Заря", "Маяк", "Волга", "Север", "Сокол"}
    assert set(table["teams"][0]["criteria"]) == {
        *("game-points", "direct-encounter", "match-wins", "sonneborn-berger", "board-results")
    }
