import asyncio
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from record.chain import digest
from record.events import SquareChanged, decode
from server import store as tables
from server.gamelog import Entry
from server.store import EventConflictError, Store, StoreError

POSTGRES = os.environ.get("FLAGFALL_TEST_DATABASE", "").startswith("postgresql")


def entries(log: Any) -> list[Entry]:
    return [Entry(decode(data), data, digest(data), 5) for data in log.events]


def stored(kept: Store) -> list[tuple[str, int]]:
    query = sa.select(tables.events.c.session, tables.events.c.seq).order_by(tables.events.c.arrival)
    return [(row.session, row.seq) for row in kept.read(lambda connection: connection.execute(query).all())]


async def test_events_are_on_the_disk_once_the_commit_returns(store: Store, tmp_path: Path, table_log: Any) -> None:
    log = table_log("g").write(*(SquareChanged(sq="c3", p=".") for _ in range(3)))
    await store.commit(lambda connection: store.insert_entries(connection, "g", entries(log)))
    with sqlite3.connect(tmp_path / "hall.db") as other:
        assert [row[0] for row in other.execute("SELECT data FROM events ORDER BY seq")] == log.events
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_the_writer_waits_for_the_disk(store: Store) -> None:
    level = await store.commit(lambda connection: connection.exec_driver_sql("PRAGMA synchronous").scalar())
    assert level == 2


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), min_size=1, max_size=12))
def test_the_same_events_again_change_nothing(tmp_path: Path, table_log: Any, windows: list[tuple[int, int]]) -> None:
    log = table_log("g").write(*(SquareChanged(sq="c3", p=str(n)) for n in range(10)))
    (tmp_path / "again.db").unlink(missing_ok=True)
    kept = Store(f"sqlite:///{tmp_path / 'again.db'}")
    try:

        async def run() -> int:
            parts = [entries(log)[first : first + length] for first, length in windows]
            jobs = [kept.commit(lambda c, part=part: kept.insert_entries(c, "g", part)) for part in parts]  # type: ignore[misc]
            return sum(await asyncio.gather(*jobs))

        fresh = asyncio.run(run())
        came = {seq for first, length in windows for seq in range(first + 1, min(first + length, 10) + 1)}
        assert fresh == len(came)
        assert sorted(seq for _, seq in stored(kept)) == sorted(came)
    finally:
        kept.close()


async def test_another_event_in_a_stored_place_is_refused_whole(store: Store, table_log: Any) -> None:
    one, other = (table_log("g").write(SquareChanged(sq=sq, p="."), SquareChanged(sq=sq, p=".")) for sq in ("a1", "c1"))
    await store.commit(lambda connection: store.insert_entries(connection, "g", entries(one)[:1]))
    with pytest.raises(EventConflictError, match="s1 1"):
        await store.commit(lambda connection: store.insert_entries(connection, "g", entries(other)[::-1]))
    assert stored(store) == [("s1", 1)]


async def test_one_failing_job_of_a_group_fails_alone(store: Store, table_log: Any) -> None:
    log = table_log("g").write(SquareChanged(sq="c3", p="."))

    def fail(connection: Any) -> None:
        connection.execute(sa.insert(tables.meta), {"key": "x", "value": "1"})
        raise ValueError("no")

    before = store.commits
    results = await asyncio.gather(
        store.commit(fail),
        store.commit(lambda connection: store.insert_entries(connection, "g", entries(log))),
        *(store.commit(lambda connection: None) for _ in range(20)),
        return_exceptions=True,
    )
    assert isinstance(results[0], ValueError)
    assert results[1] == 1
    assert store.read(lambda c: c.execute(sa.select(tables.meta)).all()) == []
    assert store.commits - before < 22


async def test_a_full_disk_is_a_store_error(store: Store) -> None:
    await store.commit(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=30").scalar())
    with pytest.raises(StoreError, match="full"):
        await store.commit(lambda connection: store.put(connection, tables.meta, {"key": "k", "value": "x" * 10**6}))
    await store.commit(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=100000").scalar())
    await store.commit(lambda connection: store.put(connection, tables.meta, {"key": "k", "value": "y"}))
    assert store.read(lambda c: c.execute(sa.select(tables.meta.c.value)).scalar()) == "y"


async def test_what_a_full_disk_takes_with_it_is_never_called_stored(store: Store) -> None:
    """SQLite rolls the whole transaction back when the disk is full: the small jobs of the group must still be kept."""
    await store.commit(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count=40").scalar())

    def put(key: str, size: int) -> Any:
        return store.commit(lambda connection: store.put(connection, tables.meta, {"key": key, "value": "x" * size}))

    results = await asyncio.gather(
        put("a", 1), put("b", 1), put("c", 10**6), put("d", 1), put("e", 10**6), put("f", 1), return_exceptions=True
    )
    assert [isinstance(result, StoreError) for result in results] == [False, False, True, False, True, False]
    kept = store.read(lambda c: c.execute(sa.select(tables.meta.c.key).order_by(tables.meta.c.key)).scalars().all())
    assert kept == ["a", "b", "d", "f"]


def test_a_store_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "hall.db").write_bytes(b"this is no database, but long enough to be read as one" * 20)
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path / 'hall.db'}")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgres//club", "expected sqlite:///PATH or postgresql"),
        ("postgresql+nodriver://flagfall@localhost/club", "expected sqlite:///PATH or postgresql"),
    ],
)
def test_an_address_that_is_none_says_what_is_expected(url: str, told: str) -> None:
    with pytest.raises(StoreError, match=told):
        Store(url, event="club")


def test_a_missing_driver_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'flagfall\[postgres\]'"):
        Store("postgresql+psycopg://flagfall:secret@localhost/club", event="club")


@pytest.mark.skipif(not POSTGRES, reason="FLAGFALL_TEST_DATABASE names no PostgreSQL")
async def test_an_event_has_one_server_even_after_its_connection_was_lost(database: str) -> None:
    first = Store(database, event="club")
    try:
        with pytest.raises(StoreError, match="held by another server"):
            Store(database, event="club")
        Store(database, event="other").close()
        engine = sa.create_engine(database)
        ended = sa.text(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
        )
        with engine.begin() as connection:
            assert set(connection.execute(ended).scalars()) == {True}
        await first.commit(lambda c: c.execute(sa.insert(tables.meta), {"key": "held", "value": "again"}))
        with pytest.raises(StoreError, match="held by another server"):
            Store(database, event="club")
        with engine.begin() as connection:
            connection.execute(ended)
            connection.execute(sa.text("DROP SCHEMA flagfall_other CASCADE"))
        second = Store(database, event="club")
        try:
            with pytest.raises(StoreError, match="held by another server"):
                await first.commit(lambda c: c.execute(sa.insert(tables.meta), {"key": "late", "value": "no"}))
        finally:
            second.close()
        engine.dispose()
    finally:
        first.close()


async def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.commit(lambda c: c.execute(sa.insert(tables.meta), {"key": "k", "value": "v"}))
