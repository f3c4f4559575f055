"""The command diagram: a position as a picture of its own."""

import re
import sys
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import typer

from flagfall.commands.output import InputError, read_bytes

MARKS = ("lift", "place", "held", "left", "foul", "row")


def diagram(
    discipline: str | None = typer.Argument(
        None, help="russian, international, giveaway, brazilian, renju or chess; a file may say it itself."
    ),
    file: Path | None = typer.Option(None, "--file", help="Draw a game of this file (any notation that replay reads)."),
    game_number: int = typer.Option(1, "--game", min=1, help="Which game of the file."),
    plies: int | None = typer.Option(None, "--plies", min=0, help="Only so many plies of the file's game."),
    fen: str | None = typer.Option(None, "--fen", help="The position; otherwise the start."),
    moves: str = typer.Option("", help="Moves to make first, as 'c3-d4 b6-a5'; the last one is shown."),
    last: str = typer.Option("", help="The way of the last move, as c3:e5:g7, where the position is after it."),
    captured: str = typer.Option("", help="The men it took, as d4,f6."),
    marks: str = typer.Option("", help="Sensor marks, as lift:c3,place:d4,row:h8+i8+j8 (also held, left, foul)."),
    fouls: bool = typer.Option(False, "--fouls", help="Renju: mark the points forbidden to Black."),
    why: str = typer.Option("", help="Renju: draw the threes, fours and rows of a black stone on this point."),
    numbers: str = typer.Option(
        "none",
        help="Renju: number the stones of the game: all, last (five), none, or sheet: a score sheet with White's "
        "stones in red and the passes in the margin (5.3.2.1).",
    ),
    monochrome: bool = typer.Option(
        False, "--monochrome", help="The score sheet in one colour: Black's numbers in circles."
    ),
    coords: str = typer.Option("edge", help="edge, all (every square's number) or none."),
    flip: bool = typer.Option(False, "--flip", help="Black at the bottom."),
    letters: str = typer.Option("russian", help="Renju's letters: russian (A-P without J) or rif (a-o)."),
    out: Path = typer.Option(Path("-"), "--out", "-o", help="The file to write; - is stdout."),
) -> None:
    """Draw a position as SVG: last move, sensor marks, coordinates, fouls with their threes and fours, score sheets."""
    from display.stones import NUMBERS

    for option, value, allowed in (
        ("--numbers", numbers, NUMBERS),
        ("--coords", coords, ("edge", "all", "none")),
        ("--letters", letters, ("russian", "rif")),
    ):
        if value not in allowed:
            raise InputError(f"{option} {value}: expected {', '.join(allowed)}")
    if monochrome and numbers != "sheet":
        raise InputError("--monochrome is for a score sheet: --numbers sheet")
    if file is not None and fen is not None:
        raise InputError("--file and --fen each say where the moves begin: give one")
    line = _from_file(file, discipline, game_number, plies) if file else _from_options(discipline, fen, plies)
    game = line.start.discipline
    if numbers != "none" and game.name != "renju":
        raise InputError("--numbers is for renju")
    position = line.start
    way: tuple[str, ...] = tuple(found for found in re.split(r"[-:x\s]+", last) if found)
    taken = _squares(captured)
    stones: list[str] = []
    for step in (*line.steps, *moves.split()):
        if not isinstance(step, str) and not hasattr(step, "path"):
            position, way, taken = step, (), ()
            continue
        move = position.parse(step) if isinstance(step, str) else step
        position = position.apply(move)
        way, taken = move.path, move.captured
        stones.append(move.path[0] if move.path else str(move))
    drawn = _draw(
        game.name,
        position,
        last=_known(game, way),
        captured=_known(game, taken),
        stones=stones if game.name == "renju" else (),
        first=_first_number(line.start),
        numbers=numbers,
        monochrome=monochrome,
        coords=coords,
        flip=flip,
        letters=letters,
        marks=_marks(game, marks) + _renju_marks(game, position, fouls, why),
    )
    if str(out) == "-":
        sys.stdout.write(drawn)
        return
    try:
        out.write_text(drawn, encoding="utf-8")
    except OSError as fault:
        raise InputError(f"{out}: {fault.strerror or fault}") from fault


