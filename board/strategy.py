"""What one game must know to be recognised; the rest of recognition is the same for all.

A game's strategy is a module of `board.games` with one object ``STRATEGY``; it is found by a scan of that folder.
"""

import importlib
import pkgutil
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from board import games
from board.log import Change
from board.sensing import Sensor
from board.settings import TouchSettings
from rules.errors import SettingsError
from rules.law.observation import Observation
from rules.move import Move


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A board to be judged: the position before, what is sensed now, and the events between.

    ``ply`` is the number that the ply will get; ``uncrowned`` the squares of kings that are still shown as men.
    """

    position: Any
    sensed: Mapping[str, str]
    sensor: Sensor
    log: Sequence[Change]
    ply: int
    t_ms: int
    settings: TouchSettings
    uncrowned: Collection[str] = ()


class Irregular(msgspec.Struct, frozen=True, kw_only=True):
    """A ply against the rules: what it is, what was done, and the position that the board shows after it.

    ``leftover`` are men that a capture should have taken away and that still stand. ``explained`` is false where no
    hand at play makes such a difference; then nothing is committed.
    """

    kind: str
    move: str
    after: Any
    captured: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    leftover: Mapping[str, str] = {}
    evidence: Mapping[str, Any] = {}
    explained: bool = True


class Strategy(Protocol):
    """One game's part of recognition."""

    def plays(self, discipline: Any) -> bool:
        """Whether this strategy is for ``discipline``."""
        ...

    def irregular(self, case: Case) -> Irregular:
        """What a board is that no legal move makes: the first kind that fits (design, section 4)."""
        ...

    def beside(self, case: Case, move: Move) -> list[Observation]:
        """What may stand beside a legal ply: touches, retractions, the order of removal, crowns."""
        ...

    def in_progress(self, case: Case) -> bool:
        """Whether the board can be a move that is being made, legal or not; else it has been disturbed."""
        ...

    def read(self, case: Case) -> Any | None:
        """The position that the board shows, ``None`` where this sensor cannot tell. The side to move stays."""
        ...


def strategy(discipline: Any) -> Strategy:
    """The strategy of a discipline. Raises `SettingsError` where there is none."""
    for module in sorted(info.name for info in pkgutil.iter_modules(games.__path__)):
        found: Strategy = importlib.import_module(f"{games.__name__}.{module}").STRATEGY
        if found.plays(discipline):
            return found
    raise SettingsError((f"boards of {discipline.name} are not recognised",))
