"""The hall with tables that write their logs as table clients do."""

import asyncio
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from record import messages
from record.commands import Call, ConfirmResult, EnterResult, Refusal
from record.events import (
    DESK,
    Assigned,
    Checkpoint,
    ClockReading,
    Move,
    OpeningDrawn,
    PlayerArrived,
    Started,
)
from record.messages import Ack, Assign, Birth
from record.signing import holds
from record.state import Phase
from rules.side import Side
from server import store
from server.config import PlayerEntry
from server.hall import Hall
from server.rounds import Pairing
from server.store import Store, StoreError
from tests.server.hall_talk import heard, moves, settle


async def test_the_first_round_seats_boards_first_and_tells_their_tables(open_hall: Any) -> None:
    hall = await open_hall()
    hall.tables.outbox.open()
    assert (hall.round_number, hall.pairing(), hall.games()) == (0, None, ())
    pairing = await hall.start_round()
    assert isinstance(pairing, Pairing)
    assert [(pair.table, pair.device) for pair in pairing.pairs] == [(2, "board"), (7, "board")]
    assert pairing.bye is not None
    assert pairing.why
    said = {m.topic: m for m in hall.tables.outbox.drain() if m.topic.endswith("assignment")}
    assert set(said) == {"flagfall/1/club/table/2/assignment", "flagfall/1/club/table/7/assignment"}
    told = messages.decode(said["flagfall/1/club/table/7/assignment"].payload, type=Assign).assignment
    assert told is not None
    assert said["flagfall/1/club/table/7/assignment"].retain
    assert (told.game, told.control, told.white.id) == ("r1-t7", "15m+5s", pairing.pairs[1].white)
    assert [type(e.event) for e in hall.entries("r1-t7", DESK)] == [Assigned]
    assert hall.game("r1-t7").phase is Phase.WAITING


async def test_three_rounds_of_an_odd_field(open_hall: Any) -> None:
    hall = await open_hall(players=7)
    byes, met = [], set()
    for number in range(1, 4):
        pairing = await hall.pair_next()
        assert isinstance(pairing, Pairing)
        assert (pairing.round, hall.round_number, len(pairing.pairs)) == (number, number, 3)
        assert [pair.table for pair in pairing.pairs] == [2, 7, 1]
        byes.append(pairing.bye)
        couples = {frozenset((pair.white, pair.black)) for pair in pairing.pairs}
        assert not met & couples
        met |= couples
        await settle(hall)
    assert len(set(byes)) == 3
    rows = hall.standings()
    assert sum(row.points for row in rows) == 3 * 4
    assert rows[0].points == max(row.points for row in rows)
    refusal = await hall.pair_next()
    assert isinstance(refusal, Refusal)
    assert refusal.code == "last-round"


