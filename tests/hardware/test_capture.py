"""Stored bytes told again."""

import pytest

from board.events import BoardDumped, SquareChanged
from clock.events import Press, Reading
from hardware.capture import replay
from hardware.devices import DeviceSettings, device_kind
from rules.errors import SettingsError
from rules.side import Side

GAME = "8d000a00050000050009" + "8e00052a00" + "8d000a00050000045809" + "8e00052301" + "8d000a00050000045513"


def test_a_capture_without_a_dump_begins_at_the_start() -> None:
    events = list(replay(bytes.fromhex(GAME), device_kind("dgt"), DeviceSettings()))
    told = [event for event in events if isinstance(event, SquareChanged | Press)]
    assert [(type(event).__name__, getattr(event, "sq", None)) for event in told] == [
        ("SquareChanged", "c3"),
        ("SquareChanged", "d4"),
        ("Press", None),
    ]


def test_time_is_at_least_what_the_faces_say() -> None:
    events = list(replay(bytes.fromhex(GAME), device_kind("dgt"), DeviceSettings()))
    times = [event.t_ms for event in events]
    assert times == sorted(times)
    first, second, third = (event.t_ms for event in events if isinstance(event, Reading))
    assert second - first == 2_000
    assert third - second == 3_000
    (press,) = (event for event in events if isinstance(event, Press))
    assert (press.by, press.t_ms) == (Side.WHITE, third)


def test_a_dump_of_another_position_is_told() -> None:
    data = bytes.fromhex("860043") + bytes(64)
    (event,) = replay(data, device_kind("dgt"), DeviceSettings())
    assert event == BoardDumped(t_ms=event.t_ms, squares={})


def test_noise_is_no_error() -> None:
    assert list(replay(bytes(range(256)) * 3, device_kind("dgt"), DeviceSettings())) != []


def test_a_discipline_the_device_is_not_for() -> None:
    with pytest.raises(SettingsError, match="renju"):
        list(replay(b"", device_kind("dgt"), DeviceSettings(discipline="renju")))
