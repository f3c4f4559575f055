"""A virtual board and its driver on a cable that can be pulled and spoiled; time passes in steps of 20 ms."""

from board.events import SquareChanged
from hardware.events import DeviceEvent, Output
from hardware.flagfall_line.session import FlagfallSession, LineSettings
from hardware.virtual.flagfall import VirtualFlagfall
from hardware.virtual.noise import Noise
from tests.hardware.shown import shown


class Pair:
    """See the module."""

    def __init__(
        self, device: VirtualFlagfall, settings: LineSettings | None = None, noise: Noise | None = None
    ) -> None:
        self.device, self.session = device, FlagfallSession(settings)
        self.noise = noise or Noise(0)
        self.now_ms = 0
        self.events: list[DeviceEvent] = []
        self.plugged = True
        self.asked = 0
        """How many bytes the session has sent."""
        self._hear(self.session.start(0))

    def _hear(self, out: Output) -> None:
        self.events += out.events
        self.asked += len(out.send)
        if out.send and self.plugged:
            self.say(self.device.receive(self.noise.spoil(out.send), self.now_ms))

    def say(self, data: bytes) -> None:
        """The device sends this."""
        if data and self.plugged:
            self._hear(self.session.receive(self.noise.spoil(data), self.now_ms))

    def until(self, now_ms: int) -> None:
        while self.now_ms < now_ms:
            self.now_ms = min(now_ms, self.now_ms + 20)
            self.say(self.device.tick(self.now_ms))
            self._hear(self.session.tick(self.now_ms))

    def replug(self) -> None:
        self.plugged = True
        self._hear(self.session.start(self.now_ms))

    def order(self, out: Output) -> None:
        """What a call of the session wanted."""
        self._hear(out)

    def changes(self) -> list[tuple[str, str]]:
        return [(event.sq, event.p) for event in self.events if isinstance(event, SquareChanged)]

    def seen(self) -> dict[str, str]:
        """The board as the events tell it."""
        return shown(self.events)
