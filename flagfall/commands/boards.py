"""The command of the lines: boards, with bind and scan-mode."""

from pathlib import Path
from typing import Any

import typer

from flagfall.commands.output import AS_JSON, InputError, print_json, read_text, tell

boards = typer.Typer(invoke_without_command=True, help="The boards on this computer: find, name and bind them.")

LINES = typer.Option([], "--line", help="Also this address, such as socket://HOST:PORT; may be repeated.")
ONLY = typer.Option(False, "--only", help="Only the addresses given by --line.")


@boards.callback()
def show(
    context: typer.Context,
    line: list[str] = LINES,
    only: bool = ONLY,
    ask: bool = typer.Option(True, "--ask/--no-ask", help="Ask each line who is there; takes some seconds a line."),
    as_json: bool = AS_JSON,
) -> None:
    """List the serial lines of this computer and the boards that answer on them."""
    if context.invoked_subcommand is not None:
        return
    import asyncio

    found = _lines(line, only)
    answers = asyncio.run(_identified(found)) if ask else [(each, (), "") for each in found]
    if as_json:
        print_json({"lines": [_row(each, there, fault, ask) for each, there, fault in answers]})
        return
    if not answers:
        print("no serial line found: plug a board in, or name one with --line")
    for each, found_there, fault in answers:
        port = "" if each.port == each.address else f"  ({each.port})"
        if not ask or not found_there:
            told = (fault.removeprefix(f"{each.address}: ") or "nobody answers") if ask else each.description
            print(f"{each.address}{port}   {told}".rstrip())
        for board in found_there:
            print(f"{each.address}{port}   {_named(board)} {board.sensor}".rstrip())


@boards.command()
def bind(
    config: Path = typer.Argument(help="TABLE.toml"),
    table: list[int] = typer.Option([], "--table", help="The tables to bind; by default all of the file."),
    discipline: str = typer.Option("russian", "--discipline", "-d", help="Whose pieces stand on the boards."),
    seconds: float = typer.Option(120, min=1, help="How long to wait for each table."),
    line: list[str] = LINES,
    only: bool = ONLY,
    as_json: bool = AS_JSON,
) -> None:
    """Bind boards to tables: someone lifts a piece at each table in turn, and the file is written."""
    import asyncio

    text = read_text(config)
    wanted = table or _numbers(config, text)
    if not wanted:
        raise InputError(f"{config} names no table: give some with --table")
    bound = asyncio.run(_bind(config, text, wanted, discipline, seconds, _lines(line, only)))
    if as_json:
        print_json({"bound": bound})
    if len(bound) < len(wanted):
        raise typer.Exit(1)


@boards.command("scan-mode")
def scan_mode(
    address: str = typer.Argument(help="The line of a DGT 10x10 board."),
    mode: str = typer.Argument(help="dark, light or all: the squares that the board scans."),
    yes: bool = typer.Option(False, "--yes", help="You know that the board keeps this for every later owner."),
) -> None:
    """Write a DGT board's scan mode. It stays in the board's memory for good."""
    from hardware.dgt.commands import ScanMode

    modes = {"dark": ScanMode.DARK, "light": ScanMode.LIGHT, "all": ScanMode.ALL}
    if mode not in modes:
        raise InputError(f"{mode}: expected dark, light or all")
    if not yes:
        tell("The board keeps its scan mode for good, on every computer. Add --yes to write it.")
        raise typer.Exit(1)
    import asyncio

    asyncio.run(_write_scan_mode(address, modes[mode]))
    print(f"{address}: scans {mode} squares from now on")


def _lines(more: list[str], only: bool) -> list[Any]:
    from hardware.discovery import FoundLine, lines

    named = [FoundLine(address=address, port=address) for address in more]
    return named if only else [*lines(), *named]


async def _identified(found: list[Any]) -> list[tuple[Any, tuple[Any, ...], str]]:
    """Each line with its boards, or with what is wrong; all lines at the same time."""
    import asyncio

    from hardware.discovery import identify
    from rules.errors import DeviceError

    async def one(line: Any) -> tuple[Any, tuple[Any, ...], str]:
        try:
            return line, await identify(line), ""
        except DeviceError as fault:
            return line, (), str(fault)

    return list(await asyncio.gather(*(one(line) for line in found)))


async def _bind(
    config: Path, text: str, wanted: list[int], discipline: str, seconds: float, found: list[Any]
) -> list[dict[str, Any]]:
    import asyncio

    from hardware.discovery import first_lift
    from table.binding import bind as written

    boards_there: list[Any] = []
    for line, there, fault in await _identified(found):
        tell(fault or f"{line.address}: {', '.join(map(_named, there)) or 'nobody answers'}")
        boards_there.extend(there)
    bound: list[dict[str, Any]] = []
    for number in wanted:
        if not boards_there:
            tell(f"no board is left for table {number}")
            break
        tell(f"Lift a piece at table {number}, and put it back.")
        lifted = await first_lift(boards_there, discipline, timeout_s=seconds)
        if lifted is None:
            tell(f"nothing was lifted within {seconds:.0f} s: table {number} stays as it was")
            continue
        boards_there.remove(lifted)
        text = written(text, number, device=lifted.kind, line=lifted.line.address, bus=lifted.bus)
        await asyncio.to_thread(config.write_text, text, "utf-8")
        tell(f"table {number}: {_named(lifted)} on {lifted.line.address}")
        row = {"table": number, "device": lifted.kind, "line": lifted.line.address, "serial": lifted.serial}
        bound.append(row if lifted.bus is None else {**row, "bus": lifted.bus})
    return bound


def _numbers(config: Path, text: str) -> list[int]:
    """The tables of the file, whatever else it lacks. Raises `InputError` where that cannot be told."""
    import tomllib

    from rules.errors import not_toml

    try:
        tables = tomllib.loads(text).get("table", [])
    except tomllib.TOMLDecodeError as fault:
        raise InputError(not_toml(str(config), text, fault)) from fault
    rows = tables if isinstance(tables, list) else []
    found = [row.get("number") for row in rows if isinstance(row, dict)]
    numbers = [number for number in found if isinstance(number, int)]
    if len(numbers) < len(found):
        told = ", ".join("none" if number is None else repr(number) for number in found if number not in numbers)
        raise InputError(f"{config}: number of [[table]]: {told}, expected a whole number from 1")
    return numbers


async def _write_scan_mode(address: str, mode: Any) -> None:
    from hardware.dgt.commands import encode
    from hardware.discovery import FoundLine, identify
    from hardware.transport import SerialLine

    there = await identify(FoundLine(address=address, port=address, vendor=None))
    if [board.kind for board in there] != ["dgt"]:
        raise InputError(f"{address}: no DGT board answers there, and nothing was written")
    line = SerialLine(address)
    await line.open()
    await line.write(encode(mode))
    await line.close()


def _named(board: Any) -> str:
    at = "" if board.bus is None else f" (bus {board.bus})"
    return f"{board.kind} {board.serial}".rstrip() + at


def _row(line: Any, there: tuple[Any, ...], fault: str, asked: bool) -> dict[str, Any]:
    row = {
        "address": line.address,
        "port": line.port,
        "usb_serial": line.usb_serial,
        "description": line.description,
    }
    if asked:
        keys = ("kind", "serial", "version", "sensor", "bus")
        row["boards"] = [{key: getattr(board, key) for key in keys} for board in there]
        row["fault"] = fault or None
    return row


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.add_typer(boards, name="boards")
