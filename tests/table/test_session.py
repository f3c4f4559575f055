"""A game from the devices' events to sealed ones: with the real recognition, the real watch and the real fold."""

import msgspec

from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from clock.events import ClockLinked, Press
from hardware.events import ClockSet
from record import events
from record.assignment import Opening
from record.chain import verify
from record.commands import Refusal, Rule
from record.decide import decide
from record.events import decode
from record.signing import holds, signer
from record.state import Phase
from rules import discipline
from table.session import ClockOrder, Device
from tests.table.bench import BLACK, START, WHITE, Bench, kinds, moves, named, playing
from tests.table.test_journal import ASSIGNMENT, AT


def test_a_game_begins_and_is_recorded_with_the_hands_that_made_it() -> None:
    bench = Bench()
    assert kinds(bench.devices()) == ["DeviceChanged", "BoardDumped", "DeviceChanged", "ClockReading"]
    assert bench.session.state.phase is Phase.WAITING
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "ClockReading"]
    found = bench.move(WHITE, "c3", "d4")
    assert kinds(found) == ["SquareChanged", "SquareChanged", "LeverPressed", "Move", "ClockReading"]
    move = found[3]
    assert isinstance(move, events.Move)
    assert (move.ply, move.side, move.move, move.since) == (1, WHITE, "c3-d4", found[0].seq)
    assert [event.t_ms for event in found] == [600, 700, 3_800, 3_800, 3_900]
    bench.move(BLACK, "f6", "g5")
    bench.check()
    assert (moves(bench), named(bench.session._own)) == (["c3-d4", "f6-g5"], [])


def test_times_are_game_times_in_a_rehearsal() -> None:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, time_scale=60))
    assert [event.t_ms for event in bench.devices()] == [6_000, 12_000, 18_000, 24_000]


def test_setting_the_pieces_up_is_no_finding() -> None:
    bench = Bench()
    bench.squares = {"c3": "w", "e5": "W", "h8": "b"}
    bench.devices()
    bench.feed(*[SquareChanged(t_ms=0, sq=sq, p=".") for sq in bench.squares])
    bench.feed(*[SquareChanged(t_ms=0, sq=sq, p=piece) for sq, piece in START.items()])
    assert {type(event).__name__ for event in bench.session._own} <= {
        "DeviceChanged",
        "BoardDumped",
        "ClockReading",
        "SquareChanged",
    }
    bench.squares = dict(START)
    bench.feed(bench.reading(WHITE))
    bench.move(WHITE, "c3", "d4")
    assert (moves(bench), bench.session.state.in_sync, named(bench.session._own)) == (["c3-d4"], True, [])
    bench.check()


def test_a_wrong_start_position_is_found_when_the_game_starts() -> None:
    bench = Bench()
    del bench.squares["a1"]
    bench.devices()
    assert named(bench.session._own) == []
    found = bench.feed(bench.reading(WHITE))
    assert kinds(found)[0] == "Started"
    assert named(found) == ["wrong-setup"]


def test_without_a_clock_the_first_move_starts_the_game() -> None:
    bench = Bench(clock=False)
    bench.devices()
    bench.hand("c3", "d4")
    assert bench.session.state.phase is Phase.WAITING
    found = bench.feed(SquareChanged(t_ms=0, sq="f6", p="."))
    assert kinds(found) == ["SquareChanged", "Started", "Move"]
    started = found[1]
    assert isinstance(started, events.Started)
    assert not started.clock


def test_an_irregular_move_is_found_demanded_and_put_right() -> None:
    bench = playing()
    bench.hand("e3", "e5")
    found = bench.press(WHITE)
    assert "illegal-move" in named(found)
    assert bench.session.state.plies[-1].irregular
    demanded = bench.press(BLACK)
    assert "Demanded" in kinds(demanded)
    bench.hand("e5", "e3")
    bench.hand("a3", "b4")
    found = bench.press(WHITE)
    assert "TakenBack" in kinds(found)
    assert moves(bench) == ["c3-d4", "f6-g5", "a3-b4"]
    bench.check()


def test_buttons_are_recorded_and_end_the_game() -> None:
    bench = playing()
    found = bench.feed(
        ButtonPressed(t_ms=0, button="offer-draw", by=BLACK), ButtonPressed(t_ms=0, button="accept-draw", by=WHITE)
    )
    assert kinds(found) == ["Button", "Button"]
    result = bench.session.state.result
    assert result is not None
    assert (bench.session.state.phase, result.result, result.reason) == (Phase.OVER, "1/2-1/2", "agreement")
    found = bench.feed(bench.reading(None, flags=(WHITE,)))
    assert named(found) == ["flag-after-agreement"]
    bench.squares = {}
    found = bench.feed(BoardDumped(t_ms=0, squares={}))
    assert kinds(found) == ["BoardDumped"], "what happens on the board after the end is nobody's business"
    bench.check()


