"""The hall's memory on disk: SQLAlchemy Core over SQLite (WAL, synchronous=FULL) or PostgreSQL.

One thread writes. Jobs that wait are committed together (about 250 fsyncs a second are all that a disk gives), each in
its own savepoint, so that one that fails fails alone. Readers use connections of their own and never wait for it.

Everything that happened to a game is in ``events``, the desk's log too (session ``desk``). ``games.result`` is a cache
of the fold, for those who must not fold a whole event to print its standings.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy import event as event_of
from sqlalchemy import exc
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection, Engine

from rules.errors import FlagfallError
from server.gamelog import Entry

T = TypeVar("T")
GROUP = 256
"""How many waiting jobs are committed together at most."""

schema = sa.MetaData()


def _kept(name: str, key: str, kind: type[sa.Integer] | type[sa.Text] = sa.Integer) -> sa.Table:
    """A table of whole things by one key."""
    return sa.Table(
        name,
        schema,
        sa.Column(key, kind, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )


meta = sa.Table(
    "meta", schema, sa.Column("key", sa.Text, primary_key=True), sa.Column("value", sa.Text, nullable=False)
)
events = sa.Table(
    "events",
    schema,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("hash", sa.Text, nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("received_ms", sa.BigInteger, nullable=False),
    sa.Column("arrival", sa.BigInteger, nullable=False, index=True),
    sqlite_with_rowid=False,
)
games = sa.Table(
    "games",
    schema,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("round", sa.Integer, nullable=False, index=True),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("table_no", sa.Integer, nullable=False),
    sa.Column("white", sa.Integer, nullable=False),
    sa.Column("black", sa.Integer, nullable=False),
    sa.Column("assignment", sa.LargeBinary, nullable=False),
    sa.Column("result", sa.Text),
)
turned = sa.Table("turned", schema, sa.Column("game", sa.Text, primary_key=True))
sessions = sa.Table(
    "sessions",
    schema,
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("session", sa.Text, primary_key=True),
    sa.Column("table_no", sa.Integer, nullable=False),
    sa.Column("installation", sa.Text, nullable=False),
)
bindings = sa.Table(
    "bindings",
    schema,
    sa.Column("table_no", sa.Integer, primary_key=True),
    sa.Column("installation", sa.Text, nullable=False),
)
players = _kept("players", "id")
byes = sa.Table(
    "byes",
    schema,
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("player", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
)
rounds = _kept("rounds", "round")
undone = _kept("undone", "number")
adjourned = _kept("adjourned", "game", sa.Text)
orders = _kept("orders", "number")
acts = _kept("acts", "number")
further = _kept("further", "game", sa.Text)
lost_meetings = _kept("lost_meetings", "game", sa.Text)
play_offs = _kept("play_offs", "number")
teams = _kept("teams", "id")
team_orders = _kept("team_orders", "number")
accounts = sa.Table(
    "accounts",
    schema,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("hash", sa.Text, nullable=False),
)
tokens = sa.Table(
    "tokens",
    schema,
    sa.Column("token", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("until_ms", sa.BigInteger),
)
alarms = sa.Table(
    "alarms",
    schema,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("table_no", sa.Integer, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
    sa.Column("settled_by", sa.Text),
)


class StoreError(FlagfallError):
    """The store could not keep something: nothing of it counts."""


class EventConflictError(StoreError):
    """Another event is already stored under the same game, session and seq."""


class _Job(NamedTuple):
    work: Callable[[Connection], Any]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[Any]


class Store:
    """An open store. ``url`` is SQLAlchemy's: ``sqlite:///PATH`` or ``postgresql+psycopg://...``.

    ``event`` (an id) keeps events apart in one PostgreSQL database: each has its own schema. One server at a time may
    hold an event there (an advisory lock); for SQLite the data folder's lock sees to that (`server.broker.FolderLock`).
    """

    def __init__(self, url: str, *, event: str = "") -> None:
        self._event = event
        self._held: Connection | None = None
        self._engine = _engine(url, event)
        try:
            if self._engine.dialect.name == "postgresql":
                _own_schema(self._engine, event)
                self._hold()
            with self._engine.begin() as connection:
                schema.create_all(connection)
            with self._engine.connect() as connection:
                self._arrival = connection.execute(sa.select(sa.func.max(events.c.arrival))).scalar() or 0
        except exc.SQLAlchemyError as fault:
            self._release()
            raise StoreError(f"the store {self._engine.url!s} cannot be opened: {fault}") from fault
        except StoreError:
            self._release()
            raise
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()
        self.commits = 0
        self._closed = False

    def _hold(self) -> None:
        connection = self._engine.connect()
        held = connection.execute(
            sa.text("SELECT pg_try_advisory_lock(hashtextextended(:name, 0))"), {"name": f"flagfall {self._event}"}
        )
        if not held.scalar():
            connection.close()
            raise StoreError(f"event {self._event!r} is held by another server of this database")
        connection.commit()
        self._held = connection

    def _hold_still(self) -> None:
        """The lock ends with its connection, and the next server may take the event from then on: before anything is
        written the connection must answer, or the lock be taken again."""
        if self._held is None:
            return
        try:
            self._held.execute(sa.text("SELECT 1"))
            self._held.commit()
        except exc.SQLAlchemyError:
            self._held.invalidate()
            self._held.close()
            self._hold()

    def _release(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None
        self._engine.dispose()

    async def commit(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on the writing thread; its answer, once everything it wrote is on the disk.

        Raises StoreError when it is not; exceptions of ``work`` itself come as they are.
        """
        if self._closed:
            raise StoreError("not stored: the store is closed")
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, loop, done))
        return await done

    def read(self, work: Callable[[Connection], T]) -> T:
        """Run ``work`` on a connection for reading, in the calling thread."""
        with self._engine.connect() as connection:
            return work(connection)

    def fill(self, rows: Mapping[sa.Table, Sequence[dict[str, Any]]]) -> None:
        """Insert rows as they are, in one transaction of the calling thread: for a new store that nobody uses yet."""
        with self._engine.begin() as connection:
            for table, each in rows.items():
                if each:
                    connection.execute(sa.insert(table), list(each))

    def close(self) -> None:
        """Commit what waits, then close. Safe to call twice."""
        self._closed = True
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()
        self._release()

    def insert_entries(self, connection: Connection, game: str, entries: Sequence[Entry]) -> int:
        """Store ``entries``; how many were new. The same again changes nothing; another one in the place of a stored
        one raises EventConflictError. For use inside `commit`."""
        fresh = 0
        for entry in entries:
            self._arrival += 1
            row = {
                "game": game,
                "session": entry.event.session,
                "seq": entry.event.seq,
                "hash": entry.hash,
                "data": entry.data,
                "received_ms": entry.received_ms,
                "arrival": self._arrival,
            }
            if connection.execute(self.insert_new(events), row).rowcount:
                fresh += 1
                continue
            place = (events.c.game == game) & (events.c.session == entry.event.session)
            stored = sa.select(events.c.hash).where(place & (events.c.seq == entry.event.seq))
            if connection.execute(stored).scalar() != entry.hash:
                raise EventConflictError(f"{game}: another event is stored as {entry.event.session} {entry.event.seq}")
        return fresh

    def insert_new(self, table: sa.Table) -> Any:
        """An insert into ``table`` that leaves rows which are there already as they are."""
        insert: Any = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        return insert(table).on_conflict_do_nothing()

    def put(self, connection: Connection, table: sa.Table, row: dict[str, Any]) -> None:
        """Insert ``row`` or replace the one with its primary key."""
        insert: Any = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        keys = [column.name for column in table.primary_key]
        changed = {name: value for name, value in row.items() if name not in keys}
        connection.execute(insert(table).values(row).on_conflict_do_update(index_elements=keys, set_=changed))

    def _run(self) -> None:
        ending = False
        while not ending:
            jobs: list[_Job] = []
            first = self._jobs.get()
            while True:
                if first is None:
                    ending = True
                    break
                jobs.append(first)
                if len(jobs) >= GROUP:
                    break
                try:
                    first = self._jobs.get_nowait()
                except queue.Empty:
                    break
            if jobs:
                self._commit(jobs)

    def _commit(self, jobs: Sequence[_Job]) -> None:
        """Commit ``jobs`` together; where the database itself fails, one by one: SQLite gives up a whole transaction
        when its disk is full, so that what the others of the group wrote is gone as well."""
        if len(jobs) == 1:
            self._commit_alone(jobs[0])
            return
        outcomes: list[tuple[_Job, Any, Exception | None]] = []
        try:
            self._hold_still()
            with self._engine.begin() as connection:
                for job in jobs:
                    try:
                        with connection.begin_nested():
                            outcomes.append((job, job.work(connection), None))
                    except exc.IntegrityError as fault:
                        outcomes.append((job, None, _as_store_error(fault)))
                    except exc.SQLAlchemyError:
                        raise
                    except Exception as fault:  # the job's own: told to whoever asked for it
                        outcomes.append((job, None, fault))
        except Exception:
            for job in jobs:
                self._commit_alone(job)
            return
        self.commits += 1
        for job, answer, problem in outcomes:
            _tell(job, answer, problem)

    def _commit_alone(self, job: _Job) -> None:
        try:
            self._hold_still()
            with self._engine.begin() as connection:
                answer = job.work(connection)
        except Exception as fault:
            _tell(job, None, _as_store_error(fault))
            return
        self.commits += 1
        _tell(job, answer, None)


