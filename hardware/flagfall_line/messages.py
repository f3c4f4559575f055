"""What travels on a Flagfall line, as frozen values; `docs/reference/flagfall-line.md` is the specification."""

import msgspec

from hardware.wing import Wing

SENSORS = {"o": "occupancy", "c": "colour", "p": "piece"}
"""The sensor letters of HELLO, and what the rest of the program calls them."""

POINTS = (0, 32, 50, 64, 100, 225)
"""How many squares a board may have; 0 is a clock alone."""

KEYS = {1: "back", 2: "minus", 3: "run", 4: "plus", 5: "ok"}
"""Buttons that belong to the clock itself."""

PLAYERS_BUTTONS = {
    16: "offer-draw",
    17: "accept-draw",
    18: "decline-draw",
    19: "claim-draw",
    20: "claim-flag",
    21: "claim-irregularity",
    22: "claim-foul",
    23: "claim-move-limit",
    24: "claim-clock",
    25: "resign",
    26: "pass",
    27: "call-arbiter",
}
"""Buttons of a player, who is named by the wing on which he sits."""


class Hello(msgspec.Struct, frozen=True, kw_only=True):
    """Who is there. ``sensor`` is a letter of `SENSORS`, empty without a board; ``first`` is the oldest event kept."""

    points: int
    sensor: str
    clock: bool
    settable: bool
    first: int
    firmware: str
    serial: str


class Snapshot(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board after the event that the frame's ``seq`` names: a letter for each square."""

    pieces: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """Square ``square`` (from 0) now holds ``piece``, a letter of `board.events`; ``.`` is nothing."""

    square: int
    piece: str


class Lever(msgspec.Struct, frozen=True, kw_only=True):
    """The player at ``by`` pressed: the other one's time is the one that may run."""

    by: Wing


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """Both times. ``lever`` is the wing whose time would run, ``None`` where the clock cannot tell."""

    left_ms: int
    right_ms: int
    running: Wing | None = None
    left_flag: bool = False
    right_flag: bool = False
    lever: Wing | None = None


class Button(msgspec.Struct, frozen=True, kw_only=True):
    """A button of `KEYS`, or one of `PLAYERS_BUTTONS` with its player."""

    code: int
    by: Wing | None = None


class Heartbeat(msgspec.Struct, frozen=True, kw_only=True):
    """Once a second. ``late`` counts scans that came too late, ``battery`` is a percentage where there is a battery."""

    late: int = 0
    battery: int | None = None


class ClockDone(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to `SetClock` number ``order``."""

    order: int
    ok: bool


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """The host wants HELLO, or with ``snapshot`` the whole board and the clock."""

    snapshot: bool = False


class Ack(msgspec.Struct, frozen=True, kw_only=True):
    """The host has every event up to the frame's ``seq``."""


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """The host wants every event from ``begin`` on again, or a snapshot where that is no longer kept."""

    begin: int


class SetClock(msgspec.Struct, frozen=True, kw_only=True):
    """Show these times and let ``running``'s fall. ``order`` tells one such message from the next."""

    order: int
    left_ms: int
    right_ms: int
    running: Wing | None = None


Body = (
    Hello | Snapshot | Change | Lever | Clock | Button | Heartbeat | ClockDone | Ask | Ack | Replay | SetClock
)  # fmt: skip
EVENTS = (Change, Lever, Button)
"""The bodies that take a number of their own and are kept for replay."""


class Frame(msgspec.Struct, frozen=True):
    """One message. ``epoch`` changes with each power-up of the device. ``seq`` (modulo 65536) numbers an event; every
    other message carries the number of the last one. ``ms`` is the device's time of it, modulo 2**32."""

    epoch: int
    seq: int
    ms: int
    body: Body
