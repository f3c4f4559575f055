"""The catalogue of findings: every kind, found by a scan of `rules.law.findings`."""

import pkgutil
from functools import cache
from importlib import import_module

from rules.errors import FlagfallError
from rules.law import findings
from rules.law.kinds import Kind


@cache
def kinds() -> dict[str, Kind]:
    """All kinds by their identifiers, in the order of the modules' names and of each module's own list."""
    modules = sorted(module.name for module in pkgutil.iter_modules(findings.__path__))
    found: dict[str, Kind] = {}
    for name in modules:
        for each in import_module(f"{findings.__name__}.{name}").KINDS:
            if each.name in found:
                raise FlagfallError(f"the catalogue of findings has {each.name!r} twice")
            found[each.name] = each
    return found


def kind(name: str) -> Kind:
    """The kind ``name``. Raises `FlagfallError` for one that the catalogue does not have."""
    try:
        return kinds()[name]
    except KeyError:
        raise FlagfallError(f"{name!r} is not a kind of finding; the catalogue is in rules/law/findings") from None


def kind_or_unknown(name: str) -> Kind:
    """The kind ``name``, or a stand-in for one that the catalogue does not have: another version wrote it. It says
    nothing but its name and offers no ruling."""
    known = kinds().get(name)
    if known is not None:
        return known
    return Kind(
        name=name,
        articles={},
        grade="attention",
        who_may_act="arbiter",
        until="none",
        rulings=(),
        titles=(name, name),
        texts=("", ""),
    )
