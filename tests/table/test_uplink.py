"""A table's conversation through a real broker that is killed, a server that is restored, and messages that repeat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from record.assignment import Assignment
from record.messages import DeskEvents, Reply, ServerState, TableState
from table.broker import Broker
from table.journal import Journal
from table.uplink import Uplink
from tests.table.hall import BrokerProcess, Hall, until
from tests.table.test_journal import ASSIGNMENT, AT, desk, lifts

pytestmark = pytest.mark.hall


class Station:
    """A table without devices: what is written into its journal is what it has to send."""

    def __init__(self, journal: Journal, broker: BrokerProcess) -> None:
        self.journal = journal
        self.assigned: list[Assignment | None] = []
        self.commands: list[DeskEvents] = []
        self.uplink = Uplink(
            broker.settings,
            7,
            journal,
            boot="b1",
            assigned=self._assigned,
            commanded=self._commanded,
            changed=self._changed,
        )
        self._row = journal.open_session(ASSIGNMENT, AT)
        self.session = self._row.session

    def record(self, count: int) -> None:
        sealed = lifts(self.journal.sessions(number=7)[-1], count)
        self.journal.append(sealed)
        self.uplink.recorded("r2-t7", self.session, sealed[-1].seq)

    async def _assigned(self, assignment: Assignment | None) -> None:
        self.assigned.append(assignment)

    async def _commanded(self, command: DeskEvents) -> Reply:
        self.commands.append(command)
        return Reply(id=command.id, desk_seq=len(command.events))

    def _changed(self) -> None:
        installation = self.journal.installation
        self.uplink.say(TableState(installation=installation, online=True, game="r2-t7"), "dgt 4711")


@asynccontextmanager
async def station(tmp_path: Path, broker: BrokerProcess) -> AsyncIterator[Station]:
    with Journal.open(tmp_path / "data") as journal:
        table = Station(journal, broker)
        job = asyncio.create_task(Broker(broker.settings, 7, journal.installation, table.uplink).run())
        try:
            yield table
        finally:
            job.cancel()
            await asyncio.gather(job, return_exceptions=True)


async def test_a_table_is_born_sends_is_acknowledged_and_leaves(
    tmp_path: Path, broker: BrokerProcess, hall: Hall
) -> None:
    async with station(tmp_path, broker) as table:
        table.record(30)
        await until(lambda: table.uplink.is_connected and table.uplink.outbox.unacknowledged == 0)
        await table.uplink.save_acks()
        assert table.journal.sessions()[0].acked == 30
        assert [hall.logs[table.session][seq] for seq in range(1, 31)] == table.journal.events(table.session)
        await until(lambda: hall.states and hall.births)
        assert hall.births[-1].boards == ("dgt 4711",)
        assert (hall.births[-1].boot, hall.births[-1].installation) == ("b1", table.journal.installation)
        assert hall.states[-1].online
        name = table.journal.installation
    await until(lambda: not hall.states[-1].online)
    assert hall.states[-1].installation == name


async def test_a_table_that_has_nothing_to_say_says_that_it_is_there(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with station(tmp_path, broker) as table:
        await until(lambda: hall.states and hall.states[-1].online)
        await asyncio.sleep(0.1)
        said = len(hall.states)
        table.uplink.beat()
        await asyncio.sleep(0.1)
        assert len(hall.states) == said
        monkeypatch.setattr("table.uplink.BEAT_MS", 100)
        table.uplink.beat()
        await until(lambda: len(hall.states) == said + 1)
        assert hall.states[-1] == hall.states[-2]


async def test_assignments_and_commands_arrive_and_are_answered(
    tmp_path: Path, broker: BrokerProcess, hall: Hall
) -> None:
    await hall.assign(ASSIGNMENT)
    async with station(tmp_path, broker) as table:
        await until(lambda: table.assigned)
        assert table.assigned[0] == ASSIGNMENT
        await hall.command("c1", "r2-t7", desk(3))
        await hall.command("c1", "r2-t7", desk(3))
        await until(lambda: len(hall.replies) == 2)
        assert hall.replies == [Reply(id="c1", desk_seq=3)] * 2
        assert [bytes(data) for data in table.commands[0].events] == desk(3)
        await hall.assign(msgspec.structs.replace(ASSIGNMENT, table=8))
        await hall.say("command", Reply(id="no command at all"))
        await hall.assign(None)
        await until(lambda: len(table.assigned) == 2)
        assert table.assigned[1] is None, "an assignment for another table is not this one's"
        assert len(table.commands) == 2


async def test_a_killed_broker_loses_nothing(tmp_path: Path, broker: BrokerProcess, hall: Hall) -> None:
    async with station(tmp_path, broker) as table:
        total = 0
        for _ in range(3):
            table.record(50)
            await until(lambda: table.uplink.is_connected)
            await asyncio.sleep(0.03)
            broker.kill()
            table.record(70)
            total += 120
            await until(lambda: not table.uplink.is_connected)
            table.record(1)
            total += 1
            broker.start()
        await until(lambda: hall.held(table.session) == total, 30)
        await until(lambda: table.uplink.outbox.unacknowledged == 0)
        assert [hall.logs[table.session][seq] for seq in range(1, total + 1)] == table.journal.events(table.session)


async def test_a_server_that_was_restored_gets_all_of_it_again(
    tmp_path: Path, broker: BrokerProcess, hall: Hall
) -> None:
    async with station(tmp_path, broker) as table:
        table.record(40)
        await until(lambda: table.uplink.is_connected and table.uplink.outbox.unacknowledged == 0)
        for seq in range(11, 41):
            del hall.logs[table.session][seq]
        await hall.acknowledge()
        await until(lambda: hall.held(table.session) == 40)
        # One that lost all of it does not even know the session; it says that it is there, and is offered it.
        await until(lambda: table.uplink.outbox.unacknowledged == 0)
        hall.logs.clear()
        await table.uplink.received("server", msgspec.json.encode(ServerState(online=False)))
        await table.uplink.received("server", msgspec.json.encode(ServerState(online=True)))
        await until(lambda: hall.held(table.session) == 40)


async def test_a_lost_acknowledgement_sends_twice_and_nothing_is_doubled(
    tmp_path: Path, broker: BrokerProcess, hall: Hall
) -> None:
    hall.acknowledges = False
    async with station(tmp_path, broker) as table:
        table.uplink.outbox.first_resend_ms = 200
        table.record(5)
        await until(lambda: len(hall.batches) >= 3)
        assert {len(batch.events) for batch in hall.batches} == {5}
        hall.acknowledges = True
        await hall.acknowledge()
        await until(lambda: table.uplink.outbox.unacknowledged == 0)
        sent = len(hall.batches)
        await asyncio.sleep(0.7)
        assert len(hall.batches) == sent
        assert sorted(hall.logs[table.session]) == [1, 2, 3, 4, 5]
