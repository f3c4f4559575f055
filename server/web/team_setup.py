"""The teams of a new event, from the list of entries: a column of teams, its lines in board order."""

from collections.abc import Sequence
from typing import Any

from rules.errors import NotationError
from server.tournament.cells import Fault, column_of, error, header_at
from server.tournament.entries import COLUMNS

HEADS = ("team", "команда")
"""What the column of teams may be called."""


def teams_of(rows: Sequence[Sequence[str]], boards: int) -> list[dict[str, Any]]:
    """``[[team]]`` sections: of each team the first ``boards`` lines are its main players, the others its reserves.

    Raises NotationError for a list without such a column, and with the place of everyone who has no team.
    """
    at = header_at(rows)
    if at is None:
        raise NotationError("no entries: expected a header and a line for each player", line=1, column=1)
    column, names = column_of(rows[at], HEADS), column_of(rows[at], COLUMNS["name"])
    if column is None or names is None:
        raise error(rows, (Fault(at, 0, f"no column of teams: expected one of {', '.join(HEADS)}"),))
    members: dict[str, list[str]] = {}
    faults: list[Fault] = []
    for number, row in enumerate(rows[at + 1 :], at + 1):
        name = " ".join(row[names].split()) if names < len(row) else ""
        team = " ".join(row[column].split()) if column < len(row) else ""
        if not name:
            continue
        if not team:
            faults.append(Fault(number, column, "no team"))
        members.setdefault(team, []).append(name)
    if faults:
        raise error(rows, faults)
    return [{"name": team, "players": some[:boards], "reserves": some[boards:]} for team, some in members.items()]
