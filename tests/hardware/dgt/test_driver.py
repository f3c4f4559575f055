"""The session of a DGT board, against bytes written out by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.events import BoardDumped, SquareChanged
from clock.events import ClockLinked, Press, Reading
from hardware.dgt.driver import DgtSession
from hardware.dgt.reader import DgtSettings
from hardware.dgt.squares import Grid
from hardware.events import ClockButton, ClockSet, DeviceEvent, DeviceFault, DeviceInfo
from hardware.wing import Wing
from rules.errors import DeviceError
from rules.side import Side

DUMP_8 = (
    "860043"
    + "0004000400040004"
    + "0400040004000400"
    + "0004000400040004"
    + "00" * 16
    + ("0100010001000100" + "0001000100010001" + "0100010001000100")
)
LEFT_WAITS = "8d000a05000005000008"
LEFT_RUNS = "8d000a05000004595909"
WHITE, BLACK = Side.WHITE, Side.BLACK


def without(dump: str, *fields: int) -> str:
    """The same dump with these fields empty."""
    whole = bytearray.fromhex(dump)
    for field in fields:
        whole[3 + field] = 0
    return whole.hex()


class Bench:
    """A session, its time, and what it has sent."""

    def __init__(self, settings: DgtSettings | None = None) -> None:
        self.session = DgtSession(settings)
        self.now_ms = 1_000
        self.sent = b""
        self.sent = self.session.start(self.now_ms).send

    def say(self, *texts: str) -> list[DeviceEvent]:
        """The board says these frames; the events, without what it says about itself."""
        events: list[DeviceEvent] = []
        for text in texts:
            self.now_ms += 10
            out = self.session.receive(bytes.fromhex(text), self.now_ms)
            self.sent += out.send
            events += out.events
        return [event for event in events if not isinstance(event, DeviceInfo)]

    def wait(self, ms: int) -> list[DeviceEvent]:
        events: list[DeviceEvent] = []
        for _ in range(ms // 50):
            self.now_ms += 50
            out = self.session.tick(self.now_ms)
            self.sent += out.send
            events += out.events
        return events

    def ready(self) -> "Bench":
        """Past the start: everything was asked and answered, White's clock runs from 1:00:00."""
        self.wait(100)
        self.say("9300050108", "9100083233393436", "a2000d33303030313530313030")
        self.wait(50)
        self.say(DUMP_8)
        self.wait(50)
        self.say(LEFT_WAITS, "8d000a0a10090a220000")
        self.sent = b""
        return self


def test_the_start_asks_one_thing_at_a_time() -> None:
    bench = Bench()
    assert bench.sent.hex() == "40"
    bench.wait(50)
    assert bench.sent.hex() == "40"
    bench.wait(50)
    assert bench.sent.hex() == "404d"
    bench.say("9300050108")
    assert bench.sent.hex() == "404d45"
    bench.say("9100083233393436")
    assert bench.sent.hex() == "404d4555"
    bench.wait(500)  # a board without a long number says nothing
    assert bench.sent.hex() == "404d455544"  # it tells its changes from here on
    bench.wait(50)
    assert bench.sent.hex() == "404d45554442"
    (dumped,) = bench.say(DUMP_8)
    assert isinstance(dumped, BoardDumped)
    assert len(dumped.squares) == 24
    assert (dumped.squares["a1"], dumped.squares["h8"]) == ("w", "b")
    assert bench.sent.hex() == "404d455544424b"
    bench.wait(50)
    assert bench.sent.hex() == "404d455544424b41"
    linked, reading = bench.say(LEFT_WAITS)
    assert linked == ClockLinked(t_ms=bench.now_ms, linked=True)
    assert reading == Reading(t_ms=bench.now_ms, white_ms=18_000_000, black_ms=18_000_000, running=None, lever=WHITE)
    assert bench.sent.hex() == "404d455544424b41" + "2b03030900"


def test_it_tells_who_the_device_is() -> None:
    bench = Bench()
    out = bench.session.receive(bytes.fromhex("9300050108" + "9100083233393436"), 1_100)
    assert out.events[-1] == DeviceInfo(t_ms=1_100, kind="dgt", serial="23946", version="1.8", sensor="piece")
    out = bench.session.receive(bytes.fromhex("a2000d33303030313530313030"), 1_200)
    assert out.events == (DeviceInfo(t_ms=1_200, kind="dgt", serial="3000150100", version="1.8", sensor="piece"),)
    out = bench.session.receive(bytes.fromhex("8d000a0a10090a220000"), 1_300)
    assert isinstance(out.events[0], DeviceInfo)
    assert out.events[0].clock_version == "2.2"


