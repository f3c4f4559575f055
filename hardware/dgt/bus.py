"""Bus mode: a chain of DGT boards on one line, each with an address. Bytes both ways, without input or output.

A board answers only when its address is called, and never by itself. Every message ends with the sum of its bytes.
"""

from enum import IntEnum

import msgspec

from hardware.dgt import frames
from hardware.dgt.codec import parse_bwtime

HEADER = 5
LONGEST = 0x1F06
EVERY_BOARD = 0
"""The address of a ping that all boards answer, spread over 1.1 seconds."""

HIGHEST = 0x3FFF
"""The highest address: two bytes of seven bits."""

TO_BUS_MODE = b"\x4a"
"""Boards wake up in bus mode, and any command of a single board takes them out of it; this one takes them back."""

NEVER = frozenset((0x4E, 0x51, 0x53, 0x54))
"""Bytes that a board which is not in bus mode never forgets: the boot loader and the scan modes."""


class Call(IntEnum):
    """What one board is told or asked."""

    CLOCK = 0x81
    BOARD = 0x82
    CHANGES = 0x83
    REPEAT_CHANGES = 0x84
    START_GAME = 0x85
    FROM_START = 0x86
    PING = 0x87
    END_BUS = 0x88
    RESET = 0x89
    IGNORE_NEXT_PING = 0x8A
    VERSION = 0x8B
    BOARD_50_DARK = 0x8C
    ALL = 0x8D


class Changes(msgspec.Struct, frozen=True):
    """What is new in the board's log since it was asked last; ``whole``: since the start of the game."""

    raw: bytes
    whole: bool = False


class Pong(msgspec.Struct, frozen=True):
    """The board is there."""


class StartWritten(msgspec.Struct, frozen=True):
    """The start of a game is in the board's log."""


BusBody = frames.Message | Changes | Pong | StartWritten


class BusMessage(msgspec.Struct, frozen=True):
    """An answer of the board at ``address``; ``body`` of ``None`` came with a wrong sum or makes no sense."""

    address: int
    body: BusBody | None


def call(command: Call, address: int) -> bytes:
    """The bytes of a call.

    >>> call(Call.CLOCK, 0x806).hex(), call(Call.PING, EVERY_BOARD).hex()
    ('81100617', '87000007')
    """
    message = bytes([command, address >> 7 & 0x7F, address & 0x7F])
    return message + bytes([sum(message) & 0x7F])


def harmful(address: int) -> bool:
    """Whether a ping of ``address`` holds a byte that would hurt a board that is not in bus mode."""
    return not NEVER.isdisjoint(call(Call.PING, address))


class BusCodec:
    """Takes bytes in pieces of any size and gives the answers they complete. Never raises on bytes."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self.discarded = 0

    def feed(self, data: bytes) -> list[BusMessage]:
        """The answers completed by ``data``, in order."""
        messages = []
        for byte in data:
            if byte >= 0x80:
                self.discarded += len(self._kept)
                self._kept = bytearray([byte])
            elif not self._kept:
                self.discarded += 1
            else:
                self._kept.append(byte)
                if len(self._kept) >= HEADER:
                    length = self._kept[1] << 7 | self._kept[2]
                    if not HEADER < length <= LONGEST:
                        self.discarded += len(self._kept)
                        self._kept.clear()
                    elif len(self._kept) == length:
                        messages.append(_message(bytes(self._kept)))
                        self._kept.clear()
        return messages


def _message(data: bytes) -> BusMessage:
    address = data[3] << 7 | data[4]
    good = sum(data[:-1]) & 0x7F == data[-1]
    return BusMessage(address, _body(data[0], data[HEADER:-1]) if good else None)


def _body(ident: int, data: bytes) -> BusBody | None:
    match ident:
        case 0x83 if len(data) in (64, 100):
            return frames.BoardDump(data)
        case 0x84 if len(data) == 7:
            return parse_bwtime(data)
        case 0x85 | 0x86:
            return Changes(data, whole=ident == 0x86)
        case 0x87 if not data:
            return Pong()
        case 0x88:
            return StartWritten()
        case 0x89 if len(data) == 2:
            return frames.Version(data[0], data[1])
        case 0x8A if len(data) == 50:
            return frames.Dump50(True, data)
        case _:
            return None
