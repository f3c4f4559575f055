"""The table client: one process for all the boards of one computer. The door of ``flagfall table TABLE.toml``."""

import asyncio
import secrets
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path

from hardware.chain import Chains
from hardware.transport import Transport
from table.committer import Committer
from table.config import Config, Table
from table.journal import Journal
from table.seat import Seat
from table.status import Status
from table.wall import now_ms


async def run(
    config: Config,
    *,
    capture: Path | None = None,
    changed: Callable[[Status], None] | None = None,
    ready: Callable[[tuple[Seat, ...]], None] | None = None,
    lines: Mapping[str, Transport] | None = None,
) -> None:
    """Serves the tables of ``config`` until SIGTERM or SIGINT, or until cancelled; then it ends cleanly.

    ``capture``: a file for the raw bytes of the line, as they come; with several tables each has its own, with
    ``-7`` for table 7 before the suffix. ``changed`` is called with a table's status whenever it changed, ``ready``
    once with the tables, for a screen beside them; ``lines`` are the screen's own, by the names that the tables know
    them by. Raises JournalError when the journal cannot be used.
    """
    with ExitStack() as stack:
        journal = stack.enter_context(Journal.open(config.folder))
        committer = Committer(journal)
        boot = secrets.token_hex(4)
        chains = Chains(now_ms)
        seats = tuple(
            Seat(
                config,
                table,
                journal,
                committer,
                boot=boot,
                capture=_capture(stack, capture, table, several=len(config.table) > 1),
                changed=changed,
                lines=lines,
                chains=chains,
            )
            for table in config.table
        )

        def check() -> None:
            for seat in seats:
                seat.check()

        committer.changed = check
        if ready is not None:
            ready(seats)
        await _serve(seats, committer)


async def _serve(seats: tuple[Seat, ...], committer: Committer) -> None:
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, asked.set)
    writing = asyncio.create_task(committer.run())
    serving = [asyncio.create_task(seat.run()) for seat in seats]
    stopping = asyncio.create_task(asked.wait())
    try:
        done, _ = await asyncio.wait([writing, stopping, *serving], return_when=asyncio.FIRST_COMPLETED)
        for job in done - {stopping}:
            job.result()
    finally:
        # The tables before the writer: each one's last events are on the disk before it leaves.
        for jobs in (serving, [writing, stopping]):
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)


def _capture(stack: ExitStack, path: Path | None, table: Table, *, several: bool) -> Callable[[bytes], None] | None:
    if path is None:
        return None
    file = stack.enter_context((path.with_stem(f"{path.stem}-{table.number}") if several else path).open("ab", 0))

    def write(data: bytes) -> None:
        file.write(data)

    return write
