"""`flagfall boards` on virtual boards."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from flagfall.cli import app
from hardware.devices import device_kind
from hardware.virtual.board import VirtualBoard
from hardware.virtual.chain import VirtualChain
from hardware.virtual.line import TcpLine
from hardware.virtual.shell import Shell
from table.config import parse

SERVER = '[server]\naddress = "hall"\nevent = "club"\npassword = "x"\n'


@contextmanager
def served(*kinds: str, buses: tuple[int, ...] = ()) -> Iterator[list[Shell]]:
    """Virtual boards in a loop of their own, as they would be in other processes; with ``buses`` a chain of them."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def begin() -> list[Shell]:
        found = [device_kind(kind) for kind in kinds]
        shells = [
            Shell(
                kind.chain.virtual("russian", 60_000, 0, 1.0, buses)
                if kind.chain is not None and buses
                else kind.virtual("russian", 60_000, 0, 1.0),
                TcpLine(),
            )
            for kind in found
        ]
        for shell in shells:
            await shell.open()
        return shells

    async def end(shells: list[Shell]) -> None:
        for shell in shells:
            await shell.close()

    shells = asyncio.run_coroutine_threadsafe(begin(), loop).result(5)
    try:
        yield shells
    finally:
        asyncio.run_coroutine_threadsafe(end(shells), loop).result(5)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


def options(shells: list[Shell]) -> list[str]:
    return ["--only", *(word for shell in shells for word in ("--line", shell.line.address))]


def test_who_answers() -> None:
    with served("flagfall") as shells:
        told = CliRunner().invoke(app, ["boards", *options(shells), "--line", "/nowhere", "--json"])
        assert told.exit_code == 0
        board, nothing = json.loads(told.stdout)["lines"]
        assert board["boards"] == [
            {"kind": "flagfall", "serial": "virtual-1", "version": "flagfall 1", "sensor": "piece", "bus": None}
        ]
        assert nothing["boards"] == []
        assert "not found" in nothing["fault"]
        plain = CliRunner().invoke(app, ["boards", *options(shells), "--no-ask"])
        assert shells[0].line.address in plain.stdout


def test_a_lifted_piece_binds_a_table(tmp_path: Path) -> None:
    config = tmp_path / "TABLE.toml"
    config.write_text(SERVER + '[[table]]\nnumber = 7\ndevice = "dgt"\nline = "somewhere"\n')
    with served("dgt", "flagfall") as shells:
        stop = threading.Event()

        def hand() -> None:
            """At first at one board, then at the other, over and over: as people who do not wait to be asked."""
            while not stop.wait(0.4):
                shell = shells[1]
                shell.do(lambda device, now_ms: device.lift("c3", now_ms))
                shell.do(lambda device, now_ms: device.place("c3", "w", now_ms))

        lifting = threading.Thread(target=hand, daemon=True)
        lifting.start()
        told = CliRunner().invoke(app, ["boards", "bind", str(config), *options(shells), "--seconds", "8", "--json"])
        stop.set()
        lifting.join()
        assert told.exit_code == 0, told.output
        (bound,) = json.loads(told.stdout.splitlines()[-1])["bound"]
        assert (bound["table"], bound["device"], bound["line"]) == (7, "flagfall", shells[1].line.address)
        (table,) = parse(config.read_text()).table
        assert (table.device, table.line) == ("flagfall", shells[1].line.address)


def test_two_tables_are_bound_to_two_boards_of_a_chain(tmp_path: Path) -> None:
    config = tmp_path / "TABLE.toml"
    config.write_text(SERVER + '[[table]]\nnumber = 7\ndevice = "dgt"\nline = "x"\n')
    with served("dgt-chain", buses=(1025, 1026)) as shells:
        chain = shells[0].device
        assert isinstance(chain, VirtualChain)
        stop = threading.Event()

        def hand() -> None:
            while not stop.wait(0.4):
                shell = shells[0]
                for bus in (1026, 1025):
                    shell.do(lambda device, now_ms, bus=bus: chain.boards[bus].lift("c3", now_ms))
                    shell.do(lambda device, now_ms, bus=bus: chain.boards[bus].place("c3", "w", now_ms))

        told = CliRunner().invoke(app, ["boards", *options(shells)])
        assert "dgt-chain 01025 (bus 1025) piece" in told.stdout
        assert "dgt-chain 01026 (bus 1026) piece" in told.stdout
        lifting = threading.Thread(target=hand, daemon=True)
        lifting.start()
        wanted = ["--table", "7", "--table", "8", "--seconds", "8", "--json"]
        told = CliRunner().invoke(app, ["boards", "bind", str(config), *options(shells), *wanted])
        stop.set()
        lifting.join()
        assert told.exit_code == 0, told.output
        tables = parse(config.read_text()).table
        assert [(table.number, table.device, table.line) for table in tables] == [
            (number, "dgt-chain", shells[0].line.address) for number in (7, 8)
        ]
        assert {table.bus for table in tables} == {1025, 1026}


def test_a_scan_mode_needs_a_yes() -> None:
    with served("dgt") as shells:
        device = shells[0].device
        assert isinstance(device, VirtualBoard)
        refused = CliRunner().invoke(app, ["boards", "scan-mode", shells[0].line.address, "dark"])
        assert refused.exit_code == 1
        assert device.eeprom_written == []
        written = CliRunner().invoke(app, ["boards", "scan-mode", shells[0].line.address, "dark", "--yes"])
        assert written.exit_code == 0, written.output
        assert device.eeprom_written == [0x51]


def test_a_scan_mode_is_not_written_to_something_else() -> None:
    with served("flagfall") as shells:
        told = CliRunner().invoke(app, ["boards", "scan-mode", shells[0].line.address, "all", "--yes"])
        assert told.exit_code != 0
        assert "nothing was written" in str(told.exception)
    wrong = CliRunner().invoke(app, ["boards", "scan-mode", "x", "some", "--yes"])
    assert wrong.exit_code != 0


@pytest.mark.parametrize("text", ["[[table", "data = 'x'"])
def test_a_file_without_tables(tmp_path: Path, text: str) -> None:
    (tmp_path / "T.toml").write_text(text)
    told = CliRunner().invoke(app, ["boards", "bind", str(tmp_path / "T.toml"), "--only"])
    assert told.exit_code != 0
