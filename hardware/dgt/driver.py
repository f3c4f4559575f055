"""The session of a DGT board: which bytes to send, and what the bytes that come mean. No line, no clock, no thread.

One thing is asked at a time, because the board keeps ten bytes of input, and only one command in bus mode, which is how
it wakes up.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from clock.events import ClockLinked
from hardware.dgt import frames, log
from hardware.dgt.codec import Codec
from hardware.dgt.commands import (
    Ask,
    ClockBeep,
    ClockEndText,
    ClockSegments,
    ClockText,
    ClockVersion,
    Command,
    ScanMode,
    SetAndRun,
    encode,
)
from hardware.dgt.frames import ClockAck, Message
from hardware.dgt.reader import BoardReader, DgtSettings
from hardware.dgt.squares import Grid
from hardware.events import ClockSet, DeviceEvent, DeviceFault, Output
from hardware.wing import Wing
from rules.errors import DeviceError
from rules.side import Side

CLOCK_ANSWER_MS = 2_000
LOG_MS = 10_000
"""The whole log takes eight seconds on the wire."""

FIRST_BATTERY_MS, BATTERY_MS = 15_000, 600_000
"""When a battery is asked for; a board that has none does not answer, and is not asked again."""
GARBAGE_REPORT_MS = 10_000
MANY_FIELDS = 4
"""A dump that differs in more fields from the board that is known is asked for again before it is believed."""

FIRST_OF_A_MESSAGE = 0x80
"""Only the first byte of a message is so high."""


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
        self._board = BoardReader(settings)
        self._held: list[int] | None = None
        self._steps: deque[_Step] = deque()
        self._asked: _Step | None = None
        self._deadline_ms = 0
        self._heard_ms = self._poll_ms = 0
        self._silent = False
        self._garbage_ms: int | None = None
        self._in_doubt = self._stored = False
        self._odd_dump: list[int] | None = None
        self._battery_ms: int | None = None
        self._send = bytearray()

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
        self._board.assume_start()
        self._stored = True

    def receive(self, data: bytes, now_ms: int) -> Output:
        """Bytes have come in."""
        if data:
            self._heard_ms = now_ms
            if self._silent:
                self._silent = False
                self._begin(now_ms)
        pieces = list(_pieces(data))
        strange = sum(self._hear(piece, now_ms, last=piece is pieces[-1]) for piece in pieces)
        if strange:
            self._report_garbage(strange, now_ms)
        self._advance(now_ms)
        return self._out()

    def _hear(self, data: bytes, now_ms: int, *, last: bool) -> int:
        """Bytes that begin with the beginning of a message; how many of them made no sense. There is no checksum: with
        a byte doubled a message ends one too soon, what it says is not what was sent, and a byte is left over before
        the next one begins. Of the ``last`` ones that is not known yet."""
        if data[0] >= FIRST_OF_A_MESSAGE:
            self._told(self._board.clock.ended(now_ms))
        before = self._codec.discarded
        messages = self._codec.feed(data[:1])
        cut_short = self._codec.discarded
        messages += self._codec.feed(data[1:])
        too_many = self._codec.discarded > cut_short
        strange = self._codec.discarded - before
        if strange:
            self._board.clock.spoilt()
            self._doubt(now_ms)
        for message in messages:
            if not too_many or isinstance(message, ClockAck):
                self._take(message, now_ms, whole=not last)
        return strange

    def tick(self, now_ms: int) -> Output:
        """Time has passed: repeat what was not answered, ask for a dump when it is due, report silence."""
        if self._asked is not None and now_ms >= self._deadline_ms:
            step = self._asked
            step.attempts -= 1
            if step.answers is not None and step.attempts > 0:
                self._transmit(step, now_ms)
            else:
                self._finish(step.answers is None, now_ms)
        if self._battery_ms is not None and now_ms >= self._battery_ms and not self._asked and not self._steps:
            self._battery_ms = None
            self._steps.append(_Step(Ask.BATTERY, 500, _is(frames.Battery)))
        if not self._asked and not self._steps and now_ms >= self._poll_ms:
            self._ask_state(now_ms)
        if not self._silent and now_ms - self._heard_ms >= self.settings.silent_ms:
            self._silent = True
            text = f"the board has said nothing for {(now_ms - self._heard_ms) // 1000} s: check its cable and power"
            self._board.events.append(DeviceFault(t_ms=now_ms, kind="silent", text=text))
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
        if not self._board.clock.linked:
            self._board.events.append(ClockSet(t_ms=now_ms, ok=False, reason="no clock is connected to the board"))
            return self._out()
        self._steps.append(self._clock_step(command, 0x0A, self._clock_was_set))
        self._advance(now_ms)
        return self._out()

    def show(self, text: str | None, now_ms: int, *, beep: bool = False) -> Output:
        """Show ``text`` on the clock (8 characters; 6 on the older clock), or the times again for ``None``."""
        if text is None:
            self._steps.append(self._clock_step(ClockEndText(), 0x03))
        elif self._board.info.clock_version.startswith("1."):
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

    def write_scan_mode(self, mode: ScanMode, now_ms: int, *, confirmed: bool = False) -> Output:
        """Which squares a 10x10 board scans. The board keeps this in its memory for every later owner, so a person
        must have ``confirmed`` it: `DeviceError` otherwise."""
        if not confirmed:
            text = "a scan mode stays in the board's memory for good: it is written only when a person has confirmed it"
            raise DeviceError(text, transient=False)
        self._steps.append(_Step(mode, 300))
        self._ask_state(now_ms)
        self._advance(now_ms)
        return self._out()

    # -- asking --------------------------------------------------------------------------------------------------

    def _begin(self, now_ms: int) -> None:
        for step in (self._asked, *self._steps):
            if step is not None and step.finished is not None:
                step.finished(False, now_ms)
        self._steps.clear()
        self._board.clock.spoilt()
        self._asked = self._held = None
        self._in_doubt = False
        self._battery_ms = now_ms + FIRST_BATTERY_MS
        self._board.fresh = True
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
        """The whole board, then the clock: a press found on the way must come after the squares of its move.

        A board that was just found tells its changes before the whole of it is asked for, so that a move made between
        the two is not lost; its clock is told to speak up only after that.
        """
        self._poll_ms = now_ms + (1_000 if self._board.fresh else self.settings.poll_ms)
        if any(step.command is Ask.BOARD for step in self._steps):
            return
        if self._board.fresh:
            self._steps.append(_Step(Ask.UPDATE_BOARD, 20))
        self._steps.append(_Step(Ask.BOARD, 1_000, _is(frames.BoardDump), attempts=2, finished=self._board_answered))
        if self._board.fresh:
            self._steps.append(_Step(Ask.UPDATE_NICE if self.settings.nice else Ask.UPDATE, 20))
        self._steps.append(_Step(Ask.CLOCK, 1_500, _is(frames.BwTime)))

    def _board_answered(self, ok: bool, now_ms: int) -> None:
        """A 10x10 board that scans its dark squares only may not tell the others. One whose answer was spoilt is asked
        again, as long as something is in doubt."""
        if not ok and self.settings.grid is Grid.DRAUGHTS_10:
            self._steps.appendleft(_Step(Ask.BOARD_50_DARK, 1_000, _is(frames.Dump50)))
        elif not ok and self._in_doubt:
            self._ask_state(now_ms)

    def _advance(self, now_ms: int) -> None:
        if self._asked is None and self._steps:
            self._transmit(self._steps.popleft(), now_ms)

    def _transmit(self, step: _Step, now_ms: int) -> None:
        self._asked, self._deadline_ms = step, now_ms + step.timeout_ms
        self._send += encode(step.command)
        if not isinstance(step.command, Ask | ScanMode):
            self._board.clock.commanded(now_ms)

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
        self._board.events.append(ClockSet(t_ms=now_ms, ok=ok, reason=reason))

    def _wing(self, side: Side) -> Wing:
        white = self.settings.white_clock
        return white if side is Side.WHITE else white.other

    # -- understanding -------------------------------------------------------------------------------------------

    def _take(self, message: Message, now_ms: int, *, whole: bool) -> None:
        fields = self._board.whole(message)
        if fields is not None:
            self._dumped(fields, now_ms)
        elif isinstance(message, frames.FieldUpdate):
            if self._held is not None:
                return  # the board is read once more when its log has come
            self._board.change(message.field, message.piece, now_ms)
        elif isinstance(message, frames.BwTime):
            self._timed(message, now_ms, whole=whole)
        elif isinstance(message, frames.EEMoves):
            self._recover(message.raw, now_ms)
        else:
            if isinstance(message, frames.Battery):
                self._battery_ms = now_ms + BATTERY_MS
            self._board.say(message, now_ms)
        if self._asked is not None and self._asked.answers is not None:
            answer = self._asked.answers(message)
            if answer is not None:
                self._finish(answer, now_ms)
                self._advance(now_ms)

    def _dumped(self, fields: list[int], now_ms: int) -> None:
        board = self._board
        if not board.fits(fields, now_ms):
            self._in_doubt = False
            return
        self._poll_ms = now_ms + self.settings.poll_ms
        missed = fields != board.known and board.fields is not None
        apart = sum(one != other for one, other in zip(fields, board.known, strict=False)) if missed else 0
        if apart > MANY_FIELDS and not board.fresh and not self._stored and fields != self._odd_dump:
            self._odd_dump = fields  # a doubled byte moves all that follow it: told when it was seen twice
            self._ask_state(now_ms)
            return
        self._odd_dump, self._in_doubt = None, False
        if missed and board.fresh and self.settings.recover and board.heard:
            # Told only when the log has said how it came about, or that it does not know.
            if self._held is None:
                step = _Step(Ask.EE_MOVES, LOG_MS, _is(frames.EEMoves), finished=self._recovered)
                self._steps.appendleft(step)
            self._held = fields
            return
        board.dump(fields, now_ms)
        if missed:
            self._steps.append(_Step(Ask.UPDATE_NICE if self.settings.nice else Ask.UPDATE, 20))

    def _recover(self, raw: bytes, now_ms: int) -> None:
        """The board's log has come: what was missed is told in its order, after the board as it was known."""
        board = self._board
        if self._held is None or board.fields is None:
            return
        entries = log.missed(log.parse(raw), list(board.heard), board.fields, self._held)
        if entries is not None:
            board.tell(now_ms)
            board.fresh = False
            board.replay(entries, now_ms)

    def _recovered(self, ok: bool, now_ms: int) -> None:
        """With the log or without: the board is known again. It is read once more, for what happened meanwhile."""
        held, self._held = self._held, None
        if held is not None:
            self._board.dump(held, now_ms)
            self._ask_state(now_ms)

    def _timed(self, frame: frames.BwTime, now_ms: int, *, whole: bool) -> None:
        """The clock, but never before the squares: until the first dump after a start it is asked again."""
        if not self._board.fresh and not self._in_doubt:
            self._told(self._board.clock.read(frame, now_ms, whole=whole))

    def _told(self, events: tuple[DeviceEvent, ...] | None) -> None:
        """What the clock's messages say; ``None`` when it is to be asked again."""
        if events is None:
            if not any(step.command is Ask.CLOCK for step in self._steps):
                self._steps.append(_Step(Ask.CLOCK, 1_500, _is(frames.BwTime)))
            return
        self._board.events.extend(events)
        found = any(isinstance(event, ClockLinked) and event.linked for event in events)
        if found and not self._board.info.clock_version:
            self._steps.append(self._clock_step(ClockVersion(), 0x09))

    def _doubt(self, now_ms: int) -> None:
        """Something was heard that a board does not say. A change of a square may have been lost or made up: the whole
        board is asked for, and until it has come no press is believed."""
        if self._board.fields is not None:
            self._in_doubt = not self._stored  # what was stored answers nothing
            self._ask_state(now_ms)

    def _report_garbage(self, count: int, now_ms: int) -> None:
        if self._board.fields is None:
            return
        if self._garbage_ms is None or now_ms - self._garbage_ms >= GARBAGE_REPORT_MS:
            self._garbage_ms = now_ms
            text = f"{count} bytes from the board made no sense: check its cable; the board is read again"
            self._board.events.append(DeviceFault(t_ms=now_ms, kind="garbage", text=text))

    def _out(self) -> Output:
        output = Output(send=bytes(self._send), events=tuple(self._board.events))
        self._send.clear()
        self._board.events.clear()
        return output


def _pieces(data: bytes) -> Iterator[bytes]:
    """``data`` cut before every byte that begins a message."""
    begin = 0
    for place, byte in enumerate(data):
        if byte >= 0x80 and place > begin:
            yield data[begin:place]
            begin = place
    if data:
        yield data[begin:]


def _is(kind: type[Message]) -> Callable[[Message], bool | None]:
    return lambda message: True if isinstance(message, kind) else None


def _acknowledges(code: int, message: Message) -> bool | None:
    """Whether ``message`` answers the clock command ``code``: obeyed, refused, or (``None``) something else."""
    if not isinstance(message, ClockAck):
        return None
    if message.auto:
        return False if message.command == frames.NOT_IN_MODE else None
    return message.ok if message.command == code else None
