"""Whole demos as real processes: an odd field, every irregularity, and processes killed in mid-round."""

import asyncio
import json
import os
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from flagfall.demo.boards import KINDS
from flagfall.demo.faults import broker_pid
from table.config import load

pytestmark = pytest.mark.hall


async def demo(*options: str, folder: Path) -> tuple[asyncio.subprocess.Process, "asyncio.Task[tuple[bytes, bytes]]"]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "flagfall", "demo", "--once", "--json", "--port", "0", "--data", str(folder)),
        *options,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    return process, asyncio.create_task(process.communicate())


async def summary_of(process: asyncio.subprocess.Process, said: "asyncio.Task[tuple[bytes, bytes]]") -> dict[str, Any]:
    out, err = await asyncio.wait_for(said, 200)
    assert process.returncode == 0, err.decode()[-3000:]
    summary: dict[str, Any] = json.loads(out)
    assert summary["events_lost"] == 0
    assert summary["events_stored"] == summary["events_sent"] > 0
    assert summary["plies_recorded"] == summary["plies_played"] > 0
    return summary


async def test_an_odd_field_without_irregularities_has_no_findings(tmp_path: Path) -> None:
    options = ("--tables", "2", "--players", "7", "--rounds", "2", "--speed", "200", "--irregularities", "none")
    summary = await summary_of(*await demo(*options, folder=tmp_path))
    assert summary["findings"] == {}, summary["findings"]
    assert summary["games"] == 6
    assert len(summary["standings"]) == 7
    assert sum(row["points"] for row in summary["standings"]) == 2 * 4  # three games and a bye in each round


async def test_a_micro_match_is_recorded_game_by_game_at_one_board(tmp_path: Path) -> None:
    """5.4.6: the second game comes to the table, and the table's computer to the second game."""
    options = ("--tables", "1", "--rounds", "1", "--games-per-pairing", "2", "--speed", "200")
    summary = await summary_of(*await demo(*options, "--irregularities", "none", folder=tmp_path))
    assert summary["games"] == 2
    assert sorted(path.stem for path in (tmp_path / "truth").iterdir()) == ["r1-t1", "r1-t1-g2"]
    assert sum(row["points"] for row in summary["standings"]) == 1


async def test_every_irregularity_is_found_and_ends_as_the_articles_say(tmp_path: Path) -> None:
    options = ("--tables", "8", "--rounds", "1", "--speed", "200")
    summary = await summary_of(*await demo(*options, folder=tmp_path))
    for kind in ("capture-missed", "touch-move", "flag-fall", "repetition", "move-limit"):
        assert summary["findings"].get(kind) == 1, (kind, summary["findings"])


async def test_openings_are_drawn_at_the_tables_and_laid_by_the_hands(tmp_path: Path) -> None:
    """5.4.1.3: with the signal; on a sensor board and on a screen, whose own clock starts with it."""
    options = ("--tables", "2", "--rounds", "1", "--speed", "200", "--board", "dgt", "--board", "screen")
    summary = await summary_of(*await demo(*options, "--draw-openings", "--irregularities", "none", folder=tmp_path))
    assert summary["findings"] == {}, summary["findings"]
    with closing(sqlite3.connect(tmp_path / "server" / "hall.db")) as store:
        told = [json.loads(data) for (data,) in store.execute("SELECT data FROM events ORDER BY arrival")]
    assert sum(event["kind"] == "opening-drawn" for event in told) == 2
    assert [event["ply"] for event in told if event["kind"] == "move" and event.get("drawn")] == [1, 2, 3, 4] * 2


@pytest.mark.long
async def test_nothing_is_lost_or_doubled_when_processes_are_killed(tmp_path: Path) -> None:
    """SIGKILL to the server, a table and the broker, each in mid-round; the demo starts them again."""
    process, said = await demo(
        *("--tables", "3", "--rounds", "1", "--speed", "40", "--irregularities", "none"), folder=tmp_path
    )
    await _playing(tmp_path)
    for name in ("server", "table 2", "broker"):
        before = await _killed(tmp_path, name)
        await _started_again(tmp_path, name, before)
        assert not said.done(), "the round must still be going on"
    await summary_of(process, said)
    restarted = json.loads((tmp_path / "children.json").read_text())
    assert len(restarted) == 4


