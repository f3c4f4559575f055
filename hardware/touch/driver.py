"""The driver of a screen's board: its lines become events."""

import msgspec

from board.events import BoardDumped, SquareChanged
from clock.events import ClockLinked, Press, Reading
from hardware.events import ClockSet, DeviceEvent, DeviceFault, DeviceInfo, Output
from hardware.touch.wire import Asked, Lines, Told, line, told
from rules.side import Side

KIND = "screen"
SET_TIMEOUT_MS = 2_000


class TouchSession:
    """See `hardware.events.Session`. ``squares`` are the names that the discipline's board has."""

    def __init__(self, squares: frozenset[str]) -> None:
        self._squares = squares
        self._lines = Lines()
        self._set_by_ms: int | None = None

    def start(self, now_ms: int) -> Output:
        self._lines, self._set_by_ms = Lines(), None
        return Output(send=line(Asked(ask=True)), events=(DeviceInfo(t_ms=now_ms, kind=KIND),))

    def receive(self, data: bytes, now_ms: int) -> Output:
        found: list[DeviceEvent] = []
        for each in self._lines.feed(data):
            try:
                found += self._events(told(each), now_ms)
            except msgspec.DecodeError as fault:
                found.append(DeviceFault(t_ms=now_ms, kind="garbage", text=f"a line makes no sense: {fault}"))
        return Output(events=tuple(found))

    def tick(self, now_ms: int) -> Output:
        if self._set_by_ms is None or now_ms < self._set_by_ms:
            return Output()
        self._set_by_ms = None
        return Output(events=(ClockSet(t_ms=now_ms, ok=False, reason="the screen did not answer"),))

    def assume_start(self) -> None:
        """A screen tells everything when it is asked; nothing is to be assumed."""

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        self._set_by_ms = now_ms + SET_TIMEOUT_MS
        return Output(send=line(Asked(to=(white_ms, black_ms, running))))

    def _events(self, said: Told, now_ms: int) -> list[DeviceEvent]:
        if said.sq is not None:
            if said.sq not in self._squares:
                return [_stray(said.sq, now_ms)]
            return [SquareChanged(t_ms=now_ms, sq=said.sq, p=said.p)]
        if said.board is not None:
            strays = sorted(said.board.keys() - self._squares)
            # The board of another game: nothing of it is this one's, and it is told anew to the driver that comes.
            return [_stray(strays[0], now_ms)] if strays else [BoardDumped(t_ms=now_ms, squares=said.board)]
        if said.press is not None:
            return [Press(t_ms=now_ms, by=said.press)]
        if said.clock is not None:
            white_ms, black_ms, running, lever, flags = said.clock
            reading = Reading(
                t_ms=now_ms, white_ms=white_ms, black_ms=black_ms, running=running, lever=lever, flags=flags
            )
            return [reading]
        if said.linked is not None:
            return [ClockLinked(t_ms=now_ms, linked=said.linked)]
        if said.set is not None:
            self._set_by_ms = None
            return [ClockSet(t_ms=now_ms, ok=said.set, reason="" if said.set else "this screen has no clock")]
        return []


def _stray(square: str, now_ms: int) -> DeviceFault:
    return DeviceFault(t_ms=now_ms, kind="garbage", text=f"no square {square!r} on this board")
