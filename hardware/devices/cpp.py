"""Boards on the Chess Peripheral Protocol, over a serial line: chess, draughts, and by extended names renju."""

from hardware.devices import DeviceKind, DeviceSettings
from hardware.flagfall_line.squares import expected_points, names, start
from hardware.peripheral.session import PeripheralSession, PeripheralSettings
from hardware.peripheral.states import VARIANTS, side_of
from hardware.virtual.clock import VirtualClock
from hardware.virtual.peripheral import VirtualPeripheral
from rules.errors import SettingsError
from rules.side import Side


def _session(settings: DeviceSettings) -> PeripheralSession:
    if settings.turned:
        raise SettingsError(("a board on the Chess Peripheral Protocol names its squares itself: it is never turned",))
    return PeripheralSession(PeripheralSettings(discipline=settings.discipline, sensor=settings.sensor))


def _virtual(discipline: str, base_ms: int, increment_ms: int, speed: float) -> VirtualPeripheral:
    points = expected_points(discipline)[0]
    shown = zip(names(discipline, points) or (), start(discipline, points, "piece"), strict=True)
    clock = VirtualClock(base_ms + increment_ms, base_ms + increment_ms, increment_ms=increment_ms)
    if discipline == "renju":
        clock.high = Side.BLACK
    pieces = {name: piece for name, piece in shown if name is not None and piece != "."}
    return VirtualPeripheral(side_of(discipline), pieces, clock, chess=discipline == "chess")


DEVICE = DeviceKind(
    name="cpp",
    title="board on the Chess Peripheral Protocol",
    disciplines=frozenset(VARIANTS),
    baud=115_200,
    session=_session,
    virtual=_virtual,
    sensor=None,
)
