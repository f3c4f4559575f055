"""Both dialects, cut up anywhere, with noise between, and with single bytes lost, doubled or changed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.flagfall_line import messages
from hardware.flagfall_line.codec import LONGEST, Codec, Dialect
from hardware.flagfall_line.messages import Frame
from hardware.flagfall_line.text import decode_line, encode_line
from hardware.flagfall_line.wire import encode
from tests.hardware.flagfall_line.frames import FRAMES

CHANGE = Frame(1, 2, 3, messages.Change(square=9, piece="w"))


@settings(max_examples=150)
@given(FRAMES)
def test_both_dialects_carry_every_frame(frame: Frame) -> None:
    assert Codec().feed(encode(frame)) == [frame]
    assert decode_line(encode_line(frame)) == frame
    both = Codec()
    assert both.feed(encode_line(frame) + encode(frame) + encode_line(frame)) == [frame] * 3
    assert both.discarded == 0


@settings(max_examples=150)
@given(st.lists(FRAMES, max_size=5), st.data())
def test_cutting_up_changes_nothing(frames: list[Frame], data: st.DataObject) -> None:
    text = data.draw(st.booleans())
    stream = b"".join((encode_line if text else encode)(frame) for frame in frames)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    codec, got = Codec(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += codec.feed(stream[start:end])
    assert got == frames


@settings(max_examples=200)
@given(FRAMES, st.data())
def test_one_bad_byte_makes_no_other_frame(frame: Frame, data: st.DataObject) -> None:
    """Lost, doubled or changed: the frame is gone or as it was, and the next one is heard."""
    for write in (encode, encode_line):
        stream = bytearray(write(frame))
        at = data.draw(st.integers(0, len(stream) - 1))
        fault = data.draw(st.sampled_from(("lost", "twice", "changed")))
        if fault == "lost":
            del stream[at]
        elif fault == "twice":
            stream.insert(at, stream[at])
        else:
            stream[at] ^= 1 << data.draw(st.integers(0, 7))
        codec = Codec()
        got = codec.feed(bytes(stream) + write(CHANGE) + write(CHANGE))
        assert got[-1] == CHANGE
        assert all(one in (frame, CHANGE) for one in got)


def test_noise_is_bounded_and_ends() -> None:
    codec = Codec()
    assert codec.feed(b"\x55" * 5_000) == []
    assert codec.discarded >= 5_000 - LONGEST
    assert codec.feed(b"\0" + encode(CHANGE)) == [CHANGE]
    assert codec.discarded == 5_000


def test_the_dialect_of_the_other_end_is_answered_in() -> None:
    codec = Codec()
    assert codec.encode(CHANGE) == encode(CHANGE)
    codec.feed(b"boot message of a microcontroller\r\n" + encode_line(CHANGE).replace(b"\n", b"\r\n"))
    assert codec.dialect is Dialect.TEXT
    assert codec.encode(CHANGE) == encode_line(CHANGE)


def test_a_line_is_held_to_its_checksum() -> None:
    line = encode_line(CHANGE)
    assert line == (b'{"type":"change","epoch":1,"seq":2,"ms":3,"square":9,"piece":"w","crc":40880}\n')
    for wrong in (
        line.replace(b'"seq":2', b'"seq":3'),
        line.replace(b',"piece":"w"', b""),
        line.replace(b'"change"', b'"no"'),
        line.replace(b'"square":9', b'"square":900'),
        line.replace(b'"piece":"w"', b'"piece":""'),
        b"[1, 2]\n",
        b"{\n",
    ):
        assert decode_line(wrong) is None
