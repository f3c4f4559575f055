"""RenLib's .lib: a tree of positions in two-byte nodes. Every line from the root to a leaf is a game.

A node is a point and flags; it comes before its children, and the children of one parent follow one another:
``MORE`` tells that another child of the same parent is to come, ``LAST`` that the node has no children. Comments follow
their node, ended by a zero byte and padded to two bytes; a byte 8 parts the heading from the text. Their encoding is
not declared. Faults name the byte, from 1, as the column of line 1.
"""

from collections.abc import Iterator

from rules.encoding import Decoder
from rules.renju.discipline import Renju
from rules.renju.files.game import RENJU, Game, Item, ReadError, build
from rules.renju.points import LETTERS, SIZE

MAGIC = b"\xffRenLib\xff"
HEADER = 20
OLD_START = 0x78

MORE, LAST, OLD_COMMENT, COMMENT, NO_MOVE, EXTENSION = 0x80, 0x40, 0x20, 0x08, 0x02, 0x01
BOARD_TEXT = 0x0100

_OLD_LETTERS = str.maketrans("[]{}|\\", "ÄÅäåöÖ")
"""Swedish letters in seven bits, as old comments have them."""


def read(data: bytes, discipline: Renju = RENJU) -> Iterator[Game]:
    """The lines of a library, in its order. After a fault nothing more can be read; the line up to it carries it."""
    decoder = Decoder()
    path: list[Item] = []
    open_at: list[int] = []
    at = HEADER if data.startswith(MAGIC) else 0
    error: ReadError | None = None
    if not data.startswith((MAGIC, bytes([OLD_START]))):
        error = ReadError("expected the header of a RenLib library", 0)
    elif at and (len(data) < HEADER or data[8] > 3):
        error = ReadError("the version of the library is not known; expected 3", 8)
    fresh = first = True
    while error is None and at < len(data):
        began = at
        try:
            pos, flags, at = _node(data, at)
            comments, at = _comments(data, at, flags, decoder)
            if first and pos == 0:
                point = ""
            else:
                point = _point(pos, began)
        except ReadError as problem:
            error = problem
            break
        if not (first and pos == 0):
            if len(path) > 2 * SIZE * SIZE:
                error = ReadError("a line longer than any game", began)
                break
            path.append(Item(point if not flags & NO_MOVE else "", began, comments=comments))
            fresh = True
        first = False
        if flags & MORE:
            open_at.append(len(path))
        if flags & LAST:
            if fresh and path:
                yield _game(path, discipline, None)
            fresh = False
            if not open_at:
                path.clear()
                break
            del path[max(0, open_at.pop() - 1) :]
    if error is not None or (path and fresh):
        yield _game(path, discipline, error)


def _node(data: bytes, at: int) -> tuple[int, int, int]:
    size = 4 if at + 1 < len(data) and data[at + 1] & EXTENSION else 2
    if at + size > len(data):
        raise ReadError("the library ends in the middle of a node", at)
    extended = data[at + 2] << 16 | data[at + 3] << 8 if size == 4 else 0
    return data[at], data[at + 1] | extended, at + size


def _point(pos: int, at: int) -> str:
    """The point of a byte: the row from the top in its upper half, the column from 1 in its lower."""
    if pos == 0:
        return "pass"
    row, column = pos >> 4, pos & 15
    if not column or row >= SIZE:
        raise ReadError(f"byte {pos:#04x} is no point of the board", at)
    return LETTERS[column - 1] + str(SIZE - row)


def _comments(data: bytes, at: int, flags: int, decoder: Decoder) -> tuple[tuple[str, ...], int]:
    found: list[str] = []
    if flags & OLD_COMMENT:
        text, at = _old_text(data, at)
        found.append(text)
    elif flags & COMMENT:
        raw, at = _text(data, at)
        found += [decoder.decode(part) for part in raw.split(b"\x08", 1)]
    if flags & EXTENSION and flags & BOARD_TEXT:
        _, at = _text(data, at)
    return tuple(part.strip() for part in found if part.strip()), at


def _text(data: bytes, at: int) -> tuple[bytes, int]:
    end = data.find(b"\0", at)
    if end < 0:
        raise ReadError("a comment without its end", at)
    return data[at:end], _even(data, at, end + 1)


def _old_text(data: bytes, at: int) -> tuple[str, int]:
    """An old comment: its last byte has the high bit; padded to two bytes."""
    for end in range(at, len(data)):
        if data[end] & 0x80:
            raw = bytes([*data[at:end], data[end] & 0x7F]).rstrip(b"\0")
            text = raw.replace(b"\x08", b"\n").decode("ascii", "replace").translate(_OLD_LETTERS)
            return text, _even(data, at, end + 1)
    raise ReadError("a comment without its end", at)


def _even(data: bytes, at: int, end: int) -> int:
    """Where what began at ``at`` ends once padded to two bytes; the last padding may be missing."""
    return min(len(data), end + (end - at) % 2)


def _game(path: list[Item], discipline: Renju, error: ReadError | None) -> Game:
    items = []
    for item in path:
        if not item.text:  # a node that holds only a text on the board
            break
        items.append(item)
    return build(items, lambda at: (1, at + 1), discipline=discipline, error=error)
