"""What an electronic clock says, and its presses. Codecs return these, the clock's law reads them."""

import msgspec

from rules.side import Side


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One reading of a linked clock.

    Times are what the faces show, in milliseconds (most clocks show whole seconds). ``running`` is the side whose
    time falls, ``None`` when stopped. ``flags`` are the sides whose time the clock itself shows as used up. ``lever``
    is the side whose time would run: the one that did not press last; ``None`` where the clock does not tell.
    """

    t_ms: int
    white_ms: int
    black_ms: int
    running: Side | None
    flags: tuple[Side, ...] = ()
    lever: Side | None = None

    def left_ms(self, side: Side) -> int:
        """The time shown for ``side``."""
        return self.white_ms if side is Side.WHITE else self.black_ms


class Press(msgspec.Struct, frozen=True, kw_only=True):
    """``by`` pressed the clock: his own time stops and the opponent's runs."""

    t_ms: int
    by: Side


class ClockLinked(msgspec.Struct, frozen=True, kw_only=True):
    """The clock was plugged in or pulled out."""

    t_ms: int
    linked: bool


ClockEvent = Reading | Press | ClockLinked
