"""`flagfall serve`: the broker, the hall, the connection between them, and the pages, in one process until SIGTERM."""

import asyncio
import contextlib
import json
import secrets
import signal
import socket
import ssl
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
import uvicorn

from rules.errors import FlagfallError, SettingsError, cannot_read
from server.accounts import Accounts
from server.address import reachable
from server.broker import Broker
from server.config import Settings, load
from server.folder import FolderLock, write_private
from server.hall import Hall
from server.mqtt import Link
from server.store import Store

log = structlog.get_logger("serve")

ASGI = Any
AppFactory = Callable[[Hall, Accounts], ASGI]
"""Makes the pages' ASGI application."""

GRACE_S = 3
"""How long open connections of browsers are waited for at the end."""


class PortTakenError(FlagfallError):
    """The port for the pages is taken."""


def wall_ms() -> int:
    """UTC in milliseconds, never going backwards by more than the system's own corrections."""
    return time.time_ns() // 1_000_000


async def serve(
    config: Path | Settings,
    app_factory: AppFactory,
    *,
    announce: Callable[[str], None],
    clock: Callable[[], int] = wall_ms,
    stop: asyncio.Event | None = None,
) -> None:
    """Serve the event of ``config`` until SIGTERM or SIGINT (or ``stop``).

    ``announce`` gets one line when everything is up: where the pages are and how tables join; warnings and first
    passwords come before it. ``join.json`` in the data folder says the same for programs. Raises SettingsError,
    FolderHeldError, BrokerError, StoreError or PortTakenError before anything is served.
    """
    settings = load(config) if isinstance(config, Path) else config
    for warning in settings.warnings:
        announce(warning)
    ending = stop or asyncio.Event()
    server = settings.server
    with FolderLock(server.folder):
        listening = _listen(server.host, server.port)
        async with contextlib.AsyncExitStack() as stack:
            stack.callback(listening.close)
            kept = Store(server.database or f"sqlite:///{server.folder / 'hall.db'}", event=settings.event.id)
            stack.callback(kept.close)
            hall = await Hall.open(settings, kept, clock, new_seed=secrets.randbits(62) + 1)
            stack.push_async_callback(hall.close)
            accounts = Accounts(kept, clock)
            for name, password in (await accounts.begin(settings.arbiters, server.folder)).items():
                announce(f"Password of {name}: {password}")
            link = await _link(stack, settings, hall)
            pages = _Pages(
                uvicorn.Config(app_factory(hall, accounts), log_config=None, timeout_graceful_shutdown=GRACE_S)
            )
            _end_on_signals(stack, ending)
            tasks = [asyncio.create_task(link.run()), asyncio.create_task(pages.serve(sockets=[listening]))]
            stack.push_async_callback(_cancel, tasks[0])
            stack.push_async_callback(_cancel, asyncio.create_task(hall.starter.run()))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(link.connected.wait(), 15)
            announce(_join_line(settings, hall, listening.getsockname()[1]))
            waiting = asyncio.create_task(ending.wait())
            await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            hall.changes.close()  # event streams end, so that their connections do not hold up the pages' end
            pages.should_exit = True
            await tasks[1]
            if tasks[0].done():
                tasks[0].result()


class _Pages(uvicorn.Server):
    """uvicorn without its own signal handlers: the whole server ends, not the pages alone."""

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        yield


async def _link(stack: contextlib.AsyncExitStack, settings: Settings, hall: Hall) -> Link:
    server = settings.server
    tls: ssl.SSLContext | None = None
    if server.tls_cert:
        tls = ssl.create_default_context(cafile=server.tls_cert)
        tls.check_hostname = False  # the broker is on this computer; its certificate names the hall's address
    if server.broker:
        host, _, port = server.broker.rpartition(":")
        password = ""
        if server.broker_password_file:
            password = await asyncio.to_thread(_first_line, Path(server.broker_password_file))
        hall.tables.join = (host, int(port), "")
        return Link(
            hall.tables,
            settings.event.id,
            lambda: (host, int(port)),
            user=server.broker_user,
            password=password,
            tls=tls,
        )
    broker = Broker(
        server.folder,
        settings.event.id,
        host=server.host,
        port=server.mqtt_port,
        tls=(server.tls_cert, server.tls_key) if server.tls_cert else None,
    )
    await broker.start()
    stack.push_async_callback(broker.close)
    near = "127.0.0.1" if server.host in ("0.0.0.0", "") else server.host  # noqa: S104
    hall.tables.join = (reachable(server.host), broker.port, broker.table_password)
    return Link(
        hall.tables,
        settings.event.id,
        lambda: (near, broker.port),
        user="server",
        password=broker.server_password,
        tls=tls,
    )


def _first_line(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingsError((f"broker_password_file: {cannot_read(path, fault)}",)) from fault


def _join_line(settings: Settings, hall: Hall, port: int) -> str:
    """One line for people, and ``join.json`` for programs."""
    address = reachable(settings.server.host)
    host, mqtt_port, password = hall.tables.join
    note = {
        "event": settings.event.id,
        "http": f"http://{address}:{port}/",
        "mqtt": f"{host}:{mqtt_port}",
        "user": "table",
        "password": password,
        "tls": bool(settings.server.tls_cert),
    }
    write_private(settings.server.folder / "join.json", json.dumps(note) + "\n")
    told = f", password {password}" if password else ""
    pages = f"http://{address}:{port}/"
    return f"Flagfall: {pages}  Desk: {pages}desk  Tables join {host}:{mqtt_port}, event {settings.event.id}{told}"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(512)
    except OSError as fault:
        listening.close()
        raise PortTakenError(
            f"port {port} for the pages cannot be used ({fault.strerror}): set another port in [server]"
        ) from fault
    listening.setblocking(False)
    return listening


def _end_on_signals(stack: contextlib.AsyncExitStack, ending: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, ending.set)
            stack.callback(loop.remove_signal_handler, number)


async def _cancel(task: "asyncio.Task[Any]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError, Exception):
        await task
