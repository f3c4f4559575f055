"""What a session survives: restarts, pulled cables, silence, a recognition that fails."""

import pytest

from board.events import BoardDumped, SquareChanged
from clock.events import ClockLinked
from record import events
from record.assignment import Regulations
from record.state import Status
from table.session import ClockOrder, Device
from tests.table.bench import BLACK, WHITE, Bench, kinds, moves, named, playing
from tests.table.test_journal import AT


def test_a_restart_goes_on_where_the_record_stands_and_finds_what_was_missed() -> None:
    bench = playing()
    bench.open()
    assert moves(bench) == ["c3-d4", "f6-g5"]
    # While nobody listened White and Black each made a move.
    bench.squares["c3"] = bench.squares.pop("b2")
    bench.squares["a5"] = bench.squares.pop("b6")
    bench.feed(Device(t_ms=0, device="board", up=True), BoardDumped(t_ms=0, squares=dict(bench.squares)))
    bench.feed(ClockLinked(t_ms=0, linked=True), bench.reading(WHITE))
    assert moves(bench) == ["c3-d4", "f6-g5", "b2-c3", "b6-a5"]
    assert [ply.inferred for ply in bench.session.state.plies] == [False, False, True, True]
    bench.move(WHITE, "g3", "f4")
    assert moves(bench)[-1] == "g3-f4"
    assert bench.session.state.plies[-1].session == "r2-t7-s2"
    assert bench.session.state.in_sync
    bench.check()


def test_a_press_that_nobody_heard_is_read_off_the_running_clock() -> None:
    bench = playing()
    bench.open()
    bench.squares["c3"] = bench.squares.pop("b2")
    bench.devices()
    found = bench.feed(bench.reading(BLACK))
    assert kinds(found) == ["ClockReading", "Move"]
    assert moves(bench)[-1] == "b2-c3"
    assert bench.session.state.plies[-1].inferred
    bench.check()


def test_a_restart_with_the_board_unchanged_changes_nothing() -> None:
    bench = playing()
    before = bench.session.state
    bench.open()
    bench.devices()
    assert (moves(bench), bench.session.state.in_sync) == ([ply.move for ply in before.plies], True)
    assert named(bench.session._own) == []
    bench.move(WHITE, "g3", "f4")
    bench.check()


def test_a_clock_order_that_the_last_run_did_not_give_is_given() -> None:
    bench = playing()
    bench.rule(events.ClockAdjusted(white_ms=900_000, black_ms=800_000, running=WHITE))
    bench.open()
    assert bench.session.overdue_order() == ClockOrder(white_ms=900_000, black_ms=800_000, running=WHITE)
    bench.devices()
    bench.open()
    assert bench.session.overdue_order() is None


def test_a_cable_pulled_and_put_back_loses_no_move() -> None:
    bench = playing()
    bench.feed(Device(t_ms=0, device="board", up=False), ClockLinked(t_ms=0, linked=False))
    bench.squares["c3"] = bench.squares.pop("b2")
    bench.squares["a5"] = bench.squares.pop("b6")
    bench.devices()
    bench.feed(bench.reading(WHITE))
    bench.move(WHITE, "g3", "f4")
    assert moves(bench) == ["c3-d4", "f6-g5", "b2-c3", "b6-a5", "g3-f4"]
    bench.check()


def test_a_clock_pulled_out_leaves_moves_to_the_opponents_lift() -> None:
    bench = playing()
    bench.feed(ClockLinked(t_ms=0, linked=False))
    bench.hand("b2", "c3")
    bench.feed(SquareChanged(t_ms=0, sq="b6", p="."))
    assert moves(bench)[-1] == "b2-c3"
    bench.check()


def test_silence_is_a_finding_once_and_again_after_it_was_broken() -> None:
    bench = playing(regulations=Regulations(silent_after_ms=20_000))
    silent = [
        named(bench.keep(bench.session.silent("board", quiet, bench.now_ms, AT)))
        for quiet in (19_999, 20_000, 30_000, 0, 25_000)
    ]
    assert silent == [[], ["device-silent"], [], [], ["device-silent"]]
    assert bench.session.state.findings[0].evidence == {"device": "board", "quiet_ms": 20_000}
    assert bench.session.state.findings[0].status is Status.OPEN
    bench.check()


def test_recognition_that_fails_leaves_the_raw_record_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = playing()

    def broken(_: object) -> None:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr(bench.session._senses._recogniser, "feed", broken)
    found = bench.feed(SquareChanged(t_ms=0, sq="b2", p="."))
    assert kinds(found)[0] == "SquareChanged"
    assert named(found) == ["out-of-sync"]
    bench.feed(SquareChanged(t_ms=0, sq="c3", p="w"))
    bench.press(WHITE)
    assert moves(bench)[-1] == "b2-c3"
    bench.check()


def test_a_man_taken_away_late_leaves_the_next_move_in_the_record() -> None:
    bench = Bench()
    bench.devices()
    bench.feed(bench.reading(WHITE))
    for by, start, end in ((WHITE, "c3", "d4"), (BLACK, "f6", "g5"), (WHITE, "d4", "e5")):
        bench.move(by, start, end)
    # The capture is pressed with its victim left on the board; it goes when White is on the move.
    bench.hand("d6", "f4")
    found = bench.press(BLACK)
    assert "wrong-number-captured" in named(found)
    del bench.squares["e5"]
    bench.feed(SquareChanged(t_ms=0, sq="e5", p="."))
    bench.move(WHITE, "g3", "e5", "f4")
    ply = bench.session.state.plies[-1]
    assert (ply.number, ply.move, ply.irregular) == (5, "g3:e5", False)
    bench.check()
