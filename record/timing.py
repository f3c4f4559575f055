"""Wall times of events as numbers: UTC, ISO 8601 with milliseconds and ``Z``; what clocks show between readings."""

from datetime import UTC, datetime, timedelta

from record.state import GameState
from rules.side import Side


def parse_at(at: str) -> datetime:
    """The instant that an event's ``at`` names. Raises ValueError for another form."""
    return datetime.fromisoformat(at.replace("Z", "+00:00"))


def format_at(instant: datetime) -> str:
    """An instant as events carry it.

    >>> from datetime import UTC, datetime
    >>> format_at(datetime(2026, 11, 29, 10, 0, 0, 250_000, tzinfo=UTC))
    '2026-11-29T10:00:00.250Z'
    """
    return instant.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def later(at: str, ms: int) -> str:
    """``at``, so many milliseconds later."""
    return format_at(parse_at(at) + timedelta(milliseconds=ms))


def ms_between(earlier: str, after: str) -> int:
    """Milliseconds from ``earlier`` to ``after``; negative where it is the other way round."""
    return (parse_at(after) - parse_at(earlier)) // timedelta(milliseconds=1)


def scaled_ms_between(earlier: str, later: str, time_scale: int = 1) -> int:
    """Game milliseconds from one event's ``at`` to another's; never negative."""
    gap = parse_at(later) - parse_at(earlier)
    return max(0, gap * time_scale // timedelta(milliseconds=1))


def clocks_at(state: GameState, at: str) -> dict[Side, int]:
    """What both clocks show at ``at``: the last reading, less what has run since on the running side."""
    clocks = state.clocks
    left = {Side.WHITE: clocks.white_ms, Side.BLACK: clocks.black_ms}
    if clocks.running is not None and clocks.at:
        gone = scaled_ms_between(clocks.at, at, state.assignment.time_scale)
        left[clocks.running] = max(0, left[clocks.running] - gone)
    return left


def left_at(state: GameState, at: str) -> tuple[int, int] | None:
    """What White and Black have left at ``at``; ``None`` where no clock was read."""
    if not state.clocks.linked:
        return None
    left = clocks_at(state, at)
    return left[Side.WHITE], left[Side.BLACK]
