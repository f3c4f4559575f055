"""The lot for the opening, drawn at the table: with players there, with an absentee, laid before the start or on the
clock, and by the desk (5.4.1.3)."""

import msgspec
import pytest

from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from clock.events import ClockLinked
from record import events
from record.assignment import Opening
from record.drawing import as_told
from record.export import pdn
from rules import discipline
from rules.side import Side
from tests.table.bench import BLACK, WHITE, Bench, kinds, moves, named
from tests.table.test_attendance import MINUTE, Hall
from tests.table.test_journal import ASSIGNMENT

MOVES = Opening(number=12, moves=("c3-d4", "f6-g5"), seed=7)
PLACED = Opening(number=3, fen="W:W21,22,23:B9,10,11", seed=8)
ODD = Opening(number=5, moves=("c3-d4",), seed=9)


def waiting(lot: Opening = MOVES, kind: type[Bench] = Bench, **told: object) -> Bench:
    """A table at which the lot is still to be drawn; its board and its clock stand ready."""
    bench = kind(msgspec.structs.replace(ASSIGNMENT, lot=lot), **told)
    bench.devices()
    return bench


def says(bench: Bench, side: Side) -> list[events.AnyEvent]:
    return bench.feed(ButtonPressed(t_ms=0, button="arrived", by=side))


def lay(bench: Bench, lot: Opening) -> list[events.AnyEvent]:
    """The players put the pieces as the drawn opening has them, all at once."""
    game = discipline("russian")
    position = game.position(lot.fen) if lot.fen else game.start()
    for text in lot.moves:
        position = position.apply(position.parse(text))
    bench.squares = dict(position.pieces())
    return bench.feed(BoardDumped(t_ms=0, squares=dict(bench.squares)))


def test_it_is_drawn_when_both_say_that_they_are_there() -> None:
    bench = waiting()
    assert kinds(says(bench, BLACK)) == ["PlayerArrived"]
    assert bench.session.state.assignment.opening is None
    assert kinds(says(bench, WHITE)) == ["PlayerArrived", "OpeningDrawn"]
    assert bench.session.state.assignment.opening == MOVES
    lay(bench, MOVES)
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "Move", "Move", "ClockReading"]
    bench.move(WHITE, "g3", "f4")
    assert moves(bench) == ["c3-d4", "f6-g5", "g3-f4"]
    assert [ply.drawn for ply in bench.session.state.plies] == [True, True, False]
    assert named(bench.session._own) == []
    bench.check()


def test_a_drawn_position_is_the_start_of_the_game_and_of_its_file() -> None:
    bench = waiting(PLACED)
    says(bench, WHITE)
    says(bench, BLACK)
    assert bench.session.state.fen == PLACED.fen
    lay(bench, PLACED)
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "ClockReading"]
    bench.move(WHITE, "a3", "b4")
    assert moves(bench) == ["a3-b4"]
    assert named(bench.session._own) == []
    assert '[FEN "W:W21,22,23:B9,10,11"]' in pdn(bench.session.state)
    bench.check()


def test_the_desk_draws_with_its_signal_and_the_board_counts_from_there() -> None:
    bench = waiting()
    drawn = events.OpeningDrawn(number=12, moves=MOVES.moves, seed=7)
    recorded, _ = bench.rule(events.RoundStarted(), drawn)
    assert kinds(recorded) == []  # the desk has drawn: the table does not draw again
    assert bench.session.state.assignment.opening == MOVES
    lay(bench, MOVES)
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "Move", "Move", "ClockReading"]
    bench.check()


def test_two_arrivals_that_did_not_know_of_each_other_are_drawn_for_at_the_table() -> None:
    bench = waiting()
    says(bench, WHITE)
    recorded, _ = bench.rule(events.PlayerArrived(side=BLACK, by="phone"))
    assert kinds(recorded) == ["OpeningDrawn"]
    bench.check()


