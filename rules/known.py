"""The disciplines that are there: every module of `rules.variants`, and those other distributions offer.

No list is kept by hand. An outsider's discipline is an entry point of the group ``flagfall.disciplines`` that names
an object with the door of `rules.door.Discipline`.
"""

import importlib
import pkgutil
from functools import cache
from typing import Any

from rules import variants
from rules.errors import SettingsError


@cache
def _found() -> dict[str, Any]:
    from importlib.metadata import entry_points  # slow to import, and asked for once

    found: dict[str, Any] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(variants.__path__)):
        one = importlib.import_module(f"{variants.__name__}.{module}").DISCIPLINE
        found[one.name] = one
    for point in sorted(entry_points(group="flagfall.disciplines"), key=lambda point: point.name):
        one = point.load()
        found.setdefault(one.name, one)
    return found


def disciplines() -> tuple[str, ...]:
    """The names of all disciplines, sorted."""
    return tuple(sorted(_found()))


def discipline(name: str) -> Any:
    """The discipline called ``name``. Raises `SettingsError` naming the known ones."""
    try:
        return _found()[name]
    except KeyError:
        raise SettingsError((f"unknown discipline {name!r}; known: {', '.join(disciplines())}",)) from None
