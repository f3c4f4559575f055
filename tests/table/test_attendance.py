"""A round that begins with players absent, at a table with a linked clock and at one without (5.4.1.2, 5.4.4)."""

from datetime import timedelta

import msgspec
import pytest

from board.events import SquareChanged
from board.inputs import ButtonPressed
from clock.events import Press
from record import events
from record.assignment import Assignment, Regulations
from record.chain import digest, root, seal
from record.events import DESK, AnyEvent
from record.timing import format_at, parse_at
from rules.side import Side
from table.arrivals import ClockOrder
from tests.table.bench import BLACK, WHITE, Bench, kinds, moves, named
from tests.table.test_journal import ASSIGNMENT, AT

MINUTE = 60_000
BASE = 45 * MINUTE


class Hall(Bench):
    """A bench on which the wall's time passes as the table's does. ``ahead_ms``: the server's clock is so much before
    the table's."""

    ahead_ms = 0

    @property
    def at(self) -> str:
        return format_at(parse_at(AT) + timedelta(milliseconds=self.now_ms))

    @property
    def server_at(self) -> str:
        return format_at(parse_at(self.at) + timedelta(milliseconds=self.ahead_ms))

    def feed(self, *seen: object) -> list[AnyEvent]:
        found: list[AnyEvent] = []
        for each in seen:
            self.now_ms += 100
            moment = msgspec.structs.replace(each, t_ms=self.now_ms)  # type: ignore[type-var]
            found += self.keep(self.session.feed(moment, self.at))  # type: ignore[arg-type]
        return found

    def desk_says(self, *said: events.Event) -> tuple[list[AnyEvent], ClockOrder | None]:
        for event in said:
            prev = digest(self.desk[-1]) if self.desk else root(self.assignment.game, DESK)
            _, data = seal(
                event,
                session=DESK,
                seq=len(self.desk) + 1,
                t_ms=0,
                at=self.server_at,
                prev=prev,
                after=self.session.state.last,
            )
            self.desk.append(data)
        recorded, order = self.session.ruled(self.desk, self.now_ms, self.at, self.server_at)
        return self.keep(recorded), order

    def signal(self, *absent: Side) -> ClockOrder | None:
        return self.desk_says(events.RoundStarted(absent=absent))[1]

    def pass_ms(self, ms: int, runs: Side) -> list[AnyEvent]:
        """Time passes on the clock; the table looks once a second at the end of it."""
        self.now_ms += ms
        self.times[runs] -= ms
        found = self.feed(self.reading(runs))
        for _ in range(2):
            self.now_ms += 1_000
            self.times[runs] -= 1_000
            found += self.keep(self.session.wait(self.now_ms, self.at))
        return found

    def obey(self, order: ClockOrder | None) -> None:
        """The clock does as it is told."""
        assert order is not None
        self.times = {WHITE: order.white_ms, BLACK: order.black_ms}
        assert named(self.feed(self.reading(order.running), self.reading(order.running))) == []


def ready(assignment: Assignment = ASSIGNMENT, *, clock: bool = True) -> Hall:
    bench = Hall(assignment, clock=clock)
    bench.devices()
    return bench


def near(order: ClockOrder | None, white_ms: int, black_ms: int, running: Side) -> None:
    assert order is not None
    assert order.running is running
    assert order.white_ms == pytest.approx(white_ms, abs=6_000)
    assert order.black_ms == pytest.approx(black_ms, abs=6_000)


