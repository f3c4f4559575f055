"""What the events of a device say that its board shows."""

from collections.abc import Iterable

from board.events import BoardDumped, SquareChanged
from hardware.events import DeviceEvent


def shown(events: Iterable[DeviceEvent]) -> dict[str, str]:
    """The board after ``events``."""
    squares: dict[str, str] = {}
    for event in events:
        if isinstance(event, BoardDumped):
            squares = dict(event.squares)
        elif isinstance(event, SquareChanged):
            squares.pop(event.sq, None)
            if event.p != ".":
                squares[event.sq] = event.p
    return squares
