"""`flagfall simulate table`: what its players played is what the bytes of the line tell."""

import asyncio
import time
from pathlib import Path

import pytest

import rules
from board.trace import recognize_events
from flagfall.demo.scripts import scripts
from flagfall.simulated_table import play_table
from hardware.devices import DeviceSettings, device_kind
from hardware.link import Link
from hardware.recording import Recording
from hardware.simulate import Simulation
from hardware.transport import SerialLine
from hardware.virtual.truth import read_truth
from rules.errors import SettingsError


@pytest.mark.parametrize("device", ["dgt", "flagfall"])
async def test_each_game_is_on_the_line_as_it_was_played(device: str, tmp_path: Path) -> None:
    simulation = Simulation(at=str(tmp_path / "line"), kind=device, base_ms=900_000, increment_ms=5_000, speed=150)
    said: list[str] = []
    games = scripts(None)[:2]
    playing = asyncio.create_task(
        play_table(simulation, games, said.append, truth=tmp_path / "truth", pause_s=0.3, rounds=3)
    )
    while not said:  # noqa: ASYNC110 - the address comes at once
        await asyncio.sleep(0.01)
    kind, raw = device_kind(device), bytearray()
    settings = DeviceSettings(discipline="russian")
    line = SerialLine(said[0])
    link = Link(line, kind.open(settings), lambda event: None, lambda: time.monotonic_ns() // 10**6, capture=raw.extend)
    listening = asyncio.create_task(link.run())
    await asyncio.wait_for(playing, 60)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    played = [read_truth((tmp_path / "truth" / f"game-{n}.jsonl").read_bytes().splitlines(True)) for n in (1, 2, 3)]
    moves = [[line.move for line in truth if line.move] for truth in played]
    assert moves == [list(games[at].moves) for at in (0, 1, 0)]
    recorded = Recording(bytes(raw), kind, settings, rules.discipline("russian")).games
    found = [[ply["move"] for ply in recognize_events(game)["plies"]] for game in recorded]
    assert [game for game in found if game] == moves
    assert [line.split(": ")[0] for line in said[1:]] == [games[at].source for at in (0, 1, 0)]


async def test_what_cannot_be_served_is_told() -> None:
    with pytest.raises(SettingsError, match="cannot be used for"):
        await play_table(Simulation(at="x", kind="dgt", discipline="renju"), [], print)
