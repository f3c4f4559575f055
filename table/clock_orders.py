"""What the clock is to be set to by what the desk has ruled. Pure."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from record import events
from record.events import AnyEvent
from record.state import GameState
from rules.side import Side
from table.arrivals import ClockOrder


class Shown(NamedTuple):
    """What the faces show now, as far as a reading of this session tells, and whose time falls."""

    times: tuple[int, int] | None
    running: Side | None


def ordered(new: Iterable[AnyEvent], desk: Sequence[AnyEvent], state: GameState, shown: Shown) -> ClockOrder | None:
    """What the clock is to show after the desk events ``new`` of the log ``desk``.

    Added time is added to what the clock shows now, because it went on while the ruling was on its way; only without a
    reading of this session the ruling's own times are used. Undoing takes the addition off again.
    """
    order: ClockOrder | None = None
    for event in new:
        if isinstance(event, events.Undone):
            undone = next((old for old in desk if old.seq == event.undoes), None)
            if isinstance(undone, events.Ruled) and undone.added_ms:
                order = _added(undone, -undone.added_ms, order, state, shown)
        elif isinstance(event, events.Ruled) and event.added_ms:
            order = _added(event, event.added_ms, order, state, shown)
        elif isinstance(event, events.Ruled | events.ClockAdjusted):
            order = _order(event.white_ms, event.black_ms, shown) or order
    return order


def _added(
    event: events.Ruled, added_ms: int, order: ClockOrder | None, state: GameState, shown: Shown
) -> ClockOrder | None:
    if event.side is None:
        return order
    white_ms, black_ms = event.white_ms, event.black_ms
    if order is not None:
        white_ms, black_ms = order.white_ms, order.black_ms
    elif shown.times is not None:
        white_ms, black_ms = shown.times
    elif added_ms > 0 and white_ms is not None and black_ms is not None:
        return _order(white_ms, black_ms, shown)
    if white_ms is None or black_ms is None:
        return None
    gains = state.on_clock(event.side.other)
    white_ms += added_ms if gains is Side.WHITE else 0
    black_ms += added_ms if gains is Side.BLACK else 0
    return _order(max(0, white_ms), max(0, black_ms), shown)


def _order(white_ms: int | None, black_ms: int | None, shown: Shown) -> ClockOrder | None:
    """Both times with whoever's time falls now; a ruling changes nothing about that."""
    if white_ms is None or black_ms is None:
        return None
    return ClockOrder(white_ms=white_ms, black_ms=black_ms, running=shown.running)
