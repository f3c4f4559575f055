"""The screens' texts, read once from `display`'s catalogues, and which language and theme a request wants."""

from functools import cache
from importlib.resources import files

from starlette.requests import Request

from display.catalogue import DEFAULT, LANGUAGES, Texts, parse
from server.tournament.registry import systems, tiebreaks

THEMES = ("light", "dark", "contrast")
YEAR_S = 365 * 24 * 3600


@cache
def texts(lang: str) -> Texts:
    """The texts of a language, with the titles of systems and tie-breaks that its catalogue does not know.

    Raises ValueError when the catalogue has faults.
    """
    told = parse((files("display") / "locale" / f"{lang}.po").read_text("utf-8"), lang)
    names = {f"system.{name}": told.pick(one.title_ru, one.title_en) for name, one in systems().items()}
    names |= {f"tiebreak.{name}": told.pick(one.title_ru, one.title_en) for name, one in tiebreaks().items()}
    return told.besides(names)


def language(request: Request) -> str:
    """``?lang=``, else the cookie, else the browser's first known language, else Russian."""
    for asked in (request.query_params.get("lang"), request.cookies.get("flagfall_lang")):
        if asked in LANGUAGES:
            return asked
    wanted: list[tuple[float, str]] = []
    for index, part in enumerate(request.headers.get("accept-language", "").split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            wanted.append((float(quality) if quality else 1.0 - index / 1000, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, name in sorted(wanted, reverse=True) if name in LANGUAGES), DEFAULT)


def theme(request: Request) -> str:
    """``?theme=``, else the cookie; empty follows the system."""
    asked = request.query_params.get("theme", request.cookies.get("flagfall_theme", ""))
    return asked if asked in THEMES else ""
