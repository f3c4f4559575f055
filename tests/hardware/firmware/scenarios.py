"""What the firmware does on the workbench, in the common part of MicroPython and CPython: both run this very file.

Prints one JSON document: the bytes that each scenario sends, in hex. It knows nothing of the codec that reads them.
"""

import json
import struct
import sys


class Bag:
    """A module that is not there."""


class Stop(Exception):  # noqa: N818 - ends a loop that has no end
    pass


class World:
    """Time, pins and the line of a Pico."""

    def __init__(self):
        self.ms = 0
        self.sent = b""
        self.levels = {}
        self.wiring = lambda pin: 1
        self.written = lambda pin, level: None


world = World()


class Pin:
    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 3

    def __init__(self, number, mode, pull=None, value=None):
        self.number = number
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return world.wiring(self.number)
        world.levels[self.number] = level
        world.written(self.number, level)
        return level


class Poll:
    def register(self, stream, events):
        pass

    def poll(self, timeout):
        return []


class Stdout:
    def write(self, data):
        world.sent += data


def modules():
    """The modules of a Pico, in place of what this Python has."""
    machine, micropython, select, time, sys_, os = Bag(), Bag(), Bag(), Bag(), Bag(), Bag()
    machine.Pin = Pin
    machine.unique_id = lambda: b"\x01\xab"
    micropython.kbd_intr = lambda key: None
    select.poll, select.POLLIN = Poll, 1
    time.ticks_ms = lambda: world.ms % (1 << 30)
    time.ticks_diff = lambda new, old: (new - old + (1 << 29)) % (1 << 30) - (1 << 29)
    time.sleep_us = lambda us: None
    sys_.stdin, sys_.stdout = None, Bag()
    sys_.stdout.buffer = Stdout()
    os.urandom = lambda count: b"\xbe\xef"[:count]
    return {"machine": machine, "micropython": micropython, "select": select, "time": time, "sys": sys_, "os": os}


class Bench:
    """A hardware layer without pins."""

    def __init__(self, points=0):
        self.ms, self.seen, self.sent = 0, b"." * points, b""

    def now_ms(self):
        return self.ms

    def tx(self, data):
        self.sent += data

    def scan(self):
        return self.seen


def host(kind, payload):
    """A frame of the host, written from the specification: COBS by the book."""
    from hardware.firmware.frames import crc16

    plain = struct.pack(">BHHI", 0x10 | kind, 0, 0, 0) + payload
    plain += struct.pack(">H", crc16(plain))
    out = b""
    for block in plain.split(b"\0"):
        out += bytes([len(block) + 1]) + block
    return out + b"\0"


ASK, ACK, REPLAY, SET_CLOCK = 9, 10, 11, 12


def frames():
    from hardware.firmware.frames import crc16, pack, unpack

    sent = b""
    for payload in (b"", b"\0", b"\0\1\0", bytes(range(256)) + b"\0x", b"x" * 254, b"y" * 600):
        data = pack(2, 0xBEEF, 7, 123456, payload)
        assert unpack(data[:-1]) == (2, payload)
        assert unpack(data[:-2]) is None
        sent += data
    assert crc16(b"123456789") == 0x29B1
    return sent


def debounce():
    from hardware.firmware.board import Board
    from hardware.firmware.line import Line

    hal = Bench(3)
    board = Board(Line(hal, "", 1), 3)
    for seen in b"..x ... ..x ..x ... ..x ..x ..x ..x x.x w.x x.x x.x x.x ..x".split(b" "):
        hal.ms += 10
        board.look(seen)
    return hal.sent


def clock():
    from hardware.firmware.buttons import Buttons
    from hardware.firmware.clock import LEFT, RIGHT, Clock
    from hardware.firmware.line import Line
    from hardware.firmware.run import begin, turn

    hal = Bench()
    line = Line(hal, "f1a9", 0x0A01)
    faces = Clock(line, 10000, 2000)
    begin(line)
    buttons = Buttons(2)
    for levels in (b"\1\0", b"\0\0", b"\1\0", b"\1\0", b"\1\0", b"\0\0", b"\0\0", b"\0\0", b"\0\1", b"\0\1", b"\0\1"):
        hal.ms += 5
        for number in buttons.look(levels):
            faces.press((LEFT, RIGHT)[number])
    faces.run_or_stop()
    for _ in range(40):
        hal.ms += 250
        turn(line, b"")
    line.receive(host(SET_CLOCK, struct.pack(">BIIB", 9, 5000, 6000, LEFT)))
    faces.press(LEFT)
    line.receive(host(SET_CLOCK, struct.pack(">BIIB", 10, 5000, 6000, LEFT)))
    for _ in range(30):
        hal.ms += 250
        turn(line, b"")
    return hal.sent


