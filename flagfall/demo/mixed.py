"""A hall of every discipline and kind of board: several events side by side, for an event plays one discipline."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from flagfall.demo.run import Tell, run
from flagfall.demo.settings import MIXED, DemoSettings, check
from flagfall.ports import free_port

TABLES = (
    ("russian", "dgt"),
    ("international", "dgt"),
    ("chess", "dgt-chain"),
    ("renju", "flagfall"),
    ("giveaway", "flagfall-contacts"),
    ("international", "flagfall-text"),
    ("brazilian", "cpp"),
    ("russian", "screen"),
    ("chess", "dgt"),
    ("international", "flagfall"),
    ("giveaway", "dgt-chain"),
    ("renju", "screen"),
)
"""What is played on what, table by table: the first eight have every kind of device and every size of board, no two the
same. More tables begin again."""


def parts(settings: DemoSettings) -> tuple[DemoSettings, ...]:
    """The events of a mixed demo: one for each discipline, with its boards. Each has two players a table, and as many
    rounds as they can play."""
    devices: dict[str, list[str]] = {}
    for table in range(settings.tables):
        game, device = TABLES[table % len(TABLES)]
        devices.setdefault(game, []).append(device)
    return tuple(
        msgspec.structs.replace(
            settings,
            discipline=game,
            devices=tuple(kinds),
            tables=len(kinds),
            players=2 * len(kinds),
            rounds=min(settings.rounds, 2 * len(kinds) - 1),
            port=settings.port if not number else free_port(),
        )
        for number, (game, kinds) in enumerate(devices.items())
    )


async def run_mixed(settings: DemoSettings, tell: Tell, folder: Path | None = None) -> tuple[dict[str, Any], list[str]]:
    """Plays the events at once; the summary adds them up, and each line of boards and standings names its
    discipline.

    Raises what `flagfall.demo.run.run` raises.
    """
    check(settings)
    assert settings.discipline == MIXED
    with tempfile.TemporaryDirectory(prefix="flagfall-") as own:
        place = folder or Path(own)
        events = parts(settings)
        told = [_teller(tell, one.discipline) for one in events]
        ended = await asyncio.gather(
            *(run(one, say, place / one.discipline) for one, say in zip(events, told, strict=True))
        )
    summary: dict[str, Any] = {}
    differences = []
    for one, (part, wrong) in zip(events, ended, strict=True):
        differences += [f"{one.discipline}: {line}" for line in wrong]
        for key, value in part.items():
            if key == "rounds":
                summary[key] = max(summary.get(key, 0), value)
            elif key == "findings":
                found = summary.setdefault(key, {})
                for kind, count in value.items():
                    found[kind] = found.get(kind, 0) + count
            elif isinstance(value, list):
                summary.setdefault(key, []).extend({"discipline": one.discipline, **row} for row in value)
            else:
                summary[key] = summary.get(key, 0) + value
    return summary, differences


def _teller(tell: Tell, name: str) -> Tell:
    return lambda line: tell(f"{name}: {line}")
