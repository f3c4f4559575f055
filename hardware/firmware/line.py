"""The device's end of a Flagfall line: numbers, the ring of events for replay, and the answers to the host."""

import struct

from hardware.firmware.frames import pack, unpack
from hardware.firmware.text import LONGEST, from_text, to_text

TYPE_CHECKING = False  # MicroPython has no typing module
if TYPE_CHECKING:
    from hardware.firmware.board import Board
    from hardware.firmware.clock import Clock
    from hardware.firmware.hal import Hal

FIRMWARE = "flagfall 1"
HELLO, SNAPSHOT, CHANGE, LEVER, CLOCK, BUTTON, HEARTBEAT, CLOCK_DONE = 1, 2, 3, 4, 5, 6, 7, 8
ASK, ACK, REPLAY, SET_CLOCK = 9, 10, 11, 12
SLOT = 7  # bytes that an event takes in the ring: time, kind, two of payload
SIZES = {CHANGE: 2, LEVER: 1, BUTTON: 2}
BEAT_MS = 1000


class Line:
    """Everything that goes out and comes in. ``epoch`` must differ from that of the last power-up; ``keep`` events (a
    power of two) are kept for a host that missed them. ``text``: in JSON Lines instead of binary frames."""

    def __init__(self, hal: "Hal", serial: str, epoch: int, keep: int = 1024, text: bool = False) -> None:
        if 0x10000 % keep:
            raise ValueError("keep must be a power of two")
        self.hal = hal
        self.serial = serial
        self.epoch = epoch & 0xFFFF
        self.keep = keep
        self.seq = 0
        self.kept = 0
        self.late = 0
        self.battery = 255
        self.board: Board | None = None
        self.clock: Clock | None = None
        self._end, self._longest = (10, LONGEST) if text else (0, 64)
        self._pack = to_text if text else pack
        self._unpack = from_text if text else unpack
        self._ring = bytearray(keep * SLOT)
        self._input = bytearray()
        self._beat_ms = hal.now_ms()

    def event(self, kind: int, first: int, second: int = 0) -> None:
        """Something happened: it gets a number, is kept, and goes out."""
        self.seq = (self.seq + 1) & 0xFFFF
        self.kept = min(self.kept + 1, self.keep)
        ms = self.hal.now_ms() & 0xFFFFFFFF
        struct.pack_into(">IBBB", self._ring, self.seq % self.keep * SLOT, ms, kind, first, second)
        self._send_event(self.seq)

    def say(self, kind: int, payload: bytes) -> None:
        """A message that is not kept; it carries the number of the last event."""
        self.hal.tx(self._pack(kind, self.epoch, self.seq, self.hal.now_ms() & 0xFFFFFFFF, payload))

    def hello(self) -> None:
        board, clock = self.board, self.clock
        points = board.points if board else 0
        sensor = ord(board.sensor) if board else 0
        flags = 3 if clock else 0
        first = (self.seq - self.kept + 1) & 0xFFFF
        payload = struct.pack(">BBBH", points, sensor, flags, first)
        for text in (FIRMWARE, self.serial):
            data = text.encode()[:31]
            payload += bytes([len(data)]) + data
        self.say(HELLO, payload)

    def snapshot(self) -> None:
        if self.board:
            self.say(SNAPSHOT, bytes(self.board.held))
        if self.clock:
            self.clock.tell()

    def tick(self) -> None:
        """A second has passed, or not."""
        now_ms = self.hal.now_ms()
        if now_ms - self._beat_ms >= BEAT_MS:
            self._beat_ms = now_ms
            self._heartbeat()

    def receive(self, data: bytes) -> None:
        """Bytes from the host, in pieces of any size."""
        for byte in data:
            if byte != self._end:
                self._input.append(byte)
                if len(self._input) > self._longest:  # no message of a host is as long
                    self._input = bytearray()
                continue
            got = self._unpack(bytes(self._input))
            self._input = bytearray()
            if got:
                self._obey(got[0], got[1])

    def _obey(self, kind: int, payload: bytes) -> None:
        if kind == ASK and len(payload) == 1:
            self.hello()
            if payload[0]:
                self.snapshot()
        elif kind == REPLAY and len(payload) == 2:
            self._replay(payload[0] << 8 | payload[1])
        elif kind == SET_CLOCK and len(payload) == 10 and self.clock:
            order, left_ms, right_ms, running = struct.unpack(">BIIB", payload)
            done = self.clock.set(left_ms, right_ms, running)
            self.say(CLOCK_DONE, bytes([order, done]))
            self.clock.tell()

    def _replay(self, begin: int) -> None:
        """Every event from ``begin`` on; a snapshot where that is no longer there."""
        missing = (self.seq - begin + 1) & 0xFFFF
        if missing > self.kept:
            self.snapshot()
            return
        for step in range(missing):
            self._send_event((begin + step) & 0xFFFF)
        self._heartbeat()

    def _send_event(self, seq: int) -> None:
        at = seq % self.keep * SLOT
        ms, kind = struct.unpack_from(">IB", self._ring, at)
        self.hal.tx(self._pack(kind, self.epoch, seq, ms, bytes(self._ring[at + 5 : at + 5 + SIZES[kind]])))

    def _heartbeat(self) -> None:
        self.say(HEARTBEAT, struct.pack(">HB", self.late & 0xFFFF, self.battery))
