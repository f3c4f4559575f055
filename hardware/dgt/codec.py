"""Bytes of a DGT board to messages, without input or output.

A message is ``id | 0x80, length >> 7, length & 0x7f, payload``; the length counts its own three bytes, and only the
first byte has bit 7. So any byte from 0x80 up starts a message, whatever came before: a lost byte costs one message.
"""

from collections.abc import Callable, Iterator

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
    Message,
    SerialNumber,
    Trademark,
    Unknown,
    Version,
)
from hardware.wing import Wing

HEADER = 3
LONGEST = 0x1F03
"""The longest message there is: the whole log of the board. More is never kept."""

LONGEST_UNKNOWN = 0x103

NEVER_SET = 0x40
"""No clock sets this bit of its status: a byte was doubled, and the seconds stand in its place."""

HIGHEST_PIECE = 0x0F
"""No piece has a higher code: where one stands, a byte was lost or doubled."""


class Codec:
    """Takes bytes in pieces of any size and gives the messages they complete. Never raises on bytes.

    >>> Codec().feed(bytes.fromhex("8e00053400"))
    [FieldUpdate(field=52, piece=0)]
    """

    def __init__(self) -> None:
        self._kept = bytearray()
        self.discarded = 0
        """How many bytes so far belonged to no message: noise, or a message cut short."""

    @property
    def pending(self) -> int:
        """How many bytes wait for the rest of their message."""
        return len(self._kept)

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by ``data``, in order. The result does not depend on how the bytes are cut up."""
        messages: list[Message] = []
        for byte in data:
            if byte >= 0x80:
                self._discard()
                self._kept.append(byte)
            elif self._kept:
                self._kept.append(byte)
                self._take(messages)
            else:
                self.discarded += 1
        return messages

    def _discard(self) -> None:
        self.discarded += len(self._kept)
        self._kept.clear()

    def _take(self, messages: list[Message]) -> None:
        kept = self._kept
        if len(kept) < HEADER:
            return
        length = kept[1] << 7 | kept[2]
        if len(kept) == HEADER and not _plausible(kept[0], length):
            self._discard()
        elif len(kept) == length:
            message = _parse(kept[0], bytes(kept[HEADER:]))
            if message is None:
                self._discard()
            else:
                messages.append(message)
                kept.clear()


def _plausible(ident: int, length: int) -> bool:
    lengths = _LENGTHS.get(ident)
    return HEADER < length <= LONGEST_UNKNOWN if lengths is None else length in lengths


def _parse(ident: int, payload: bytes) -> Message | None:
    parser = _PARSERS.get(ident)
    return Unknown(ident, payload) if parser is None else parser(payload)


def parse_bwtime(payload: bytes) -> Message | None:
    right, left = payload[0:3], payload[3:6]
    if right[0] & 0x0F == 0x0A or left[0] & 0x0F == 0x0A:
        return _ack(payload)
    status = payload[6]
    if status & NEVER_SET:
        return None
    left_face, right_face = _face(left), _face(right)
    if left_face is None or right_face is None:
        return None
    return BwTime(
        left=left_face,
        right=right_face,
        high=Wing.RIGHT if status & 0x02 else Wing.LEFT,
        running=bool(status & 0x01),
        connected=not status & 0x20,
        battery_low=bool(status & 0x04),
        turn_bits=status >> 3 & 0x03,
    )


def undoubled(frame: BwTime) -> Iterator[tuple[int, int]]:
    """The times of left and right, in milliseconds, that were sent, should a byte of this message have been doubled on
    its way: all that follow it stand one place too late, and its last one is lost."""
    payload = _payload(frame)
    for place in range(len(payload) - 1):
        if payload[place] == payload[place + 1]:
            sent = payload[:place] + payload[place + 1 :]
            right, left = _face(sent[0:3]), _face(sent[3:6])
            if left is not None and right is not None:
                yield left.ms, right.ms


def _payload(frame: BwTime) -> bytes:
    """The bytes that `parse_bwtime` made ``frame`` of."""
    status = frame.running | (frame.high is Wing.RIGHT) << 1 | frame.battery_low << 2 | frame.turn_bits << 3
    return bytes((*_hms(frame.right), *_hms(frame.left), status | (not frame.connected) << 5))


def _hms(face: Face) -> tuple[int, int, int]:
    minutes, seconds = divmod(face.ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    flags = face.final << 4 | face.per_move << 5 | face.period << 6
    return hours | flags, minutes // 10 << 4 | minutes % 10, seconds // 10 << 4 | seconds % 10


def _face(hms: bytes) -> Face | None:
    hours, minutes, seconds = hms[0] & 0x0F, _bcd(hms[1]), _bcd(hms[2])
    if hours > 9 or minutes is None or seconds is None:
        return None
    return Face(
        ms=((hours * 60 + minutes) * 60 + seconds) * 1000,
        final=bool(hms[0] & 0x10),
        per_move=bool(hms[0] & 0x20),
        period=bool(hms[0] & 0x40),
    )


def _bcd(byte: int) -> int | None:
    """0-59 from two decimal digits; ``None`` for anything else."""
    tens, units = byte >> 4, byte & 0x0F
    return None if tens > 5 or units > 9 else tens * 10 + units


def _ack(payload: bytes) -> ClockAck:
    """Four 8-bit values carried in 7-bit bytes: their top bits travel in bits 4 and 5 of the two hour bytes."""
    r0, r1, r2, l0, l1, l2 = payload[:6]
    status = r1 & 0x7F | l0 << 3 & 0x80
    command = r2 & 0x7F | l0 << 2 & 0x80
    first = l1 & 0x7F | r0 << 3 & 0x80
    second = l2 & 0x7F | r0 << 2 & 0x80
    return ClockAck(status=status, command=command & 0x7F, auto=bool(command & 0x80), data=(first, second))


def _battery(payload: bytes) -> Message:
    percent, left_h, left_m, on_h, on_m, sb_d, sb_h, sb_m, status = payload
    unknown = 0x7F in (left_h, left_m)
    return Battery(
        percent=percent,
        left_min=None if unknown else left_h * 60 + left_m,
        on_min=on_h * 60 + on_m,
        standby_min=(sb_d * 24 + sb_h) * 60 + sb_m,
        charging=bool(status & 1),
        discharging=bool(status & 2),
    )


def _digits(make: Callable[[str], Message]) -> Callable[[bytes], Message | None]:
    def parse(payload: bytes) -> Message | None:
        return make(payload.decode("ascii")) if payload.isdigit() else None

    return parse


_LENGTHS: dict[int, range | tuple[int, ...]] = {
    0x86: (67, 103),
    0x8D: (10,),
    0x8E: (5,),
    0x8F: range(HEADER + 1, LONGEST + 1),
    0x90: (5,),
    0x91: (8,),
    0x92: range(HEADER + 1, 260),
    0x93: (5,),
    0x94: (53,),
    0x95: (53,),
    0xA0: (12,),
    0xA2: (13,),
}

_PARSERS: dict[int, Callable[[bytes], Message | None]] = {
    0x86: lambda p: BoardDump(p) if max(p) <= HIGHEST_PIECE else None,
    0x8D: parse_bwtime,
    0x8E: lambda p: FieldUpdate(p[0], p[1]) if p[0] < 100 and p[1] <= HIGHEST_PIECE else None,
    0x8F: EEMoves,
    0x90: lambda p: BusAddress(p[0] << 7 | p[1]),
    0x91: _digits(SerialNumber),
    0x92: lambda p: Trademark(p.decode("ascii")),
    0x93: lambda p: Version(p[0], p[1]),
    0x94: lambda p: Dump50(True, p),
    0x95: lambda p: Dump50(False, p),
    0xA0: _battery,
    0xA2: _digits(LongSerialNumber),
}
