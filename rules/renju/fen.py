"""The position of renju as text: ``B:Bh8,h9:Wg8``, the side to move first, then Black's and White's stones.

Written: Black's list first, row by row from a1. Read as well: the colours in any order or missing, capital letters,
spaces, a final full stop. Points are a1 to o15.
"""

from collections.abc import Mapping

from rules.errors import NotationError
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
    """Stones and side to move. Raises `NotationError` with every fault found."""
    bare = "".join(text.split()).strip('"').rstrip(".")
    head, *parts = bare.split(":")
    faults: list[str] = []
    if head.upper() not in ("W", "B"):
        faults.append(f"the side to move is {head!r}, expected B or W")
    if not parts:
        faults.append("no stones: expected ':B' and ':W' with their points")
    pieces: dict[str, str] = {}
    seen: set[str] = set()
    for part in parts:
        colour = part[:1].upper()
        if colour not in ("W", "B"):
            faults.append(f"the list {part!r} does not begin with B or W")
            continue
        if colour in seen:
            faults.append(f"a second list of {colour}")
        seen.add(colour)
        for item in part[1:].split(",") if part[1:] else ():
            point = item.lower()
            if point not in CELL_OF:
                faults.append(f"{item!r} is not a point; expected a1 to o15")
            elif point in pieces:
                faults.append(f"two stones on {point}")
            else:
                pieces[point] = colour.lower()
    if faults:
        raise NotationError(f"FEN {text!r}: " + "; ".join(faults), text=text)
    return pieces, Side.WHITE if head.upper() == "W" else Side.BLACK
