"""A virtual board on a Flagfall line: it runs the very firmware of a home-made board, on squares of its own.

The firmware is written from the specification and shares nothing with the codec that reads it.
"""

from collections.abc import Callable

from board.sensing import Sensor, seen_as
from hardware.firmware.board import Board
from hardware.firmware.clock import LEFT, RIGHT, Clock
from hardware.firmware.line import Line
from hardware.firmware.run import begin
from rules.side import Side

SCAN_MS = 10
START_DARK = {32: "b" * 12 + "." * 8 + "w" * 12, 50: "b" * 20 + "." * 10 + "w" * 20}
START_CHESS = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"


class _Squares:
    """The hardware layer below the firmware."""

    def __init__(self) -> None:
        self.ms = 0
        self.seen = b""
        self.sent = bytearray()

    def now_ms(self) -> int:
        return self.ms

    def tx(self, data: bytes) -> None:
        self.sent += data

    def scan(self) -> bytes:
        return self.seen


class VirtualFlagfall:
    """See `hardware.virtual.device.VirtualDevice`. ``points`` squares with the start position (0: a clock alone) and,
    with ``base_ms``, a clock with White at its left.

    ``first``: whose time runs when the clock is started.
    ``scans``: 0 tells every change at once; otherwise it must be seen in so many scans of 10 ms, as on a real board.
    ``text``: it speaks the JSON Lines twin.
    """

    def __init__(
        self,
        points: int = 50,
        *,
        sensor: Sensor = "piece",
        base_ms: int | None = None,
        increment_ms: int = 0,
        scans: int = 0,
        turned: bool = False,
        serial: str = "virtual-1",
        epoch: int = 1,
        keep: int = 1024,
        first: Side = Side.WHITE,
        text: bool = False,
    ) -> None:
        self.text = text
        self.points, self.scans, self.turned, self.serial, self.keep = points, scans, turned, serial, keep
        self.sensor: Sensor = sensor
        self._first = first
        start = START_DARK.get(points, START_CHESS if points == 64 else "." * points)
        self._pieces = [*(start[::-1] if turned else start)]
        self._timing = None if base_ms is None else (base_ms, increment_ms)
        self._hal = _Squares()
        self.power_cycle(epoch, 0)

    def power_cycle(self, epoch: int, now_ms: int) -> bytes:
        """Off and on again: the device forgets everything but the pieces, which stand where they stand."""
        self._hal.ms, self._hal.seen = now_ms, self._letters()
        self.line = Line(self._hal, self.serial, epoch, self.keep, self.text)
        self.board = Board(self.line, self.points, self.sensor[0], max(1, self.scans), SCAN_MS) if self.points else None
        self.clock = None if self._timing is None else Clock(self.line, *self._timing)
        if self.clock is not None and self._first is Side.BLACK:
            self.clock.lever = RIGHT
        begin(self.line)
        return self._sent()

    def sense(self, sensor: Sensor) -> None:
        """Be a board that tells only this much apart: a fresh one."""
        self.sensor = sensor
        self.power_cycle(self.line.epoch + 1, self._hal.ms)

    def speak_text(self) -> None:
        """Speak the JSON Lines twin from now on: a fresh one."""
        self.text = True
        self.power_cycle(self.line.epoch + 1, self._hal.ms)

    # -- the hand ------------------------------------------------------------------------------------------------

    @property
    def squares(self) -> dict[str, str]:
        """What stands on the board, whatever the sensor sees of it."""
        return {self._name(number): piece for number, piece in enumerate(self._pieces) if piece != "."}

    @property
    def high(self) -> Side:
        """Whose time runs, or would run."""
        return Side.BLACK if self.clock is not None and self.clock.lever == RIGHT else Side.WHITE

    @property
    def fallen(self) -> set[Side]:
        """Whose time is up."""
        if self.clock is None:
            return set()
        return {side for side, wing in ((Side.WHITE, LEFT), (Side.BLACK, RIGHT)) if self.clock.flags[wing]}

    def lift(self, sq: str, now_ms: int) -> bytes:
        return self._put(sq, ".", now_ms)

    def place(self, sq: str, piece: str, now_ms: int) -> bytes:
        return self._put(sq, piece, now_ms)

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes:
        self._pass(now_ms)
        self._pieces = [pieces.get(self._name(number), ".") for number in range(self.points)]
        return self._look()

    def press(self, side: Side, now_ms: int) -> bytes:
        return self._clocked(lambda clock: clock.press(LEFT if side is Side.WHITE else RIGHT), now_ms)

    def start_clock(self, now_ms: int) -> bytes:
        return self._clocked(lambda clock: None if clock.running else clock.run_or_stop(), now_ms)

    def stop_clock(self, now_ms: int) -> bytes:
        return self._clocked(lambda clock: clock.run_or_stop() if clock.running else None, now_ms)

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes:
        def obey(clock: Clock) -> None:
            clock.set(white_ms, black_ms, 0)
            clock.tell()

        return self._clocked(obey, now_ms)

    # -- the line ------------------------------------------------------------------------------------------------

    def receive(self, data: bytes, now_ms: int) -> bytes:
        self._pass(now_ms)
        self.line.receive(data)
        return self._sent()

    def tick(self, now_ms: int) -> bytes:
        self._pass(now_ms)
        return self._sent()

    def _pass(self, now_ms: int) -> None:
        """Time up to now: every scan of a board that needs some, and what the clock and the heartbeat do."""
        while self.scans and self.board is not None and self._hal.ms + SCAN_MS <= now_ms:
            self._hal.ms += SCAN_MS
            self.board.look(self._hal.scan())
        self._hal.ms = max(now_ms, self._hal.ms)
        if self.clock is not None:
            self.clock.tick()
        self.line.tick()

    def _put(self, sq: str, piece: str, now_ms: int) -> bytes:
        self._pass(now_ms)
        number = self._number(sq)
        if self._name(number) == sq:  # a light square that a piece slides over has no sensor
            self._pieces[number] = piece
        return self._look()

    def _look(self) -> bytes:
        self._hal.seen = self._letters()
        if not self.scans and self.board is not None:
            self.board.look(self._hal.seen)
        return self._sent()

    def _clocked(self, act: "Callable[[Clock], None]", now_ms: int) -> bytes:
        self._pass(now_ms)
        if self.clock is not None:
            act(self.clock)
        return self._sent()

    def _sent(self) -> bytes:
        sent = bytes(self._hal.sent)
        self._hal.sent.clear()
        return sent

    def _letters(self) -> bytes:
        return "".join(seen_as(piece, self.sensor) for piece in self._pieces).encode()

    # -- the squares ---------------------------------------------------------------------------------------------

    def _number(self, sq: str) -> int:
        if sq.isdigit():
            place = int(sq) - 1
        else:
            side = {32: 8, 64: 8, 225: 15}[self.points]
            place = (side - int(sq[1:])) * side + "abcdefghijklmno".index(sq[0])
            place = place // 2 if self.points == 32 else place
        return self.points - 1 - place if self.turned else place

    def _name(self, number: int) -> str:
        place = self.points - 1 - number if self.turned else number
        if self.points == 50:
            return str(place + 1)
        side = {32: 8, 64: 8, 225: 15}[self.points]
        if self.points == 32:
            place = place * 2 + (place // 4 + 1) % 2
        return "abcdefghijklmno"[place % side] + str(side - place // side)
