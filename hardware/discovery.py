"""Which boards hang on this computer: the serial lines, names for them that outlast re-plugging, and who answers there.

Every system lists its lines with the serial number of the USB device; that number is what a table is bound to.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from time import monotonic_ns
from typing import Any, Protocol

import msgspec

from board.events import BoardDumped, SquareChanged
from hardware.chain import Chains
from hardware.devices import ChainSession, DeviceKind, DeviceSettings, device_kinds
from hardware.events import DeviceFault, DeviceInfo
from hardware.link import TICK_S, DeviceDown, Link, LinkEvent
from hardware.transport import SerialLine, Transport
from rules.errors import DeviceError

BY_ID = Path("/dev/serial/by-id")
DGT_VENDOR = 0x045B
LISTEN_S = 2.5
"""How long a kind of device is listened for: a DGT board asks for half a second of patience with each question."""

MORE_S = 0.7
"""After each thing that a device has said of itself, so long for the next: a long serial number follows a short one."""

FIRST = ("dgt-chain", "dgt", "flagfall")
"""Kinds are tried in this order and then by name: a DGT board is never asked in another language before its own.
A chain comes first, for the questions to a single board would take all of its boards out of bus mode."""

CHAIN_S = 1.6
"""How long the boards of a chain are listened for: their answers are spread over 1.1 seconds."""

Open = Callable[[str, int], Transport]


class FoundLine(msgspec.Struct, frozen=True, kw_only=True):
    """A serial line. ``address`` is what TABLE.toml should name: it stays the same when the device is plugged in
    elsewhere, where the device has a serial number; ``port`` is what the system calls the line today."""

    address: str
    port: str
    usb_serial: str = ""
    vendor: int | None = None
    product: int | None = None
    description: str = ""


class FoundBoard(msgspec.Struct, frozen=True, kw_only=True):
    """A device that answered. Empty texts are what it did not say. ``bus`` is its address on a chain."""

    line: FoundLine
    kind: str
    serial: str = ""
    version: str = ""
    sensor: str = ""
    bus: int | None = None


class _Port(Protocol):
    """What is used of pyserial's list."""

    device: str
    serial_number: str | None
    vid: int | None
    pid: int | None
    description: str | None


def lines() -> tuple[FoundLine, ...]:
    """The lines of this computer, those without a device left out where that can be told."""
    from serial.tools import list_ports

    ports: list[Any] = list(list_ports.comports())
    return named(ports, by_id())


def by_id(folder: Path = BY_ID) -> Mapping[str, str]:
    """On Linux: the lasting name of each port. Empty elsewhere."""
    links = sorted(folder.iterdir()) if folder.is_dir() else []
    return {str(link.resolve()): str(link) for link in links}


def named(ports: Iterable[_Port], lasting: Mapping[str, str]) -> tuple[FoundLine, ...]:
    """Each port with its lasting address: a link of the system, else the serial number, else only the port."""
    found = []
    for port in sorted(ports, key=lambda port: port.device):
        number = (port.serial_number or "").strip()
        address = lasting.get(port.device) or (f"hwgrep://SER={number}" if number else port.device)
        if port.vid is None and not number and port.device not in lasting and "ttyS" in port.device:
            continue  # a serial chip of the mainboard, which is always there
        found.append(
            FoundLine(
                address=address,
                port=port.device,
                usb_serial=number,
                vendor=port.vid,
                product=port.pid,
                description="" if port.description in (None, "n/a") else str(port.description),
            )
        )
    return tuple(found)


async def identify(
    line: FoundLine, open_line: Open = SerialLine, listen_s: float = LISTEN_S, chain_s: float = CHAIN_S
) -> tuple[FoundBoard, ...]:
    """Who answers on this line: each kind is tried in its own language. Nobody, one device, or the boards of a chain.

    A single board that just woke up answers as a chain of one; it is taken for what it says when it is asked alone.
    Raises `DeviceError` when the line cannot be opened at all.
    """
    alone: tuple[FoundBoard, ...] = ()
    for kind in _kinds(line):
        if kind.chain is not None:
            chain = await _ask_chain(line, kind, open_line, chain_s)
            if len(chain) > 1:
                return chain
            alone = alone or chain
        elif (board := await _listen(line, kind, open_line, listen_s)) is not None:
            return (board,)
    return alone