class Line(NamedTuple):
    """Where a diagram begins, and what follows: moves, and positions that a file sets up in mid-game."""

    start: Any
    steps: tuple[Any, ...] = ()


def _from_options(discipline: str | None, fen: str | None, plies: int | None) -> Line:
    if discipline is None:
        raise InputError("expected a discipline, such as russian or renju, or --file")
    if plies is not None:
        raise InputError("--plies is for the game of a --file")
    import rules

    game = rules.discipline(discipline)
    return Line(game.position(fen) if fen else game.start())


def _from_file(path: Path, discipline: str | None, wanted: int, plies: int | None) -> Line:
    from rules import conversion

    games = conversion.games(read_bytes(path).splitlines(keepends=True), discipline)
    found = list(islice(games, wanted))
    if len(found) < wanted:
        raise InputError(f"{path}: there is no game {wanted}; it holds {len(found)}")
    game = found[-1]
    if game.error is not None and (plies is None or plies > game.plies):
        raise InputError(f"{path}, game {wanted}: {game.error}; --plies {game.plies} draws what stands before it")
    steps: list[Any] = []
    left = plies
    for entry in game.entries:
        if left == 0:
            break
        steps.append(entry.setup if entry.move is None else entry.move)
        if left is not None and entry.move is not None:
            left -= 1
    if left:
        raise InputError(f"{path}, game {wanted}: it has {game.plies} plies, not {plies}")
    return Line(game.start, tuple(steps))


def _first_number(start: Any) -> int:
    """The number of the first stone after a position; renju's passes before it are not known."""
    if start.discipline.name != "renju":
        return 1
    from display.stones import number_of_next

    sides = list(start.pieces().values())
    return number_of_next(sides.count("b"), sides.count("w"), start.side.letter.lower() == "b")


def _draw(discipline: str, position: Any, **how: Any) -> str:
    from display import svg
    from flagfall.board_style import standalone

    if discipline not in svg.SIZES:
        raise InputError(f"no board is drawn for {discipline}; known: {', '.join(svg.SIZES)}")
    return standalone(svg.board(discipline, position.fen(), **how))


def _squares(text: str) -> tuple[str, ...]:
    return tuple(found for found in re.split(r"[,\s]+", text) if found)


def _known(game: Any, squares: tuple[str, ...]) -> tuple[str, ...]:
    for square in squares:
        if square not in game.squares and square != "pass":
            raise InputError(f"no square {square} on this board")
    return squares


def _marks(game: Any, text: str) -> list[Any]:
    from display.svg import Mark

    found = []
    for item in _squares(text):
        what, _, squares = item.partition(":")
        if what not in MARKS or not squares:
            raise InputError(f"--marks {item}: expected {', '.join(MARKS)}, a colon and a square")
        found.append(Mark(what, _known(game, tuple(squares.split("+")))))
    return found


def _renju_marks(game: Any, position: Any, fouls: bool, why: str) -> list[Any]:
    if not (fouls or why):
        return []
    if game.name != "renju":
        raise InputError("--fouls and --why are for renju")
    from display.svg import Mark
    from rules.renju import explain

    found = [Mark("foul", (point,)) for point in (position.fouls() if fouls else ())]
    if why:
        pieces = position.pieces()
        black, white = ([point for point, piece in pieces.items() if piece == side] for side in "bw")
        told = explain(black, white, why, game.reading)
        groups = (*(row.stones for row in told.rows), *(four.stones for four in told.fours))
        found += [Mark("row", stones) for stones in (*groups, *(three.stones for three in told.threes))]
    return found


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(diagram)
