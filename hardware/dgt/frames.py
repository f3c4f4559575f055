"""What a DGT board sends, as frozen values. A clock has a left and a right: colours belong to the driver."""

import msgspec

from hardware.wing import Wing


class BoardDump(msgspec.Struct, frozen=True):
    """Every field of the board: 64 or 100 piece codes, field 0 first."""

    pieces: bytes


class Dump50(msgspec.Struct, frozen=True):
    """The 50 dark (or light) squares of a 10x10 board, taken to be in reading order (not confirmed on hardware)."""

    dark: bool
    pieces: bytes


class FieldUpdate(msgspec.Struct, frozen=True):
    """One field changed: its number and the piece code now sensed there, 0 when it is empty."""

    field: int
    piece: int


class Face(msgspec.Struct, frozen=True):
    """One side of the clock: whole seconds, in milliseconds.

    ``final`` is the flag of the last period (the time is blocked at 0), ``period`` a flag that is shown while the
    clock may go on in the next period, ``per_move`` the indicator of a method that gives time for each move.
    """

    ms: int
    final: bool = False
    period: bool = False
    per_move: bool = False


class BwTime(msgspec.Struct, frozen=True, kw_only=True):
    """The clock. ``high`` is the side whose lever stands high: its time is the one that falls while ``running``.

    ``turn_bits`` are bits 3 and 4 as sent. Their meaning differs between the published description and every
    recording, so nothing is derived from them. With ``connected`` false the times mean nothing.
    """

    left: Face
    right: Face
    high: Wing
    running: bool
    connected: bool = True
    battery_low: bool = False
    turn_bits: int = 0

    @property
    def all_zero(self) -> bool:
        """No time, no flag, no status: what boards also send, falsely, after a command to the clock."""
        empty = Face(0)
        return (
            self.left == self.right == empty
            and self.high is Wing.LEFT
            and not (self.running or self.battery_low or self.turn_bits)
            and self.connected
        )


class ClockAck(msgspec.Struct, frozen=True, kw_only=True):
    """The clock's answer to a command, or (``auto``) its own report of a button or of being ready.

    ``command`` is the echoed command (bit 7 taken off for ``auto``), ``data`` the two bytes that follow.
    """

    status: int
    command: int
    auto: bool
    data: tuple[int, int]

    @property
    def ok(self) -> bool:
        return self.status == 0x10 and not (self.auto and self.command == NOT_IN_MODE)


NOT_IN_MODE = 0x10
"""``ClockAck.command`` of the automatic answer "the clock is not in the mode that obeys" (0x90 on the wire)."""


class Version(msgspec.Struct, frozen=True):
    major: int
    minor: int


class SerialNumber(msgspec.Struct, frozen=True):
    """Five digits."""

    text: str


class LongSerialNumber(msgspec.Struct, frozen=True):
    """Ten digits."""

    text: str


class BusAddress(msgspec.Struct, frozen=True):
    number: int


class Trademark(msgspec.Struct, frozen=True):
    text: str


class Battery(msgspec.Struct, frozen=True, kw_only=True):
    """The battery of a Bluetooth board. ``left_min`` is the time left in minutes, ``None`` where not known."""

    percent: int
    left_min: int | None
    on_min: int
    standby_min: int
    charging: bool
    discharging: bool


class EEMoves(msgspec.Struct, frozen=True):
    """The board's own log, not taken apart."""

    raw: bytes


class Unknown(msgspec.Struct, frozen=True):
    """A well-formed message of a kind that is not in the tables."""

    id: int
    payload: bytes


Message = (
    BoardDump
    | Dump50
    | FieldUpdate
    | BwTime
    | ClockAck
    | Version
    | SerialNumber
    | LongSerialNumber
    | BusAddress
    | Trademark
    | Battery
    | EEMoves
    | Unknown
)
