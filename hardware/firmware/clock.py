"""A clock of two buttons (or one lever) and a third one that starts and stops it."""

import struct

from hardware.firmware.line import BUTTON, CLOCK, LEVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardware.firmware.line import Line

LEFT, RIGHT = 1, 2
RUN_KEY = 3
TELL_MS = 500


class Clock:
    """Sudden death, or Fischer with ``increment_ms``: the time given includes the first increment and a press adds the
    next. With an increment both times freeze when one is used up; without, the other one goes on.

    ``lever`` is the wing whose time runs or would run.
    """

    def __init__(self, line: "Line", base_ms: int, increment_ms: int = 0) -> None:
        self.line = line
        self.increment_ms = increment_ms
        self.left_ms = [0, base_ms + increment_ms, base_ms + increment_ms]
        self.flags = [False, False, False]
        self.lever = LEFT
        self.running = 0
        self._now_ms = line.hal.now_ms()
        self._told_ms = self._now_ms
        line.clock = self

    def press(self, wing: int) -> None:
        """The button at ``wing``. The one that lies down already does nothing."""
        self._pass()
        if self.lever != wing:
            return
        self.lever = 3 - wing
        if self.running:
            if self.running == wing and not self.flags[wing]:
                self.left_ms[wing] += self.increment_ms
            self.running = self.lever
        self.line.event(LEVER, wing)
        self.tell()

    def run_or_stop(self) -> None:
        """The third button. A clock that is frozen by its flag stays so."""
        self._pass()
        frozen = self.increment_ms and (self.flags[LEFT] or self.flags[RIGHT])
        self.running = 0 if self.running or frozen else self.lever
        self.line.event(BUTTON, RUN_KEY, 0)
        self.tell()

    def set(self, left_ms: int, right_ms: int, running: int) -> bool:
        """As the host wishes. The lever stays as it is, so another wing than its own cannot run."""
        self._pass()
        if running not in (0, self.lever):
            return False
        self.left_ms = [0, left_ms, right_ms]
        self.flags = [False, False, False]
        self.running = running
        return True

    def tick(self) -> None:
        """Time passes; a flag falls; the times are told twice a second."""
        before = self.flags[LEFT] or self.flags[RIGHT]
        self._pass()
        fell = (self.flags[LEFT] or self.flags[RIGHT]) != before
        if fell or self._now_ms - self._told_ms >= TELL_MS:
            self.tell()

    def tell(self) -> None:
        self._told_ms = self._now_ms
        state = self.running | self.flags[LEFT] << 2 | self.flags[RIGHT] << 3 | self.lever << 4
        self.line.say(CLOCK, struct.pack(">IIB", self.left_ms[LEFT], self.left_ms[RIGHT], state))

    def _pass(self) -> None:
        now_ms = self.line.hal.now_ms()
        passed = now_ms - self._now_ms
        self._now_ms = now_ms
        wing = self.running
        if not wing or self.flags[wing]:
            return
        self.left_ms[wing] = max(0, self.left_ms[wing] - passed)
        if self.left_ms[wing] == 0:
            self.flags[wing] = True
            if self.increment_ms:
                self.running = 0
