"""The session of a board or clock on a Flagfall line: no line, no clock, no thread.

Events are taken in the order of their numbers and only then; a number that is missing is asked for again, and when the
device does not have it any more the whole board is. So what was lost on the way is late, and nothing is ever made up.
"""

import msgspec

from board.events import EMPTY, BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from board.sensing import Sensor
from clock.events import ClockLinked, Press, Reading
from hardware.events import ClockButton, ClockSet, DeviceEvent, DeviceFault, DeviceInfo, FaultKind, Output
from hardware.flagfall_line import messages, squares
from hardware.flagfall_line.codec import Codec
from hardware.flagfall_line.messages import Ack, Ask, Body, Change, Frame, Hello, Lever, Replay, SetClock, Snapshot
from hardware.flagfall_line.text import encode_line
from hardware.flagfall_line.times import WRAP_MS, DeviceTime
from hardware.flagfall_line.wire import encode
from hardware.wing import Wing
from rules.errors import DeviceError
from rules.side import Side

RETRY_MS = 300
TRIES = 20
"""So often a replay is asked for in vain before the whole board is."""

ACK_MS = 200
ORDER_MS = 700
GARBAGE_REPORT_MS = 10_000
SEQ = 1 << 16
MOST_MS = 100 * 3_600_000
LOW_PERCENT = 10
FORBIDDEN = frozenset(b"\x4e\x51\x53\x54")
"""Bytes that a DGT board on the same line would never forget: the boot loader, the scan modes of its EEPROM."""


class LineSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How a device stands at its table. ``turned`` of ``None`` is read off the start position, where colours show it;
    ``sensor`` of ``None`` is what the device says."""

    discipline: str = "russian"
    white_clock: Wing = Wing.LEFT
    turned: bool | None = None
    sensor: Sensor | None = None
    silent_ms: int = 5_000


class _Wish(msgspec.Struct):
    """What the device is asked for until it comes."""

    body: Body
    due_ms: int
    tries: int = 0


class _Order(msgspec.Struct):
    body: SetClock
    due_ms: int
    tries: int = 0


class FlagfallSession:
    """See `hardware.events.Session`."""

    def __init__(self, settings: LineSettings | None = None) -> None:
        self.settings = settings = settings or LineSettings()
        self._codec, self._time = Codec(), DeviceTime()
        self._info = DeviceInfo(t_ms=0, kind="flagfall", turned=bool(settings.turned), sensor=settings.sensor)
        self._hello: Hello | None = None
        self._epoch: int | None = None
        self._last: int | None = None
        self._pieces: list[str] | None = None
        self._names: tuple[str | None, ...] = ()
        self._turned = bool(settings.turned)
        self._told = self._assumed = self._silent = False
        self._wish: _Wish | None = None
        self._order: _Order | None = None
        self._orders = 0
        self._acked: int | None = None
        self._acked_ms = self._heard_ms = 0
        self._lever: Side | None = None
        self._linked: bool | None = None
        self._garbage_ms: int | None = None
        self._strange: set[tuple[FaultKind, object]] = set()
        self._out = Collected()

    # -- the door ------------------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> Output:
        """The line is open: ask who is there. What was known is kept, and what was missed is asked for."""
        dialect, self._codec = self._codec.dialect, Codec()
        self._codec.dialect = dialect
        self._heard_ms, self._silent, self._told, self._assumed = now_ms, False, False, False
        frame = self._frame(Ask(), now_ms)
        # A device that prints does not read frames, and the other way round; the ends keep them apart.
        self._out.send += b"\0" + encode(frame) + b"\n" + encode_line(frame)  # no capital letters in it
        self._wish = _Wish(Ask(), now_ms + RETRY_MS)
        return self._out.taken()

    def assume_start(self) -> None:
        """Stored bytes: until the device says something else, the board shows the start position, and the times are the
        device's own."""
        self._assumed = True
        self._time.stored = True

    def receive(self, data: bytes, now_ms: int) -> Output:
        before = self._codec.discarded
        for frame in self._codec.feed(data):
            self._heard_ms, self._silent = now_ms, False
            self._take(frame, now_ms)
        if (lost := self._codec.discarded - before) and self._told:
            self._garbage(lost, now_ms)
        return self._out.taken()

    def tick(self, now_ms: int) -> Output:
        if self._wish is not None and now_ms >= self._wish.due_ms:
            self._ask_again(self._wish, now_ms)
        if self._order is not None and now_ms >= self._order.due_ms:
            self._send_order(self._order, now_ms)
        if self._last is not None and self._last != self._acked and now_ms - self._acked_ms >= ACK_MS:
            self._acked, self._acked_ms = self._last, now_ms
            self._send(Ack(), now_ms)
        if not self._silent and now_ms - self._heard_ms >= self.settings.silent_ms:
            self._silent = True
            text = f"the device has said nothing for {(now_ms - self._heard_ms) // 1000} s: check its cable and power"
            self._out.events.append(DeviceFault(t_ms=now_ms, kind="silent", text=text))
        return self._out.taken()

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        """Set both times and say who runs; `ClockSet` tells the outcome, at most three seconds later.

        Raises `DeviceError` for a time over a hundred hours."""
        for ms in (white_ms, black_ms):
            if not 0 <= ms <= MOST_MS:
                raise DeviceError(f"the clock shows 0 to {MOST_MS} ms, {ms} ms does not fit", transient=False)
        if self._hello is None or not self._hello.settable:
            reason = "the clock cannot be set over its line" if self._linked else "no clock is connected"
            self._out.events.append(ClockSet(t_ms=now_ms, ok=False, reason=reason))
            return self._out.taken()
        if self._order is not None:
            self._out.events.append(ClockSet(t_ms=now_ms, ok=False, reason="another setting came before it was done"))
        self._orders = self._orders % 255 + 1
        left, right = (white_ms, black_ms) if self.settings.white_clock is Wing.LEFT else (black_ms, white_ms)
        wing = None if running is None else self._wing(running)
        self._order = _Order(SetClock(order=self._orders, left_ms=left, right_ms=right, running=wing), now_ms)
        self._send_order(self._order, now_ms)
        return self._out.taken()

    # -- asking --------------------------------------------------------------------------------------------------

    def _frame(self, body: Body, now_ms: int) -> Frame:
        """A frame of ours. To a device that has not said who it is nothing is sent that could do it harm: the times of
        ours mean nothing to anyone, so another one will do as well."""
        if self._hello is not None:
            return Frame(self._epoch or 0, self._last or 0, now_ms % WRAP_MS, body)
        frame = Frame(0, 0, 0, body)
        while FORBIDDEN & {*encode(frame)}:
            frame = msgspec.structs.replace(frame, ms=frame.ms + 1)
        return frame

    def _send(self, body: Body, now_ms: int) -> None:
        self._out.send += self._codec.encode(self._frame(body, now_ms))

    def _want(self, body: Body, now_ms: int) -> None:
        """Ask for this now, unless it is asked for already."""
        if self._wish is None or self._wish.body != body:
            self._wish = _Wish(body, now_ms + RETRY_MS)
            self._send(body, now_ms)

    def _ask_again(self, wish: _Wish, now_ms: int) -> None:
        wish.tries += 1
        if isinstance(wish.body, Replay) and wish.tries >= TRIES:
            wish.body, wish.tries = Ask(snapshot=True), 0
        wish.due_ms = now_ms + RETRY_MS
        self._send(wish.body, now_ms)

    def _send_order(self, order: _Order, now_ms: int) -> None:
        if order.tries == 3:
            self._order = None
            text = "the clock did not answer: check its cable"
            self._out.events.append(ClockSet(t_ms=now_ms, ok=False, reason=text))
            return
        order.tries += 1
        order.due_ms = now_ms + ORDER_MS
        self._send(order.body, now_ms)

    # -- hearing -------------------------------------------------------------------------------------------------

    def _take(self, frame: Frame, now_ms: int) -> None:
        body = frame.body
        if isinstance(body, Ask | Ack | Replay | SetClock):
            return  # our own words, from a line that echoes
        if isinstance(body, Hello):
            self._greeted(frame, body, now_ms)
            return
        if self._assumed and self._epoch is None:
            self._assume(frame)
        if frame.epoch != self._epoch:
            self._want(Ask(), now_ms)
            return
        if self._hello is not None and self._hello.points and not self._names:
            return  # a board of another game is left alone
        if not isinstance(body, messages.EVENTS):
            self._time.heard(frame.ms, now_ms)
        if isinstance(body, Snapshot):
            self._shown(frame, body, now_ms)
        elif self._last is None:
            self._want(Ask(snapshot=True), now_ms)
        elif isinstance(body, messages.EVENTS):
            self._event(frame, now_ms)
        elif self._ahead(frame.seq):
            self._want(Replay(begin=(self._last + 1) % SEQ), now_ms)
        elif frame.seq == self._last:
            if self._wish is not None and isinstance(self._wish.body, Replay):
                self._wish = None
            self._state(frame, now_ms)

    def _ahead(self, seq: int) -> int:
        """How many events the device is ahead of what was heard; 0 for what is known already."""
        step = 0 if self._last is None else (seq - self._last) % SEQ
        return step if step < SEQ // 2 else 0

    def _greeted(self, frame: Frame, hello: Hello, now_ms: int) -> None:
        if frame.epoch != self._epoch:
            self._time.reset()
            self._epoch, self._last, self._lever = frame.epoch, None, None
        self._time.heard(frame.ms, now_ms)
        self._hello = hello
        names = squares.names(self.settings.discipline, hello.points)
        sensor = self.settings.sensor or (_sensor(hello) if hello.points else None)
        self._learn(now_ms, serial=hello.serial, version=hello.firmware, sensor=sensor)
        if hello.points and names is None:
            need = " or ".join(str(points) for points in squares.expected_points(self.settings.discipline))
            text = f"the board has {hello.points} squares, the game needs {need}: another board is connected"
            self._complain("wrong-board", hello.points, text, now_ms)
            self._names, self._pieces, self._last, self._wish = (), None, None, None
            return
        self._names = names or ()
        if not hello.clock and self._linked:
            self._linked = False
            self._out.events.append(ClockLinked(t_ms=self._time.of(frame.ms, now_ms), linked=False))
        if not hello.points and self._last is None:
            self._last = frame.seq
        if self._last is None:
            self._want(Ask(snapshot=True), now_ms)
        elif self._ahead(frame.seq):
            self._tell_known(frame.ms, now_ms)
            self._want(Replay(begin=(self._last + 1) % SEQ), now_ms)
        else:
            self._tell_known(frame.ms, now_ms)
            self._wish = None

    def _assume(self, frame: Frame) -> None:
        """The first frame of stored bytes that do not begin with a device's own words."""
        discipline, sensor = self.settings.discipline, self.settings.sensor or "piece"
        points = squares.expected_points(discipline)[0]
        self._epoch = frame.epoch
        self._last = (frame.seq - isinstance(frame.body, messages.EVENTS)) % SEQ
        self._names = squares.names(discipline, points) or ()
        self._pieces = [*squares.start(discipline, points, sensor)]
        self._told = True

    def _shown(self, frame: Frame, shot: Snapshot, now_ms: int) -> None:
        if len(shot.pieces) != len(self._names):
            if self._names:
                self._want(Ask(), now_ms)
            return
        if self._last is not None and frame.seq != self._last and not self._ahead(frame.seq):
            return
        turned = self._relie(shot.pieces, now_ms)
        pieces = [*shot.pieces]
        news = turned or not self._told or pieces != self._pieces
        self._pieces, self._last, self._wish = pieces, frame.seq, None
        if news:
            self._dump(frame.ms, now_ms)

    def _relie(self, pieces: str, now_ms: int) -> bool:
        """Reads off a start position which way the board lies, where nobody has said it and it can be seen."""
        sensor = self._info.sensor
        if self.settings.turned is not None or sensor in (None, "occupancy") or self.settings.discipline == "renju":
            return False
        start = squares.start(self.settings.discipline, len(pieces), sensor)
        if pieces not in (start, start[::-1]):
            return False
        was, self._turned = self._turned, pieces != start
        self._learn(now_ms, turned=self._turned)
        return was is not self._turned

    def _tell_known(self, ms: int, now_ms: int) -> None:
        """After a gap: the board as it was known, before what was missed is told."""
        if not self._told:
            self._told = True
            if self._pieces is not None:
                self._dump(ms, now_ms)

    def _dump(self, ms: int, now_ms: int) -> None:
        self._told = True
        shown = {}
        for number, piece in enumerate(self._pieces or ()):
            square = self._named(number, piece, now_ms)
            if square is not None and piece != EMPTY:
                shown[square] = piece
        self._out.events.append(BoardDumped(t_ms=self._time.of(ms, now_ms), squares=shown))

    def _event(self, frame: Frame, now_ms: int) -> None:
        step = self._ahead(frame.seq)
        if step > 1:
            self._want(Replay(begin=((self._last or 0) + 1) % SEQ), now_ms)
        if step != 1:
            return
        self._tell_known(frame.ms, now_ms)
        self._last = frame.seq
        if self._wish is not None:
            self._wish.due_ms, self._wish.tries = now_ms + RETRY_MS, 0
            if isinstance(self._wish.body, Replay):
                self._wish.body = Replay(begin=(frame.seq + 1) % SEQ)
        t_ms = self._time.of(frame.ms, now_ms)
        match frame.body:
            case Change(square=number, piece=piece):
                self._changed(number, piece, t_ms, now_ms)
            case Lever(by=wing):
                self._pressed(self._side(wing), t_ms)
            case messages.Button(code=code, by=wing):
                self._button(code, wing, t_ms)
            case _:
                pass

    def _changed(self, number: int, piece: str, t_ms: int, now_ms: int) -> None:
        if self._pieces is None or number >= len(self._pieces) or self._pieces[number] == piece:
            return
        square = self._named(number, piece, now_ms)
        self._pieces[number] = piece
        if square is not None:
            self._out.events.append(SquareChanged(t_ms=t_ms, sq=square, p=piece))

    def _named(self, number: int, piece: str, now_ms: int) -> str | None:
        """The square's name, if what is said of it can be."""
        square = self._names[len(self._names) - 1 - number if self._turned else number]
        if square is None:
            if piece != EMPTY:
                text = "something stands on a light square, where no game is played"
                self._complain("off-board", number, text, now_ms)
            return None
        if self._info.sensor is not None and piece not in squares.letters(self.settings.discipline, self._info.sensor):
            text = f"the board says {piece!r} of {square}, which a {self._info.sensor} sensor cannot see here"
            self._complain("unknown-piece", piece, text, now_ms)
            return None
        return square

    def _pressed(self, by: Side, t_ms: int) -> None:
        """A lever that lies down already cannot be pressed."""
        if self._lever is not by.other:
            self._lever = by.other
            self._out.events.append(Press(t_ms=t_ms, by=by))

    def _button(self, code: int, wing: Wing | None, t_ms: int) -> None:
        if code in messages.KEYS:
            self._out.events.append(ClockButton(t_ms=t_ms, button=messages.KEYS[code]))
        elif code in messages.PLAYERS_BUTTONS and wing is not None:
            button = messages.PLAYERS_BUTTONS[code]
            self._out.events.append(ButtonPressed(t_ms=t_ms, button=button, by=self._side(wing)))

    def _state(self, frame: Frame, now_ms: int) -> None:
        match frame.body:
            case messages.Clock() as clock:
                self._read(clock, self._time.of(frame.ms, now_ms))
            case messages.Heartbeat(battery=int(percent)) if percent < LOW_PERCENT:
                text = f"the device's battery is at {percent} %: charge it"
                self._complain("battery-low", True, text, now_ms)
            case messages.Heartbeat():
                self._strange.discard(("battery-low", True))
            case messages.ClockDone(order=order, ok=ok) if self._order is not None and order == self._order.body.order:
                self._order = None
                reason = "" if ok else "the clock refused the setting"
                self._out.events.append(ClockSet(t_ms=now_ms, ok=ok, reason=reason))
            case _:
                pass

    def _read(self, clock: messages.Clock, t_ms: int) -> None:
        """The times. A lever found on the other side was pressed while nothing was heard of it."""
        if not self._told and self._names:
            return
        if not self._linked:
            self._linked = True
            self._out.events.append(ClockLinked(t_ms=t_ms, linked=True))
        lever = None if clock.lever is None else self._side(clock.lever)
        if lever is not None and self._lever is None:
            self._lever = lever
        elif lever is not None and lever is not self._lever:
            self._pressed(lever.other, t_ms)
        white_left = self.settings.white_clock is Wing.LEFT
        flags = {self._side(Wing.LEFT): clock.left_flag, self._side(Wing.RIGHT): clock.right_flag}
        reading = Reading(
            t_ms=t_ms,
            white_ms=clock.left_ms if white_left else clock.right_ms,
            black_ms=clock.right_ms if white_left else clock.left_ms,
            running=None if clock.running is None else self._side(clock.running),
            flags=tuple(side for side in Side if flags[side]),
            lever=lever,
        )
        self._out.events.append(reading)

    def _side(self, wing: Wing) -> Side:
        return Side.WHITE if wing is self.settings.white_clock else Side.BLACK

    def _wing(self, side: Side) -> Wing:
        return self.settings.white_clock if side is Side.WHITE else self.settings.white_clock.other

    # -- telling -------------------------------------------------------------------------------------------------

    def _learn(self, now_ms: int, **known: object) -> None:
        info = msgspec.structs.replace(self._info, **known)
        if info != self._info:
            self._info = msgspec.structs.replace(info, t_ms=now_ms)
            self._out.events.append(self._info)

    def _garbage(self, count: int, now_ms: int) -> None:
        if self._garbage_ms is None or now_ms - self._garbage_ms >= GARBAGE_REPORT_MS:
            self._garbage_ms = now_ms
            text = f"{count} bytes from the device made no sense: check its cable; what was lost is asked for again"
            self._out.events.append(DeviceFault(t_ms=now_ms, kind="garbage", text=text))

    def _complain(self, kind: FaultKind, what: object, text: str, now_ms: int) -> None:
        """A fault that lasts is told once."""
        if (kind, what) not in self._strange:
            self._strange.add((kind, what))
            self._out.events.append(DeviceFault(t_ms=now_ms, kind=kind, text=text))


class Collected:
    """What one call of a session has gathered for its `Output`."""

    def __init__(self) -> None:
        self.send = bytearray()
        self.events: list[DeviceEvent] = []

    def taken(self) -> Output:
        output = Output(send=bytes(self.send), events=tuple(self.events))
        self.send.clear()
        self.events.clear()
        return output


def _sensor(hello: Hello) -> Sensor:
    named: dict[str, Sensor] = {"o": "occupancy", "c": "colour", "p": "piece"}
    return named[hello.sensor]
