"""A half of a clock. Colours belong to the driver, which knows at which half White sits."""

from enum import StrEnum


class Wing(StrEnum):
    """A half of the clock, as seen from the front of its display."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> "Wing":
        return Wing.RIGHT if self is Wing.LEFT else Wing.LEFT
