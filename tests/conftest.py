"""What all tests share: Hypothesis draws the same examples every time, and no test is judged by its speed."""

import os

from hypothesis import settings

settings.register_profile("seeded", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("FLAGFALL_HYPOTHESIS", "seeded"))
"""``FLAGFALL_HYPOTHESIS=search`` looks for new examples instead."""