async def first_lift(
    boards: Iterable[FoundBoard], discipline: str, open_line: Open = SerialLine, timeout_s: float = 120.0
) -> FoundBoard | None:
    """The board on which a piece is lifted first; ``None`` when none is in time. Lines that fail meanwhile are tried
    again, as at a table."""
    lifted: asyncio.Queue[FoundBoard] = asyncio.Queue()
    chains = Chains(_now_ms, open_line)
    links = [asyncio.create_task(_watch(board, discipline, open_line, chains, lifted)) for board in boards]
    try:
        return await asyncio.wait_for(lifted.get(), timeout_s)
    except TimeoutError:
        return None
    finally:
        for link in links:
            link.cancel()
        await asyncio.gather(*links, return_exceptions=True)


async def _watch(
    board: FoundBoard, discipline: str, open_line: Open, chains: Chains, lifted: "asyncio.Queue[FoundBoard]"
) -> None:
    kind = device_kinds()[board.kind]

    def seen(event: LinkEvent) -> None:
        if isinstance(event, SquareChanged) and event.p == ".":
            lifted.put_nowait(board)

    settings = DeviceSettings(discipline=_playable(kind, discipline), bus=board.bus)
    with suppress(DeviceError):
        if kind.chain is not None:
            await chains.board(board.line.address, kind, settings, seen).run()
        else:
            await Link(open_line(board.line.address, kind.baud), kind.open(settings), seen, _now_ms).run()


def _kinds(line: FoundLine) -> list[DeviceKind]:
    known = device_kinds()
    asked = (kind for kind in known.values() if kind.wired)
    if line.vendor == DGT_VENDOR:
        asked = (known[name] for name in FIRST if name.startswith("dgt"))
    return sorted(asked, key=lambda kind: (*(kind.name != name for name in FIRST), kind.name))


async def _ask_chain(line: FoundLine, kind: DeviceKind, open_line: Open, listen_s: float) -> tuple[FoundBoard, ...]:
    """Calls all boards of a chain; which of them answer."""
    assert kind.chain is not None
    chain, transport = kind.chain.session(), open_line(line.address, kind.baud)
    await transport.open()
    try:
        await transport.write(chain.start(_now_ms()).send)
        with suppress(TimeoutError):
            async with asyncio.timeout(listen_s):
                jobs = (_chain_hears(transport, chain), _chain_asks(transport, chain))
                await asyncio.gather(*jobs)
    finally:
        await transport.close()
    return tuple(
        FoundBoard(line=line, kind=kind.name, serial=f"{bus:05}", sensor=kind.sensor or "", bus=bus)
        for bus in sorted(chain.found)
    )


async def _chain_hears(transport: Transport, chain: ChainSession) -> None:
    while True:
        chain.receive(await transport.read(), _now_ms())


async def _chain_asks(transport: Transport, chain: ChainSession) -> None:
    while True:
        await asyncio.sleep(TICK_S)
        if send := chain.tick(_now_ms()).send:
            await transport.write(send)


async def _listen(line: FoundLine, kind: DeviceKind, open_line: Open, listen_s: float) -> FoundBoard | None:
    """Speaks as ``kind`` for a while. What its codec takes for a message decides: noise makes no events."""
    heard: list[LinkEvent] = []
    news: asyncio.Queue[LinkEvent] = asyncio.Queue()
    transport, session = open_line(line.address, kind.baud), kind.open(DeviceSettings(discipline=_playable(kind)))
    link = asyncio.create_task(Link(transport, session, news.put_nowait, _now_ms).run())
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(listen_s) as patience:
                while True:
                    event = await news.get()
                    if isinstance(event, DeviceDown) and not heard:
                        raise DeviceError(event.reason, transient=event.transient)
                    if isinstance(event, DeviceInfo | BoardDumped) or _is_wrong_board(event):
                        heard.append(event)
                        patience.reschedule(asyncio.get_running_loop().time() + MORE_S)
    finally:
        link.cancel()
        await asyncio.gather(link, return_exceptions=True)
    if not heard:
        return None
    infos = [event for event in heard if isinstance(event, DeviceInfo)]
    info = infos[-1] if infos else DeviceInfo(t_ms=0, kind=kind.name)
    return FoundBoard(
        line=line, kind=kind.name, serial=info.serial, version=info.version, sensor=info.sensor or kind.sensor or ""
    )


def _is_wrong_board(event: LinkEvent) -> bool:
    return isinstance(event, DeviceFault) and event.kind == "wrong-board"


def _playable(kind: DeviceKind, discipline: str = "russian") -> str:
    return discipline if discipline in kind.disciplines else min(kind.disciplines)


def _now_ms() -> int:
    return monotonic_ns() // 1_000_000
