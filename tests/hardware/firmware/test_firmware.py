"""The firmware under CPython: its bytes against the codec, its scans against bouncing contacts, its pins."""

import importlib
import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.firmware.board import Board
from hardware.firmware.buttons import Buttons
from hardware.firmware.clock import LEFT, RIGHT, Clock
from hardware.firmware.frames import crc16, pack, unpack
from hardware.firmware.line import BUTTON, CHANGE, Line
from hardware.firmware.run import begin, turn
from hardware.flagfall_line import messages, wire
from hardware.flagfall_line.codec import Codec
from hardware.flagfall_line.messages import Frame
from hardware.wing import Wing
from tests.hardware.firmware.pins import StopServingError, pico


class Bench:
    """The hardware layer on the workbench."""

    def __init__(self, points: int = 0) -> None:
        self.ms, self.seen, self._codec = 0, b"." * points, Codec()
        self.frames: list[Frame] = []

    def now_ms(self) -> int:
        return self.ms

    def tx(self, data: bytes) -> None:
        self.frames += self._codec.feed(data)

    def scan(self) -> bytes:
        return self.seen

    def bodies(self) -> list[messages.Body]:
        """What was sent since the last call."""
        assert self._codec.discarded == 0
        frames, self.frames = self.frames, []
        return [frame.body for frame in frames]


def ask(line: Line, body: messages.Body) -> None:
    line.receive(wire.encode(Frame(0, 0, 0, body)))


@given(st.integers(0, 15), st.integers(0, 0xFFFF), st.integers(0, 0xFFFFFFFF), st.binary(max_size=230))
def test_frames_are_those_of_the_specification(kind: int, word: int, ms: int, payload: bytes) -> None:
    framed = pack(kind, word, word ^ 0xFF00, ms, payload)
    inside = wire.unstuff(framed[:-1])
    assert inside is not None
    assert inside[:-2] == wire.HEAD.pack(0x10 | kind, word, word ^ 0xFF00, ms) + payload
    assert int.from_bytes(inside[-2:], "big") == wire.crc16(inside[:-2]) == crc16(inside[:-2])
    assert unpack(wire.stuff(inside)) == unpack(framed[:-1]) == (kind, payload)


def test_what_is_no_frame() -> None:
    good = pack(9, 1, 2, 3, b"\x01")[:-1]
    for wrong in (b"", b"\x05\x01", good[:-1], good[:-1] + bytes([good[-1] ^ 1]), b"\x00"):
        assert unpack(wrong) is None


def test_power_up_and_questions() -> None:
    hal = Bench(50)
    hal.seen = b"x" * 20 + b"." * 10 + b"x" * 20
    line = Line(hal, "f1a9", 0x12345)
    Board(line, 50)
    begin(line)
    hello, shot = hal.bodies()
    assert hello == messages.Hello(
        points=50, sensor="o", clock=False, settable=False, first=1, firmware="flagfall 1", serial="f1a9"
    )
    assert shot == messages.Snapshot(pieces=hal.seen.decode())
    ask(line, messages.Ask())
    assert hal.frames[0].epoch == 0x2345
    assert [type(body) for body in hal.bodies()] == [messages.Hello]
    ask(line, messages.Ask(snapshot=True))
    assert [type(body) for body in hal.bodies()] == [messages.Hello, messages.Snapshot]
    line.receive(b"noise\0" + b"n" * 500)
    line.receive(pack(9, 0, 0, 0, b"\1\1"))  # another length than a question has
    ask(line, messages.Ack())
    ask(line, messages.SetClock(order=1, left_ms=0, right_ms=0))
    assert hal.bodies() == []
    hal.ms = 1_000
    turn(line, b"")
    assert hal.bodies() == [messages.Heartbeat(late=1)]


def test_three_scans_agree_before_a_square_changes() -> None:
    hal = Bench(3)
    board = Board(Line(hal, "", 1), 3)
    bounce = [b"..x", b"...", b"..x", b"..x", b"...", b"..x", b"..x", b"..x", b"..x"]
    told = []
    for number, seen in enumerate(bounce):
        board.look(seen)
        told += [(number, body) for body in hal.bodies()]
    assert told == [(7, messages.Change(square=2, piece="x"))]
    for seen in (b"x.x", b"w.x", b"x.x", b"..x"):
        board.look(seen)
    assert hal.bodies() == []


