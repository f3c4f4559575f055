"""What stands on a board, read from its FEN, and the art of each piece."""

from dataclasses import dataclass

from display.kinds import LETTERED, drawn_as


@dataclass(frozen=True)
class Piece:
    """A piece: ``square`` by name, ``side`` ``w`` or ``b``, ``what``: ``man``, ``king``, ``stone`` or a chess letter
    (``P N B R Q K``)."""

    square: str
    side: str
    what: str


def read(kind: str, fen: str) -> tuple[Piece, ...]:
    """The pieces of a position, in the order of its FEN, which is taken as the rules write it."""
    if kind == "chess":
        return _chess(fen)
    out: list[Piece] = []
    for part in fen.rstrip(".").split(":"):
        if len(part) < 2:
            continue
        side = part[0].lower()
        for item in filter(None, part[1:].split(",")):
            king = item[0] == "K"
            what = "stone" if kind == "renju" else "king" if king else "man"
            out.append(Piece(square_name(kind, item[1:] if king else item), side, what))
    return tuple(out)


def square_name(kind: str, square: str) -> str:
    """The name by which the record knows a square: on 8x8 the number of a FEN becomes ``c3``; others stay.

    >>> square_name("russian", "1"), square_name("russian", "32"), square_name("international", "32")
    ('b8', 'g1', '32')
    """
    if drawn_as(kind) != LETTERED or not square.isdigit():
        return square
    row, place = divmod(int(square) - 1, 4)
    return "abcdefgh"[place * 2 + (0 if row % 2 else 1)] + str(8 - row)


def side_to_move(kind: str, fen: str) -> str:
    """``w`` or ``b``: whose move the FEN says it is."""
    if kind == "chess":
        fields = fen.split()
        return fields[1] if len(fields) > 1 else "w"
    return fen[:1].lower() or "w"


def _chess(fen: str) -> tuple[Piece, ...]:
    out: list[Piece] = []
    rows = fen.split(" ")[0].split("/") if fen else []
    for index, row in enumerate(rows):
        column = 0
        for letter in row:
            if letter.isdigit():
                column += int(letter)
                continue
            out.append(Piece("abcdefgh"[column] + str(8 - index), "w" if letter.isupper() else "b", letter.upper()))
            column += 1
    return tuple(out)


CROWN = "l-5 -31 15 12 13 -19 13 19 15 -12 -5 31z"

# Flat silhouettes on a foot of 56 units; the origin is the middle of the square.
CHESS = {
    "P": "M-24 38h48c0 -14 -8 -18 -14 -24c-4 -5 -5 -12 -4 -18h10v-8h-7a17 17 0 1 0 -18 0h-7v8h10c1 6 0 13 -4 18"
    "c-6 6 -14 10 -14 24z",
    "N": "M-28 38h58c2 -34 -2 -66 -34 -74l-6 -8l-6 11c-12 8 -16 22 -24 34c-3 6 2 14 9 13c7 -1 9 -8 17 -9c6 0 11 -2 "
    "14 -6c1 12 -10 16 -18 23c-7 6 -10 9 -10 16z",
    "B": "M-28 38h56c0 -9 -8 -10 -16 -12c0 -6 1 -9 4 -14c10 -15 4 -33 -11 -44a8 8 0 1 0 -10 0c-15 11 -21 29 -11 44"
    "c3 5 4 8 4 14c-8 2 -16 3 -16 12z",
    "R": "M-30 38h60v-11h-8l-4 -43h10v-24h-13v9h-9v-9h-12v9h-9v-9h-13v24h10l-4 43h-8z",
    "Q": "M-28 38h56l-3 -13l15 -44l-17 15l-5 -29l-12 25l-6 -31l-6 31l-12 -25l-5 29l-17 -15l15 44z",
    "K": "M-28 38h56l-3 -13c13 -9 17 -22 8 -30c-8 -7 -19 -4 -28 4v-16h-5v-9h9v-9h-9v-9h-8v9h-9v9h9v9h-5v16c-9 -8 "
    "-20 -11 -28 -4c-9 8 -5 21 8 30z",
}


def draw_piece(piece: Piece, x: int, y: int, tiny: bool) -> str:
    """The piece with its middle at ``x``, ``y``. A king of draughts is a man with a crown, never a stacked disc."""
    if piece.what in CHESS:
        return f'<path class="fb-{piece.side} fb-piece" transform="translate({x} {y})" d="{CHESS[piece.what]}"/>'
    out = f'<circle class="fb-{piece.side}" cx="{x}" cy="{y}" r="39"/>'
    if piece.what == "king":
        return out + f'<path class="fb-crown fb-crown-{piece.side}" d="M{x - 23} {y + 17}{CROWN}"/>'
    return out if tiny else out + f'<circle class="fb-groove fb-groove-{piece.side}" cx="{x}" cy="{y}" r="25"/>'
