"""The board and the clock on a screen: what stands where, and Flagfall's own clock (`clock.software`)."""

from collections.abc import Mapping

import msgspec

from board.events import EMPTY
from clock import software
from clock.software import ClockState
from hardware.touch.wire import Asked, Lines, Told, asked, line
from rules.side import Side

BEAT_MS = 500
"""So often, in wall time, a screen lets itself be heard."""


class TouchDevice:
    """A `hardware.virtual.device.VirtualDevice`. ``pieces`` stand on the board, ``None`` where the screen is a clock
    only; ``clock`` is wound, ``None`` where the control is not played by Flagfall's own clock. ``first`` is the side
    whose time runs when a clock that never ran is started. ``speed`` game milliseconds pass in a real one.

    The board takes whatever the hands do; what it means is recognised as on any board.
    """

    def __init__(
        self,
        pieces: Mapping[str, str] | None,
        clock: ClockState | None,
        *,
        first: Side = Side.WHITE,
        speed: float = 1.0,
    ) -> None:
        self.clock, self.first = clock, first
        self._pieces = None if pieces is None else dict(pieces)
        self._beat_ms = int(BEAT_MS * speed)
        self._told_ms = 0
        self._lines = Lines()

    @property
    def squares(self) -> dict[str, str]:
        return dict(self._pieces or {})

    @property
    def runs(self) -> Side | None:
        """The side whose time falls now."""
        return None if self.clock is None else self.clock.running

    @property
    def high(self) -> Side:
        """Whose time runs, or would run."""
        return self.first if self.clock is None else self.clock.running or self.clock.lever or self.first

    @property
    def fallen(self) -> set[Side]:
        """Whose time is up."""
        return set() if self.clock is None else set(self.clock.flags)

    # -- the line ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> bytes:
        out = b""
        for each in self._lines.feed(data):
            try:
                message = asked(each)
            except msgspec.DecodeError:
                continue
            out += self._answer(message, now_ms)
        return out

    def tick(self, now_ms: int) -> bytes:
        """A reading twice a second and whenever a time is used up; without a clock, a sign of life as often."""
        fell = False
        if self.clock is not None:
            before, self.clock = self.clock, software.at(self.clock, now_ms)
            fell = self.clock.flags != before.flags
        if not fell and now_ms - self._told_ms < self._beat_ms:
            return b""
        return self._faces(now_ms)

    def all(self, now_ms: int) -> bytes:
        """Everything there is to tell."""
        out = b"" if self._pieces is None else line(Told(board=dict(self._pieces)))
        return out + line(Told(linked=self.clock is not None)) + self._faces(now_ms)

    def _answer(self, message: Asked, now_ms: int) -> bytes:
        if message.to is None:
            return self.all(now_ms) if message.ask else b""
        if self.clock is None:
            return line(Told(set=False))
        white_ms, black_ms, running = message.to
        clock = software.adjust(self.clock, white_ms, black_ms, now_ms)
        self.clock = software.stop(clock, now_ms) if running is None else software.start(clock, running, now_ms)
        return line(Told(set=True)) + self._faces(now_ms)

    def _faces(self, now_ms: int) -> bytes:
        self._told_ms = now_ms
        if self.clock is None:
            return line(Told())
        shown = software.reading(self.clock, now_ms)
        return line(Told(clock=(shown.white_ms, shown.black_ms, shown.running, shown.lever, shown.flags)))

    # -- the hands -----------------------------------------------------------------------------------------------

    def lift(self, sq: str, now_ms: int) -> bytes:
        if self._pieces is None or sq not in self._pieces:
            return b""
        del self._pieces[sq]
        return line(Told(sq=sq, p=EMPTY))

    def place(self, sq: str, piece: str, now_ms: int) -> bytes:
        if self._pieces is None:
            return b""
        self._pieces[sq] = piece
        return line(Told(sq=sq, p=piece))

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes:
        if self._pieces is None:
            return b""
        self._pieces = dict(pieces)
        return line(Told(board=dict(pieces)))

    def press(self, side: Side, now_ms: int) -> bytes:
        """``side`` presses: a lever that lies there already does not move. On a clock that stands it moves, and no time
        runs."""
        if self.clock is None or self.high is not side:
            return b""
        if self.clock.running is None:
            self.clock = msgspec.structs.replace(self.clock, lever=side.other)
        else:
            self.clock = software.press(self.clock, side, now_ms)
        return line(Told(press=side)) + self._faces(now_ms)

    def start_clock(self, now_ms: int) -> bytes:
        """The time of the side that the lever stands for runs; at first that of the side that moves first."""
        if self.clock is None or self.clock.running is not None:
            return b""
        self.clock = software.start(self.clock, self.clock.lever or self.first, now_ms)
        return self._faces(now_ms)

    def stop_clock(self, now_ms: int) -> bytes:
        if self.clock is None or self.clock.running is None:
            return b""
        self.clock = software.stop(self.clock, now_ms)
        return self._faces(now_ms)

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes:
        if self.clock is None:
            return b""
        self.clock = software.stop(software.adjust(self.clock, white_ms, black_ms, now_ms), now_ms)
        return self._faces(now_ms)

    def wind(self, clock: ClockState | None, now_ms: int) -> bytes:
        """Another game: its own clock, or none."""
        linked = self.clock is not None
        self.clock = clock
        out = b"" if linked is (clock is not None) else line(Told(linked=clock is not None))
        return out + self._faces(now_ms)
