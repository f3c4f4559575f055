"""The Abacus board: after each change a line of 32 letters for the dark squares, ``x`` or ``.``, beginning with b8."""

from board.events import BoardDumped, SquareChanged
from hardware.devices import DeviceKind, DeviceSettings
from hardware.events import ClockSet, DeviceEvent, DeviceFault, DeviceInfo, Output
from rules.known import discipline
from rules.side import Side

SQUARES = tuple(discipline("russian").squares)  # b8, d8, ... g1
SILENT_MS = 5_000


class AbacusSession:
    """See `hardware.events.Session`."""

    def __init__(self, settings: DeviceSettings) -> None:
        self._squares = SQUARES[::-1] if settings.turned else SQUARES
        self._rest = b""
        self._shown = ""
        self._heard_ms = 0
        self._silent = False

    def start(self, now_ms: int) -> Output:
        """The line is open. The board tells everything when it is asked."""
        self._rest, self._shown, self._heard_ms, self._silent = b"", "", now_ms, False
        return Output(send=b"?\n")

    def receive(self, data: bytes, now_ms: int) -> Output:
        """Bytes in pieces of any size. Whatever they are, they never raise."""
        self._heard_ms, self._silent = now_ms, False
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._rest = self._rest[-100:]
        events: list[DeviceEvent] = []
        for line in lines:
            letters = line.decode("ascii", "replace").strip()
            if len(letters) == len(SQUARES) and set(letters) <= {"x", "."}:
                events += self._understand(letters, now_ms)
        return Output(events=tuple(events))

    def _understand(self, letters: str, now_ms: int) -> list[DeviceEvent]:
        before, self._shown = self._shown, letters
        if not before:  # the whole board first, and who it is
            squares = {name: "x" for name, letter in zip(self._squares, letters, strict=True) if letter == "x"}
            return [DeviceInfo(t_ms=now_ms, kind="abacus"), BoardDumped(t_ms=now_ms, squares=squares)]
        return [
            SquareChanged(t_ms=now_ms, sq=name, p=letter)
            for name, was, letter in zip(self._squares, before, letters, strict=True)
            if letter != was
        ]

    def tick(self, now_ms: int) -> Output:
        """Ten times a second or more often: a board that says nothing is reported once."""
        if self._silent or now_ms - self._heard_ms < SILENT_MS:
            return Output()
        self._silent = True
        text = "the board has said nothing for 5 s: check its cable and power"
        return Output(events=(DeviceFault(t_ms=now_ms, kind="silent", text=text),))

    def assume_start(self) -> None:
        """A capture may begin anywhere: until a line says otherwise, the board shows the start position."""
        start = discipline("russian").start().pieces()
        self._shown = "".join("x" if name in start else "." for name in self._squares)

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        return Output(events=(ClockSet(t_ms=now_ms, ok=False, reason="this board has no clock"),))


class VirtualAbacus:
    """See `hardware.virtual.device.VirtualDevice`: the board itself, written from its protocol. It has no clock."""

    def __init__(self) -> None:
        self._pieces = dict(discipline("russian").start().pieces())

    @property
    def squares(self) -> dict[str, str]:
        return dict.fromkeys(self._pieces, "x")

    def receive(self, data: bytes, now_ms: int) -> bytes:
        return self._line() if b"?" in data else b""

    def tick(self, now_ms: int) -> bytes:
        return self._line()  # it repeats itself, so that it is heard

    def lift(self, sq: str, now_ms: int) -> bytes:
        self._pieces.pop(sq, None)
        return self._line()

    def place(self, sq: str, piece: str, now_ms: int) -> bytes:
        self._pieces[sq] = piece
        return self._line()

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes:
        self._pieces = dict(pieces)
        return self._line()

    def press(self, side: Side, now_ms: int) -> bytes:
        return b""

    def start_clock(self, now_ms: int) -> bytes:
        return b""

    def stop_clock(self, now_ms: int) -> bytes:
        return b""

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes:
        return b""

    def _line(self) -> bytes:
        dark = (f"{'abcdefgh'[column]}{8 - row}" for row in range(8) for column in range(8) if (row + column) % 2)
        return "".join("x" if name in self._pieces else "." for name in dark).encode() + b"\n"


DEVICE = DeviceKind(
    name="abacus",
    title="Abacus board",
    disciplines=frozenset({"russian", "giveaway"}),
    baud=38_400,
    session=AbacusSession,
    virtual=lambda game, base_ms, increment_ms, speed: VirtualAbacus(),
    sensor="occupancy",
)
