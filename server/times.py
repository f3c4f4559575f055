"""Wall time: its one spelling in the record (UTC, ISO 8601, milliseconds, ``Z``), and the hall's time of day."""

from datetime import UTC, datetime


def iso(utc_ms: int) -> str:
    """``utc_ms`` since 1970 as an event's ``at``.

    >>> iso(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    seconds, milliseconds = divmod(utc_ms, 1000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


def hall_time(ms: int) -> datetime:
    """The hall's time of day: that of the server's own time zone."""
    return datetime.fromtimestamp(ms / 1000).astimezone()
