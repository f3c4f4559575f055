"""Lines with lasting names, who answers on them, and the piece that is lifted."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial.tools.list_ports
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.devices import device_kind, device_kinds
from hardware.discovery import FoundBoard, FoundLine, by_id, first_lift, identify, lines, named
from hardware.flagfall_line.session import FORBIDDEN, FlagfallSession
from hardware.peripheral.session import PeripheralSession, PeripheralSettings
from hardware.virtual.chain import VirtualChain
from hardware.virtual.line import TcpLine
from hardware.virtual.shell import Shell
from rules.errors import DeviceError

SERIALS = {"dgt": "3000123946", "dgt-chain": "3000101025", "flagfall": "virtual-1"}
"""Of the virtual boards; other protocols may have no serial numbers."""


def port(device: str, serial_number: str | None = None, vid: int | None = None) -> SimpleNamespace:
    return SimpleNamespace(device=device, serial_number=serial_number, vid=vid, pid=vid, description="n/a")


def test_names_that_outlast_re_plugging(tmp_path: Path) -> None:
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-DGT_23946-if00").symlink_to(tmp_path / "ttyACM0")
    linked = str(tmp_path / "ttyACM0")
    found = named(
        [
            port("COM7", "A50285BI", 0x0403),
            port(linked, "23946", 0x045B),
            port("/dev/ttyS0"),
            port("COM1"),
            port("/dev/ttyUSB3", None, 0x1A86),
        ],
        by_id(tmp_path / "by-id"),
    )
    addresses = {line.port: line.address for line in found}
    assert addresses == {
        "COM7": "hwgrep://SER=A50285BI",
        linked: str(tmp_path / "by-id" / "usb-DGT_23946-if00"),
        "COM1": "COM1",
        "/dev/ttyUSB3": "/dev/ttyUSB3",
    }
    assert found[0].description == ""
    assert by_id(tmp_path / "nowhere") == {}


def test_the_lines_of_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial.tools.list_ports, "comports", lambda: [port("COM9", "77", 1)])
    assert [(line.port, line.usb_serial) for line in lines()] == [("COM9", "77")]


async def served(name: str, discipline: str = "russian") -> Shell:
    shell = Shell(device_kind(name).virtual(discipline, 60_000, 0, 1.0), TcpLine())
    await shell.open()
    return shell


def at(shell: Shell) -> FoundLine:
    return FoundLine(address=shell.line.address, port=shell.line.address)


@pytest.mark.parametrize("name", [kind.name for kind in device_kinds().values() if kind.wired])
async def test_every_kind_is_known_by_its_own_words(name: str) -> None:
    shell = await served(name)
    (board,) = await identify(at(shell), listen_s=0.9, chain_s=0.3)
    assert board.kind == (name if name != "dgt-chain" else "dgt")  # a single board is no chain
    assert board.sensor == (device_kind(name).sensor or "piece")
    if name in SERIALS:
        assert board.serial == SERIALS[name]
    await shell.close()


async def test_a_board_of_another_game_is_a_board() -> None:
    shell = await served("flagfall", "international")
    (board,) = await identify(at(shell), listen_s=0.4, chain_s=0.1)
    assert board.kind == "flagfall"
    await shell.close()


async def test_each_board_of_a_chain_is_named_and_the_one_with_the_lifted_piece_is_told() -> None:
    kind = device_kind("dgt-chain")
    assert kind.chain is not None
    chain = kind.chain.virtual("russian", 60_000, 0, 1.0, (1025, 78, 9431))  # 78 is 4e, which no board may be sent
    assert isinstance(chain, VirtualChain)
    shell = Shell(chain, TcpLine())
    await shell.open()
    found = await identify(at(shell), chain_s=0.4)
    assert [(board.kind, board.bus, board.serial) for board in found] == [
        ("dgt-chain", 78, "00078"),
        ("dgt-chain", 1025, "01025"),
        ("dgt-chain", 9431, "09431"),
    ]
    assert not chain.single
    for bus in (9431, 78):
        waiting = asyncio.create_task(first_lift(found, "russian", timeout_s=30))
        while not waiting.done():  # people do not wait until the board is known
            chain.boards[bus].lift("c3", shell.now_ms)
            await asyncio.sleep(0.2)
            chain.boards[bus].place("c3", "w", shell.now_ms)
            await asyncio.sleep(0.2)
        lifted = waiting.result()
        assert lifted is not None
        assert lifted.bus == bus
    assert all(board.eeprom_written == [] for board in chain.boards.values())
    await shell.close()


async def test_nobody_and_no_line() -> None:
    quiet = TcpLine()
    await quiet.open()
    assert await identify(FoundLine(address=quiet.address, port=""), listen_s=0.1, chain_s=0.1) == ()
    await quiet.close()
    with pytest.raises(DeviceError, match="refused"):
        await identify(FoundLine(address=quiet.address, port=""), listen_s=0.1)


async def test_the_board_on_which_a_piece_is_lifted() -> None:
    shells = [await served("dgt"), await served("flagfall"), await served("cpp")]
    boards = [
        FoundBoard(line=at(shell), kind=kind) for shell, kind in zip(shells, ("dgt", "flagfall", "cpp"), strict=True)
    ]
    for number in (1, 0, 2):
        waiting = asyncio.create_task(first_lift(boards, "russian", timeout_s=10))
        await asyncio.sleep(1.2)
        shells[number].do(lambda device, now_ms: device.lift("c3", now_ms))
        assert await waiting is boards[number]
        shells[number].do(lambda device, now_ms: device.place("c3", "w", now_ms))
        await asyncio.sleep(0.1)
    assert await first_lift(boards, "russian", timeout_s=0.2) is None
    for shell in shells:
        await shell.close()


@settings(max_examples=200)
@given(st.integers(0, 1 << 40))
def test_no_question_to_an_unknown_device_can_hurt_a_dgt_board(now_ms: int) -> None:
    """Neither the boot loader nor a scan mode is ever among the bytes, whatever the time is."""
    line, peripheral = FlagfallSession(), PeripheralSession(PeripheralSettings(discipline="chess"))
    sent = line.start(now_ms).send + peripheral.start(now_ms).send
    for later in range(0, 5_000, 100):
        sent += line.tick(now_ms + later).send + peripheral.tick(now_ms + later).send
    assert not FORBIDDEN & {*sent}


def test_the_udev_rule_names_what_the_code_names() -> None:
    rule = (Path(__file__).parents[2] / "hardware" / "udev" / "60-flagfall.rules").read_text()
    assert 'ATTRS{idVendor}=="045b"' in rule
    assert "$env{ID_SERIAL_SHORT}" in rule
    for row in rule.splitlines():
        assert not row or row.startswith(("#", "SUBSYSTEM", "GOTO", "LABEL", "MODE", "ENV"))