def ring(text=False):
    from hardware.firmware.board import Board
    from hardware.firmware.line import Line
    from hardware.firmware.run import begin, turn

    hal = Bench(32)
    hal.seen = b"x" * 12 + b"." * 8 + b"x" * 12
    line = Line(hal, "f1a9", 0xBEEF, 8, text)
    Board(line, 32)
    begin(line)
    for step in range(60):
        hal.ms += 10
        if step % 5 == 0:
            number = 10 + step // 5
            hal.seen = hal.seen[:number] + (b"x" if hal.seen[number] == 46 else b".") + hal.seen[number + 1 :]
        turn(line, b"")
    for payload in (
        host(ACK, b""),
        host(REPLAY, struct.pack(">H", 7)),
        host(REPLAY, struct.pack(">H", 1)),
        host(REPLAY, struct.pack(">H", 13)),
        host(ASK, b"\0"),
        b"noise\0" + b"n" * 500 + b"\0\n",
        host(ASK, b"\1\1"),
        host(ASK, b"\1"),
    ):
        for byte in payload:
            line.receive(bytes([byte]))
    return hal.sent


def twin():
    """The ring in JSON Lines; and a host that asks in them."""
    from hardware.firmware.clock import Clock
    from hardware.firmware.line import Line

    hal = Bench()
    line = Line(hal, "f1a9", 0x0A01, 8, True)
    Clock(line, 60000, 0).run_or_stop()
    for said in (
        b'{"type":"ask","epoch":0,"seq":0,"ms":0,"snapshot":false,"crc":20641}\n',
        b'{"type":"ask","epoch":0,"seq":0,"ms":0,"snapshot":true,"crc":20641}\n',  # a CRC that does not fit
        b'{"type":"ask"}\n[1]\n{\n\n\xff\n',
    ):
        line.receive(said)
    return ring(True) + hal.sent


def served(name, steps, wiring=None, written=None):
    """Runs a board's ``main`` on pins: at each step's time its act is carried out, ``None`` ends it."""
    global world
    world.__init__()
    world.wiring, world.written = wiring or world.wiring, written or world.written
    module = __import__("hardware.firmware.boards." + name, None, None, ("main",))
    script = list(steps)

    def rx(self):
        world.ms += 2
        while script and world.ms >= script[0][0]:
            act = script.pop(0)[1]
            if act is None:
                raise Stop
            act()
        return b""

    module.Pico.rx = rx
    try:  # noqa: SIM105 - MicroPython has no contextlib
        module.main()
    except Stop:
        pass
    return world.sent


def matrix(name):
    closed = [(2, 11), (7, 13)]  # row pin, column pin

    def wiring(column):
        return 0 if any(world.levels[row] == 0 and column == at for row, at in closed) else 1

    steps = ((100, lambda: closed.remove((2, 11))), (200, lambda: closed.append((0, 10))), (300, None))
    return served(name, steps, wiring)


def shifted():
    register, outputs, closed = [1] * 16, [1] * 16, [(0, 0), (14, 14)]

    def written(pin, level):
        if pin == 17 and level:
            register.insert(0, world.levels[16])
            register.pop()
        elif pin == 18 and level:
            outputs[:] = register

    def wiring(column):
        return 0 if any(outputs[row] == 0 and column == at for row, at in closed) else 1

    return served("renju225", ((100, lambda: closed.append((7, 7))), (160, None)), wiring, written)


def two_buttons():
    down = []

    def release():
        down[:] = []

    steps = (
        (100, lambda: down.append(4)),
        (150, release),
        (1200, lambda: down.append(2)),
        (1300, release),
        (2000, None),
    )
    return served("two_button_clock", steps, lambda pin: 0 if pin in down else 1)


def main():
    sent = {"frames": frames(), "debounce": debounce(), "clock": clock(), "ring": ring(), "twin": twin()}
    kept = {name: sys.modules.get(name) for name in modules()}
    sys.modules.update(modules())
    sent["draughts50"] = matrix("draughts50")
    sent["draughts32"] = matrix("draughts32")
    sent["renju225"] = shifted()
    sent["two_button_clock"] = two_buttons()
    for name, module in kept.items():
        if module is None:
            del sys.modules[name]
        else:
            sys.modules[name] = module
    hexed = {name: "".join("%02x" % byte for byte in data) for name, data in sent.items()}  # noqa: UP031
    print(json.dumps(hexed))  # noqa: T201


main()
