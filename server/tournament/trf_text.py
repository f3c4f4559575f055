"""Tournament report files as they really come: in old code pages, with tabs, with columns counted in bytes.

TRF is a format of columns. Programs that count bytes shift everything after a name with letters outside ASCII; editors
put tabs. A line is read in the standard's columns where it fits them, else in the way in which it does.
"""

import re

from rules.encoding import decode

_NAME = slice(14, 47)
_CELL = re.compile(r"  [ \d]{3}[ \d] [wWbB\- ] .|\s*")
_POINTS = re.compile(r"\s*(\d+([.,]\d*)?|[.,]\d+)?\s*")


def text_of(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 by its mark, UTF-8 where it is that, else an old code page.

    Of those CP1252 is told from the Cyrillic ones by its letters: they stand alone among Latin ones, as in ``Müller``.
    """
    text = decode(data)
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")) or _is_utf8(data):
        return text
    alone = len(re.findall(rb"(?<=[A-Za-z])[\xc0-\xff](?![\x80-\xff])|(?<![\x80-\xff])[\xc0-\xff](?=[A-Za-z])", data))
    together = len(re.findall(rb"[\x80-\xff]{2,}", data))
    return data.decode("cp1252", "replace") if alone > together else text


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def fits(line: str) -> bool:
    """Whether points, place and rounds of a 001 line stand in the columns of the standard."""
    tail = line[89:].rstrip()
    cells = (tail[start : start + 10] for start in range(0, len(tail), 10))
    place = line[85:89].strip()
    return (
        _POINTS.fullmatch(line[80:84]) is not None
        and not line[84:85].strip()
        and (not place or place.isdecimal())
        and all(_CELL.fullmatch(cell) for cell in cells)
    )


def aligned(line: str) -> str:
    """A 001 line in the columns of the standard where it can be brought into them, else as it is."""
    for other in (line.expandtabs(8), line, _by_bytes(line)):
        if fits(other):
            return other
    return line


def _by_bytes(line: str) -> str:
    """The line whose columns were counted in bytes of UTF-8."""
    data = line.encode("utf-8")
    name = data[_NAME].decode("utf-8", "ignore").ljust(33)
    return data[:14].decode("utf-8", "ignore") + name + data[47:].decode("utf-8", "ignore")
