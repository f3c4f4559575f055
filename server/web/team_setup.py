"""The teams of a new event, from the list of entries: a column of teams, its lines in board order."""

from collections.abc import Sequence
from typing import Any

from rules.errors import NotationError
from server.tournament.entries import COLUMNS

HEADS = ("team", "команда")
"""What the column of teams may be called."""


def teams_of(rows: Sequence[Sequence[str]], boards: int) -> list[dict[str, Any]]:
    """``[[team]]`` sections: of each team the first ``boards`` lines are its main players, the others its reserves.

    Raises NotationError for a list without such a column, and with the line of everyone who has no team.
    """
    at = next((n for n, row in enumerate(rows) if any(cell.strip() for cell in row)), None)
    if at is None:
        raise NotationError("no entries: expected a header and a line for each player")
    head = [cell.strip().lower() for cell in rows[at]]
    column = next((n for n, cell in enumerate(head) if cell in HEADS), None)
    names = next((n for n, cell in enumerate(head) if cell in COLUMNS["name"]), None)
    if column is None or names is None:
        raise NotationError(f"no column of teams: expected one of {', '.join(HEADS)}", line=at + 1)
    members: dict[str, list[str]] = {}
    faults = []
    for line, row in enumerate(rows[at + 1 :], at + 2):
        name = " ".join(row[names].split()) if names < len(row) else ""
        team = " ".join(row[column].split()) if column < len(row) else ""
        if not name:
            continue
        if not team:
            faults.append(f"line {line}: no team")
        members.setdefault(team, []).append(name)
    if faults:
        raise NotationError("\n".join(faults))
    return [{"name": team, "players": some[:boards], "reserves": some[boards:]} for team, some in members.items()]
