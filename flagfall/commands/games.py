"""Commands on files of games: replay, convert. They read line by line, so that an archive may be of any length."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal

import typer

from flagfall.commands.output import AS_JSON, InputError, print_json, read_bytes, tell

DISCIPLINE = typer.Option(None, "--discipline", "-d", help="Instead of what the games say of themselves.")
LETTERS = typer.Option(
    None, "--letters", help="Of a list of renju's moves that does not name them: russian (A-I, K-P) or rif (a-o)."
)
SHOWN_EVERY = 1 << 18
"""Bytes after which the progress bar moves."""


def replay(
    files: list[Path] = typer.Argument(help="Game files (PDN, PGN, renju); - is stdin."),
    discipline: str | None = DISCIPLINE,
    draws: str = typer.Option(
        "",
        "--draws",
        help="Other draws by counting moves, as 'balance-2-3=true,kings-only=20,three-against-one=players'.",
    ),
    letters: str | None = LETTERS,
    as_json: bool = AS_JSON,
) -> None:
    """Replay the games of files by the rules: plies, result, final position, what fell due, what is wrong where."""
    from rules.replay import replay as replayed

    settings, style = _draw_settings(draws), _style(letters)
    count = plies = broken = read = 0
    for path in files:
        with _opened(path) as lines:
            for number, game in enumerate(replayed(lines, discipline, settings, style), 1):
                if as_json:
                    shown = game if len(files) == 1 else {"file": str(path), **game}
                    print('{"games": [' if not count else ", ", json.dumps(shown, ensure_ascii=False), sep="", end="")
                else:
                    _print_game(f"{path}:{number}", game)
                count += 1
                plies += game["plies"]
                broken += game["error"] is not None
                read += game["error"] is None or game["plies"] > 0
    if as_json:
        print("]}" if count else '{"games": []}')
    else:
        print(f"{count} games, {plies} plies, {broken} with an error")
    if broken:
        tell(f"{broken} of {count} games have an error; each names its line and column")
    if not read:
        told = "each error is named above" if count else "expected PDN, PGN or a file of renju"
        raise InputError(f"no game could be read: {told}")


def _style(letters: str | None) -> Literal["rif", "russian"] | None:
    if letters in (None, "rif", "russian"):
        return letters  # type: ignore[return-value]
    raise InputError(f"--letters {letters}: expected russian, rif")


def _draw_settings(text: str) -> dict[str, bool | int | str]:
    settings: dict[str, bool | int | str] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not value:
            raise InputError(f"--draws {item}: expected NAME=true, false, a number of moves, stronger or players")
        truth = {"true": True, "false": False}.get(value)
        settings[name] = truth if truth is not None else int(value) if re.fullmatch("[0-9]{1,6}", value) else value
    return settings


def _print_game(name: str, game: dict[str, Any]) -> None:
    due = ", ".join(f"{found['kind']} on ply {found['ply']}" for found in game["findings"])
    line = f"{name}: {game['plies']} plies, {game['result']}"
    print(
        line + (f", by rule {game['result_by_rule']}" if game["result_by_rule"] else "") + (f"; {due}" if due else "")
    )
    if game["error"]:
        print(f"    {game['error']}")


SUFFIXES = {"pdn": "pdn", "pgn": "pgn", "sgf": "sgf", "txt": "moves", "fen": "fen", "epd": "fen"}


def convert(
    source: Path = typer.Argument(
        metavar="IN", help="A game file (PDN, PGN, renju), a list of FEN or an event (TRF); - is stdin."
    ),
    target: Path = typer.Argument(Path("-"), metavar="OUT", help="The file to write; - is stdout."),
    to: str | None = typer.Option(
        None,
        help="pdn, pgn, sgf, moves, fen (last positions) or fens (all); of an event trf16, trf26 or csv (its "
        "crosstable); else by the name of OUT.",
    ),
    discipline: str | None = DISCIPLINE,
    letters: str | None = LETTERS,
    as_json: bool = AS_JSON,
) -> None:
    """Write the games or the event of a file in another notation, or in the strict form of the same one.

    A game with an error is written as far as it could be read, and named; the exit code is then 1.
    """
    from rules import conversion

    if to in EVENT_FORMATS or (to is None and {source.suffix.lower(), target.suffix.lower()} & EVENT_SUFFIXES):
        _convert_event(source, target, to, as_json)
        return
    notation = to or SUFFIXES.get(target.suffix.lower().lstrip("."), "")
    if notation not in conversion.FORMATS:
        every = ", ".join([*conversion.FORMATS, *EVENT_FORMATS])
        raise InputError(f"{target}: say what to write by --to {every}")
    if as_json and str(target) == "-":
        raise InputError("--json answers on stdout: name a file as OUT")
    style = _style(letters)
    count = 0
    faults: list[dict[str, Any]] = []
    with _opened(source) as lines, _written(target) as out:
        for count, game in enumerate(conversion.games(lines, discipline, style), 1):
            out.write(conversion.written(game, notation))
            if game.error is not None:
                faults.append({"game": count, "error": str(game.error)})
                tell(f"game {count}: {game.error}")
    if as_json:
        print_json({"games": count, "format": notation, "faults": faults})
    elif str(target) != "-":
        print(f"{count} games as {notation}, {len(faults)} with an error")
    if not count:
        raise InputError(f"{source}: no game or position could be read")
    if faults:
        raise typer.Exit(1)


EVENT_FORMATS = ("trf16", "trf26", "csv")
EVENT_SUFFIXES = {".trf", ".trfx", ".trf16", ".trf26"}


def _convert_event(source: Path, target: Path, to: str | None, as_json: bool) -> None:
    """An event in another form; a TRF is TRF16 unless something says 26."""
    from server.tournament import read_trf, standings, write_trf
    from server.tournament.crosstable import crosstable_csv
    from server.tournament.crosstable_reading import is_crosstable, read_crosstable
    from server.tournament.trf_text import text_of

    suffix = target.suffix.lower().lstrip(".")
    form = to or ("trf16" if suffix in ("trf", "trfx") else suffix)
    if form not in EVENT_FORMATS:
        raise InputError(f"{target}: say what to write by --to {', '.join(EVENT_FORMATS)}")
    if as_json and str(target) == "-":
        raise InputError("--json answers on stdout: name a file as OUT")
    told = text_of(read_bytes(source)).lstrip("\ufeff")
    event = read_crosstable(told) if is_crosstable(told) else read_trf(told)
    if form == "csv":
        text = crosstable_csv(event, standings(event, ()))
    else:
        text = write_trf(event, 26 if form == "trf26" else 16)
    with _written(target) as out:
        out.write(text)
    if as_json:
        print_json({"players": len(event.players), "rounds": event.finished, "format": form})
    elif str(target) != "-":
        print(f"{len(event.players)} players, {event.finished} rounds as {form}")


@contextmanager
def _written(target: Path) -> Iterator[IO[str]]:
    """The file to write; it takes its place only when all is written, so it may be the one that is read."""
    if str(target) == "-":
        yield sys.stdout
        return
    beside = target.with_name(target.name + ".part")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as out:
            yield out
        beside.replace(target)
    except OSError as fault:
        raise InputError(f"{target}: {fault.strerror or fault}") from fault
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _opened(path: Path) -> Iterator[Iterator[bytes]]:
    """The lines of a file, with a progress bar on stderr if someone watches it."""
    if str(path) == "-":
        yield iter(sys.stdin.buffer)
        return
    # Only what is wrong with this file is told with its name, not what happens to the answer meanwhile.
    with _named(path):
        file = path.open("rb")
    with file, _progress(path) as moved:
        yield _counted(path, file, moved)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise InputError(f"{path}: {fault.strerror or fault}") from fault


def _counted(path: Path, file: IO[bytes], moved: Any) -> Iterator[bytes]:
    waiting = 0
    while True:
        with _named(path):
            line = file.readline()
        if not line:
            break
        yield line
        waiting += len(line)
        if waiting >= SHOWN_EVERY:
            moved(waiting)
            waiting = 0
    moved(waiting)


@contextmanager
def _progress(path: Path) -> Iterator[Any]:
    size = path.stat().st_size
    if not sys.stderr.isatty() or size < 4 * SHOWN_EVERY:
        yield lambda _bytes: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(path.name, total=size)
        yield lambda count: bar.advance(task, count)


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(replay)
    app.command()(convert)
