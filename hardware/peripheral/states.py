"""Boards as the Chess Peripheral Protocol writes them: rows from the top, numbers for empty squares.

Chess letters; ``M D`` a white man and king of draughts, ``m d`` black ones, and stones are men; ``U u`` something white
or black, ``?`` something.
"""

import re
from collections.abc import Mapping

from board.sensing import Sensor
from hardware.flagfall_line.squares import DRAUGHTS_10, names

VARIANTS: Mapping[str, str] = {
    "russian": "draughts_russian",
    "international": "draughts_standard",
    "brazilian": "draughts_brazilian",
    "giveaway": "anti_draughts_russian",
    "renju": "renju",
    "chess": "standard",
}
"""Our disciplines by the protocol's names; the protocol itself has none for giveaway Russian and renju."""

_MEN: Mapping[str, str] = {"M": "w", "D": "W", "m": "b", "d": "B"}
_BLANK: Mapping[str, str] = {"U": "w", "u": "b", "?": "x"}
_LETTERS = {piece: letter for letter, piece in _MEN.items()}
_CHESS = frozenset("PRNBKQprnbkq")


def side_of(discipline: str) -> int:
    """How many rows the board has."""
    return 15 if discipline == "renju" else 10 if discipline in DRAUGHTS_10 else 8


def read(text: str, discipline: str) -> tuple[dict[str, str], Sensor] | None:
    """The squares that are not empty, and what the board seems to tell apart. ``None`` for a text that is no board of
    this discipline.

    >>> read("8/8/8/8/8/2M5/8/8 w", "russian")
    ({'c3': 'w'}, 'piece')
    """
    side = side_of(discipline)
    rows = text.split(" ", 1)[0].split("/")
    cells = [_row(row, side) for row in rows]
    named = names(discipline, side * side)
    if len(rows) != side or named is None:
        return None
    squares: dict[str, str] = {}
    flat = [cell for row in cells if row is not None for cell in row]
    if len(flat) != side * side:
        return None
    for name, letter in zip(named, flat, strict=True):
        if letter == ".":
            continue
        piece = _piece(letter, discipline)
        if name is None or piece is None:
            return None
        squares[name] = piece
    sensor: Sensor = "occupancy" if "?" in flat else "colour" if {"U", "u"} & {*flat} else "piece"
    if sensor == "occupancy":
        squares = dict.fromkeys(squares, "x")
    elif sensor == "colour":
        squares = {name: "w" if flat[named.index(name)].isupper() else "b" for name in squares}
    return squares, sensor


def write(squares: Mapping[str, str], discipline: str) -> str:
    """The board with ``squares`` on it. Letters of bare sensors are written as such."""
    side = side_of(discipline)
    named = names(discipline, side * side) or ()
    rows = []
    for start in range(0, side * side, side):
        row, empty = "", 0
        for name in named[start : start + side]:
            piece = squares.get(name) if name is not None else None
            if piece is None:
                empty += 1
                continue
            row += (str(empty) if empty else "") + _letter(piece, discipline)
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def _row(text: str, side: int) -> list[str] | None:
    """The cells of a row. ``10`` is ten empty squares, but on a small board ``11`` is two."""
    for pattern in (r"[0-9]{1,2}|.", r"."):
        cells: list[str] = []
        for part in re.findall(pattern, text):
            cells += ["."] * int(part) if part.isascii() and part.isdigit() else [part]
            if len(cells) > side:
                break
        if len(cells) == side:
            return cells
    return None


def _piece(letter: str, discipline: str) -> str | None:
    if letter in _BLANK:
        return _BLANK[letter]
    if discipline == "chess":
        return letter if letter in _CHESS else None
    return _MEN.get(letter)


def _letter(piece: str, discipline: str) -> str:
    if piece == "x":
        return "?"
    return piece if discipline == "chess" else _LETTERS[piece]
