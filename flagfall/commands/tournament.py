"""Commands of the tournament room: pair, standings."""

from pathlib import Path
from typing import Any, Literal

import typer

from flagfall.commands.output import AS_JSON, print_json, read_text, tell

TRF = typer.Argument(help="A tournament report file (TRF); - is stdin.")


def pair(
    file: Path = TRF,
    system: str = typer.Option("individual", help="random, individual, truncated-solkoff, current-buchholz or floats."),
    seed: int = typer.Option(0, help="Seed of the lots."),
    first_colour: Literal["white", "black"] = typer.Option(
        "white", "--first-colour", help="The lot for the first pair."
    ),
    as_json: bool = AS_JSON,
) -> None:
    """Pair the next round."""
    from server.tournament import pair_answer, read_trf

    answer: dict[str, Any] = pair_answer(read_trf(read_text(file)), system=system, seed=seed, first_colour=first_colour)
    if as_json:
        print_json(answer)
    elif answer["pairs"] is None:
        tell("No legal pairing exists without a relaxation.")
    else:
        for board, (white, black) in enumerate(answer["pairs"], 1):
            print(f"{board:>3}. {white:>4} - {black}")
        if answer["bye"] is not None:
            print(f"     {answer['bye']:>4}   bye")
    if answer["pairs"] is None:
        raise typer.Exit(1)


def standings(
    file: Path = TRF,
    tiebreaks: str = typer.Option("buchholz,sonneborn-berger", help="Names, with commas, in order."),
    unplayed: str = typer.Option("zero", help="zero, article-5.4.10.11, virtual or arbiter-pro."),
    points: Literal["1", "2"] = typer.Option("1", help="Points for a win."),
    as_json: bool = AS_JSON,
) -> None:
    """Rank the players."""
    from server.tournament import read_trf, standings_answer

    names = tuple(name.strip() for name in tiebreaks.split(",") if name.strip())
    event = read_trf(read_text(file))
    answer: dict[str, Any] = standings_answer(
        event, tiebreaks=names, unplayed=unplayed, points=2 if points == "2" else 1
    )
    if as_json:
        print_json(answer)
        return
    for row in answer["standings"]:
        print(
            f"{row['place']:>3}  {row['id']:>4}  {row['points']:>5}  " + "  ".join(map(str, row["tiebreaks"].values()))
        )


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(pair)
    app.command()(standings)
