"""A simulated table: a virtual board and clock with two players, who play one game after another for who listens."""

import asyncio
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import cast

import msgspec

from flagfall.demo.hands import Board, Hands, Pace
from flagfall.demo.plan import Play, Script
from hardware.simulate import Simulation, serve

Tell = Callable[[str], None]

LEAST_TOUCH_REAL_MS = 250
"""A piece that counts as held is held so long in real time, however fast the game goes."""


async def play_table(
    simulation: Simulation,
    games: Sequence[Script],
    tell: Tell,
    *,
    truth: Path | None = None,
    careful: bool = False,
    pause_s: float = 5.0,
    rounds: int | None = None,
) -> None:
    """Serve a board and play ``games`` on it in turn, again and again, or ``rounds`` games and no more.

    Nothing happens while nobody has the line open. ``careful`` players take men off when their capture is finished.
    ``pause_s`` real seconds pass between two games. ``truth`` is a folder for what was played: a JSON Lines file of
    each game (`hardware.virtual.truth`). Raises SettingsError with every fault of ``simulation``.
    """
    shell = await serve(msgspec.structs.replace(simulation, hold=True))
    tell(shell.line.address)
    speed = max(1, round(simulation.speed))
    pace = Pace(
        speed=speed,
        base_ms=simulation.base_ms,
        increment_ms=simulation.increment_ms,
        touch_ms=max(1_000, LEAST_TOUCH_REAL_MS * speed),
        careful=careful,
    )
    hands = Hands(1, cast(Board, shell.device), shell, pace)
    rng = Random(simulation.seed)
    try:
        number = 0
        while rounds is None or number < rounds:
            script = games[number % len(games)]
            number += 1
            await hands.sit_down(simulation.discipline, "")
            file = Path(os.devnull) if truth is None else truth / f"game-{number}.jsonl"
            ending = await hands.play(simulation.discipline, Play(script=script), file, rng, _nobody)
            shell.do(lambda device, now_ms: device.stop_clock(now_ms))
            tell(f"{script.source}: {hands.plies} plies, {ending.result or '*'}")
            await asyncio.sleep(pause_s)
    finally:
        await shell.close()


async def _nobody(kind: str, ply: int) -> str:
    raise AssertionError(f"no arbiter is needed: {kind} on ply {ply}")