def test_fields_become_squares_and_repetitions_nothing() -> None:
    bench = Bench().ready()
    assert bench.say("8e00052a00") == [SquareChanged(t_ms=bench.now_ms, sq="c3", p=".")]
    assert bench.say("8e00052a00") == []
    assert bench.say("8e00052301") == [SquareChanged(t_ms=bench.now_ms, sq="d4", p="w")]
    assert bench.say("8e00052307") == [SquareChanged(t_ms=bench.now_ms, sq="d4", p="W")]
    assert bench.say("8e00054a01") == []


def test_before_the_first_dump_no_square_and_no_clock_is_told() -> None:
    bench = Bench()
    assert bench.say("8e00052a00", LEFT_RUNS, "8d000a05000004590013") == []


def test_a_press_comes_before_its_reading_and_carries_the_increment() -> None:
    bench = Bench().ready()
    bench.say("8d000a20050520050409")
    press, reading = bench.say("8d000a20050520050913")
    assert press == Press(t_ms=bench.now_ms, by=WHITE)
    assert reading == Reading(t_ms=bench.now_ms, white_ms=309_000, black_ms=305_000, running=BLACK, lever=BLACK)
    press, reading = bench.say("8d000a20050720050809")
    assert press == Press(t_ms=bench.now_ms, by=BLACK)
    assert isinstance(reading, Reading)
    assert reading.running is WHITE


def test_white_may_sit_at_the_right_of_the_clock() -> None:
    bench = Bench(DgtSettings(white_clock=Wing.RIGHT)).ready()
    bench.say("8d000a00010000020013")
    press, reading = bench.say("8d000a00010000020009")
    assert press == Press(t_ms=bench.now_ms, by=WHITE)
    assert reading == Reading(t_ms=bench.now_ms, white_ms=60_000, black_ms=120_000, running=BLACK, lever=BLACK)


def test_bits_3_and_4_are_never_believed() -> None:
    bench = Bench().ready()
    (reading,) = bench.say("8d000a00050000050011")
    assert isinstance(reading, Reading)
    assert (reading.running, reading.lever) == (WHITE, WHITE)


def test_the_falling_face_overrules_the_lever() -> None:
    bench = Bench().ready()
    bench.say("8d000a00050000050009")
    (reading,) = bench.say("8d000a00045900050009")
    assert isinstance(reading, Reading)
    assert (reading.running, reading.lever) == (BLACK, WHITE)
    press, reading = bench.say("8d000a00045900050013")
    assert press == Press(t_ms=bench.now_ms, by=WHITE)
    assert isinstance(reading, Reading)
    assert reading.running is BLACK


@pytest.mark.parametrize(
    ("frame", "flags"),
    [
        ("8d000a30000020001612", (BLACK,)),  # measured: blocked at 0, the running bit gone, bit 6 never set
        ("8d000a00100010000009", (WHITE,)),  # blocked at 0 while the other side's time may still be counted
        ("8d000a00100040300009", (WHITE,)),  # the flag of a period, with the next period's time
        ("8d000a00000000001008", (BLACK,)),  # nothing left on a clock that stands
        ("8d000a00000000001013", ()),  # nothing left in whole seconds, still running
        ("8d000a00000100000108", ()),
    ],
)
def test_flags(frame: str, flags: tuple[Side, ...]) -> None:
    (reading,) = (e for e in Bench().ready().say(frame) if isinstance(e, Reading))
    assert reading.flags == flags


def test_the_clock_is_unplugged_and_comes_back_with_another_lever() -> None:
    bench = Bench().ready()
    bench.say(LEFT_RUNS)
    assert bench.say("8d000a00000000000020") == [ClockLinked(t_ms=bench.now_ms, linked=False)]
    assert bench.say("8d000a00000000000020") == []
    linked, reading = bench.say("8d000a00050000050013")
    assert linked == ClockLinked(t_ms=bench.now_ms, linked=True)
    assert isinstance(reading, Reading)


