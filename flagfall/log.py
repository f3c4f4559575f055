"""How the programs of the hall write down what they do: one line an event on stderr, the same for server and table."""

import logging
import sys

import structlog


def log_to_stderr() -> None:
    """From now on ``timestamp=... level=... event=...`` and what belongs to it, from ``info`` on."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
