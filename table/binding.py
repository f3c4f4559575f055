"""Writes into a TABLE.toml which line a table's board hangs on; everything else in the file stays as it was."""

import json
import re
import tomllib
from itertools import pairwise

from rules.errors import SettingsError, not_toml

_HEADER = re.compile(r"^\s*\[")
_TABLE = re.compile(r"^\s*\[\[\s*table\s*\]\]\s*(#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z_]+)\s*=")


def bind(text: str, number: int, *, device: str, line: str, bus: int | None = None) -> str:
    """``text`` with table ``number`` on ``line``, there at the address ``bus``; a table that is not there yet is added
    at the end.

    Another table that had the same place loses it to this one, so that the file stays one that can be loaded.
    Raises SettingsError for a text that is not TOML.
    """
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SettingsError((not_toml("TABLE.toml", text, fault),)) from fault
    rows = text.splitlines()
    values = {"device": json.dumps(device), "line": json.dumps(line)}
    if bus is not None:
        values["bus"] = str(bus)
    for begin, end in _sections(rows):
        if _value(rows[begin:end], "number") != str(number) and _in_the_way(rows[begin:end], values):
            _set(rows, begin, end, "line", json.dumps(f"unbound-{_value(rows[begin:end], 'number')}"))
    mine = [(begin, end) for begin, end in _sections(rows) if _value(rows[begin:end], "number") == str(number)]
    if not mine:
        rows += ["", "[[table]]", f"number = {number}", *(f"{key} = {value}" for key, value in values.items())]
    for begin, end in mine:
        for key, value in values.items():
            end += _set(rows, begin, end, key, value)
        if bus is None:
            _drop(rows, begin, end, "bus")
    return "\n".join(rows) + "\n"


def _in_the_way(rows: list[str], values: dict[str, str]) -> bool:
    """Whether a table has the line that another gets: all of it, unless both have an address of their own there."""
    if _value(rows, "line") != values["line"]:
        return False
    apart = _value(rows, "device") == values["device"] and _value(rows, "bus") and "bus" in values
    return not apart or _value(rows, "bus") == values["bus"]


def _drop(rows: list[str], begin: int, end: int, key: str) -> None:
    """Takes a key out, with its row."""
    for place in range(end - 1, begin, -1):
        found = _KEY.match(rows[place])
        if found and found[1] == key:
            del rows[place]


def _sections(rows: list[str]) -> list[tuple[int, int]]:
    """Where each ``[[table]]`` begins and ends."""
    headers = [place for place, row in enumerate(rows) if _HEADER.match(row)] + [len(rows)]
    return [(begin, end) for begin, end in pairwise(headers) if _TABLE.match(rows[begin])]


def _value(rows: list[str], key: str) -> str:
    """The value as it is written, without a comment; empty where there is none."""
    for row in rows[1:]:
        if (found := _KEY.match(row)) and found[1] == key:
            data = tomllib.loads(row.strip())[key]
            return json.dumps(data) if isinstance(data, str) else str(data)
    return ""


def _set(rows: list[str], begin: int, end: int, key: str, value: str) -> int:
    """Sets a key between ``begin`` and ``end``; how many rows that added."""
    for place in range(begin + 1, end):
        found = _KEY.match(rows[place])
        if found and found[1] == key:
            comment = _comment(rows[place])
            rows[place] = f"{key} = {value}{comment}"
            return 0
    rows.insert(begin + 1, f"{key} = {value}")
    return 1


def _comment(row: str) -> str:
    """The comment at the end of a row, if it has one. A ``#`` inside a text is none."""
    for place in (place for place, letter in enumerate(row) if letter == "#"):
        try:
            tomllib.loads(row[:place])
        except tomllib.TOMLDecodeError:
            continue
        return "  " + row[place:]
    return ""
