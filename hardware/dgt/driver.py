"""The session of a DGT board: which bytes to send, and what the bytes that come mean. No line, no clock, no thread.

One thing is asked at a time, because the board keeps ten bytes of input, and only one command in bus mode, which is how
it wakes up.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import msgspec

from board.events import BoardDumped, SquareChanged
from hardware.dgt import frames
from hardware.dgt.clock_reader import ClockReader
from hardware.dgt.codec import Codec
from hardware.dgt.commands import (
    Ask,
    ClockBeep,
    ClockEndText,
    ClockSegments,
    ClockText,
    ClockVersion,
    Command,
    SetAndRun,
    encode,
)
from hardware.dgt.frames import ClockAck, Message
from hardware.dgt.squares import (
    CHESS_CODES,
    DRAUGHTS_CODES,
    OLD_DRAUGHTS_CODES,
    Grid,
    Lie,
    dark_field,
    square,
    start_fields,
    start_lie,
)
from hardware.events import ClockButton, ClockSet, DeviceEvent, DeviceFault, DeviceInfo, FaultKind, Output
from hardware.wing import Wing
from rules.side import Side

CLOCK_ANSWER_MS = 2_000
GARBAGE_REPORT_MS = 10_000
BUTTONS = {0x31: "back", 0x32: "plus", 0x33: "run", 0x34: "minus", 0x35: "ok"}


class DgtSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How one DGT board stands at its table.

    ``turned`` and ``old_codes`` of ``None`` are read from the start position once it is seen; until then the board is
    taken to lie as numbered and to speak the codes of today. ``nice``: the clock speaks only when it changes.
    """

    grid: Grid = Grid.DRAUGHTS_8
    white_clock: Wing = Wing.LEFT
    turned: bool | None = None
    old_codes: bool | None = None
    nice: bool = True
    poll_ms: int = 5_000
    silent_ms: int = 8_000


@dataclass
class _Step:
    """One question to the board, and how its answer is known. Without ``answers`` it only waits."""

    command: Command
    timeout_ms: int
    answers: Callable[[Message], bool | None] | None = None
    attempts: int = 1
    finished: Callable[[bool, int], None] | None = None


