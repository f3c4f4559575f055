"""What Flagfall asks of a DGT board, as bytes.

Left out on purpose: the boot loader (0x4e), which can end a board. The scan modes (0x51, 0x53, 0x54) stay in the
board's EEPROM for the next owner; nothing sends one unless a person has asked for it.
"""

from enum import IntEnum

import msgspec

from rules.errors import DeviceError

MAX_FACE_MS = ((9 * 60 + 59) * 60 + 59) * 1000
"""The most that one side of the clock can show: 9:59:59."""


class Ask(IntEnum):
    """The commands of one byte."""

    RESET = 0x40
    CLOCK = 0x41
    BOARD = 0x42
    UPDATE = 0x43
    UPDATE_BOARD = 0x44
    SERIAL = 0x45
    BUS_ADDRESS = 0x46
    TRADEMARK = 0x47
    EE_MOVES = 0x49
    """The board's log: blocks the line for up to eight seconds."""
    UPDATE_NICE = 0x4B
    BATTERY = 0x4C
    VERSION = 0x4D
    BOARD_50_DARK = 0x50
    BOARD_50_LIGHT = 0x52
    LONG_SERIAL = 0x55


class ScanMode(IntEnum):
    """Which squares a 10x10 board scans from now on, for good. See `hardware.dgt.driver.DgtSession.write_scan_mode`."""

    DARK = 0x51
    LIGHT = 0x53
    ALL = 0x54


class SetLeds(msgspec.Struct, frozen=True):
    """Lights from one field to another on boards that have them (Revelation II)."""

    on: bool
    start: int
    end: int


class ClockVersion(msgspec.Struct, frozen=True):
    pass


class ClockEndText(msgspec.Struct, frozen=True):
    """Back to the times."""


class ClockBeep(msgspec.Struct, frozen=True):
    """A beep of ``units`` times 64 ms (0-127)."""

    units: int


class SetAndRun(msgspec.Struct, frozen=True, kw_only=True):
    """Set both faces and say who runs. Whole seconds; obeyed only in the clock's computer mode.

    ``toggle``: the lever changes sides from now on.
    """

    left_ms: int
    right_ms: int
    left_runs: bool = False
    right_runs: bool = False
    pause: bool = False
    toggle: bool = False


class ClockText(msgspec.Struct, frozen=True):
    """Eight characters for a clock with a letter display; ``beep`` 0-15."""

    text: str
    beep: int = 0


class ClockTextLong(msgspec.Struct, frozen=True):
    """Eleven characters (Revelation II)."""

    text: str
    beep: int = 0


class ClockSegments(msgspec.Struct, frozen=True):
    """Six characters, as far as seven segments can draw them, for the older clock."""

    text: str
    beep: bool = False


class ClockIcons(msgspec.Struct, frozen=True, kw_only=True):
    """The icons of the older clock, a byte of bits for each side and for the periods shown there."""

    left: int = 0
    right: int = 0
    left_period: int = 0
    right_period: int = 0
    special: int = 0


Command = (
    Ask
    | ScanMode
    | SetLeds
    | ClockVersion
    | ClockEndText
    | ClockBeep
    | SetAndRun
    | ClockText
    | ClockTextLong
    | ClockSegments
    | ClockIcons
)


def encode(command: Command) -> bytes:
    """The bytes of one command. ``DeviceError`` (not transient) for a time that the clock cannot show.

    >>> encode(Ask.BOARD).hex()
    '42'
    """
    match command:
        case Ask() | ScanMode():
            return bytes([command])
        case SetLeds(on, start, end):
            return bytes([0x60, 0x04, int(on), start & 0x7F, end & 0x7F, 0x00])
        case ClockVersion():
            return _clock(0x09)
        case ClockEndText():
            return _clock(0x03)
        case ClockBeep(units):
            return _clock(0x0B, max(0, min(units, 0x7F)))
        case SetAndRun():
            flags = command.left_runs | command.right_runs << 1 | command.pause << 2 | command.toggle << 3
            return _clock(0x0A, *_hms(command.left_ms), *_hms(command.right_ms), flags)
        case ClockText(text, beep):
            return _clock(0x0C, *_ascii(text, 8), max(0, min(beep, 15)))
        case ClockTextLong(text, beep):
            return _clock(0x0D, *_ascii(text, 11), max(0, min(beep, 15)))
        case ClockSegments(text, beep):
            a, b, c, d, e, f = (_SEGMENTS.get(letter, 0x00) for letter in f"{text.upper():<6.6}")
            return _clock(0x01, c, b, a, f, e, d, 0x00, 0x03 if beep else 0x01)
        case ClockIcons():
            icons = (command.left, command.right, command.left_period, command.right_period, command.special)
            return _clock(0x02, *(icon & 0x7F for icon in icons), 0, 0, 0)


def _clock(code: int, *data: int) -> bytes:
    """``2b``, the number of bytes that follow, ``03``, the command and its data, ``00``."""
    body = bytes([0x03, code, *data, 0x00])
    return bytes([0x2B, len(body)]) + body


def _hms(ms: int) -> tuple[int, int, int]:
    """Hours, minutes, seconds in plain binary, rounded up: no player loses part of a second by a correction."""
    if not 0 <= ms <= MAX_FACE_MS:
        raise DeviceError(f"the clock shows 0:00:00 to 9:59:59, {ms} ms does not fit", transient=False)
    seconds = (ms + 999) // 1000
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def _ascii(text: str, width: int) -> bytes:
    return f"{text:<{width}.{width}}".encode("ascii", "replace")


_SEGMENTS = {
    "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D, "7": 0x07, "8": 0x7F, "9": 0x6F,
    "A": 0x77, "B": 0x7C, "C": 0x39, "D": 0x5E, "E": 0x79, "F": 0x71, "G": 0x3D, "H": 0x76, "I": 0x06, "J": 0x1E,
    "L": 0x38, "N": 0x54, "O": 0x5C, "P": 0x73, "R": 0x50, "S": 0x6D, "T": 0x78, "U": 0x3E, "Y": 0x6E, "-": 0x40,
    "_": 0x08, "=": 0x48,
}  # fmt: skip
"""Segments: 01 top, 02 right top, 04 right bottom, 08 bottom, 10 left bottom, 20 left top, 40 middle."""