@pytest.mark.parametrize("lot", [MOVES, PLACED])
def test_for_an_absentee_the_lot_waits_and_is_drawn_on_his_time(lot: Opening) -> None:
    hall = waiting(lot, Hall)
    hall.signal(BLACK)
    hall.pass_ms(4 * MINUTE, BLACK)
    state = hall.session.state
    assert (state.phase.value, state.assignment.opening, state.clocks.running) == ("playing", None, BLACK)
    assert named(hall.session._own) == []
    found = says(hall, BLACK)
    assert kinds(found) == ["PlayerArrived", "Finding", "OpeningDrawn"]
    assert named(found) == ["late"]
    order = hall.session.taken_order()
    assert order is not None
    assert order.running is WHITE
    assert order.black_ms <= 45 * MINUTE - 4 * MINUTE
    hall.feed(hall.reading(WHITE))
    laid = lay(hall, lot)
    assert kinds(laid) == ["BoardDumped", *["Move"] * len(lot.moves)]
    start, end = ("g3", "f4") if lot is MOVES else ("a3", "b4")
    hall.move(WHITE, start, end)
    assert moves(hall) == [*lot.moves, f"{start}-{end}"]
    assert named(hall.session._own) == ["late"]
    hall.check()


def test_a_move_before_the_lot_is_no_move_of_the_game() -> None:
    """White moves and presses while Black is missed: that is told (5.4.1.2), and nothing is recorded of it."""
    hall = waiting(MOVES, Hall)
    hall.signal(BLACK)
    hall.pass_ms(MINUTE, BLACK)
    hall.hand("c3", "b4")
    hall.press(WHITE)
    hall.pass_ms(3_000, BLACK)
    assert moves(hall) == []
    assert named(hall.session._own) == ["moved-before-arrival"]
    hall.squares["c3"] = hall.squares.pop("b4")
    hall.feed(BoardDumped(t_ms=0, squares=dict(hall.squares)))
    says(hall, BLACK)
    lay(hall, MOVES)
    assert moves(hall) == ["c3-d4", "f6-g5"]
    hall.check()


def test_a_clock_that_is_started_without_a_word_draws_and_the_opening_is_laid_on_it() -> None:
    bench = waiting(PLACED)
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "OpeningDrawn", "ClockReading"]
    lay(bench, PLACED)
    bench.move(WHITE, "a3", "b4")
    assert moves(bench) == ["a3-b4"]
    assert named(bench.session._own) == []
    bench.check()


def test_forced_moves_may_be_made_on_the_clock() -> None:
    bench = waiting()
    bench.feed(bench.reading(WHITE))
    bench.move(WHITE, "c3", "d4")
    bench.move(BLACK, "f6", "g5")
    assert moves(bench) == ["c3-d4", "f6-g5"]
    assert named(bench.session._own) == []
    bench.check()


def test_forced_moves_laid_without_a_press_are_drawn_ones() -> None:
    bench = waiting()
    bench.feed(bench.reading(WHITE))
    bench.hand("c3", "d4")
    bench.hand("f6", "g5")
    assert [(ply.move, ply.drawn) for ply in bench.session.state.plies] == [("c3-d4", True), ("f6-g5", True)]
    bench.move(WHITE, "g3", "f4")
    assert moves(bench)[-1] == "g3-f4"
    assert named(bench.session._own) == []
    bench.check()


LONG = Opening(number=11, moves=("g3-f4", "b6-a5", "c3-b4", "a5:c3"), seed=1)


@pytest.mark.parametrize("at_once", [True, False])
def test_a_long_opening_is_laid_on_a_running_clock_piece_by_piece_or_at_once(at_once: bool) -> None:
    """The screen's own clock starts with the signal, with which the lot is drawn."""
    bench = waiting(LONG)
    bench.feed(bench.reading(WHITE))
    if at_once:
        lay(bench, LONG)
    else:
        bench.hand("c3", "a5")  # not in the order of the moves, nor by them
        bench.hand("b6", "c3")
        del bench.squares["a5"]
        bench.feed(SquareChanged(t_ms=0, sq="a5", p="."))
        bench.hand("g3", "f4")
    assert moves(bench) == list(LONG.moves)
    bench.move(WHITE, "b2", "d4", "c3")
    assert moves(bench)[-1] == "b2:d4"
    assert named(bench.session._own) == []
    assert bench.session.state.in_sync
    bench.check()


