"""A table's journal seen from outside: its chains, its games folded, its games as files of games."""

from pathlib import Path
from typing import Any

import msgspec

from record.events import decode
from record.fold import fold
from record.game_file import game_file
from record.state import GameState
from table.journal import Journal


class SessionLog(msgspec.Struct, frozen=True):
    """One session's events, as the bytes that were hashed."""

    game: str
    session: str
    events: list[bytes]


def sessions(file: Path) -> list[SessionLog]:
    """Every log of the journal, the desk's copies included. Raises `JournalError` for a file that is none."""
    with Journal.read(file) as journal:
        logs = [SessionLog(row.game, row.session, journal.events(row.session)) for row in journal.sessions()]
        return logs + [SessionLog(game, "desk", journal.desk(game)) for game in journal.assignments()]


def states(file: Path) -> list[GameState]:
    """Every game of the journal, folded from what this computer knows of it."""
    with Journal.read(file) as journal:
        found = []
        for game, assignment in journal.assignments().items():
            logs = {
                row.session: [decode(data) for data in journal.events(row.session)]
                for row in journal.sessions(game=game)
            }
            found.append(fold(assignment, logs, [decode(data) for data in journal.desk(game)]))
        return found


def games(file: Path) -> list[dict[str, Any]]:
    """Every game as JSON data."""
    return [
        {
            "game": state.assignment.game,
            "table": state.assignment.table,
            "white": state.white.name,
            "black": state.black.name,
            "moves": [ply.move for ply in state.plies],
            "result": state.result.result if state.result else None,
            "position": state.fen,
            "findings": [{"kind": found.kind, "ply": found.ply, "status": found.status} for found in state.findings],
        }
        for state in states(file)
    ]


def game_files(file: Path) -> str:
    """Every game in the notation of its discipline: draughts as PDN and chess as PGN, with clocks; renju as SGF."""
    return "\n".join(map(game_file, states(file)))
