"""The position of renju as text: ``B:Bh8,h9:Wg8``, the side to move first, then Black's and White's stones.

Written: Black's list first, row by row from a1. Read as well: the colours in any order or missing, capital letters,
spaces, a final full stop. Points are a1 to o15.
"""

from collections.abc import Mapping

from rules import fen
from rules.renju.points import CELL_OF
from rules.side import Side


def write(pieces: Mapping[str, str], side: Side) -> str:
    """The text of these stones (point to ``b`` or ``w``) with ``side`` to move."""
    black, white = (
        ",".join(sorted((point for point, piece in pieces.items() if piece == colour), key=CELL_OF.__getitem__))
        for colour in "bw"
    )
    return f"{side.letter}:B{black}:W{white}"


def read(text: str) -> tuple[dict[str, str], Side]:
    """Stones and side to move. Raises `NotationError` with every fault found, at the place of the first."""
    head, *parts = fen.parts(text)
    faults: list[fen.Fault] = []
    side = head[1].upper()
    if side not in ("W", "B"):
        faults.append((head[0], f"the side to move is {head[1]!r}, expected B or W"))
    if not parts:
        faults.append((len(text.rstrip()), "no stones: expected ':B' and ':W' with their points"))
    pieces: dict[str, str] = {}
    seen: set[str] = set()
    for at, part in parts:
        colour = part[:1].upper()
        if colour not in ("W", "B"):
            faults.append((at, f"the list {part!r} does not begin with B or W"))
            continue
        if colour in seen:
            faults.append((at, f"a second list of {colour}"))
        seen.add(colour)
        for item_at, item in fen.items(text, at):
            point = item.lower()
            if point not in CELL_OF:
                faults.append((item_at, f"{item!r} is not a point; expected a1 to o15"))
            elif point in pieces:
                faults.append((item_at, f"two stones on {point}"))
            else:
                pieces[point] = colour.lower()
    if faults:
        raise fen.error(text, faults)
    return pieces, Side.WHITE if side == "W" else Side.BLACK
