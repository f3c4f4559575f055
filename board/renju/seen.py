"""The difference between a position of renju and its board, and what of it the hands did."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from board.events import EMPTY
from board.log import Change, squares_refilled, stays
from board.sensing import Sensor
from board.settings import TouchSettings
from rules.renju.points import CELL_OF
from rules.side import Side

UNCLEAR_MS = 500
"""Two neighbouring sensors that answer within this time feel one stone between them: nobody fetches a second stone so
fast."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """Points with a stone that the position does not have, in the order in which they were filled; points whose stone
    is gone; points whose stone has the other colour."""

    new: tuple[str, ...]
    missing: tuple[str, ...]
    recoloured: tuple[str, ...]

    @property
    def nothing(self) -> bool:
        """Whether the board is the position's."""
        return not (self.new or self.missing or self.recoloured)

    @property
    def intact(self) -> bool:
        """Whether every stone of the position is where it was."""
        return not (self.missing or self.recoloured)


def differing(
    pieces: Mapping[str, str], sensed: Mapping[str, str], sensor: Sensor, log: Sequence[Change], ignored: Sequence[str]
) -> Seen:
    """What is on the board that the position ``pieces`` does not have, and the other way round."""
    # A stone that flickers is not placed again.
    filled = {point: number for number, point in enumerate(squares_refilled(log))}
    new = [point for point in sensed if point not in pieces and point not in ignored]
    both = [point for point in pieces if point in sensed and sensor != "occupancy"]
    return Seen(
        new=tuple(sorted(new, key=lambda point: (filled.get(point, -1), point))),
        missing=tuple(point for point in pieces if point not in sensed),
        recoloured=tuple(point for point in both if sensed[point] != pieces[point]),
    )


def colour(sensed: Mapping[str, str], point: str) -> Side | None:
    """The colour of a stone, ``None`` on a bare sensor."""
    return {"w": Side.WHITE, "b": Side.BLACK}.get(sensed.get(point, EMPTY))


def is_between(points: Sequence[str], log: Sequence[Change]) -> bool:
    """Whether two points are one stone that stands between them."""
    if len(points) != 2:
        return False
    one, two = (CELL_OF[point] for point in points)
    if max(abs((one & 15) - (two & 15)), abs((one >> 4) - (two >> 4))) != 1:
        return False
    filled = [max((c.t_ms for c in log if c.square == p and c.after != EMPTY), default=0) for p in points]
    return abs(filled[0] - filled[1]) <= UNCLEAR_MS


def left_behind(
    log: Sequence[Change], pieces: Mapping[str, str], end: str, settings: TouchSettings
) -> dict[str, Any] | None:
    """Evidence that the stone now on ``end`` had been placed on another point and rested there (5.2.4.1)."""
    for point in dict.fromkeys(change.square for change in log):
        if point in pieces or point == end:
            continue
        for stay in stays(log, point):
            if stay.length_ms is not None and stay.length_ms >= settings.rest_ms:
                return {
                    "squares": [point, end],
                    "rested_ms": stay.length_ms,
                    "since_ms": stay.since_ms,
                    "until_ms": stay.until_ms,
                }
    return None