class DgtSession:
    """See `hardware.events.Session`. Square names and piece letters are those of the grid that is played on."""

    def __init__(self, settings: DgtSettings | None = None) -> None:
        self.settings = settings = settings or DgtSettings()
        self._codec = Codec()
        self._clock = ClockReader(settings.white_clock)
        self._info = DeviceInfo(t_ms=0, kind="dgt", turned=bool(settings.turned))
        old = bool(settings.old_codes)
        codes = CHESS_CODES if settings.grid is Grid.CHESS else OLD_DRAUGHTS_CODES if old else DRAUGHTS_CODES
        self._lie = Lie(bool(settings.turned), codes)
        self._fields: list[int] | None = None
        self._fresh = True
        self._steps: deque[_Step] = deque()
        self._asked: _Step | None = None
        self._deadline_ms = 0
        self._heard_ms = self._poll_ms = 0
        self._silent = False
        self._garbage_ms: int | None = None
        self._strange: set[tuple[str, int]] = set()
        self._send = bytearray()
        self._events: list[DeviceEvent] = []

    # -- the door ------------------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> Output:
        """The line is open: wake the board up and ask it everything.

        After a gap the board is compared with what was known, and a lever found on the other side is a press.
        """
        self._codec = Codec()
        self._heard_ms, self._silent = now_ms, False
        self._begin(now_ms)
        return self._out()

    def assume_start(self) -> None:
        """Take the board to show the start position until a dump says otherwise: for bytes that were stored."""
        self._fields, self._fresh = start_fields(self.settings.grid, self._lie), False

    def receive(self, data: bytes, now_ms: int) -> Output:
        """Bytes have come in."""
        if data:
            self._heard_ms = now_ms
            if self._silent:
                self._silent = False
                self._begin(now_ms)
        before = self._codec.discarded
        for message in self._codec.feed(data):
            self._take(message, now_ms)
        if self._codec.discarded > before:
            self._garbage(self._codec.discarded - before, now_ms)
        self._advance(now_ms)
        return self._out()

    def tick(self, now_ms: int) -> Output:
        """Time has passed: repeat what was not answered, ask for a dump when it is due, report silence."""
        if self._asked is not None and now_ms >= self._deadline_ms:
            step = self._asked
            step.attempts -= 1
            if step.answers is not None and step.attempts > 0:
                self._transmit(step, now_ms)
            else:
                self._finish(step.answers is None, now_ms)
        if not self._asked and not self._steps and now_ms >= self._poll_ms:
            self._ask_state(now_ms)
        if not self._silent and now_ms - self._heard_ms >= self.settings.silent_ms:
            self._silent = True
            text = f"the board has said nothing for {(now_ms - self._heard_ms) // 1000} s: check its cable and power"
            self._events.append(DeviceFault(t_ms=now_ms, kind="silent", text=text))
        self._advance(now_ms)
        return self._out()

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        """Set both times and say who runs; `ClockSet` tells the outcome, at most four seconds after its turn.

        The clock obeys only in its computer mode (23 on the XL). Repeated once after two seconds without an answer.
        Raises `DeviceError` for a time over 9:59:59.
        """
        white_left = self.settings.white_clock is Wing.LEFT
        runs = None if running is None else self._wing(running)
        command = SetAndRun(
            left_ms=white_ms if white_left else black_ms,
            right_ms=black_ms if white_left else white_ms,
            left_runs=runs is Wing.LEFT,
            right_runs=runs is Wing.RIGHT,
            pause=runs is None,
            toggle=True,
        )
        encode(command)
        if not self._clock.linked:
            self._events.append(ClockSet(t_ms=now_ms, ok=False, reason="no clock is connected to the board"))
            return self._out()
        self._steps.append(self._clock_step(command, 0x0A, self._clock_was_set))
        self._advance(now_ms)
        return self._out()

    def show(self, text: str | None, now_ms: int, *, beep: bool = False) -> Output:
        """Show ``text`` on the clock (8 characters; 6 on the older clock), or the times again for ``None``."""
        if text is None:
            self._steps.append(self._clock_step(ClockEndText(), 0x03))
        elif self._info.clock_version.startswith("1."):
            self._steps.append(self._clock_step(ClockSegments(text, beep), 0x01))
        else:
            self._steps.append(self._clock_step(ClockText(text, int(beep)), 0x0C))
        self._advance(now_ms)
        return self._out()

    def beep(self, ms: int, now_ms: int) -> Output:
        """Let the clock beep for about ``ms``."""
        self._steps.append(self._clock_step(ClockBeep(max(1, ms // 64)), 0x0B))
        self._advance(now_ms)
        return self._out()

    # -- asking --------------------------------------------------------------------------------------------------

    def _begin(self, now_ms: int) -> None:
        for step in (self._asked, *self._steps):
            if step is not None and step.finished is not None:
                step.finished(False, now_ms)
        self._steps.clear()
        self._asked = None
        self._fresh = True
        self._steps.extend(
            (
                _Step(Ask.RESET, 100),
                _Step(Ask.VERSION, 500, _is(frames.Version)),
                _Step(Ask.SERIAL, 500, _is(frames.SerialNumber)),
                _Step(Ask.LONG_SERIAL, 500, _is(frames.LongSerialNumber)),
            )
        )
        self._ask_state(now_ms)
        self._advance(now_ms)

    def _ask_state(self, now_ms: int) -> None:
        """The whole board, then the clock: a press found on the way must come after the squares of its move."""
        self._poll_ms = now_ms + (1_000 if self._fresh else self.settings.poll_ms)
        if any(step.command is Ask.BOARD for step in self._steps):
            return
        self._steps.append(_Step(Ask.BOARD, 1_000, _is(frames.BoardDump), attempts=2))
        if self._fresh:
            self._steps.append(_Step(Ask.UPDATE_NICE if self.settings.nice else Ask.UPDATE, 20))
        self._steps.append(_Step(Ask.CLOCK, 1_500, _is(frames.BwTime)))

    def _advance(self, now_ms: int) -> None:
        if self._asked is None and self._steps:
            self._transmit(self._steps.popleft(), now_ms)

    def _transmit(self, step: _Step, now_ms: int) -> None:
        self._asked, self._deadline_ms = step, now_ms + step.timeout_ms
        self._send += encode(step.command)
        if not isinstance(step.command, Ask):
            self._clock.commanded(now_ms)

    def _finish(self, ok: bool, now_ms: int) -> None:
        step, self._asked = self._asked, None
        if step is not None and step.finished is not None:
            step.finished(ok, now_ms)

    def _clock_step(self, command: Command, code: int, finished: Callable[[bool, int], None] | None = None) -> _Step:
        return _Step(command, CLOCK_ANSWER_MS, partial(_acknowledges, code), attempts=2, finished=finished)

    def _clock_was_set(self, ok: bool, now_ms: int) -> None:
        reason = (
            "" if ok else "the clock did not obey: set it to the mode for a computer (23 on the DGT XL) and try again"
        )
        self._events.append(ClockSet(t_ms=now_ms, ok=ok, reason=reason))

    def _wing(self, side: Side) -> Wing:
        white = self.settings.white_clock
        return white if side is Side.WHITE else white.other

    # -- understanding -------------------------------------------------------------------------------------------

    def _take(self, message: Message, now_ms: int) -> None:
        match message:
            case frames.BoardDump(pieces):
                self._dumped(list(pieces), now_ms)
            case frames.Dump50(dark=True, pieces=pieces) if self.settings.grid is Grid.DRAUGHTS_10:
                fields = [0] * 100
                for number, piece in enumerate(pieces):
                    fields[dark_field(number)] = piece
                self._dumped(fields, now_ms)
            case frames.FieldUpdate(field, piece):
                self._changed(field, piece, now_ms)
            case frames.BwTime():
                self._timed(message, now_ms)
            case frames.ClockAck():
                self._acknowledged(message, now_ms)
            case frames.Version(major, minor):
                self._learn(now_ms, version=f"{major}.{minor}")
            case frames.SerialNumber(text) if not self._info.serial:
                self._learn(now_ms, serial=text)
            case frames.LongSerialNumber(text):
                self._learn(now_ms, serial=text)
            case frames.Battery(percent=percent, discharging=True) if percent < 10:
                text = f"the board's battery is at {percent} %: charge it"
                self._events.append(DeviceFault(t_ms=now_ms, kind="battery-low", text=text))
            case _:
                pass
        if self._asked is not None and self._asked.answers is not None:
            answer = self._asked.answers(message)
            if answer is not None:
                self._finish(answer, now_ms)
                self._advance(now_ms)

    def _learn(self, now_ms: int, **known: str | bool) -> None:
        info = msgspec.structs.replace(self._info, **known)
        if info != self._info:
            self._info = msgspec.structs.replace(info, t_ms=now_ms)
            self._events.append(self._info)

    def _dumped(self, fields: list[int], now_ms: int) -> None:
        grid = self.settings.grid
        if len(fields) != grid.fields:
            text = f"the board has {len(fields)} fields, the game needs {grid.fields}: another board is connected"
            self._complain("wrong-board", len(fields), text, now_ms)
            return
        turned = self._relie(fields, now_ms)
        news = self._fresh or turned or fields != self._fields
        missed = not self._fresh and fields != self._fields
        self._fields, self._fresh = fields, False
        self._poll_ms = now_ms + self.settings.poll_ms
        if news:
            named = ((square(field, grid, self._lie.turned), piece) for field, piece in enumerate(fields))
            letters = {sq: self._letter(piece, sq, now_ms) for sq, piece in named if sq is not None and piece}
            squares = {sq: letter for sq, letter in letters.items() if letter is not None}
            self._events.append(BoardDumped(t_ms=now_ms, squares=squares))
        if missed:
            self._steps.append(_Step(Ask.UPDATE_NICE if self.settings.nice else Ask.UPDATE, 20))

    def _relie(self, fields: list[int], now_ms: int) -> bool:
        """Reads turn and codes off a start position, where the settings leave them open. Whether anything changed."""
        seen = start_lie(fields, self.settings.grid)
        if seen is None:
            return False
        turned = seen.turned if self.settings.turned is None else self.settings.turned
        codes = seen.codes if self.settings.old_codes is None else self._lie.codes
        changed = Lie(turned, codes) != self._lie
        self._lie = Lie(turned, codes)
        self._learn(now_ms, turned=turned)
        return changed

    def _changed(self, field: int, piece: int, now_ms: int) -> None:
        """One field. Before the first dump it tells nothing; what it repeats is no event."""
        if self._fields is None or field >= len(self._fields) or self._fields[field] == piece:
            return
        sq = square(field, self.settings.grid, self._lie.turned)
        if sq is None:
            self._complain("off-board", field, "a piece stands on a light square, where no game is played", now_ms)
            self._fields[field] = piece
            return
        letter = self._letter(piece, sq, now_ms)
        if letter is not None:
            self._events.append(SquareChanged(t_ms=now_ms, sq=sq, p=letter))
        elif self._lie.codes.get(self._fields[field], ".") != ".":
            self._events.append(SquareChanged(t_ms=now_ms, sq=sq, p="."))
        self._fields[field] = piece

    def _letter(self, piece: int, sq: str, now_ms: int) -> str | None:
        letter = self._lie.codes.get(piece)
        if letter is None:
            text = f"the board sees a piece of an unknown kind (code {piece:#04x}) on {sq}: use this game's own pieces"
            self._complain("unknown-piece", piece, text, now_ms)
        return letter

    def _timed(self, frame: frames.BwTime, now_ms: int) -> None:
        """The clock, but never before the squares: until the first dump after a start it is asked again."""
        if self._fresh:
            return
        was = self._clock.linked
        events = self._clock.read(frame, now_ms)
        if events is None:
            if not any(step.command is Ask.CLOCK for step in self._steps):
                self._steps.append(_Step(Ask.CLOCK, 1_500, _is(frames.BwTime)))
            return
        self._events.extend(events)
        if self._clock.linked and not was and not self._info.clock_version:
            self._steps.append(self._clock_step(ClockVersion(), 0x09))

    def _acknowledged(self, ack: ClockAck, now_ms: int) -> None:
        if ack.auto and ack.command == 0x08 and ack.data[1] in BUTTONS:
            self._events.append(ClockButton(t_ms=now_ms, button=BUTTONS[ack.data[1]]))
        elif ack.ok and not ack.auto and ack.command == 0x09:
            self._learn(now_ms, clock_version=f"{ack.data[0] >> 4}.{ack.data[0] & 0x0F}")

    def _garbage(self, count: int, now_ms: int) -> None:
        """Bytes that belong to no message: one may have been a move, so the whole board is asked for."""
        if self._fields is None:
            return
        self._ask_state(now_ms)
        if self._garbage_ms is None or now_ms - self._garbage_ms >= GARBAGE_REPORT_MS:
            self._garbage_ms = now_ms
            text = f"{count} bytes from the board made no sense: check its cable; the board is read again"
            self._events.append(DeviceFault(t_ms=now_ms, kind="garbage", text=text))

    def _complain(self, kind: FaultKind, what: int, text: str, now_ms: int) -> None:
        """A fault that lasts is told once."""
        if (kind, what) not in self._strange:
            self._strange.add((kind, what))
            self._events.append(DeviceFault(t_ms=now_ms, kind=kind, text=text))

    def _out(self) -> Output:
        output = Output(send=bytes(self._send), events=tuple(self._events))
        self._send.clear()
        self._events.clear()
        return output


def _is(kind: type[Message]) -> Callable[[Message], bool | None]:
    return lambda message: True if isinstance(message, kind) else None


def _acknowledges(code: int, message: Message) -> bool | None:
    """Whether ``message`` answers the clock command ``code``: obeyed, refused, or (``None``) something else."""
    if not isinstance(message, ClockAck):
        return None
    if message.auto:
        return False if message.command == frames.NOT_IN_MODE else None
    return message.ok if message.command == code else None
