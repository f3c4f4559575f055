"""Commands of the rules room: perft, moves, fouls."""

import re
import time
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import typer

from flagfall.commands.output import AS_JSON, print_json

if TYPE_CHECKING:
    from rules.renju import Explanation

DISCIPLINE = typer.Argument(help="russian, international, giveaway, brazilian, renju or chess.")
FEN = typer.Option(None, "--fen", help="The position, as W:W21,K30:B1,2; otherwise the start.")


def _position(discipline: str, fen: str | None) -> Any:
    import rules

    game = rules.discipline(discipline)
    return game.start() if fen is None else game.position(fen)


def perft(
    discipline: str = DISCIPLINE,
    depth: int = typer.Argument(min=0, help="Plies."),
    fen: str | None = FEN,
    paths: bool = typer.Option(False, "--paths", help="Count every path of a capture, not every result."),
    as_json: bool = AS_JSON,
) -> None:
    """Count the leaves of the tree of legal moves."""
    import rules

    position = _position(discipline, fen)
    began = time.perf_counter()
    nodes = rules.perft(position, depth, paths=paths)
    seconds = round(time.perf_counter() - began, 3)
    print_json({"nodes": nodes, "seconds": seconds}) if as_json else print(f"{nodes}   {seconds:.3f} s")


def moves(discipline: str = DISCIPLINE, fen: str | None = FEN, as_json: bool = AS_JSON) -> None:
    """List the legal moves of a position, one for each different result."""
    found = sorted(str(move) for move in _position(discipline, fen).legal_moves())
    print_json({"moves": found}) if as_json else print("\n".join(found))


def fouls(
    black: str = typer.Option("", help="Black's stones, as h8,i9."),
    white: str = typer.Option("", help="White's stones."),
    reading: Literal["article", "rif"] = typer.Option("article", help="Of the three (5.2.3, or RIF's 9.3)."),
    why: str = typer.Option("", "--why", help="Tell the rows, fours and threes of a black stone on this point."),
    as_json: bool = AS_JSON,
) -> None:
    """Name the points of a renju board that are forbidden to Black, and those that make five."""
    from rules.renju import explain, fouls_answer

    if why:
        told = explain(_points(black), _points(white), why, reading)
        print_json(msgspec.to_builtins(told)) if as_json else print("\n".join(_reasons(told)))
        return
    answer: dict[str, Any] = fouls_answer(_points(black), _points(white), reading)
    if as_json:
        print_json(answer)
        return
    for point, kind in answer["fouls"].items():
        print(f"{point:<4} {kind}" + ("  (the readings differ)" if point in answer["disputed"] else ""))
    if not answer["fouls"]:
        print("fouls: none")
    print("fives: " + (" ".join(answer["fives"]) or "none"))


def _reasons(told: "Explanation") -> list[str]:
    """The verdict, then each row, four and three with the points that complete it."""
    lines = [f"{told.point}: {told.verdict}" + (f"  (the other reading: {told.other})" if told.disputed else "")]
    lines += [f"  row {' '.join(row.stones)}" for row in told.rows]
    lines += [f"  four {' '.join(four.stones)}, completed by {' '.join(four.completed_by)}" for four in told.fours]
    for three in told.threes:
        points = ", ".join(f"{point} ({verdict})" for point, verdict in three.extended_by.items())
        lines.append(f"  {'three' if three.real else 'no three'} {' '.join(three.stones)}, extended by {points}")
    return lines


def _points(text: str) -> tuple[str, ...]:
    return tuple(point for point in re.split(r"[,\s]+", text.strip()) if point)


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(perft)
    app.command()(moves)
    app.command()(fouls)
