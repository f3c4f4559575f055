"""The command of the board room: recognize."""

from pathlib import Path
from typing import Any

import typer

from flagfall.commands.output import AS_JSON, InputError, print_json, read_bytes, tell


def recognize(
    trace: Path = typer.Argument(help="A sensor trace (JSON Lines), or with --device a capture; - is stdin."),
    discipline: str | None = typer.Option(None, "--discipline", "-d", help="Instead of the trace's own."),
    device: str | None = typer.Option(None, "--device", help="The file is a capture of this device's raw bytes."),
    sensor: str | None = typer.Option(None, help="Of a capture: piece, colour or occupancy, if it does not say so."),
    white_clock: str = typer.Option("left", help="Of a capture: White's side of the clock, left or right."),
    reversed_: bool = typer.Option(False, "--reversed", help="Of a capture: the board lies turned by half."),
    increment: float | None = typer.Option(None, min=0, help="Of a capture: seconds for each move."),
    game: int | None = typer.Option(None, min=1, help="Of a capture: which game, if it holds several."),
    bus: int | None = typer.Option(None, min=1, help="Of a capture of a chain: the board's address."),
    as_json: bool = AS_JSON,
) -> None:
    """Recognise the moves of a sensor trace or of a captured serial line, and name every irregularity in it."""
    from board.trace import recognize

    if device is None:
        answer = recognize(_trace_text(trace).splitlines(), discipline)
    else:
        answer = _captured(
            read_bytes(trace), device, discipline or "russian", sensor, white_clock, reversed_, increment, game, bus
        )
    if as_json:
        print_json(answer)
        return
    for ply in answer["plies"]:
        marks = "".join(f"  ({word})" for word in ("irregular", "uncertain") if ply[word])
        print(f"{ply['ply']:>4} {ply['side']:<5} {ply['move']}{marks}")
    for found in answer["findings"]:
        print(f"     {finding_line(found)}")
    print(f"     {answer['position']}" + ("" if answer["in_sync"] else "  (board and record differ)"))


def finding_line(found: dict[str, Any]) -> str:
    """A finding for people; one that is nobody's names no side."""
    side = f"{found['side']}, " if found["side"] else ""
    return f"{found['kind']}: {side}ply {found['ply']}, art. {found['article']}, at {found['t']} ms"


def _trace_text(trace: Path) -> str:
    try:
        return read_bytes(trace).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InputError(f"{trace}: byte {fault.start} is not UTF-8: a capture of raw bytes needs --device") from fault


def _captured(
    data: bytes,
    device: str,
    discipline: str,
    sensor: Any,
    white_clock: str,
    turned: bool,
    increment: float | None,
    game: int | None,
    bus: int | None,
) -> dict[str, Any]:
    """The answer of one game of a capture; what else is in it is told on stderr."""
    import rules
    from board.sensing import SENSORS
    from board.trace import recognize_events
    from hardware.devices import DeviceSettings, device_kind
    from hardware.recording import Recording

    if sensor is not None and sensor not in SENSORS:
        raise InputError(f"--sensor {sensor}: expected {', '.join(SENSORS)}")
    kind = device_kind(device)
    if kind.chain is not None and bus is None:
        bus = _only_bus(kind.chain, data)
    settings = DeviceSettings(
        discipline=discipline, white_clock=white_clock, turned=True if turned else None, sensor=sensor, bus=bus
    )
    increment_ms = None if increment is None else round(increment * 1000)
    recording = Recording(data, kind, settings, rules.discipline(discipline), increment_ms=increment_ms)
    if recording.silent:
        tell(f"nothing of a {device} board in {len(data)} bytes: is --device the device that the line had?")
    for fault in recording.faults:
        tell(f"at {fault.t_ms} ms: {fault.text}")
    count = len(recording.games)
    if game is not None and game > count:
        raise InputError(f"--game {game}: the capture holds {count}")
    if game is None and count > 1:
        tell(f"the capture holds {count} games; this is the first one, --game N shows another")
    return recognize_events(recording.games[(game or 1) - 1])


def _only_bus(chain: Any, data: bytes) -> int | None:
    """The address of the only board that speaks in the capture of a chain."""
    session = chain.session()
    session.receive(data, 0)
    if len(session.found) > 1:
        spoke = ", ".join(map(str, sorted(session.found)))
        raise InputError(f"several boards speak in this capture: choose one with --bus: {spoke}")
    return min(session.found, default=None)


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(recognize)
