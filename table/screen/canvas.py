"""A surface in the layout's units: rectangles, discs and words that fit. The only part of the screens that knows fonts.

Figures have one width, so that a clock's face never dances. Words take the largest size that fits their place, on as
many lines as it needs; `Canvas.words` tells whether they did.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.resources import as_file, files
from itertools import pairwise

import pygame

from display.outlines import Point
from table.screen.layout import HIGH, WIDE, Rect

MEDIUM, SEMIBOLD = "medium", "semibold"
SMOOTH = 4
"""Discs and outlines are drawn so much larger and then made smaller, for smooth edges."""
LEAST = 12

Colour = str


@cache
def _font(weight: str, size: int) -> pygame.font.Font:
    with as_file(files("display") / "fonts" / f"golos-text-{weight}.ttf") as path:
        return pygame.font.Font(path, size)


@cache
def _figure(weight: str, size: int) -> int:
    font = _font(weight, size)
    return max(font.size(figure)[0] for figure in "0123456789")


@lru_cache(maxsize=512)
def _line(text: str, weight: str, size: int, colour: Colour, figures: bool) -> pygame.Surface:
    font = _font(weight, size)
    if not figures:
        return font.render(text, True, colour)
    wide = _figure(weight, size)
    signs = [font.render(sign, True, colour) for sign in text]
    widths = [wide if sign.isdigit() else part.get_width() for sign, part in zip(text, signs, strict=True)]
    out = pygame.Surface((max(1, sum(widths)), font.get_height()), pygame.SRCALPHA)
    x = 0
    for part, width in zip(signs, widths, strict=True):
        out.blit(part, (x + (width - part.get_width()) // 2, 0))
        x += width
    return out


class Canvas:
    """Draws on ``surface`` in the colours of ``palette``; the layout is ``wide`` by ``high`` units."""

    def __init__(
        self, surface: pygame.Surface, palette: Mapping[str, str], *, wide: float = WIDE, high: float = HIGH
    ) -> None:
        self.surface = surface
        self.palette = {name: _whole(colour) for name, colour in palette.items()}
        width, height = surface.get_size()
        self.scale = min(width / wide, height / high)
        self._x, self._y = (width - wide * self.scale) / 2, (height - high * self.scale) / 2
        self.clipped: list[str] = []
        """Words that found no room: tests want none."""

    def at(self, pixel: tuple[float, float]) -> tuple[float, float]:
        """The layout's point under a pixel."""
        return (pixel[0] - self._x) / self.scale, (pixel[1] - self._y) / self.scale

    def pixels(self, rect: Rect) -> pygame.Rect:
        """A rectangle in whole pixels; neighbours meet."""
        left, top = round(self._x + rect.x * self.scale), round(self._y + rect.y * self.scale)
        right = round(self._x + (rect.x + rect.w) * self.scale)
        return pygame.Rect(left, top, right - left, round(self._y + (rect.y + rect.h) * self.scale) - top)

    def fill(self, rect: Rect, colour: str) -> None:
        """A rectangle of one colour."""
        self.surface.fill(self.palette[colour], self.pixels(rect))

    def box(self, rect: Rect, fill: str, edge: str) -> None:
        """A button's plate: an outline of two units and corners of three."""
        pixels, radius = self.pixels(rect), round(3 * self.scale)
        pygame.draw.rect(self.surface, self.palette[edge], pixels, border_radius=radius)
        inner = pixels.inflate(-2 * max(1, round(2 * self.scale)), -2 * max(1, round(2 * self.scale)))
        pygame.draw.rect(self.surface, self.palette[fill], inner, border_radius=max(0, radius - 1))

    def width(self, text: str, size: float, *, weight: str = SEMIBOLD, figures: bool = False) -> float:
        """How wide a line would be."""
        return _line(text, weight, self._size(size), "#000000", figures).get_width() / self.scale

    def words(
        self,
        text: str,
        rect: Rect,
        colour: str,
        *,
        size: float,
        least: float = LEAST,
        weight: str = SEMIBOLD,
        align: str = "centre",
        lines: int = 3,
        figures: bool = False,
    ) -> float:
        """Writes ``text`` into ``rect``, as large as fits from ``size`` down to ``least``; gives the size taken. What
        does not fit at all is written at the least size and noted in `clipped`."""
        now = size
        while True:
            rows = self._wrapped(text, rect.w, now, weight, lines, figures)
            high = self._high(now) * (len(rows) if rows else 0)
            if rows and high <= rect.h + 0.5:
                break
            if now <= least:
                self.clipped.append(text)
                rows = rows or [text]
                break
            now = max(least, now - 1)
        total = self._high(now) * len(rows)
        top = rect.y + (rect.h - total) / 2
        for number, row in enumerate(rows):
            part = _line(row, weight, self._size(now), self.palette[colour], figures)
            wide = part.get_width() / self.scale
            x = {"left": rect.x, "right": rect.x + rect.w - wide}.get(align, rect.x + (rect.w - wide) / 2)
            y = top + self._high(now) * number + (self._high(now) - part.get_height() / self.scale) / 2
            self.surface.blit(part, (round(self._x + x * self.scale), round(self._y + y * self.scale)))
        return now

    def name(self, text: str, rect: Rect, colour: str, *, size: float, least: float = LEAST) -> None:
        """A name on one line from the left; one that is too long at the least size ends in an ellipsis."""
        short = text
        while len(short) > 2 and self.width(short, least) > rect.w:
            short = short[:-2].rstrip(" -") + "…"
        self.words(short, rect, colour, size=size, least=least, align="left", lines=1)

    def disc(self, x: float, y: float, radius: float, colour: str, *, rim: str = "", rim_width: float = 0) -> None:
        """A smooth disc, with a rim inside its edge."""
        part = _disc(
            max(1, round(radius * self.scale * SMOOTH)),
            self.palette[colour],
            self.palette[rim] if rim else "",
            round(rim_width * self.scale * SMOOTH),
        )
        self._blit(part, x, y)

    def ring(self, x: float, y: float, radius: float, width: float, colour: str, *, dashed: bool = False) -> None:
        """A circle of ``width`` around a middle; ``radius`` is its outer one."""
        size = max(1, round(radius * self.scale * SMOOTH))
        self._blit(_ring(size, max(1, round(width * self.scale * SMOOTH)), self.palette[colour], dashed), x, y)

    def shape(
        self,
        points: Sequence[Point],
        x: float,
        y: float,
        unit: float,
        fill: str,
        *,
        rim: str = "",
        rim_width: float = 0,
    ) -> None:
        """A filled outline with its origin at a point; ``unit`` is the layout's length of one of its units."""
        part = _shape(
            tuple(points),
            unit * self.scale * SMOOTH,
            self.palette[fill],
            self.palette[rim] if rim else "",
            round(rim_width * self.scale * SMOOTH),
        )
        self._blit(part, x, y)

    def line(self, points: Sequence[Point], width: float, colour: str) -> None:
        """A line through points, with round joints."""
        spots = [(self._x + x * self.scale, self._y + y * self.scale) for x, y in points]
        thick = max(1, round(width * self.scale))
        for begin, end in pairwise(spots):
            pygame.draw.line(self.surface, self.palette[colour], begin, end, thick)
        for spot in spots[1:-1]:
            pygame.draw.circle(self.surface, self.palette[colour], spot, thick / 2)

    def _blit(self, part: pygame.Surface, x: float, y: float) -> None:
        place = part.get_rect(center=(round(self._x + x * self.scale), round(self._y + y * self.scale)))
        self.surface.blit(part, place, special_flags=pygame.BLEND_PREMULTIPLIED)

    def _size(self, size: float) -> int:
        return max(6, round(size * self.scale))

    def _high(self, size: float) -> float:
        """The height of a line of words."""
        return size * 1.16

    def _wrapped(self, text: str, wide: float, size: float, weight: str, lines: int, figures: bool) -> list[str] | None:
        """``text`` on as few lines as fit into ``wide``, about equally long; ``None`` where a word or the number of
        lines does not fit."""
        words = text.split(" ")
        widths = [self.width(word, size, weight=weight, figures=figures) for word in words]
        if max(widths) > wide:
            return None

        def fits(row: str, room: float) -> bool:
            return self.width(row, size, weight=weight, figures=figures) <= room

        narrow, rows = wide, _rows(words, partial(fits, room=wide))
        if len(rows) > lines:
            return None
        while len(rows) > 1 and narrow > max(widths):
            narrow -= wide / 16
            closer = _rows(words, partial(fits, room=narrow))
            if len(closer) > len(rows):
                break
            rows = closer
        return rows


