"""The opening regulations that are there, and the parts that their tables share."""

import importlib
import pkgutil
import re
from functools import cache

import msgspec

from rules.errors import SettingsError
from rules.renju import openings
from rules.renju.opening import Actor, Option, Regulation, Step

SIXTH = {"m6": Step(act="place", by="white")}
"""White's sixth stone, anywhere; only after it may a player pass."""


def stones_by_first(then: str) -> dict[str, Step]:
    """The first player puts the first three stones: h8, the central 3x3, the central 5x5."""
    return {
        "m1": Step(act="place", by="first", zone=1, then="m2"),
        "m2": Step(act="place", by="first", zone=3, then="m3"),
        "m3": Step(act="place", by="first", zone=5, then=then),
    }


def swap(by: Actor, then: str) -> Step:
    """Whoever has the colour ``by`` may change sides; either way ``then`` follows."""
    return Step(act="choose", by=by, options={"stay": Option(then=then), "swap": Option(then=then, swaps=True)})


def offers(count: int = 0) -> dict[str, Step]:
    """Black offers different fifth moves (0: as many as declared), White picks one and plays the sixth stone."""
    return {
        "o5": Step(act="offer", by="black", count=count, then="p5"),
        "p5": Step(act="pick", by="white", then="m6"),
        **SIXTH,
    }


@cache
def _found() -> dict[str, Regulation]:
    found = {}
    for info in pkgutil.iter_modules(openings.__path__):
        one: Regulation = importlib.import_module(f"{openings.__name__}.{info.name}").REGULATION
        found[one.name] = one
    return found


def regulations() -> tuple[str, ...]:
    """The names of all opening regulations, sorted."""
    return tuple(sorted(_found()))


def regulation(name: str) -> Regulation:
    """The opening regulation called ``name``; ``taraguchi-7`` is ``taraguchi-n`` with seven offers.

    Raises `SettingsError` naming the known ones; an empty name too, since an event must name its regulation (5.2.4.3).
    """
    known = _found()
    if name in known:
        return known[name]
    match = re.fullmatch(r"([a-z]+)-([1-9][0-9]?)", name)
    if match and f"{match[1]}-n" in known:
        return with_offers(known[f"{match[1]}-n"], name, int(match[2]))
    raise SettingsError((f"unknown opening regulation {name!r}; known: {', '.join(regulations())}",))


def named(text: str) -> Regulation | None:
    """The opening regulation that a file's words mean, such as ``RIF rule`` or ``Soosõrv-8``; ``None`` for none."""
    bare = re.sub(r"\b(?:opening|regulations?|rules?)\b", " ", text.lower())
    bare = re.sub(r"soos[oõöy]+rv", "soosyrv", "-".join(re.findall(r"[^\W_]+", bare)))
    try:
        return regulation(bare) if bare else None
    except SettingsError:
        return None


def with_offers(one: Regulation, name: str, count: int) -> Regulation:
    """``one`` under another name, with ``count`` fifth moves to be offered."""
    steps = {
        key: msgspec.structs.replace(step, count=count) if step.act == "offer" else step
        for key, step in one.steps.items()
    }
    titles = {language: re.sub(r"\bN\b", str(count), title) for language, title in one.titles.items()}
    return msgspec.structs.replace(one, name=name, steps=steps, titles=titles)
