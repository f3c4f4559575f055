"""Pins of a Pico that are not there: the modules that only MicroPython has, on a board of contacts and displays."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace


class Pin:
    """`machine.Pin`, as far as the firmware uses it. ``wiring`` says what an input reads."""

    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 3
    levels: dict[int, int]
    wiring: Callable[[int], int]
    written: Callable[[int, int], None]

    def __init__(self, number: int, mode: int, pull: int | None = None, *, value: int | None = None) -> None:
        assert mode != self.IN or pull == self.PULL_UP
        self.number, self.mode = number, mode
        if value is not None:
            self.value(value)

    def value(self, level: int | None = None) -> int:
        if level is None:
            return type(self).wiring(self.number)
        type(self).levels[self.number] = level
        type(self).written(self.number, level)
        return level


class StopServingError(Exception):
    """Ends a loop that has no end."""


@contextmanager
def pico(unique_id: bytes = b"\x01\xab") -> Iterator[SimpleNamespace]:
    """Stands in for MicroPython: gives ``wiring`` and ``written`` to set, ``levels`` to look at, ``ms`` to move."""
    world = SimpleNamespace(levels={}, ms=0, break_key=None)
    fake_pin = type("FakePin", (Pin,), {})
    fake_pin.levels = world.levels
    fake_pin.wiring = staticmethod(lambda number: 1)
    fake_pin.written = staticmethod(lambda number, level: None)
    world.pin = fake_pin
    machine, micropython = ModuleType("machine"), ModuleType("micropython")
    machine.Pin = fake_pin  # type: ignore[attr-defined]
    machine.unique_id = lambda: unique_id  # type: ignore[attr-defined]

    def kbd_intr(key: int) -> None:
        world.break_key = key

    micropython.kbd_intr = kbd_intr  # type: ignore[attr-defined]
    times = {
        "ticks_ms": lambda: world.ms % (1 << 30),
        "ticks_diff": lambda new, old: (new - old + (1 << 29)) % (1 << 30) - (1 << 29),
        "sleep_us": lambda us: None,
    }
    names = [name for name in sys.modules if name.startswith(("hardware.firmware.pico", "hardware.firmware.boards."))]
    kept = {name: sys.modules.pop(name) for name in names}
    sys.modules["machine"], sys.modules["micropython"] = machine, micropython
    for name, function in times.items():
        setattr(time, name, function)
    readable, world.host = os.pipe()
    raw = os.fdopen(readable, "rb", 0)
    stdin = sys.stdin
    sys.stdin = SimpleNamespace(buffer=raw, fileno=raw.fileno)  # type: ignore[assignment]
    try:
        yield world
    finally:
        sys.stdin = stdin
        raw.close()
        os.close(world.host)
        for name in times:
            delattr(time, name)
        for name in list(sys.modules):
            if name in ("machine", "micropython") or name.startswith(
                ("hardware.firmware.pico", "hardware.firmware.boards.")
            ):
                del sys.modules[name]
        sys.modules.update(kept)
