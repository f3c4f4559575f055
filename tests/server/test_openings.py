"""Openings drawn at the tables of a hall: with the arbiter's word, with the signal, for who comes late (5.4.1.3)."""

from typing import Any

from record import messages
from record.commands import Arrive
from record.events import DESK, OpeningDrawn, PlayerArrived
from record.messages import Assign
from record.state import GameState
from rules.side import Side
from server.hall import Hall
from tests.server.hall_talk import heard, paired

WHITE, BLACK = Side.WHITE, Side.BLACK
OPENINGS = '[[opening]]\nnumber = 4\nmoves = "c3-d4 d6-c5"\n\n[[opening]]\nnumber = 9\nfen = "W:W21,22,23:B9,10,11"\n'


async def seated(open_hall: Any) -> Hall:
    hall: Hall = await open_hall(more=OPENINGS, players=6)
    hall.tables.outbox.open()
    await paired(hall)
    return hall


def drawn(hall: Hall) -> list[bool]:
    return [state.assignment.opening is not None for state in hall.games()]


def person(state: GameState, side: Side) -> int:
    return state.assignment.person(side).id


async def test_the_arbiter_has_them_drawn_before_the_signal_where_both_are(open_hall: Any) -> None:
    hall = await seated(open_hall)
    away = person(hall.games()[1], BLACK)
    assert await hall.starter.draw_openings([away], by="A") is None
    assert drawn(hall) == [True, False, True]
    assert [state.arrived for state in hall.games()] == [(WHITE, BLACK), (), (WHITE, BLACK)]
    again = await hall.starter.draw_openings([away], by="A")
    assert again is not None
    assert again.code == "no-lot"
    # who was there for the draw is not missed at the signal
    first = person(hall.games()[0], WHITE)
    assert await hall.starter.start_clocks([first, away], by="A") is None
    assert [state.attendance.absent for state in hall.games()] == [(), (BLACK,), ()]
    assert drawn(hall) == [True, False, True]


async def test_the_signal_draws_and_for_an_absentee_his_coming(open_hall: Any, clock: Any) -> None:
    hall = await seated(open_hall)
    late = hall.games()[2]
    await hall.starter.start_clocks([person(late, WHITE)], by="A")
    assert drawn(hall) == [True, True, False]
    refusal = await hall.starter.draw_openings((), by="A")
    assert refusal is not None
    assert refusal.code == "absent"
    assert "5.4.1.3" in refusal.ru
    clock.on(240_000)
    assert await hall.command(late.assignment.game, Arrive(side=WHITE, by="desk")) is None
    assert drawn(hall) == [True, True, True]
    kinds = [type(entry.event).__name__ for entry in hall.entries(late.assignment.game, DESK)]
    assert kinds == ["Assigned", "RoundStarted", "PlayerArrived", "Finding", "OpeningDrawn"]


async def test_players_draw_by_their_phones(open_hall: Any) -> None:
    hall = await seated(open_hall)
    state = hall.games()[0]
    await hall.starter.arrive(person(state, WHITE), by="phone")
    assert drawn(hall) == [False, False, False]
    await hall.starter.arrive(person(state, BLACK), by="phone")
    assert drawn(hall) == [True, False, False]


async def test_a_table_is_told_the_same_before_and_after_the_draw(open_hall: Any) -> None:
    """The draw is in the record; an assignment with another word would be another game to the table."""
    hall = await seated(open_hall)
    before = {told.assignment.game: told.assignment for told in heard(hall, "/assignment", Assign)}
    assert len(before) == 2
    assert all(told.lot is not None and told.opening is None for told in before.values())
    await hall.starter.start_clocks((), by="A")
    after = {message.assignment.game: message.assignment for message in retained(hall)}
    assert after == before


def retained(hall: Hall) -> list[Assign]:
    return [messages.decode(message.payload, type=Assign) for message in hall.tables.on_connected()]


async def test_what_the_table_has_drawn_is_the_hall_s(open_hall: Any, table_log: Any) -> None:
    hall = await seated(open_hall)
    state = next(state for state in hall.games() if state.assignment.table == 2)
    lot = state.assignment.lot
    assert lot is not None
    log = table_log(state.assignment.game).write(
        PlayerArrived(side=WHITE, by="screen"),
        PlayerArrived(side=BLACK, by="screen"),
        OpeningDrawn(number=lot.number, moves=lot.moves, fen=lot.fen, seed=lot.seed),
    )
    await hall.take_batch(2, log.batch())
    assert hall.game(state.assignment.game).assignment.opening == lot
    assert await hall.starter.start_clocks((), by="A") is None
    desk = [type(entry.event).__name__ for entry in hall.entries(state.assignment.game, DESK)]
    assert "OpeningDrawn" not in desk


async def test_the_draw_outlives_a_kill(open_hall: Any) -> None:
    hall = await seated(open_hall)
    await hall.starter.draw_openings((), by="A")
    before = [state.assignment.opening for state in hall.games()]
    again = await open_hall(more=OPENINGS, players=6)
    assert [state.assignment.opening for state in again.games()] == before
    assert [state.fen for state in again.games()] == [state.fen for state in hall.games()]
