"""What stands on the demo's tables: virtual boards of every kind, each on its line, or several on that of a chain."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from clock import software
from clock.control import fischer
from flagfall.demo.hands import Board, Pace
from hardware.devices.dgt import virtual_board
from hardware.devices.screen import start_of
from hardware.flagfall_line.squares import expected_points
from hardware.peripheral.states import side_of
from hardware.touch.device import TouchDevice
from hardware.virtual.board import VirtualBoard
from hardware.virtual.chain import VirtualChain
from hardware.virtual.clock import VirtualClock
from hardware.virtual.flagfall import VirtualFlagfall
from hardware.virtual.line import PtyLine
from hardware.virtual.peripheral import VirtualPeripheral
from hardware.virtual.shell import Part, Served, Shell
from rules import discipline

CHAIN = "dgt-chain"
KINDS: Mapping[str, str] = {
    "dgt": "dgt",
    CHAIN: CHAIN,
    "flagfall": "flagfall",
    "flagfall-contacts": "flagfall",
    "flagfall-text": "flagfall",
    "cpp": "cpp",
    "screen": "screen",
}
"""The boards that the demo has, and their device kinds in TABLE.toml: a board on a Flagfall line may have bare
contacts, or speak the JSON Lines twin."""

FIRST_BUS = 1024


class Place(NamedTuple):
    """A table's board: its virtual device, how the hands reach it, and where a table client finds it."""

    board: Board
    shell: Served
    device: str
    line: str
    bus: int | None = None


async def set_up(
    boards: Mapping[int, str], game: str, pace: Pace, folder: Path
) -> tuple[dict[int, Place], list[Shell]]:
    """The boards of ``boards`` by their tables, served on pseudo-terminals in ``folder``; and what serves them."""
    places, shells = {}, []
    chained = [table for table, name in boards.items() if name == CHAIN]
    if chained:
        members = {FIRST_BUS + table: _dgt(table, game, pace, f"{FIRST_BUS + table:05}") for table in chained}
        whole = Shell(VirtualChain(members), PtyLine(folder / "chain"), speed=pace.speed, hold=True)
        shells.append(whole)
        for table, (bus, member) in zip(chained, members.items(), strict=True):
            places[table] = Place(member, Part(whole, member), CHAIN, whole.line.address, bus)
    for table, name in boards.items():
        if name != CHAIN:
            board = _board(table, name, game, pace)
            shell = Shell(board, PtyLine(folder / f"table-{table}"), speed=pace.speed, hold=True)
            shells.append(shell)
            places[table] = Place(board, shell, KINDS[name], shell.line.address)
    for shell in shells:
        await shell.open()
    return dict(sorted(places.items())), shells


def _board(table: int, name: str, game: str, pace: Pace) -> Board:
    if name == "dgt":
        return _dgt(table, game, pace, f"{20_000 + table:05}")
    first = discipline(game).first_side
    if name == "screen":
        clock = software.wound(fischer(pace.base_ms, pace.increment_ms))
        return TouchDevice(start_of(game), clock, first=first, speed=pace.speed)
    if name == "cpp":
        virtual_clock = VirtualClock(pace.base_ms, pace.base_ms, increment_ms=pace.increment_ms)
        virtual_clock.high = first
        return VirtualPeripheral(side_of(game), start_of(game), virtual_clock, chess=game == "chess")
    return VirtualFlagfall(
        expected_points(game)[0],
        sensor="occupancy" if name == "flagfall-contacts" else "piece",
        base_ms=pace.base_ms,
        increment_ms=pace.increment_ms,
        serial=f"virtual-{table}",
        first=first,
        text=name == "flagfall-text",
    )


def _dgt(table: int, game: str, pace: Pace, serial: str) -> VirtualBoard:
    return virtual_board(game, pace.base_ms - pace.increment_ms, pace.increment_ms, pace.speed, serial)
