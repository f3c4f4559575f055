"""A game of renju as a file holds it, and how a reader's moves become one."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import msgspec

from rules.errors import IllegalMoveError, NotationError
from rules.pdn.game import Entry, Fault, Played
from rules.renju.discipline import Renju
from rules.renju.position import Position
from rules.side import Side

RENJU = Renju()

Place = Callable[[int], tuple[int, int]]
"""Line and column, from 1, of an offset in the file."""


class TreeNode(msgspec.Struct, frozen=True):
    """A node of an SGF tree: the number of its parent (-1: it is the root) and its properties as the file writes them,
    escapes included."""

    parent: int
    properties: tuple[tuple[str, tuple[str, ...]], ...]


class Game(Played[Position], frozen=True, kw_only=True):
    """One game, in the shape of `rules.pdn.Game`; fouls are plies like any other.

    ``result`` is ``1-0`` when White won, as everywhere in Flagfall, else ``0-1``, ``1/2-1/2`` or ``*``. ``variations``
    are further lines of play from the start, as points, unchecked; ``nodes`` the whole tree of an SGF file, empty for a
    game that is not from one and for one with a fault. ``spent_ms`` is the time of each ply where the file
    tells it.
    """

    discipline: Renju
    variations: tuple[tuple[str, ...], ...] = ()
    nodes: tuple[TreeNode, ...] = ()
    spent_ms: tuple[int | None, ...] = ()


class Item(NamedTuple):
    """A ply as a reader found it: a point or ``pass``, its offset, and what the file says beside it."""

    text: str
    at: int
    side: Side | None = None
    comments: tuple[str, ...] = ()
    spent_ms: int | None = None


class ReadError(Exception):
    """What a reader cannot make sense of, at an offset. It stays inside this folder: readers answer with a `Fault`."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.message, self.at = message, at


def fault(message: str, at: int, place: Place) -> Fault:
    """The fault of ``message`` at an offset."""
    return Fault(message, *place(at))


def remarks(game: Game) -> list[tuple[str, ...]]:
    """The comments of each ply as they are written, with the time that it took where the game tells it."""
    spent = game.spent_ms or (None,) * len(game.entries)
    return [
        entry.comments if ms is None else (*entry.comments, f"[%emt {emt(ms)}]")
        for entry, ms in zip(game.entries, spent, strict=True)
    ]


def emt(ms: int) -> str:
    """A time as comments tell it.

    >>> emt(3_725_040), emt(2_000)
    ('1:02:05.040', '0:00:02')
    """
    seconds, rest = divmod(ms, 1000)
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}" + (f".{rest:03}" if rest else "")


def build(
    items: Iterable[Item],
    place: Place,
    *,
    discipline: Renju = RENJU,
    start: Position | None = None,
    tags: Mapping[str, str] | None = None,
    result: str = "*",
    comments: tuple[str, ...] = (),
    variations: tuple[tuple[str, ...], ...] = (),
    nodes: tuple[TreeNode, ...] = (),
    error: ReadError | None = None,
) -> Game:
    """The game of these plies, played by the rules up to the first that they cannot allow.

    ``error`` is the reader's own, which stopped it after the last item.
    """
    first = start if start is not None else discipline.start()
    position = first
    entries: list[Entry] = []
    spent: list[int | None] = []
    found = None if error is None else fault(error.message, error.at, place)
    for item in items:
        try:
            if item.side is not None and item.side is not position.side:
                raise IllegalMoveError(f"{item.text}: {item.side} moves out of turn")
            move = position.parse(item.text)
        except (NotationError, IllegalMoveError) as problem:
            found = fault(str(problem), item.at, place)
            break
        position = position.apply(move)
        entries.append(Entry(move=move, text=item.text, comments=item.comments))
        spent.append(item.spent_ms)
    return Game(
        discipline=discipline,
        start=first,
        tags=dict(tags or {}),
        entries=tuple(entries),
        result=result,
        comments=comments,
        variations=variations,
        nodes=() if found is not None else nodes,
        spent_ms=tuple(spent) if any(one is not None for one in spent) else (),
        error=found,
    )
