"""What a sensor board says. Codecs return these, recognition reads them."""

from collections.abc import Mapping

import msgspec

EMPTY = "."


class SquareChanged(msgspec.Struct, frozen=True, kw_only=True):
    """A square now holds another thing.

    ``t_ms`` is the table's monotonic time in milliseconds. ``sq`` is the square's name (``c3``; 1-50 on 10x10).
    ``p`` is what is sensed there now: ``.`` nothing; ``w b W B`` men and kings of draughts (piece-identity boards);
    chess letters; ``w``/``b`` on colour boards; ``x`` where only occupancy is sensed.
    """

    t_ms: int
    sq: str
    p: str


class BoardDumped(msgspec.Struct, frozen=True, kw_only=True):
    """The whole sensed board at once: every square that is not empty, with what is sensed there."""

    t_ms: int
    squares: Mapping[str, str]


SensorEvent = SquareChanged | BoardDumped
