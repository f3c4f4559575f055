"""The pages over a real hall, spoken to without a network."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from server.accounts import Accounts
from server.config import parse
from server.hall import Hall
from server.store import Store
from server.web import app
from server.web.door import Door
from tests.server.web.scene import QUICK, Table, Time, event_text, middle_of_round, open_scene

HOST = "http://hall"


@dataclass
class Pages:
    """A hall with its pages, and a browser for each role."""

    hall: Hall
    accounts: Accounts
    app: Starlette
    clock: Time
    tables: dict[int, Table]

    @property
    def door(self) -> Door:
        """What the pages have at hand."""
        return self.app.state.door

    def browser(self) -> httpx.AsyncClient:
        """Someone who is not logged in."""
        return httpx.AsyncClient(
            transport=httpx.ASGITransport(app=self.app),
            base_url=HOST,
            headers={"origin": HOST, "accept-language": "en"},
        )

    async def logged_in(self, name: str) -> httpx.AsyncClient:
        """A browser in which ``name`` has logged in."""
        browser = self.browser()
        answer = await browser.post("/desk/login", data={"name": name, "password": "secret"})
        assert answer.status_code == 303, answer.text
        return browser


NAMES = {
    "chief-arbiter": "Смирнова Л.",
    "deputy": "deputy",
    "arbiter": "arbiter",
    "organiser": "organiser",
    "viewer": "viewer",
}

Make = Callable[..., Awaitable[Pages]]


@pytest.fixture
async def make(tmp_path: Path) -> AsyncIterator[Make]:
    """Opens a hall in the middle of a round: ``await make(tables=4, delay_s=0)``."""
    opened: list[tuple[Hall, Store]] = []

    async def pages(*, tables: int = 10, delay_s: int = 0, before: int = 0, running: bool = True) -> Pages:
        clock = Time()
        hall, accounts, store = await open_scene(tmp_path, clock, tables=tables, delay_s=delay_s)
        opened.append((hall, store))
        written = await middle_of_round(hall, clock, before=before) if running else {}
        return Pages(hall, accounts, app(hall, accounts, clock=clock), clock, written)

    yield pages
    for hall, store in opened:
        await hall.close()
        store.close()


Made = Callable[..., Awaitable[Pages]]


@pytest.fixture
async def event(tmp_path: Path) -> AsyncIterator[Made]:
    """Opens an event of the scene with more keys of ``[event]`` and other ones: ``await event(keys, old=new)``."""
    opened: list[tuple[Hall, Store]] = []

    async def make(keys: str, changes: dict[str, str] | None = None, *, tables: int = 3, **scene: Any) -> Pages:
        text = event_text(tmp_path, tables=tables, rounds=3, **scene).replace("seed = 11\n", f"seed = 11\n{keys}\n")
        for old, new in (changes or {}).items():
            text = text.replace(old, new)
        clock = Time()
        store = Store(f"sqlite:///{tmp_path / 'hall.db'}")
        hall = await Hall.open(parse(text), store, clock)
        opened.append((hall, store))
        accounts = Accounts(store, clock, QUICK)
        for role, name in NAMES.items():
            await accounts.set_password(name, role, "secret")
        return Pages(hall, accounts, app(hall, accounts, clock=clock), clock, {})

    yield make
    for hall, store in opened:
        await hall.close()
        store.close()
