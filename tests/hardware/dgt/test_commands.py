"""Commands, byte for byte."""

import pytest

from hardware.dgt.commands import (
    Ask,
    ClockBeep,
    ClockEndText,
    ClockIcons,
    ClockSegments,
    ClockText,
    ClockTextLong,
    ClockVersion,
    Command,
    ScanMode,
    SetAndRun,
    SetLeds,
    encode,
)
from rules.errors import DeviceError

GOLDEN: list[tuple[Command, str]] = [
    (Ask.RESET, "40"),
    (Ask.CLOCK, "41"),
    (Ask.BOARD, "42"),
    (Ask.UPDATE, "43"),
    (Ask.UPDATE_BOARD, "44"),
    (Ask.SERIAL, "45"),
    (Ask.BUS_ADDRESS, "46"),
    (Ask.TRADEMARK, "47"),
    (Ask.EE_MOVES, "49"),
    (Ask.UPDATE_NICE, "4b"),
    (Ask.BATTERY, "4c"),
    (Ask.VERSION, "4d"),
    (Ask.BOARD_50_DARK, "50"),
    (Ask.BOARD_50_LIGHT, "52"),
    (Ask.LONG_SERIAL, "55"),
    (ScanMode.DARK, "51"),
    (ScanMode.LIGHT, "53"),
    (ScanMode.ALL, "54"),
    (SetLeds(True, 12, 28), "6004010c1c00"),
    (SetLeds(False, 0x40, 0x40), "600400404000"),
    (ClockVersion(), "2b03030900"),
    (ClockEndText(), "2b03030300"),
    (ClockBeep(16), "2b04030b1000"),
    (SetAndRun(left_ms=300_000, right_ms=300_000, left_runs=True), "2b0a030a0005000005000100"),
    (SetAndRun(left_ms=3_723_000, right_ms=59_001, right_runs=True, toggle=True), "2b0a030a01020300" + "01000a00"),
    (SetAndRun(left_ms=0, right_ms=35_999_000, pause=True), "2b0a030a000000093b3b0400"),
    (ClockText(" FLAG W "), "2b0c030c20464c414720572000" + "00"),
    (ClockText("ab", 3), "2b0c030c6162202020202020" + "0300"),
    (ClockTextLong("hello world and more", 1), "2b0f030d68656c6c6f20776f726c640100"),
    (ClockSegments("123456", True), "2b0b03014f5b067d6d66000300"),
    (ClockIcons(left=0x01, right=0x02, left_period=0x21, right_period=0x05), "2b0b0302010221050000000000"),
]


@pytest.mark.parametrize(("command", "expected"), GOLDEN)
def test_bytes(command: Command, expected: str) -> None:
    assert encode(command).hex() == expected


def test_nothing_encodes_to_a_command_that_a_board_never_forgets() -> None:
    assert not {0x4E, 0x51, 0x53, 0x54} & {int(ask) for ask in Ask}


@pytest.mark.parametrize("ms", [-1, 36_000_000])
def test_a_time_that_no_face_can_show_is_refused(ms: int) -> None:
    with pytest.raises(DeviceError, match="9:59:59") as fault:
        encode(SetAndRun(left_ms=ms, right_ms=0))
    assert not fault.value.transient
