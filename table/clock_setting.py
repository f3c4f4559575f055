"""Whether the clock stands as the event's control begins. Pure."""

from clock.control import Control
from clock.events import Reading
from record.export import clock_face
from rules.side import Side

TOLERANCE_MS = 2_000
"""A face shows whole seconds, and the first one may have gone already."""


def amiss(control: Control, reading: Reading) -> str:
    """What is wrong with a clock that shows ``reading`` before the game; empty when nothing is, or when the control
    does not say it (a budget for several games).

    A Fischer clock may have added the first increment already.

    >>> from clock.control import parse
    >>> amiss(parse("15m+5s"), Reading(t_ms=0, white_ms=300_000, black_ms=300_000, running=None))
    'the clock shows 0:05:00 and 0:05:00, the control 15m+5s begins with 0:15:00: set it'
    """
    if control.kind != "usual":
        return ""
    wanted = {side: control.budget(side).stages[0].time_ms for side in Side}
    if all(_near(reading.left_ms(side), wanted[side], control.increment_ms(side, 0)) for side in Side):
        return ""
    shown = " and ".join(_shown(reading.left_ms(side)) for side in (Side.WHITE, Side.BLACK))
    begins = " and ".join(dict.fromkeys(_shown(wanted[side]) for side in (Side.WHITE, Side.BLACK)))
    return f"the clock shows {shown}, the control {control} begins with {begins}: set it"


def _near(left_ms: int, wanted_ms: int, increment_ms: int) -> bool:
    return any(abs(left_ms - ms) <= TOLERANCE_MS for ms in (wanted_ms, wanted_ms + increment_ms))


def _shown(ms: int) -> str:
    """A time as the face shows it: a second that has begun is there still."""
    return clock_face(ms + 999)
