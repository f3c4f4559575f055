"""What all tests share: Hypothesis draws the same examples every time, and no test is judged by its speed."""

import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings

SPEED = (HealthCheck.too_slow,)

settings.register_profile("seeded", derandomize=True, deadline=None, suppress_health_check=SPEED)
settings.register_profile("search", deadline=None, suppress_health_check=SPEED)
settings.load_profile(os.environ.get("FLAGFALL_HYPOTHESIS", "seeded"))
"""``FLAGFALL_HYPOTHESIS=search`` looks for new examples instead."""


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """A command that a test runs in this process may send the log to a stream that is closed when the test ends."""
    yield
    structlog.reset_defaults()
