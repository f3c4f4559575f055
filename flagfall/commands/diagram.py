"""The command diagram: a position as a picture of its own."""

import re
import sys
from pathlib import Path
from typing import Any

import typer

from flagfall.commands.output import InputError

MARKS = ("lift", "place", "held", "left", "foul", "row")


def diagram(
    discipline: str = typer.Argument(help="russian, international, giveaway, brazilian, renju or chess."),
    fen: str | None = typer.Option(None, "--fen", help="The position; otherwise the start."),
    moves: str = typer.Option("", help="Moves to make first, as 'c3-d4 b6-a5'; the last one is shown."),
    last: str = typer.Option("", help="The way of the last move, as c3:e5:g7, where the position is after it."),
    captured: str = typer.Option("", help="The men it took, as d4,f6."),
    marks: str = typer.Option("", help="Sensor marks, as lift:c3,place:d4,row:h8+i8+j8 (also held, left, foul)."),
    fouls: bool = typer.Option(False, "--fouls", help="Renju: mark the points forbidden to Black."),
    why: str = typer.Option("", help="Renju: draw the threes, fours and rows of a black stone on this point."),
    numbers: str = typer.Option("none", help="Renju: number the stones of --moves: all, last or none."),
    coords: str = typer.Option("edge", help="edge, all (every square's number) or none."),
    flip: bool = typer.Option(False, "--flip", help="Black at the bottom."),
    letters: str = typer.Option("russian", help="Renju's letters: russian (A-P without J) or rif (a-o)."),
    out: Path = typer.Option(Path("-"), "--out", "-o", help="The file to write; - is stdout."),
) -> None:
    """Draw a position as SVG: last move, sensor marks, coordinates, fouls with their threes and fours."""
    for option, value, allowed in (
        ("--numbers", numbers, ("all", "last", "none")),
        ("--coords", coords, ("edge", "all", "none")),
        ("--letters", letters, ("russian", "rif")),
    ):
        if value not in allowed:
            raise InputError(f"{option} {value}: expected {', '.join(allowed)}")
    import rules

    game = rules.discipline(discipline)
    position = game.position(fen) if fen else game.start()
    way: tuple[str, ...] = tuple(found for found in re.split(r"[-:x\s]+", last) if found)
    taken = _squares(captured)
    stones: list[str] = []
    for text in moves.split():
        move = position.parse(text)
        position = position.apply(move)
        way, taken = move.path, move.captured
        stones += way if discipline == "renju" else ()
    drawn = _draw(
        discipline,
        position,
        last=_known(game, way),
        captured=_known(game, taken),
        stones=stones,
        numbers=numbers,
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
