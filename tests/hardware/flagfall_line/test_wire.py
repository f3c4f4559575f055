"""The binary form, byte for byte, and COBS."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.flagfall_line import messages
from hardware.flagfall_line.messages import Frame
from hardware.flagfall_line.wire import crc16, decode, encode, stuff, unstuff
from hardware.wing import Wing

WRITTEN_OUT = {
    "10" "0102" "0003" "00000405": None,
    "13" "0102" "0003" "00000405" "092e": messages.Change(square=9, piece="."),
    "14" "0102" "0003" "00000405" "01": messages.Lever(by=Wing.LEFT),
    "14" "0102" "0003" "00000405" "00": None,
    "15" "0102" "0003" "00000405" "000493e0" "00000000" "29": messages.Clock(
        left_ms=300_000, right_ms=0, running=Wing.LEFT, right_flag=True, lever=Wing.RIGHT
    ),
    "15" "0102" "0003" "00000405" "000493e0" "00000000" "33": None,
    "16" "0102" "0003" "00000405" "1002": messages.Button(code=16, by=Wing.RIGHT),
    "17" "0102" "0003" "00000405" "0007ff": messages.Heartbeat(late=7),
    "17" "0102" "0003" "00000405" "000009": messages.Heartbeat(battery=9),
    "18" "0102" "0003" "00000405" "0501": messages.ClockDone(order=5, ok=True),
    "19" "0102" "0003" "00000405" "01": messages.Ask(snapshot=True),
    "1a" "0102" "0003" "00000405": messages.Ack(),
    "1a" "0102" "0003" "00000405" "00": None,
    "1b" "0102" "0003" "00000405" "ffff": messages.Replay(begin=65_535),
    "1c" "0102" "0003" "00000405" "07" "0000ea60" "00000001" "02": messages.SetClock(
        order=7, left_ms=60_000, right_ms=1, running=Wing.RIGHT
    ),
    "23" "0102" "0003" "00000405" "092e": None,
    "1d" "0102" "0003" "00000405" "092e": None,
}  # fmt: skip
HELLO = "11" "0102" "0003" "00000405" "32" "6f" "03" "0001" "02" "6631" "01" "37"  # fmt: skip


@pytest.mark.parametrize("inside", WRITTEN_OUT)
def test_every_kind(inside: str) -> None:
    data, body = bytes.fromhex(inside), WRITTEN_OUT[inside]
    framed = stuff(data + crc16(data).to_bytes(2, "big"))
    expected = None if body is None else Frame(0x0102, 3, 0x0405, body)
    assert decode(framed) == expected
    if expected is not None:
        assert encode(expected) == framed + b"\0"


def test_hello_and_snapshot() -> None:
    data = bytes.fromhex(HELLO)
    hello = messages.Hello(points=50, sensor="o", clock=True, settable=True, first=1, firmware="f1", serial="7")
    assert decode(stuff(data + crc16(data).to_bytes(2, "big"))) == Frame(0x0102, 3, 0x0405, hello)
    for wrong in (data[:-1], data + b"x", data.replace(b"\x32", b"\x33", 1), data.replace(b"o", b"z", 1)):
        assert decode(stuff(wrong + crc16(wrong).to_bytes(2, "big"))) is None
    shot = Frame(1, 2, 3, messages.Snapshot(pieces="w" * 225))
    assert decode(encode(shot)[:-1]) == shot
    assert decode(encode(Frame(1, 2, 3, messages.Snapshot(pieces="w" * 33)))[:-1]) is None


def test_the_checksum_is_the_named_one() -> None:
    assert crc16(b"123456789") == 0x29B1
    frame = bytearray(encode(Frame(1, 2, 3, messages.Change(square=4, piece="w")))[:-1])
    frame[-1] ^= 1
    assert decode(bytes(frame)) is None


@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [("", "01"), ("00", "0101"), ("0000", "010101"), ("11220033", "0311220233"), ("11000000", "0211010101")],
)
def test_cobs_examples(plain: str, stuffed: str) -> None:
    assert stuff(bytes.fromhex(plain)).hex() == stuffed
    assert unstuff(bytes.fromhex(stuffed)) == bytes.fromhex(plain)


def test_cobs_that_nobody_wrote() -> None:
    for wrong in ("", "05", "0311", "00", "021100"):
        assert unstuff(bytes.fromhex(wrong)) is None


@given(st.binary(max_size=600))
def test_cobs_both_ways(data: bytes) -> None:
    stuffed = stuff(data)
    assert 0 not in stuffed
    assert len(stuffed) <= len(data) + 1 + len(data) // 254
    assert unstuff(stuffed) == data
