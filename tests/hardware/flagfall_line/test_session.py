"""The driver and the virtual board, which runs the firmware, talking to each other in memory."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from board.sensing import Sensor, board_as_seen
from clock.events import ClockLinked, Press, Reading
from hardware.events import ClockButton, ClockSet, DeviceFault, DeviceInfo
from hardware.firmware.line import BUTTON, CHANGE, LEVER
from hardware.flagfall_line.session import FlagfallSession, LineSettings
from hardware.virtual.flagfall import VirtualFlagfall
from hardware.virtual.hand import actions
from hardware.virtual.noise import Noise
from hardware.virtual.play import perform
from hardware.wing import Wing
from rules.errors import DeviceError
from rules.side import Side
from tests.hardware.flagfall_line.pair import Pair

BOARDS = [("russian", 32), ("international", 50), ("renju", 225)]


def play(pair: Pair, discipline: str, plies: int, seed: int) -> list[Side]:
    """A game by the hand; who pressed."""
    rng, movers = Random(seed), []
    position = rules.discipline(discipline).start()
    for _ in range(plies):
        legal = position.legal_moves()
        if not legal or position.outcome() is not None:
            break
        move, begin_ms = rng.choice(legal), pair.now_ms
        for action in actions(position, move, rng):
            pair.until(begin_ms + action.t_ms)
            pair.say(perform(action, pair.device, pair.now_ms))
        position = position.apply(move)
        movers.append(position.side.other)
    pair.until(pair.now_ms + 5_000)
    return movers


@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
@pytest.mark.parametrize(("discipline", "points"), BOARDS)
def test_whole_games_come_through(discipline: str, points: int, sensor: Sensor) -> None:
    first = Side.BLACK if discipline == "renju" else Side.WHITE
    device = VirtualFlagfall(points, sensor=sensor, base_ms=3_600_000, increment_ms=5_000, scans=3, first=first)
    pair = Pair(device, LineSettings(discipline=discipline))
    pair.until(2_000)
    pair.say(device.start_clock(pair.now_ms))
    movers = play(pair, discipline, 20, seed=5)
    assert len(movers) > 5
    assert [event.by for event in pair.events if isinstance(event, Press)] == movers
    assert pair.seen() == board_as_seen(device.squares, sensor)
    assert not [event for event in pair.events if isinstance(event, DeviceFault)]
    times = [event.t_ms for event in pair.events]
    assert times == sorted(times)
    (info,) = {event.sensor for event in pair.events if isinstance(event, DeviceInfo)}
    assert info == sensor
    reading = [event for event in pair.events if isinstance(event, Reading)][-1]
    assert abs(reading.white_ms - device.clock.left_ms[1]) <= 500  # type: ignore[union-attr]
    assert reading.running is movers[-1].other


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 30), st.sampled_from([0.002, 0.01, 0.02]), st.sampled_from(BOARDS))
def test_a_bad_line_loses_and_invents_nothing(seed: int, share: float, board: tuple[str, int]) -> None:
    """Every change that was made is told, in its order, and no other; so is every press."""
    discipline, points = board
    first = Side.BLACK if discipline == "renju" else Side.WHITE
    device = VirtualFlagfall(points, base_ms=600_000, first=first)
    pair = Pair(device, LineSettings(discipline=discipline))
    pair.until(1_000)
    clean = Pair(VirtualFlagfall(points, base_ms=600_000, first=first), LineSettings(discipline=discipline))
    clean.until(1_000)
    pair.noise = Noise(share, seed)
    movers = play(pair, discipline, 4, seed)
    pair.noise = Noise(0)
    pair.until(pair.now_ms + 3_000)
    assert play(clean, discipline, 4, seed) == movers
    assert pair.changes() == clean.changes()
    assert [event.by for event in pair.events if isinstance(event, Press)] == movers
    assert pair.seen() == clean.seen()


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=400), st.integers(0, 400), st.integers(0, 400))
def test_bytes_lost_from_a_recording_invent_nothing(noise: bytes, start: int, end: int) -> None:
    """A session that cannot ask sees a beginning of the truth."""
    device = VirtualFlagfall(50, base_ms=600_000)
    stream = device.power_cycle(7, 0)
    truth: list[tuple[str, str]] = []
    for number in range(12):
        square = str(31 + number % 5)
        stream += device.lift(square, 1_000 + 100 * number) + device.place(square, "W", 1_050 + 100 * number)
        truth += [(square, "."), (square, "W")]
    at = min(start, len(stream))
    spoiled = stream[:at] + noise + stream[at + end :]
    session = FlagfallSession(LineSettings(discipline="international"))
    session.start(0)
    events = session.receive(spoiled, 5_000).events
    told = [(event.sq, event.p) for event in events if isinstance(event, SquareChanged)]
    if any(isinstance(event, BoardDumped) for event in events):
        assert told == truth[: len(told)]
    else:
        assert told == []


def test_a_pulled_cable_is_caught_up_with_event_by_event() -> None:
    device = VirtualFlagfall(32, base_ms=600_000)
    pair = Pair(device)
    pair.until(1_000)
    pair.say(device.start_clock(pair.now_ms))
    pair.until(2_000)
    pair.plugged = False
    device.lift("c3", 2_500)
    device.place("d4", "w", 2_900)
    device.press(Side.WHITE, 3_000)
    pair.until(9_000)
    assert [event.kind for event in pair.events if isinstance(event, DeviceFault)] == ["silent"]
    before = len(pair.events)
    pair.replug()
    pair.until(10_000)
    news = [event for event in pair.events[before:] if isinstance(event, BoardDumped | SquareChanged | Press)]
    assert [type(event).__name__ for event in news] == ["BoardDumped", "SquareChanged", "SquareChanged", "Press"]
    dump = news[0]
    assert isinstance(dump, BoardDumped)
    assert "c3" in dump.squares
    assert pair.seen() == device.squares


def test_what_the_ring_has_lost_is_a_dump_and_the_clock_tells_the_press() -> None:
    device = VirtualFlagfall(32, base_ms=600_000, keep=4)
    pair = Pair(device)
    pair.until(1_000)
    pair.say(device.start_clock(pair.now_ms))
    pair.plugged = False
    for square in ("c3", "e3", "g3"):
        device.lift(square, 1_500)
        device.place(square, "w", 1_600)
    device.lift("c3", 1_700)
    device.press(Side.WHITE, 1_800)
    before = len(pair.events)
    pair.replug()
    pair.until(3_000)
    news = [event for event in pair.events[before:] if isinstance(event, BoardDumped | SquareChanged | Press)]
    assert [type(event).__name__ for event in news] == ["BoardDumped", "BoardDumped", "Press"]
    assert "c3" not in pair.seen()


def test_a_device_that_lost_its_power_on_a_line_that_stayed_open() -> None:
    device = VirtualFlagfall(32, base_ms=600_000)
    pair = Pair(device)
    pair.until(1_000)
    for _ in range(5):
        pair.say(device.lift("c3", pair.now_ms) + device.place("c3", "w", pair.now_ms))
    device.power_cycle(99, pair.now_ms)  # its own words are lost
    device.lift("e3", pair.now_ms)
    before = len(pair.events)
    pair.until(3_000)
    assert "e3" not in pair.seen()
    assert not [event for event in pair.events[before:] if isinstance(event, SquareChanged)]
    pair.say(device.place("e3", "w", pair.now_ms))
    assert pair.changes()[-1] == ("e3", "w")


def test_numbers_go_round() -> None:
    device = VirtualFlagfall(32)
    pair = Pair(device)
    pair.until(1_000)
    device.line.seq = 65_533
    device.line.kept = 0
    device.line.epoch = 5
    pair.until(3_000)
    for square in ("a3", "c3", "e3", "g3"):
        pair.say(device.lift(square, pair.now_ms))
        pair.until(pair.now_ms + 100)
    assert device.line.seq == 1
    pair.plugged = False
    device.place("a3", "w", pair.now_ms)
    pair.plugged = True
    pair.until(pair.now_ms + 3_000)
    assert pair.changes()[-5:] == [("a3", "."), ("c3", "."), ("e3", "."), ("g3", "."), ("a3", "w")]


@pytest.mark.parametrize("sensor", ["piece", "colour"])
def test_a_board_that_lies_the_other_way_round_is_seen_from_its_start(sensor: Sensor) -> None:
    device = VirtualFlagfall(50, sensor=sensor, turned=True)
    pair = Pair(device, LineSettings(discipline="international"))
    pair.until(1_000)
    assert pair.seen() == board_as_seen(device.squares, sensor)
    assert pair.seen()["50"] == "w"
    assert [event.turned for event in pair.events if isinstance(event, DeviceInfo)][-1]
    blind = Pair(
        VirtualFlagfall(50, sensor="occupancy", turned=True), LineSettings(discipline="international", turned=True)
    )
    blind.until(1_000)
    blind.say(blind.device.lift("31", blind.now_ms))
    assert blind.changes() == [("31", ".")]


def test_white_at_the_right() -> None:
    device = VirtualFlagfall(0, base_ms=600_000)
    pair = Pair(device, LineSettings(white_clock=Wing.RIGHT))
    pair.until(1_000)
    pair.say(device.start_clock(pair.now_ms))
    pair.say(device.press(Side.WHITE, pair.now_ms))  # the virtual White sits at the left
    assert [event.by for event in pair.events if isinstance(event, Press)] == [Side.BLACK]
    assert [event.running for event in pair.events if isinstance(event, Reading)][-1] is Side.WHITE


def test_a_clock_alone_has_no_board_and_can_be_set() -> None:
    device = VirtualFlagfall(0, base_ms=600_000)
    pair = Pair(device, LineSettings(discipline="chess"))
    pair.until(2_000)
    assert not [event for event in pair.events if isinstance(event, BoardDumped | DeviceFault)]
    assert [event.linked for event in pair.events if isinstance(event, ClockLinked)] == [True]
    pair.order(pair.session.set_clock(90_000, 80_000, Side.WHITE, pair.now_ms))
    pair.until(2_500)
    assert [event.ok for event in pair.events if isinstance(event, ClockSet)] == [True]
    last = [event for event in pair.events if isinstance(event, Reading)][-1]
    assert (last.running, 89_000 < last.white_ms <= 90_000, last.black_ms) == (Side.WHITE, True, 80_000)
    pair.order(pair.session.set_clock(90_000, 80_000, Side.BLACK, pair.now_ms))
    pair.until(3_000)
    pair.plugged = False
    pair.order(pair.session.set_clock(1, 1, None, pair.now_ms))
    pair.until(8_000)
    assert [event.ok for event in pair.events if isinstance(event, ClockSet)] == [True, False, False]
    with pytest.raises(DeviceError, match="does not fit"):
        pair.session.set_clock(-1, 0, None, pair.now_ms)


def test_a_setting_without_a_clock() -> None:
    pair = Pair(VirtualFlagfall(32))
    pair.until(1_000)
    pair.order(pair.session.set_clock(1, 1, None, pair.now_ms))
    assert [event.reason for event in pair.events if isinstance(event, ClockSet)] == ["no clock is connected"]


def test_flag() -> None:
    device = VirtualFlagfall(0, base_ms=2_000)
    pair = Pair(device)
    pair.until(1_000)
    pair.say(device.start_clock(pair.now_ms))
    pair.until(4_000)
    fallen = [event for event in pair.events if isinstance(event, Reading) and event.flags]
    assert (fallen[0].flags, fallen[0].white_ms) == ((Side.WHITE,), 0)
    assert 3_000 <= fallen[0].t_ms <= 3_040


def test_the_wrong_board_is_said_once() -> None:
    pair = Pair(VirtualFlagfall(50))
    pair.until(3_000)
    (fault,) = (event for event in pair.events if isinstance(event, DeviceFault))
    assert fault.kind == "wrong-board"
    assert "50 squares, the game needs 32 or 64" in fault.text
    assert not [event for event in pair.events if isinstance(event, BoardDumped | SquareChanged)]


def test_the_wrong_board_is_left_alone_and_the_right_one_is_read_in_its_place() -> None:
    pair = Pair(VirtualFlagfall(50, serial="one"))
    pair.until(3_000)
    asked = pair.asked
    pair.until(60_000)
    assert pair.asked == asked
    pair.device = VirtualFlagfall(32, serial="two")
    pair.replug()
    pair.until(63_000)
    assert len(pair.seen()) == 24


def test_faults_of_the_squares_and_the_battery() -> None:
    device = VirtualFlagfall(64, sensor="colour")
    device.setup({"c3": "w", "b6": "b"}, 0)
    pair = Pair(device)
    device.line.battery = 5
    pair.until(3_000)
    pair.say(device.place("a1", "w", pair.now_ms) + device.place("a8", "w", pair.now_ms))
    device.line.event(CHANGE, 33, ord("x"))
    pair.until(pair.now_ms + 20)
    kinds = [event.kind for event in pair.events if isinstance(event, DeviceFault)]
    assert kinds == ["battery-low", "off-board", "unknown-piece"]
    assert pair.changes() == [("a1", "w")]


def test_buttons() -> None:
    device = VirtualFlagfall(32, base_ms=60_000)
    pair = Pair(device)
    pair.until(1_000)
    for code, wing in ((16, 1), (25, 2), (5, 0), (200, 1), (16, 0)):
        device.line.event(BUTTON, code, wing)
    device.line.event(LEVER, 2)  # that one lies down already
    pair.until(1_100)
    buttons = [(event.button, event.by) for event in pair.events if isinstance(event, ButtonPressed)]
    assert buttons == [("offer-draw", Side.WHITE), ("resign", Side.BLACK)]
    assert [event.button for event in pair.events if isinstance(event, ClockButton)] == ["ok"]
    assert not [event for event in pair.events if isinstance(event, Press)]


def test_memory_stays_small() -> None:
    device = VirtualFlagfall(32)
    pair = Pair(device)
    pair.until(500)
    for number in range(3_000):
        pair.say(device.lift("c3", pair.now_ms) if number % 2 else device.place("c3", "w", pair.now_ms))
        pair.say(b"\x01\x02")
        pair.events.clear()
    assert len(device.line._ring) == 1024 * 7
    assert len(pair.session._codec._kept) <= 2
    assert len(pair.session._strange) == 0
