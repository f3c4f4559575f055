"""The hall's screen in a window of its own, for a projector without a browser.

It shows what the page ``/hall`` shows, drawn from ``GET /api/hall``; nothing else is asked of the server.
"""

import asyncio

import httpx
import msgspec
import pygame

from display.catalogue import Texts
from display.palette import THEMES
from display.pieces import read
from display.svg import STARS, Grid
from flagfall.commands.output import InputError
from table.screen.boards import draw_piece
from table.screen.canvas import MEDIUM, Canvas
from table.screen.layout import Rect
from table.screen.window import opened, texts

WIDE, HIGH = 1920, 1080
HEAD = 104
ASK_S = 2.0
FRAME_S = 0.1
COLUMNS = 4
CELL_OF_BOARD = 309.0
ROW, ROWS_HIGH = 41.0, 864.0
"""A pair's line, and the room for all of them: many pairs are set closer."""


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board as the server tells it."""

    table: int
    discipline: str
    kind: str
    fen: str
    white: str
    white_right: str
    black: str
    black_right: str


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the list."""

    table: int
    white: str
    black: str
    result: str


class HallView(msgspec.Struct, frozen=True, kw_only=True):
    """All that the screen shows. ``lost``: the server does not answer."""

    event: str = ""
    words: str = ""
    time: str = ""
    title: str = ""
    boards: tuple[Board, ...] = ()
    pairs: tuple[Pair, ...] = ()
    bye: str = ""
    lost: bool = False


def hall_url(address: str) -> str:
    """Where an address's hall is asked. Raises `InputError` for what is no address.

    >>> hall_url("192.168.1.10:8000")
    'http://192.168.1.10:8000/api/hall'
    """
    base = address if "://" in address else f"http://{address}"
    try:
        url = httpx.URL(base)
    except (httpx.InvalidURL, ValueError) as fault:
        raise InputError(f"{address}: {fault}") from fault
    if url.scheme not in ("http", "https") or not url.host:
        raise InputError(f"{address}: expected HOST, HOST:PORT or http://HOST:PORT")
    return f"{base.rstrip('/')}/api/hall"


async def run(address: str, *, lang: str, theme: str, size: tuple[int, int], fullscreen: bool) -> None:
    """Shows the hall until the window is closed. Raises `InputError` for an address that cannot be one."""
    url = hall_url(address)
    surface = opened(size, fullscreen)
    try:
        async with httpx.AsyncClient(timeout=5, params={"lang": lang}) as client:
            await _show(client, url, surface, texts(lang), theme)
    finally:
        pygame.display.quit()


async def _show(client: httpx.AsyncClient, url: str, surface: pygame.Surface, words: Texts, theme: str) -> None:
    loop = asyncio.get_running_loop()
    shown: tuple[HallView, tuple[int, int]] | None = None
    now, due = HallView(), 0.0
    while True:
        for event in pygame.event.get():
            if event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
                return
        if loop.time() >= due:
            due = loop.time() + ASK_S
            now = await asked(client, url, now)
        surface = pygame.display.get_surface() or surface
        if shown != (now, surface.get_size()):
            shown = (now, surface.get_size())
            paint_hall(surface, now, words, theme)
            pygame.display.flip()
        await asyncio.sleep(FRAME_S)


async def asked(client: httpx.AsyncClient, url: str, before: HallView) -> HallView:
    """What the server says now; ``before``, marked as lost, where it says nothing of use."""
    try:
        answer = await client.get(url)
        answer.raise_for_status()
        return msgspec.json.decode(answer.content, type=HallView)
    except (httpx.HTTPError, msgspec.DecodeError):
        return msgspec.structs.replace(before, lost=True)


def paint_hall(surface: pygame.Surface, view: HallView, words: Texts, theme: str = "light") -> Canvas:
    """Draws the hall on the whole ``surface``; gives the canvas, which knows what did not fit."""
    canvas = Canvas(surface, THEMES[theme], wide=WIDE, high=HIGH)
    surface.fill(canvas.palette["ground"])
    canvas.fill(Rect(0, 0, WIDE, HEAD), "head")
    canvas.name(view.event, Rect(40, 12, 1400, 48), "head-ink", size=34)
    under = words.t("live.lost") if view.lost else view.words
    canvas.words(under, Rect(40, 60, 1400, 30), "head-ink2", size=22, weight=MEDIUM, align="left", lines=1)
    canvas.words(view.time, Rect(1640, 20, 240, 70), "head-ink", size=60, align="right", lines=1, figures=True)
    for number, board in enumerate(view.boards[: 2 * COLUMNS]):
        row, column = divmod(number, COLUMNS)
        _board(canvas, board, 40 + column * (CELL_OF_BOARD + 26), HEAD + 22 + row * 462)
    _list(canvas, view, words)
    return canvas


