"""Where everything lies on a screen of 800 by 480; larger screens show the same, larger.

What is drawn and what is touched come from the same rectangles. Two layouts: without a board as in the visual language
(faces above, buttons below); with the board in the middle, each player's face, buttons and tray beside it.
"""

from typing import NamedTuple

from display.kinds import numbered
from display.svg import Grid
from rules.side import Side
from table.screen.hands import Spot
from table.screen.sheets import KEYS_OF_LETTERS, KEYS_OF_NUMBERS, buttons
from table.screen.view import SIDES, BoardView, View

WIDE, HIGH = 800, 480
TOP = 44
GAP = 8
NARROW = 84

PANEL = 182
"""The width of a player's panel beside the board."""
ONE_ROW = 5
"""So many pieces lie in one row of a tray."""
EDGE = 18
"""The board's edge with its coordinates."""


class Rect(NamedTuple):
    """A rectangle in the layout's units, from its top left corner."""

    x: float
    y: float
    w: float
    h: float

    def has(self, at: tuple[float, float]) -> bool:
        """Whether a point lies in it."""
        return self.x <= at[0] < self.x + self.w and self.y <= at[1] < self.y + self.h


class Target(NamedTuple):
    """Something to press. ``name`` is a button's, ``press`` (the clock) or ``language``; ``key`` what a key types.
    ``label`` is the key of its text, empty for a key or a face. ``strong``: the answer that the opponent waits for."""

    name: str
    side: Side | None
    rect: Rect
    label: str = ""
    key: str = ""
    strong: bool = False


LANGUAGE = Rect(696, 0, 104, TOP)
BOARD = Rect(PANEL, TOP, HIGH - TOP, HIGH - TOP)


def targets(view: View) -> tuple[Target, ...]:
    """All that can be pressed on ``view``, none over another."""
    out = [Target("language", None, LANGUAGE, "screen.language")]
    if not view.playing:
        return tuple(out)
    for side in SIDES:
        if view.faces is not None and not _covers_face(view, side):
            out.append(Target("press", side, face(view, side)))
        out += _buttons(view, side)
    out.append(Target("call-arbiter", None, call(view), "screen.call-arbiter"))
    return tuple(out)


def sheet_of(view: View, side: Side) -> str:
    """The name of the sheet that lies before ``side``."""
    return view.sheets[SIDES.index(side)].name


def own_choices(view: View, side: Side) -> tuple[str, ...]:
    """What ``side`` may choose in the opening, where that lies before him."""
    mine = sheet_of(view, side) in ("main", "resign") and view.offered_to is not side
    return view.choices[SIDES.index(side)] if mine else ()


def face(view: View, side: Side) -> Rect:
    """The face of ``side``: where its clock is pressed, if the screen is the clock."""
    if view.board is not None:
        return Rect(_left(side), TOP, PANEL, 122)
    return Rect(0, TOP, 400, 188) if side is Side.WHITE else Rect(401, TOP, 399, 188)


def call(view: View) -> Rect:
    """The button that both players share."""
    return Rect(WIDE - PANEL + 6, 406, PANEL - 12, 68) if view.board is not None else Rect(413, 402, 375, 66)


def last_move(view: View) -> Rect:
    """Where the last move, or the result, is told."""
    return Rect(6, 406, PANEL - 12, 68) if view.board is not None else Rect(18, 402, 370, 66)


def tray(side: Side) -> Rect:
    """What lies beside the board at the hand of ``side``."""
    return Rect(_left(side) + 6, 326, PANEL - 12, 72)


