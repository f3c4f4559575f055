"""The broadcast: how soon a move is with everybody who watches its board, over real connections to a real server."""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import uvicorn

from flagfall.bench.benched_hall import batches, settings
from flagfall.bench.measuring import figure
from server.accounts import Accounts
from server.hall import Hall
from server.serve import wall_ms
from server.store import Store
from server.web import app

TITLE = "The broadcast: a move to everybody who watches its board"

WATCHING = (100, 400)
MOVES = 20


def measure() -> list[dict[str, Any]]:
    """Wall time from the acknowledged move to each watcher's last byte; the watchers are in the server's process, which
    makes it slower than it is for people on other computers."""
    return [line for watching in WATCHING for line in asyncio.run(_measure(watching))]


async def _measure(watching: int) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kept = Store(f"sqlite:///{folder / 'hall.db'}")
        hall = await Hall.open(settings(folder, 1), kept, wall_ms)
        await hall.pair_next()
        pairing = hall.pairing()
        assert pairing is not None
        sent = list(batches(pairing.pairs[0].game, MOVES, 1))
        server = uvicorn.Server(uvicorn.Config(app(hall, Accounts(kept, wall_ms)), port=0, log_config=None))
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        readers = [await _watch(port) for _ in range(watching)]
        waits: list[float] = []
        used = time.process_time()
        for batch in sent:
            waiting = asyncio.gather(*(_heard(reader) for reader, _ in readers))
            await hall.take_batch(1, batch)
            began = time.perf_counter()
            waits += [1000 * (when - began) for when in await waiting]
        used = time.process_time() - used
        for _, writer in readers:
            writer.close()
        server.should_exit = True
        hall.changes.close()
        await serving
        await hall.close()
        await asyncio.to_thread(kept.close)
    cuts = statistics.quantiles(waits, n=100)
    return [
        figure(f"{watching} watch a board: a move is there, median", cuts[49], "ms"),
        figure(f"{watching} watch a board: worst of a hundred", cuts[98], "ms"),
        figure(f"{watching} watch a board: processor time a move", 1000 * used / len(sent), "ms"),
    ]


async def _watch(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /events?view=board&table=1&lang=en HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def _heard(reader: asyncio.StreamReader) -> float:
    """When the frame with the board was whole; other frames, such as the head's, go by."""
    while True:
        frame = await reader.readuntil(b"\n\n")
        if b"ff-board" in frame:
            return time.perf_counter()
