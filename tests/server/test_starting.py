"""The start of a round at the hall: the signal, arrivals, default time, rulings (5.4.1.2, 5.4.4; renju 5.3.6)."""

from typing import Any

import pytest

from record.commands import Arrive, Miss, Rule
from record.events import DESK, PlayerArrived, RoundStarted
from record.messages import DeskEvents
from record.state import GameState, Phase, Status
from rules.side import Side
from server.hall import Hall
from tests.server.hall_talk import heard, moves

WHITE, BLACK = Side.WHITE, Side.BLACK
MINUTE = 60_000


def at_table(hall: Hall, table: int) -> GameState:
    game = hall.game_at(table)
    assert game is not None
    return hall.game(game)


async def started(open_hall: Any, clock: Any, *missed: tuple[int, Side]) -> Hall:
    """A round whose signal was given; ``missed`` are tables and sides. Table 1 has no device."""
    hall: Hall = await open_hall(players=6)
    await hall.start_round()
    absent = {at_table(hall, table).assignment.person(side).id for table, side in missed}
    assert await hall.starter.start_clocks(absent, by="A") is None
    return hall


async def look(hall: Hall, clock: Any, minutes: float) -> None:
    clock.on(int(minutes * MINUTE))
    await hall.starter.tick()


async def test_the_signal_reaches_every_game_with_those_who_are_missed(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock, (1, BLACK))
    assert {state.attendance.absent for state in hall.games()} == {(), (BLACK,)}
    assert all(state.attendance.signal_at for state in hall.games())
    refusal = await hall.starter.start_clocks((), by="A")
    assert refusal is not None
    assert refusal.code == "started"


async def test_a_stranger_is_not_missed(open_hall: Any) -> None:
    hall = await open_hall(players=6)
    refusal = await hall.starter.start_clocks((), by="A")
    assert refusal is not None
    assert refusal.code == "not-paired"
    await hall.start_round()
    refusal = await hall.starter.start_clocks((99,), by="A")
    assert refusal is not None
    assert refusal.code == "no-player"
    assert not any(state.attendance.signal_at for state in hall.games())


async def test_at_a_table_without_device_the_hall_itself_finds_who_does_not_come(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock, (1, BLACK))
    await look(hall, clock, 14.9)
    assert at_table(hall, 1).findings == ()
    await look(hall, clock, 0.2)
    await look(hall, clock, 0.2)
    (found,) = at_table(hall, 1).findings
    assert (found.kind, found.side, found.evidence["limit_ms"]) == ("no-show", BLACK, 15 * MINUTE)
    game = at_table(hall, 1).assignment.game
    assert await hall.command(game, Rule(ruling="loss", arbiter="A", finding=found.id)) is None
    state = hall.game(game)
    assert state.result is not None
    assert (state.result.result, state.result.reason, state.phase) == ("+/-", "absence", Phase.OVER)


async def test_both_absent_lose(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock, (1, WHITE), (1, BLACK))
    await look(hall, clock, 15)
    (found,) = at_table(hall, 1).findings
    assert (found.kind, found.side) == ("both-absent", None)
    game = at_table(hall, 1).assignment.game
    assert await hall.command(game, Rule(ruling="loss-of-both", arbiter="A", finding=found.id)) is None
    assert hall.game(game).result.result == "-/-"


async def test_an_excuse_is_recorded_and_the_player_is_waited_for(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock, (1, BLACK))
    await look(hall, clock, 15)
    game = at_table(hall, 1).assignment.game
    (found,) = hall.game(game).findings
    excuse = Rule(ruling="excuse", arbiter="A", finding=found.id, reason="поезд")
    assert await hall.command(game, excuse) is None
    await look(hall, clock, 5)
    state = hall.game(game)
    assert [each.status for each in state.findings] == [Status.RULED]
    assert (state.rulings[-1].ruling, state.rulings[-1].reason, state.phase) == ("excuse", "поезд", Phase.WAITING)
    assert await hall.command(game, Arrive(side=BLACK, by="desk")) is None
    assert [each.kind for each in hall.game(game).findings] == ["no-show"]


