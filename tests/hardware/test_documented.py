"""What a user of boards can meet is named in the documents, and the documents' examples are true."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from hardware.devices import DeviceSettings, device_kinds
from hardware.events import FaultKind
from hardware.flagfall_line.codec import Codec
from hardware.flagfall_line.messages import KEYS, PLAYERS_BUTTONS, POINTS, Frame
from hardware.flagfall_line.text import TYPES
from hardware.peripheral.states import VARIANTS

DOCS = Path(__file__).parents[2] / "docs"
LINE = (DOCS / "reference" / "flagfall-line.md").read_text()
DEVICES = (DOCS / "reference" / "devices.md").read_text()
BUILD = (DOCS / "how-to" / "build-a-board.md").read_text()


@pytest.mark.parametrize(
    "name",
    [
        *device_kinds(),
        *(field.name for field in msgspec.structs.fields(DeviceSettings)),
        *get_args(FaultKind),
        *VARIANTS.values(),
    ],
)
def test_devices(name: str) -> None:
    assert f"`{name}`" in DEVICES


@pytest.mark.parametrize("name", TYPES)
def test_messages(name: str) -> None:
    assert name.upper().replace("-", "_") in LINE
    assert f"`{name}`" in LINE


def test_buttons_and_boards() -> None:
    words = " ".join(LINE.split())
    for code, name in {**KEYS, **PLAYERS_BUTTONS}.items():
        assert f"{code} {name}" in words
    assert all(str(points) in LINE for points in POINTS)


def test_the_examples_are_frames() -> None:
    rows = [re.search(r"((?:[0-9a-f]{2} )+00)$", row) for row in LINE.split("## Examples")[1].splitlines()]
    data = b"".join(bytes.fromhex(row[1]) for row in rows if row)
    text = next(row for row in LINE.splitlines() if row.startswith('{"type":"change"'))
    codec = Codec()
    frames = codec.feed(data + text.encode() + b"\n")
    assert codec.discarded == 0
    assert [type(frame.body).__name__ for frame in frames] == ["Change", "Lever", "Clock", "Ask", "Replay", "Change"]
    assert frames[0] == frames[-1]
    assert isinstance(frames[0], Frame)
    assert (frames[0].epoch, frames[0].seq, frames[0].ms) == (0x0A01, 6, 5_000)


def test_every_board_to_build_has_its_wiring() -> None:
    boards = Path(__file__).parents[2] / "hardware" / "firmware" / "boards"
    for module in boards.glob("[a-z]*.py"):
        assert f"`{module.stem}`" in BUILD
