"""Home-made boards and clocks on a Flagfall line: 8x8, 10x10 and 15x15, whatever their sensors tell apart."""

from hardware.devices import DeviceKind, DeviceSettings
from hardware.flagfall_line.session import FlagfallSession, LineSettings
from hardware.flagfall_line.squares import DISCIPLINES, expected_points
from hardware.virtual.flagfall import VirtualFlagfall
from hardware.wing import Wing
from rules.errors import SettingsError
from rules.side import Side


def _session(settings: DeviceSettings) -> FlagfallSession:
    if settings.white_clock not in ("left", "right"):
        raise SettingsError((f"white_clock is 'left' or 'right', not {settings.white_clock!r}",))
    return FlagfallSession(
        LineSettings(
            discipline=settings.discipline,
            white_clock=Wing(settings.white_clock),
            turned=settings.turned,
            sensor=settings.sensor,
        )
    )


def _virtual(discipline: str, base_ms: int, increment_ms: int, speed: float) -> VirtualFlagfall:
    first = Side.BLACK if discipline == "renju" else Side.WHITE
    points = expected_points(discipline)[0]
    return VirtualFlagfall(points, base_ms=base_ms, increment_ms=increment_ms, first=first)


DEVICE = DeviceKind(
    name="flagfall",
    title="board on a Flagfall line",
    disciplines=DISCIPLINES,
    baud=115_200,
    session=_session,
    virtual=_virtual,
    sensor=None,
    timed=True,
)