def test_an_absentees_clock_runs_and_his_press_is_his_arrival() -> None:
    bench = ready()
    order = bench.signal(BLACK)
    assert order == ClockOrder(white_ms=BASE, black_ms=BASE, running=BLACK)
    bench.obey(order)
    assert named(bench.pass_ms(12 * MINUTE, BLACK)) == []
    found = bench.press(BLACK)  # he sits down and starts the other's time
    assert kinds(found) == ["LeverPressed", "PlayerArrived", "Finding", "ClockReading"]
    came, late = found[1], found[2]
    assert isinstance(came, events.PlayerArrived)
    assert (came.side, came.by, came.late_ms // MINUTE) == (BLACK, "clock", 12)
    assert isinstance(late, events.Finding)
    assert (late.what, late.side, late.evidence["grade"]) == ("late", BLACK, "note")
    near(bench.session.taken_order(), BASE, BASE - 12 * MINUTE, WHITE)
    bench.move(WHITE, "c3", "d4")
    bench.move(BLACK, "f6", "g5")
    bench.move(WHITE, "g3", "h4")
    assert moves(bench) == ["c3-d4", "f6-g5", "g3-h4"]
    assert named(bench.session._own) == ["late"]
    first = bench.session.state.plies[0]
    assert first.spent_ms is not None
    assert first.spent_ms < MINUTE
    bench.check()


def test_white_absent_alone_shows_himself_by_his_first_lift() -> None:
    bench = ready()
    assert bench.signal(WHITE) == ClockOrder(white_ms=BASE, black_ms=BASE, running=WHITE)
    bench.obey(ClockOrder(white_ms=BASE, black_ms=BASE, running=WHITE))
    bench.pass_ms(5 * MINUTE, WHITE)
    found = bench.move(WHITE, "c3", "d4")
    assert kinds(found)[:3] == ["SquareChanged", "PlayerArrived", "Finding"]
    assert bench.session.taken_order() is None  # his time ran, and runs
    assert moves(bench) == ["c3-d4"]
    assert bench.session.state.attendance.absent == ()


def test_both_absent_the_elapsed_time_is_halved_when_one_comes() -> None:
    bench = ready()
    assert bench.signal(WHITE, BLACK) == ClockOrder(white_ms=BASE, black_ms=BASE, running=WHITE)
    bench.obey(ClockOrder(white_ms=BASE, black_ms=BASE, running=WHITE))
    bench.pass_ms(10 * MINUTE, WHITE)
    found, order = bench.desk_says(events.PlayerArrived(side=WHITE, late_ms=10 * MINUTE, by="phone"))
    assert found == []  # the desk said what it found
    near(order, BASE - 5 * MINUTE, BASE - 5 * MINUTE, BLACK)
    bench.obey(order)
    bench.pass_ms(6 * MINUTE, BLACK)
    found = bench.feed(ButtonPressed(t_ms=0, button="arrived", by=BLACK))
    assert kinds(found) == ["PlayerArrived", "Finding"]
    near(bench.session.taken_order(), BASE - 5 * MINUTE, BASE - 11 * MINUTE, WHITE)
    bench.check()


def test_with_both_there_only_flagfalls_own_clock_is_started() -> None:
    bench = ready()
    assert bench.signal() == ClockOrder(white_ms=BASE, black_ms=BASE, running=WHITE, own_only=True)
    bench.feed(bench.reading(WHITE))
    assert bench.session.taken_order() is None
    bench.move(WHITE, "c3", "d4")
    assert named(bench.session._own) == []


def test_an_absence_noticed_later_counts_from_the_signal() -> None:
    bench = ready()
    bench.signal()
    bench.feed(bench.reading(WHITE))
    bench.pass_ms(3 * MINUTE, WHITE)
    near(bench.desk_says(events.PlayerAbsent(side=BLACK))[1], BASE, BASE - 3 * MINUTE, BLACK)


def test_a_move_while_the_opponent_is_absent_is_found_without_anyone_touching_a_screen() -> None:
    bench = ready()
    bench.obey(bench.signal(BLACK))
    bench.hand("c3", "d4")
    assert named(bench.pass_ms(1_000, BLACK)) == ["moved-before-arrival"]
    assert named(bench.pass_ms(1_000, BLACK)) == []
    assert bench.session.state.findings[-1].side is WHITE
    bench.press(BLACK)
    bench.press(WHITE)  # the move stands: what is to be done about it says the arbiter
    assert moves(bench) == ["c3-d4"]
    assert named(bench.session._own) == ["moved-before-arrival", "late"]


def test_the_hand_of_black_is_seen_where_white_has_moved_already() -> None:
    bench = ready()
    bench.obey(bench.signal(BLACK))
    bench.hand("c3", "d4")
    assert "PlayerArrived" in kinds(bench.hand("f6", "g5"))


def test_straightened_pieces_are_nobodys_arrival() -> None:
    bench = ready()
    bench.obey(bench.signal(BLACK))
    bench.hand("f6", "f6")
    assert bench.session.state.attendance.absent == (BLACK,)


@pytest.mark.parametrize(
    ("absent", "kind", "side"), [((BLACK,), "no-show", BLACK), ((WHITE, BLACK), "both-absent", None)]
)
def test_default_time_is_found_without_anyone_touching_a_screen(
    absent: tuple[Side, ...], kind: str, side: Side | None
) -> None:
    bench = ready(msgspec.structs.replace(ASSIGNMENT, regulations=Regulations(default_time_minutes=15)))
    order = bench.signal(*absent)
    bench.obey(order)
    assert order is not None
    assert order.running is not None
    assert named(bench.pass_ms(15 * MINUTE - 5_000, order.running)) == []
    assert named(bench.pass_ms(3_000, order.running)) == [kind]
    assert named(bench.pass_ms(60_000, order.running)) == []
    found = bench.session.state.findings[-1]
    assert (found.side, found.evidence["limit_ms"]) == (side, 15 * MINUTE)


def test_the_time_is_counted_by_the_clock_of_the_server() -> None:
    bench = ready(msgspec.structs.replace(ASSIGNMENT, regulations=Regulations(default_time_minutes=15)))
    bench.ahead_ms = -3_600_000
    bench.obey(bench.signal(BLACK))
    assert named(bench.pass_ms(14 * MINUTE, BLACK)) == []
    came = bench.press(BLACK)[1]
    assert isinstance(came, events.PlayerArrived)
    assert came.late_ms // MINUTE == 14


def test_without_a_clock_the_arbiter_is_told_what_to_set() -> None:
    bench = ready(clock=False)
    assert bench.signal(WHITE, BLACK) is None
    bench.now_ms += 10 * MINUTE
    found = bench.feed(ButtonPressed(t_ms=0, button="arrived", by=WHITE))
    assert bench.session.taken_order() is None
    late = found[1]
    assert isinstance(late, events.Finding)
    assert late.evidence["running"] == "black"
    assert late.evidence["white_ms"] == late.evidence["black_ms"] == pytest.approx(BASE - 5 * MINUTE, abs=1_000)


def test_a_clock_that_is_plugged_in_later_is_set_then() -> None:
    bench = ready(clock=False)
    assert bench.signal(BLACK) is None
    bench.now_ms += 2 * MINUTE
    bench.feed(bench.reading(None))
    near(bench.session.taken_order(), BASE, BASE - 2 * MINUTE, BLACK)


def test_a_table_that_was_restarted_goes_on_waiting() -> None:
    bench = ready()
    bench.obey(bench.signal(BLACK))
    bench.pass_ms(2 * MINUTE, BLACK)
    bench.open()
    bench.devices()
    near(bench.session.taken_order(), BASE, BASE - 2 * MINUTE, BLACK)  # it was found standing
    bench.feed(bench.reading(BLACK))
    assert bench.session.taken_order() is None
    assert kinds(bench.feed(Press(t_ms=0, by=BLACK)))[:2] == ["LeverPressed", "PlayerArrived"]


def test_before_the_signal_a_player_can_say_that_he_is_there() -> None:
    bench = ready()
    assert kinds(bench.feed(ButtonPressed(t_ms=0, button="arrived", by=BLACK))) == ["PlayerArrived"]
    assert bench.feed(ButtonPressed(t_ms=0, button="arrived", by=BLACK)) == []
    order = bench.signal(BLACK)  # the arbiter had not seen him
    assert bench.session.state.attendance.absent == ()
    assert order is not None
    assert order.own_only


@pytest.mark.parametrize("absent", [(), (BLACK,)])
def test_a_press_of_the_second_player_that_belongs_to_a_move_is_heard(absent: tuple[Side, ...]) -> None:
    """White's own first press got lost: Black's is that of his reply, and what was missed is found out."""
    bench = ready()
    bench.signal(*absent)
    if absent:
        bench.feed(bench.reading(BLACK))
        bench.press(BLACK)
    bench.feed(bench.reading(WHITE))
    bench.hand("c3", "d4")
    bench.hand("f6", "g5")
    bench.press(BLACK)
    assert moves(bench) == ["c3-d4", "f6-g5"]


def test_in_renju_the_black_clock_runs_first_and_half_an_hour_is_admitted() -> None:
    renju = msgspec.structs.replace(ASSIGNMENT, discipline="renju", opening_regulation="none", control="1h")
    bench = Hall(renju)
    bench.squares = {}
    bench.times = {WHITE: 60 * MINUTE, BLACK: 60 * MINUTE}
    bench.devices()
    bench.obey(bench.signal(WHITE, BLACK))
    assert bench.session.state.clocks.running is BLACK
    bench.pass_ms(20 * MINUTE, BLACK)
    _, order = bench.desk_says(events.PlayerArrived(side=WHITE, late_ms=20 * MINUTE, by="desk"))
    near(order, 50 * MINUTE, 50 * MINUTE, BLACK)
    bench.obey(order)
    assert named(bench.pass_ms(9 * MINUTE, BLACK)) == []
    bench.now_ms += 30_000
    found = bench.feed(SquareChanged(t_ms=0, sq="h8", p="b"))
    assert [event.what for event in found if isinstance(event, events.Finding)] == ["late"]
    assert bench.session.state.attendance.absent == ()
    assert found[1].by == "board"  # type: ignore[union-attr]
    bench.press(BLACK)
    assert moves(bench) == ["h8"]
