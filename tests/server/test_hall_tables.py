"""The hall and its tables: logs, acknowledgements, bound computers, lamps, the desk's events."""

from typing import Any

import pytest
import sqlalchemy as sa

from record import messages
from record.commands import Call
from record.events import (
    DESK,
    Assigned,
    Move,
    PlayerArrived,
    SessionOpened,
    Started,
)
from record.messages import Ack, Birth, DeskEvents, Reply, TableState
from rules.side import Side
from server import store
from tests.server.hall_talk import START, heard, moves


async def test_a_game_comes_in_and_is_acknowledged_after_the_commit(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    heard(hall, "", dict)
    log = table_log("r1-t2").write(Started(), *moves("c3-d4", "d6-c5"))
    await hall.tables.receive(2, "log", messages.encode(log.batch()))
    (ack,) = heard(hall, "ack", Ack)
    assert (ack.sessions, ack.installation, ack.refused) == ({"s1": 5}, "inst-a", {})
    state = hall.game("r1-t2")
    assert [ply.move for ply in state.plies] == ["c3-d4", "d6-c5"]
    desk = [entry.event for entry in hall.entries("r1-t2", DESK)]
    assert [type(event) for event in desk] == [Assigned, SessionOpened]
    stored = sa.select(store.events.c.data).where(store.events.c.game == "r1-t2", store.events.c.session == "s1")
    written = hall.store.read(lambda other: other.execute(stored.order_by(store.events.c.seq)).scalars().all())
    assert written == log.events


async def test_gaps_doubles_and_late_parts_end_in_the_same_record(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    log = table_log("r1-t2").write(Started(), *moves("c3-d4", "b6-c5", "d4:b6"))
    acks = []
    for first, last in ((4, 7), (1, 2), (1, 2), (5, 6), (2, 4), (5, 7)):
        heard(hall, "", dict)
        await hall.tables.receive(2, "log", messages.encode(log.batch(first, last)))
        acks.append(heard(hall, "ack", Ack)[0].sessions["s1"])
    assert acks == [0, 2, 2, 2, 4, 7]
    assert [ply.move for ply in hall.game("r1-t2").plies] == ["c3-d4", "b6-c5", "d4:b6"]
    assert hall.alarms() == ()


async def test_two_sessions_fold_in_order_of_first_sight_even_when_the_first_ends_late(
    open_hall: Any, table_log: Any
) -> None:
    hall = await open_hall()
    await hall.start_round()
    one = table_log("r1-t2", "s1").write(Started(), *moves("c3-d4", "d6-c5")[:2])
    position = START.apply(START.parse("c3-d4"))
    reply = Move(ply=2, side=Side.BLACK, move="d6-c5", fen=position.apply(position.parse("d6-c5")).fen())
    two = table_log("r1-t2", "s2").write(reply)
    await hall.tables.receive(2, "log", messages.encode(one.batch(1, 1)))
    await hall.tables.receive(2, "log", messages.encode(two.batch()))
    assert hall.game("r1-t2").plies == ()
    await hall.tables.receive(2, "log", messages.encode(one.batch(2)))
    assert [ply.move for ply in hall.game("r1-t2").plies] == ["c3-d4", "d6-c5"]


async def test_a_forged_event_is_an_alarm_and_a_finding_once(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    log = table_log("r1-t2").write(Started(), PlayerArrived(side=Side.WHITE))
    await hall.tables.receive(2, "log", messages.encode(log.batch()))
    forged = table_log("r1-t2").write(PlayerArrived(side=Side.BLACK))
    heard(hall, "", dict)
    for _ in range(3):
        await hall.tables.receive(2, "log", messages.encode(forged.batch()))
    assert [(alarm.kind, alarm.table, alarm.game) for alarm in hall.alarms()] == [("chain-broken", 2, "r1-t2")]
    assert [found.kind for found in hall.game("r1-t2").findings] == ["chain-broken"]
    ack = heard(hall, "ack", Ack)[-1]
    assert ack.sessions == {"s1": 2}
    assert "seq 1" in ack.refused["s1"]
    await hall.settle_alarm(hall.alarms()[0].id, "A")
    assert hall.alarms() == ()


async def test_only_the_bound_computer_of_a_table_is_acknowledged(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    birth = Birth(table=2, installation="inst-a", boot="1", version="1")
    await hall.tables.receive(2, "birth", messages.encode(birth))
    other = table_log("r1-t2", "s9", "inst-b").write(Started())
    heard(hall, "", dict)
    await hall.tables.receive(2, "log", messages.encode(other.batch()))
    (ack,) = heard(hall, "ack", Ack)
    assert (ack.installation, ack.sessions) == ("inst-b", {})
    assert "inst-a" in ack.refused["s9"]
    assert [alarm.kind for alarm in hall.alarms()] == ["duplicate-table"]
    assert [found.kind for found in hall.game("r1-t2").findings] == ["duplicate-table"]
    assert hall.tables.lamp(2).rival == "inst-b"
    assert hall.entries("r1-t2", "s9") == ()
    await hall.tables.bind(2, "inst-b")
    await hall.tables.receive(2, "log", messages.encode(other.batch()))
    assert heard(hall, "ack", Ack)[-1].sessions == {"s9": 1}


async def test_a_spare_computer_takes_over_where_the_bound_one_is_gone(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    one = table_log("r1-t2", "s1", "inst-a").write(Started())
    await hall.tables.receive(2, "log", messages.encode(one.batch()))
    gone = TableState(installation="inst-a", online=False)
    await hall.tables.receive(2, "state", messages.encode(gone))
    two = table_log("r1-t2", "s2", "inst-b").write(PlayerArrived(side=Side.WHITE))
    await hall.tables.receive(2, "log", messages.encode(two.batch()))
    assert hall.alarms() == ()
    assert hall.tables.lamp(2).installation == "inst-b"
    assert hall.game("r1-t2").arrived == (Side.WHITE,)


@pytest.mark.parametrize(("table", "game", "why"), [(7, "r1-t2", "played at table 2"), (2, "r9-t2", "no such game")])
async def test_a_log_that_belongs_elsewhere_is_refused(
    open_hall: Any, table_log: Any, table: int, game: str, why: str
) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    heard(hall, "", dict)
    log = table_log(game).write(Started())
    await hall.tables.receive(table, "log", messages.encode(log.batch()))
    (ack,) = heard(hall, "ack", Ack)
    assert ack.sessions == {}
    assert why in ack.refused["s1"]


async def test_unreadable_messages_are_an_alarm_and_stop_nothing(open_hall: Any) -> None:
    hall = await open_hall()
    for leaf in ("state", "birth", "log", "reply"):
        for junk in (b"\xff", b"[]", b'{"table": "x"}'):
            await hall.tables.receive(2, leaf, junk)
    assert {alarm.kind for alarm in hall.alarms()} == {"unreadable"}
    await hall.tables.receive(2, "unknown", b"x")
    await hall.tables.receive(2, "state", b"")


async def test_the_desks_events_are_sent_until_the_table_has_them(open_hall: Any, clock: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    assert set(hall.tables.undelivered()) == {"r1-t2", "r1-t7"}
    birth = Birth(table=2, installation="inst-a", boot="1", version="1")
    heard(hall, "", dict)
    await hall.tables.receive(2, "birth", messages.encode(birth))
    (first,) = heard(hall, "command", DeskEvents)
    assert await hall.command("r1-t2", Call(arbiter="A")) is None
    hall.tables.tick()
    (second,) = heard(hall, "command", DeskEvents)
    assert len(second.events) == 2
    assert [bytes(raw) for raw in second.events] == [entry.data for entry in hall.entries("r1-t2", DESK)]
    await hall.tables.receive(2, "reply", messages.encode(Reply(id=first.id, desk_seq=1)))
    assert "r1-t2" in hall.tables.undelivered()
    clock.on(2_000)
    hall.tables.tick()
    assert [again.id for again in heard(hall, "command", DeskEvents)] == [second.id]
    await hall.tables.receive(2, "reply", messages.encode(Reply(id=second.id, desk_seq=2)))
    assert "r1-t2" not in hall.tables.undelivered()
    clock.on(60_000)
    hall.tables.tick()
    assert heard(hall, "2/command", DeskEvents) == []


async def test_a_table_that_refuses_is_an_alarm_and_asked_less_often(open_hall: Any, clock: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    birth = Birth(table=2, installation="inst-a", boot="1", version="1")
    await hall.tables.receive(2, "birth", messages.encode(birth))
    sent = heard(hall, "command", DeskEvents)[-1]
    await hall.tables.receive(2, "reply", messages.encode(Reply(id=sent.id, ok=False, error="no such discipline")))
    assert [(alarm.kind, alarm.detail) for alarm in hall.alarms()] == [("table-refused", "no such discipline")]
    clock.on(2_500)
    hall.tables.tick()
    assert heard(hall, "command", DeskEvents) == []
    clock.on(30_000)
    hall.tables.tick()
    assert len(heard(hall, "command", DeskEvents)) == 1


async def test_acknowledgements_are_repeated_while_a_table_is_there(open_hall: Any, table_log: Any, clock: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    await hall.tables.receive(2, "log", messages.encode(table_log("r1-t2").write(Started()).batch()))
    heard(hall, "", dict)
    clock.on(3_000)
    hall.tables.tick()
    hall.tables.tick()
    assert [ack.sessions for ack in heard(hall, "ack", Ack)] == [{"s1": 1}]


async def test_lamps_follow_states_and_silence(open_hall: Any, clock: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    assert not hall.tables.lamp(2).silent
    on = TableState(installation="inst-a", online=True, board=True, clock=True, game="r1-t2")
    await hall.tables.receive(2, "state", messages.encode(on))
    lamp = hall.tables.lamp(2)
    assert (lamp.online, lamp.board, lamp.clock, lamp.game, lamp.silent) == (True, True, True, "r1-t2", False)
    long = hall.settings.regulations.silent_after_ms + 1
    clock.on(long)
    hall.tables.tick()
    assert not hall.tables.lamp(2).silent  # a long think: the broker watches the connection
    gone = TableState(installation="inst-a", online=False)
    await hall.tables.receive(2, "state", messages.encode(gone))
    assert (hall.tables.lamp(2).board, hall.tables.lamp(2).silent) == (False, False)
    clock.on(long)
    hall.tables.tick()
    assert [lamp.table for lamp in hall.tables.lamps() if lamp.silent] == [2]
    await hall.tables.receive(2, "state", messages.encode(on))
    assert not hall.tables.lamp(2).silent
    assert [lamp.table for lamp in hall.tables.lamps()] == [1, 2, 7]


async def test_a_retained_state_is_not_believed_for_ever(open_hall: Any, clock: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    on = messages.encode(TableState(installation="inst-a", online=True, board=True))
    await hall.tables.receive(2, "state", on)
    hall.tables.on_connected()
    await hall.tables.receive(2, "state", on, retained=True)
    clock.on(hall.settings.regulations.silent_after_ms + 1)
    hall.tables.tick()
    assert hall.tables.lamp(2).silent
    await hall.tables.receive(2, "state", on)
    clock.on(hall.settings.regulations.silent_after_ms + 1)
    hall.tables.tick()
    assert not hall.tables.lamp(2).silent


async def test_a_refused_computer_takes_over_when_the_bound_one_goes(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    await hall.start_round()
    await hall.tables.receive(2, "state", messages.encode(TableState(installation="inst-a", online=True)))
    log = table_log("r1-t2", "s9", "inst-b").write(Started())
    await hall.tables.receive(2, "log", messages.encode(log.batch()))
    assert "s9" in heard(hall, "ack", Ack)[-1].refused
    await hall.tables.receive(2, "state", messages.encode(TableState(installation="inst-a", online=False)))
    ack = heard(hall, "ack", Ack)[-1]
    assert (ack.installation, ack.refused) == ("inst-b", {})
    await hall.tables.receive(2, "log", messages.encode(log.batch()))
    assert heard(hall, "ack", Ack)[-1].sessions == {"s9": 1}


async def test_a_computer_at_a_table_that_the_event_does_not_have(open_hall: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    heard(hall, "", dict)
    for table in (2, 99):
        birth = Birth(table=table, installation="inst-x", boot="b", version="1")
        await hall.tables.receive(table, "birth", messages.encode(birth))
    known, stranger = heard(hall, "ack", Ack)
    assert known.trouble == ""
    told = f"table 99 is not in the event {hall.settings.event.id}: its tables are 1-2, 7"
    assert stranger.trouble == told
    assert [(alarm.kind, alarm.table, alarm.detail) for alarm in hall.alarms()] == [("unknown-table", 99, told)]
