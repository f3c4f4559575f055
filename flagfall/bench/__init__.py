"""Speed and memory on this machine: ``flagfall bench``. Never part of a test.

A section is a module of `flagfall.bench.sections` with ``TITLE`` and ``measure() -> list of figures``; the scan of that
folder finds it, and its name is the command's argument.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from typing import Any

from flagfall.bench import sections
from rules.errors import FlagfallError

Figure = dict[str, Any]
"""``name``, ``value`` (a number) and ``unit``."""


def names() -> tuple[str, ...]:
    """The sections that are there, sorted."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(sections.__path__)))


def run(what: str = "all") -> list[Figure]:
    """The figures of a section, or of all of them. Raises `FlagfallError` for one that is not known."""
    return [figure for section in _wanted(what) for figure in section.measure()]


def _wanted(what: str) -> Iterator[Any]:
    known = names()
    if what != "all" and what not in known:
        raise FlagfallError(f"no bench {what!r}; known: all, {', '.join(known)}")
    for name in known if what == "all" else (what,):
        yield importlib.import_module(f"{sections.__name__}.{name}")
