"""Faults on purpose: processes of the running hall are ended as a power cut ends them, at seeded moments."""

import asyncio
import contextlib
import json
import os
import signal
from pathlib import Path
from random import Random
from typing import Protocol

from flagfall.demo.children import Child
from flagfall.demo.settings import DemoSettings

FIRST_S, LAST_S = 1.0, 4.0
"""A kill comes so long after the one before it, or after the round's start."""


class Hall(Protocol):
    """What can be hurt."""

    settings: DemoSettings
    folder: Path
    server: Child | None
    tables: list[Child]

    def tell(self, line: str, /) -> None: ...


async def kill_in_turn(hall: Hall, rng: Random, round_number: int) -> None:
    """Kill each kind of process that the settings name, once in this round, one after another."""
    kinds = list(hall.settings.kills)
    rng.shuffle(kinds)
    for kind in kinds:
        await asyncio.sleep(rng.uniform(FIRST_S, LAST_S))
        if kill(hall, kind, rng):
            hall.tell(f"Round {round_number}: killed the {kind}")


def kill(hall: Hall, kind: str, rng: Random) -> bool:
    """SIGKILL to the server, to one of the tables, or to the broker. False when it was not running."""
    if kind == "server":
        return hall.server is not None and hall.server.kill()
    if kind == "table":
        return rng.choice(hall.tables).kill()
    pid = broker_pid(hall.folder)
    if pid is None:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


def broker_pid(folder: Path) -> int | None:
    """The broker that the server's note names."""
    try:
        return int(json.loads((folder / "server" / "broker" / "pid").read_text("utf-8"))["pid"])
    except (OSError, ValueError, KeyError):
        return None
