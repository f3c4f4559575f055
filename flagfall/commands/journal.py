"""Commands on a table's journal: verify, replay, export."""

from pathlib import Path

import typer

from flagfall.commands.output import AS_JSON, print_json, tell

journal_app = typer.Typer(help="Look into a table's journal.", no_args_is_help=True)
FILE = typer.Argument(help="The journal's file, such as data/journal.db.")


@journal_app.command()
def verify(file: Path = FILE, as_json: bool = AS_JSON) -> None:
    """Check every chain of the journal: whole, in order, of its own game and session, signed by one key."""
    from flagfall.journals import sessions
    from record.chain import verify as verify_chain
    from record.events import decode
    from record.signing import verify_signatures

    answer = []
    for log in sessions(file):
        broken = verify_chain(log.game, log.session, log.events)
        broken = broken or verify_signatures(decode(data) for data in log.events)
        fault = None if broken is None else f"seq {broken.seq}: {broken.fault}"
        answer.append({"game": log.game, "session": log.session, "events": len(log.events), "fault": fault})
    good = all(row["fault"] is None for row in answer)
    if as_json:
        print_json({"ok": good, "sessions": answer})
    else:
        for row in answer:
            print(f"{row['game']:<16} {row['session']:<28} {row['events']:>6} events  {row['fault'] or 'whole'}")
    if not good:
        tell("A chain is broken: keep this file, and the server's copy, for the arbiter.")
        raise typer.Exit(1)


@journal_app.command()
def replay(file: Path = FILE, as_json: bool = AS_JSON) -> None:
    """Fold every game of the journal: moves, result, findings."""
    from flagfall.journals import games

    answer = games(file)
    if as_json:
        print_json({"games": answer})
        return
    for game in answer:
        print(f"{game['game']}: {len(game['moves'])} plies, {game['result'] or 'not finished'}")
        if game["moves"]:
            print("    " + " ".join(game["moves"]))
        for found in game["findings"]:
            print(f"    ply {found['ply']}: {found['kind']}, {found['status']}")


@journal_app.command()
def export(file: Path = FILE) -> None:
    """Write every game of the journal: draughts as PDN and chess as PGN, with the clocks; renju as SGF."""
    from flagfall.journals import game_files

    print(game_files(file), end="")


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    app.add_typer(journal_app, name="journal")
