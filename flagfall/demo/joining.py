"""Where a demo plays, and how it reaches the server that it started."""

import asyncio
import contextlib
import json
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from flagfall.demo.children import Child
from rules.errors import FlagfallError

T = TypeVar("T")
READY_S = 60


class DemoError(FlagfallError):
    """The demo could not be played."""


async def in_folder(folder: Path | None, play: Callable[[Path], Awaitable[T]]) -> T:
    """Play in ``folder``, or in a new one that is removed afterwards. Raises DemoError where it holds an event."""
    place = folder or Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="flagfall-"))
    await asyncio.to_thread(place.mkdir, parents=True, exist_ok=True)
    if await asyncio.to_thread((place / "server" / "hall.db").exists):
        raise DemoError(f"{place} holds an event already: a demo begins in an empty folder")
    try:
        return await play(place)
    finally:
        if folder is None:
            await asyncio.to_thread(shutil.rmtree, place, ignore_errors=True)


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
