"""Workbooks (XLSX, ECMA-376) as plain rows: written for Excel and LibreOffice, read back from what these write.

Only what tables need: text, numbers, several sheets, a bold first row. No formulas are written, and none evaluated.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from rules.errors import NotationError
from server.tournament.cells import column_letters

Value = str | int | float | None

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LARGEST = 32 * 1024 * 1024  # bytes of one part unpacked; a table of players is far below
# What a broken archive or sheet makes the two libraries raise: encrypted and oddly packed parts included.
_FAULTS = (zipfile.BadZipFile, zlib.error, ElementTree.ParseError, KeyError, RuntimeError, ValueError, EOFError)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def write_xlsx(sheets: Mapping[str, Sequence[Sequence[Value]]]) -> bytes:
    """A workbook with the given sheets (name: rows, the first one bold). The same rows give the same bytes."""
    names = list(sheets) or ["Sheet"]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in _parts(names).items():
            _add(archive, path, text)
        for number, name in enumerate(names, 1):
            _add(archive, f"xl/worksheets/sheet{number}.xml", _sheet(sheets.get(name, ())))
    return out.getvalue()


def _add(archive: zipfile.ZipFile, path: str, text: str) -> None:
    # A fixed date: the bytes depend on the rows alone.
    archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), _HEAD + text, zipfile.ZIP_DEFLATED)


def _parts(names: Sequence[str]) -> dict[str, str]:
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    overrides = "".join(
        f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kinds}.worksheet+xml"/>'
        for n in range(1, len(names) + 1)
    )
    listed = "".join(f'<sheet name="{_name(name, n)}" sheetId="{n}" r:id="rId{n}"/>' for n, name in enumerate(names, 1))
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_RELS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    return {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kinds}.sheet.main+xml"/>'
        f'<Override PartName="/xl/styles.xml" ContentType="{kinds}.styles+xml"/>{overrides}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_RELS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELS}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}'
        f'<Relationship Id="rId{len(names) + 1}" Type="{_RELS}/styles" Target="styles.xml"/></Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}"><fonts count="2"><font/><font><b/></font></fonts>'
        '<fills count="2"><fill><patternFill patternType="none"/></fill>'
        '<fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>'
        '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/>'
        '<xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>',
    }


def _name(name: str, number: int) -> str:
    """A sheet name as workbooks allow it: up to 31 characters, without the seven forbidden ones."""
    return escape(re.sub(r"[\[\]:*?/\\]", " ", _UNPRINTABLE.sub("", name))[:31] or f"Sheet{number}", {'"': "&quot;"})


def _sheet(rows: Sequence[Sequence[Value]]) -> str:
    lines = []
    for number, row in enumerate(rows, 1):
        style = ' s="1"' if number == 1 else ""
        cells = [
            _cell(value, f"{column_letters(i)}{number}", style) for i, value in enumerate(row) if value is not None
        ]
        lines.append(f'<row r="{number}">{"".join(cells)}</row>')
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def _cell(value: str | int | float, place: str, style: str) -> str:
    if isinstance(value, str):
        text = escape(_UNPRINTABLE.sub("", value))
        return f'<c r="{place}"{style} t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    return f'<c r="{place}"{style}><v>{value!r}</v></c>'


def read_xlsx(data: bytes) -> list[list[str]]:
    """The rows of the first sheet as texts, empty cells as empty texts. Whole numbers come without a decimal point.

    Raises ``NotationError`` for anything that is not such a workbook, or is unreasonably large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            shared = _shared(archive) if "xl/sharedStrings.xml" in archive.namelist() else []
            sheet = _parse(archive, _first_sheet(archive))
    except _FAULTS as fault:
        raise NotationError(f"not a readable workbook: {fault}; expected XLSX") from fault
    rows: list[list[str]] = []
    for element in sheet.iter(f"{{{_MAIN}}}row"):
        told = element.get("r", str(len(rows) + 1))
        number = int(told) if re.fullmatch("[0-9]{1,7}", told) else 0
        if not len(rows) < number <= 100_000:
            raise NotationError(f"row {told[:20]!r} of the workbook: expected a number from {len(rows) + 1} to 100000")
        while len(rows) < number:
            rows.append([])
        for cell in element.iter(f"{{{_MAIN}}}c"):
            at = _index(cell.get("r", ""), len(rows[-1]))
            rows[-1] += [""] * (at + 1 - len(rows[-1]))
            rows[-1][at] = _value(cell, shared)
    return rows


def _parse(archive: zipfile.ZipFile, path: str) -> ElementTree.Element:
    if archive.getinfo(path).file_size > _LARGEST:
        raise ValueError(f"{path} is too large")
    text = archive.read(path)
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text:
        raise ValueError(f"{path} declares entities")  # never in a workbook; a way to make small files huge
    return ElementTree.fromstring(text)


def _first_sheet(archive: zipfile.ZipFile) -> str:
    first = next(_parse(archive, "xl/workbook.xml").iter(f"{{{_MAIN}}}sheet"), None)
    if first is None:
        raise ValueError("no sheet")
    wanted = first.get(f"{{{_RELS}}}id")
    for link in _parse(archive, "xl/_rels/workbook.xml.rels"):
        if link.get("Id") == wanted:
            target = link.get("Target", "")
            return target.lstrip("/") if target.startswith("/") else f"xl/{target}"
    raise ValueError("the first sheet is missing")


def _shared(archive: zipfile.ZipFile) -> list[str]:
    return [
        "".join(part.text or "" for part in item.iter(f"{{{_MAIN}}}t"))
        for item in _parse(archive, "xl/sharedStrings.xml").iter(f"{{{_MAIN}}}si")
    ]


def _index(place: str, default: int) -> int:
    letters = re.match(r"[A-Z]{1,3}", place)
    if letters is None:
        return default
    number = 0
    for letter in letters.group():
        number = number * 26 + ord(letter) - 64
    return number - 1


def _value(cell: ElementTree.Element, shared: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        return "".join(part.text or "" for part in cell.iter(f"{{{_MAIN}}}t")).strip()
    value = cell.find(f"{{{_MAIN}}}v")
    text = (value.text or "") if value is not None else ""
    if kind == "s" and text.isascii() and text.isdigit() and int(text) < len(shared):
        return shared[int(text)].strip()
    if kind == "n" and re.fullmatch(r"-?\d+\.0+", text):
        return text.split(".")[0]
    return text.strip()
