"""Stored bytes of a serial line, told again as events: `flagfall recognize CAPTURE.bin --device KIND`.

Raw bytes carry no times, unless the device writes its own into each message. They are given back from what is known: a
byte takes its time on the wire, and while a clock runs, at least as much time has passed as its face says.
"""

from collections.abc import Iterator

import msgspec

from clock.events import Press, Reading
from hardware.devices import DeviceKind, DeviceSettings
from hardware.events import DeviceEvent

BITS_PER_BYTE = 10


def replay(data: bytes, kind: DeviceKind, settings: DeviceSettings) -> Iterator[DeviceEvent]:
    """The events of a capture, in order, with times from 0. Never raises on bytes.

    Without a dump the board is taken to show the start of the game. `SettingsError` when the device is not for the
    discipline.
    """
    session = kind.open(settings)
    session.assume_start()
    if kind.timed:
        yield from session.receive(data, 0).events
        return
    late_ms, last = 0, None
    for count, byte in enumerate(data, 1):
        now_ms = count * BITS_PER_BYTE * 1000 // kind.baud + late_ms
        events = session.receive(bytes([byte]), now_ms).events
        for event in events:
            if isinstance(event, Reading):
                late_ms += _missing_ms(last, event)
                last = msgspec.structs.replace(event, t_ms=count * BITS_PER_BYTE * 1000 // kind.baud + late_ms)
        for event in events:
            if last is not None and last.t_ms > event.t_ms and isinstance(event, Reading | Press):
                event = msgspec.structs.replace(event, t_ms=last.t_ms)
            yield event


def _missing_ms(last: Reading | None, event: Reading) -> int:
    """How much more time the face of the side that ran has lost than has passed so far."""
    if last is None or last.running is None:
        return 0
    used_ms = last.left_ms(last.running) - event.left_ms(last.running)
    return max(0, used_ms - (event.t_ms - last.t_ms))
