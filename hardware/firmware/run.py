"""The loop of a board or clock."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from hardware.firmware.hal import Hal
    from hardware.firmware.line import Line

    class Wired(Hal, Protocol):
        """A hardware layer that hears the host."""

        def rx(self) -> bytes: ...


LOOK_MS = 5


def begin(line: "Line") -> None:
    """Power-up: take the board as it stands, and say who is there without being asked."""
    if line.board:
        line.board.begin()
    line.hello()
    line.snapshot()


def turn(line: "Line", heard: bytes) -> None:
    """One turn of the loop."""
    if heard:
        line.receive(heard)
    if line.board:
        line.board.tick()
    if line.clock:
        line.clock.tick()
    line.tick()


def run(line: "Line", hal: "Wired", look: "Callable[[], None] | None" = None) -> None:
    """Turns for ever; ``look`` every five milliseconds, for buttons and displays."""
    begin(line)
    due_ms = hal.now_ms()
    while True:
        turn(line, hal.rx())
        if look and hal.now_ms() >= due_ms:
            due_ms = hal.now_ms() + LOOK_MS
            look()
