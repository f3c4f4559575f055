"""The line by pyserial, on pseudo-terminals, sockets and its own loop."""

import asyncio
import errno
import os
import tty
from pathlib import Path

import pytest
import serial

from hardware.transport import SerialLine, lost, not_opened
from rules.errors import DeviceError


async def test_a_loop_gives_back_what_was_written_in_order() -> None:
    line = SerialLine("loop://")
    await line.open()
    for n in range(50):
        await line.write(bytes([n]))
    got = b""
    while len(got) < 50:
        got += await line.read()
    assert got == bytes(range(50))
    await line.close()
    await line.close()


async def test_a_line_can_be_opened_again() -> None:
    line = SerialLine("loop://")
    for n in range(3):
        await line.open()
        await line.write(bytes([n]))
        assert await line.read() == bytes([n])
        await line.close()


async def test_a_line_that_is_not_open_says_so() -> None:
    line = SerialLine("loop://")
    with pytest.raises(DeviceError, match="not open"):
        await line.read()
    with pytest.raises(DeviceError, match="not open"):
        await line.write(b"x")


async def test_closing_ends_a_waiting_read() -> None:
    line = SerialLine("loop://")
    await line.open()
    waiting = asyncio.create_task(line.read())
    await asyncio.sleep(0.05)
    await line.close()
    with pytest.raises(DeviceError, match="closed"):
        await asyncio.wait_for(waiting, 2)


async def test_an_unplugged_device_is_a_transient_error() -> None:
    master, client = os.openpty()
    tty.setraw(client)
    line = SerialLine(os.ttyname(client))
    await line.open()
    os.close(client)
    os.write(master, b"hello")
    got = await line.read()
    while len(got) < 5:
        got += await line.read()
    assert got == b"hello"
    os.close(master)
    for _ in range(2):
        with pytest.raises(DeviceError, match="unplugged") as fault:
            await asyncio.wait_for(line.read(), 2)
        assert fault.value.transient
    await line.close()


async def test_a_busy_port_is_named_and_free_again_afterwards() -> None:
    master, client = os.openpty()
    path = os.ttyname(client)
    first, second = SerialLine(path), SerialLine(path)
    await first.open()
    with pytest.raises(DeviceError, match="port busy") as fault:
        await second.open()
    assert fault.value.transient
    await first.close()
    await second.open()
    await second.close()
    os.close(master)
    os.close(client)


async def test_what_cannot_be_opened_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="not found") as fault:
        await SerialLine(str(tmp_path / "ttyUSB7")).open()
    assert fault.value.transient
    (tmp_path / "file").touch()
    with pytest.raises(DeviceError, match="not a serial line") as fault:
        await SerialLine(str(tmp_path / "file")).open()
    assert not fault.value.transient
    with pytest.raises(DeviceError, match="not an address") as fault:
        await SerialLine("nothing://here").open()
    assert not fault.value.transient
    with pytest.raises(DeviceError, match="refused") as fault:
        await SerialLine("socket://127.0.0.1:9").open()
    assert fault.value.transient


def test_permission_and_other_faults() -> None:
    denied = not_opened("/dev/ttyUSB0", serial.SerialException(errno.EACCES, "could not open port: Permission denied"))
    assert "dialout" in str(denied)
    assert not denied.transient
    assert not_opened("/dev/ttyUSB0", OSError(errno.EIO, "broken")).transient
    assert "takes no bytes" in str(lost("x", serial.SerialTimeoutException("Write timeout")))


async def test_a_socket_that_closes_is_unplugged() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readexactly(1) * 3)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    line = SerialLine(f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    await line.open()
    await line.write(b"B")
    got = b""
    while len(got) < 3:
        got += await asyncio.wait_for(line.read(), 2)
    assert got == b"BBB"
    with pytest.raises(DeviceError, match="unplugged"):
        await asyncio.wait_for(line.read(), 2)
    await line.close()
    server.close()
