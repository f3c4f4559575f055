"""The start of a round: whose time runs while a player is absent, and for how long he is waited for (5.4.1.2, 5.4.4.1;
renju 5.3.6). All times are counted from the signal that starts the clocks."""

from collections.abc import Mapping

import msgspec

from clock.control import Control
from rules.side import Side

HOUR_MS = 3_600_000
RENJU_MS = 1_800_000
"""5.3.6.1-2: half an hour, whatever the control."""


class Faces(msgspec.Struct, frozen=True, kw_only=True):
    """What both clocks are to show, and whose time is to run."""

    white_ms: int
    black_ms: int
    running: Side

    def left_ms(self, side: Side) -> int:
        """The time of ``side``."""
        return self.white_ms if side is Side.WHITE else self.black_ms


def faces(control: Control, first: Side, elapsed_ms: int, came_ms: Mapping[Side, int | None]) -> Faces:
    """The clocks ``elapsed_ms`` after the signal, while no move has been made. ``first`` is the side that moves first;
    ``came_ms`` says when each player came: 0 at the signal, ``None`` not yet.

    One who is absent alone pays for all of it. If both are, the first side's time runs until one comes; what has passed
    is then halved between them, and the other's time runs until he comes as well. From then on, and if both were there,
    the first side's time runs (5.4.1.2).
    """
    spent = dict.fromkeys(Side, 0)
    here = {side: _by(came_ms.get(side), elapsed_ms) for side in Side}
    early, late = sorted(Side, key=lambda side: (here[side] is None, here[side] or 0))
    since, until = here[early], here[late]
    if since is None:
        spent[first], running = elapsed_ms, first
    else:
        spent[early] += since // 2
        spent[late] += since // 2 + ((elapsed_ms if until is None else until) - since)
        running = late if until is None else first
        if until is not None:
            spent[first] += elapsed_ms - until
    white_ms, black_ms = (max(0, control.budget(side).stages[0].time_ms - spent[side]) for side in Side)
    return Faces(white_ms=white_ms, black_ms=black_ms, running=running)


def _by(came_ms: int | None, elapsed_ms: int) -> int | None:
    return None if came_ms is None or came_ms > elapsed_ms else came_ms


def longest_wait_ms(control: Control, discipline: str) -> int:
    """The longest time that regulations may let a late player be waited for: the first control, or the whole one, and
    an hour at most (5.4.4.1); in renju half an hour (5.3.6.1)."""
    if discipline == "renju":
        return RENJU_MS
    return min(HOUR_MS, *(control.budget(side).stages[0].time_ms for side in Side))


def wait_ms(control: Control, discipline: str, minutes: int | None) -> int:
    """How long a player who is absent at the signal is waited for. ``minutes`` is what the regulations say; ``None``
    where they say nothing: then the longest time there may be."""
    longest = longest_wait_ms(control, discipline)
    return longest if minutes is None else min(longest, minutes * 60_000)


def is_over(discipline: str, wait: int, elapsed_ms: int) -> bool:
    """Whether one who comes ``elapsed_ms`` after the signal comes too late: at the end of the time in draughts, in
    renju only after more than it (5.3.6.1-2)."""
    return elapsed_ms > wait if discipline == "renju" else elapsed_ms >= wait
