"""Several tables on the line of one chain: who holds it, what each is told, and a cable that is pulled."""

import asyncio
from collections.abc import AsyncIterator, Callable
from time import monotonic_ns

import pytest

from board.events import BoardDumped, SquareChanged
from clock.events import Press
from hardware.chain import Chains
from hardware.devices import DeviceSettings, device_kind
from hardware.events import ClockSet, DeviceInfo
from hardware.link import DeviceDown, DeviceUp, LinkEvent
from hardware.virtual.chain import VirtualChain
from hardware.virtual.line import TcpLine
from hardware.virtual.shell import Part, Shell
from rules.errors import DeviceError, SettingsError
from rules.side import Side

KIND = device_kind("dgt-chain")
ONE, TWO = 1025, 1026


def now_ms() -> int:
    return monotonic_ns() // 1_000_000


class Table:
    """One board of the chain, and what its table is told."""

    def __init__(self, chains: Chains, line: str, bus: int, discipline: str = "russian") -> None:
        self.told: list[LinkEvent] = []
        self.bytes, self.heard = b"", 0
        settings = DeviceSettings(discipline=discipline, bus=bus)
        self.board = chains.board(line, KIND, settings, self.told.append, heard=self._hear, capture=self._keep)
        self.job = asyncio.create_task(self.board.run())

    def _hear(self) -> None:
        self.heard += 1

    def _keep(self, data: bytes) -> None:
        self.bytes += data

    def of(self, *kinds: type) -> list[LinkEvent]:
        return [event for event in self.told if isinstance(event, kinds)]

    async def leave(self) -> None:
        self.job.cancel()
        await asyncio.gather(self.job, return_exceptions=True)


async def until(what: Callable[[], object]) -> None:
    async with asyncio.timeout(15):
        while not what():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.02)


@pytest.fixture
async def shell() -> AsyncIterator[Shell]:
    assert KIND.chain is not None
    shell = Shell(KIND.chain.virtual("russian", 300_000, 0, 1.0, (ONE, TWO)), TcpLine())
    await shell.open()
    yield shell
    await shell.close()


def boards(shell: Shell) -> VirtualChain:
    assert isinstance(shell.device, VirtualChain)
    return shell.device


async def test_each_table_is_told_of_its_own_board(shell: Shell) -> None:
    chains = Chains(now_ms)
    tables = {bus: Table(chains, shell.line.address, bus) for bus in (ONE, TWO)}
    await until(lambda: all(table.of(BoardDumped) for table in tables.values()))
    hand = Part(shell, boards(shell).boards[TWO])
    hand.do(lambda board, now: board.start_clock(now))
    await until(lambda: any(getattr(event, "running", None) for event in tables[TWO].told))
    hand.do(lambda board, now: board.lift("c3", now))
    hand.do(lambda board, now: board.place("d4", "w", now))
    hand.do(lambda board, now: board.press(Side.WHITE, now))
    await until(lambda: tables[TWO].of(Press))
    squares = [getattr(event, "sq", "press") for event in tables[TWO].of(SquareChanged, Press)]
    assert squares == ["c3", "d4", "press"]
    assert tables[ONE].of(SquareChanged, Press) == []
    for bus, table in tables.items():
        (up,) = table.of(DeviceUp)
        assert isinstance(up, DeviceUp)
        assert up.line == shell.line.address
        assert {event.serial for event in table.told if isinstance(event, DeviceInfo)} == {f"{bus:05}"}
        assert table.heard > 3
        assert table.bytes  # the bytes of the whole line
        table.board.set_clock(1, 1, None)
        assert [event.ok for event in table.told if isinstance(event, ClockSet)] == [False]
        await table.leave()


async def test_a_table_that_leaves_and_comes_back_with_another_game_disturbs_no_other(shell: Shell) -> None:
    chains = Chains(now_ms)
    stays, goes = (Table(chains, shell.line.address, bus) for bus in (ONE, TWO))
    await until(lambda: stays.of(BoardDumped) and goes.of(BoardDumped))
    twice = Table(chains, shell.line.address, ONE)
    with pytest.raises(DeviceError, match="served already"):
        await twice.job
    await goes.leave()
    back = Table(chains, shell.line.address, TWO, "giveaway")
    await until(lambda: back.of(BoardDumped))
    assert len(stays.of(DeviceUp, DeviceDown)) == 1
    assert stays.of(SquareChanged) == []
    await back.leave()
    await stays.leave()


async def test_a_pulled_cable_is_told_at_every_table_and_both_come_back(shell: Shell) -> None:
    chains = Chains(now_ms)
    tables = [Table(chains, shell.line.address, bus) for bus in (ONE, TWO)]
    await until(lambda: all(table.of(BoardDumped) for table in tables))
    assert isinstance(shell.line, TcpLine)
    shell.line.unplug()
    await until(lambda: all(table.of(DeviceDown) for table in tables))
    await until(lambda: all(len(table.of(DeviceUp)) == 2 and len(table.of(BoardDumped)) == 2 for table in tables))
    for table in tables:
        await table.leave()


async def test_a_line_that_cannot_be_a_line_is_told_at_every_table() -> None:
    chains = Chains(now_ms)
    tables = [Table(chains, "nowhere://at/all", bus) for bus in (ONE, TWO)]
    for table in tables:
        with pytest.raises(DeviceError):
            await table.job
        (down,) = table.of(DeviceDown)
        assert isinstance(down, DeviceDown)
        assert not down.transient


def test_what_is_no_board_of_a_chain() -> None:
    chains = Chains(now_ms)
    with pytest.raises(SettingsError, match="line for itself"):
        chains.board("x", device_kind("dgt"), DeviceSettings(bus=1), lambda event: None)
    with pytest.raises(SettingsError, match="bus address"):
        chains.board("x", KIND, DeviceSettings(), lambda event: None)