def test_a_move_that_was_made_before_the_resignation_is_in_the_record() -> None:
    bench = playing()
    bench.hand("g3", "f4")
    found = bench.feed(ButtonPressed(t_ms=0, button="resign", by=WHITE))
    assert kinds(found) == ["Move", "Button"]
    assert moves(bench)[-1] == "g3-f4"
    result = bench.session.state.result
    assert result is not None
    assert (result.result, result.reason) == ("0-1", "resignation")
    bench.check()


OPENING = Opening(number=12, moves=("c3-d4", "f6-g5"), seed=7)


def test_a_drawn_opening_that_stands_on_the_board_is_recorded_at_the_start() -> None:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, opening=OPENING))
    bench.squares["d4"] = bench.squares.pop("c3")
    bench.squares["g5"] = bench.squares.pop("f6")
    bench.devices()
    found = bench.feed(bench.reading(WHITE))
    assert kinds(found) == ["Started", "OpeningDrawn", "Move", "Move", "ClockReading"]
    bench.move(WHITE, "g3", "f4")
    assert moves(bench) == ["c3-d4", "f6-g5", "g3-f4"]
    assert [ply.drawn for ply in bench.session.state.plies] == [True, True, False]
    assert named(bench.session._own) == []
    bench.check()


def test_a_drawn_opening_may_be_played_on_the_clock() -> None:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, opening=OPENING))
    bench.devices()
    assert kinds(bench.feed(bench.reading(WHITE))) == ["Started", "ClockReading"]
    bench.move(WHITE, "c3", "d4")
    assert moves(bench) == ["c3-d4"]
    bench.check()


def test_a_flag_reaches_the_record_by_itself() -> None:
    bench = playing()
    bench.times[WHITE] = 0
    found = bench.feed(bench.reading(WHITE, flags=(WHITE,)))
    assert named(found) == ["flag-fall"]
    assert bench.session.state.findings[-1].side is WHITE


def test_nothing_is_recorded_once_the_result_is_confirmed() -> None:
    bench = playing()
    bench.rule(events.Result(result="1-0", reason="entered", by="arbiter", arbiter="N"))
    bench.rule(events.ResultConfirmed(result="1-0", arbiter="N"))
    assert bench.move(WHITE, "g3", "f4") == []
    bench.check()


def test_a_ruling_that_restores_a_position_is_followed_at_the_board() -> None:
    bench = playing()
    fen = bench.session.state.plies[0].fen
    ruled = events.Ruled(ruling="require-correction", arbiter="N", side=BLACK, reason="touched", fen=fen, ply=1)
    found, order = bench.rule(ruled)
    assert (kinds(found), order) == (["SyncChanged"], None)
    assert moves(bench) == ["c3-d4"]
    found = bench.hand("g5", "f6")
    assert kinds(found)[-1] == "SyncChanged"
    assert bench.session.state.in_sync
    bench.move(BLACK, "b6", "a5")
    assert moves(bench) == ["c3-d4", "b6-a5"]
    bench.check()


def test_time_added_by_a_ruling_is_added_to_what_the_clock_shows_now() -> None:
    bench = playing()
    bench.now_ms += 20_000
    state = bench.session.state
    ruled = events.Ruled(
        ruling="time-to-opponent",
        arbiter="N",
        side=WHITE,
        reason="late",
        added_ms=60_000,
        white_ms=state.clocks.white_ms,
        black_ms=state.clocks.black_ms + 60_000,
    )
    _, order = bench.rule(ruled)
    assert order == ClockOrder(white_ms=2_697_000 - 20_000, black_ms=2_697_000 + 60_000, running=WHITE)
    bench.times = {WHITE: order.white_ms, BLACK: order.black_ms}
    bench.now_ms += 1_000
    bench.times[WHITE] -= 1_000
    found = bench.feed(bench.reading(WHITE), bench.reading(WHITE))
    assert named(found) == [], "the jump that was ruled is no finding"
    _, order = bench.rule(events.Undone(undoes=1, arbiter="N"))
    assert order is not None
    assert order.black_ms == 2_697_000
    bench.check()


def test_a_clock_that_was_set_wrongly_is_set_to_the_rulings_times() -> None:
    bench = playing()
    _, order = bench.rule(events.ClockAdjusted(white_ms=900_000, black_ms=800_000, running=WHITE))
    assert order == ClockOrder(white_ms=900_000, black_ms=800_000, running=WHITE)
    found = bench.feed(ClockSet(t_ms=0, ok=False, reason="it is not in the mode for a computer"))
    assert named(found) == ["clock-disagrees"]
    assert bench.feed(ClockSet(t_ms=0, ok=True)) == []


def test_a_clock_that_was_lost_before_it_was_set_is_asked_once_more() -> None:
    bench = playing()
    bench.rule(events.ClockAdjusted(white_ms=900_000, black_ms=800_000, running=WHITE))
    lost = (ClockLinked(t_ms=0, linked=False), ClockSet(t_ms=0, ok=False, reason="the line was lost"))
    assert named(bench.feed(*lost)) == ["clock-disagrees"]
    bench.now_ms += 20_000
    bench.feed(ClockLinked(t_ms=0, linked=True))
    again = bench.session.taken_order()
    assert again is not None
    assert (again.running, again.black_ms) == (WHITE, 800_000)
    assert 878_000 <= again.white_ms <= 880_000  # his time has gone on
    bench.feed(ClockSet(t_ms=0, ok=True), ClockLinked(t_ms=0, linked=False), ClockLinked(t_ms=0, linked=True))
    assert bench.session.taken_order() is None


