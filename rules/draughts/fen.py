"""FEN of draughts: ``W:W21,K30:B1,2``.

Written: White's list first, ascending, ``K`` before each king, no ranges. Read as well: the colours in any order,
ranges (``31-50``), algebraic squares where the board has them, spaces, a final full stop, an empty list, trailing move
counters (``:H0:F1``), ``?`` where the side to move is not known.
"""

import re
from collections.abc import Mapping

from rules import fen
from rules.draughts.geometry import Geometry
from rules.side import Side

_ITEM = re.compile(r"(K?)([0-9]+|[A-Ja-j][0-9]+)(?:-(K?)([0-9]+|[A-Ja-j][0-9]+))?\Z")
_COUNTER = re.compile(r"[HhFf][0-9]+\Z")
"""Move counters that internet servers append (``:H0:F1``); they tell nothing of the position."""


def write(pieces: Mapping[str, str], side: Side, board: Geometry) -> str:
    """The FEN of these pieces (square to ``w b W B``) with ``side`` to move."""
    lists: dict[str, list[tuple[int, str]]] = {"w": [], "b": []}
    for square, piece in pieces.items():
        number = board.number_of[square]
        lists[piece.lower()].append((number, f"K{number}" if piece.isupper() else str(number)))
    white, black = (",".join(text for _, text in sorted(lists[colour])) for colour in "wb")
    return f"{side.letter}:W{white}:B{black}"


def side_is_open(text: str) -> bool:
    """Whether a FEN leaves the side to move open.

    >>> side_is_open("?:W21:B1"), side_is_open("W:W21:B1")
    (True, False)
    """
    return fen.parts(text)[0][1] == "?"


def read(text: str, board: Geometry, unknown: Side) -> tuple[dict[str, str], Side]:
    """Pieces and side to move, ``unknown`` where that is ``?``.

    Raises `NotationError` with every fault found, at the place of the first.
    """
    head, *parts = fen.parts(text)
    faults: list[tuple[int, str]] = []
    side = unknown.letter if head[1] == "?" else head[1].upper()
    if side not in ("W", "B"):
        faults.append((head[0], f"the side to move is {head[1]!r}, expected W, B or ?"))
    if not parts:
        faults.append((len(text.rstrip()), "no pieces: expected ':W' and ':B' with their squares"))
    pieces: dict[str, str] = {}
    seen: set[str] = set()
    for at, part in parts:
        if _COUNTER.match(part):
            continue
        colour = part[:1].upper()
        if colour not in ("W", "B"):
            faults.append((at, f"the list {part!r} does not begin with W or B"))
            continue
        if colour in seen:
            faults.append((at, f"a second list of {colour}"))
        seen.add(colour)
        for item_at, item in fen.items(text, at):
            for square in _squares(item, board, faults, item_at):
                letter = colour if item[:1].upper() == "K" else colour.lower()
                if square in pieces:
                    faults.append((item_at, f"two pieces on {square}"))
                pieces[square] = letter
    if faults:
        raise fen.error(text, faults)
    return pieces, Side.WHITE if side == "W" else Side.BLACK


def _squares(item: str, board: Geometry, faults: list[tuple[int, str]], at: int) -> list[str]:
    match = _ITEM.match(item if item[:1] != "k" else "K" + item[1:])
    if not match:
        faults.append((at, f"{item!r} is not a square"))
        return []
    _, first, _, last = match.groups()
    numbers = []
    for name in (first, last or first):
        if name.isdigit() and len(name) < 10 and 1 <= int(name) <= len(board.squares):
            numbers.append(int(name))
        elif board.algebraic and name.lower() in board.number_of:
            numbers.append(board.number_of[name.lower()])
        else:
            faults.append((at, f"no square {name} on this board"))
            return []
    if numbers[0] > numbers[1]:
        faults.append((at, f"the range {item} runs backwards"))
    return list(board.squares[numbers[0] - 1 : numbers[1]])
