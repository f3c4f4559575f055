"""The codec against frames that are written out by hand, byte for byte, and against noise."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dgt.codec import LONGEST, Codec
from hardware.dgt.frames import (
    Battery,
    BoardDump,
    BusAddress,
    BwTime,
    ClockAck,
    Dump50,
    EEMoves,
    Face,
    FieldUpdate,
    LongSerialNumber,
    SerialNumber,
    Trademark,
    Unknown,
    Version,
)
from hardware.wing import Wing


def read(text: str) -> list[object]:
    codec = Codec()
    messages: list[object] = list(codec.feed(bytes.fromhex(text)))
    assert codec.discarded == 0
    assert codec.pending == 0
    return messages


CHESS_START = "860043" + "08090a0c0b0a0908" + "07" * 8 + "00" * 32 + "01" * 8 + "0203040605040302"
DARK_FIRST, DARK_SECOND = "00{0}" * 5, "{0}00" * 5
TEN_ROWS = (DARK_FIRST + DARK_SECOND) * 2
TEN_START = "860067" + TEN_ROWS.format("04") + "00" * 20 + TEN_ROWS.format("01")
FIVE_FIVE = Face(305_000, per_move=True)

GOLDEN = {
    CHESS_START: BoardDump(bytes.fromhex(CHESS_START)[3:]),
    "860067" + "00" * 100: BoardDump(bytes(100)),
    TEN_START: BoardDump(bytes.fromhex(TEN_START)[3:]),
    "8e00053400": FieldUpdate(52, 0),
    "8e00052401": FieldUpdate(36, 1),
    "8d000a20050520050508": BwTime(left=FIVE_FIVE, right=FIVE_FIVE, high=Wing.LEFT, running=False, turn_bits=1),
    "8d000a20050520050409": BwTime(
        left=Face(304_000, per_move=True), right=FIVE_FIVE, high=Wing.LEFT, running=True, turn_bits=1
    ),
    "8d000a20050520050913": BwTime(
        left=Face(309_000, per_move=True), right=FIVE_FIVE, high=Wing.RIGHT, running=True, turn_bits=2
    ),
    "8d000a30000020001612": BwTime(
        left=Face(16_000, per_move=True),
        right=Face(0, final=True, per_move=True),
        high=Wing.RIGHT,
        running=False,
        turn_bits=2,
    ),
    "8d000a49595901235904": BwTime(
        left=Face(5_039_000),
        right=Face(35_999_000, period=True),
        high=Wing.LEFT,
        running=False,
        battery_low=True,
    ),
    "8d000a00000000000020": BwTime(left=Face(0), right=Face(0), high=Wing.LEFT, running=False, connected=False),
    "8d000a0a10090a220000": ClockAck(status=0x10, command=0x09, auto=False, data=(0x22, 0)),
    "8d000a0a10082a333300": ClockAck(status=0x10, command=0x08, auto=True, data=(0x33, 0x33)),
    "8d000a0a10082a053100": ClockAck(status=0x10, command=0x08, auto=True, data=(0x05, 0x31)),
    "8d000a0a10082a333200": ClockAck(status=0x10, command=0x08, auto=True, data=(0x33, 0x32)),
    "8d000a0a10082a093400": ClockAck(status=0x10, command=0x08, auto=True, data=(0x09, 0x34)),
    "8d000a0a10082a653500": ClockAck(status=0x10, command=0x08, auto=True, data=(0x65, 0x35)),
    "8d000a0a100a2a000000": ClockAck(status=0x10, command=0x0A, auto=True, data=(0, 0)),
    "8d000a0a10102a000000": ClockAck(status=0x10, command=0x10, auto=True, data=(0, 0)),
    "8d000a0a10090a140000": ClockAck(status=0x10, command=0x09, auto=False, data=(0x14, 0)),
    "8d000a0a100a0a000000": ClockAck(status=0x10, command=0x0A, auto=False, data=(0, 0)),
    "8d000a0a400a0a000000": ClockAck(status=0x40, command=0x0A, auto=False, data=(0, 0)),
    "8d000a0a10012a000000": ClockAck(status=0x10, command=0x01, auto=True, data=(0, 0)),
    "8d000a0a10010a000000": ClockAck(status=0x10, command=0x01, auto=False, data=(0, 0)),
    "8d000a3a10011a7f0100": ClockAck(status=0x90, command=0x01, auto=False, data=(0xFF, 0x81)),
    "8f00046b": EEMoves(b"\x6b"),
    "9000050801": BusAddress(1025),
    "9100083233393436": SerialNumber("23946"),
    "9200064f776e": Trademark("Own"),
    "9300050108": Version(1, 8),
    "940035" + "04" * 20 + "00" * 10 + "01" * 20: Dump50(True, b"\x04" * 20 + bytes(10) + b"\x01" * 20),
    "950035" + "00" * 50: Dump50(False, bytes(50)),
    "a0000c587f7f000000000002": Battery(
        percent=88, left_min=None, on_min=0, standby_min=0, charging=False, discharging=True
    ),
    "a0000c6402030105020304" + "01": Battery(
        percent=100, left_min=123, on_min=65, standby_min=2 * 1440 + 3 * 60 + 4, charging=True, discharging=False
    ),
    "a2000d33303030313530313030": LongSerialNumber("3000150100"),
    "c0000501" + "02": Unknown(0xC0, b"\x01\x02"),
}


def test_every_golden_frame() -> None:
    for text, message in GOLDEN.items():
        assert read(text) == [message], text


def test_the_ack_bits_of_the_error_and_the_button() -> None:
    (error,) = read("8d000a0a400a0a000000")
    (button,) = read("8d000a0a10082a333300")
    (wrong_mode,) = read("8d000a0a10102a000000")
    assert isinstance(error, ClockAck)
    assert not error.ok
    assert isinstance(button, ClockAck)
    assert button.auto
    assert isinstance(wrong_mode, ClockAck)
    assert wrong_mode.auto
    assert not wrong_mode.ok


def test_all_zero_is_seen_as_such_and_an_unplugged_clock_is_not() -> None:
    (zeros,) = read("8d000a00000000000000")
    (unplugged,) = read("8d000a00000000000020")
    (left_up,) = read("8d000a00000000000008")
    assert isinstance(zeros, BwTime)
    assert zeros.all_zero
    assert isinstance(unplugged, BwTime)
    assert not unplugged.all_zero
    assert isinstance(left_up, BwTime)
    assert not left_up.all_zero


def test_a_frame_cut_short_costs_itself_only() -> None:
    codec = Codec()
    assert codec.feed(bytes.fromhex("8e000534" + "8e00052401")) == [FieldUpdate(36, 1)]
    assert codec.discarded == 4


def test_impossible_lengths_and_times_are_noise() -> None:
    for text in (
        "8e000634000000",
        "8d000a20056020050508",
        "8d000a2005052005" + "0a08",
        "8d000a0b000000000008",
        "8e00057f00",
    ):
        codec = Codec()
        assert codec.feed(bytes.fromhex(text)) == []
        assert codec.discarded == len(text) // 2, text
        assert codec.feed(bytes.fromhex("8e00052401")) == [FieldUpdate(36, 1)]


frames = st.lists(st.sampled_from(sorted(GOLDEN)), max_size=8)


@settings(max_examples=150, deadline=None)
@given(texts=frames, cuts=st.lists(st.integers(0, 400), max_size=10))
def test_bytes_may_be_cut_anywhere(texts: list[str], cuts: list[int]) -> None:
    stream = bytes.fromhex("".join(texts))
    at = sorted({min(cut, len(stream)) for cut in cuts} | {0, len(stream)})
    codec = Codec()
    got = [message for start, end in pairwise(at) for message in codec.feed(stream[start:end])]
    assert got == [GOLDEN[text] for text in texts]
    assert codec.discarded == 0


@settings(max_examples=200, deadline=None)
@given(texts=frames, noise=st.lists(st.binary(max_size=20), min_size=9, max_size=9))
def test_noise_between_frames_never_costs_a_frame(texts: list[str], noise: list[bytes]) -> None:
    stream = noise[0] + b"".join(bytes.fromhex(text) + noise[n + 1] for n, text in enumerate(texts))
    codec = Codec()
    got = codec.feed(stream)
    left = iter(got)
    assert all(any(message == GOLDEN[text] for message in left) for text in texts)


@settings(max_examples=200, deadline=None)
@given(noise=st.binary(max_size=300))
def test_every_byte_is_a_frame_noise_or_pending(noise: bytes) -> None:
    one, many = Codec(), Codec()
    whole = one.feed(noise)
    assert [message for byte in noise for message in many.feed(bytes([byte]))] == whole
    assert one.discarded + one.pending <= len(noise)
    if not whole:
        assert one.discarded + one.pending == len(noise)


def test_no_more_than_the_longest_message_is_kept() -> None:
    codec = Codec()
    codec.feed(bytes([0x8F, LONGEST >> 7, LONGEST & 0x7F]) + bytes(3 * LONGEST))
    assert codec.pending <= LONGEST
    assert codec.feed(bytes.fromhex("8e00052401"))[-1:] == [FieldUpdate(36, 1)]