def test_nothing_but_zeros_is_believed_only_when_repeated() -> None:
    bench = Bench().ready()
    bench.wait(2_500)
    assert bench.say("8d000a00000000000000") == []
    assert bench.sent.endswith(b"\x41")
    assert bench.say(LEFT_WAITS) != []
    assert bench.say("8d000a00000000000000") == []
    (reading,) = bench.say("8d000a00000000000000")
    assert isinstance(reading, Reading)
    assert reading.flags == (WHITE, BLACK)


def test_the_clock_is_set_and_acknowledges() -> None:
    bench = Bench().ready()
    out = bench.session.set_clock(300_000, 240_500, WHITE, bench.now_ms)
    assert out.send.hex() == "2b0a030a00050000040109" + "00"
    assert bench.say("8d000a00000000000000", "8d000a00000000000000") == []  # noise after a command
    assert bench.say("8d000a0a100a0a000000") == [ClockSet(t_ms=bench.now_ms, ok=True)]


def test_setting_the_clock_is_repeated_once_and_then_fails() -> None:
    bench = Bench(DgtSettings(poll_ms=100_000, silent_ms=100_000)).ready()
    first = bench.session.set_clock(60_000, 60_000, None, bench.now_ms).send
    assert first.hex() == "2b0a030a000100000100" + "0c00"
    assert bench.wait(1_950) == []
    assert bench.sent == b""
    assert bench.wait(50) == []
    assert bench.sent == first
    assert bench.wait(1_950) == []
    (failed,) = bench.wait(50)
    assert isinstance(failed, ClockSet)
    assert not failed.ok
    assert "23" in failed.reason
    assert bench.sent == first


@pytest.mark.parametrize("refusal", ["8d000a0a400a0a000000", "8d000a0a10102a000000"])
def test_a_clock_in_another_mode_refuses_at_once(refusal: str) -> None:
    bench = Bench().ready()
    bench.session.set_clock(60_000, 60_000, BLACK, bench.now_ms)
    (failed,) = bench.say(refusal)
    assert isinstance(failed, ClockSet)
    assert not failed.ok


def test_a_clock_cannot_be_set_without_one_or_beyond_its_face() -> None:
    bench = Bench()
    (failed,) = bench.session.set_clock(60_000, 60_000, None, 1_000).events
    assert isinstance(failed, ClockSet)
    assert failed.reason == "no clock is connected to the board"
    with pytest.raises(DeviceError, match="9:59:59"):
        bench.session.set_clock(36_000_001, 0, None, 1_000)


def test_a_button_of_the_clock() -> None:
    bench = Bench().ready()
    assert bench.say("8d000a0a10082a333300") == [ClockButton(t_ms=bench.now_ms, button="run")]


def test_garbage_asks_for_the_board_and_is_reported_once() -> None:
    bench = Bench().ready()
    bench.say("8e0005")
    square, fault = bench.say("8e00052a00")
    assert square == SquareChanged(t_ms=bench.now_ms, sq="c3", p=".")
    assert isinstance(fault, DeviceFault)
    assert fault.kind == "garbage"
    assert bench.sent == b"\x42"
    assert bench.say("0102") == []
    (dumped,) = bench.say(without(DUMP_8, 42, 44))
    assert isinstance(dumped, BoardDumped)
    assert "c3" not in dumped.squares
    assert "e3" not in dumped.squares


def test_a_dump_that_agrees_is_no_event() -> None:
    bench = Bench().ready()
    bench.wait(5_000)
    assert bench.sent.startswith(b"\x42")
    assert bench.say(DUMP_8) == []


def test_a_missed_change_is_found_by_the_poll() -> None:
    bench = Bench().ready()
    bench.wait(5_000)
    (dumped,) = bench.say(without(DUMP_8, 62))
    assert isinstance(dumped, BoardDumped)
    assert "g1" not in dumped.squares


def test_silence_is_reported_once_and_the_board_is_woken_up_again() -> None:
    bench = Bench().ready()
    faults = bench.wait(30_000)
    assert [fault.kind for fault in faults if isinstance(fault, DeviceFault)] == ["silent"]
    bench.sent = b""
    bench.say("9300050108")
    assert bench.sent[:1] == b"\x40"


def test_after_a_gap_the_squares_come_before_the_press_that_was_missed() -> None:
    bench = Bench().ready()
    bench.say(LEFT_RUNS)
    bench.sent = bench.session.start(bench.now_ms + 5_000).send
    bench.now_ms += 5_000
    assert bench.say("8d000a05000004500013") == []
    bench.wait(2_000)
    kinds = [type(event) for event in bench.say(DUMP_8, "8d000a04595904500013")]
    assert kinds == [BoardDumped, Press, Reading]


