"""Openings of renju at a table with a board: swaps by the lever, by the desk, over a restart, and whose flag falls."""

import msgspec

from board.events import SquareChanged
from board.inputs import ButtonPressed
from clock.events import Press
from record import events
from record.commands import Rule
from record.decide import decide
from rules.side import Side
from table.screen.openings import choices
from tests.table.bench import BLACK, WHITE, Bench, kinds, moves, named
from tests.table.test_journal import ASSIGNMENT, AT


def opening(regulation: str = "rif") -> Bench:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, discipline="renju", opening_regulation=regulation))
    bench.squares = {}
    bench.devices()
    bench.feed(bench.reading(BLACK))
    return bench


def stones(bench: Bench, lever: Side, *placed: str) -> list[events.AnyEvent]:
    for each in placed:
        piece, point = each[0], each[1:]
        bench.squares[point] = piece
        bench.now_ms += 800
        bench.feed(SquareChanged(t_ms=0, sq=point, p=piece))
    return bench.press(lever)


def swapped() -> Bench:
    """RIF with a swap, four stones old."""
    bench = opening()
    stones(bench, BLACK, "bh8", "wi9", "bj7")
    bench.press(WHITE)
    stones(bench, BLACK, "wg9")
    return bench


def test_a_press_without_a_stone_swaps_and_each_keeps_his_clock() -> None:
    bench = opening()
    found = stones(bench, BLACK, "bh8", "wi9", "bj7")
    assert [event for event in kinds(found) if event == "Move"] == ["Move"] * 3
    found = bench.press(WHITE)
    assert kinds(found)[:2] == ["LeverPressed", "OpeningChoice"]
    state = bench.session.state
    assert (state.swapped, state.black.id, state.white.id) == (True, 1, 2)
    stones(bench, BLACK, "wg9")
    assert (moves(bench), named(bench.session._own)) == (["h8", "i9", "j7", "g9"], [])
    state = bench.session.state
    assert (state.clocks.black_ms, state.clocks.white_ms) == (bench.times[WHITE], bench.times[BLACK])
    assert state.clocks.running is BLACK  # the clock named white runs, and its owner has Black
    bench.check()


def test_the_flag_is_the_persons() -> None:
    bench = swapped()
    bench.times[WHITE] = 0
    bench.now_ms += 10_000_000
    found = bench.feed(bench.reading(WHITE, flags=(WHITE,)))
    assert named(found) == ["flag-fall"]
    (flag,) = bench.session.state.findings
    assert (flag.side, flag.player) == (BLACK, 1)
    bench.check()


def test_a_table_that_is_started_again_goes_on_with_the_offers() -> None:
    bench = swapped()
    stones(bench, WHITE, "be8", "be9")
    opened = bench.session.state.opening
    assert opened is not None
    assert opened.offers == ("e8", "e9")
    bench.open()
    bench.devices()
    assert bench.session.state.swapped
    del bench.squares["e9"]
    bench.feed(SquareChanged(t_ms=0, sq="e9", p="."))
    stones(bench, BLACK, "wk8")
    stones(bench, WHITE, "bd4")
    assert (moves(bench), named(bench.session._own)) == (["h8", "i9", "j7", "g9", "e8", "k8", "d4"], [])
    bench.check()


def test_the_desk_sets_colours_that_the_table_did_not_see() -> None:
    bench = opening()
    stones(bench, BLACK, "bh8", "wi9", "bj7")
    stones(bench, WHITE, "wg9")
    assert not bench.session.state.swapped
    answer = decide(bench.session.state, Rule(ruling="set-colours", arbiter="a", black=1), AT)
    assert isinstance(answer, tuple)
    _, order = bench.rule(*answer)
    assert order is None  # no clock is touched: each has kept his own
    assert bench.session.state.black.id == 1
    stones(bench, WHITE, "be8", "be9")
    del bench.squares["e9"]
    bench.feed(SquareChanged(t_ms=0, sq="e9", p="."))
    stones(bench, BLACK, "wk8")
    assert (moves(bench)[-2:], named(bench.session._own)) == (["e8", "k8"], [])
    bench.check()


def test_added_time_goes_to_the_clock_of_who_gets_it() -> None:
    bench = swapped()
    rule = Rule(ruling="time-to-opponent", arbiter="a", side=WHITE, added_ms=60_000, reason="talks")
    answer = decide(bench.session.state, rule, AT)
    assert isinstance(answer, tuple)
    _, order = bench.rule(*answer)
    assert order is not None
    # Black's clock is the one named white; its time has fallen since the last reading.
    assert order.white_ms > bench.times[WHITE] + 59_000
    assert order.black_ms == bench.times[BLACK]
    bench.check()


def test_a_word_on_the_screen_and_the_press_are_one_choice() -> None:
    bench = opening()
    stones(bench, BLACK, "bh8", "wi9", "bj7")
    found = bench.feed(ButtonPressed(t_ms=0, button="swap", by=WHITE))
    assert kinds(found) == ["Button", "OpeningChoice"]
    found = bench.feed(Press(t_ms=0, by=WHITE))
    assert kinds(found) == ["LeverPressed"]
    stones(bench, BLACK, "wg9")
    assert bench.session.state.swapped
    assert named(bench.session._own) == []


def test_a_stone_that_is_taken_back_leaves_the_choice() -> None:
    bench = swapped()
    fen = bench.session.state.plies[2].fen
    restored = events.Ruled(ruling="restore-position", arbiter="a", reason="by a ruling", fen=fen, ply=3)
    bench.rule(restored)
    state = bench.session.state
    assert (moves(bench), state.swapped) == (["h8", "i9", "j7"], True)
    assert state.opening is not None
    assert state.opening.step == "m4"
    del bench.squares["g9"]
    bench.feed(SquareChanged(t_ms=0, sq="g9", p="."))
    stones(bench, BLACK, "wa1")
    assert moves(bench) == ["h8", "i9", "j7", "a1"]
    assert bench.session.state.swapped
    bench.check()


def test_without_a_clock_the_choice_is_offered_with_the_stone_on_the_board() -> None:
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, discipline="renju", opening_regulation="rif"), clock=False)
    bench.squares = {}
    bench.devices()
    for piece, point in (("b", "h8"), ("w", "i9")):
        bench.feed(SquareChanged(t_ms=0, sq=point, p=piece))
        assert choices(bench.session.state, WHITE) == ()
    bench.feed(SquareChanged(t_ms=0, sq="j7", p="b"))
    assert moves(bench) == ["h8", "i9"]
    assert (choices(bench.session.state, WHITE), choices(bench.session.state, BLACK)) == (("no-swap", "swap"), ())
    found = bench.feed(ButtonPressed(t_ms=0, button="swap", by=WHITE))
    assert moves(bench) == ["h8", "i9", "j7"]
    assert "OpeningChoice" in kinds(found)
    assert bench.session.state.swapped
    bench.check()
    bench.feed(SquareChanged(t_ms=0, sq="g9", p="w"))
    found = bench.feed(ButtonPressed(t_ms=0, button="resign", by=WHITE))
    assert kinds(found) == ["Move", "Button"]


def test_the_stone_before_a_resignation_tells_the_choice_before_it() -> None:
    bench = opening()
    stones(bench, BLACK, "bh8", "wi9", "bj7")
    bench.feed(SquareChanged(t_ms=0, sq="g9", p="w"))
    found = bench.feed(ButtonPressed(t_ms=0, button="resign", by=WHITE))
    assert kinds(found) == ["OpeningChoice", "Move", "Button"]
    assert [choice.option for choice in bench.session.state.choices] == ["stay"]
    bench.check()