def tray_places(pieces: tuple[str, ...], side: Side) -> tuple[tuple[str, float, float], ...]:
    """The pieces of a tray with the middles of their places: in one row or two, closer the more they are."""
    room = tray(side)
    half = -(-len(pieces) // 2)
    rows = [pieces[:half], pieces[half:]] if len(pieces) > ONE_ROW else [pieces]
    out: list[tuple[str, float, float]] = []
    for number, row in enumerate(rows):
        y = room.y + room.h * (2 * number + 1) / (2 * len(rows))
        step = min(36.0, (room.w - 36) / max(1, len(row) - 1))
        out += [(piece, room.x + 18 + step * place, y) for place, piece in enumerate(row)]
    return tuple(out)


def typed_line(view: View, side: Side) -> Rect:
    """Where the move that is being shown or typed stands."""
    if view.board is not None:
        return Rect(_left(side) + 6, 174, PANEL - 12, 64)
    return Rect(_half(side) + 12, TOP + 8, 375, 44)


def _left(side: Side) -> float:
    return 0 if side is Side.WHITE else WIDE - PANEL


def _half(side: Side) -> float:
    return 0 if side is Side.WHITE else 401


def _covers_face(view: View, side: Side) -> bool:
    """The keys for a move lie over the face of the player who types it: he does not press now."""
    return view.board is None and sheet_of(view, side) == "move"


def _grid(room: Rect, columns: int, rows: int) -> list[Rect]:
    wide = (room.w - GAP * (columns - 1)) / columns
    high = (room.h - GAP * (rows - 1)) / rows
    return [
        Rect(room.x + column * (wide + GAP), room.y + row * (high + GAP), wide, high)
        for row in range(rows)
        for column in range(columns)
    ]


def _buttons(view: View, side: Side) -> list[Target]:
    sheet = view.sheets[SIDES.index(side)]
    offered = view.offered_to is side
    place = SIDES.index(side)
    choices, expected = view.choices[place], view.expected[place]
    names = buttons(sheet, view.kind, offered=offered, expected=expected, choices=choices)
    small = view.board is not None
    room = Rect(_left(side) + 6, 174, PANEL - 12, 144) if small else Rect(_half(side) + 12, 242, 375, 152)
    if sheet.name == "move":
        return _move_buttons(view, side, names)
    if sheet.name == "announce":
        return _numbers(room._replace(h=224) if small else room, side, view.most)
    if sheet.name == "claims":
        if small:
            room = room._replace(h=224)
        cells = _grid(room, 2, 3) if small else _grid(room, 3, 2)
        return [_button(name, side, cell) for name, cell in zip(names, cells, strict=True)]
    cells = _grid(room, 2, 2)
    if len(names) > len(cells):
        cells = _grid(room._replace(h=224), 2, 3) if small else _grid(room, 3, 2)
        cells[4] = cells[4]._replace(w=room.x + room.w - cells[4].x)
    if offered or len(names) == 3:
        first = Rect(room.x, room.y, room.w, cells[0].h)
        cells = [first, *cells[2:]]
    out: list[Target] = []
    for name, cell in zip(names, cells[: len(names)], strict=True):
        if name == "resign" and sheet.name == "resign":
            yes, no = _question(cell, small=small)
            if small:
                out.pop()
            out += [Target("yes", side, yes, "screen.resign.yes"), Target("no", side, no, "screen.no")]
        else:
            out.append(_button(name, side, cell, strong=name in ("accept-draw", "arrived")))
    return out


def _numbers(room: Rect, side: Side, most: int) -> list[Target]:
    """The numbers that may be announced, and the way back."""
    columns = 6 if most > 8 and room.w > room.h else 4
    rows = -(-most // columns)
    cells = _grid(room, columns, rows + 1)
    numbers = [Target("number", side, cell, "", str(number)) for number, cell in enumerate(cells[:most], 1)]
    return [*numbers, _button("back", side, cells[rows * columns]._replace(x=room.x, w=room.w))]


def _question(cell: Rect, *, small: bool) -> tuple[Rect, Rect]:
    """Resignation asks once more in its own place; where that is too small for two, its neighbour is the way back."""
    if small:
        return cell, cell._replace(x=cell.x - cell.w - GAP)
    yes = cell._replace(w=(cell.w - GAP) / 2)
    return yes, yes._replace(x=yes.x + yes.w + GAP)


def _button(name: str, side: Side, rect: Rect, *, strong: bool = False) -> Target:
    """Narrow buttons have short words where the language has them (``screen.narrow``)."""
    return Target(name, side, rect, f"screen.{'narrow.' if rect.w < NARROW else ''}{name}", strong=strong)


def _move_buttons(view: View, side: Side, names: tuple[str, ...]) -> list[Target]:
    """With the board, its squares are shown by touching them; without one there are keys."""
    if view.board is not None:
        cells = _grid(Rect(_left(side) + 6, 246, PANEL - 12, 152), 2, 2)
        return [_button(name, side, cell) for name, cell in zip(names, cells, strict=False)]
    keys = KEYS_OF_NUMBERS if numbered(view.kind) else KEYS_OF_LETTERS
    cells = _grid(Rect(_half(side) + 12, 104, 375, 290), 4, 5)
    if numbered(view.kind):
        cells = [*cells[:11], *cells[16:]]
    out = [Target("key", side, cell, "", key) for key, cell in zip(keys, cells, strict=False)]
    last = cells[len(keys) :]
    wide = Rect(last[0].x, last[0].y, last[1].x + last[1].w - last[0].x, last[0].h)
    places = (wide, last[2], last[3])
    return out + [_button(name, side, place) for name, place in zip(names, places, strict=True)]


# -- the board ---------------------------------------------------------------------------------------------------


def cell_size(board: BoardView) -> float:
    """The side of one square."""
    return (BOARD.w - 2 * EDGE) / Grid(board.kind).size


def centre(board: BoardView, square: str) -> tuple[float, float]:
    """The middle of a square on the screen."""
    column, row = Grid(board.kind, board.flip).at(square)
    size = cell_size(board)
    return BOARD.x + EDGE + (column + 0.5) * size, BOARD.y + EDGE + (row + 0.5) * size


def square_at(board: BoardView, at: tuple[float, float]) -> str:
    """The square at a point of the screen; empty outside of the board, and on squares that are not played on."""
    size, count = cell_size(board), Grid(board.kind).size
    column = int((at[0] - BOARD.x - EDGE) // size)
    row = int((at[1] - BOARD.y - EDGE) // size)
    if not (0 <= column < count and 0 <= row < count):
        return ""
    if board.flip:
        column, row = count - 1 - column, count - 1 - row
    if board.kind not in ("renju", "chess") and (column + row) % 2 == 0:
        return ""
    if numbered(board.kind):
        return str(row * count // 2 + column // 2 + 1)
    return f"{'abcdefghijklmno'[column]}{count - row}"


def spot(board: BoardView, at: tuple[float, float]) -> Spot:
    """What lies at a point of the screen, for hands."""
    square = square_at(board, at)
    if square:
        return Spot(square=square)
    for side, pieces in zip(SIDES, board.trays, strict=True):
        if tray(side).has(at):
            reach = [(abs(x - at[0]) + abs(y - at[1]), piece) for piece, x, y in tray_places(pieces, side)]
            nearest = min(reach, default=(0.0, ""))
            return Spot(piece=nearest[1], beside=side)
    return Spot()
