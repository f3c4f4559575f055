"""FEN of draughts: ``W:W21,K30:B1,2``.

Written: White's list first, ascending, ``K`` before each king, no ranges. Read as well: the colours in any order,
ranges (``31-50``), algebraic squares where the board has them, spaces, a final full stop, an empty list, trailing move
counters (``:H0:F1``).
"""

import re
from collections.abc import Iterator, Mapping

from rules.draughts.geometry import Geometry
from rules.errors import NotationError
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


def read(text: str, board: Geometry) -> tuple[dict[str, str], Side]:
    """Pieces and side to move. Raises `NotationError` with every fault found, at the place of the first."""
    head, *parts = _parts(text)
    faults: list[tuple[int, str]] = []
    side = head[1].upper()
    if side not in ("W", "B"):
        faults.append((head[0], f"the side to move is {head[1]!r}, expected W or B"))
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
        for item_at, item in _items(text, at):
            for square in _squares(item, board, faults, item_at):
                letter = colour if item[:1].upper() == "K" else colour.lower()
                if square in pieces:
                    faults.append((item_at, f"two pieces on {square}"))
                pieces[square] = letter
    if faults:
        at = min(at for at, _ in faults)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        told = "; ".join(fault for _, fault in faults)
        raise NotationError(f"FEN {text!r}: {told}", text=text, line=line, column=column)
    return pieces, Side.WHITE if side == "W" else Side.BLACK


def _bare(text: str, at: int, end: int) -> tuple[int, str]:
    """The piece of ``text`` between two offsets without its blanks, and where it begins."""
    piece = text[at:end]
    found = "".join(piece.split())
    return at + len(piece) - len(piece.lstrip()), found


def _parts(text: str) -> list[tuple[int, str]]:
    """What stands between the colons, without blanks, each with its offset."""
    end = len(text)
    while end and (text[end - 1].isspace() or text[end - 1] in '".'):
        end -= 1
    at = 0
    while at < end and (text[at].isspace() or text[at] == '"'):
        at += 1
    return [_bare(text, *span) for span in _spans(text, at, end, ":")]


def _items(text: str, at: int) -> Iterator[tuple[int, str]]:
    """The squares of the list whose colour stands at ``at``, each with its offset."""
    end = text.find(":", at)
    if end < 0:
        end = len(text)
        while text[end - 1].isspace() or text[end - 1] in '".':
            end -= 1
    if text[at + 1 : end].strip():
        for span in _spans(text, at + 1, end, ","):
            yield _bare(text, *span)


def _spans(text: str, at: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    while True:
        found = text.find(mark, at, end)
        if found < 0:
            yield at, end
            return
        yield at, found
        at = found + 1


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
