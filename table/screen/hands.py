"""What fingers do to a board on the screen: pieces are lifted, carried, put down, taken off and crowned.

The hands are never helped and never hindered, but for what cannot be done with things: two pieces do not stand on one
square. What a board of wood would let pass passes here. A piece is moved by dragging it, or by touching it and then
the square; a taken one is put beside the board. A man in the last row is crowned by touching it once more there.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

import msgspec

from display.kinds import has_men
from rules.side import Side


class Spot(NamedTuple):
    """Where a finger is: on a ``square``, on a ``piece`` beside the board (``beside``: whose tray), or elsewhere."""

    square: str = ""
    piece: str = ""
    beside: Side | None = None


class Deed(NamedTuple):
    """Something that the board senses: ``lift`` or ``place`` of ``piece`` on ``square``."""

    do: Literal["lift", "place"]
    square: str
    piece: str


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """A piece in a hand. ``origin`` is the square that it was lifted from, empty for one from ``beside`` the board.
    ``finger`` carries it; ``None``: it was touched and waits for the square. ``moved``: the finger has left its place.
    """

    piece: str
    origin: str = ""
    beside: Side | None = None
    finger: int | None = None
    at: tuple[float, float] | None = None
    moved: bool = False


class Hands:
    """All hands at one board of ``kind``. ``board`` is what stands there: it is changed with every deed."""

    def __init__(self, kind: str, board: dict[str, str]) -> None:
        self.kind, self.board = kind, board
        self.held: tuple[Held, ...] = ()
        self.off: tuple[str, ...] = ()
        self._aims: dict[int, Spot] = {}

    def down(self, finger: int, spot: Spot, at: tuple[float, float] | None = None) -> tuple[Deed, ...]:
        """A finger comes down."""
        if any(held.finger is None for held in self.held) or (spot.square and spot.square not in self.board):
            self._aims[finger] = spot
            return ()
        if spot.square:
            piece = self.board.pop(spot.square)
            self.held += (Held(piece=piece, origin=spot.square, finger=finger, at=at),)
            return (Deed("lift", spot.square, piece),)
        if spot.piece:
            self._take_from_beside(spot.piece)
            self.held += (Held(piece=spot.piece, beside=spot.beside, finger=finger, at=at),)
        return ()

    def move(self, finger: int, spot: Spot, at: tuple[float, float]) -> None:
        """A finger that is down moves."""
        self.held = tuple(
            msgspec.structs.replace(held, at=at, moved=held.moved or not _same_place(held, spot))
            if held.finger == finger
            else held
            for held in self.held
        )

    def up(self, finger: int, spot: Spot, *, stone: str = "", off: Collection[str] = ()) -> tuple[Deed, ...]:
        """A finger goes up. ``stone`` is what a touch of an empty point puts there, in renju; ``off`` are stones that a
        touch takes off the board."""
        carried = next((held for held in self.held if held.finger == finger), None)
        if carried is not None:
            if _same_place(carried, spot) and not carried.moved and carried.origin in off:
                return self._drop(carried, Spot())
            if _same_place(carried, spot) and not carried.moved:
                return self._touched(carried)
            return self._drop(carried, spot)
        aim = self._aims.pop(finger, None)
        if aim is None or (aim.square, aim.beside) != (spot.square, spot.beside):
            return ()
        waiting = next((held for held in self.held if held.finger is None), None)
        if waiting is not None:
            return self._drop(waiting, spot)
        if stone and spot.square and spot.square not in self.board:
            return self._put(spot.square, stone)
        return ()

    def clear(self, board: dict[str, str]) -> None:
        """Another position was set up: the hands are empty, and nothing lies beside the board."""
        self.board, self.held, self.off = board, (), ()
        self._aims.clear()

    # -- how -----------------------------------------------------------------------------------------------------

    def _touched(self, held: Held) -> tuple[Deed, ...]:
        """A touch without a movement: a man in its last row is crowned; any other piece waits in the hand."""
        if held.origin and crowned(self.kind, held.piece, held.origin) != held.piece:
            self._forget(held)
            return self._put(held.origin, crowned(self.kind, held.piece, held.origin))
        waits = msgspec.structs.replace(held, finger=None, at=None)
        self.held = tuple(waits if each is held else each for each in self.held)
        return ()

    def _drop(self, held: Held, spot: Spot) -> tuple[Deed, ...]:
        if not spot.square:
            self._forget(held)
            self._lay_beside(held.piece)
            return ()
        there = self.board.get(spot.square, "")
        if there and self.kind != "chess":
            waits = msgspec.structs.replace(held, finger=None, at=None)
            self.held = tuple(waits if each is held else each for each in self.held)
            return ()
        self._forget(held)
        if there:
            self._lay_beside(there)
        return self._put(spot.square, held.piece)

    def _put(self, square: str, piece: str) -> tuple[Deed, ...]:
        self.board[square] = piece
        return (Deed("place", square, piece),)

    def _forget(self, held: Held) -> None:
        self.held = tuple(each for each in self.held if each is not held)

    def _lay_beside(self, piece: str) -> None:
        if self.kind == "renju":
            return
        self.off += (piece.lower() if has_men(self.kind) else piece,)

    def _take_from_beside(self, piece: str) -> None:
        left = list(self.off)
        if piece in left:
            left.remove(piece)
        self.off = tuple(left)


def side_of(kind: str, piece: str) -> Side:
    """The side that a piece belongs to."""
    if kind == "chess":
        return Side.WHITE if piece.isupper() else Side.BLACK
    return Side.WHITE if piece in "wW" else Side.BLACK


def beside(kind: str, off: tuple[str, ...], side: Side) -> tuple[str, ...]:
    """What lies at the hand of ``side``: the bowl of stones in renju; else the opponent's pieces that are off the board
    and, in chess, the pieces that a pawn may become."""
    if kind == "renju":
        return (side.value[0],)
    taken = tuple(sorted(piece for piece in off if side_of(kind, piece) is side.other))
    if kind != "chess":
        return taken
    return (*taken, *("QRBN" if side is Side.WHITE else "qrbn"))


def crowned(kind: str, piece: str, square: str) -> str:
    """The king that ``piece`` becomes where it stands; itself where it becomes none."""
    if not has_men(kind) or piece not in ("w", "b"):
        return piece
    if square[:1].isalpha():
        last = square[1:] == ("8" if piece == "w" else "1")
    else:
        last = int(square) <= 5 if piece == "w" else int(square) > 45
    return piece.upper() if last else piece


def _same_place(held: Held, spot: Spot) -> bool:
    return (held.origin, held.beside) == (spot.square, spot.beside)
