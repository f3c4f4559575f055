"""The journal: what is on the disk when, what is refused, and that a killed process loses nothing it promised."""

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from record.assignment import Assignment, Person
from record.chain import digest, root, seal, verify
from record.events import DESK, AnyEvent, ArbiterCalled, SquareChanged
from table.journal import NAME, SCHEMA, Journal, JournalError, Sealed, SessionRow, session_id

AT = "2026-01-01T10:00:00.000Z"
ASSIGNMENT = Assignment(
    event="club",
    table=7,
    round=2,
    game="r2-t7",
    discipline="russian",
    tempo="classic",
    control="45m+15s",
    white=Person(id=1, name="A"),
    black=Person(id=2, name="B"),
)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "data") as opened:
        yield opened


def chain(session: str, prev: str, first: int, events: list[AnyEvent]) -> list[Sealed]:
    """``events`` sealed as ``session``'s next ones from seq ``first``."""
    sealed = []
    for seq, event in enumerate(events, start=first):
        _, data = seal(event, session=session, seq=seq, t_ms=seq * 10, at=AT, prev=prev)
        prev = digest(data)
        sealed.append(Sealed(session, seq, data))
    return sealed


def lifts(row: SessionRow, count: int) -> list[Sealed]:
    return chain(row.session, row.hash, row.last + 1, [SquareChanged(sq="c3", p=".")] * count)


def desk(count: int, arbiter: str = "N") -> list[bytes]:
    events: list[AnyEvent] = [ArbiterCalled(arbiter=arbiter)] * count
    return [event.data for event in chain(DESK, root("r2-t7", DESK), 1, events)]


