"""The known systems and tie-breaks by name, found by scanning their folders."""

from collections.abc import Iterable
from functools import cache

from rules.errors import SettingsError
from server.tournament.found import found
from server.tournament.system import System
from server.tournament.systems import FOLDER as SYSTEMS
from server.tournament.tiebreak import TieBreak
from server.tournament.tiebreaks import FOLDER as TIEBREAKS


@cache
def systems() -> dict[str, System]:
    """Every Swiss system by its name."""
    return found(SYSTEMS, "SYSTEM", System)


@cache
def tiebreaks() -> dict[str, TieBreak]:
    """Every tie-break by its name."""
    return found(TIEBREAKS, "TIEBREAK", TieBreak)


def system_named(name: str, others: Iterable[str] = ()) -> System:
    """The Swiss system called ``name``; ``SettingsError`` names the known ones, and the ``others`` that fit there."""
    if name not in systems():
        known = ", ".join((*sorted(systems()), *others))
        raise SettingsError((f"system {name!r} is unknown, expected one of {known}",))
    return systems()[name]


def tiebreaks_named(names: tuple[str, ...]) -> tuple[TieBreak, ...]:
    """The tie-breaks in the given order; ``SettingsError`` names every unknown one at once."""
    known = tiebreaks()
    expected = ", ".join(sorted(known))
    faults = [f"tie-break {name!r} is unknown, expected some of {expected}" for name in names if name not in known]
    if faults:
        raise SettingsError(tuple(faults))
    return tuple(known[name] for name in names)
