"""The command of the board room: recognize."""

from pathlib import Path

import typer

from flagfall.commands.output import AS_JSON, print_json, read_text


def recognize(
    trace: Path = typer.Argument(help="A sensor trace (JSON Lines); - is stdin."),
    discipline: str | None = typer.Option(None, "--discipline", "-d", help="Instead of the trace's own."),
    as_json: bool = AS_JSON,
) -> None:
    """Recognise the moves of a sensor trace, and name every irregularity in it."""
    from board.trace import recognize as recognized

    answer = recognized(read_text(trace).splitlines(), discipline)
    if as_json:
        print_json(answer)
        return
    for ply in answer["plies"]:
        marks = "".join(f"  ({word})" for word in ("irregular", "uncertain") if ply[word])
        print(f"{ply['ply']:>4} {ply['side']:<5} {ply['move']}{marks}")
    for found in answer["findings"]:
        print(f"     {found['kind']}: {found['side']}, ply {found['ply']}, art. {found['article']}, at {found['t']} ms")
    print(f"     {answer['position']}" + ("" if answer["in_sync"] else "  (board and record differ)"))


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(recognize)