def desk_key(connection: Connection, made: bytes) -> bytes:
    """The seed of the key that signs the desk's logs; ``made`` becomes it where the store has none yet."""
    kept = connection.execute(sa.select(meta.c.value).where(meta.c.key == "desk-key")).scalar()
    if kept is not None:
        return bytes.fromhex(kept)
    connection.execute(sa.insert(meta), {"key": "desk-key", "value": made.hex()})
    return made


def begin(connection: Connection, event: str, seed: int, members: Sequence[dict[str, Any]]) -> int:
    """Write a new event's first rows, or check that the store holds ``event``; the seed that it keeps.

    Raises StoreError when the store holds another event.
    """
    known = {row.key: row.value for row in connection.execute(sa.select(meta))}
    if known.get("event", event) != event:
        raise StoreError(f"the store holds the event {known['event']!r}, not {event!r}: choose another data folder")
    if "event" in known:
        return int(known["seed"])
    for key, value in (("event", event), ("seed", str(seed)), ("schema", "1")):
        connection.execute(sa.insert(meta), {"key": key, "value": value})
    for member in members:
        connection.execute(sa.insert(players), member)
    return seed


def _tell(job: _Job, answer: Any, problem: Exception | None) -> None:
    with contextlib.suppress(RuntimeError):  # its loop is closed: no one waits any more
        job.loop.call_soon_threadsafe(_settle, job.done, answer, problem)