def _running(folder: Path, name: str) -> int | None:
    """The process of this name; ``None`` between two starts."""
    if name == "broker":
        return broker_pid(folder)
    pid: int | None = json.loads((folder / "children.json").read_text())[name]
    return pid


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def _killed(folder: Path, name: str) -> int:
    """Kill it. Its note may still name one that has ended: a server that starts again brings its own broker."""
    for _ in range(400):
        pid = _running(folder, name)
        if pid is not None and _is_there(pid):
            os.kill(pid, signal.SIGKILL)
            return pid
        await asyncio.sleep(0.1)
    raise AssertionError(f"{name} does not run")


async def _started_again(folder: Path, name: str, before: int) -> None:
    for _ in range(400):
        if _running(folder, name) not in (before, None):
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{name} was not started again")


async def test_a_demo_that_is_ended_ends_its_processes(tmp_path: Path) -> None:
    process, said = await demo("--tables", "2", "--rounds", "1", "--speed", "10", folder=tmp_path)
    note = tmp_path / "children.json"
    pids: list[int | None] = []
    for _ in range(400):
        pids = [*json.loads(note.read_text()).values(), broker_pid(tmp_path)] if note.exists() else []
        if len(pids) == 4 and None not in pids:
            break
        await asyncio.sleep(0.1)
    process.terminate()
    await asyncio.wait_for(said, 60)
    assert process.returncode == 143
    assert len(pids) == 4
    assert [pid for pid in pids if pid is None or _is_there(pid)] == []


async def _playing(folder: Path) -> None:
    """Wait until hands have made a move at every table."""
    for _ in range(400):
        truths = list((folder / "truth").glob("*.jsonl"))
        if len(truths) == 3 and all(path.stat().st_size for path in truths):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("no game began")


async def test_a_demo_begins_in_an_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "hall.db").touch()
    process, said = await demo(folder=tmp_path)
    _, err = await said
    assert process.returncode == 2
    assert b"empty folder" in err


async def test_every_discipline_and_kind_of_board_side_by_side(tmp_path: Path) -> None:
    """Eight tables, each another kind of device and discipline: among them every device kind there is, the boards of
    8x8, 10x10 and 15x15, bare contacts, the JSON Lines twin and a chain."""
    options = ("-d", "mixed", "--tables", "8", "--rounds", "1", "--speed", "100", "--irregularities", "none")
    summary = await summary_of(*await demo(*options, folder=tmp_path))
    assert summary["tables"] == summary["games"] == 8
    assert set(summary["findings"]) <= {"five"}
    boards = [(row["board"], row["discipline"]) for row in summary["boards"]]
    assert sorted(boards) == [
        ("cpp", "brazilian"),
        ("dgt", "international"),
        ("dgt", "russian"),
        ("dgt-chain", "chess"),
        ("flagfall", "renju"),
        ("flagfall-contacts", "giveaway"),
        ("flagfall-text", "international"),
        ("screen", "russian"),
    ]
    assert {KINDS[board] for board, _ in boards} == {"cpp", "dgt", "dgt-chain", "flagfall", "screen"}
    for row in summary["boards"]:
        assert row["device"].split(" ")[0] == KINDS[row["board"]], row
    assert {row["discipline"] for row in summary["standings"]} == {game for _, game in boards}


@pytest.mark.long
async def test_the_tables_of_a_hall_on_one_chain(tmp_path: Path) -> None:
    """Four boards on one line, one process that serves their tables, and every ply of every board in the record."""
    options = ("--board", "dgt-chain", "--tables", "4", "--rounds", "1", "--speed", "60", "--irregularities", "none")
    summary = await summary_of(*await demo(*options, folder=tmp_path))
    assert summary["findings"] == {}
    assert [row["device"] for row in summary["boards"]] == [f"dgt-chain {1024 + table:05}" for table in range(1, 5)]
    assert set(json.loads((tmp_path / "children.json").read_text())) == {"server", "table chain"}
    tables = load(tmp_path / "table-chain.toml").table
    assert {table.line for table in tables} == {str(tmp_path / "lines" / "chain")}
    assert [table.bus for table in tables] == [1025, 1026, 1027, 1028]
