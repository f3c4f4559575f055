"""What every virtual device can do, whatever bytes it speaks."""

from typing import Protocol, runtime_checkable

from board.sensing import Sensor
from rules.side import Side


class VirtualDevice(Protocol):
    """A board with a clock, without a line and without a clock of its own: ``now_ms`` is game time, never going back.

    Every method returns the bytes that the device sends at that moment. Squares are ``c3`` or 1-50; pieces are the
    letters of `board.events`.
    """

    def receive(self, data: bytes, now_ms: int) -> bytes: ...

    def tick(self, now_ms: int) -> bytes: ...

    def lift(self, sq: str, now_ms: int) -> bytes: ...

    def place(self, sq: str, piece: str, now_ms: int) -> bytes: ...

    def press(self, side: Side, now_ms: int) -> bytes: ...

    def start_clock(self, now_ms: int) -> bytes: ...

    def stop_clock(self, now_ms: int) -> bytes: ...

    def set_clock(self, white_ms: int, black_ms: int, now_ms: int) -> bytes: ...

    def setup(self, pieces: dict[str, str], now_ms: int) -> bytes: ...

    @property
    def squares(self) -> dict[str, str]:
        """What stands on the board now."""
        ...


@runtime_checkable
class Sensing(Protocol):
    """A virtual device that can be one with another sensor."""

    def sense(self, sensor: Sensor) -> None:
        """Tell only so much apart from now on."""
        ...


@runtime_checkable
class Texting(Protocol):
    """A virtual device that can speak a twin of its protocol for eyes."""

    def speak_text(self) -> None:
        """Speak in lines of text from now on."""
        ...
