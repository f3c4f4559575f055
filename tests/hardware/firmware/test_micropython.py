"""The firmware's bytes, scenario by scenario: under CPython, and in MicroPython itself where it is installed.

MicroPython comes as an npm package and runs under node: `npm install @micropython/micropython-webassembly-pyscript`. It
is found in a `node_modules` above the working folder, or by the environment variable FLAGFALL_MICROPYTHON, which names
the package's folder.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import hardware
from hardware.flagfall_line.codec import Codec, Dialect
from hardware.flagfall_line.messages import (
    Body,
    Button,
    Change,
    Clock,
    ClockDone,
    Frame,
    Heartbeat,
    Hello,
    Lever,
    Snapshot,
)
from hardware.wing import Wing

HERE = Path(__file__).parent
SCENARIOS = HERE / "scenarios.py"
GOLDEN: Mapping[str, str] = json.loads((HERE / "golden.json").read_text())
PACKAGE = Path("node_modules", "@micropython", "micropython-webassembly-pyscript")
MISSING = "MicroPython is not here: npm install @micropython/micropython-webassembly-pyscript (node is needed too)"


def sent_by(*command: str) -> Mapping[str, str]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    sent: Mapping[str, str] = json.loads(done.stdout)
    return sent


def micropython() -> Path | None:
    """The folder of MicroPython's npm package."""
    named = os.environ.get("FLAGFALL_MICROPYTHON")
    places = [Path(named)] if named else [folder / PACKAGE for folder in (Path.cwd(), *Path.cwd().parents)]
    return next((place for place in places if (place / "micropython.mjs").is_file()), None)


def frames(scenario: str) -> list[Frame]:
    codec = Codec()
    found = codec.feed(bytes.fromhex(GOLDEN[scenario]))
    assert codec.discarded == 0
    return found


def bodies(scenario: str, *kinds: type[Body]) -> list[Body]:
    return [frame.body for frame in frames(scenario) if not kinds or isinstance(frame.body, kinds)]


def test_under_cpython() -> None:
    assert sent_by(sys.executable, str(SCENARIOS)) == GOLDEN


def test_in_micropython(tmp_path: Path) -> None:
    """In the memory that a Pico has, with every module of the firmware and every board to build."""
    package, node = micropython(), shutil.which("node")
    if package is None or node is None:
        pytest.skip(MISSING)
    source = Path(hardware.__file__).parent
    shutil.copytree(
        source / "firmware", tmp_path / "hardware" / "firmware", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(source / "__init__.py", tmp_path / "hardware")
    assert sent_by(node, str(HERE / "micropython.mjs"), str(package), str(tmp_path), str(SCENARIOS)) == GOLDEN


def test_bounces_are_no_changes() -> None:
    assert [(frame.seq, frame.ms, frame.body) for frame in frames("debounce")] == [
        (1, 80, Change(square=2, piece="x")),
        (2, 140, Change(square=0, piece="x")),
    ]


def test_the_clock_obeys_its_buttons_and_the_host() -> None:
    assert bodies("clock", Lever) == [Lever(by=Wing.LEFT), Lever(by=Wing.RIGHT), Lever(by=Wing.LEFT)]
    assert bodies("clock", Button) == [Button(code=3)]
    assert bodies("clock", ClockDone) == [ClockDone(order=9, ok=True), ClockDone(order=10, ok=False)]
    assert bodies("clock", Clock)[-1] == Clock(left_ms=7_000, right_ms=0, right_flag=True, lever=Wing.RIGHT)


def test_the_ring_replays_what_it_has_and_shows_the_board_where_it_has_not() -> None:
    changes = [frame for frame in frames("ring") if isinstance(frame.body, Change)]
    first, again = changes[:12], changes[12:]
    assert [frame.seq for frame in first] == list(range(1, 13))
    assert again == first[6:]
    kinds = [type(frame.body) for frame in frames("ring")][20:]
    assert kinds == [Heartbeat, Snapshot, Heartbeat, Hello, Hello, Snapshot]


def test_the_twin_in_text_says_the_same() -> None:
    codec = Codec()
    lines = codec.feed(bytes.fromhex(GOLDEN["twin"]))
    assert (codec.discarded, codec.dialect) == (0, Dialect.TEXT)
    assert lines[:14] == frames("ring")[:14]
    assert [type(frame.body) for frame in lines[14:]] == [Button, Clock, Hello]


@pytest.mark.parametrize(
    ("board", "points", "changed"),
    [
        ("draughts50", 50, [(11, "."), (0, "x")]),
        ("draughts32", 32, [(9, "."), (0, "x")]),
        ("renju225", 225, [(112, "x")]),
    ],
)
def test_a_board_on_pins(board: str, points: int, changed: list[tuple[int, str]]) -> None:
    (hello,) = bodies(board, Hello)
    assert isinstance(hello, Hello)
    assert (hello.points, hello.serial) == (points, "01ab")
    assert bodies(board, Change) == [Change(square=square, piece=piece) for square, piece in changed]


def test_a_clock_on_pins() -> None:
    assert bodies("two_button_clock", Lever) == [Lever(by=Wing.LEFT)]
    assert bodies("two_button_clock", Clock)[-1] == Clock(
        left_ms=608_902, right_ms=604_500, running=Wing.RIGHT, lever=Wing.RIGHT
    )
