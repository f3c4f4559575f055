"""Commands that carry a whole event: archive, restore."""

from pathlib import Path
from typing import Any

import typer

from flagfall.commands.output import AS_JSON, InputError, print_json, tell


def archive(
    event: Path = typer.Argument(help="EVENT.toml"),
    out: Path = typer.Argument(help="The archive to write, OUT.zip."),
    as_json: bool = AS_JSON,
) -> None:
    """Put a whole event into one file: settings, players, pairings, every move; no passwords."""
    from server.archive import archive as packed

    try:
        report = packed(event, out)
    except OSError as fault:
        raise InputError(f"{out}: {fault.strerror or fault}") from fault
    _told(report, str(out), as_json)


def restore(
    source: Path = typer.Argument(help="An archive."),
    folder: Path = typer.Argument(help="An empty folder, or one to be made."),
    as_json: bool = AS_JSON,
) -> None:
    """Make an event from its archive; `flagfall serve FOLDER/event.toml` goes on with it."""
    from server.archive import restore as unpacked

    event = folder / "event.toml"
    _told(unpacked(source, folder), str(event), as_json)
    if not as_json:
        print(f"Go on with: flagfall serve {event}")


def _told(report: Any, place: str, as_json: bool) -> None:
    import msgspec

    for line in report.broken:
        tell(f"broken chain: {line}")
    if as_json:
        print_json({**msgspec.to_builtins(report), "to": place})
    else:
        print(f"{place}: rounds {report.rounds}, games {report.games}, events {report.events}")
    if report.broken:
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(archive)
    app.command()(restore)
