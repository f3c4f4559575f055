"""The window of a table's screen: pygame's events in, pictures out, in the loop that also serves the table."""

import asyncio
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path

import pygame

from display.catalogue import Texts, parse
from rules.errors import SettingsError
from table.client import run as run_client
from table.config import Config, Table
from table.screen.canvas import Canvas
from table.screen.layout import HIGH, WIDE
from table.screen.paint import paint
from table.screen.screen import Screen
from table.screen.view import View
from table.wall import now_ms

FRAME_S = 1 / 40
MOUSE = 0
"""The mouse is a finger of its own number; those of a touch screen count from 1."""


@cache
def texts(lang: str) -> Texts:
    """The texts of a language."""
    return parse((files("display") / "locale" / f"{lang}.po").read_text("utf-8"), lang)


def table_shown(config: Config, number: int | None) -> Table:
    """The table that the screen is for: ``number``, else the one whose board or clock is on the screen, else the first.

    Raises `SettingsError` where there is no such table, or where a second one needs this screen too.
    """
    own = [table for table in config.table if table.clock_on_screen]
    shown = next((table for table in config.table if table.number == number), None)
    if number is None:
        shown = own[0] if own else config.table[0]
    if shown is None:
        known = ", ".join(str(table.number) for table in config.table)
        raise SettingsError((f"there is no table {number} in this file, only: {known}",))
    others = [str(table.number) for table in own if table is not shown]
    if others:
        raise SettingsError((f"one screen serves one table; its own boards or clocks: {', '.join(others)} as well",))
    return shown


async def run(
    config: Config,
    *,
    number: int | None = None,
    size: tuple[int, int] = (WIDE, HIGH),
    fullscreen: bool = False,
    lang: str = "ru",
    theme: str = "light",
    capture: Path | None = None,
) -> None:
    """Serves the tables of ``config`` as `table.client.run` does, with a screen for one of them, until the window is
    closed or the process is asked to end. Raises as `table.client.run` and `table_shown` do."""
    shown = table_shown(config, number)
    screen = Screen(shown, texts, now_ms, lang=lang, theme=theme, time_scale=config.time_scale)
    surface = opened(size, fullscreen)
    serving = asyncio.create_task(run_client(config, capture=capture, ready=screen.ready, lines=screen.lines))
    showing = asyncio.create_task(show(screen, surface))
    try:
        done, _ = await asyncio.wait([serving, showing], return_when=asyncio.FIRST_COMPLETED)
        for job in done:
            job.result()
    finally:
        for job in (showing, serving):
            job.cancel()
        await asyncio.gather(showing, serving, return_exceptions=True)
        pygame.display.quit()


def opened(size: tuple[int, int], fullscreen: bool) -> pygame.Surface:
    """The window. Raises `SettingsError` where there is no display."""
    try:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_caption("Flagfall")
        if fullscreen:
            pygame.mouse.set_visible(True)
            return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        return pygame.display.set_mode(size, pygame.RESIZABLE)
    except pygame.error as fault:
        raise SettingsError((f"no window can be opened: {fault}",)) from fault


async def show(screen: Screen, surface: pygame.Surface, *, drawn: Callable[[View], None] | None = None) -> None:
    """Shows ``screen`` until its window is closed. A picture is drawn only when another one is due; ``drawn`` is told
    of each."""
    last: View | None = None
    size = surface.get_size()
    while True:
        canvas = Canvas(surface, {})
        for event in pygame.event.get():
            if event.type == pygame.QUIT:
                return
            touch(screen, canvas, event)
        now = screen.look()
        current = pygame.display.get_surface() or surface
        if now != last or current.get_size() != size:
            surface, size, last = current, current.get_size(), now
            paint(surface, now, texts(now.lang))
            pygame.display.flip()
            if drawn is not None:
                drawn(now)
        await asyncio.sleep(FRAME_S)


def touch(screen: Screen, canvas: Canvas, event: pygame.event.Event) -> None:
    """Passes a touch or the mouse on. The mouse events that a system makes of touches are the same touch told twice."""
    wide, high = canvas.surface.get_size()
    match event.type:
        case pygame.FINGERDOWN:
            screen.down(event.finger_id + 1, canvas.at((event.x * wide, event.y * high)))
        case pygame.FINGERMOTION:
            screen.move(event.finger_id + 1, canvas.at((event.x * wide, event.y * high)))
        case pygame.FINGERUP:
            screen.up(event.finger_id + 1, canvas.at((event.x * wide, event.y * high)))
        case pygame.MOUSEBUTTONDOWN if event.button == 1 and not event.touch:
            screen.down(MOUSE, canvas.at(event.pos))
        case pygame.MOUSEMOTION if event.buttons[0] and not event.touch:
            screen.move(MOUSE, canvas.at(event.pos))
        case pygame.MOUSEBUTTONUP if event.button == 1 and not event.touch:
            screen.up(MOUSE, canvas.at(event.pos))
        case _:
            pass
