"""The command line. Each command's own imports stand inside it, so that `flagfall --help` starts at once.

Every command takes ``--json``: one JSON document on stdout, messages on stderr. It exits 0 for an answer, 1 where the
answer is no, 2 for input it cannot use (design.md, section 8).
"""

import sys

import typer

from flagfall import __version__
from flagfall.commands import (
    archive,
    boards,
    diagram,
    games,
    hall,
    journal,
    maintenance,
    recognition,
    rulebook,
    screens,
    tournament,
)
from rules.errors import FlagfallError

app = typer.Typer(
    help="Records tournament games at the board and adjudicates them by the clock.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for room in (hall, archive, boards, rulebook, games, diagram, recognition, tournament, journal, screens, maintenance):
    room.register(app)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"flagfall {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Print the version."),
) -> None:
    """Flagfall: the hall's record and clock."""


def main() -> None:
    """The console script ``flagfall``: errors that a person can mend are one clear message and exit code 2."""
    try:
        app()
    except FlagfallError as fault:
        print(f"flagfall: {fault}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