def test_another_opening_than_the_drawn_one_is_told_at_the_press() -> None:
    bench = waiting(LONG)
    bench.feed(bench.reading(WHITE))
    for start, end in (("c3", "d4"), ("d6", "c5"), ("b2", "c3"), ("f6", "g5")):
        bench.hand(start, end)
    assert named(bench.session._own) == []
    bench.press(WHITE)
    assert moves(bench) == []
    assert named(bench.session._own) == ["out-of-sync"]
    bench.check()


def test_after_an_odd_number_of_moves_black_s_time_runs() -> None:
    hall = waiting(ODD, Hall)
    hall.signal(WHITE)
    hall.pass_ms(MINUTE, WHITE)
    says(hall, WHITE)
    order = hall.session.taken_order()
    assert order is not None
    assert order.running is BLACK


def test_a_position_that_was_not_set_up_is_judged_at_the_first_press() -> None:
    bench = waiting(PLACED)
    bench.feed(bench.reading(WHITE))
    bench.move(WHITE, "c3", "d4")
    assert "wrong-setup" in named(bench.session._own)
    bench.check()


@pytest.mark.parametrize("lot", [MOVES, PLACED])
def test_a_table_that_is_started_again_goes_on_where_it_was(lot: Opening) -> None:
    bench = waiting(lot)
    says(bench, WHITE)
    bench.open()
    bench.devices()
    assert "OpeningDrawn" in kinds(says(bench, BLACK))
    bench.open()
    bench.devices()
    assert bench.session.state.assignment.opening == lot
    lay(bench, lot)
    bench.feed(bench.reading(WHITE))
    start, end = ("g3", "f4") if lot is MOVES else ("a3", "b4")
    bench.move(WHITE, start, end)
    assert moves(bench) == [*lot.moves, f"{start}-{end}"]
    assert named(bench.session._own) == []
    bench.check()


def test_without_a_board_only_the_clock_is_read() -> None:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, lot=PLACED))
    bench.feed(ClockLinked(t_ms=0, linked=True), bench.reading(None))
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "OpeningDrawn", "ClockReading"]
    bench.press(WHITE)
    assert named(bench.session._own) == []
    bench.check()


def test_the_same_game_told_again_goes_on() -> None:
    bench = waiting()
    says(bench, WHITE)
    says(bench, BLACK)
    session = bench.session
    assert session.reassigned(as_told(session.state.assignment))


@pytest.mark.parametrize("lot", [MOVES, PLACED])
def test_without_a_clock_a_first_move_draws_and_the_board_is_waited_for(lot: Opening) -> None:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, lot=lot), clock=False)
    bench.devices()
    bench.hand("c3", "d4")
    assert bench.session.state.assignment.opening is None
    bench.hand("f6", "g5")
    assert bench.session.state.assignment.opening == lot
    if lot is PLACED:
        assert moves(bench) == []
        lay(bench, lot)
    start, end, reply, there = ("g3", "f4", "g5", "h4") if lot is MOVES else ("a3", "b4", "b6", "c5")
    bench.hand(start, end)
    bench.hand(reply, there)
    assert moves(bench) == [*lot.moves, f"{start}-{end}"]
    bench.check()


@pytest.mark.parametrize("lot", [MOVES, PLACED])
@pytest.mark.parametrize("killed", ["waiting", "laying"])
def test_a_table_that_is_started_again_on_an_absentee_s_time_goes_on(lot: Opening, killed: str) -> None:
    hall = waiting(lot, Hall)
    hall.signal(BLACK)
    hall.pass_ms(MINUTE, BLACK)
    if killed == "waiting":
        hall.open()
        hall.devices()
        hall.feed(hall.reading(BLACK))
    says(hall, BLACK)
    assert hall.session.state.assignment.opening == lot
    hall.feed(hall.reading(WHITE))
    if killed == "laying":
        hall.open()
        hall.devices()
        hall.feed(hall.reading(WHITE))
    lay(hall, lot)
    start, end = ("g3", "f4") if lot is MOVES else ("a3", "b4")
    hall.move(WHITE, start, end)
    assert moves(hall) == [*lot.moves, f"{start}-{end}"]
    assert set(named(hall.session._own)) <= {"late"}
    hall.check()