def test_events_come_back_as_they_were_after_reopening(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        row = journal.open_session(ASSIGNMENT, AT)
        journal.append(sealed := lifts(row, 5))
        name = journal.installation
    with Journal.open(tmp_path) as journal:
        assert journal.installation == name
        assert journal.events(row.session) == [event.data for event in sealed]
        assert journal.events(row.session, above=2, limit=2) == [event.data for event in sealed[2:4]]
        (kept,) = journal.sessions(game="r2-t7")
        assert (kept.last, kept.hash, kept.acked, kept.number, kept.event) == (5, digest(sealed[-1].data), 0, 7, "club")
        assert journal.open_session(ASSIGNMENT, AT).session == f"r2-t7-s2-{name}"
        assert [row.last for row in journal.sessions(number=7)] == [5, 0]
        assert journal.sessions(number=8) == ()


def test_the_files_promise_to_reach_the_disk(journal: Journal) -> None:
    assert journal._db.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
    assert journal._db.execute("PRAGMA synchronous").fetchall() == [(2,)]


def test_session_ids_are_ids_and_differ_between_games_and_computers() -> None:
    long = ["r12-t100-" + "x" * 22 + end for end in "ab"]
    ids = {
        session_id(game, place, n) for game in (*long, "r2-t7") for place in ("c0ffee", "facade") for n in (1, 12, 345)
    }
    assert len(ids) == 18
    assert all(len(id) <= 32 and set(id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for id in ids)


def test_an_append_is_whole_or_nothing(journal: Journal) -> None:
    row = journal.open_session(ASSIGNMENT, AT)
    sealed = lifts(row, 4)
    journal.append(sealed[:2])
    with pytest.raises(JournalError, match="nothing was recorded"):
        journal.append([sealed[2], sealed[1]])
    with pytest.raises(JournalError, match="nothing was recorded"):
        journal.append([sealed[2], Sealed("r9-t9-s1-000000", 1, b"{}")])
    assert journal.sessions()[0].last == 2
    journal.append(sealed[2:])
    assert verify("r2-t7", row.session, journal.events(row.session)) is None


def test_a_full_disk_takes_nothing_and_everything_once_there_is_room(journal: Journal) -> None:
    row = journal.open_session(ASSIGNMENT, AT)
    sealed = lifts(row, 2000)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count = {pages + 1}")
    with pytest.raises(JournalError, match="disk is full") as caught:
        journal.append(sealed)
    assert caught.value.full
    assert journal.sessions()[0].last == 0
    journal._db.execute("PRAGMA max_page_count = 1000000")
    journal.append(sealed)
    assert journal.events(row.session) == [event.data for event in sealed]


def test_acknowledgements_go_forwards_and_backwards_but_not_beyond_the_record(journal: Journal) -> None:
    row = journal.open_session(ASSIGNMENT, AT)
    journal.append(lifts(row, 3))
    seen = []
    for seq in (2, 3, 1, 99, -4):
        journal.acknowledge(row.session, seq)
        seen.append(journal.sessions()[0].acked)
    assert seen == [2, 3, 1, 3, 0]
    journal.acknowledge("nobody", 3)


def test_the_last_assignment_of_each_table(journal: Journal) -> None:
    other = msgspec.structs.replace(ASSIGNMENT, table=8, game="r2-t8")
    assert journal.assignment(7) is None
    journal.assign(7, ASSIGNMENT, AT)
    journal.assign(8, other, AT)
    assert (journal.assignment(7), journal.assignment(8)) == (ASSIGNMENT, other)
    journal.assign(7, None, AT)
    assert (journal.assignment(7), journal.assignment(8)) == (None, other)
    again = msgspec.structs.replace(ASSIGNMENT, sessions=("r2-t7-s1",))
    journal.assign(7, again, AT)
    assert journal.assignments() == {"r2-t7": again, "r2-t8": other}


def test_the_desks_log_grows_and_is_never_rewritten(journal: Journal) -> None:
    log = desk(3)
    assert journal.take_desk("r2-t7", log[:2])
    assert not journal.take_desk("r2-t7", log[:2])
    assert journal.take_desk("r2-t7", log)
    assert not journal.take_desk("r2-t7", log[:1])
    assert journal.desk("r2-t7") == log
    with pytest.raises(JournalError, match="seq 1 has the hash"):
        journal.take_desk("r2-t7", desk(4, arbiter="M"))
    with pytest.raises(JournalError, match="seq 2: seq 3, expected 2"):
        journal.take_desk("r2-t7", [log[0], log[2]])
    assert journal.desk("r2-t7") == log


def test_another_process_is_refused_but_may_read(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        row = journal.open_session(ASSIGNMENT, AT)
        journal.append(lifts(row, 2))
        with pytest.raises(JournalError, match="another process"):
            Journal.open(tmp_path)
        with Journal.read(tmp_path / NAME) as reader:
            assert len(reader.events(row.session)) == 2
            assert reader.check() == ()
            with pytest.raises(JournalError):
                reader.append(lifts(row, 1))
    Journal.open(tmp_path).close()


def test_other_versions_and_other_files_are_refused(tmp_path: Path) -> None:
    Journal.open(tmp_path).close()
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    db.close()
    with pytest.raises(JournalError, match=f"version {SCHEMA + 1}, but this program reads version {SCHEMA}"):
        Journal.open(tmp_path)
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / NAME).write_text("This is a text, and no journal at all.\n" * 100)
    with pytest.raises(JournalError, match="not a journal"):
        Journal.open(tmp_path / "text")
    with sqlite3.connect(tmp_path / "hall.db") as db:
        db.execute("CREATE TABLE something (x)")
    db.close()
    with pytest.raises(JournalError, match="a database of something else"):
        Journal.read(tmp_path / "hall.db")
    with pytest.raises(JournalError, match="no such file"):
        Journal.read(tmp_path / "none.sqlite3")
    with pytest.raises(JournalError, match=f"a folder; expected .*{NAME}"):
        Journal.read(tmp_path)


def test_a_journal_that_was_tampered_with_is_refused_with_the_place(tmp_path: Path) -> None:
    with Journal.open(tmp_path) as journal:
        row = journal.open_session(ASSIGNMENT, AT)
        journal.append(lifts(row, 5))
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("""UPDATE event SET data = replace(data, ':"c3"', ':"d4"') WHERE seq = 3""")
    db.close()
    with pytest.raises(JournalError, match=f"session {row.session}, seq 4: does not carry the hash"):
        Journal.open(tmp_path)
    with Journal.read(tmp_path / NAME) as reader:
        assert [(fault.session, fault.seq) for fault in reader.check()] == [(row.session, 4)]


WRITER = """
import sys
from pathlib import Path
from tests.table.test_journal import ASSIGNMENT, AT, lifts
from table.journal import Journal
import msgspec
from record.chain import digest

journal = Journal.open(Path(sys.argv[1]))
row = journal.open_session(ASSIGNMENT, AT)
print(row.session, flush=True)
while True:
    group = lifts(row, 3)
    journal.append(group)
    row = msgspec.structs.replace(row, last=row.last + 3, hash=digest(group[-1].data))
    print(row.last, flush=True)
"""


@pytest.mark.hall
def test_a_killed_process_keeps_every_event_it_called_recorded(tmp_path: Path) -> None:
    promised: dict[str, int] = {}
    for run in range(6):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        session = writer.stdout.readline().strip()
        for _ in range(5 + 17 * run):
            promised[session] = int(writer.stdout.readline())
        writer.send_signal(signal.SIGKILL)
        for line in writer.stdout.read().split():
            promised[session] = max(promised[session], int(line))
        writer.wait()
        writer.stdout.close()
        with Journal.open(tmp_path) as journal:
            for row in journal.sessions():
                assert row.last >= promised[row.session]
                assert row.last % 3 == 0, "a group is taken whole or not at all"
    assert len(promised) == 6
