"""A serial line: opened, read, written, closed. All that goes wrong is a `DeviceError` that says what to do.

>>> async def hello(line: Transport) -> bytes:
...     await line.open()
...     await line.write(b"B")
...     return await line.read()
"""

import asyncio
import errno
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, cast

import serial

from rules.errors import DeviceError

READ_TIMEOUT_S = 0.2
"""How long the reader thread may sleep before it looks whether it should end."""

WRITE_TIMEOUT_S = 2.0


class Transport(Protocol):
    """A line to one device. After `close` it can be opened again."""

    @property
    def name(self) -> str:
        """The address, for messages."""
        ...

    async def open(self) -> None:
        """Opens the line. `DeviceError`: transient when another try may succeed."""
        ...

    async def read(self) -> bytes:
        """At least one byte, as soon as it comes. `DeviceError` when the line is lost."""
        ...

    async def write(self, data: bytes) -> None:
        """Sends all of ``data``, in the order of the calls. `DeviceError` when the line is lost."""
        ...

    async def close(self) -> None:
        """Closes the line; never fails, and may be called twice."""
        ...


class _Port(Protocol):
    """What is used of pyserial's ports, which its own base class does not declare."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


class SerialLine:
    """A line by pyserial: a device path, ``socket://host:port``, ``loop://``, ``hwgrep://...``.

    A thread reads and hands the bytes to the event loop; another writes, so that a stuck line never stops the loop.
    """

    def __init__(self, url: str, baud: int = 9600) -> None:
        self._url, self._baud = url, baud
        self._port: _Port | None = None
        self._reader: threading.Thread | None = None
        self._writer: ThreadPoolExecutor | None = None
        self._arrived: asyncio.Queue[bytes | DeviceError] = asyncio.Queue()
        self._lost: DeviceError | None = None
        self._closing = threading.Event()

    @property
    def name(self) -> str:
        return self._url

    async def open(self) -> None:
        await self.close()
        loop = asyncio.get_running_loop()
        self._port = await asyncio.to_thread(self._open)
        self._arrived, self._lost, self._closing = asyncio.Queue(), None, threading.Event()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix=f"write {self._url}")
        arguments = (self._port, self._closing, loop, self._arrived)
        self._reader = threading.Thread(target=self._pump, args=arguments, name=f"read {self._url}", daemon=True)
        self._reader.start()

    async def read(self) -> bytes:
        if self._lost is None:
            if self._port is None:
                raise DeviceError(f"{self._url} is not open", transient=True)
            got = await self._arrived.get()
            if isinstance(got, bytes):
                return got
            self._lost = got
        raise self._lost

    async def write(self, data: bytes) -> None:
        port, writer = self._port, self._writer
        if port is None or writer is None:
            raise DeviceError(f"{self._url} is not open", transient=True)
        try:
            await asyncio.get_running_loop().run_in_executor(writer, port.write, data)
        except (OSError, serial.SerialException, RuntimeError) as fault:
            raise lost(self._url, fault) from fault

    async def close(self) -> None:
        port, reader, writer = self._port, self._reader, self._writer
        self._port = self._reader = self._writer = None
        if port is None:
            return
        self._closing.set()
        self._arrived.put_nowait(DeviceError(f"{self._url} was closed", transient=True))
        await asyncio.to_thread(_shut, port, reader)
        if writer is not None:
            writer.shutdown(wait=False, cancel_futures=True)

    def _open(self) -> _Port:
        own = None if "://" in self._url else True
        try:
            port = serial.serial_for_url(
                self._url, self._baud, timeout=READ_TIMEOUT_S, write_timeout=WRITE_TIMEOUT_S, exclusive=own
            )
        except (OSError, ValueError, serial.SerialException) as fault:
            raise not_opened(self._url, fault) from fault
        return cast(_Port, port)

    def _pump(
        self,
        port: _Port,
        closing: threading.Event,
        loop: asyncio.AbstractEventLoop,
        arrived: "asyncio.Queue[bytes | DeviceError]",
    ) -> None:
        """The reader thread: ends when the line is lost or closed, or the loop is gone."""
        got: bytes | DeviceError
        while not closing.is_set():
            try:
                got = port.read(max(1, port.in_waiting))
            except Exception as fault:  # pyserial lets TypeError and others out when a port vanishes under it
                got = lost(self._url, fault)
            if not got or closing.is_set():
                continue
            try:
                loop.call_soon_threadsafe(arrived.put_nowait, got)
            except RuntimeError:
                return
            if isinstance(got, DeviceError):
                return


def _shut(port: _Port, reader: threading.Thread | None) -> None:
    """Let the reader end first: closing a port that another thread reads from is not safe."""
    if reader is not None:
        reader.join(READ_TIMEOUT_S * 5)
    try:
        port.close()
    except (OSError, serial.SerialException):
        return


def not_opened(url: str, fault: Exception) -> DeviceError:
    """Why a line could not be opened, and what to do about it."""
    code = _errno(fault)
    text = str(fault)
    if code == errno.ENOENT or "Errno 2]" in text or "no ports found" in text:
        return DeviceError(f"{url}: not found: is the device plugged in and switched on?", transient=True)
    if code in (errno.EACCES, errno.EPERM) or "Permission denied" in text:
        advice = "allow it once with: sudo usermod -aG dialout $USER, then log in again"
        return DeviceError(f"{url}: permission denied: {advice}", transient=False)
    if code in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "Resource busy" in text:
        return DeviceError(f"{url}: port busy: another program has it open; close that program", transient=True)
    if code == errno.ECONNREFUSED or "refused" in text:
        return DeviceError(f"{url}: refused: nothing listens there (yet)", transient=True)
    if code == errno.ENOTTY or "Could not configure port" in text:
        return DeviceError(f"{url}: this is not a serial line: {text}", transient=False)
    if isinstance(fault, ValueError) and not isinstance(fault, OSError):
        expected = "expected a device path, socket://host:port or loop://"
        return DeviceError(f"{url}: not an address: {expected} ({text})", transient=False)
    return DeviceError(f"{url}: cannot be opened: {text}", transient=True)


def lost(url: str, fault: Exception) -> DeviceError:
    """The line was open and is gone."""
    if isinstance(fault, serial.SerialTimeoutException):
        return DeviceError(f"{url}: the device takes no bytes: check its cable and power", transient=True)
    return DeviceError(f"{url}: unplugged or switched off ({fault})", transient=True)


def _errno(fault: BaseException) -> int | None:
    """The system's error number, from the fault or from what it wraps."""
    seen: BaseException | None = fault
    while seen is not None:
        number = getattr(seen, "errno", None)
        if isinstance(number, int):
            return number
        seen = seen.__cause__ or seen.__context__
    return None
