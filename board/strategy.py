"""What one game must know to be recognised; the rest of recognition is the same for all.

A game's strategy is a module of `board.games` with one object ``STRATEGY``; it is found by a scan of that folder. It
brings its own recogniser, or lets `board.recogniser` do what all games of moving pieces share.
"""

import importlib
import pkgutil
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from board import games
from board.inputs import Input
from board.log import Change
from board.outputs import Output
from board.sensing import Sensor
from board.settings import TouchSettings
from rules.errors import SettingsError
from rules.law.observation import Observation
from rules.move import Move
from rules.side import Side


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


class Recognising(Protocol):
    """What recognises one game, whatever the game is."""

    @property
    def position(self) -> Any: ...

    @property
    def ply(self) -> int: ...

    @property
    def sensed(self) -> dict[str, str]: ...

    @property
    def in_sync(self) -> bool: ...

    @property
    def over(self) -> bool: ...

    @property
    def pending(self) -> str | None: ...

    @property
    def pending_position(self) -> Any | None: ...

    def lever(self, side: Side) -> Side: ...

    def know_opening(self, opened: Any) -> None: ...

    def feed(self, event: Input) -> tuple[Output, ...]: ...

    def restore(self, position: Any, ply: int, t_ms: int) -> None: ...

    def finish(self, t_ms: int) -> tuple[Output, ...]: ...


class Game(Protocol):
    """How a game is recognised."""

    def plays(self, discipline: Any) -> bool:
        """Whether this is for ``discipline``."""
        ...

    def recogniser(self, discipline: Any, **options: Any) -> Recognising:
        """A recogniser with the options of `recogniser` below."""
        ...


class Strategy(Game, Protocol):
    """A game of pieces that move: its part of `board.recogniser`."""

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


def recogniser(
    discipline: Any,
    *,
    sensor: Sensor = "piece",
    clock: bool = True,
    start: Any = None,
    ply: int = 0,
    settings: TouchSettings | None = None,
    sensed: Mapping[str, str] | None = None,
    opening: str = "",
    frame: Mapping[str, str] | None = None,
) -> Recognising:
    """Recognises one game of ``discipline``.

    ``start`` is the position from which it goes on after ``ply`` plies (a restart resumes with the record's); ``clock``
    tells whether presses will be fed. ``sensed`` is what the board shows now, by default ``start``. ``opening`` names
    renju's opening regulation. ``frame``: which square of the record each square of the board is, where the board is
    known to be read from its other side. Raises `SettingsError` for a game that is not recognised or an opening not
    known.
    """
    options: dict[str, Any] = {"opening": opening} if opening else {}
    if frame:
        options["frame"] = frame
    return game(discipline).recogniser(
        discipline, sensor=sensor, clock=clock, start=start, ply=ply, settings=settings, sensed=sensed, **options
    )


def game(discipline: Any) -> Game:
    """How a discipline is recognised. Raises `SettingsError` where it is not."""
    for module in sorted(info.name for info in pkgutil.iter_modules(games.__path__)):
        found: Game = importlib.import_module(f"{games.__name__}.{module}").STRATEGY
        if found.plays(discipline):
            return found
    raise SettingsError((f"boards of {discipline.name} are not recognised",))
