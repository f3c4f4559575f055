"""What the measures of the touch rule are (5.4.13.3): times on recorded events, never timers."""

import msgspec

FLICKER_MS = 100
"""No hand is faster; a square that is empty for less is the sensor's noise."""

LONGEST_LOG = 1000
"""So many changes of one ply are kept. A square that flickers through the night must not fill the memory."""

BURST_MS = 250
"""A found board without a dump tells its squares one by one; a pause ends them."""


class TouchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Milliseconds that tell a touch from an adjustment and a rest from a slide.

    ``touch_ms``: an own piece lifted at least this long was touched; shorter is adjusting. ``rest_ms``: a piece that
    stood this long on a legal destination had moved there. ``flicker_ms``: no hand is faster; a square empty for less
    is the sensor's noise. ``bounce_ms``: a second press of the same lever within this time is a bounce.
    """

    touch_ms: int = 1000
    rest_ms: int = 1000
    flicker_ms: int = FLICKER_MS
    bounce_ms: int = 500
