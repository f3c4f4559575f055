"""What recognition is fed besides squares and presses: buttons, and the board's own comings and goings."""

import msgspec

from board.events import BoardDumped, SquareChanged
from clock.events import Press
from rules.side import Side

OPENING_BUTTONS = (
    "swap",
    "no-swap",
    "choose-white",
    "choose-black",
    "add-stones",
    "offer-fifths",
    "announce",
)
"""What is chosen in an opening of renju (5.2.4.3)."""

BUTTONS = (
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "claim-draw",
    "claim-flag",
    "claim-irregularity",
    "claim-foul",
    "claim-move-limit",
    "claim-clock",
    "resign",
    "pass",
    "call-arbiter",
    *OPENING_BUTTONS,
)


class ButtonPressed(msgspec.Struct, frozen=True, kw_only=True):
    """A button of the table, one of `BUTTONS`. ``move`` is the move about to be made, with ``claim-draw`` only.
    ``count`` is the number of fifth moves, with ``announce`` only. ``by`` is ``None`` where both players share the
    button: ``call-arbiter``."""

    t_ms: int
    button: str
    by: Side | None
    move: str | None = None
    count: int | None = None


class DeviceChanged(msgspec.Struct, frozen=True, kw_only=True):
    """The board was lost (``up`` false) or found again; a found board sends a dump."""

    t_ms: int
    up: bool


Input = SquareChanged | BoardDumped | Press | ButtonPressed | DeviceChanged
