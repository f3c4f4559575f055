"""What firmware needs of the hardware below it. Boards, tests and virtual devices each bring their own."""

from typing import Protocol


class Hal(Protocol):
    """The smallest layer: a time, a line out, and the squares."""

    def now_ms(self) -> int:
        """Milliseconds since power-up; it may count as far as it likes."""
        ...

    def tx(self, data: bytes) -> None:
        """Send this."""
        ...

    def scan(self) -> bytes:
        """What is sensed on each square now: a letter each, ``.`` for nothing. Empty for a clock."""
        ...
