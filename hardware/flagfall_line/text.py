"""The JSON Lines twin of a Flagfall line: the same messages for eyes, terminals and devices that print.

One object a line: ``type``, ``epoch``, ``seq``, ``ms``, the fields of the message by the names of
`hardware.flagfall_line.messages`, and ``crc``: the CRC of the binary form of the same message, so that a digit lost on
the way is found out just as there.
"""

import struct
from collections.abc import Mapping
from typing import Any

import msgspec

from hardware.flagfall_line import messages
from hardware.flagfall_line.messages import Body, Frame
from hardware.flagfall_line.wire import content, crc16, decode, encode

TYPES: Mapping[str, type[Body]] = {
    "hello": messages.Hello,
    "snapshot": messages.Snapshot,
    "change": messages.Change,
    "lever": messages.Lever,
    "clock": messages.Clock,
    "button": messages.Button,
    "heartbeat": messages.Heartbeat,
    "clock-done": messages.ClockDone,
    "ask": messages.Ask,
    "ack": messages.Ack,
    "replay": messages.Replay,
    "set-clock": messages.SetClock,
}
_NAMES = {kind: name for name, kind in TYPES.items()}
_COMMON = ("epoch", "seq", "ms")


def encode_line(frame: Frame) -> bytes:
    """The line of ``frame``, with the newline that ends it."""
    common = {"type": _NAMES[type(frame.body)], **{key: getattr(frame, key) for key in _COMMON}}
    fields = msgspec.to_builtins(frame.body)
    return msgspec.json.encode({**common, **fields, "crc": crc16(content(frame))}) + b"\n"


def decode_line(line: bytes) -> Frame | None:
    """The frame of a line; ``None`` for anything that is not one."""
    try:
        row: Any = msgspec.json.decode(line)
        kind = TYPES[row["type"]]
        epoch, seq, ms = (row[key] for key in _COMMON)
        fields = {key: value for key, value in row.items() if key not in ("type", "crc", *_COMMON)}
        frame = Frame(epoch, seq, ms, msgspec.convert(fields, kind))
        # The binary form is the measure of both: what it cannot carry, or what its CRC does not fit, is noise.
        same = crc16(content(frame)) == row["crc"] and decode(encode(frame)[:-1]) == frame
    except (ValueError, TypeError, KeyError, OverflowError, msgspec.MsgspecError, ArithmeticError, struct.error):
        return None
    return frame if same else None
