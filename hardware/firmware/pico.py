"""The hardware layer on a Raspberry Pi Pico (RP2040): pins in a matrix, the USB line, displays of a clock.

Runs under MicroPython only; tests run it on pins of their own.
"""

import os
import select
import sys
import time

import machine  # type: ignore[import-not-found]  # pyright: ignore[reportMissingImports]
import micropython  # type: ignore[import-not-found]  # pyright: ignore[reportMissingImports]

SETTLE_US = 30  # a line of a matrix with its pull-up and a metre of wire
OCCUPIED, NOTHING = 120, 46  # "x" and "."


class Pico:
    """See `hardware.firmware.hal.Hal`. Frames go over the USB line, ``matrix`` (if any) is the board."""

    def __init__(self, matrix: "Matrix | None" = None) -> None:
        micropython.kbd_intr(-1)  # a byte 3 on the line is data, not Ctrl-C
        self.matrix = matrix
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._ms = 0

    def now_ms(self) -> int:
        """Ticks wrap after twelve days; this does not. To be called more often than that."""
        ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._ms += time.ticks_diff(ticks, self._ticks)  # type: ignore[attr-defined]
        self._ticks = ticks
        return self._ms

    def tx(self, data: bytes) -> None:
        sys.stdout.buffer.write(data)

    def rx(self) -> bytes:
        """What the host has sent, without waiting."""
        data = bytearray()
        while self._poll.poll(0):
            data.extend(sys.stdin.buffer.read(1))
        return bytes(data)

    def scan(self) -> bytes:
        return self.matrix.scan() if self.matrix else b""


class Rows:
    """Rows on pins of their own; the one that is looked at is pulled low, the others float."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self.count = len(pins)
        self._pins = [machine.Pin(pin, machine.Pin.OPEN_DRAIN, value=1) for pin in pins]

    def select(self, row: int) -> None:
        """``row`` alone; -1 for none."""
        for number, pin in enumerate(self._pins):
            pin.value(0 if number == row else 1)


class ShiftedRows:
    """Rows behind 74HC595 shift registers in a chain: three pins for as many rows as there are. With a diode at each
    contact the rows that are high do no harm."""

    def __init__(self, count: int, data: int, clock: int, latch: int) -> None:
        self.count = count
        self._data, self._clock, self._latch = (
            machine.Pin(pin, machine.Pin.OUT, value=0) for pin in (data, clock, latch)
        )
        self._width = (count + 7) // 8 * 8

    def select(self, row: int) -> None:
        for number in range(self._width - 1, -1, -1):  # the last output goes in first
            self._data.value(0 if number == row else 1)
            self._clock.value(1)
            self._clock.value(0)
        self._latch.value(1)
        self._latch.value(0)


class Matrix:
    """Contacts between rows and columns, a diode in series with each. Squares are numbered row by row."""

    def __init__(self, rows: "Rows | ShiftedRows", columns: tuple[int, ...]) -> None:
        self.rows = rows
        self._columns = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in columns]

    def scan(self) -> bytes:
        seen = bytearray()
        for row in range(self.rows.count):
            self.rows.select(row)
            time.sleep_us(SETTLE_US)  # type: ignore[attr-defined]
            for column in self._columns:
                seen.append(NOTHING if column.value() else OCCUPIED)
        self.rows.select(-1)
        return bytes(seen)


class Keys:
    """Push buttons between a pin and ground."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in pins]

    def levels(self) -> bytes:
        return bytes([0 if pin.value() else 1 for pin in self._pins])


class Digits:
    """Four digits with a colon behind a TM1637, one module for each side of a clock."""

    def __init__(self, clock: int, data: int, brightness: int = 3) -> None:
        self._clock = machine.Pin(clock, machine.Pin.OPEN_DRAIN, value=1)
        self._data = machine.Pin(data, machine.Pin.OPEN_DRAIN, value=1)
        self._brightness = brightness
        self._shown = b""

    def show_ms(self, ms: int) -> None:
        """Hours and minutes from an hour on, else minutes and seconds, rounded up: 0 is shown when nothing is left."""
        seconds = (ms + 999) // 1000
        high, low = divmod(seconds // 60, 60) if seconds >= 3600 else divmod(seconds, 60)
        figures = (high // 10 % 10, high % 10, low // 10, low % 10)
        segments = bytearray([FIGURES[figure] for figure in figures])
        segments[1] |= 0x80  # the colon
        if bytes(segments) != self._shown:
            self._shown = bytes(segments)
            self._send(b"\x40")
            self._send(b"\xc0" + self._shown)
            self._send(bytes([0x88 | self._brightness]))

    def _send(self, data: bytes) -> None:
        self._data.value(0)
        for byte in data:
            for bit in range(8):
                self._clock.value(0)
                self._data.value(byte >> bit & 1)
                self._clock.value(1)
            self._clock.value(0)
            self._data.value(1)  # the module acknowledges here
            self._clock.value(1)
        self._clock.value(0)
        self._data.value(0)
        self._clock.value(1)
        self._data.value(1)


FIGURES = (0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F)


def serial() -> str:
    """The chip's own number: no two boards have the same."""
    return "".join("%02x" % byte for byte in machine.unique_id())  # noqa: UP031  # MicroPython's hex has no such form


def epoch() -> int:
    """Another one at each power-up."""
    high, low = os.urandom(2)
    return high << 8 | low
