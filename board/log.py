"""The sensor events of the ply that is being made, and what the hands did by them.

Everything here is a measure on recorded times; nothing waits.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from board.events import EMPTY
from board.settings import FLICKER_MS


class Change(NamedTuple):
    """A square changed from ``before`` to ``after``; ``number`` is the event's place in everything fed."""

    number: int
    t_ms: int
    square: str
    before: str
    after: str


class Span(NamedTuple):
    """A square was empty (or held something) from one event to another; open at the end if ``until_ms`` is None."""

    square: str
    since: int
    since_ms: int
    until: int | None
    until_ms: int | None

    @property
    def length_ms(self) -> int | None:
        """How long it lasted, ``None`` if it has not ended."""
        return None if self.until_ms is None else self.until_ms - self.since_ms


def absences(log: Sequence[Change], square: str) -> list[Span]:
    """When a square was empty, from being left to being filled again."""
    return _spans(log, square, empty=True)


def stays(log: Sequence[Change], square: str) -> list[Span]:
    """When something stood on a square, from being put there to leaving."""
    return _spans(log, square, empty=False)


def _spans(log: Sequence[Change], square: str, *, empty: bool) -> list[Span]:
    found: list[Span] = []
    start: Change | None = None
    for change in log:
        if change.square != square or (change.before == EMPTY) == (change.after == EMPTY):
            continue
        if (change.after == EMPTY) is empty:
            start = change
        elif start is not None:
            found.append(Span(square, start.number, start.t_ms, change.number, change.t_ms))
            start = None
    if start is not None:
        found.append(Span(square, start.number, start.t_ms, None, None))
    return found


def squares_left(log: Iterable[Change]) -> list[str]:
    """The squares that something was lifted from, in the order of their first lift."""
    return list(dict.fromkeys(change.square for change in log if change.after == EMPTY))


def squares_entered(log: Iterable[Change]) -> list[str]:
    """The squares that something was put on, in order."""
    return [change.square for change in log if change.before == EMPTY]


def squares_refilled(log: Iterable[Change]) -> list[str]:
    """The squares that something was put on, in order, without those that were empty only as long as a sensor's
    flicker lasts."""
    left: dict[str, int] = {}
    found = []
    for change in log:
        if change.after == EMPTY:
            left[change.square] = change.t_ms
        elif change.before == EMPTY and change.t_ms - left.get(change.square, -FLICKER_MS) >= FLICKER_MS:
            found.append(change.square)
    return found


def filled_last(log: Iterable[Change]) -> list[str]:
    """For the beginning of the log and for the end of each of its events: the square that something was put on last, of
    those that `squares_refilled` tells; empty as long as there is none."""
    left: dict[str, int] = {}
    found = [""]
    for change in log:
        refilled = change.before == EMPTY and change.t_ms - left.get(change.square, -FLICKER_MS) >= FLICKER_MS
        if change.after == EMPTY:
            left[change.square] = change.t_ms
        found.append(change.square if refilled and change.after != EMPTY else found[-1])
    return found


def boards(first: Mapping[str, str], log: Iterable[Change]) -> Iterable[dict[str, str]]:
    """Every board that was seen: the one the log began with and the one after each of its events."""
    board = dict(first)
    yield dict(board)
    for change in log:
        if change.after == EMPTY:
            board.pop(change.square, None)
        else:
            board[change.square] = change.after
        yield dict(board)


def times(log: Iterable[Change], squares: Iterable[str]) -> dict[str, list[int]]:
    """When each of the squares changed, for evidence."""
    wanted = set(squares)
    found: dict[str, list[int]] = {}
    for change in log:
        if change.square in wanted:
            found.setdefault(change.square, []).append(change.t_ms)
    return found
