"""A virtual board on the Chess Peripheral Protocol, written from its description alone."""

from hardware.virtual.clock import VirtualClock
from rules.side import Side

LETTERS = {"w": "M", "b": "m", "W": "D", "B": "d"}
TELL_MS = 500


class VirtualPeripheral:
    """See `hardware.virtual.device.VirtualDevice`. ``pieces`` stand on a board of ``side`` rows; those of ``chess``
    are written as they are."""

    def __init__(
        self, side: int, pieces: dict[str, str], clock: VirtualClock | None = None, *, chess: bool = False
    ) -> None:
        self.side, self.chess = side, chess
        self.clock = clock
        self.variant = ""
        self.begun = ""
        self.submoves = False
        self._pieces = dict(pieces)
        self._input = bytearray()
        self._told_ms = 0

    @property
    def squares(self) -> dict[str, str]:
        return dict(self._pieces)

    @property
    def high(self) -> Side:
        """Whose time runs, or would run."""
        return Side.WHITE if self.clock is None else self.clock.high

    @property
    def fallen(self) -> set[Side]:
        """Whose time is up."""
        return set() if self.clock is None else set(self.clock.fallen)

    def receive(self, data: bytes, now_ms: int) -> bytes:
        self._input += data
        out = b""
        while b"\n" in self._input:
            line, _, rest = bytes(self._input).partition(b"\n")
            self._input = bytearray(rest)
            out += self._answer(line.decode("ascii", "replace").strip(), now_ms)
        return out

    def tick(self, now_ms: int) -> bytes:
        if self.clock is None:
            return b""
        self.clock.advance(now_ms)
        return self._time(now_ms) if now_ms - self._told_ms >= TELL_MS else b""

    def lift(self, sq: str, now_ms: int) -> bytes:
        self._pieces.pop(sq, None)
        return self._state()

    def place(self, sq: str, piece: str, now_ms: int) -> bytes:
        self._pieces[sq] = piece
        return self._state()

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes:
        self._pieces = dict(pieces)
        return self._state()

    def press(self, side: Side, now_ms: int) -> bytes:
        if self.clock is None or not self.clock.press(side, now_ms):
            return b""
        return f"press {side}\n".encode() + self._time(now_ms)

    def start_clock(self, now_ms: int) -> bytes:
        if self.clock is not None:
            self.clock.start(now_ms)
        return self._time(now_ms)

    def stop_clock(self, now_ms: int) -> bytes:
        if self.clock is not None:
            self.clock.stop(now_ms)
        return self._time(now_ms)

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes:
        if self.clock is not None:
            self.clock.set(white_ms, black_ms, None, now_ms)
        return self._time(now_ms)

    def _answer(self, line: str, now_ms: int) -> bytes:
        word, _, rest = line.partition(" ")
        if word == "set_variant":
            self.variant = rest
        elif word == "feature":
            self.submoves = rest == "submove_state"
            return b"ok\n" if self.submoves else b"nok\n"
        elif word == "begin":
            self.begun = rest
            agrees = rest.split(" ")[0] == self._board()
            return f"{'sync' if agrees else 'unsync'} {self._board()}\n".encode()
        elif word == "state":
            return f"state {self._board()}\n".encode()
        elif word == "time" and self.clock is not None:
            white, black, runs = rest.split()
            side = None if runs == "stopped" else Side(runs)
            self.clock.set(int(white), int(black), side, now_ms)
        elif word in ("ok", "nok"):
            return b""
        else:
            return b"nok\n"
        return b"ok\n"

    def _state(self) -> bytes:
        return f"state {self._board()}\n".encode() if self.submoves else b""

    def _time(self, now_ms: int) -> bytes:
        if self.clock is None:
            return b""
        self._told_ms = now_ms
        left = self.clock.left_ms
        return f"time {left[Side.WHITE]} {left[Side.BLACK]} {self.clock.runs or 'stopped'}\n".encode()

    def _board(self) -> str:
        """Rows from the top; a number for each run of empty squares."""
        rows = []
        for row in range(self.side):
            text, empty = "", 0
            for column in range(self.side):
                piece = self._pieces.get(self._name(row, column))
                if piece is None:
                    empty += 1
                    continue
                text += (str(empty) if empty else "") + (piece if self.chess else LETTERS[piece])
                empty = 0
            rows.append(text + (str(empty) if empty else ""))
        return "/".join(rows)

    def _name(self, row: int, column: int) -> str:
        if self.side == 10:
            return str(row * 5 + column // 2 + 1) if (row + column) % 2 else ""
        return "abcdefghijklmno"[column] + str(self.side - row)
