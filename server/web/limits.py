"""How often someone may try: log-ins and personal tokens are guarded against guessing."""

from collections import deque


class Attempts:
    """At most ``most`` failed attempts per key within ``window_ms``. Keys are addresses and names."""

    def __init__(self, most: int = 8, window_ms: int = 60_000, keys: int = 10_000) -> None:
        self._most, self._window_ms, self._keys = most, window_ms, keys
        self._failed: dict[str, deque[int]] = {}

    def allowed(self, key: str, now_ms: int) -> bool:
        """Whether ``key`` may try now."""
        tries = self._failed.get(key)
        if tries is None:
            return True
        while tries and tries[0] <= now_ms - self._window_ms:
            tries.popleft()
        if not tries:
            del self._failed[key]
            return True
        return len(tries) < self._most

    def failed(self, key: str, now_ms: int) -> None:
        """Note a failed attempt. The oldest keys are forgotten when there are too many."""
        if key not in self._failed and len(self._failed) >= self._keys:
            self._failed.pop(next(iter(self._failed)))
        self._failed.setdefault(key, deque(maxlen=self._most)).append(now_ms)

    def succeeded(self, key: str) -> None:
        """Forget the failures of ``key``."""
        self._failed.pop(key, None)
