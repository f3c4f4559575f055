"""Reading lists of entries: CSV or the rows of a workbook, with a header in Russian or English, all faults at once."""

import re
from collections.abc import Sequence

from rules.errors import NotationError
from server.tournament.cells import Fault, column_of, csv_rows, error, header_at, where
from server.tournament.model import Player

COLUMNS: dict[str, tuple[str, ...]] = {
    "name": ("name", "player", "имя", "фамилия", "фамилия имя", "фамилия, имя", "фио", "участник", "игрок"),
    "rating": ("rating", "elo", "рейтинг", "эло"),
    "title": ("title", "звание", "разряд"),
    "federation": ("federation", "country", "fed", "федерация", "страна", "регион"),
    "number": ("number", "id", "fide id", "fmjd id", "номер", "ид"),
    "born": ("born", "birth", "birth date", "дата рождения", "год рождения", "год рожд.", "г.р."),
    "sex": ("sex", "gender", "пол"),
}
GROUP_HEADS = ("group", "section", "группа")
"""What the column of groups may be called."""
_SEX = {"m": "m", "w": "w", "f": "w", "м": "m", "ж": "w", "": ""}


def read_entries_csv(text: str) -> tuple[Player, ...]:
    """The entries of a CSV text, with commas, semicolons or tabs between the fields. Raises ``NotationError``."""
    return read_entries(csv_rows(text))


def entry_groups(rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """Each entry's group (5.4.10.9) by his name, as the table has it; empty where it has no such column."""
    top = header_at(rows)
    if top is None:
        return {}
    name, group = column_of(rows[top], COLUMNS["name"]), column_of(rows[top], GROUP_HEADS)
    if name is None or group is None:
        return {}
    cells = [(row[name], row[group]) for row in rows[top + 1 :] if len(row) > max(name, group)]
    return {" ".join(who.split()): " ".join(told.split()) for who, told in cells}


def read_entries(rows: Sequence[Sequence[str]]) -> tuple[Player, ...]:
    """The entries of a table with a header row, numbered from 1 in order; ``classify`` gives the starting ranks.

    Known columns are those of ``COLUMNS``, and that of groups (`entry_groups`); others are ignored; only a name is
    required. Raises one ``NotationError`` that lists every fault with line and column, or with the cell of a workbook:
    no name column, a missing or doubled name, a rating that is no number of up to four digits, an unknown sex.
    """
    top = header_at(rows)
    if top is None:
        raise NotationError("no entries: expected a header and a line for each player", line=1, column=1)
    columns: dict[str, int] = {}
    for at, cell in enumerate(rows[top]):
        known = next((key for key, names in COLUMNS.items() if cell.strip().lower() in names), None)
        if known is not None:
            columns.setdefault(known, at)
    if "name" not in columns:
        message = f"no column of names: expected one of {', '.join(COLUMNS['name'])}"
        raise error(rows, (Fault(top, 0, message),))
    faults: list[Fault] = []
    players: list[Player] = []
    seen: dict[str, int] = {}
    for number, row in enumerate(rows[top + 1 :], top + 1):
        if not any(cell.strip() for cell in row):
            continue
        found = {key: row[at].strip() if at < len(row) else "" for key, at in columns.items()}
        name = " ".join(found["name"].split())
        if not name:
            faults.append(Fault(number, columns["name"], "no name"))
        elif name.casefold() in seen:
            before = where(rows, seen[name.casefold()], columns["name"])
            faults.append(Fault(number, columns["name"], f"{name} already stands at {before}"))
        else:
            seen[name.casefold()] = number
        rating = found.get("rating", "")
        if rating not in ("", "-", "0") and not re.fullmatch(r"[0-9]{1,4}", rating):
            message = f"rating {rating!r}: expected a number of up to four digits, or nothing"
            faults.append(Fault(number, columns["rating"], message))
            rating = ""
        sex = _SEX.get(found.get("sex", "").lower()[:1])
        if sex is None:
            faults.append(Fault(number, columns["sex"], f"sex {found['sex']!r}: expected m or w"))
        players.append(
            Player(
                len(players) + 1,
                name,
                int(rating) if rating not in ("", "-", "0") else None,
                sex or "",
                found.get("title", ""),
                found.get("federation", ""),
                found.get("number", ""),
                found.get("born", ""),
            )
        )
    if not players and not faults:
        faults.append(Fault(top, len(rows[top]), "no entries below the header"))
    if faults:
        raise error(rows, faults)
    return tuple(players)
