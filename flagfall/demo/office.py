"""A hall without boards: a served event, its office and its phones, as processes and over HTTP."""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

from flagfall.demo.children import Child, flagfall
from flagfall.demo.http import HallClient
from flagfall.demo.joining import DemoError, joined
from flagfall.demo.people import LOOK_S, Arbiter
from flagfall.demo.settings import ARBITER, DemoSettings

Tell = Callable[[str], None]
PHONES = ("1-0", "1/2-1/2", "0-1")
"""What two phones may agree on."""
ROUND_S = 60


class Office:
    """One event. ``tell`` gets the progress lines; ``folder`` holds everything it writes, ``event.trf`` at the end;
    ``happened`` counts what happened to the office."""

    def __init__(self, settings: DemoSettings, folder: Path, tell: Tell) -> None:
        self.settings, self.folder, self.tell = settings, folder, tell
        self.happened: dict[str, int] = {}
        self.rng = Random(settings.seed)
        self.password = secrets.token_urlsafe(9)

    @contextlib.asynccontextmanager
    async def served(self, event: Path, desk: str = "/desk") -> AsyncIterator[tuple[HallClient, Arbiter, Child]]:
        """The event of the file ``event`` while it is served: the hall, its arbiter, the server's process. ``desk`` is
        the page to begin with. Raises DemoError when the hall does not come up."""
        server = Child("server", flagfall("serve", str(event)), self.folder / "server.log")
        server.start()
        try:
            base = (await joined(server, self.folder))["http"].rstrip("/")
            hall = HallClient(base)
            arbiter = Arbiter(hall, ARBITER, self.password)
            try:
                await arbiter.log_in()
                self.tell(f"Desk: {base}{desk}   name {ARBITER}, password {self.password}")
                yield hall, arbiter, server
                if not self.settings.once:
                    self.tell(f"The event is over; the pages stay at {base} until Ctrl-C.")
                    await asyncio.Event().wait()
            finally:
                await hall.close()
        finally:
            await server.stop()

    async def act(self, arbiter: Arbiter, act: str, fields: dict[str, Any], counted: str = "") -> None:
        """An act of the office, counted as ``counted``. Raises DemoError when it is refused."""
        answer = await arbiter.office(act, fields)
        if not answer.get("ok"):
            raise DemoError(f"{act}: {answer}")
        if counted:
            self.count(counted)

    async def over(self, arbiter: Arbiter, number: int) -> None:
        """Wait until every result of round ``number`` is confirmed. Raises DemoError when it does not end."""
        for _ in range(ROUND_S * 10):
            desk = await arbiter.desk()
            if desk["round"] == number and not desk["unfinished"]:
                return
            await asyncio.sleep(LOOK_S)
        raise DemoError(f"round {number} does not end")

    def count(self, what: str, more: int = 1) -> None:
        """Something happened."""
        self.happened[what] = self.happened.get(what, 0) + more

    async def keep(self, trf: str) -> None:
        """Write the exported event beside its files."""
        await asyncio.to_thread((self.folder / "event.trf").write_text, trf, "utf-8")
