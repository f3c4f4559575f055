"""Lists of entries as people send them: CSV in the encodings of spreadsheets, workbooks, names in several columns."""

from collections.abc import Sequence

from rules.encoding import decode
from rules.errors import NotationError
from server.config import PlayerEntry
from server.tournament.cells import column_of, csv_rows, header_at
from server.tournament.entries import COLUMNS, GROUP_HEADS, entry_groups, read_entries
from server.tournament.spreadsheet import read_xlsx
from server.web.team_setup import HEADS as TEAM_HEADS

SURNAMES = ("фамилия", "surname", "last name", "family name")
GIVEN_NAMES = ("имя", "first name", "given name", "name")
PATRONYMICS = ("отчество", "patronymic", "middle name")
USED = ("name", "rating", "title", "federation", "born")
"""The columns of `server.tournament.entries.COLUMNS` that an event keeps of a player."""

_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"


def entries_of(rows: Sequence[Sequence[str]]) -> tuple[PlayerEntry, ...]:
    """The entries of a list (`rows_of`), the strongest first. Raises NotationError with every fault."""
    ordered, groups = sorted(read_entries(rows), key=lambda player: -(player.rating or 0)), entry_groups(rows)
    return tuple(
        PlayerEntry(
            id=0,
            name=player.name,
            rating=player.rating,
            country=player.federation,
            title=player.title,
            born=player.born,
            group=groups.get(player.name, ""),
        )
        for player in ordered
    )


def rows_of(data: bytes) -> list[list[str]]:
    """The rows of a CSV text or of a workbook, each name in one column. Raises NotationError for what is neither."""
    if data[:2] == b"PK":
        return names_joined(read_xlsx(data))
    if data.startswith(_OLD_WORKBOOK):
        raise NotationError("an old workbook (.xls): save it as .xlsx or as CSV")
    text = decode(data)
    if "\0" in text:
        raise NotationError("neither CSV nor a workbook: expected a .csv or .xlsx file")
    return names_joined(csv_rows(text))


def names_joined(rows: list[list[str]]) -> list[list[str]]:
    """``rows`` itself, with surname, name and patronymic that have columns of their own put into the surname's one."""
    top = header_at(rows)
    head = [] if top is None else rows[top]
    parts = [column_of(head, names) for names in (SURNAMES, GIVEN_NAMES, PATRONYMICS)]
    surname, given = parts[:2]
    if surname is None or given is None:
        return rows
    columns = [at for at in parts if at is not None]
    for row in rows:
        if row is not head and surname < len(row):
            row[surname] = " ".join(row[at].strip() for at in columns if at < len(row)).strip()
    for at in columns:
        head[at] = COLUMNS["name"][0] if at == surname else ""
    return rows


def unused(rows: Sequence[Sequence[str]], *, grouped: bool) -> tuple[str, ...]:
    """The headings of columns that an event does not keep, as they stand in the list; ``grouped``: of one that is
    played in groups."""
    top = header_at(rows)
    head = () if top is None else rows[top]
    known = {name for key in USED for name in COLUMNS[key]} | set(TEAM_HEADS)
    known |= set(GROUP_HEADS) if grouped else set()
    return tuple(cell.strip() for cell in head if cell.strip() and cell.strip().lower() not in known)
