"""Lines that virtual devices are served on."""

import asyncio
import os
from pathlib import Path

import pytest

from hardware.virtual.line import PtyLine, TcpLine
from rules.errors import DeviceError


async def settle(wanted: bool, line: PtyLine | TcpLine) -> None:
    for _ in range(200):
        if line.connected is wanted:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"connected is {line.connected}")


async def test_a_pseudo_terminal_knows_its_client_and_outlives_it(tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "board")
    heard = bytearray()
    changes: list[bool] = []
    line.received, line.connected_changed = heard.extend, changes.append
    await line.open()
    await asyncio.sleep(0.15)
    assert not line.connected
    line.send(b"lost")
    for turn in range(2):
        client = os.open(line.address, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        await settle(True, line)
        line.send(b"\x00\x03\x0a\x0d\x11\xff")
        await asyncio.sleep(0.02)
        assert os.read(client, 100) == b"\x00\x03\x0a\x0d\x11\xff"  # raw: nothing is echoed, changed or eaten
        os.write(client, b"\x03\x0d\x42")
        await asyncio.sleep(0.05)
        assert heard == b"\x03\x0d\x42" * (turn + 1)
        os.close(client)
        await settle(False, line)
    assert changes == [True, False, True, False]
    await line.close()
    assert not (tmp_path / "board").is_symlink()
    await line.close()


async def test_a_client_that_does_not_read_stops_nothing(tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "board")
    await line.open()
    client = os.open(line.address, os.O_RDWR | os.O_NOCTTY)
    await settle(True, line)
    for _ in range(2_000):
        line.send(b"x" * 100)
    got = 0
    while got < 20_000:
        got += len(os.read(client, 4096))
        await asyncio.sleep(0)
    os.close(client)
    await settle(False, line)
    await line.close()


async def test_the_path_of_a_dead_run_is_taken_over_and_a_file_is_not(tmp_path: Path) -> None:
    (tmp_path / "board").symlink_to("/dev/pts/nowhere")
    line = PtyLine(tmp_path / "board")
    await line.open()
    assert line.path.exists()
    newer = PtyLine(tmp_path / "board")
    await newer.open()
    await line.close()
    assert newer.path.exists()
    await newer.close()
    (tmp_path / "file").write_text("mine")
    with pytest.raises(DeviceError, match="not a link"):
        await PtyLine(tmp_path / "file").open()
    assert (tmp_path / "file").read_text() == "mine"


async def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="choose another path"):
        await PtyLine(tmp_path / "nowhere" / "board").open()


async def test_a_socket_takes_one_client_at_a_time() -> None:
    line = TcpLine()
    heard = bytearray()
    line.received = heard.extend
    await line.open()
    first_in, first = await asyncio.open_connection(line.host, line.port)
    await settle(True, line)
    second_in, second = await asyncio.open_connection(line.host, line.port)
    assert await second_in.read() == b""
    second.close()
    line.send(b"hello")
    assert await first_in.readexactly(5) == b"hello"
    first.write(b"B")
    await asyncio.sleep(0.05)
    assert heard == b"B"
    first.close()
    await settle(False, line)
    line.send(b"nobody")
    await line.close()


async def test_a_taken_port_is_an_error() -> None:
    line = TcpLine()
    await line.open()
    with pytest.raises(DeviceError, match="cannot listen"):
        await TcpLine(port=line.port).open()
    await line.close()
