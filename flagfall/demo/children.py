"""Child processes that are started again when they die, until they are told to stop."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
FIRST_WAIT_S = 0.3
LONGEST_WAIT_S = 5.0
STEADY_S = 10.0
"""A child that ran this long starts again at once; one that keeps dying waits longer each time."""


class Child:
    """One process of the hall. ``log`` receives its stdout and stderr; ``starts`` counts how often it was started;
    ``started`` is called each time."""

    def __init__(self, name: str, arguments: Sequence[str], log: Path, env: Mapping[str, str] | None = None) -> None:
        self.name, self.arguments, self.log = name, tuple(arguments), log
        self.starts = 0
        self.started: Callable[[], None] = lambda: None
        self._env = {**os.environ, **(env or {}), "PYTHONUNBUFFERED": "1"}
        self._process: asyncio.subprocess.Process | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._stopping = False

    @property
    def pid(self) -> int | None:
        """The running process, ``None`` between two starts."""
        process = self._process
        return process.pid if process is not None and process.returncode is None else None

    @property
    def gave_up(self) -> str | None:
        """The last lines of the log when the child cannot run at all (exit code 2: its input is wrong)."""
        if self._keeper is None or not self._keeper.done() or self._stopping:
            return None
        return self.tail()

    def start(self) -> None:
        """Start the process and keep it running."""
        self._keeper = asyncio.create_task(self._keep(), name=f"keep {self.name}")

    async def stop(self, patience_s: float = 8.0) -> None:
        """End the process with SIGTERM, and with SIGKILL when that does not help."""
        self._stopping = True
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            try:
                await asyncio.wait_for(process.wait(), patience_s)
            except TimeoutError:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper

    def kill(self) -> bool:
        """SIGKILL, as a power cut would end it. The keeper starts it again. False when it is not running."""
        pid = self.pid
        if pid is None:
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:  # it ended by itself, and nobody has told us yet
            return False
        return True

    def tail(self, lines: int = 12) -> str:
        """The end of the log."""
        try:
            return "\n".join(self.log.read_text("utf-8", "replace").splitlines()[-lines:])
        except OSError:
            return ""

    async def _keep(self) -> None:
        wait_s = FIRST_WAIT_S
        while not self._stopping:
            began = time.monotonic()
            with self.log.open("ab") as out:
                self._process = await asyncio.create_subprocess_exec(
                    *self.arguments, stdin=asyncio.subprocess.DEVNULL, stdout=out, stderr=out, env=self._env
                )
                self.starts += 1
                self.started()
                code = await self._process.wait()
            if self._stopping or code == 2:
                return
            wait_s = FIRST_WAIT_S if time.monotonic() - began > STEADY_S else min(2 * wait_s, LONGEST_WAIT_S)
            await asyncio.sleep(wait_s)


async def ending_its_processes(play: Coroutine[None, None, T]) -> T:
    """``play``, broken off by SIGTERM as by Ctrl-C: whoever ends a demo ends its hall's processes with it. Raises
    SystemExit(143) then."""
    playing = asyncio.ensure_future(play)
    told = False

    def end() -> None:
        nonlocal told
        told = True
        playing.cancel()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)
    try:
        return await playing
    except asyncio.CancelledError:
        playing.cancel()
        if not told:
            raise
        raise SystemExit(128 + signal.SIGTERM) from None


def flagfall(*arguments: str) -> tuple[str, ...]:
    """The command line that runs ``flagfall ARGUMENTS`` with this interpreter and this installation."""
    return (sys.executable, "-m", "flagfall", *arguments)
