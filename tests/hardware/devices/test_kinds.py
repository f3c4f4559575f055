"""Every kind of device that is found: the conformance tests, which a new file without golden data fails by itself."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec
import pytest

import rules
from board.events import BoardDumped
from board.sensing import board_as_seen
from clock.events import ClockLinked, Press
from hardware.devices import DeviceKind, DeviceSettings, collect, device_kind, device_kinds
from hardware.events import DeviceEvent, DeviceInfo, Output
from hardware.virtual.hand import CAREFUL, actions
from hardware.virtual.play import perform
from rules.errors import DeviceError, SettingsError

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"


def example() -> DeviceKind:
    """The kind that the building notes show."""
    spec = spec_from_file_location("abacus", EXAMPLES / "abacus.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    kind = module.DEVICE
    assert isinstance(kind, DeviceKind)
    return kind


KINDS = sorted(({"abacus": example()} | dict(device_kinds())).values(), key=lambda kind: kind.name)


def usual(event: DeviceEvent) -> dict[str, object]:
    """The fields that an event has anyway: a golden file need not name them."""
    fields = msgspec.structs.fields(event)
    return {field.name: field.default for field in fields if field.default is None}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_golden_bytes_give_golden_events(kind: DeviceKind) -> None:
    """A file for each kind: settings, then steps of milliseconds, bytes in, events out."""
    folder = GOLDEN if kind.name in device_kinds() else EXAMPLES
    golden = json.loads((folder / f"{kind.name}.json").read_text())
    session = kind.open(msgspec.convert(golden["settings"], DeviceSettings))
    session.start(0)
    assert golden["steps"]
    for step in golden["steps"]:
        events = session.receive(bytes.fromhex(step["bytes"]), step["t_ms"]).events
        told = [{type(event).__name__: json.loads(msgspec.json.encode(event))} for event in events]
        assert len(events) == len(step["events"]), step
        pairs = zip(events, step["events"], strict=True)
        wanted = [{name: {**usual(event), **row[name]} for name in row} for event, row in pairs]
        assert told == wanted, step


@pytest.mark.parametrize(
    ("kind", "discipline"),
    [pytest.param(kind, name, id=f"{kind.name}-{name}") for kind in KINDS for name in sorted(kind.disciplines)],
)
def test_the_virtual_device_and_the_driver_understand_each_other(kind: DeviceKind, discipline: str) -> None:
    session, device = kind.open(DeviceSettings(discipline=discipline)), kind.virtual(discipline, 60_000, 1_000, 1.0)
    seen: list[DeviceEvent] = []

    def talk(heard: Output, now_ms: int) -> None:
        for _ in range(20):  # a chain is asked again and again; others have nothing more to say
            seen.extend(heard.events)
            if not heard.send:
                return
            heard = session.receive(device.receive(heard.send, now_ms), now_ms)

    def turn(now_ms: int) -> None:
        talk(session.receive(device.tick(now_ms), now_ms), now_ms)
        talk(session.tick(now_ms), now_ms)

    talk(session.start(0), 0)
    for now_ms in range(0, 4_000, 50):
        turn(now_ms)
    (dumped,) = (event for event in seen if isinstance(event, BoardDumped))
    assert dict(dumped.squares) == device.squares
    if discipline not in rules.disciplines():
        return
    position = rules.discipline(discipline).start()
    told = [event.sensor for event in seen if isinstance(event, DeviceInfo) and event.sensor]
    assert dict(dumped.squares) == board_as_seen(position.pieces(), (told or [kind.sensor or "piece"])[-1])
    for action in actions(position, position.legal_moves()[0], Random(0), CAREFUL):
        now_ms = 4_000 + action.t_ms
        talk(session.receive(perform(action, device, now_ms), now_ms), now_ms)
        turn(now_ms + 50)
    clock = any(isinstance(event, ClockLinked) and event.linked for event in seen)
    assert [event.by for event in seen if isinstance(event, Press)] == ([position.side] if clock else [])
    assert board_as_seen(device.squares, kind.sensor or "piece") == board_as_seen(
        position.apply(position.legal_moves()[0]).pieces(), kind.sensor or "piece"
    )


def test_kinds_are_found_by_name_or_refused() -> None:
    assert device_kind("dgt").title == "DGT board"
    with pytest.raises(SettingsError, match=f"known: {', '.join(sorted(device_kinds()))}"):
        device_kind("ouija")
    with pytest.raises(SettingsError, match="white_clock"):
        device_kind("dgt").open(DeviceSettings(white_clock="above"))
    with pytest.raises(SettingsError, match="renju"):
        device_kind("dgt").open(DeviceSettings(discipline="renju"))


def test_a_module_without_a_device_or_with_a_taken_name_is_refused() -> None:
    empty, twice = ModuleType("empty"), ModuleType("twice")
    with pytest.raises(DeviceError, match="empty must expose DEVICE"):
        collect([empty])
    twice.DEVICE = device_kind("dgt")  # type: ignore[attr-defined]
    with pytest.raises(DeviceError, match="'dgt' is taken"):
        collect([twice, twice])
