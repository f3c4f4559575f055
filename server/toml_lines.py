"""On which line of a TOML text each section and key stands: `tomllib` does not say, and a fault must."""

import re
import tomllib
from typing import Any

Place = tuple[str | int, ...]
"""A path into the document: ``("table", 3, "device")`` is the key of the fourth ``[[table]]``."""

_PART = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
_PARTS = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_PARTS})\s*\]")
_KEY = re.compile(rf"\s*({_PARTS})\s*=")


def line_map(text: str) -> dict[Place, int]:
    """Line numbers from 1. Text inside multi-line strings and arrays is not mistaken for keys."""
    found: dict[Place, int] = {}
    counts: dict[tuple[str, ...], int] = {}
    section: Place = ()
    inside = ""  # what closes the string or array that is open at the start of the line
    depth = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if not inside and depth == 0:
            if header := _HEADER.match(line):
                names = _names(header[2])
                section = names
                if header[1] == "[[":
                    counts[names] = counts.get(names, -1) + 1
                    section = (*names, counts[names])
                for length in range(1, len(names) + 1):
                    found.setdefault(names[:length], number)
                found.setdefault(section, number)
                continue
            if key := _KEY.match(line):
                names = _names(key[1])
                for length in range(1, len(names) + 1):
                    found.setdefault((*section, *names[:length]), number)
        inside, depth = _open_after(line, inside, depth)
    return found


def _names(dotted: str) -> tuple[str, ...]:
    """The names of a key as TOML reads them: quotes, escapes and dots within quotes included."""
    found: list[str] = []
    try:
        inner: Any = tomllib.loads(f"{dotted} = 0")
    except tomllib.TOMLDecodeError:
        return ()
    while isinstance(inner, dict):
        ((name, inner),) = inner.items()
        found.append(name)
    return tuple(found)


def _open_after(line: str, inside: str, depth: int) -> tuple[str, int]:
    """What is still open after ``line``: a multi-line string's quotes, and the depth of brackets."""
    at = 0
    while at < len(line):
        if inside:
            end = line.find(inside, at)
            if end < 0:
                return inside, depth
            at, inside = end + len(inside), ""
            continue
        char = line[at]
        if line.startswith(('"""', "'''"), at):
            inside, at = line[at : at + 3], at + 3
            continue
        if char == "#":
            break
        if char in "\"'":
            at = _end_of_string(line, at)
            continue
        depth += (char in "[{") - (char in "]}")
        at += 1
    return inside, max(depth, 0)


def _end_of_string(line: str, at: int) -> int:
    quote, at = line[at], at + 1
    while at < len(line) and line[at] != quote:
        at += 2 if line[at] == "\\" and quote == '"' else 1
    return at + 1
