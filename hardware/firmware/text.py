"""The JSON Lines twin of a frame, for a device that can only print, or for eyes at a terminal."""

import json
import struct

from hardware.firmware.frames import crc16

WINGS = (None, "left", "right")
NAMES = (
    "", "hello", "snapshot", "change", "lever", "clock", "button", "heartbeat", "clock-done",
    "ask", "ack", "replay", "set-clock",
)  # fmt: skip
HELLO, SNAPSHOT, CHANGE, LEVER, CLOCK, BUTTON, HEARTBEAT, CLOCK_DONE, ASK, ACK, REPLAY, SET_CLOCK = range(1, 13)
LONGEST = 255


def to_text(kind: int, epoch: int, seq: int, ms: int, payload: bytes) -> bytes:
    """A message of the device as its line. The CRC is that of the binary form."""
    fields = [("type", NAMES[kind]), ("epoch", epoch), ("seq", seq), ("ms", ms)]
    fields += _fields(kind, payload)
    fields.append(("crc", crc16(_head(kind, epoch, seq, ms) + payload)))
    # Field by field: MicroPython's dictionaries have an order of their own.
    return ("{" + ",".join('"%s":%s' % (name, json.dumps(value)) for name, value in fields) + "}\n").encode()  # noqa: UP031


def from_text(line: bytes) -> "tuple[int, bytes] | None":
    """Kind and payload of a line of the host; ``None`` for anything else."""
    try:
        row = json.loads(line)
        kind = NAMES.index(row["type"])
        payload = _payload(kind, row)
        if payload is None or crc16(_head(kind, row["epoch"], row["seq"], row["ms"]) + payload) != row["crc"]:
            return None
    except Exception:  # a line that is none breaks something else in each Python
        return None
    return kind, payload


def _head(kind: int, epoch: int, seq: int, ms: int) -> bytes:
    return struct.pack(">BHHI", 0x10 | kind, epoch, seq, ms)


def _fields(kind: int, payload: bytes) -> "list[tuple[str, object]]":
    """What a device says, by the names of the specification."""
    if kind == HELLO:
        points, sensor, flags, first = struct.unpack(">BBBH", payload[:5])
        texts, at = [], 5
        while at < len(payload):
            texts.append(payload[at + 1 : at + 1 + payload[at]].decode())
            at += 1 + payload[at]
        return [
            ("points", points),
            ("sensor", chr(sensor) if sensor else ""),
            ("clock", bool(flags & 1)),
            ("settable", bool(flags & 2)),
            ("first", first),
            ("firmware", texts[0]),
            ("serial", texts[1]),
        ]
    if kind == SNAPSHOT:
        return [("pieces", payload.decode())]
    if kind == CHANGE:
        return [("square", payload[0]), ("piece", chr(payload[1]))]
    if kind == LEVER:
        return [("by", WINGS[payload[0]])]
    if kind == CLOCK:
        left_ms, right_ms, state = struct.unpack(">IIB", payload)
        return [
            ("left_ms", left_ms),
            ("right_ms", right_ms),
            ("running", WINGS[state & 3]),
            ("left_flag", bool(state & 4)),
            ("right_flag", bool(state & 8)),
            ("lever", WINGS[state >> 4 & 3]),
        ]
    if kind == BUTTON:
        return [("code", payload[0]), ("by", WINGS[payload[1]])]
    if kind == HEARTBEAT:
        late, battery = struct.unpack(">HB", payload)
        return [("late", late), ("battery", None if battery == 255 else battery)]
    return [("order", payload[0]), ("ok", bool(payload[1]))]


def _payload(kind: int, row: "dict[str, object]") -> "bytes | None":
    """What a host says, as its binary payload."""
    if kind == ASK:
        return bytes([1 if row["snapshot"] else 0])
    if kind == ACK:
        return b""
    if kind == REPLAY:
        return struct.pack(">H", row["begin"])
    if kind == SET_CLOCK:
        running = WINGS.index(row["running"])
        return struct.pack(">BIIB", row["order"], row["left_ms"], row["right_ms"], running)
    return None
