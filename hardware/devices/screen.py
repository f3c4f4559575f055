"""The board and clock on a touch screen (`flagfall screen table`): every discipline, Flagfall's own clock."""

from clock import software
from clock.control import fischer
from hardware.devices import DeviceKind, DeviceSettings
from hardware.touch.device import TouchDevice
from hardware.touch.driver import TouchSession
from rules.known import discipline, disciplines
from rules.side import Side

CHESS_SQUARES = frozenset(f"{column}{row}" for column in "abcdefgh" for row in range(1, 9))
CHESS_START = {
    **{f"{column}1": piece for column, piece in zip("abcdefgh", "RNBQKBNR", strict=True)},
    **{f"{column}2": "P" for column in "abcdefgh"},
    **{f"{column}7": "p" for column in "abcdefgh"},
    **{f"{column}8": piece for column, piece in zip("abcdefgh", "rnbqkbnr", strict=True)},
}


def squares_of(name: str) -> frozenset[str]:
    """The squares that the board of a discipline has."""
    return CHESS_SQUARES if name == "chess" else frozenset(discipline(name).squares)


def start_of(name: str) -> dict[str, str]:
    """What stands on the board of a discipline when a game begins."""
    return dict(CHESS_START) if name == "chess" else dict(discipline(name).start().pieces())


def _session(settings: DeviceSettings) -> TouchSession:
    return TouchSession(squares_of(settings.discipline))


def _virtual(name: str, base_ms: int, increment_ms: int, speed: float) -> TouchDevice:
    first = Side.WHITE if name == "chess" else discipline(name).first_side
    clock = software.wound(fischer(base_ms, increment_ms))
    return TouchDevice(start_of(name), clock, first=first, speed=speed)


DEVICE = DeviceKind(
    name="screen",
    title="touch screen",
    disciplines=frozenset({*disciplines(), "chess"}),
    baud=115_200,
    session=_session,
    virtual=_virtual,
    wired=False,
)
