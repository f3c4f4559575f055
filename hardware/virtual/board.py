"""A virtual DGT board, written from the byte tables alone: it shares nothing with the codec that reads it.

It answers every command that a board answers, except that its trade mark text is its own.
"""

from typing import Final

from hardware.virtual.clock import VirtualClock
from rules.side import Side

CHESS: Final = {
    "P": 0x01, "R": 0x02, "N": 0x03, "B": 0x04, "K": 0x05, "Q": 0x06,
    "p": 0x07, "r": 0x08, "n": 0x09, "b": 0x0A, "k": 0x0B, "q": 0x0C,
}  # fmt: skip
DRAUGHTS: Final = {"w": 0x01, "b": 0x04, "W": 0x07, "B": 0x0A}
DRAUGHTS_BEFORE_2011: Final = {"w": 0x01, "W": 0x04, "b": 0x07, "B": 0x0A}

LOG_BYTES: Final = 0x1F00
OWN_TRADEMARK: Final = b"Flagfall virtual board, no trade mark"
IDLE, EVERYTHING, FIELDS, NICE = "idle", "update", "update-board", "update-nice"


class VirtualBoard:
    """A board of ``grid`` ``chess``, ``draughts-8`` or ``draughts-10``, with the start position on it and a clock.

    ``turned``: the connector is on White's right. ``white_left``: White sits at the left side of the clock.
    ``scan_ms``: what has changed is found by a scan of the whole board every so often and told in reading order (or
    backwards, ``scan_backwards``); 0 tells everything at once. ``push_ms`` is the least time between two readings that
    only count down; a lever, a flag, a start or a stop is told at the next scan whatever it is.
    """

    def __init__(
        self,
        grid: str = "draughts-8",
        *,
        clock: VirtualClock | None = None,
        turned: bool = False,
        white_left: bool = True,
        old_codes: bool = False,
        scan_ms: int = 0,
        scan_backwards: bool = False,
        push_ms: int = 100,
        obeys: bool = True,
        serial: str = "23946",
    ) -> None:
        self.grid = grid
        self.side = 10 if grid == "draughts-10" else 8
        self.codes = CHESS if grid == "chess" else DRAUGHTS_BEFORE_2011 if old_codes else DRAUGHTS
        self.clock = clock or VirtualClock(300_000, 300_000)
        self.clock_plugged = True
        self.turned, self.white_left = turned, white_left
        self.scan_ms, self.scan_backwards, self.push_ms = scan_ms, scan_backwards, push_ms
        self.obeys = obeys
        self.serial = serial
        self.battery_percent = 100
        self.mode = IDLE
        self.eeprom_written: list[int] = []
        """Commands received that a board never forgets: no program of ours may send one."""
        self.clock_text = ""
        self._sensed = {self._turn(field): piece for field, piece in _start(grid, self.side).items()}
        self._told = dict(self._sensed)
        self._logged = dict(self._sensed)
        self._told_clock: bytes | None = None
        self._told_seconds_ms = -(10**9)
        self._scanned_ms = -(10**9)
        self._log = bytearray()
        self._logged_ms = -(10**9)
        self._input = bytearray()
        self._output = bytearray()

    # -- the hand ------------------------------------------------------------------------------------------------

    @property
    def high(self) -> Side:
        """Whose time runs, or would run."""
        return self.clock.high

    @property
    def fallen(self) -> set[Side]:
        """Whose time is up."""
        return set(self.clock.fallen)

    @property
    def squares(self) -> dict[str, str]:
        """What stands on the board now, told or not."""
        return {self._name(field): piece for field, piece in sorted(self._sensed.items()) if self._name(field)}

    @property
    def log_end(self) -> int:
        """How many bytes the log has ever held."""
        return len(self._log)

    def log_from(self, place: int) -> bytes:
        """The log from its byte ``place`` on, as far back as the board's memory reaches."""
        return bytes(self._log[max(place, len(self._log) - LOG_BYTES) :])

    def lift(self, sq: str, now_ms: int) -> bytes:
        """Take what stands on ``sq``; nothing happens on an empty square."""
        self._pass(now_ms)
        self._sensed.pop(self._field(sq), None)
        return self._news(now_ms)

    def place(self, sq: str, piece: str, now_ms: int) -> bytes:
        """Put ``piece`` on ``sq``, over whatever stands there: a crown is a ``W`` put on a ``w``."""
        self._pass(now_ms)
        if piece not in self.codes:
            raise ValueError(f"this board has no piece {piece!r}, only {' '.join(self.codes)}")
        self._sensed[self._field(sq)] = piece
        return self._news(now_ms)

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes:
        """Put up a position, all at once."""
        self._pass(now_ms)
        self._sensed = {self._field(sq): piece for sq, piece in pieces.items()}
        return self._news(now_ms)

    def press(self, side: Side, now_ms: int) -> bytes:
        """``side`` presses the clock."""
        self._pass(now_ms)
        if self.clock.press(side, now_ms):
            hours, minutes, seconds = self._face(side)
            left = (side is Side.WHITE) is self.white_left
            # The fields are scanned first: what was moved before the press stands before it in the log.
            self._log_changes(now_ms)
            self._log += bytes([(0x70 if left else 0x60) | hours & 0x0F, minutes, seconds])
        return self._news(now_ms)

    def start_clock(self, now_ms: int) -> bytes:
        self._pass(now_ms)
        self.clock.start(now_ms)
        return self._news(now_ms)

    def stop_clock(self, now_ms: int) -> bytes:
        self._pass(now_ms)
        self.clock.stop(now_ms)
        return self._news(now_ms)

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes:
        """The arbiter sets the times by hand; the clock stands."""
        self._pass(now_ms)
        self.clock.set(white_ms, black_ms, None, now_ms)
        return self._news(now_ms)

    def plug_clock(self, plugged: bool, now_ms: int) -> bytes:
        """Pull the clock's cable out, or put it back."""
        self._pass(now_ms)
        self.clock_plugged = plugged
        return self._news(now_ms)

    def power_cycle(self) -> None:
        """Off and on again: the board forgets that it was to tell anything. Its log it keeps."""
        self.mode = IDLE
        self._log.append(0x6A)
        self._input.clear()
        self._output.clear()

    # -- the line ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> bytes:
        """Commands come in; answers go out."""
        self._pass(now_ms)
        self._input += data
        while self._input and self._command(now_ms):
            pass
        return self._flush()

    def tick(self, now_ms: int) -> bytes:
        """Time has passed."""
        self._pass(now_ms)
        return self._news(now_ms)

    def _command(self, now_ms: int) -> bool:
        """One command off the input; ``False`` when its end has not come yet."""
        first = self._input[0]
        if first == 0x2B:
            if len(self._input) < 2 or len(self._input) < 2 + self._input[1]:
                return False
            message = bytes(self._input[2 : 2 + self._input[1]])
            del self._input[: 2 + len(message)]
            self._clock_command(message, now_ms)
            return True
        if first == 0x60:
            if len(self._input) < 2 or len(self._input) < 2 + self._input[1]:
                return False
            del self._input[: 2 + self._input[1]]
            return True
        del self._input[0]
        self._answer(first, now_ms)
        return True

    def _answer(self, command: int, now_ms: int) -> None:
        if command in (0x40, 0x4A):
            self.mode = IDLE
        elif command == 0x41:
            self._output += self._clock_frame()
        elif command == 0x42:
            self._reply(0x86, bytes(self._code(field) for field in range(self.side * self.side)))
        elif command in (0x43, 0x44, 0x4B):
            self.mode = {0x43: EVERYTHING, 0x44: FIELDS, 0x4B: NICE}[command]
            self._told_clock = None
        elif command == 0x45:
            self._reply(0x91, self.serial.encode())
        elif command == 0x46:
            self._reply(0x90, bytes([int(self.serial) % 0x4000 >> 7, int(self.serial) & 0x7F]))
        elif command == 0x47:
            self._reply(0x92, OWN_TRADEMARK)
        elif command == 0x49:
            self._reply(0x8F, bytes(self._log[-LOG_BYTES + 1 :]) + b"\x6b")
        elif command == 0x4C:
            self._reply(0xA0, bytes([self.battery_percent, 0x7F, 0x7F, 0, 0, 0, 0, 0, 0x02]))
        elif command == 0x4D:
            self._reply(0x93, bytes([1, 8]))
        elif command in (0x50, 0x52) and self.side == 10:
            dark = command == 0x50
            fields = [field for field in range(100) if ((field // 10 + field % 10) % 2 == 1) is dark]
            self._reply(0x94 if dark else 0x95, bytes(self._code(field) for field in fields))
        elif command in (0x4E, 0x51, 0x53, 0x54):
            self.eeprom_written.append(command)
        elif command == 0x55:
            self._reply(0xA2, f"30001{self.serial}".encode())

    def _clock_command(self, message: bytes, now_ms: int) -> None:
        if len(message) < 3 or message[0] != 0x03 or message[-1] != 0x00 or not self.clock_plugged:
            return
        code, data = message[1], message[2:-1]
        if code == 0x09:
            self._ack(0x10, 0x09, 0x22, 0x00)
        elif code == 0x0A and len(data) == 7:
            if not self.obeys:
                self._ack(0x10, 0x90, 0x00, 0x00)
                return
            left, right = (((h * 60 + m) * 60 + s) * 1000 for h, m, s in (data[0:3], data[3:6]))
            white, black = (left, right) if self.white_left else (right, left)
            left_side = Side.WHITE if self.white_left else Side.BLACK
            runs = None if data[6] & 0x04 else left_side if data[6] & 0x01 else None
            if data[6] & 0x02 and not data[6] & 0x04:
                runs = left_side.other
            self.clock.set(white, black, runs, now_ms, toggles=bool(data[6] & 0x08))
            self._output += bytes.fromhex("8d000a00000000000000")
            self._ack(0x10, 0x0A, 0x00, 0x00)
            self._news(now_ms, flush=False)
        elif code in (0x01, 0x02, 0x03, 0x0B, 0x0C, 0x0D):
            self.clock_text = data[:-1].decode("ascii", "replace") if code in (0x0C, 0x0D) else ""
            self._ack(0x10, code, 0x00, 0x00)

    def _ack(self, status: int, command: int, first: int, second: int) -> None:
        """Four values of eight bits in bytes of seven: the top bits lie in the two hour bytes, beside 0a."""
        if self.mode not in (EVERYTHING, NICE):
            return
        right = 0x0A | (first & 0x80) >> 3 | (second & 0x80) >> 2
        left = 0x0A | (status & 0x80) >> 3 | (command & 0x80) >> 2
        low = [value & 0x7F for value in (status, command, first, second)]
        self._reply(0x8D, bytes([right, low[0], low[1], left, low[2], low[3], 0x00]))

    # -- telling -------------------------------------------------------------------------------------------------

    def _pass(self, now_ms: int) -> None:
        """Let the time up to now happen: the scans that were due before the hand does the next thing."""
        if self.scan_ms and now_ms - self._scanned_ms >= self.scan_ms:
            self._scan(now_ms)
        self.clock.advance(now_ms)

    def _news(self, now_ms: int, *, flush: bool = True) -> bytes:
        if now_ms - self._scanned_ms >= self.scan_ms:
            self._scan(now_ms)
        return self._flush() if flush else b""

    def _scan(self, now_ms: int) -> None:
        """Find what changed and tell it: the fields first, then the clock."""
        self._scanned_ms = now_ms
        changed = self._log_changes(now_ms)
        self._told = dict(self._sensed)
        if self.mode != IDLE:
            for field in changed:
                self._reply(0x8E, bytes([field, self._code(field)]))
        if self.mode in (EVERYTHING, NICE):
            self._tell_clock(now_ms)

    def _log_changes(self, now_ms: int) -> list[int]:
        """What has changed since the last scan goes into the log; the fields, in the order of the scan."""
        fields = range(self.side**2)
        changed = [field for field in fields if self._sensed.get(field) != self._logged.get(field)]
        self._logged = dict(self._sensed)
        for field in reversed(changed) if self.scan_backwards else changed:
            quick = 0x10 if now_ms - self._logged_ms < 250 else 0
            self._log += bytes([0x40 | quick | self.codes.get(self._sensed.get(field, ""), 0), field])
            self._logged_ms = now_ms
        told = [field for field in fields if self._sensed.get(field) != self._told.get(field)]
        return told[::-1] if self.scan_backwards else told

    def _tell_clock(self, now_ms: int) -> None:
        frame = self._clock_frame()
        if self._told_clock is not None:
            same_state = _state(frame) == _state(self._told_clock)
            due = now_ms - self._told_seconds_ms >= self.push_ms
            if frame == self._told_clock:
                due = self.mode == EVERYTHING and now_ms - self._told_seconds_ms >= max(1000, self.push_ms)
            if same_state and not due:
                return
        self._output += frame
        self._told_clock = frame
        self._told_seconds_ms = now_ms

    def _clock_frame(self) -> bytes:
        if not self.clock_plugged:
            return bytes.fromhex("8d000a00000000000020")
        clock = self.clock
        left_side = Side.WHITE if self.white_left else Side.BLACK
        left_high = clock.high is left_side
        status = (0x01 if clock.runs is not None else 0x00) | (0x08 if left_high else 0x12)
        return bytes([0x8D, 0x00, 0x0A, *self._face(left_side.other), *self._face(left_side), status])

    def _face(self, side: Side) -> tuple[int, int, int]:
        seconds = min(self.clock.seconds(side), 35_999)
        hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
        flags = (0x10 if side in self.clock.fallen else 0) | (0x20 if self.clock.increment_ms else 0)
        return flags | hours, minutes // 10 << 4 | minutes % 10, seconds // 10 << 4 | seconds % 10

    def _reply(self, ident: int, payload: bytes) -> None:
        length = len(payload) + 3
        self._output += bytes([ident, length >> 7, length & 0x7F]) + payload

    def _flush(self) -> bytes:
        out = bytes(self._output)
        self._output.clear()
        return out

    # -- the squares ---------------------------------------------------------------------------------------------

    def _code(self, field: int) -> int:
        return self.codes.get(self._told.get(field, ""), 0x00)

    def _field(self, sq: str) -> int:
        if self.side == 10:
            row, place = divmod(int(sq) - 1, 5)
            field = row * 10 + place * 2 + (row + 1) % 2
        else:
            field = (8 - int(sq[1])) * 8 + "abcdefgh".index(sq[0])
        return self._turn(field)

    def _name(self, field: int) -> str:
        row, column = divmod(self._turn(field), self.side)
        if self.side == 8:
            return "abcdefgh"[column] + str(8 - row)
        return str(row * 5 + column // 2 + 1) if (row + column) % 2 else ""

    def _turn(self, field: int) -> int:
        return self.side**2 - 1 - field if self.turned else field


def _start(grid: str, side: int) -> dict[int, str]:
    """The start position by fields of a board that is not turned."""
    if grid == "chess":
        rank = "rnbqkbnr"
        rows = {0: rank, 1: "p" * 8, 6: "P" * 8, 7: rank.upper()}
        return {row * 8 + column: piece for row, pieces in rows.items() for column, piece in enumerate(pieces)}
    men = 4 if side == 10 else 3
    return {
        row * side + column: "b" if row < men else "w"
        for row in (*range(men), *range(side - men, side))
        for column in range(side)
        if (row + column) % 2
    }


def _state(frame: bytes) -> tuple[int, int, int]:
    """Flags, lever, running: what is never held back."""
    return frame[3] & 0x70, frame[6] & 0x70, frame[9]
