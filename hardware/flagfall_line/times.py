"""The device's own time as the table's: a change is told late, above all after a replay, but it knows when it was."""

WRAP_MS = 1 << 32
FOLLOWS = 64
"""The share of a difference that is followed at each message: a crystal drifts by some milliseconds an hour."""

ASTRAY_MS = 1_000
"""So late no message comes: the device's time stood still, or runs at another pace (a simulation)."""


class DeviceTime:
    """Times of a device are milliseconds modulo 2**32. What comes out never goes back and never lies ahead.

    ``stored``: the bytes are read back from a file, so that now is nothing to compare with; times begin at 0.
    """

    def __init__(self) -> None:
        self.stored = False
        self._offset_ms: int | None = None
        self._device_ms = 0
        self._told_ms = 0

    def reset(self) -> None:
        """Another epoch: the device counts anew."""
        self._offset_ms = None

    def heard(self, ms: int, now_ms: int) -> None:
        """A message that the device wrote at its ``ms`` came now. The one that took least shows the difference."""
        device_ms = self._unwrapped(ms)
        if self.stored and self._offset_ms is not None:
            self._device_ms = device_ms
            return
        apart = (self._told_ms if self.stored else now_ms) - device_ms
        if self._offset_ms is None or not 0 <= apart - self._offset_ms <= ASTRAY_MS:
            self._offset_ms = apart
        else:
            self._offset_ms += (apart - self._offset_ms) // FOLLOWS
        self._device_ms = device_ms

    def of(self, ms: int, now_ms: int) -> int:
        """When that was, in the table's time."""
        if self.stored:
            self.heard(ms, now_ms)
        at_ms = now_ms if self._offset_ms is None else self._unwrapped(ms) + self._offset_ms
        if not self.stored:
            at_ms = min(now_ms, at_ms)
        self._told_ms = max(self._told_ms, at_ms)
        return self._told_ms

    def _unwrapped(self, ms: int) -> int:
        if self._offset_ms is None:
            return ms
        step = (ms - self._device_ms) % WRAP_MS
        return self._device_ms + (step - WRAP_MS if step >= WRAP_MS // 2 else step)
