"""Commands for the house itself: doctor, bench."""

import typer

from flagfall.commands.output import AS_JSON, print_json


def doctor(as_json: bool = AS_JSON) -> None:
    """Look over this installation and say what is missing."""
    from flagfall import doctor as house

    report = house.report()
    if as_json:
        print_json(report)
    else:
        for check in house.examine():
            advice = f"   -> {check.advice}" if check.advice else ""
            print(f"{'ok ' if check.ok else 'BAD'}  {check.name:<22} {check.found}{advice}")
    if not report["ok"]:
        raise typer.Exit(1)


def bench(
    what: str = typer.Argument("all", help="rules, recognition, day, pairing, broadcast, hall or all."),
    as_json: bool = AS_JSON,
) -> None:
    """Measure speed on this machine."""
    from flagfall.bench import run

    figures = run(what)
    if as_json:
        print_json({"figures": figures})
        return
    for figure in figures:
        value = f"{figure['value']:,}".replace(",", " ")
        print(f"{figure['name']:<58} {value:>14} {figure['unit']}")


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.command()(doctor)
    app.command()(bench)
