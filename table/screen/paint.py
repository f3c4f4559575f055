"""A view as a picture (mockups/table.html of the visual language): the same view gives the same bytes."""

import pygame

from display.catalogue import Texts
from display.palette import THEMES
from rules.side import Side
from table.screen.boards import draw_board, draw_hands, draw_trays
from table.screen.canvas import MEDIUM, Canvas
from table.screen.layout import (
    LANGUAGE,
    TOP,
    WIDE,
    Rect,
    Target,
    face,
    last_move,
    own_choices,
    sheet_of,
    targets,
    typed_line,
)
from table.screen.sheets import move_of
from table.screen.view import SIDES, View


def paint(surface: pygame.Surface, view: View, texts: Texts) -> Canvas:
    """Draws ``view`` on the whole ``surface``; gives the canvas, which knows what did not fit."""
    canvas = Canvas(surface, THEMES[view.theme])
    surface.fill(canvas.palette["ground"])
    _top(canvas, view, texts)
    if view.playing:
        if view.board is not None:
            draw_board(canvas, view.board)
            draw_trays(canvas, view.board, (_covers_tray(view, Side.WHITE), _covers_tray(view, Side.BLACK)))
        for side in SIDES:
            _face(canvas, view, side)
        _last(canvas, view, texts)
        for side in SIDES:
            if sheet_of(view, side) == "move":
                _typed(canvas, view, side, texts)
        for target in targets(view):
            if target.name not in ("press", "language"):
                _button(canvas, view, target, texts)
        if view.board is not None:
            draw_hands(canvas, view.board)
    return canvas


def _covers_tray(view: View, side: Side) -> bool:
    return sheet_of(view, side) in ("claims", "move", "announce") or len(own_choices(view, side)) > 2


def _top(canvas: Canvas, view: View, texts: Texts) -> None:
    canvas.fill(Rect(0, 0, WIDE, TOP), "head")
    word = texts.t("table.n", n="").strip()
    canvas.words(word, Rect(16, 4, 60, TOP - 4), "head-ink2", size=15, weight=MEDIUM, align="left", lines=1)
    x = 16 + canvas.width(word, 15, weight=MEDIUM) + 6
    canvas.words(str(view.number), Rect(x, 0, 60, TOP), "head-ink", size=25, align="left", lines=1)
    canvas.words(view.title, Rect(160, 0, 350, TOP), "head-ink2", size=15, weight=MEDIUM, lines=1)
    kept = texts.t("screen.kept" if view.playing else "screen.idle")
    canvas.words(kept, Rect(530, 0, 150, TOP), "head-ink2", size=15, weight=MEDIUM, align="right", lines=1)
    canvas.fill(Rect(LANGUAGE.x, 10, 1, TOP - 20), "head-ink2")
    canvas.words(texts.t("screen.language"), LANGUAGE, "head-ink", size=15, weight=MEDIUM, lines=1)


def _face(canvas: Canvas, view: View, side: Side) -> None:
    """A player's name and, where the screen is the clock, its face: the running one is a solid plate."""
    room, place = face(view, side), SIDES.index(side)
    shown = view.faces[place] if view.faces is not None else None
    runs = shown is not None and shown.runs
    canvas.fill(room, "ink" if runs else "panel")
    if view.board is not None and not runs:
        canvas.fill(Rect(room.x, room.y + room.h - 1, room.w, 1), "line")
    ink, second = ("panel", "panel") if runs else ("ink", "ink2")
    small = view.board is not None
    size = 16.0 if small else 20.0
    pad = 8 if small else 18
    name = Rect(room.x + pad + size + 8, room.y + (6 if small else 12), room.w - 2 * pad - size - 8, size * 1.4)
    _mark(canvas, room.x + pad, name.y + name.h / 2 - size / 2, size, view.colours[place])
    said = view.said[place]
    if shown is None:
        canvas.name(view.names[place], name, ink, size=size)
        if said:
            canvas.words(said, Rect(room.x + pad, room.y + 50, room.w - 2 * pad, room.h - 60), second, size=24)
        return
    if small:
        canvas.name(view.names[place], name, ink, size=size)
        if said:
            line = Rect(room.x + pad, room.y + room.h - 22, room.w - 2 * pad, 18)
            canvas.words(said, line, second, size=13, least=10, weight=MEDIUM, lines=1)
        figures = Rect(room.x + 6, name.y + name.h - 2, room.w - 12, 70)
        canvas.words(shown.text, figures, second, size=62, lines=1, figures=True)
        return
    wide = min(name.w, canvas.width(view.names[place], size) + 4)
    if said:
        wide = min(wide, name.w - 150)
        canvas.words(
            said, Rect(name.x + wide + 10, name.y, name.w - wide - 10, name.h), second, size=15, weight=MEDIUM,
            align="right", lines=1,
        )  # fmt: skip
    canvas.name(view.names[place], name._replace(w=wide), ink, size=size)
    figures = Rect(room.x + 8, room.y + 38, room.w - 16, room.h - 40)
    canvas.words(shown.text, figures, second, size=128, lines=1, figures=True)


def _mark(canvas: Canvas, x: float, y: float, size: float, side: Side) -> None:
    """The colour of a side: a piece on a square of the board, the same on every ground."""
    canvas.fill(Rect(x, y, size, size), "board-dark")
    letter = side.value[0]
    canvas.disc(
        x + size / 2, y + size / 2, size * 0.36, f"man-{letter}", rim=f"rim-{letter}", rim_width=max(1, size * 0.05)
    )


def _last(canvas: Canvas, view: View, texts: Texts) -> None:
    """The last move without its number; before a game with a break, when that is over; before the first move at the
    board the opening that was drawn; once the players or the arbiter have ended the game, its result."""
    room = last_move(view)
    label, text = view.drawn
    if view.result or view.wait or not label:
        last = "screen.moves" if view.listed else "screen.last"
        label = texts.t("screen.result" if view.result else "screen.break" if view.wait else last)
        text = view.result or view.wait or view.last
    if view.board is not None:
        canvas.words(label, Rect(room.x + 2, room.y, room.w, 22), "ink2", size=14, weight=MEDIUM, align="left", lines=1)
        canvas.words(text, Rect(room.x + 2, room.y + 22, room.w - 4, 44), "ink", size=28, align="left", lines=3)
        return
    wide = 104
    canvas.words(label, room._replace(w=wide), "ink2", size=17, weight=MEDIUM, align="left", lines=2)
    canvas.words(text, Rect(room.x + wide + 8, room.y, room.w - wide - 8, room.h), "ink", size=35, align="left")


def _typed(canvas: Canvas, view: View, side: Side, texts: Texts) -> None:
    sheet = view.sheets[SIDES.index(side)]
    room = typed_line(view, side)
    if view.board is None:
        canvas.fill(Rect(room.x - 12, TOP, 399, 358), "ground")
    canvas.fill(room, "sunk")
    words = f"{texts.t('screen.move')} {move_of(sheet)}".strip()
    canvas.words(words, room._replace(x=room.x + 8, w=room.w - 16), "ink", size=22, align="left", lines=3)


def _button(canvas: Canvas, view: View, target: Target, texts: Texts) -> None:
    strong = target.strong
    canvas.box(target.rect, "ink" if strong else "panel", "ink" if strong else "edge")
    rect = target.rect
    pad = 6 if view.board is None else 4
    room = Rect(rect.x + pad, rect.y + 3, rect.w - 2 * pad, rect.h - 6)
    text = texts.t(target.label) if target.label else target.key
    canvas.words(text, room, "panel" if strong else "ink", size=18 if target.label else 24)
