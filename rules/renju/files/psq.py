"""Piskvork's .psq: a line for the board, then ``x,y,ms`` for every stone from the top left, then the players.

``ms`` is the time spent on that stone. ``0,0`` is read as a pass.
"""

import re
from collections.abc import Iterator

from rules.renju.discipline import Renju
from rules.renju.files.game import RENJU, Game, Item, ReadError, build
from rules.renju.points import LETTERS, SIZE

_HEAD = re.compile(r"\s*Piskvorky\s+(\d{1,4})\s*x\s*(\d{1,4})\b", re.IGNORECASE)
_STONE = re.compile(r"\s*(\d{1,9})\s*,\s*(\d{1,9})\s*,\s*(-?\d{1,12})\s*\Z")


def read(text: str, discipline: Renju = RENJU) -> Iterator[Game]:
    """The one game of a file."""
    lines = text.splitlines()
    items: list[Item] = []
    error: ReadError | None = None
    head = _HEAD.match(lines[0]) if lines else None
    if head is None:
        error = ReadError("expected 'Piskvorky 15x15, ...'", 0)
    elif (int(head[1]), int(head[2])) != (SIZE, SIZE):
        error = ReadError(f"the board is {head[1]}x{head[2]}; expected 15x15", 0)
    tail = len(lines)
    for number, line in enumerate(lines[1:] if error is None else (), 1):
        stone = _STONE.match(line)
        if stone is None:
            tail = number
            break
        column, row = int(stone[1]), int(stone[2])
        if (column, row) != (0, 0) and not (1 <= column <= SIZE and 1 <= row <= SIZE):
            error = ReadError(f"{stone[1]},{stone[2]} is not on the board; expected 1 to 15", number)
            break
        point = LETTERS[column - 1] + str(SIZE + 1 - row) if row else "pass"
        items.append(Item(point, number, spent_ms=max(0, int(stone[3]))))
    names = [line.strip() for line in lines[tail:] if line.strip()]
    tags: dict[str, str] = dict(zip(["Black", "White"], names, strict=False))
    if len(names) > 2:
        tags["ResultCode"] = names[2]
    yield build(items, lambda line: (line + 1, 1), discipline=discipline, tags=tags, error=error)
