"""The binary form of a Flagfall line: COBS around ``head, epoch, seq, ms, payload, CRC-16``, ended by a zero byte."""

import struct
from collections.abc import Callable

from hardware.flagfall_line.messages import (
    POINTS,
    SENSORS,
    Ack,
    Ask,
    Body,
    Button,
    Change,
    Clock,
    ClockDone,
    Frame,
    Heartbeat,
    Hello,
    Lever,
    Replay,
    SetClock,
    Snapshot,
)
from hardware.wing import Wing

VERSION = 1
HEAD = struct.Struct(">BHHI")
CRC_BYTES = 2
NO_BATTERY = 0xFF
_WINGS = {0: None, 1: Wing.LEFT, 2: Wing.RIGHT}
_NUMBERS = {wing: number for number, wing in _WINGS.items()}
_TIMES = struct.Struct(">II")


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE.

    >>> hex(crc16(b"123456789"))
    '0x29b1'
    """
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def stuff(data: bytes) -> bytes:
    """COBS: the same without zero bytes, at most one byte in 254 longer.

    >>> stuff(bytes([1, 0, 2])).hex()
    '02010202'
    """
    out, block = bytearray(), bytearray()
    for byte in data:
        if byte:
            block.append(byte)
        if not byte or len(block) == 254:
            out.append(len(block) + 1)
            out += block
            block.clear()
    out.append(len(block) + 1)
    return bytes(out + block)


def unstuff(data: bytes) -> bytes | None:
    """What `stuff` made ``data`` from; ``None`` for bytes that it cannot have made."""
    out, at = bytearray(), 0
    while at < len(data):
        code = data[at]
        block = data[at + 1 : at + code]
        if not code or len(block) != code - 1 or 0 in block:
            return None
        out += block
        at += code
        if code != 0xFF and at < len(data):
            out.append(0)
    return bytes(out) if data else None


def content(frame: Frame) -> bytes:
    """The frame without its CRC and without COBS: what the CRC is taken over."""
    number, payload = _payload(frame.body)
    return HEAD.pack(VERSION << 4 | number, frame.epoch, frame.seq, frame.ms) + payload


def encode(frame: Frame) -> bytes:
    """The bytes of ``frame`` on the line, with the zero that ends it."""
    inside = content(frame)
    return stuff(inside + crc16(inside).to_bytes(CRC_BYTES, "big")) + b"\0"


def decode(data: bytes) -> Frame | None:
    """The frame in the bytes between two zeros; ``None`` for anything that is not one."""
    inside = unstuff(data)
    if inside is None or len(inside) < HEAD.size + CRC_BYTES:
        return None
    inside, crc = inside[:-CRC_BYTES], int.from_bytes(inside[-CRC_BYTES:], "big")
    if crc16(inside) != crc:
        return None
    head, epoch, seq, ms = HEAD.unpack_from(inside)
    parser = _PARSERS.get(head & 0x0F)
    if head >> 4 != VERSION or parser is None:
        return None
    try:
        body = parser(inside[HEAD.size :])
    except (struct.error, UnicodeDecodeError, IndexError, KeyError, ValueError):
        return None
    return None if body is None else Frame(epoch, seq, ms, body)


def _payload(body: Body) -> tuple[int, bytes]:
    match body:
        case Hello():
            flags = int(body.clock) | int(body.settable) << 1
            fixed = struct.pack(">BBBH", body.points, ord(body.sensor or "\0"), flags, body.first)
            return 1, fixed + b"".join(_text(text) for text in (body.firmware, body.serial))
        case Snapshot():
            return 2, body.pieces.encode("ascii")
        case Change():
            return 3, bytes([body.square, ord(body.piece)])
        case Lever():
            return 4, bytes([_NUMBERS[body.by]])
        case Clock():
            flags = body.left_flag | body.right_flag << 1
            state = _NUMBERS[body.running] | flags << 2 | _NUMBERS[body.lever] << 4
            return 5, _TIMES.pack(body.left_ms, body.right_ms) + bytes([state])
        case Button():
            return 6, bytes([body.code, _NUMBERS[body.by]])
        case Heartbeat():
            return 7, struct.pack(">HB", body.late, NO_BATTERY if body.battery is None else body.battery)
        case ClockDone():
            return 8, bytes([body.order, body.ok])
        case Ask():
            return 9, bytes([body.snapshot])
        case Ack():
            return 10, b""
        case Replay():
            return 11, body.begin.to_bytes(2, "big")
        case SetClock():
            return 12, bytes([body.order]) + _TIMES.pack(body.left_ms, body.right_ms) + bytes([_NUMBERS[body.running]])


def _text(text: str) -> bytes:
    data = text.encode("ascii", "replace")[:31]
    return bytes([len(data)]) + data


def _hello(data: bytes) -> Body | None:
    points, letter, flags, first = struct.unpack_from(">BBBH", data)
    firmware = data[6 : 6 + data[5]]
    rest = data[6 + data[5] :]
    serial = rest[1 : 1 + rest[0]]
    known = points in POINTS and (chr(letter) in SENSORS if points else letter == 0)
    if not known or len(rest) != 1 + rest[0] or flags > 3:
        return None
    return Hello(
        points=points,
        sensor=chr(letter) if points else "",
        clock=bool(flags & 1),
        settable=bool(flags & 2),
        first=first,
        firmware=firmware.decode("ascii"),
        serial=serial.decode("ascii"),
    )


def _snapshot(data: bytes) -> Body | None:
    return Snapshot(pieces=data.decode("ascii")) if len(data) in POINTS and data else None


def _change(data: bytes) -> Body | None:
    square, piece = data
    return Change(square=square, piece=bytes([piece]).decode("ascii"))


def _lever(data: bytes) -> Body | None:
    (number,) = data
    wing = _WINGS[number]
    return None if wing is None else Lever(by=wing)


def _clock(data: bytes) -> Body | None:
    left_ms, right_ms, state = struct.unpack(">IIB", data)
    if state > 0x3F:
        return None
    return Clock(
        left_ms=left_ms,
        right_ms=right_ms,
        running=_WINGS[state & 3],
        left_flag=bool(state & 4),
        right_flag=bool(state & 8),
        lever=_WINGS[state >> 4],
    )


def _button(data: bytes) -> Body | None:
    code, number = data
    return Button(code=code, by=_WINGS[number])


def _heartbeat(data: bytes) -> Body | None:
    late, battery = struct.unpack(">HB", data)
    return Heartbeat(late=late, battery=None if battery == NO_BATTERY else battery)


def _done(data: bytes) -> Body | None:
    order, ok = data
    return ClockDone(order=order, ok=ok == 1) if ok < 2 else None


def _ask(data: bytes) -> Body | None:
    (snapshot,) = data
    return Ask(snapshot=snapshot == 1) if snapshot < 2 else None


def _ack(data: bytes) -> Body | None:
    return None if data else Ack()


def _replay(data: bytes) -> Body | None:
    (begin,) = struct.unpack(">H", data)
    return Replay(begin=begin)


def _set_clock(data: bytes) -> Body | None:
    order, left_ms, right_ms, number = struct.unpack(">BIIB", data)
    return SetClock(order=order, left_ms=left_ms, right_ms=right_ms, running=_WINGS[number])


_PARSERS: dict[int, Callable[[bytes], Body | None]] = {
    1: _hello,
    2: _snapshot,
    3: _change,
    4: _lever,
    5: _clock,
    6: _button,
    7: _heartbeat,
    8: _done,
    9: _ask,
    10: _ack,
    11: _replay,
    12: _set_clock,
}
