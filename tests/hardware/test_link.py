"""Driver and virtual board over real lines: pseudo-terminals and sockets, pulled and put back."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

import rules
from board.events import BoardDumped, SquareChanged
from clock.events import Press
from hardware.dgt.driver import DgtSession
from hardware.dgt.reader import DgtSettings
from hardware.events import ClockSet, DeviceFault
from hardware.link import MUTE_MS, DeviceDown, DeviceUp, Link, LinkEvent
from hardware.simulate import Simulation, serve
from hardware.transport import SerialLine
from hardware.virtual.board import VirtualBoard
from hardware.virtual.hand import actions, board_after
from hardware.virtual.line import TcpLine
from hardware.virtual.play import play
from hardware.virtual.shell import Shell
from rules.errors import DeviceError
from rules.side import Side


class Table:
    """Collects what a link tells."""

    def __init__(self, url: str, *, silent_ms: int = 8_000, mute_ms: int = MUTE_MS) -> None:
        self.events: list[LinkEvent] = []
        self.capture = bytearray()
        self.link = Link(
            SerialLine(url),
            DgtSession(DgtSettings(silent_ms=silent_ms)),
            self.events.append,
            lambda: time.monotonic_ns() // 1_000_000,
            capture=self.capture.extend,
            mute_ms=mute_ms,
        )
        self.task = asyncio.create_task(self.link.run())

    async def until(self, wanted: Callable[[LinkEvent], bool], after: int = 0) -> int:
        """Waits for an event; gives the number of events by then."""
        for _ in range(500):
            if any(wanted(event) for event in self.events[after:]):
                return len(self.events)
            await asyncio.sleep(0.01)
        raise AssertionError(self.events[after:])

    def squares(self) -> dict[str, str]:
        board: dict[str, str] = {}
        for event in self.events:
            if isinstance(event, BoardDumped):
                board = dict(event.squares)
            elif isinstance(event, SquareChanged):
                board.pop(event.sq, None)
                if event.p != ".":
                    board[event.sq] = event.p
        return board

    async def stop(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


def is_a(kind: type) -> Callable[[LinkEvent], bool]:
    return lambda event: isinstance(event, kind)


@pytest.fixture(params=["pty", "tcp"])
async def shell(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Shell]:
    at = str(tmp_path / "board") if request.param == "pty" else "socket://127.0.0.1:0"
    shell = await serve(Simulation(at=at, base_ms=600_000, increment_ms=2_000, speed=40, hold=True))
    yield shell
    await shell.close()


async def test_a_few_moves_over_a_real_line(shell: Shell) -> None:
    table = Table(shell.line.address)
    await table.until(is_a(BoardDumped))
    shell.do(lambda device, now_ms: device.start_clock(now_ms))
    rng, position = Random(5), rules.discipline("russian").start()
    movers = []
    for _ in range(6):
        move = rng.choice(position.legal_moves())
        await play(shell, actions(position, move, rng))
        movers.append(position.side)
        position = position.apply(move)
    await asyncio.sleep(0.3)
    assert table.squares() == position.pieces() == shell.device.squares
    assert [event.by for event in table.events if isinstance(event, Press)] == movers
    assert table.capture.count(b"\x8e\x00\x05") >= 12
    await table.stop()


async def test_a_client_goes_and_comes_back(shell: Shell) -> None:
    table = Table(shell.line.address)
    await table.until(is_a(BoardDumped))
    await table.stop()
    for _ in range(100):
        if not shell.line.connected:
            break
        await asyncio.sleep(0.01)
    assert not shell.line.connected
    before = shell.now_ms
    shell.do(lambda device, now_ms: device.lift("c3", now_ms))
    await asyncio.sleep(0.05)
    assert shell.now_ms == before  # game time stands still while nobody listens
    again = Table(shell.line.address)
    await again.until(is_a(BoardDumped))
    assert "c3" not in again.squares()
    assert not [event for event in again.events if isinstance(event, SquareChanged)]
    assert shell.now_ms > before
    await again.stop()


async def test_the_hand_waits_while_nobody_records(shell: Shell) -> None:
    position = rules.discipline("russian").start()
    move = position.parse("c3-d4")
    done = actions(position, move, Random(0))
    hand = asyncio.create_task(play(shell, done))
    await asyncio.sleep(0.2)
    assert shell.device.squares == position.pieces()
    table = Table(shell.line.address)
    await asyncio.wait_for(hand, 5)
    assert shell.device.squares == board_after(position.pieces(), done)
    await table.stop()


async def test_a_device_that_vanishes_and_comes_back_at_the_same_path(tmp_path: Path) -> None:
    at = str(tmp_path / "board")
    shell = await serve(Simulation(at=at))
    table = Table(at)
    seen = await table.until(is_a(BoardDumped))
    await shell.close()
    assert not (tmp_path / "board").is_symlink()
    seen = await table.until(is_a(DeviceDown), seen)
    downs = [event for event in table.events if isinstance(event, DeviceDown)]
    assert "unplugged" in downs[0].reason
    assert downs[0].transient
    await asyncio.sleep(1.0)
    reasons = [event.reason for event in table.events if isinstance(event, DeviceDown)]
    assert len(reasons) == 2  # each reason once, however often it was tried
    assert "not found" in reasons[1]
    with pytest.raises(DeviceError, match="not connected"):
        table.link.set_clock(1, 1, None)
    shell = await serve(Simulation(at=at))
    seen = await table.until(is_a(DeviceUp), seen)
    await table.until(is_a(BoardDumped), seen)
    await table.stop()
    await shell.close()


async def test_a_cut_socket_is_opened_again() -> None:
    shell = await serve(Simulation(at="127.0.0.1:0"))
    table = Table(shell.line.address)
    seen = await table.until(is_a(BoardDumped))
    assert isinstance(shell.line, TcpLine)
    shell.line.unplug()
    seen = await table.until(is_a(DeviceUp), seen)
    shell.do(lambda device, now_ms: device.lift("c3", now_ms))
    await table.until(is_a(BoardDumped), seen)
    assert "c3" not in table.squares()
    await table.stop()
    await shell.close()


async def test_the_clock_is_set_over_the_line(shell: Shell) -> None:
    table = Table(shell.line.address)
    await table.until(lambda event: getattr(event, "clock_version", "") != "")
    table.link.set_clock(120_000, 60_000, Side.WHITE)
    await table.until(lambda event: isinstance(event, ClockSet) and event.ok)
    await table.stop()


async def test_garbage_from_the_line_ends_in_the_right_board(shell: Shell) -> None:
    table = Table(shell.line.address)
    await table.until(is_a(BoardDumped))
    rng = Random(9)
    for _ in range(20):
        shell.line.send(rng.randbytes(40))
    shell.do(lambda device, now_ms: device.lift("c3", now_ms))
    for _ in range(300):
        await asyncio.sleep(0.02)
        if table.squares() == shell.device.squares:
            break
    assert table.squares() == shell.device.squares
    await table.stop()


async def test_a_fault_that_will_not_heal_ends_the_link(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    table = Table(str(tmp_path / "file"))
    with pytest.raises(DeviceError, match="not a serial line"):
        await asyncio.wait_for(table.task, 5)
    (down,) = table.events
    assert isinstance(down, DeviceDown)
    assert not down.transient


async def test_a_line_on_which_nothing_is_heard_is_opened_anew() -> None:
    """The far end of a socket that lost its power: nobody tells, and what is sent goes nowhere."""
    board, callers = VirtualBoard(), 0

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal callers
        callers += 1
        deaf = callers < 3
        with suppress(asyncio.CancelledError):
            while data := await reader.read(64):
                if not deaf:
                    writer.write(board.receive(data, 0))
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    table = Table(f"socket://127.0.0.1:{server.sockets[0].getsockname()[1]}", silent_ms=700, mute_ms=1_000)
    await table.until(is_a(BoardDumped))
    assert callers == 3
    told = [event for event in table.events if isinstance(event, DeviceUp | DeviceDown | DeviceFault)]
    assert [type(event) for event in told] == [DeviceUp, DeviceFault]  # the silence once, however often it was tried
    await table.stop()
    server.close()


class LostLine:
    """A line that is open until it is lost."""

    name = "lost"

    def __init__(self) -> None:
        self.lost = asyncio.Event()

    async def open(self) -> None: ...

    async def read(self) -> bytes:
        await self.lost.wait()
        raise DeviceError("lost", transient=True)

    async def write(self, data: bytes) -> None: ...

    async def close(self) -> None: ...


@pytest.mark.parametrize("steps", range(6))
async def test_a_link_that_is_ended_as_its_line_is_lost_ends(steps: int) -> None:
    line = LostLine()
    running = asyncio.create_task(Link(line, DgtSession(), lambda event: None, lambda: 0).run())
    await asyncio.sleep(0.01)
    line.lost.set()
    for _ in range(steps):
        await asyncio.sleep(0)
    running.cancel()
    done, _ = await asyncio.wait([running], timeout=2)
    running.cancel()
    assert done
    assert running.cancelled()