def test_orientation_and_old_firmware_are_read_off_the_start() -> None:
    bench = Bench()
    pieces = bytes.fromhex(DUMP_8[6:]).replace(b"\x04", b"\x07")[::-1]
    out = bench.session.receive(bytes.fromhex("860043") + pieces, 1_100)
    info, dumped = out.events
    assert isinstance(info, DeviceInfo)
    assert info.turned
    assert isinstance(dumped, BoardDumped)
    assert (dumped.squares["a1"], dumped.squares["h8"]) == ("w", "b")
    assert bench.say("8e00051500") == [SquareChanged(t_ms=bench.now_ms, sq="c3", p=".")]
    assert bench.say("8e00051c04") == [SquareChanged(t_ms=bench.now_ms, sq="d4", p="W")]


def test_the_settings_overrule_what_the_start_shows() -> None:
    bench = Bench(DgtSettings(turned=True, old_codes=False))
    (told,) = bench.session.receive(bytes.fromhex(DUMP_8), 1_100).events
    assert isinstance(told, BoardDumped)
    assert told.squares["h8"] == "w"


def test_ten_by_ten_speaks_numbers_and_understands_both_dumps() -> None:
    bench = Bench(DgtSettings(grid=Grid.DRAUGHTS_10))
    start = ("00040004000400040004" + "04000400040004000400") * 2 + "00" * 20
    start += ("00010001000100010001" + "01000100010001000100") * 2
    (dumped,) = bench.say("860067" + start)
    assert isinstance(dumped, BoardDumped)
    assert dumped.squares == {str(n): "b" for n in range(1, 21)} | {str(n): "w" for n in range(31, 51)}
    assert bench.say("8e00053d00") == [SquareChanged(t_ms=bench.now_ms, sq="31", p=".")]
    (fault,) = bench.say("8e00053301")
    assert isinstance(fault, DeviceFault)
    assert fault.kind == "off-board"
    (dumped,) = bench.say("940035" + "04" * 20 + "00" * 10 + "01" * 19 + "00")
    assert isinstance(dumped, BoardDumped)
    assert "50" not in dumped.squares


def test_another_board_is_named() -> None:
    bench = Bench(DgtSettings(grid=Grid.DRAUGHTS_10))
    (fault,) = bench.say(DUMP_8)
    assert isinstance(fault, DeviceFault)
    assert fault.kind == "wrong-board"
    assert "64" in fault.text
    assert "100" in fault.text
    assert bench.say(DUMP_8) == []


def test_a_board_that_answers_nothing_useful_is_not_flooded() -> None:
    bench = Bench(DgtSettings(grid=Grid.DRAUGHTS_10))
    bench.wait(1_600)
    bench.sent = b""
    for _ in range(100):
        bench.say(DUMP_8)
        bench.wait(50)
    assert 3 <= bench.sent.count(b"\x42") <= 7


def test_an_unknown_piece_is_a_fault_and_no_square() -> None:
    bench = Bench().ready()
    (fault,) = bench.say("8e00052302")
    assert isinstance(fault, DeviceFault)
    assert fault.kind == "unknown-piece"
    assert "d4" in fault.text
    assert bench.say("8e00052302") == []


def test_text_and_beep_for_both_clocks() -> None:
    bench = Bench().ready()
    assert bench.session.show("TABLE 7", bench.now_ms).send.hex() == "2b0c030c5441424c4520372000" + "00"
    bench.say("8d000a0a100c0a000000")
    assert bench.session.beep(1_024, bench.now_ms).send.hex() == "2b04030b1000"
    bench.say("8d000a0a100b0a000000", "8d000a0a10090a190000")
    assert bench.session.show("123456", bench.now_ms).send.hex() == "2b0b03014f5b067d6d66000100"
    bench.say("8d000a0a10010a000000")
    assert bench.session.show(None, bench.now_ms).send.hex() == "2b03030300"


@settings(max_examples=100, deadline=None)
@given(noise=st.lists(st.binary(max_size=60), max_size=8))
def test_no_bytes_raise_and_squares_are_always_named(noise: list[bytes]) -> None:
    bench = Bench().ready()
    for data in noise:
        for event in bench.say(data.hex()):
            if isinstance(event, SquareChanged):
                assert event.sq[0] in "abcdefgh"
                assert event.sq[1] in "12345678"
        bench.wait(200)