def test_the_desks_log_told_twice_changes_nothing() -> None:
    bench = playing()
    bench.rule(events.ClockAdjusted(white_ms=900_000, black_ms=800_000, running=WHITE))
    state = bench.session.state
    assert bench.session.ruled(bench.desk, bench.now_ms, AT) == ((), None)
    assert bench.session.ruled(bench.desk[:0], bench.now_ms, AT) == ((), None)
    assert bench.session.state == state


def test_the_same_game_told_again_goes_on_and_another_does_not() -> None:
    bench = playing()
    assert bench.session.reassigned(msgspec.structs.replace(ASSIGNMENT, sessions=("r2-t7-s1",)))
    assert not bench.session.reassigned(msgspec.structs.replace(ASSIGNMENT, control="5m"))


def test_time_never_goes_back() -> None:
    bench = playing()
    late = bench.session.feed(SquareChanged(t_ms=0, sq="a3", p="."), AT)
    bench.keep(late)
    assert late[0].event.t_ms == bench.session._own[-2].t_ms
    bench.check()


def test_the_chain_is_signed_after_the_end_and_only_once() -> None:
    bench = playing()
    bench.session._sign = signer(bytes(32))
    bench.feed(ButtonPressed(t_ms=0, button="resign", by=WHITE))
    log = [decode(data) for data in bench.logs[bench.session.id]]
    assert isinstance(log[-1], events.Checkpoint)
    assert holds(log[-1])
    assert verify(bench.assignment.game, bench.session.id, bench.logs[bench.session.id]) is None
    more = bench.feed(Device(t_ms=0, device="board", up=False))
    assert not any(isinstance(event, events.Checkpoint) for event in more)


def test_a_first_piece_in_the_hand_when_the_clock_starts_is_no_wrong_setup() -> None:
    """The board stood right and White lifts a man in the moment in which the clock is heard for the first time."""
    bench = Bench()
    bench.feed(Device(t_ms=0, device="board", up=True), BoardDumped(t_ms=0, squares=dict(START)))
    found = bench.feed(
        SquareChanged(t_ms=0, sq="c3", p="."),
        ClockLinked(t_ms=0, linked=True),
        bench.reading(WHITE),
        SquareChanged(t_ms=0, sq="d4", p="w"),
        Press(t_ms=0, by=WHITE),
        bench.reading(BLACK),
    )
    assert named(found) == []
    assert moves(bench) == ["c3-d4"]


def test_a_game_of_a_lehmann_georgiev_begins_with_what_was_left() -> None:
    brought = {
        "control": "lehmann-georgiev:5m+3s",
        "white": msgspec.structs.replace(ASSIGNMENT.white, time_left_ms=182_000),
        "black": msgspec.structs.replace(ASSIGNMENT.black, time_left_ms=97_000),
    }
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, **brought))
    bench.times = {WHITE: 300_000, BLACK: 300_000}
    bench.devices()
    assert bench.session.taken_order() == ClockOrder(white_ms=182_000, black_ms=97_000, running=None)
    assert bench.session.taken_order() is None
    bench.times = {WHITE: 182_000, BLACK: 97_000}
    assert named(bench.feed(bench.reading(None), bench.reading(None))) == []
    bench.feed(bench.reading(WHITE))
    assert named(bench.move(WHITE, "c3", "d4")) == []
    assert bench.session.taken_order() is None


def test_a_turned_board_is_followed_as_it_is_read_in_this_session_and_the_next() -> None:
    """Both were set up at the other's side: the game is read from there, and so is the board that a ruling takes."""
    squares = discipline("russian").squares
    turned = dict(zip(squares, reversed(squares), strict=True))
    bench = Bench()
    bench.squares = {turned[square]: piece for square, piece in START.items()}
    bench.devices()
    bench.feed(bench.reading(WHITE))
    bench.move(WHITE, turned["c3"], turned["d4"])
    bench.move(BLACK, turned["f6"], turned["g5"])
    assert moves(bench) == ["c3-d4", "f6-g5"]
    shown = bench.session.state.history.position.pieces()
    bench.hand(turned["a3"], turned["b4"])
    bench.hand(turned["a1"], turned["a3"])  # no move
    del shown["a1"], shown["a3"]
    bench.open()
    bench.devices()
    ruled = decide(bench.session.state, Rule(ruling="follow-board", arbiter="N", reason="both agree", side=BLACK), AT)
    assert not isinstance(ruled, Refusal), ruled
    bench.rule(*ruled)
    assert bench.session.state.history.position.pieces() == {**shown, "a3": "w", "b4": "w"}
    bench.move(BLACK, turned["g7"], turned["f6"])
    assert moves(bench) == ["c3-d4", "f6-g5", "g7-f6"]
    assert bench.session.state.in_sync
    bench.check()
