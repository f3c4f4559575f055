"""Where a virtual device can be reached: a pseudo-terminal with a lasting path, or a TCP port.

Both know whether a client has the line open, take one client at a time, and outlive it. What is sent while nobody
listens is lost, as on a cable that is not plugged in.
"""

import asyncio
import os
import select
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from rules.errors import DeviceError

LOOK_S = 0.05
"""How often a pseudo-terminal that nobody has open is looked at."""

MOST_WAITING = 65_536
"""Bytes kept for a client that does not read; beyond it they are lost."""

Received = Callable[[bytes], None]


class Line(Protocol):
    """One end of a line. ``received`` and ``connected_changed`` are called in the event loop."""

    received: Received
    connected_changed: Callable[[bool], None]

    @property
    def address(self) -> str:
        """What a client opens: a path or ``socket://host:port``."""
        ...

    @property
    def connected(self) -> bool:
        """Whether a client has the line open."""
        ...

    async def open(self) -> None: ...

    def send(self, data: bytes) -> None: ...

    async def close(self) -> None: ...


def _ignore(_: object) -> None:
    return None


class PtyLine:
    """A pseudo-terminal. ``path`` becomes a symbolic link to it, and is taken away when the line is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.received: Received = _ignore
        self.connected_changed: Callable[[bool], None] = _ignore
        self.connected = False
        self._master, self._name = -1, ""
        self._waiting = bytearray()
        self._look: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        return str(self.path)

    async def open(self) -> None:
        """Makes the pseudo-terminal. `DeviceError` where there are none, or the path is taken by a real file."""
        if sys.platform == "win32":
            raise DeviceError("this system has no pseudo-terminals: serve the device on a TCP port", transient=False)
        import tty

        if self.path.exists() and not self.path.is_symlink():
            raise DeviceError(f"{self.path} exists and is not a link: choose another path", transient=False)
        if not os.access(self.path.parent, os.W_OK):
            raise DeviceError(f"{self.path}: no link can be made in this folder: choose another path", transient=False)
        self._master, client = os.openpty()
        tty.setraw(client)
        os.set_blocking(self._master, False)
        self._name = os.ttyname(client)
        os.close(client)  # with no end of our own open, the system tells when the last client has left
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(self._name)
        fresh.replace(self.path)
        self._look = asyncio.create_task(self._watch())

    def send(self, data: bytes) -> None:
        if not self.connected or len(self._waiting) + len(data) > MOST_WAITING:
            return
        self._waiting += data
        self._write()

    async def close(self) -> None:
        if self._look is None:
            return
        self._look.cancel()
        self._look = None
        self._hung_up()
        os.close(self._master)
        self._master = -1
        if self.path.is_symlink() and os.readlink(self.path) == self._name:
            self.path.unlink()

    async def _watch(self) -> None:
        """Nothing wakes the loop when a client opens the line, so it is looked at."""
        poll = select.poll()
        poll.register(self._master, select.POLLIN)
        while True:
            if not self.connected and not any(state & select.POLLHUP for _, state in poll.poll(0)):
                self.connected = True
                self._waiting.clear()
                asyncio.get_running_loop().add_reader(self._master, self._read)
                self.connected_changed(True)
            await asyncio.sleep(LOOK_S)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 4096)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if data:
            self.received(data)
        else:
            self._hung_up()

    def _hung_up(self) -> None:
        if not self.connected:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._master)
        loop.remove_writer(self._master)
        self.connected = False
        self._waiting.clear()
        self.connected_changed(False)

    def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            del self._waiting[: os.write(self._master, self._waiting)]
        except BlockingIOError:
            pass
        except OSError:
            self._hung_up()
            return
        if self._waiting:
            loop.add_writer(self._master, self._write)
        else:
            loop.remove_writer(self._master)


class TcpLine:
    """A TCP port; ``port`` 0 takes a free one. A second client is turned away while the first is there."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self.host, self.port = host, port
        self.received: Received = _ignore
        self.connected_changed: Callable[[bool], None] = _ignore
        self._server: asyncio.Server | None = None
        self._client: asyncio.StreamWriter | None = None

    @property
    def address(self) -> str:
        return f"socket://{self.host}:{self.port}"

    @property
    def connected(self) -> bool:
        return self._client is not None

    async def open(self) -> None:
        """Starts to listen. `DeviceError` when the port is taken."""
        try:
            self._server = await asyncio.start_server(self._serve, self.host, self.port)
        except OSError as fault:
            raise DeviceError(
                f"{self.address}: cannot listen there: {fault.strerror or fault}", transient=True
            ) from fault
        self.port = self._server.sockets[0].getsockname()[1]

    def send(self, data: bytes) -> None:
        client = self._client
        if client is not None and client.transport.get_write_buffer_size() + len(data) <= MOST_WAITING:
            client.write(data)

    async def close(self) -> None:
        server, self._server = self._server, None
        if server is not None:
            server.close()
        if self._client is not None:
            self._client.close()
            self._left()

    def unplug(self) -> None:
        """Cut the client off, as a pulled cable does; it may come again."""
        if self._client is not None:
            self._client.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._client is not None:
            writer.close()
            return
        self._client = writer
        self.connected_changed(True)
        try:
            while data := await reader.read(4096):
                self.received(data)
        except ConnectionError:
            pass
        finally:
            writer.close()
            if self._client is writer:
                self._left()

    def _left(self) -> None:
        self._client = None
        self.connected_changed(False)