def _board(canvas: Canvas, board: Board, x: float, y: float) -> None:
    canvas.fill(Rect(x, y, CELL_OF_BOARD, 1), "line")
    canvas.words(str(board.table), Rect(x, y + 4, 80, 40), "ink", size=32, align="left", lines=1)
    kind = Rect(x + 80, y + 8, CELL_OF_BOARD - 80, 36)
    canvas.words(board.kind, kind, "ink2", size=20, weight=MEDIUM, align="right", lines=1)
    _seat(canvas, "b", board.black, board.black_right, Rect(x, y + 42, CELL_OF_BOARD, 38))
    _position(canvas, board, x, y + 80)
    _seat(canvas, "w", board.white, board.white_right, Rect(x, y + 80 + CELL_OF_BOARD, CELL_OF_BOARD, 38))


def _seat(canvas: Canvas, side: str, name: str, right: str, room: Rect) -> None:
    canvas.fill(Rect(room.x, room.y + 9, 21, 21), "board-dark")
    canvas.disc(room.x + 10.5, room.y + 19.5, 7.5, f"man-{side}", rim=f"rim-{side}", rim_width=1)
    canvas.name(name, Rect(room.x + 30, room.y, room.w - 140, room.h), "ink", size=23, least=18)
    canvas.words(right, Rect(room.x + room.w - 105, room.y, 105, room.h), "ink", size=23, align="right", lines=1)


def _position(canvas: Canvas, board: Board, x: float, y: float) -> None:
    """The pieces and nothing beside them: no last move."""
    grid = Grid(board.discipline)
    cell = CELL_OF_BOARD / grid.size
    whole = Rect(x, y, CELL_OF_BOARD, CELL_OF_BOARD)
    if board.discipline == "renju":
        canvas.fill(whole, "wood")
        near, far = cell / 2, CELL_OF_BOARD - cell / 2
        for number in range(grid.size):
            at = near + number * cell
            canvas.line([(x + at, y + near), (x + at, y + far)], 1.2, "wood-line")
            canvas.line([(x + near, y + at), (x + far, y + at)], 1.2, "wood-line")
        for star in STARS:
            column, row = grid.at(star)
            canvas.disc(x + (column + 0.5) * cell, y + (row + 0.5) * cell, 2.8, "wood-line")
    else:
        canvas.fill(whole, "board-light")
        for place in range(grid.size * grid.size):
            row, column = divmod(place, grid.size)
            if (row + column) % 2:
                canvas.fill(Rect(x + column * cell, y + row * cell, cell, cell), "board-dark")
    for piece in read(board.discipline, board.fen):
        column, row = grid.at(piece.square)
        if board.discipline == "chess":
            letter = piece.what if piece.side == "w" else piece.what.lower()
        else:
            letter = piece.side.upper() if piece.what == "king" else piece.side
        draw_piece(canvas, board.discipline, letter, x + (column + 0.5) * cell, y + (row + 0.5) * cell, cell / 100)


def _list(canvas: Canvas, view: HallView, words: Texts) -> None:
    x, wide, y = 1404.0, 476.0, HEAD + 22.0
    if not view.title:
        return
    canvas.words(view.title, Rect(x, y, 290, 40), "ink", size=28, least=18, align="left", lines=1)
    canvas.words(
        words.t("hall.sides"), Rect(x + 290, y, wide - 290, 40), "ink2", size=20, weight=MEDIUM, align="right", lines=1
    )
    step = min(ROW, ROWS_HIGH / max(1, len(view.pairs)))
    size = step * 0.58
    for number, pair in enumerate(view.pairs):
        row = Rect(x, y + 46 + number * step, wide, step - 1)
        canvas.fill(row._replace(h=1), "line")
        canvas.words(str(pair.table), row._replace(w=50), "ink", size=size, least=6, align="left", lines=1)
        canvas.name(pair.white, Rect(x + 52, row.y, 174, row.h), "ink", size=size, least=min(size, 12))
        colour = "ink" if pair.result else "ink3"
        canvas.words(pair.result or "–", Rect(x + 226, row.y, 76, row.h), colour, size=size, least=6, lines=1)
        canvas.name(pair.black, Rect(x + 310, row.y, 166, row.h), "ink", size=size, least=min(size, 12))
    if view.bye:
        end = y + 50 + len(view.pairs) * step
        canvas.words(words.t("hall.bye", name=view.bye), Rect(x, end, wide, 32), "ink2", size=22, align="left", lines=1)
