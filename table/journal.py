"""The table's journal: every event, on the disk before anyone sees it as recorded (design.md, section 3).

One SQLite file (WAL, synchronous=FULL) in the data folder of the computer serves all of its tables. Nothing in it is
ever changed or thrown away but the server's acknowledgements, which may also go backwards. Events are kept as the
bytes that were hashed, so a server can be rebuilt from journals alone. A second process on the same folder is refused.
"""

import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Self

import msgspec

from record.assignment import Assignment
from record.chain import digest, root, verify
from record.events import DESK
from record.messages import ID
from rules.errors import FlagfallError

SCHEMA = 1
"""The version of the tables below. A journal of another version is refused, never rewritten."""

NAME = "journal.db"

_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE assignment (
    id INTEGER PRIMARY KEY, number INTEGER NOT NULL, game TEXT NOT NULL, at TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE session (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, session TEXT NOT NULL UNIQUE, event TEXT NOT NULL,
    number INTEGER NOT NULL, at TEXT NOT NULL, acked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE event (
    session TEXT NOT NULL REFERENCES session(session), seq INTEGER NOT NULL, hash TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (session, seq)) WITHOUT ROWID;
CREATE TABLE desk (
    game TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (game, seq)) WITHOUT ROWID;
"""


class JournalError(FlagfallError):
    """The journal cannot be used, or could not take an event. ``full``: the disk is; what was not taken is still the
    caller's, to be given again."""

    def __init__(self, message: str, *, full: bool = False) -> None:
        super().__init__(message)
        self.full = full


class Sealed(msgspec.Struct, frozen=True):
    """An event's bytes with its place."""

    session: str
    seq: int
    data: bytes


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A session as the journal knows it: ``last`` is its last ``seq``, ``hash`` the link that the next event carries,
    ``acked`` what the server has committed by its own word."""

    game: str
    session: str
    event: str
    number: int
    last: int
    hash: str
    acked: int


class Fault(msgspec.Struct, frozen=True):
    """What `Journal.check` finds: in the log ``session`` of ``game``, at ``seq``."""

    game: str
    session: str
    seq: int
    fault: str


def session_id(game: str, installation: str, n: int) -> str:
    """The id of the ``n``-th session of ``game`` recorded by ``installation``: an id of at most 32 characters, and no
    other computer's. A long game id is cut, and its hash put in place of the rest.

    >>> session_id("r2-t7", "c0ffee", 1)
    'r2-t7-s1-c0ffee'
    """
    tail = f"-s{n}-{installation}"
    if len(game) + len(tail) > 32:
        game = game[: 32 - len(tail) - 7] + "-" + sha256(game.encode()).hexdigest()[:6]
    return game + tail


class Journal:
    """An open journal. Methods may be called from any thread; each is one transaction, on the disk when it returns."""

    def __init__(self, path: Path, db: sqlite3.Connection, owner: sqlite3.Connection | None) -> None:
        self.path, self._db, self._owner = path, db, owner
        self._reader = db
        """Readers have a connection of their own once there is a file to read: a commit never makes them wait."""
        self._mutex, self._reading = Lock(), Lock()
        self.installation = ""

    @classmethod
    def open(cls, folder: Path) -> Self:
        """The journal in ``folder``, made if there is none. Raises JournalError when it cannot be used: not a journal,
        of another version, its chains broken, or in use by another process."""
        path = folder / NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            owner = _claim(folder)
            journal = cls(path, sqlite3.connect(path, isolation_level=None, check_same_thread=False), owner)
        except (OSError, sqlite3.Error) as fault:
            raise JournalError(f"{path}: cannot be opened: {fault}") from fault
        try:
            journal._prepare()
            if faults := journal.check():
                first = faults[0]
                raise JournalError(
                    f"{path}: {len(faults)} broken log(s); the first: game {first.game}, session {first.session},"
                    f" seq {first.seq}: {first.fault}. Keep this folder for the arbiter and start with another one"
                )
        except BaseException:
            journal.close()
            raise
        return journal

    @classmethod
    def read(cls, path: Path) -> Self:
        """The journal file ``path``, to be read only, also while a table records into it. Its chains are not checked:
        `check` does. Raises JournalError when it is none or of another version."""
        if path.is_dir():
            raise JournalError(f"{path}: a folder; expected the journal's file in it, such as {path / NAME}")
        if not path.exists():
            raise JournalError(f"{path}: no such file")
        try:
            db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
        except sqlite3.Error as fault:
            raise JournalError(f"{path}: cannot be opened: {fault}") from fault
        journal = cls(path, db, None)
        try:
            if journal._version() == 0:
                raise JournalError(f"{path}: not a journal")
            ((journal.installation,),) = journal._rows("SELECT value FROM meta WHERE key = 'installation'")
        except BaseException:
            journal.close()
            raise
        return journal

    def close(self) -> None:
        """Closes the journal; it may be opened again, by this process or another."""
        self._db.close()
        self._reader.close()
        if self._owner is not None:
            self._owner.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # What is written.

    def open_session(self, assignment: Assignment, at: str) -> SessionRow:
        """A new, empty session of the assigned game, ``at`` (UTC)."""
        game = assignment.game
        if not ID.fullmatch(game):
            raise JournalError(f"game id {game!r}: expected 1 to 32 of a-z, 0-9 and '-'")
        with self._transaction() as db:
            (count,) = db.execute("SELECT count(*) FROM session WHERE game = ?", (game,)).fetchone()
            session = session_id(game, self.installation, count + 1)
            db.execute(
                "INSERT INTO session (game, session, event, number, at) VALUES (?, ?, ?, ?, ?)",
                (game, session, assignment.event, assignment.table, at),
            )
        return SessionRow(
            game=game,
            session=session,
            event=assignment.event,
            number=assignment.table,
            last=0,
            hash=root(game, session),
            acked=0,
        )

    def append(self, events: Iterable[Sealed]) -> None:
        """Takes ``events``, of any sessions, each session's next ones in order: all of them, or, when it raises
        JournalError, none."""
        with self._transaction() as db:
            db.executemany(
                "INSERT INTO event (session, seq, hash, data) VALUES (?, ?, ?, ?)",
                [(event.session, event.seq, digest(event.data), event.data) for event in events],
            )

    def assign(self, number: int, assignment: Assignment | None, at: str) -> None:
        """Keeps a copy of what table ``number`` is now told to record (``None``: nothing)."""
        game = "" if assignment is None else assignment.game
        data = msgspec.json.encode(assignment)
        with self._transaction() as db:
            db.execute("INSERT INTO assignment (number, game, at, data) VALUES (?, ?, ?, ?)", (number, game, at, data))

    def acknowledge(self, session: str, seq: int) -> None:
        """The server holds ``session`` up to ``seq``: more than before, or less after a restore. An acknowledgement
        beyond what was recorded counts as all of it; one for an unknown session is passed over."""
        with self._transaction() as db:
            db.execute(
                "UPDATE session SET acked = min(?, (SELECT ifnull(max(seq), 0) FROM event WHERE event.session = ?))"
                " WHERE session = ?",
                (max(seq, 0), session, session),
            )

    def take_desk(self, game: str, events: Sequence[bytes]) -> bool:
        """Takes the desk's whole log of ``game``, from its first event. Whether there was anything new in it.

        A log shorter than the one already here changes nothing. Raises JournalError, and takes nothing, when the log
        is no whole chain or says something else than the log already here.
        """
        if broken := verify(game, DESK, events):
            raise JournalError(f"the desk's log of game {game}: seq {broken.seq}: {broken.fault}")
        with self._transaction() as db:
            here = [hash for (hash,) in db.execute("SELECT hash FROM desk WHERE game = ? ORDER BY seq", (game,))]
            sent = [digest(data) for data in events]
            for seq, (mine, theirs) in enumerate(zip(here, sent, strict=False), start=1):
                if mine != theirs:
                    raise JournalError(
                        f"the desk's log of game {game}: seq {seq} has the hash {theirs[:12]}, but {mine[:12]} is"
                        f" already in this table's journal"
                    )
            new = [(game, seq, sent[seq - 1], events[seq - 1]) for seq in range(len(here) + 1, len(sent) + 1)]
            db.executemany("INSERT INTO desk (game, seq, hash, data) VALUES (?, ?, ?, ?)", new)
        return bool(new)

    # What is read.

    def assignment(self, number: int) -> Assignment | None:
        """What table ``number`` was last told to record."""
        rows = self._rows("SELECT data FROM assignment WHERE number = ? ORDER BY id DESC LIMIT 1", number)
        return msgspec.json.decode(rows[0][0], type=Assignment | None) if rows else None

    def assignments(self) -> dict[str, Assignment]:
        """What was last told of each game that this computer was ever to record, by the game's id."""
        rows = self._rows("SELECT game, data FROM assignment WHERE game != '' ORDER BY id")
        return {game: msgspec.json.decode(data, type=Assignment) for game, data in rows}

    def sessions(self, *, game: str | None = None, number: int | None = None) -> tuple[SessionRow, ...]:
        """The sessions in the order of their opening: all, or those of one game or of one table."""
        rows = self._rows(
            "SELECT s.game, s.session, s.event, s.number, ifnull(e.seq, 0), e.hash, s.acked FROM session s"
            " LEFT JOIN event e ON e.session = s.session"
            " AND e.seq = (SELECT max(seq) FROM event WHERE event.session = s.session)"
            " WHERE s.game = ifnull(?, s.game) AND s.number = ifnull(?, s.number) ORDER BY s.id",
            game,
            number,
        )
        return tuple(
            SessionRow(
                game=game,
                session=session,
                event=event,
                number=number,
                last=last,
                hash=hash or root(game, session),
                acked=acked,
            )
            for game, session, event, number, last, hash, acked in rows
        )

    def events(self, session: str, *, above: int = 0, limit: int = -1) -> list[bytes]:
        """The bytes of the events of ``session`` with a ``seq`` greater than ``above``, at most ``limit`` of them."""
        rows = self._rows(
            "SELECT CAST(data AS BLOB) FROM event WHERE session = ? AND seq > ? ORDER BY seq LIMIT ?",
            session,
            above,
            limit,
        )
        return [data for (data,) in rows]

    def desk(self, game: str) -> list[bytes]:
        """The bytes of the desk's log of ``game``, as far as it has arrived."""
        return [data for (data,) in self._rows("SELECT CAST(data AS BLOB) FROM desk WHERE game = ? ORDER BY seq", game)]

    def check(self) -> tuple[Fault, ...]:
        """Every log whose chain does not hold, with the place of its first fault. Empty when all is well."""
        logs = [(row.game, row.session, self.events(row.session)) for row in self.sessions()]
        logs += [(game, DESK, self.desk(game)) for (game,) in self._rows("SELECT DISTINCT game FROM desk")]
        found = []
        for game, session, log in logs:
            if broken := verify(game, session, log):
                found.append(Fault(game, session, broken.seq, broken.fault))
        return tuple(found)

    # How.

    def _version(self) -> int:
        """The version of the file's tables, 0 for an empty file. Raises JournalError when it is not `SCHEMA`."""
        ((version,),) = self._rows("PRAGMA user_version")
        ((tables,),) = self._rows("SELECT count(*) FROM sqlite_schema")
        if not version and tables:
            raise JournalError(f"{self.path}: a database of something else; expected a journal of Flagfall")
        if version not in (0, SCHEMA):
            raise JournalError(
                f"{self.path}: a journal of version {version}, but this program reads version {SCHEMA}. "
                "Use the program that wrote it, or another data folder"
            )
        return int(version)

    def _prepare(self) -> None:
        version = self._version()
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            if not version:
                # One transaction: a process killed here leaves an empty file, and the next one makes the tables.
                name = f"INSERT INTO meta VALUES ('installation', '{secrets.token_hex(3)}');"
                self._db.executescript(f"BEGIN;{_TABLES}{name}PRAGMA user_version = {SCHEMA};COMMIT;")
            self._reader = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as fault:
            raise JournalError(f"{self.path}: cannot be written: {fault}") from fault
        ((self.installation,),) = self._rows("SELECT value FROM meta WHERE key = 'installation'")

    def _rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except sqlite3.Error as fault:
                raise JournalError(f"{self.path}: not a journal that can be read: {fault}") from fault

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._mutex:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except BaseException as fault:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                if not isinstance(fault, sqlite3.Error):
                    raise
                full = fault.sqlite_errorname == "SQLITE_FULL"
                why = "the disk is full" if full else str(fault)
                raise JournalError(f"{self.path}: nothing was recorded: {why}", full=full) from fault


def _claim(folder: Path) -> sqlite3.Connection:
    """A lock on ``folder`` that ends with this process, however it ends. (SQLite's own, as it is on every system.)"""
    owner = sqlite3.connect(folder / "in-use.lock", isolation_level=None, timeout=0, check_same_thread=False)
    try:
        owner.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as fault:
        owner.close()
        raise JournalError(f"{folder}: another process records into this data folder ({fault})") from fault
    return owner
