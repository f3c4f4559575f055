"""Group commits: who waits, who does not, and what a full disk does."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from record.events import BoardDumped, Button, ClockReading, Finding, LeverPressed, Move, SquareChanged
from rules.side import Side
from table import committer as committing
from table.committer import GROUP_S, Committer, urgent
from table.journal import Journal, JournalError, Sealed, SessionRow
from tests.table.test_journal import ASSIGNMENT, AT, lifts


class Counting(Journal):
    """A journal that counts its writes, and may have no room."""

    writes = 0
    full = False

    def append(self, events: object) -> None:
        if self.full:
            raise JournalError("nothing was recorded: the disk is full", full=True)
        self.writes += 1
        super().append(events)  # type: ignore[arg-type]


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Counting]:
    with Counting.open(tmp_path) as opened:
        yield opened


@pytest.fixture
async def committer(journal: Counting) -> AsyncIterator[Committer]:
    made = Committer(journal)
    job = asyncio.create_task(made.run())
    yield made
    job.cancel()
    await asyncio.gather(job, return_exceptions=True)


@pytest.fixture
def row(journal: Counting) -> SessionRow:
    return journal.open_session(ASSIGNMENT, AT)


def put(committer: Committer, events: list[Sealed], *, at_once: bool) -> asyncio.Future[None]:
    done = asyncio.get_running_loop().create_future()
    committer.put(events, at_once=at_once, then=lambda: done.set_result(None))
    return done


def test_hands_and_plain_readings_may_wait_and_nothing_else() -> None:
    reading = ClockReading(white_ms=1, black_ms=2)
    assert [urgent(event) for event in (SquareChanged(sq="c3", p="."), BoardDumped(squares={}), reading)] == [False] * 3
    flag = ClockReading(white_ms=0, black_ms=2, flags=(Side.WHITE,))
    move = Move(ply=1, side=Side.WHITE, move="c3-d4", fen="")
    found = Finding(finding="touch-move-1", what="touch-move")
    pressed = (LeverPressed(by=Side.WHITE), Button(button="resign", by=Side.WHITE))
    assert all(urgent(event) for event in (flag, move, found, *pressed))


async def test_a_hands_movement_costs_one_write(journal: Counting, committer: Committer, row: SessionRow) -> None:
    events = lifts(row, 6)
    began = asyncio.get_running_loop().time()
    waiting = [put(committer, [event], at_once=False) for event in events]
    await asyncio.gather(*waiting)
    assert asyncio.get_running_loop().time() - began >= GROUP_S * 0.9
    assert journal.writes == 1
    assert journal.events(row.session) == [event.data for event in events]


async def test_a_press_takes_with_it_what_waits(
    journal: Counting, committer: Committer, row: SessionRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committing, "GROUP_S", 30.0)
    events = lifts(row, 3)
    first = put(committer, events[:2], at_once=False)
    await asyncio.sleep(0.02)
    assert not first.done()
    await asyncio.wait_for(put(committer, events[2:], at_once=True), 5)
    assert first.done()
    assert (journal.writes, journal.sessions()[0].last) == (1, 3)


async def test_a_full_disk_keeps_everything_and_says_so(
    journal: Counting, committer: Committer, row: SessionRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committing, "RETRY_S", 0.02)
    said = []
    committer.changed = lambda: said.append(committer.trouble)
    journal.full = True
    events = lifts(row, 4)
    first = put(committer, events[:2], at_once=True)
    await asyncio.sleep(0.1)
    second = put(committer, events[2:], at_once=True)
    await asyncio.sleep(0.1)
    assert not first.done()
    assert not second.done()
    assert journal.sessions()[0].last == 0
    journal.full = False
    await asyncio.wait_for(asyncio.gather(first, second), 5)
    assert journal.events(row.session) == [event.data for event in events]
    assert said == ["nothing was recorded: the disk is full", ""]


async def test_what_is_being_written_when_the_table_stops_is_written_once(journal: Counting, row: SessionRow) -> None:
    events = lifts(row, 40)
    for stop_after in range(6):
        made = Committer(journal)
        job = asyncio.create_task(made.run())
        part = events[stop_after * 5 : stop_after * 5 + 5]
        done = put(made, part, at_once=True)
        for _ in range(stop_after):
            await asyncio.sleep(0)
        job.cancel()
        await asyncio.gather(job, return_exceptions=True)
        assert await made.flush()
        assert done.done()
        assert journal.sessions()[0].last == part[-1].seq