async def test_a_player_says_on_his_phone_that_he_has_come(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock, (1, WHITE), (1, BLACK))
    clock.on(10 * MINUTE)
    white, black = at_table(hall, 1).assignment.white.id, at_table(hall, 1).assignment.black.id
    assert await hall.starter.arrive(white, by="phone") is None
    state = at_table(hall, 1)
    assert (state.arrived, state.attendance.absent) == ((WHITE,), (BLACK,))
    assert state.attendance.came_ms == {WHITE: 10 * MINUTE}
    (late,) = state.findings
    # No clock is linked: halved, and the arbiter is told what to set.
    assert (late.kind, late.side) == ("late", WHITE)
    assert (late.evidence["white_ms"], late.evidence["black_ms"], late.evidence["running"]) == (
        10 * MINUTE,
        10 * MINUTE,
        "black",
    )
    refusal = await hall.starter.arrive(white, by="phone")
    assert refusal is not None
    assert refusal.code == "there"
    await look(hall, clock, 5)
    assert [(each.kind, each.side) for each in at_table(hall, 1).findings] == [("late", WHITE), ("no-show", BLACK)]
    assert await hall.starter.arrive(black, by="phone") is None
    assert len(at_table(hall, 1).findings) == 2


async def test_a_table_that_records_is_given_a_moment_to_find_it_itself(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock, (2, BLACK))
    hall.tables.outbox.open()
    await look(hall, clock, 15)
    assert at_table(hall, 2).findings == ()
    await look(hall, clock, 0.1)
    assert [found.kind for found in at_table(hall, 2).findings] == ["no-show"]


async def test_an_arrival_in_time_that_was_told_late_voids_the_finding(
    open_hall: Any, table_log: Any, clock: Any
) -> None:
    hall = await started(open_hall, clock, (2, BLACK))
    await look(hall, clock, 15.2)
    game = at_table(hall, 2).assignment.game
    log = table_log(game).write(PlayerArrived(side=BLACK, late_ms=14 * MINUTE, by="clock"), *moves("c3-d4"))
    await hall.take_batch(2, log.batch())
    assert [found.status for found in hall.game(game).findings] == [Status.LAPSED]


async def test_the_table_is_told_with_the_servers_own_time(open_hall: Any, clock: Any) -> None:
    from record import messages
    from record.events import decode
    from record.messages import Birth

    hall = await open_hall(players=6)
    hall.tables.outbox.open()
    await hall.start_round()
    birth = Birth(table=2, installation="inst-a", boot="b", version="1")
    await hall.tables.receive(2, "birth", messages.encode(birth))
    state = messages.TableState(installation="inst-a", online=True, board=True)
    await hall.tables.receive(2, "state", messages.encode(state))
    await hall.starter.start_clocks((), by="A")
    clock.on(3_000)
    heard(hall, "", dict)
    hall.tables.tick()
    (told,) = [each for each in heard(hall, "command", DeskEvents) if each.game == at_table(hall, 2).assignment.game]
    given = [event for event in map(decode, map(bytes, told.events)) if isinstance(event, RoundStarted)]
    assert (given[0].at, told.at) == ("2023-11-14T22:13:20.000Z", "2023-11-14T22:13:23.000Z")


async def test_an_absence_noticed_later_and_one_that_is_none(open_hall: Any, clock: Any) -> None:
    hall = await started(open_hall, clock)
    game = at_table(hall, 1).assignment.game
    clock.on(3 * MINUTE)
    assert await hall.command(game, Miss(side=WHITE, arbiter="A")) is None
    assert hall.game(game).attendance.absent == (WHITE,)
    again = await hall.command(game, Miss(side=WHITE, arbiter="A"))
    assert again is not None
    assert again.code == "missed"
    await look(hall, clock, 12)  # counted from the signal
    assert [found.kind for found in hall.game(game).findings] == ["no-show"]


@pytest.mark.parametrize("minutes", [0, 15])
async def test_with_no_time_at_all_whoever_is_missed_has_not_come(open_hall: Any, clock: Any, minutes: int) -> None:
    hall = await open_hall(players=6, regulations=f"default_time_minutes = {minutes}")
    await hall.start_round()
    black = at_table(hall, 1).assignment.black.id
    await hall.starter.start_clocks({black}, by="A")
    assert [found.kind for found in at_table(hall, 1).findings] == ([] if minutes else ["no-show"])
    assert [type(entry.event).__name__ for entry in hall.entries(at_table(hall, 1).assignment.game, DESK)][1] == (
        "RoundStarted"
    )


async def test_the_sanction_of_the_regulations_is_proposed(open_hall: Any, clock: Any) -> None:
    from record.lawful import actions

    hall = await open_hall(players=6, regulations='late_sanction = "warning"')
    await hall.start_round()
    black = at_table(hall, 1).assignment.black.id
    await hall.starter.start_clocks({black}, by="A")
    clock.on(4 * MINUTE)
    await hall.starter.arrive(black, by="phone")
    state = at_table(hall, 1)
    (late,) = state.findings
    assert [action.ruling for action in actions(state, late) if action.proposed] == ["warning"]
    ruled = Rule(ruling="warning", arbiter="A", finding=late.id)
    assert await hall.command(state.assignment.game, ruled) is None
    assert [found.status for found in at_table(hall, 1).findings] == [Status.RULED]