def test_scans_are_paced_and_late_ones_counted() -> None:
    hal = Bench(1)
    line = Line(hal, "", 1)
    board = Board(line, 1)
    scans = []
    board.look = scans.append  # type: ignore[assignment,method-assign]
    for ms in range(0, 100, 2):
        hal.ms = ms
        board.tick()
    assert (len(scans), line.late) == (10, 0)
    hal.ms = 200
    board.tick()
    assert (len(scans), line.late) == (11, 1)


def test_replay_from_the_ring_and_beyond() -> None:
    hal = Bench(32)
    line = Line(hal, "", 1, keep=8)
    Board(line, 32)
    for number in range(20):
        hal.ms = number * 10
        line.event(CHANGE, number % 4, ord("x"))
    sent = list(hal.frames)
    hal.frames.clear()
    hal.ms = 5_000
    ask(line, messages.Replay(begin=14))
    assert hal.frames[:-1] == sent[13:]
    assert isinstance(hal.frames[-1].body, messages.Heartbeat)
    hal.frames.clear()
    ask(line, messages.Replay(begin=21))
    assert [type(body) for body in hal.bodies()] == [messages.Heartbeat]
    ask(line, messages.Replay(begin=12))
    assert hal.bodies() == [messages.Snapshot(pieces="." * 32)]
    with pytest.raises(ValueError, match="power of two"):
        Line(hal, "", 1, keep=1000)


def test_clock() -> None:
    hal = Bench()
    line = Line(hal, "", 1)
    clock = Clock(line, 10_000, 2_000)
    begin(line)
    assert isinstance(hal.bodies()[0], messages.Hello)
    clock.press(RIGHT)
    assert hal.bodies() == []
    clock.run_or_stop()
    hal.ms = 3_000
    clock.press(LEFT)
    button, _, lever, times = hal.bodies()
    assert button == messages.Button(code=3)
    assert lever == messages.Lever(by=Wing.LEFT)
    assert times == messages.Clock(left_ms=11_000, right_ms=12_000, running=Wing.RIGHT, lever=Wing.RIGHT)
    hal.ms = 16_000
    clock.tick()
    (fell,) = hal.bodies()
    assert fell == messages.Clock(left_ms=11_000, right_ms=0, right_flag=True, lever=Wing.RIGHT)
    clock.run_or_stop()
    assert clock.running == 0
    ask(line, messages.SetClock(order=9, left_ms=5_000, right_ms=6_000, running=Wing.RIGHT))
    assert messages.ClockDone(order=9, ok=True) in hal.bodies()
    hal.ms = 17_000
    clock.tick()
    assert hal.bodies() == [messages.Clock(left_ms=5_000, right_ms=5_000, running=Wing.RIGHT, lever=Wing.RIGHT)]
    ask(line, messages.SetClock(order=10, left_ms=5_000, right_ms=6_000, running=Wing.LEFT))
    assert messages.ClockDone(order=10, ok=False) in hal.bodies()


def test_without_an_increment_the_other_time_goes_on() -> None:
    hal = Bench()
    clock = Clock(Line(hal, "", 1), 1_000)
    clock.run_or_stop()
    hal.ms = 1_500
    clock.press(LEFT)
    hal.ms = 1_700
    clock.tick()
    assert (clock.flags, clock.left_ms[LEFT], clock.left_ms[RIGHT]) == ([False, True, False], 0, 800)


def test_buttons_count_once() -> None:
    buttons = Buttons(2)
    looks = [b"\1\0", b"\0\0", b"\1\0", b"\1\0", b"\1\0", b"\1\0", b"\0\0", b"\0\0", b"\0\0", b"\1\1", b"\1\1", b"\1\1"]
    assert [buttons.look(levels) for levels in looks] == [[], [], [], [], [0], [], [], [], [], [], [], [0, 1]]


def serve(name: str, world: Any, steps: list[tuple[int, Any]], monkeypatch: pytest.MonkeyPatch) -> list[messages.Body]:
    """Runs a board's ``main``: at each step's time its act is carried out; what was sent until the last one."""
    module = importlib.import_module(f"hardware.firmware.boards.{name}")
    sent, script = bytearray(), list(steps)

    def rx(self: Any) -> bytes:
        world.ms += 2
        while script and world.ms >= script[0][0]:
            act = script.pop(0)[1]
            if act is None:
                raise StopServingError
            act()
        return b""

    monkeypatch.setattr(module.Pico, "rx", rx)
    monkeypatch.setattr(module.Pico, "tx", lambda self, data: sent.extend(data))
    with pytest.raises(StopServingError):
        module.main()
    codec = Codec()
    frames = codec.feed(bytes(sent))
    assert codec.discarded == 0
    return [frame.body for frame in frames]


