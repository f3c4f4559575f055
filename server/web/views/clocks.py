"""Clock faces as pages show them. A running figure counts on in the browser from ``ms`` at the wall time ``at_ms``."""

import msgspec

from display.format import NO_CLOCK, clock_text
from record.state import GameState, Phase
from record.timing import parse_at
from rules.side import Side

LOW_MS = 60_000


class Face(msgspec.Struct, frozen=True, kw_only=True):
    """One side's face. ``mark`` is ``w`` or ``b``. ``old``: the device is silent, the figure is its last and never
    counts on. ``low`` and ``tenths`` say whether this screen marks a time under a minute and shows its tenths."""

    mark: str
    linked: bool
    text: str
    ms: int = 0
    at_ms: int = 0
    scale: int = 1
    running: bool = False
    old: bool = False
    low: bool = False
    warns: bool = False
    tenths: bool = False

    @property
    def classes(self) -> str:
        """The names that the style sheet knows."""
        names = ["ck"]
        if not self.linked:
            names.append("ck-none")
        names += [name for name, on in (("run", self.running), ("low", self.low), ("old", self.old)) if on]
        return " ".join(names)


def unix_ms(at: str) -> int:
    """An event's UTC time as milliseconds since 1970; 0 for none."""
    return round(parse_at(at).timestamp() * 1000) if at else 0


def face(
    state: GameState, side: Side, now_ms: int, *, delay_ms: int = 0, warns: bool = False, tenths: bool = False
) -> Face:
    """The face of ``side`` at the wall time ``now_ms``; ``delay_ms`` is how late this screen shows the record.

    ``warns``: times under a minute are marked; only where players cannot see it.
    """
    clocks, mark = state.clocks, side.value[0]
    if not clocks.linked:
        return Face(mark=mark, linked=False, text=NO_CLOCK)
    over = state.ended
    old = not state.clock_up and not over
    running = clocks.running is side and not over
    ms, at_ms = clocks.left_ms(side), unix_ms(clocks.at) + delay_ms
    left = ms
    if running and not old:
        left = max(0, ms - max(0, now_ms - at_ms) * state.assignment.time_scale)
    show_tenths = tenths and not over
    return Face(
        mark=mark,
        linked=True,
        text=clock_text(left, tenths=show_tenths),
        ms=ms,
        at_ms=at_ms,
        scale=state.assignment.time_scale,
        running=running,
        old=old,
        low=warns and not over and left < LOW_MS,
        warns=warns and not over,
        tenths=show_tenths,
    )


def stood_ms(state: GameState, now_ms: int) -> int | None:
    """For how long both clocks have stood in a game that is being played; ``None`` when one runs or none is linked."""
    clocks = state.clocks
    if not clocks.linked or clocks.running is not None or state.phase is not Phase.PLAYING:
        return None
    return max(0, now_ms - unix_ms(clocks.at))
