"""Wall times of events as numbers: UTC, ISO 8601 with milliseconds and ``Z``."""

from datetime import UTC, datetime, timedelta


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


def scaled_ms_between(earlier: str, later: str, time_scale: int = 1) -> int:
    """Game milliseconds from one event's ``at`` to another's; never negative."""
    gap = parse_at(later) - parse_at(earlier)
    return max(0, gap * time_scale // timedelta(milliseconds=1))
