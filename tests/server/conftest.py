"""A small event, a clock that a test turns, and a table that writes its log as a table client does."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from record.chain import digest, root, seal
from record.events import Event
from record.messages import LogBatch
from server.config import Settings, parse
from server.hall import Hall
from server.store import Store
from server.times import iso
from tests.server.team_talk import team_text

EVENT = """
[event]
id = "club"
name = {{ ru = "Клуб", en = "Club" }}
discipline = "russian"
tempo = "rapid"
control = "15m+5s"
rounds = {rounds}
system = "individual"
tiebreaks = ["buchholz"]
first_colour = "white"
seed = 11

[regulations]
broadcast_delay_s = {delay}
{regulations}

[server]
host = "127.0.0.1"
port = 0
data = "{data}"

[[table]]
number = 1

[[table]]
number = 2
device = "board"

[[table]]
number = 7
device = "board"
{more}
"""


class Time:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms

    def on(self, ms: int) -> None:
        self.ms += ms


class TableLog:
    """What a table client writes for one session."""

    def __init__(self, game: str, session: str = "s1", installation: str = "inst-a") -> None:
        self.game, self.session, self.installation, self.t0 = game, session, installation, 1_700_000_000_000
        self.events: list[bytes] = []

    def write(self, *events: Event) -> "TableLog":
        for event in events:
            seq = len(self.events) + 1
            prev = digest(self.events[-1]) if self.events else root(self.game, self.session)
            _, data = seal(event, session=self.session, seq=seq, t_ms=100 * seq, at=iso(self.t0 + 100 * seq), prev=prev)
            self.events.append(data)
        return self

    def batch(self, first: int = 1, last: int | None = None) -> LogBatch:
        part = self.events[first - 1 : last]
        return LogBatch(
            game=self.game,
            session=self.session,
            installation=self.installation,
            events=tuple(msgspec.Raw(data) for data in part),
        )


def event_text(
    data: Path | str = "data",
    *,
    players: int = 5,
    rounds: int = 3,
    delay: int = 0,
    more: str = "",
    regulations: str = "",
) -> str:
    listed = "".join(
        f'\n[[player]]\nname = "Player {number}"\nrating = {2300 - 10 * number}\n' for number in range(1, players + 1)
    )
    return EVENT.format(data=data, rounds=rounds, delay=delay, more=more + listed, regulations=regulations)


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def text() -> Callable[..., str]:
    return event_text


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    def make(**choices: Any) -> Settings:
        return parse(event_text(tmp_path, **choices))

    return make


@pytest.fixture
def table_log() -> type[TableLog]:
    return TableLog


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store(f"sqlite:///{tmp_path / 'hall.db'}")
    yield kept
    kept.close()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[str]:
    """Where the hall of this test is stored: a file, or an empty PostgreSQL where FLAGFALL_TEST_DATABASE names one."""
    url = os.environ.get("FLAGFALL_TEST_DATABASE")
    if not url:
        yield f"sqlite:///{tmp_path / 'hall.db'}"
        return
    yield url
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        for event in ("club", "cup"):
            connection.execute(sa.text(f"DROP SCHEMA IF EXISTS flagfall_{event} CASCADE"))
    engine.dispose()


@pytest.fixture
async def open_event(database: str, clock: Time) -> AsyncIterator[Callable[[Settings], Awaitable[Hall]]]:
    """Opens the event of settings in this test's store; again, after the first, as a server does that was killed."""
    opened: list[Store] = []

    async def make(settings: Settings) -> Hall:
        if opened and database.startswith("postgresql"):  # the killed server's lock went with it
            await asyncio.to_thread(opened[-1].close)
        kept = Store(database, event=settings.event.id)
        opened.append(kept)
        return await Hall.open(settings, kept, clock, new_seed=5)

    yield make
    for kept in opened:
        await asyncio.to_thread(kept.close)


@pytest.fixture
def open_hall(
    open_event: Callable[[Settings], Awaitable[Hall]], settings: Callable[..., Settings]
) -> Callable[..., Awaitable[Hall]]:
    """Opens the event of `event_text` with other choices."""
    return lambda **choices: open_event(settings(**choices))


@pytest.fixture
def teams(open_event: Callable[[Settings], Awaitable[Hall]], tmp_path: Path) -> Callable[..., Awaitable[Hall]]:
    """Opens a team event in this test's store; again, after the first, as a server does that was killed."""
    return lambda **choices: open_event(parse(team_text(tmp_path, **choices)))
