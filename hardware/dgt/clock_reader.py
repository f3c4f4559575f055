"""What the clock shows, as readings, presses and faults. Colours enter here: left and right become White and Black."""

import msgspec

from clock.events import ClockLinked, Press, Reading
from hardware.dgt.codec import undoubled
from hardware.dgt.frames import BwTime, Face
from hardware.events import DeviceEvent, DeviceFault
from hardware.wing import Wing
from rules.side import Side

COMMAND_NOISE_MS = 2_000
"""For so long after a command to the clock a reading of nothing but zeros is noise."""

AGREE_MS = 5_000
"""So far apart may the faces of two messages be, of which the second was asked for because of the first."""

FAR_MS = 120_000
"""A first message, heard once only, from which the next is so far away has told nothing of the lever."""


class ClockReader:
    """Folds the clock's messages. ``white`` is the side of the clock on which White sits."""

    def __init__(self, white: Wing = Wing.LEFT) -> None:
        self.white = white
        self.linked: bool | None = None
        self._last: BwTime | None = None
        self._zeros = 0
        self._quiet_until_ms = 0
        self._falling: Wing | None = None
        self._battery_low = False
        self._sure = False
        self._doubted: BwTime | None = None

    @property
    def high(self) -> Wing | None:
        """The side whose lever is high, as far as the clock has told."""
        return None if self._last is None else self._last.high

    def side(self, wing: Wing) -> Side:
        """Who sits at this side of the clock."""
        return Side.WHITE if wing is self.white else Side.BLACK

    def commanded(self, now_ms: int) -> None:
        """A command has gone to the clock: expect a false reading of zeros."""
        self._quiet_until_ms = now_ms + COMMAND_NOISE_MS

    def read(self, frame: BwTime, now_ms: int, *, whole: bool = False) -> tuple[DeviceEvent, ...] | None:
        """The events of one message; ``None`` when it cannot be believed before the clock is asked again.

        One message carries the increment and the flip of the lever together, so the press comes first. A flip while
        the clock was unplugged is none: another clock may have come back. There is no checksum: what a doubled byte may
        have made is believed when it is known to be ``whole`` (see `ended`), or when the next message says the same.
        """
        if not whole and self._may_be_doubled(frame):
            doubted, self._doubted = self._doubted, frame
            if doubted is None or not _agree(doubted, frame):
                return None
        self._doubted = None
        if not frame.connected:
            was, self.linked, self._last, self._zeros = self.linked, False, None, 0
            return () if was is False else (ClockLinked(t_ms=now_ms, linked=False),)
        if frame.all_zero:
            if now_ms < self._quiet_until_ms:
                return ()
            self._zeros += 1
            if self._zeros == 1:
                return None
        else:
            self._zeros = 0
        return self._believed(frame, now_ms)

    def ended(self, now_ms: int) -> tuple[DeviceEvent, ...] | None:
        """Another message begins, with nothing left over before it: no byte of the last one was doubled, and what was
        not believed of it yet is. The answer is that of `read`."""
        doubted, self._doubted = self._doubted, None
        return () if doubted is None else self.read(doubted, now_ms, whole=True)

    def spoilt(self) -> None:
        """Bytes were lost or left over: what was not believed yet is not."""
        self._doubted = None

    def _may_be_doubled(self, frame: BwTime) -> bool:
        """Whether a byte doubled on the line can have made this message of one that goes on from the last, and it tells
        of a press, a flag or a missing clock. All that follows a doubled byte is moved by one, and the seconds of the
        left side stand for the status."""
        last = self._last
        if last is None or not _tells(last, frame):
            return False
        near = min(FAR_MS, _apart(last, frame.left.ms, frame.right.ms))
        return any(_apart(last, left, right) <= near for left, right in undoubled(frame))

    def halted(self, wing: Wing, now_ms: int) -> tuple[DeviceEvent, ...]:
        """The board's log tells that this side's time was halted. With its lever high it was a press, and the reading
        that shows the lever on the other side is none any more."""
        if self._last is None or self._last.high is not wing:
            return ()
        # Its times are from before the press: they say nothing of who runs after it.
        self._last = msgspec.structs.replace(self._last, high=wing.other, running=False)
        return (Press(t_ms=now_ms, by=self.side(wing)),)

    def _believed(self, frame: BwTime, now_ms: int) -> tuple[DeviceEvent, ...]:
        events: list[DeviceEvent] = []
        if not self.linked:
            self.linked = True
            events.append(ClockLinked(t_ms=now_ms, linked=True))
        flipped = self._last is not None and self._last.high is not frame.high
        far = self._last is not None and _apart(self._last, frame.left.ms, frame.right.ms) > FAR_MS
        if self._last is not None and flipped and (self._sure or not far):
            events.append(Press(t_ms=now_ms, by=self.side(self._last.high)))
        if frame.battery_low and not self._battery_low:
            events.append(DeviceFault(t_ms=now_ms, kind="battery-low", text="the clock's battery is low: replace it"))
        self._battery_low = frame.battery_low
        events.append(self._reading(frame, now_ms))
        self._sure = self._sure or (self._last is not None and not far)
        self._last = frame
        return tuple(events)

    def _reading(self, frame: BwTime, now_ms: int) -> Reading:
        running = self.side(self._runs(frame)) if frame.running else None
        white, black = (frame.left, frame.right) if self.white is Wing.LEFT else (frame.right, frame.left)
        down = {Side.WHITE: _flag(white, frame.running), Side.BLACK: _flag(black, frame.running)}
        return Reading(
            t_ms=now_ms,
            white_ms=white.ms,
            black_ms=black.ms,
            running=running,
            flags=tuple(side for side, fallen in down.items() if fallen),
            lever=self.side(frame.high),
        )

    def _runs(self, frame: BwTime) -> Wing:
        """The side whose time falls: the one with the lever high, unless the faces were seen to say otherwise.

        They do after a correction that started the side whose lever is down.
        """
        last = self._last
        if last is None or last.high is not frame.high or not last.running:
            self._falling = None
        else:
            left, right = last.left.ms - frame.left.ms, last.right.ms - frame.right.ms
            if left > 0 and right == 0:
                self._falling = Wing.LEFT
            elif right > 0 and left == 0:
                self._falling = Wing.RIGHT
        return self._falling or frame.high


def _tells(last: BwTime, frame: BwTime) -> bool:
    """Whether the message has consequences: a press, a flag, a stop, a clock that is not there."""
    if not frame.connected:
        return (frame.left.ms, frame.right.ms) != (0, 0)  # a board without a clock sends noughts
    if last.high is not frame.high or (last.running and not frame.running):
        return True
    return _flags(last) != _flags(frame)


def _flags(frame: BwTime) -> list[tuple[bool, bool, bool]]:
    return [(face.final, face.period, _flag(face, frame.running)) for face in (frame.left, frame.right)]


def _apart(last: BwTime, left_ms: int, right_ms: int) -> int:
    return abs(last.left.ms - left_ms) + abs(last.right.ms - right_ms)


def _agree(one: BwTime, other: BwTime) -> bool:
    """Whether two messages, one after the other, say the same but for the time that has passed."""
    alike = (one.high, one.running, one.connected) == (other.high, other.running, other.connected)
    return alike and _apart(one, other.left.ms, other.right.ms) <= AGREE_MS


def _flag(face: Face, running: bool) -> bool:
    """Used up: blocked at 0, the flag shown, or nothing left on a clock that stands (measured on recordings)."""
    return face.final or face.period or (face.ms == 0 and not running)
