"""What a device says about itself, and the session that every device driver offers.

Moves of pieces and clocks are told in the shared words of `board.events` and `clock.events`; this module adds the words
for the device: who it is, what is wrong with it, whether a command was obeyed.
"""

from typing import Literal, Protocol

import msgspec

from board.events import SensorEvent
from board.inputs import ButtonPressed
from board.sensing import Sensor
from clock.events import ClockEvent
from rules.side import Side

FaultKind = Literal["garbage", "silent", "unknown-piece", "off-board", "battery-low", "wrong-board"]


class DeviceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the device so far; sent again each time something is learned. Empty texts are unknown."""

    t_ms: int
    kind: str
    serial: str = ""
    version: str = ""
    clock_version: str = ""
    turned: bool = False
    """Whether the board lies turned by 180 degrees against its own numbering."""
    sensor: Sensor | None = None
    """What the board can tell apart; ``None`` until it has said so."""


class DeviceFault(msgspec.Struct, frozen=True, kw_only=True):
    """Something is wrong with the device; ``text`` says what was seen and what to do. The session goes on."""

    t_ms: int
    kind: FaultKind
    text: str


class ClockButton(msgspec.Struct, frozen=True, kw_only=True):
    """A button of the clock itself was pressed: ``back``, ``minus``, ``run``, ``plus``, ``ok``."""

    t_ms: int
    button: str


class ClockSet(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to ``set_clock``: ``ok`` when the clock acknowledged it; otherwise ``reason`` says why not."""

    t_ms: int
    ok: bool
    reason: str = ""


DeviceEvent = SensorEvent | ClockEvent | ButtonPressed | DeviceInfo | DeviceFault | ClockButton | ClockSet


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """What a session wants done: ``send`` these bytes, and tell the table these ``events`` in this order."""

    send: bytes = b""
    events: tuple[DeviceEvent, ...] = ()


class ChainOutput(msgspec.Struct, frozen=True, kw_only=True):
    """See `Output`; each event belongs to the board at an address. ``heard`` are the boards that answered."""

    send: bytes = b""
    events: tuple[tuple[int, DeviceEvent], ...] = ()
    heard: frozenset[int] = frozenset()


class Session(Protocol):
    """A device's driver without its line: no thread, no clock, no socket. ``now_ms`` never goes back.

    The holder calls ``start`` each time the line has been opened, ``receive`` with whatever came in, and ``tick`` at
    least ten times a second. Bytes never raise; they end in events. ``assume_start`` is for stored bytes, which may not
    hold the board's first dump.
    """

    def start(self, now_ms: int) -> Output: ...

    def receive(self, data: bytes, now_ms: int) -> Output: ...

    def tick(self, now_ms: int) -> Output: ...

    def assume_start(self) -> None: ...

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output: ...