@pytest.mark.parametrize(("name", "points"), [("draughts50", 50), ("draughts32", 32)])
def test_a_matrix_on_pins(name: str, points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with pico() as world:
        closed = {(2, 11), (7, 13)}  # row pin, column pin
        world.pin.wiring = staticmethod(
            lambda column: 0 if any(world.levels[row] == 0 and column == col for row, col in closed) else 1
        )
        columns = points // {50: 10, 32: 8}[points]
        steps = [(100, lambda: closed.remove((2, 11))), (200, lambda: closed.add((0, 10))), (300, None)]
        bodies = serve(name, world, steps, monkeypatch)
        assert world.break_key == -1
        shot = next(body for body in bodies if isinstance(body, messages.Snapshot))
        assert {place for place, piece in enumerate(shot.pieces) if piece == "x"} == {2 * columns + 1, 7 * columns + 3}
        hello = bodies[0]
        assert isinstance(hello, messages.Hello)
        assert (hello.points, hello.serial) == (points, "01ab")
        assert [body for body in bodies if isinstance(body, messages.Change)] == [
            messages.Change(square=2 * columns + 1, piece="."),
            messages.Change(square=0, piece="x"),
        ]


def test_rows_behind_shift_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    with pico() as world:
        register, outputs = [1] * 16, [1] * 16

        def written(pin: int, level: int) -> None:
            if pin == 17 and level:
                register.insert(0, world.levels[16])
                register.pop()
            elif pin == 18 and level:
                outputs[:] = register

        closed = {(0, 0), (14, 14)}
        world.pin.written = staticmethod(written)
        world.pin.wiring = staticmethod(
            lambda column: 0 if any(outputs[row] == 0 and column == col for row, col in closed) else 1
        )
        bodies = serve("renju225", world, [(100, lambda: closed.add((7, 7))), (200, None)], monkeypatch)
        shot = next(body for body in bodies if isinstance(body, messages.Snapshot))
        assert [place for place, piece in enumerate(shot.pieces) if piece == "x"] == [0, 224]
        assert [body for body in bodies if isinstance(body, messages.Change)] == [
            messages.Change(square=112, piece="x")
        ]


def test_a_clock_on_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    with pico() as world:
        down: set[int] = set()
        bits: list[int] = []
        shown: list[bytes] = []

        def written(pin: int, level: int) -> None:
            """The left display: a bit with each rising clock, an end when data rises while the clock is high."""
            if pin == 10 and level and world.levels.get(11) in (0, 1):
                bits.append(world.levels[11])
            elif pin == 11 and level and world.levels.get(10) and len(bits) >= 9:
                groups = [bits[at : at + 8] for at in range(0, len(bits) - 8, 9)]
                shown.append(bytes(sum(bit << place for place, bit in enumerate(group)) for group in groups))
                bits.clear()
            elif pin == 11 and not level and world.levels.get(10):
                bits.clear()

        world.pin.written = staticmethod(written)
        world.pin.wiring = staticmethod(lambda pin: 0 if pin in down else 1)
        steps = [
            (100, lambda: down.add(4)),
            (150, down.clear),
            (5_000, lambda: down.add(2)),
            (5_100, down.clear),
            (6_000, None),
        ]
        bodies = serve("two_button_clock", world, steps, monkeypatch)
        assert messages.Button(code=BUTTON // 2) in bodies
        assert [body for body in bodies if isinstance(body, messages.Lever)] == [messages.Lever(by=Wing.LEFT)]
        last = [body for body in bodies if isinstance(body, messages.Clock)][-1]
        assert last.running is Wing.RIGHT
        times = [data[1:] for data in shown if data[:1] == b"\xc0"]
        assert times[0] == bytes([0x06, 0x3F | 0x80, 0x3F, 0x6D])  # 10:05
        assert times[-1] == bytes([0x06, 0x3F | 0x80, 0x3F, 0x7D])  # 4.9 seconds used, five added


def test_ticks_wrap_and_the_time_does_not() -> None:
    with pico() as world:
        module = importlib.import_module("hardware.firmware.pico")
        world.ms = (1 << 30) - 5
        hal = module.Pico()
        world.ms += 20
        assert hal.now_ms() == 20
        assert hal.scan() == b""
        assert hal.rx() == b""
        os.write(world.host, b"\x03\x00")
        assert hal.rx() == b"\x03\x00"
        digits = module.Digits(10, 11)
        digits.show_ms(3_600_000 * 2 + 1)
        assert digits._shown == bytes([0x3F, 0x5B | 0x80, 0x3F, 0x3F])  # 2:00
