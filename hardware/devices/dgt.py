"""DGT boards with pieces that tell what they are: chess, draughts 8x8 and 10x10, the clock plugged into the board."""

from hardware.devices import DeviceKind, DeviceSettings
from hardware.dgt.driver import DgtSession
from hardware.dgt.reader import DgtSettings
from hardware.dgt.squares import Grid
from hardware.flagfall_line.squares import DRAUGHTS_8, DRAUGHTS_10
from hardware.virtual.board import VirtualBoard
from hardware.virtual.clock import VirtualClock
from hardware.wing import Wing
from rules.errors import SettingsError

GRIDS = {
    **dict.fromkeys(sorted(DRAUGHTS_8), Grid.DRAUGHTS_8),
    **dict.fromkeys(sorted(DRAUGHTS_10), Grid.DRAUGHTS_10),
    "chess": Grid.CHESS,
}


def dgt_settings(settings: DeviceSettings) -> DgtSettings:
    """What a DGT board's driver needs to know. `SettingsError` for what cannot be."""
    if settings.white_clock not in ("left", "right"):
        raise SettingsError((f"white_clock is 'left' or 'right', not {settings.white_clock!r}",))
    return DgtSettings(
        grid=GRIDS[settings.discipline],
        white_clock=Wing(settings.white_clock),
        turned=settings.turned,
        old_codes=settings.old_codes,
    )


def virtual_board(
    discipline: str, base_ms: int, increment_ms: int, speed: float, serial: str = "23946"
) -> VirtualBoard:
    """A board with the start position of ``discipline`` and a clock."""
    return VirtualBoard(
        GRIDS[discipline].value,
        clock=VirtualClock(base_ms + increment_ms, base_ms + increment_ms, increment_ms=increment_ms),
        push_ms=int(100 * speed),
        serial=serial,
    )


DEVICE = DeviceKind(
    name="dgt",
    title="DGT board",
    disciplines=frozenset(GRIDS),
    baud=9600,
    session=lambda settings: DgtSession(dgt_settings(settings)),
    virtual=virtual_board,
)