def _settle(done: asyncio.Future[Any], answer: Any, problem: BaseException | None) -> None:
    if done.cancelled():
        return
    if problem is not None:
        done.set_exception(problem)
    else:
        done.set_result(answer)


def _as_store_error(fault: Exception) -> Exception:
    return StoreError(f"not stored: {fault}") if isinstance(fault, exc.SQLAlchemyError) else fault


def _schema_name(event: str) -> str:
    return f"flagfall_{event.replace('-', '_')}"


def _own_schema(engine: Engine, event: str) -> None:
    with engine.begin() as connection:
        connection.execute(sa.text(f"CREATE SCHEMA IF NOT EXISTS {_schema_name(event)}"))


def _engine(url: str, event: str) -> Engine:
    try:
        if not url.startswith("sqlite"):
            return sa.create_engine(url, connect_args={"options": f"-csearch_path={_schema_name(event)}"})
        engine = sa.create_engine(url)
    except exc.ArgumentError as fault:
        expected = "sqlite:///PATH or postgresql+psycopg://USER@HOST/DATABASE"
        raise StoreError(f"database: expected {expected}: {fault}") from fault
    except ModuleNotFoundError as fault:
        told = "the driver is missing: pip install 'flagfall[postgres]'"
        raise StoreError(f"the store {sa.make_url(url)!s} cannot be opened: {told}") from fault

    @event_of.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        # The driver's own transactions begin too late for savepoints: they are begun below instead.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event_of.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine
