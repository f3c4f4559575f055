"""Positions as SVG text: one geometry for every screen. A cell is 100 units; the style sheet colours by class.

Draughts boards stand with White at the bottom unless flipped; renju stones lie on the points of fifteen lines. ``last``
is the way of the last move (from, landings, to), ``captured`` the men it took. ``marks`` show what a sensor saw and are
for the arbiter only: `Mark`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import hypot

from display import stones as stone_numbers
from display.format import RENJU_LETTERS
from display.kinds import drawn_as, numbered
from display.pieces import Piece, draw_piece, read
from display.stones import SHEET, Order
from rules.known import discipline, disciplines

CELL = 100
SIZES: dict[str, int] = {name: discipline(name).size for name in disciplines()}
"""Squares, or lines, along an edge of each discipline's board."""

STARS = ("d4", "d12", "h8", "l4", "l12")


@dataclass(frozen=True)
class Mark:
    """A sensor mark. ``what``: ``lift`` (dashed ring), ``place`` (solid ring), ``held`` (both: touched and put back),
    ``left`` (a man left on though captured), ``foul``, ``row`` (a row of a foul through all ``squares``), ``hand`` (a
    piece of ``side`` ``w`` or ``b`` in the hand over its square)."""

    what: str
    squares: tuple[str, ...]
    side: str = "w"


@dataclass(frozen=True)
class Grid:
    """The geometry of one board: its size and which way it is seen."""

    kind: str
    flip: bool = False

    @property
    def size(self) -> int:
        """Squares (or lines) along an edge."""
        size: int = discipline(self.kind).size
        return size

    def at(self, square: str) -> tuple[int, int]:
        """Column and row from the top left of the square's name. Raises ValueError for a name not on this board."""
        n = self.size
        if square[:1].isalpha():
            column, row = ord(square[0]) - ord("a"), n - int(square[1:])
        else:
            number, half = int(square) - 1, n // 2
            row = number // half
            column = number % half * 2 + (0 if row % 2 else 1)
        if not (0 <= column < n and 0 <= row < n):
            raise ValueError(f"square {square!r} is not on a board of {n} by {n}")
        return (n - 1 - column, n - 1 - row) if self.flip else (column, row)

    def has(self, square: str) -> bool:
        """Whether the board has a square of that name."""
        try:
            self.at(square)
        except ValueError:
            return False
        return True

    def centre(self, square: str) -> tuple[int, int]:
        """The middle of the square in units."""
        column, row = self.at(square)
        return column * CELL + CELL // 2, row * CELL + CELL // 2


def board(
    kind: str,
    fen: str,
    *,
    last: Sequence[str] = (),
    captured: Sequence[str] = (),
    stones: Sequence[str] = (),
    numbers: str = "none",
    first: int = 1,
    monochrome: bool = False,
    marks: Iterable[Mark] = (),
    coords: str = "edge",
    flip: bool = False,
    tiny: bool = False,
    label: str = "",
    letters: str = "russian",
    ambiguous: Sequence[Sequence[str]] = (),
) -> str:
    """The position as one ``<svg>`` element.

    ``stones`` is renju's order of plies, points or ``pass``, from number ``first``, and ``numbers`` which of them are
    numbered, one of `display.stones.NUMBERS`; ``sheet`` draws a score sheet (5.3.2.1), ``monochrome`` one of a single
    colour, with the passes in the margin below. ``letters`` is renju's style, ``russian`` or ``rif`` (5.2.2.2).
    ``coords``: ``edge``, ``all`` (every square's number) or ``none``. ``tiny`` is for boards under 140 pixels: no
    coordinates, grooves or ghosts. ``ambiguous`` are candidate ways of a capture whose path is not known; they are
    dashed. ``label`` is the position in words for those who do not see it. What names a square that the board does not
    have is left out: a table's record may say anything, and the desk must still show it.
    """
    grid = Grid(kind, flip)
    last = last if all(map(grid.has, last)) else ()
    ambiguous = [way for way in ambiguous if all(map(grid.has, way))]
    captured = [square for square in captured if grid.has(square)]
    renju = kind == "renju"
    coords = "none" if tiny else coords
    side = grid.size * CELL
    near = (6 if renju else 0) if coords == "none" else (60 if renju else 52)
    far = 8 if coords != "none" and not renju and not numbered(kind) else near
    order = stone_numbers.order(stones, first)
    noted = order.passes if renju and numbers == SHEET else ()
    below = far + stone_numbers.margin_height(noted)
    out = [_lines(grid, side, near, below) if renju else _squares(grid, side)]
    if coords != "none":
        out.append(_coords(grid, side, coords, letters))
    if not renju and len(last) > 1:
        for name, square in (("from", last[0]), ("to", last[-1])):
            column, row = grid.at(square)
            out.append(f'<rect class="fb-{name}" x="{column * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}"/>')
    for piece in read(kind, fen):
        if grid.has(piece.square):
            out.append(_piece(grid, piece, tiny, order, numbers, monochrome))
    if noted:
        out.append(stone_numbers.margin(noted, side + far, monochrome))
    if renju and numbers != SHEET and last and last[-1] not in order.stones and last[-1] != stone_numbers.NO_STONE:
        out.append(_last_stone(grid, last[-1], "b"))
    if not renju:
        out += [_track(grid, way, (), tiny, dashed=True) for way in ambiguous if len(way) > 1]
        if len(last) > 1 and not ambiguous:
            out.append(_track(grid, last, captured, tiny))
    drawn = [_mark(grid, mark) for mark in marks if all(map(grid.has, mark.squares))]
    out += drawn
    box = f"{-near} {-far} {side + near + far} {side + near + below}"
    names = f"fb fb-{drawn_as(kind)}" + (" fb-tiny" if tiny else "") + (" fb-marked" if drawn else "")
    if renju and numbers == SHEET:
        names += " fb-sheet" + (" fb-mono" if monochrome else "")
    return f'<svg class="{names}" viewBox="{box}" role="img" aria-label="{escape(label or fen)}">{"".join(out)}</svg>'


def _squares(grid: Grid, side: int) -> str:
    n = grid.size
    dark = "".join(f"M{c * CELL} {r * CELL}h{CELL}v{CELL}h-{CELL}z" for r in range(n) for c in range(n) if (r + c) % 2)
    return (
        f'<rect class="fb-light" width="{side}" height="{side}"/><path class="fb-dark" d="{dark}"/>'
        f'<rect class="fb-edge" x="-4" y="-4" width="{side + 8}" height="{side + 8}"/>'
    )


def _lines(grid: Grid, side: int, near: int, below: int) -> str:
    half = CELL // 2
    lines = "".join(f"M{half} {p}H{side - half}M{p} {half}V{side - half}" for p in range(half, side, CELL))
    stars = "".join(
        f'<circle class="fb-star" cx="{x}" cy="{y}" r="13"/>' for x, y in (grid.centre(star) for star in STARS)
    )
    return (
        f'<rect class="fb-wood" x="{-near}" y="{-near}" width="{side + 2 * near}" height="{side + near + below}"/>'
        f'<path class="fb-line" d="{lines}"/>'
        f'<rect class="fb-frame" x="{half}" y="{half}" width="{side - CELL}" height="{side - CELL}"/>{stars}'
    )


def _coords(grid: Grid, side: int, how: str, letters: str) -> str:
    n, renju = grid.size, grid.kind == "renju"

    def text(x: float, y: float, what: object) -> str:
        return f'<text class="fb-co" x="{x}" y="{y}">{what}</text>'

    out: list[str] = []
    if not renju and (numbered(grid.kind) or how == "all"):
        for i in range(1, n * n // 2 + 1):
            column, row = grid.at(str(i))
            x, y = column * CELL + CELL // 2, row * CELL + CELL // 2
            if how == "all":
                out.append(f'<text class="fb-co fb-in" x="{column * CELL + 6}" y="{row * CELL + 22}">{i}</text>')
            elif row in (0, n - 1):
                out.append(text(x, -24 if row == 0 else side + 26, i))
            elif column in (0, n - 1):
                out.append(text(-26 if column == 0 else side + 27, y, i))
    if not numbered(grid.kind):
        names = RENJU_LETTERS[letters] if renju else "abcdefgh"
        for i in range(n):
            column = n - 1 - i if grid.flip else i
            middle = i * CELL + CELL // 2
            out.append(text(middle, side + (16 if renju else 26), names[column]))
            out.append(text(-14 if renju else -26, middle, i + 1 if grid.flip else n - i))
    return "".join(out)


def _piece(grid: Grid, piece: Piece, tiny: bool, order: Order, numbers: str, monochrome: bool) -> str:
    x, y = grid.centre(piece.square)
    if grid.kind != "renju":
        return draw_piece(piece, x, y, tiny)
    shown = order.shown(piece.square, numbers)
    if numbers == SHEET:
        return stone_numbers.sheet_stone(piece.side, x, y, shown, monochrome)
    out = f'<circle class="fb-{piece.side}" cx="{x}" cy="{y}" r="45"/>'
    if shown:
        wide = " fb-no-wide" if shown > 99 else ""
        out += f'<text class="fb-no fb-no-{piece.side}{wide}" x="{x}" y="{y + 2}">{shown}</text>'
    if order.last and order.stones.get(piece.square) == order.last:
        out += (
            f'<circle class="fb-lastring" cx="{x}" cy="{y}" r="55"/>'
            if shown
            else _last_stone(grid, piece.square, piece.side)
        )
    return out


def _last_stone(grid: Grid, square: str, side: str) -> str:
    x, y = grid.centre(square)
    return f'<circle class="fb-lastdot fb-lastdot-{side}" cx="{x}" cy="{y}" r="17"/>'


def _track(grid: Grid, path: Sequence[str], taken: Sequence[str], tiny: bool, *, dashed: bool = False) -> str:
    """The chalk line: from the first square's middle to the rim of the piece on the last."""
    points: list[tuple[float, float]] = [grid.centre(square) for square in path]
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = hypot(bx - ax, by - ay) or 1.0
    points[-1] = (bx - (bx - ax) / length * 47, by - (by - ay) / length * 47)
    d = "M" + "L".join(f"{round(x)} {round(y)}" for x, y in points)
    x0, y0 = grid.centre(path[0])
    out = f'<path class="fb-path{" fb-maybe" if dashed else ""}" d="{d}"/>'
    out += f'<circle class="fb-origin" cx="{x0}" cy="{y0}" r="11"/>'
    if tiny:
        return out
    for square in path[1:-1]:
        x, y = grid.centre(square)
        out += f'<circle class="fb-land" cx="{x}" cy="{y}" r="9"/>'
    for square in taken:
        x, y = grid.centre(square)
        out += f'<circle class="fb-ghost" cx="{x}" cy="{y}" r="30"/>'
        out += f'<path class="fb-gone" d="M{x - 15} {y - 15}l30 30m0 -30l-30 30"/>'
    return out


def _mark(grid: Grid, mark: Mark) -> str:
    x, y = grid.centre(mark.squares[0])

    def ring(name: str, r: int) -> str:
        return (
            f'<circle class="fm-halo" cx="{x}" cy="{y}" r="{r}"/><circle class="fm {name}" cx="{x}" cy="{y}" r="{r}"/>'
        )

    def frame(name: str, r: int) -> str:
        place = f'x="{x - r}" y="{y - r}" width="{2 * r}" height="{2 * r}"'
        return f'<rect class="fm-halo" {place}/><rect class="fm {name}" {place}/>'

    match mark.what:
        case "lift":
            return ring("fm-lift", 47)
        case "place":
            return ring("fm-place", 47)
        case "held":
            return ring("fm-lift", 56) + ring("fm-place", 42)
        case "left":
            return frame("fm-left", 47)
        case "foul":
            return frame("fm-foul", 58)
        case "hand":
            return f'<g class="fm-hand"><circle class="fb-{mark.side}" cx="{x + 16}" cy="{y - 18}" r="41"/></g>'
        case "row":
            ends = sorted(grid.centre(square) for square in mark.squares)
            d = f"M{ends[0][0]} {ends[0][1]}L{ends[-1][0]} {ends[-1][1]}"
            return f'<path class="fm-row0" d="{d}"/><path class="fm-row" d="{d}"/>'
        case _:
            raise ValueError(f"no sensor mark {mark.what!r}")
