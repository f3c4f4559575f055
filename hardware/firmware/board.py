"""The squares: what is sensed becomes an event once it was seen so often in a row that no contact bounces any more."""

from hardware.firmware.line import CHANGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardware.firmware.line import Line

NOTHING = 46  # "."


class Board:
    """``points`` squares of a ``sensor`` ``o`` (occupancy), ``c`` (colour) or ``p`` (piece).

    A square counts as changed when ``scans`` scans in a row agree on it: 3 scans of 10 ms outlast the bounce of a reed
    contact (1-3 ms) and are far shorter than a hand.
    """

    def __init__(self, line: "Line", points: int, sensor: str = "o", scans: int = 3, period_ms: int = 10) -> None:
        self.line = line
        self.points = points
        self.sensor = sensor
        self.scans = scans
        self.period_ms = period_ms
        self.held = bytearray([NOTHING] * points)
        self._seen = bytearray(self.held)
        self._count = bytearray(points)
        self._due_ms = line.hal.now_ms()
        line.board = self

    def begin(self) -> None:
        """At power-up what stands on the board stands there; that is no event."""
        self.held = bytearray(self.line.hal.scan())
        self._seen = bytearray(self.held)

    def tick(self) -> None:
        """Scan, if it is time to."""
        now_ms = self.line.hal.now_ms()
        if now_ms < self._due_ms:
            return
        if now_ms - self._due_ms > self.period_ms:
            self.line.late += 1
            self._due_ms = now_ms
        self._due_ms += self.period_ms
        self.look(self.line.hal.scan())

    def look(self, seen: bytes) -> None:
        """One scan: a letter for each square."""
        held, last, count = self.held, self._seen, self._count
        for number in range(self.points):
            value = seen[number]
            if value == held[number]:
                count[number] = 0
            elif value == last[number]:
                count[number] += 1
            else:
                count[number] = 1
            last[number] = value
            if count[number] and count[number] >= self.scans:
                held[number] = value
                count[number] = 0
                self.line.event(CHANGE, number, value)
