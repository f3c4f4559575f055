"""The two clocks of this process: the only place of the table that reads them."""

import time
from datetime import UTC, datetime

from record.timing import format_at


def now_ms() -> int:
    """Monotonic milliseconds: never goes back, and means nothing to another process."""
    return time.monotonic_ns() // 1_000_000


def utc_now() -> str:
    """The wall time as events carry it."""
    return format_at(datetime.fromtimestamp(time.time(), UTC))
