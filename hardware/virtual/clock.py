"""A clock that counts in game time: sudden death or Fischer, a lever, flags, and being set from the board."""

from rules.side import Side

LONGEST_MS = ((9 * 60 + 59) * 60 + 59) * 1000


class VirtualClock:
    """Both times in milliseconds. With an increment it is a Fischer clock: the time given includes the first
    increment, a press adds the next, and when one flag falls both times freeze. Without one, the other side goes on.

    ``high`` is the side whose lever stands high: the one whose time runs. ``now_ms`` never goes back.
    """

    def __init__(self, white_ms: int, black_ms: int, *, increment_ms: int = 0, freeze: bool | None = None) -> None:
        self.left_ms = {Side.WHITE: white_ms, Side.BLACK: black_ms}
        self.increment_ms = increment_ms
        self.freeze = increment_ms > 0 if freeze is None else freeze
        self.high = Side.WHITE
        self.runs: Side | None = None
        self.fallen: set[Side] = set()
        self.toggles = True
        self._now_ms = 0

    def advance(self, now_ms: int) -> None:
        """Let time pass up to ``now_ms``; a time that is used up is blocked at 0."""
        passed, self._now_ms = max(0, now_ms - self._now_ms), max(now_ms, self._now_ms)
        if self.runs is None or self.runs in self.fallen:
            return
        left = self.left_ms[self.runs] - passed
        self.left_ms[self.runs] = max(0, left)
        if left <= 0:
            self.fallen.add(self.runs)
            if self.freeze:
                self.runs = None

    def press(self, side: Side, now_ms: int) -> bool:
        """``side`` pushes his lever down. ``False`` if it was down already."""
        self.advance(now_ms)
        if self.high is not side:
            return False
        self.high = side.other
        if self.runs is not None and self.toggles:
            if side not in self.fallen and self.runs is side:
                self.left_ms[side] += self.increment_ms
            self.runs = side.other
        return True

    def start(self, now_ms: int) -> None:
        """The button: the side with the high lever runs. Nothing happens once a frozen clock has its flag."""
        self.advance(now_ms)
        if not (self.freeze and self.fallen):
            self.runs = self.high

    def stop(self, now_ms: int) -> None:
        """The button again, or the arbiter's hand: both times stand."""
        self.advance(now_ms)
        self.runs = None

    def set(self, white_ms: int, black_ms: int, runs: Side | None, now_ms: int, *, toggles: bool = True) -> None:
        """Set by hand or from the board. Flags go up again. The lever is a lever: it stays where it is."""
        self.advance(now_ms)
        self.left_ms = {Side.WHITE: min(white_ms, LONGEST_MS), Side.BLACK: min(black_ms, LONGEST_MS)}
        self.fallen = set()
        self.runs = runs
        self.toggles = toggles

    def seconds(self, side: Side) -> int:
        """What the face shows: whole seconds, 0 only when nothing is left."""
        return (self.left_ms[side] + 999) // 1000
