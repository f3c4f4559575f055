"""A game as a PDN file holds it."""

from collections.abc import Mapping
from typing import Generic, TypeVar

import msgspec

from rules.door import Position as AnyPosition
from rules.draughts.discipline import Draughts
from rules.draughts.position import Position
from rules.move import Move
from rules.pdn import clock_comments
from rules.pdn.clock_comments import Clocks


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a game and where: ``line`` and ``column`` count from 1."""

    message: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message}"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One ply, or a set-up in mid-game (then ``move`` is ``None`` and ``setup`` the position).

    ``text`` is what the file says. ``ambiguous`` tells that it fits several legal moves and that what follows settled
    (or could not settle) which. ``comments`` follow the ply, clock commands included; ``variations`` are kept as text.
    """

    move: Move | None = None
    setup: Position | None = None
    text: str = ""
    ambiguous: bool = False
    comments: tuple[str, ...] = ()
    nags: tuple[str, ...] = ()
    variations: tuple[str, ...] = ()


P = TypeVar("P", bound=AnyPosition)


class Played(msgspec.Struct, Generic[P], frozen=True, kw_only=True):
    """A game of any discipline as a file holds it. ``result`` is ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``; ``error`` is
    ``None`` for a sound game; the plies before it are kept."""

    start: P
    tags: Mapping[str, str] = {}
    entries: tuple[Entry, ...] = ()
    result: str = "*"
    comments: tuple[str, ...] = ()
    error: Fault | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The plies read."""
        return tuple(entry.move for entry in self.entries if entry.move is not None)

    @property
    def plies(self) -> int:
        """How many plies were read."""
        return sum(entry.move is not None for entry in self.entries)

    @property
    def position(self) -> P:
        """The last good position."""
        position = self.start
        for move in self.moves:
            position = position.apply(move)
        return position


class Game(Played[Position], frozen=True, kw_only=True):
    """One game of draughts, with set-ups in mid-game."""

    discipline: Draughts

    def positions(self) -> tuple[Position, ...]:
        """The position before each entry, and the last one."""
        found = [self.start]
        for entry in self.entries:
            found.append(entry.setup if entry.move is None and entry.setup else found[-1].apply(_move(entry)))
        return tuple(found)

    @property
    def position(self) -> Position:
        """The last good position."""
        return self.positions()[-1]

    def clocks(self) -> tuple[Clocks | None, ...]:
        """What the comments tell of the clocks after each entry."""
        found = []
        for entry, before in zip(self.entries, self.positions(), strict=False):
            told = [clock_comments.clocks(comment, before.side) for comment in entry.comments]
            found.append(next((one for one in told if one), None))
        return tuple(found)


def _move(entry: Entry) -> Move:
    assert entry.move is not None
    return entry.move
