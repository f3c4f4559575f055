"""Screens that stand in the hall: a table's touch screen, and the hall's."""

import os
import re
from pathlib import Path

import typer

from flagfall.commands.output import CAPTURE, InputError

screens = typer.Typer(no_args_is_help=True, help="Screens: a table's touch screen, the hall's screen.")


def _quietly() -> None:
    """Before the first import of pygame, which otherwise prints its version on stdout."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _size(text: str) -> tuple[int, int]:
    wide, sign, high = text.lower().partition("x")
    if not re.fullmatch("[0-9]{3,5}x[0-9]{3,5}", f"{wide}{sign}{high}") or int(wide) < 320 or int(high) < 200:
        raise InputError(f"--size {text}: expected WIDTHxHEIGHT, at least 320x200")
    return int(wide), int(high)


def _one_of(option: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise InputError(f"{option} {value}: expected {' or '.join(allowed)}")


def table(
    config: Path = typer.Argument(help="TABLE.toml"),
    number: int | None = typer.Option(None, "--table", help="Which of the file's tables; by default the screen's own."),
    size: str = typer.Option("800x480", help="The window's size."),
    fullscreen: bool = typer.Option(False, "--fullscreen", help="Use the whole display."),
    lang: str = typer.Option("ru", help="ru or en at the start; the players may change it."),
    theme: str = typer.Option("light", help="light or dark."),
    capture: Path | None = typer.Option(None, help=CAPTURE),
) -> None:
    """Record the games of this computer's tables, with a touch screen for one of them."""
    _one_of("--lang", lang, ("ru", "en"))
    _one_of("--theme", theme, ("light", "dark"))
    _quietly()
    import asyncio

    from flagfall.log import log_to_stderr
    from table.config import load
    from table.screen.window import run

    log_to_stderr()
    asyncio.run(
        run(
            load(config),
            number=number,
            size=_size(size),
            fullscreen=fullscreen,
            lang=lang,
            theme=theme,
            capture=capture,
        )
    )


def hall(
    address: str = typer.Argument(help="The hall's pages: HOST:PORT."),
    size: str = typer.Option("1920x1080", help="The window's size."),
    fullscreen: bool = typer.Option(False, "--fullscreen", help="Use the whole display."),
    lang: str = typer.Option("ru", help="ru or en."),
    theme: str = typer.Option("light", help="light or dark."),
) -> None:
    """Show the hall on a projector: positions, whole minutes, pairs, results. The page /hall shows the same."""
    _one_of("--lang", lang, ("ru", "en"))
    _one_of("--theme", theme, ("light", "dark"))
    _quietly()
    import asyncio

    from flagfall.hall_screen import run

    asyncio.run(run(address, lang=lang, theme=theme, size=_size(size), fullscreen=fullscreen))


def register(app: typer.Typer) -> None:
    """Add this room's commands."""
    screens.command()(table)
    screens.command()(hall)
    app.add_typer(screens, name="screen")
