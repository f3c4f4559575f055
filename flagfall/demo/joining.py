"""How a demo reaches the server that it started."""

import asyncio
import contextlib
import json
from pathlib import Path

from flagfall.demo.children import Child
from rules.errors import FlagfallError

READY_S = 60


class DemoError(FlagfallError):
    """The demo could not be played."""


async def joined(server: Child, folder: Path) -> dict[str, str]:
    """What the server's ``join.json`` says, once its pages answer. Raises DemoError with the server's own words when it
    will not be up."""
    note = folder / "server" / "join.json"
    for _ in range(READY_S * 10):
        if server.gave_up:
            raise DemoError(f"the server does not start:\n{server.gave_up}")
        with contextlib.suppress(OSError, ValueError):
            join: dict[str, str] = json.loads(await asyncio.to_thread(note.read_text))
            if await _answers(join["http"]):
                return join
        await asyncio.sleep(0.1)
    raise DemoError(f"the server did not come up within {READY_S} s:\n{server.tail()}")


async def _answers(address: str) -> bool:
    import httpx

    try:
        async with httpx.AsyncClient(base_url=address, timeout=2) as client:
            return (await client.get("/api/event")).status_code == 200
    except httpx.HTTPError:
        return False