def _rows(words: Sequence[str], fits: Callable[[str], bool]) -> list[str]:
    rows: list[str] = []
    for word in words:
        joined = f"{rows[-1]} {word}" if rows else word
        if rows and fits(joined):
            rows[-1] = joined
        else:
            rows.append(word)
    return rows


def _whole(colour: Colour) -> Colour:
    """``#000`` as ``#000000``: pygame knows only the long form."""
    return "#" + "".join(2 * sign for sign in colour[1:]) if len(colour) == 4 else colour


@lru_cache(maxsize=256)
def _disc(size: int, colour: Colour, rim: Colour, rim_width: int) -> pygame.Surface:
    big = pygame.Surface((2 * size + 2, 2 * size + 2), pygame.SRCALPHA)
    middle = (size + 1, size + 1)
    pygame.draw.circle(big, rim or colour, middle, size)
    if rim:
        pygame.draw.circle(big, colour, middle, size - rim_width)
    return _smaller(big)


@lru_cache(maxsize=256)
def _ring(size: int, width: int, colour: Colour, dashed: bool) -> pygame.Surface:
    big = pygame.Surface((2 * size + 2, 2 * size + 2), pygame.SRCALPHA)
    if dashed:
        box = big.get_rect().inflate(-2, -2)
        step = 2 * 3.14159265 / 12
        for part in range(12):
            pygame.draw.arc(big, colour, box, part * step, (part + 0.55) * step, width)
    else:
        pygame.draw.circle(big, colour, (size + 1, size + 1), size, width)
    return _smaller(big)


@lru_cache(maxsize=64)
def _shape(points: tuple[Point, ...], unit: float, fill: Colour, rim: Colour, rim_width: int) -> pygame.Surface:
    reach = max(max(abs(x), abs(y)) for x, y in points) * unit + rim_width + SMOOTH
    size = int(reach) + 1
    big = pygame.Surface((2 * size, 2 * size), pygame.SRCALPHA)
    spots = [(size + x * unit, size + y * unit) for x, y in points]
    pygame.draw.polygon(big, fill, spots)
    if rim and rim_width:
        pygame.draw.lines(big, rim, True, spots, rim_width)
        for spot in spots:
            pygame.draw.circle(big, rim, spot, rim_width / 2)
    return _smaller(big)


def _smaller(big: pygame.Surface) -> pygame.Surface:
    width, height = big.get_size()
    size = (max(1, round(width / SMOOTH)), max(1, round(height / SMOOTH)))
    # Premultiplied, so that the clear surroundings do not darken the edges.
    return pygame.transform.smoothscale(big.premul_alpha(), size)