async def test_a_round_with_open_games_is_not_followed_by_another(open_hall: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    assert await hall.command("r1-t2", EnterResult(result="1-0", by="arbiter", arbiter="A")) is None
    refusal = await hall.pair_next()
    assert isinstance(refusal, Refusal)
    assert (refusal.code, "7" in refusal.en, "2" in refusal.en) == ("round-open", True, False)
    assert dict(hall.results()) == {"r1-t2": "1-0"}


async def test_players_confirm_a_result_between_themselves(open_hall: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    assert await hall.command("r1-t2", EnterResult(result="1/2-1/2", by="white")) is None
    assert hall.game("r1-t2").phase is Phase.WAITING
    assert await hall.command("r1-t2", EnterResult(result="1/2-1/2", by="black")) is None
    assert hall.game("r1-t2").phase is Phase.CONFIRMED
    refusal = await hall.command("r1-t2", ConfirmResult(arbiter="A"))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "confirmed"


async def test_a_round_robin_follows_its_table(open_hall: Any, settings: Any) -> None:
    chosen = settings(players=4)
    event = msgspec.structs.replace(chosen.event, system="double-round-robin", rounds=6)
    hall = await open_hall(players=4)
    hall.settings = msgspec.structs.replace(chosen, event=event)
    met: list[tuple[int, int]] = []
    for _ in range(6):
        pairing = await hall.pair_next()
        assert isinstance(pairing, Pairing)
        met += [(pair.white, pair.black) for pair in pairing.pairs]
        await settle(hall)
    assert sorted(met) == [(white, black) for white in range(1, 5) for black in range(1, 5) if white != black]
    entered = await hall.office.add_player(PlayerEntry(id=0, name="Late"))
    assert isinstance(entered, Refusal)
    assert [row.points for row in hall.standings()] == [3, 3, 3, 3]


async def test_spectators_see_what_was_received_before_the_delay(open_hall: Any, table_log: Any, clock: Any) -> None:
    hall = await open_hall(delay=60)
    await hall.start_round()
    log = table_log("r1-t2").write(*moves("c3-d4", "d6-c5"))
    await hall.tables.receive(2, "log", messages.encode(log.batch(1, 2)))
    clock.on(30_000)
    await hall.tables.receive(2, "log", messages.encode(log.batch(3)))
    assert len(hall.game("r1-t2").plies) == 2
    assert len(hall.state_delayed("r1-t2").plies) == 0
    clock.on(30_000)
    assert len(hall.state_delayed("r1-t2").plies) == 1
    clock.on(30_000)
    assert len(hall.games_delayed()[0].plies) == 2
    assert len(hall.state_delayed("r1-t2", clock.ms - 60_000).plies) == 0


async def test_results_and_standings_keep_the_delay_too(open_hall: Any, clock: Any) -> None:
    hall = await open_hall(delay=60, players=4)
    await hall.start_round()
    await settle(hall)
    assert len(hall.results()) == 2
    assert hall.results(delayed=True) == {}
    assert {row.points for row in hall.standings(delayed=True)} == {0}
    assert {row.points for row in hall.standings()} == {0, 1}
    clock.on(60_000)
    assert hall.results(delayed=True) == hall.results()
    assert hall.standings(delayed=True) == hall.standings()


async def test_openings_are_drawn_by_a_stored_lot(open_hall: Any) -> None:
    more = '[[opening]]\nnumber = 4\nmoves = "c3-d4 d6-c5"\n\n[[opening]]\nnumber = 9\nmoves = "c3-b4 b6-a5"\n'
    hall = await open_hall(more=more, players=40)
    await hall.start_round()
    assert [state.assignment.opening for state in hall.games()] == [None] * 20
    lots = [state.assignment.lot for state in hall.games()]
    await hall.starter.start_clocks((), by="A")
    drawn = [state.assignment.opening for state in hall.games()]
    assert drawn == lots
    assert {opening.number for opening in drawn if opening} == {4, 9}
    first = drawn[0]
    assert first is not None
    events = [entry.event for entry in hall.entries("r1-t2", DESK)]
    opened = next(event for event in events if isinstance(event, OpeningDrawn))
    assert (opened.number, opened.moves, opened.seed) == (first.number, first.moves, first.seed)


async def test_everything_is_there_again_after_a_kill(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall(players=6)
    await hall.start_round()
    log = table_log("r1-t2").write(Started(), ClockReading(white_ms=900_000, black_ms=900_000), *moves("c3-d4"))
    await hall.tables.receive(2, "log", messages.encode(log.batch()))
    await hall.command("r1-t7", EnterResult(result="1-0", by="arbiter", arbiter="A"))
    await hall.office.add_player(PlayerEntry(id=0, name="Late"))
    assert await hall.office.give_bye(3) is None
    await hall.office.withdraw(6)
    await hall.raise_alarm("unreadable", 2, "", "x")
    again = await open_hall(players=6)
    again.tables.outbox.open()
    for game in ("r1-t2", "r1-t7"):
        assert again.game(game) == hall.game(game)
    assert again.pairing() == hall.pairing()
    assert again.players() == hall.players()
    assert again.byes() == hall.byes()
    assert again.alarms() == hall.alarms()
    assert dict(again.results()) == {"r1-t7": "1-0"}
    assert again.seed == hall.seed
    assert again.tables.undelivered().keys() == {"r1-t2", "r1-t7"}
    assert [m.topic for m in again.tables.on_connected()] == [
        f"flagfall/1/club/table/{table}/assignment" for table in (2, 7)
    ]
    birth = Birth(table=2, installation="inst-a", boot="2", version="1")
    await again.tables.receive(2, "birth", messages.encode(birth))
    assert heard(again, "ack", Ack)[-1].sessions == {"s1": len(log.events)}
    await again.tables.receive(2, "log", messages.encode(log.write(PlayerArrived(side=Side.BLACK)).batch(3)))
    assert again.game("r1-t2").arrived == (Side.BLACK,)


async def test_the_record_on_disk_verifies_after_restarts(open_hall: Any, table_log: Any) -> None:
    from record.chain import verify

    log = table_log("r1-t2").write(Started(), *moves("c3-d4", "d6-c5"))
    for last in (1, 3, 5):
        hall = await open_hall()
        if hall.round_number == 0:
            await hall.start_round()
        await hall.tables.receive(2, "log", messages.encode(log.batch(1, last)))
        assert await hall.command("r1-t2", Call(arbiter=f"after {last}")) is None
    for session in (DESK, "s1"):
        assert verify("r1-t2", session, [entry.data for entry in hall.entries("r1-t2", session)]) is None
    calls = [entry.event.after for entry in hall.entries("r1-t2", DESK)][-3:]
    assert calls == [("s1", 1), ("s1", 3), ("s1", 5)]


async def test_results_lost_from_the_cache_come_back_from_the_record(open_hall: Any) -> None:
    hall = await open_hall(players=4)
    await hall.start_round()
    await settle(hall)
    await hall.store.commit(lambda connection: connection.execute(sa.update(store.games).values(result=None)))
    again = await open_hall(players=4)
    assert dict(again.results()) == {"r1-t2": "1-0", "r1-t7": "1-0"}
    assert isinstance(await again.pair_next(), Pairing)


async def test_withdrawn_and_absent_players_are_not_paired_and_late_ones_are(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    await hall.start_round()
    await settle(hall)
    assert await hall.office.withdraw(2) is None
    twice = await hall.office.withdraw(2)
    assert isinstance(twice, Refusal)
    assert twice.code == "left"
    assert await hall.office.give_bye(5) is None
    for entry in (PlayerEntry(id=0, name=" "), PlayerEntry(id=0, name="High", rating=4001)):
        assert isinstance(await hall.office.add_player(entry), Refusal)
    added = await hall.office.add_player(PlayerEntry(id=0, name="Late"))
    assert not isinstance(added, Refusal)
    assert (added.id, added.joined) == (7, 2)
    again = await hall.office.add_player(PlayerEntry(id=0, name="Late"))
    assert isinstance(again, Refusal)
    pairing = await hall.pair_next()
    assert isinstance(pairing, Pairing)
    paired = {id for pair in pairing.pairs for id in (pair.white, pair.black)} | {pairing.bye}
    assert pairing.bye is not None
    assert paired == {1, 3, 4, 6, 7}
    assert [(bye.player, bye.kind) for bye in pairing.absent] == [(5, "zero")]
    late = await hall.office.give_bye(1, round=2)
    assert isinstance(late, Refusal)
    with pytest.raises(KeyError):
        await hall.office.withdraw(99)
    await settle(hall)
    await hall.office.readmit(2)
    pairing = await hall.pair_next()
    assert isinstance(pairing, Pairing)
    assert hall.game_of(2) is not None or pairing.bye == 2
    assert pairing.absent == ()


async def test_old_games_stay_readable_and_correctable(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall(players=4)
    await hall.start_round()
    await hall.tables.receive(2, "log", messages.encode(table_log("r1-t2").write(*moves("c3-d4")).batch()))
    await settle(hall)
    await hall.pair_next()
    assert len(hall.games(1)) == 2
    assert await hall.command("r1-t2", EnterResult(result="0-1", by="arbiter", arbiter="A")) is None
    assert hall.results()["r1-t2"] == "0-1"
    assert hall.game_of(hall.pair_of("r1-t2")[1].white, 1) == "r1-t2"
    with pytest.raises(KeyError):
        hall.game("r7-t1")


async def test_changes_name_the_game(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    with hall.subscribe() as stream:
        await hall.tables.receive(2, "log", messages.encode(table_log("r1-t2").write(Started()).batch()))
        change = await asyncio.wait_for(anext(stream), 1)
        seen = {(change.what, change.game)}
        while change.what != "game":
            change = await asyncio.wait_for(anext(stream), 1)
            seen.add((change.what, change.game))
        assert ("game", "r1-t2") in seen


async def test_a_page_that_goes_away_does_not_part_memory_from_disk(open_hall: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    asking = asyncio.create_task(hall.command("r1-t2", Call(arbiter="A")))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await hall.close()
    assert len(hall.entries("r1-t2", DESK)) == 2
    assert await hall.command("r1-t2", Call(arbiter="B")) is None
    again = await open_hall()
    assert again.entries("r1-t2") == hall.entries("r1-t2")


async def test_commands_at_once_keep_one_chain(open_hall: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    await asyncio.gather(*(hall.command("r1-t2", Call(arbiter=str(n))) for n in range(20)))
    assert [entry.event.seq for entry in hall.entries("r1-t2", DESK)] == list(range(1, 22))
    rounds = await asyncio.gather(hall.pair_next(), hall.pair_next())
    assert all(isinstance(answer, Refusal) for answer in rounds)


async def test_a_store_of_another_event_is_refused(open_hall: Any, settings: Any, database: str, clock: Any) -> None:
    first = await open_hall()
    first.store.close()
    other = settings()
    other = msgspec.structs.replace(other, event=msgspec.structs.replace(other.event, id="other"))
    kept = Store(database, event="club")
    with pytest.raises(StoreError, match="'club'"):
        await Hall.open(other, kept, clock)
    kept.close()


async def test_an_event_that_cannot_be_folded_leaves_the_last_state(open_hall: Any, table_log: Any) -> None:
    hall = await open_hall()
    await hall.start_round()
    log = table_log("r1-t2").write(*moves("c3-d4"))
    log.write(Move(ply=2, side=Side.BLACK, move="?", fen="nonsense", irregular=True), PlayerArrived(side=Side.WHITE))
    await hall.tables.receive(2, "log", messages.encode(log.batch()))
    state = hall.game("r1-t2")
    assert len(state.plies) == 1
    assert len(hall.entries("r1-t2", "s1")) == 4
    assert await hall.command("r1-t2", EnterResult(result="1-0", by="arbiter", arbiter="A")) is None


async def test_the_desk_signs_what_it_decided_and_keeps_its_key(open_hall: Any) -> None:
    hall = await open_hall()
    await hall.pair_next()
    first, second = (state.assignment.game for state in hall.games()[:2])
    assert await hall.command(first, EnterResult(result="1-0", by="arbiter", arbiter="A")) is None
    await hall.close()
    again = await open_hall()
    assert await again.command(second, EnterResult(result="0-1", by="arbiter", arbiter="A")) is None
    signed = [again.entries(game, "desk")[-1].event for game in (first, second)]
    assert all(isinstance(event, Checkpoint) and holds(event) for event in signed)
    assert len({event.key for event in signed}) == 1
