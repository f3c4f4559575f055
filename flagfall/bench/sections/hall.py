"""The hall: how fast the server stores, folds and acknowledges what many tables send, and how fast it is back."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from flagfall.bench.benched_hall import BEGAN_MS, batches, settings
from flagfall.bench.measuring import figure
from server.hall import Hall
from server.store import Store

TITLE = "The hall: events stored and acknowledged, and opening a store again"

TABLES = 100
PLIES = 60


def measure() -> list[dict[str, Any]]:
    """All tables play a ply at the same moment, again and again: far more than people do. Wall time: disks count."""
    return asyncio.run(_measure())


async def _measure() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        event = settings(folder, TABLES)
        kept = Store(f"sqlite:///{folder / 'hall.db'}")
        hall = await Hall.open(event, kept, lambda: BEGAN_MS)
        await hall.pair_next()
        pairing = hall.pairing()
        assert pairing is not None
        tables = [(pair.table, list(batches(pair.game, PLIES, pair.table))) for pair in pairing.pairs]
        waits: list[float] = []
        events = 0

        async def send(table: int, sent: Any) -> None:
            began = time.perf_counter()
            taken = await hall.take_batch(table, sent)
            assert not taken.refused, taken.refused
            waits.append(1000 * (time.perf_counter() - began))

        began = time.perf_counter()
        for ply in range(PLIES):
            now = [(table, games[ply]) for table, games in tables if ply < len(games)]
            events += sum(len(batch.events) for _, batch in now)
            await asyncio.gather(*(send(table, batch) for table, batch in now))
        spent = time.perf_counter() - began
        await hall.close()
        await asyncio.to_thread(kept.close)
        began = time.perf_counter()
        kept = Store(f"sqlite:///{folder / 'hall.db'}")
        again = await Hall.open(event, kept, lambda: BEGAN_MS)
        plies = sum(len(state.plies) for state in again.games())
        opened = time.perf_counter() - began
        await again.close()
        await asyncio.to_thread(kept.close)
    assert plies == sum(len(games) for _, games in tables)
    cuts = statistics.quantiles(waits, n=100)
    return [
        figure(f"{TABLES} tables at once: events stored and acknowledged", events / spent, "events/s"),
        figure("a ply's acknowledgement, median", cuts[49], "ms"),
        figure("a ply's acknowledgement, worst of a hundred", cuts[98], "ms"),
        figure(f"opened again with {events} events, all games folded", opened, "s"),
    ]
