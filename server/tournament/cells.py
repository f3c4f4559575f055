"""Tables of texts that know where each cell stands: in lines and columns of a CSV text, or in a workbook."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.errors import NotationError

DELIMITERS = ",;\t"


class Place(NamedTuple):
    """Line and column of a text, from 1."""

    line: int
    column: int


class Fault(NamedTuple):
    """What is wrong, and with which cell: row and column of the table from 0; a column behind the row's last is its
    end."""

    row: int
    at: int
    message: str


class CsvRows(list[list[str]]):
    """The rows of a CSV text. ``places`` are where the cells of each row begin, and where the row ends."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[list[Place]] = []

    def place(self, row: int, at: int) -> Place:
        """Where a cell stands; of one that the row does not have, the row's end."""
        return self.places[row][min(at, len(self.places[row]) - 1)]


def csv_rows(text: str) -> CsvRows:
    """The rows of a CSV text, with commas, semicolons or tabs between the fields: what its first line with a text has
    most of.

    A field in quotation marks may hold delimiters, line breaks and, doubled, the mark. Raises ``NotationError`` for one
    that does not end.
    """
    text = text.removeprefix("\ufeff")
    delimiter = max(DELIMITERS, key=next((line for line in text.splitlines() if line.strip()), "").count)
    rows = CsvRows()
    line, line_at, at = 1, 0, 0
    while at < len(text):
        cells: list[str] = []
        places = [Place(line, at - line_at + 1)]
        while True:
            quoted, inside = text.startswith('"', at), ""
            if quoted:
                end = _closing(text, at + 1)
                if end is None:
                    raise NotationError("a quotation mark that is not closed", line=line, column=at - line_at + 1)
                inside = text[at + 1 : end]
                for brk, length in _breaks(inside):
                    line, line_at = line + 1, at + 1 + brk + length
                at = end + 1
            stop = next((n for n in range(at, len(text)) if text[n] in delimiter + "\r\n"), len(text))
            cells.append(inside.replace('""', '"') + text[at:stop])
            at = stop
            if at < len(text) and text[at] == delimiter:
                at += 1
                places.append(Place(line, at - line_at + 1))
                continue
            places.append(Place(line, at - line_at + 1))
            break
        rows.append([] if cells == [""] and not quoted else cells)
        rows.places.append(places)
        if at < len(text):
            at += 2 if text.startswith("\r\n", at) else 1
            line, line_at = line + 1, at
    return rows


def _closing(text: str, at: int) -> int | None:
    """The mark that closes a quoted field whose text begins at ``at``."""
    while True:
        end = text.find('"', at)
        if end < 0:
            return None
        if text.startswith('""', end):
            at = end + 2
            continue
        return end


def _breaks(text: str) -> list[tuple[int, int]]:
    """Offset and length of every line break."""
    found = []
    at = 0
    while at < len(text):
        if text[at] in "\r\n":
            length = 2 if text.startswith("\r\n", at) else 1
            found.append((at, length))
            at += length
        else:
            at += 1
    return found


def header_at(rows: Sequence[Sequence[str]]) -> int | None:
    """Which row, from 0, holds the headings: the first with a text in it; ``None`` where there is none."""
    return next((at for at, row in enumerate(rows) if any(cell.strip() for cell in row)), None)


def column_of(head: Sequence[str], names: Sequence[str]) -> int | None:
    """The first column, from 0, whose heading is one of ``names`` in small letters.

    >>> column_of(["No", " Name"], ("name", "player"))
    1
    """
    return next((at for at, cell in enumerate(head) if cell.strip().lower() in names), None)


def column_letters(number: int) -> str:
    """A, B, ... Z, AA for 0, 1, ... 25, 26.

    >>> column_letters(0), column_letters(25), column_letters(26), column_letters(701), column_letters(702)
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def where(rows: Sequence[Sequence[str]], row: int, at: int) -> str:
    """A cell's place in words: ``line 3, column 8`` of a text, ``cell B3`` of any other table."""
    if isinstance(rows, CsvRows):
        place = rows.place(row, at)
        return f"line {place.line}, column {place.column}"
    return f"cell {column_letters(at)}{row + 1}"


def error(rows: Sequence[Sequence[str]], faults: Sequence[Fault]) -> NotationError:
    """All faults of a table, a line for each, with their places; the error's own place is the first one's."""
    first, *others = faults
    told = "".join(f"\n{where(rows, one.row, one.at)}: {one.message}" for one in others)
    if isinstance(rows, CsvRows):
        place = rows.place(first.row, first.at)
        return NotationError(first.message + told, line=place.line, column=place.column)
    return NotationError(f"{where(rows, first.row, first.at)}: {first.message}{told}")
