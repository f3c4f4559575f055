"""The board on the screen: the geometry and the art of `display.svg`, drawn with pygame.

Pieces are drawn in reading order from the top, those in a hand last; between board and pieces the last move's squares,
over them its line in chalk.
"""

from math import hypot

from display.format import RENJU_LETTERS
from display.kinds import numbered
from display.outlines import outline
from display.pieces import CHESS, CROWN
from display.svg import STARS, Grid
from table.screen.canvas import MEDIUM, Canvas
from table.screen.layout import BOARD, EDGE, ONE_ROW, Rect, cell_size, centre, tray, tray_places
from table.screen.view import SIDES, BoardView

CROWN_OUTLINE = outline(f"M-23 17{CROWN}")
CHESS_OUTLINES = {letter: outline(path) for letter, path in CHESS.items()}
CELL = 100
TRAY_CELL = 42


def draw_board(canvas: Canvas, board: BoardView) -> None:
    """The whole board with its pieces, and the trays beside it."""
    grid = Grid(board.kind, board.flip)
    if board.kind == "renju":
        _points(canvas, board, grid)
    else:
        _squares(canvas, board, grid)
    _coordinates(canvas, board, grid)
    unit = cell_size(board) / CELL
    places = sorted(board.pieces, key=lambda each: grid.at(each[0])[::-1])
    for square, piece in places:
        draw_piece(canvas, board.kind, piece, *centre(board, square), unit)
    _last_move(canvas, board, unit)
    for square in board.chosen:
        if square in _names(board, grid):
            x, y = centre(board, square)
            canvas.ring(x, y, 49 * unit, 7 * unit, "ink")


def draw_trays(canvas: Canvas, board: BoardView, hidden: tuple[bool, bool]) -> None:
    """What lies beside the board. A tray under an open sheet is not drawn."""
    for side, pieces, under in zip(SIDES, board.trays, hidden, strict=True):
        if under:
            continue
        canvas.fill(tray(side), "line")
        room = tray(side)
        canvas.fill(Rect(room.x + 1, room.y + 1, room.w - 2, room.h - 2), "sunk")
        for piece, x, y in tray_places(pieces, side):
            draw_piece(canvas, board.kind, piece, x, y, TRAY_CELL / CELL * (0.8 if len(pieces) > ONE_ROW else 0.9))


def draw_hands(canvas: Canvas, board: BoardView) -> None:
    """The pieces in the hands, over everything: under the finger, or raised over the square they were lifted from."""
    unit = cell_size(board) / CELL
    for held in board.held:
        if held.at is not None:
            draw_piece(canvas, board.kind, held.piece, held.at[0], held.at[1], unit * 1.1)
        elif held.square:
            x, y = centre(board, held.square)
            canvas.ring(x, y, 42 * unit, 5 * unit, "chalk", dashed=True)
            draw_piece(canvas, board.kind, held.piece, x + 14 * unit, y - 16 * unit, unit * 1.05)
        else:
            draw_piece(canvas, board.kind, held.piece, BOARD.x + BOARD.w / 2, BOARD.y + EDGE / 2 + 12, unit * 1.1)


def draw_piece(canvas: Canvas, kind: str, piece: str, x: float, y: float, unit: float) -> None:
    """One piece with its middle at a point; ``unit`` is a hundredth of a cell."""
    if kind == "chess":
        side = "w" if piece.isupper() else "b"
        shape = CHESS_OUTLINES[piece.upper()]
        canvas.shape(shape, x, y, unit, f"man-{side}", rim=f"rim-{side}", rim_width=5 * unit)
        return
    side = piece.lower()
    radius = (45 if kind == "renju" else 39) + 2.5
    canvas.disc(x, y, radius * unit, f"man-{side}", rim=f"rim-{side}", rim_width=5 * unit)
    if piece in "WB":
        canvas.shape(CROWN_OUTLINE, x, y, unit, "man-b" if side == "w" else "man-w")
    elif kind != "renju":
        canvas.ring(x, y, 27 * unit, 4 * unit, f"groove-{side}")


def _squares(canvas: Canvas, board: BoardView, grid: Grid) -> None:
    size = cell_size(board)
    edge = 8 * size / CELL
    inner = Rect(BOARD.x + EDGE, BOARD.y + EDGE, size * grid.size, size * grid.size)
    canvas.fill(Rect(inner.x - edge, inner.y - edge, inner.w + 2 * edge, inner.h + 2 * edge), "rim-w")
    canvas.fill(inner, "board-light")
    last = {grid.at(square) for square in (board.way[:1] + board.way[-1:] if len(board.way) > 1 else ())}
    for row in range(grid.size):
        for column in range(grid.size):
            dark = (row + column) % 2 == 1
            if (column, row) in last or dark:
                cell = Rect(inner.x + column * size, inner.y + row * size, size, size)
                canvas.fill(cell, "board-last" if (column, row) in last else "board-dark")


def _points(canvas: Canvas, board: BoardView, grid: Grid) -> None:
    size = cell_size(board)
    canvas.fill(BOARD, "wood")
    first = (BOARD.x + EDGE + size / 2, BOARD.y + EDGE + size / 2)
    reach = size * (grid.size - 1)
    for number in range(grid.size):
        thick = 7 * size / CELL if number in (0, grid.size - 1) else 3.2 * size / CELL
        x, y = first[0] + number * size, first[1] + number * size
        canvas.line([(x, first[1]), (x, first[1] + reach)], thick, "wood-line")
        canvas.line([(first[0], y), (first[0] + reach, y)], thick, "wood-line")
    for star in STARS:
        x, y = centre(board, star)
        canvas.disc(x, y, 13 * size / CELL, "wood-line")


def _coordinates(canvas: Canvas, board: BoardView, grid: Grid) -> None:
    colour = "wood-line" if board.kind == "renju" else "ink3"
    size, count = cell_size(board), grid.size
    left, top = BOARD.x + EDGE, BOARD.y + EDGE
    edge = EDGE - 4

    def put(text: str, rect: Rect) -> None:
        size = 11 if numbered(board.kind) else 13
        canvas.words(text, rect, colour, size=size, least=8, weight=MEDIUM, lines=1)

    if numbered(board.kind):
        for number in range(1, count * count // 2 + 1):
            column, row = grid.at(str(number))
            x, y = left + column * size, top + row * size
            if row in (0, count - 1):
                put(str(number), Rect(x, BOARD.y if row == 0 else top + size * count + 3, size, edge))
            elif column in (0, count - 1):
                put(str(number), Rect(BOARD.x if column == 0 else left + size * count + 3, y, edge + 1, size))
        return
    names = RENJU_LETTERS[board.letters] if board.kind == "renju" else "abcdefgh"
    for place in range(count):
        column = count - 1 - place if board.flip else place
        row = place + 1 if board.flip else count - place
        put(names[column], Rect(left + place * size, top + size * count + 3, size, edge))
        put(str(row), Rect(BOARD.x, top + place * size, edge, size))


def _last_move(canvas: Canvas, board: BoardView, unit: float) -> None:
    """Chalk: a line from the first square to the rim of the piece, a dot on a stone, a ring where a man was taken."""
    if not board.way:
        return
    points = [centre(board, square) for square in board.way]
    if board.kind == "renju" or len(points) == 1:
        stone = dict(board.pieces).get(board.way[-1])
        if stone:
            canvas.disc(*points[-1], 17 * unit, "man-b" if stone == "w" else "chalk")
        return
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    points[-1] = (bx - (bx - ax) / length * 47 * unit, by - (by - ay) / length * 47 * unit)
    canvas.line(points, 9 * unit, "chalk")
    canvas.disc(*points[0], 11 * unit, "chalk")
    for square in board.gone:
        x, y = centre(board, square)
        canvas.ring(x, y, 32 * unit, 4 * unit, "chalk", dashed=True)
        arm = 15 * unit
        canvas.line([(x - arm, y - arm), (x + arm, y + arm)], 6 * unit, "chalk")
        canvas.line([(x + arm, y - arm), (x - arm, y + arm)], 6 * unit, "chalk")


def _names(board: BoardView, grid: Grid) -> frozenset[str]:
    if numbered(board.kind):
        return frozenset(str(number) for number in range(1, grid.size * grid.size // 2 + 1))
    letters = "abcdefghijklmno"[: grid.size]
    return frozenset(f"{letter}{row}" for letter in letters for row in range(1, grid.size + 1))


__all__ = ["draw_board", "draw_hands", "draw_piece", "draw_trays"]
