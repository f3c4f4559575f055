"""The driver of the Chess Peripheral Protocol against lines by hand, and against the virtual board."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from clock.events import Press, Reading
from hardware.devices import DeviceSettings, device_kind
from hardware.events import ClockSet, DeviceEvent, DeviceFault, DeviceInfo
from hardware.peripheral.session import PeripheralSession, PeripheralSettings
from rules.errors import SettingsError
from rules.side import Side

START = "1m1m1m1m/m1m1m1m1/1m1m1m1m/8/8/M1M1M1M1/1M1M1M1M/M1M1M1M1"


class Bench:
    """A session whose lines are written by hand."""

    def __init__(self, discipline: str = "russian", **known: object) -> None:
        self.session = PeripheralSession(PeripheralSettings(discipline=discipline, **known))  # type: ignore[arg-type]
        self.now_ms = 0
        self.sent = self.session.start(0).send

    def say(self, *lines: str) -> list[DeviceEvent]:
        self.now_ms += 100
        out = self.session.receive("".join(line + "\n" for line in lines).encode(), self.now_ms)
        self.sent += out.send
        return list(out.events)

    def wait(self, ms: int) -> list[DeviceEvent]:
        events: list[DeviceEvent] = []
        for _ in range(0, ms, 100):
            self.now_ms += 100
            out = self.session.tick(self.now_ms)
            self.sent += out.send
            events += out.events
        return events

    def lines(self) -> list[str]:
        sent, self.sent = self.sent.decode().splitlines(), b""
        return sent


def test_the_start_asks_one_thing_at_a_time() -> None:
    bench = Bench()
    assert bench.lines() == ["set_variant draughts_russian"]
    bench.say("ok")
    assert bench.lines() == ["feature submove_state"]
    bench.say("nok")
    assert bench.lines() == [f"begin {START} w"]
    dumped, info = sorted(bench.say(f"sync {START} w"), key=lambda event: type(event).__name__)
    assert isinstance(dumped, BoardDumped)
    assert dumped.squares["c3"] == "w"
    assert isinstance(info, DeviceInfo)
    assert info.sensor == "piece"


def test_nothing_that_answers_not_is_sent_the_letters_of_a_board() -> None:
    """To a DGT board ``N`` is the order to start its boot loader."""
    bench = Bench("chess")
    events = bench.wait(16_000)
    lines = bench.lines()
    assert set(lines) == {"set_variant standard"}
    assert len(lines) > 10
    assert [event.kind for event in events if isinstance(event, DeviceFault)] == ["silent"]
    bench.say("garbage")
    bench.wait(3_000)
    assert bench.lines()[-1].startswith("begin rnbqkbnr")


def test_a_board_that_tells_nothing_by_itself_is_asked() -> None:
    bench = Bench("renju")
    bench.say("nok")
    bench.wait(20_000)
    lines = bench.lines()
    assert lines[:3] == ["set_variant renju", "feature submove_state", "begin " + "/".join(["15"] * 15) + " b"]
    assert set(lines[3:]) == {"state"}


def test_states_are_changes_the_lifted_piece_first() -> None:
    bench = Bench()
    bench.say(f"state {START}")
    placed = START.replace("8/M1M1M1M1", "3M4/M3M1M1")
    told = [(event.sq, event.p) for event in bench.say(f"state {placed}") if isinstance(event, SquareChanged)]
    assert told == [("c3", "."), ("d4", "w")]
    assert bench.say(f"state {placed}") == []
    (dumped,) = bench.say("state 8/8/8/8/8/8/8/8")
    assert dumped == BoardDumped(t_ms=bench.now_ms, squares={})


@pytest.mark.parametrize(
    ("discipline", "moves", "changed"),
    [
        ("russian", ["c3d4", "f6g5", "g3h4"], [("g3", "."), ("h4", "w")]),
        ("russian", ["c3b4", "d6c5", "b4d6"], [("b4", "."), ("c5", "."), ("d6", "w")]),
        ("international", ["32-28", "19-23", "28x19"], [("28", "."), ("23", "."), ("19", "w")]),
        ("international", ["3228", "1923"], [("19", "."), ("23", "b")]),
        ("renju", ["h8"], [("h8", "b")]),
        ("chess", ["e2e4"], [("e2", "."), ("e4", "P")]),
        ("chess", ["a2a8q"], [("a2", "."), ("a8", "Q")]),
        ("russian", ["c3c4"], []),
        ("russian", ["a3b6"], [("a3", "."), ("b6", "w")]),
        ("russian", ["zz"], []),
    ],
)
def test_whole_moves(discipline: str, moves: list[str], changed: list[tuple[str, str]]) -> None:
    bench = Bench(discipline)
    bench.session.assume_start()
    events: list[DeviceEvent] = []
    for move in moves:
        events = bench.say(f"move {move}")
    assert sorted((event.sq, event.p) for event in events if isinstance(event, SquareChanged)) == sorted(changed)
    assert "ok" in bench.lines()


def test_undo() -> None:
    bench = Bench()
    bench.session.assume_start()
    bench.say("move c3d4")
    told = [(event.sq, event.p) for event in bench.say("undo") if isinstance(event, SquareChanged)]
    assert sorted(told) == [("c3", "w"), ("d4", ".")]
    assert bench.say("undo") == []


def test_times_with_and_without_a_name() -> None:
    bench = Bench()
    readings = [event for event in bench.say("time 60000 60000") if isinstance(event, Reading)]
    readings += [event for event in bench.say("time 59000 60000") if isinstance(event, Reading)]
    readings += [event for event in bench.say("time 59000 60000") if isinstance(event, Reading)]
    bench.wait(6_000)
    readings += [event for event in bench.say("time 59000 60000") if isinstance(event, Reading)]
    readings += [event for event in bench.say("time 59000 0 stopped") if isinstance(event, Reading)]
    assert [reading.running for reading in readings] == [None, Side.WHITE, Side.WHITE, None, None]
    assert readings[-1].flags == (Side.BLACK,)
    bench.lines()
    for said in ("soon", "² 60000", "60000 " + "9" * 20):
        assert bench.say(f"time {said}") == []
        assert bench.lines() == ["nok"], said
    assert bench.say("press black") == [Press(t_ms=bench.now_ms, by=Side.BLACK)]
    assert bench.say("press nobody") == []


def test_nobody_loses_by_a_guess() -> None:
    bench = Bench()
    bench.session.assume_start()
    bench.say("move c3d4")
    told = bench.say("draw_offer", "draw_offer white", "resign", "resign white", "end mate")
    assert [(event.button, event.by) for event in told if isinstance(event, ButtonPressed)] == [
        ("offer-draw", Side.BLACK),
        ("offer-draw", Side.WHITE),
        ("call-arbiter", Side.BLACK),
        ("resign", Side.WHITE),
    ]


def test_another_board_is_said_once() -> None:
    bench = Bench()
    told = bench.say("state 8/8", "state 8/8") + bench.say("state rnbqkbnr/8/8/8/8/8/8/8")
    assert [event.kind for event in told if isinstance(event, DeviceFault)] == ["wrong-board", "wrong-board"]


def test_setting_the_clock() -> None:
    bench = Bench()
    for answer in ("ok", "ok", f"sync {START}"):
        bench.say(answer)
    bench.session.set_clock(1_000, 2_000, None, bench.now_ms)
    assert bench.say("ok")[-1] == ClockSet(t_ms=bench.now_ms, ok=True)
    bench.session.set_clock(1_000, 2_000, Side.BLACK, bench.now_ms)
    (told,) = (event for event in bench.wait(1_500) if isinstance(event, ClockSet))
    assert not told.ok


def test_after_a_lost_line_it_goes_on_from_the_board_that_was_known() -> None:
    bench = Bench()
    bench.session.assume_start()
    bench.say("move c3d4")
    bench.sent = bench.session.start(bench.now_ms).send
    bench.say("ok")
    bench.say("ok")
    assert "3M4/M3M1M1" in bench.lines()[-1]


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_noise_never_raises_and_is_bounded(noise: bytes) -> None:
    session = PeripheralSession()
    session.start(0)
    session.receive(noise * 8, 10)
    assert len(session._kept) <= 1_024
    session.receive(f"\nstate {START}\n".encode(), 20)
    assert session._squares is not None
    assert session._squares["c3"] == "w"


def test_a_turned_board_is_refused() -> None:
    with pytest.raises(SettingsError, match="never turned"):
        device_kind("cpp").open(DeviceSettings(turned=True))
