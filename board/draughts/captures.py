"""Captures seen from the hand's side: where the capturing piece may stand half-way, and captures by paths that are
open only because men were taken away too soon."""

from collections.abc import Collection, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from board.sensing import side_of
from rules.draughts.geometry import Geometry
from rules.move import Move
from rules.side import Side


@cache
def rays(geometry: Geometry, square: str) -> tuple[tuple[str, ...], ...]:
    """The squares along each of the four diagonals, from the nearest on."""
    column, row = geometry.coordinates(square)
    found = []
    for across in (-1, 1):
        for down in (-1, 1):
            steps = range(1, geometry.size)
            cells = [(column + step * across, row + step * down) for step in steps]
            inside = [(x, y) for x, y in cells if 0 <= x < geometry.size and 0 <= y < geometry.size]
            found.append(tuple(geometry.squares[y * geometry.half + x // 2] for x, y in inside))
    return tuple(found)


def victims(geometry: Geometry, path: tuple[str, ...], captured: Collection[str]) -> list[str]:
    """The men taken, in the order in which ``path`` passes over them."""
    return [
        square for start, end in pairwise(path) for square in geometry.between(start, end) or () if square in captured
    ]


def stops(position: Any, move: Move) -> Iterator[tuple[str, list[str]]]:
    """Where the capturing piece may stand with more still to take, and what it has taken by then."""
    geometry = position.discipline.geometry
    occupied = set(position.pieces()) - {move.start}
    for path in move.paths:
        order = victims(geometry, path, move.captured)
        for taken in range(1, len(path) - 1):
            here = path[taken]
            yield here, order[:taken]
            # Going straight on, a king may touch down anywhere before its next victim.
            for square in geometry.between(here, path[taken + 1]) or ():
                if square in occupied:
                    break
                yield square, order[:taken]


def last_row(position: Any, side: Side) -> set[str]:
    """The squares where ``side``'s men are crowned."""
    geometry = position.discipline.geometry
    return set(geometry.names(geometry.row(0 if side is Side.WHITE else -1)))


def any_capture(position: Any, start: str, end: str) -> set[frozenset[str]]:
    """The sets of men that a capture from ``start`` can have taken on reaching ``end``, whether or not it must go on
    or another must be preferred."""
    side = position.side
    pieces = position.pieces()
    enemies = {square for square, piece in pieces.items() if side_of(piece) is not side}
    occupied = set(pieces) - {start}
    crowning = _crowned_in_passing(position)
    found: set[frozenset[str]] = set()

    def go(at: str, king: bool, taken: frozenset[str]) -> None:
        if at == end and taken:
            found.add(taken)
        for ray in rays(position.discipline.geometry, at):
            reach = ray if king else ray[:2]
            place = next((place for place, square in enumerate(reach) if square in occupied), None)
            if place is None or (place and not king):
                continue
            victim = reach[place]
            if victim not in enemies or victim in taken:
                continue
            for land in reach[place + 1 :]:
                if land in occupied:
                    break
                go(land, king or land in crowning, taken | {victim})

    go(start, pieces[start] in "WB", frozenset())
    return found


def passes_emptied(position: Any, start: str, end: str, gone: Collection[str]) -> bool:
    """Whether the men ``gone`` can be captured from ``start`` to ``end`` by passing or landing on a square that only
    their removal before the capture had ended left empty."""
    pieces = position.pieces()
    all_gone = frozenset(gone)
    standing = set(pieces) - {start} - all_gone
    crowning = _crowned_in_passing(position)

    def go(at: str, king: bool, taken: frozenset[str], misused: bool) -> bool:
        if at == end and taken == all_gone and misused:
            return True
        return any(
            go(land, king or land in crowning, now, misused or bad)
            for ray in rays(position.discipline.geometry, at)
            for land, now, bad in _legs(ray if king else ray[:2], king, standing, all_gone, taken)
        )

    return go(start, pieces[start] in "WB", frozenset(), False)


def _legs(
    ray: tuple[str, ...], king: bool, standing: Collection[str], gone: frozenset[str], taken: frozenset[str]
) -> Iterator[tuple[str, frozenset[str], bool]]:
    """One leg of a capture along ``ray`` where men already gone may be in nobody's way: the landing, the men taken so
    far, and whether an emptied square was used."""
    now, misused = taken, False
    jumped_at: int | None = None
    for place, square in enumerate(ray):
        if square in standing:
            return
        if square in gone:
            if jumped_at is not None and now != taken:
                if square not in now and place != jumped_at + 1:
                    return  # a second man with a gap before it is the next leg's matter
                misused = True
            elif square in now:
                misused = True
            if square not in now:
                now = now | {square}
                if jumped_at is not None:
                    yield square, now, True
                jumped_at = place
            elif now != taken:
                yield square, now, True
        elif now != taken:
            yield square, now, misused
        if not king and (place == 0 and now == taken):
            return


def _crowned_in_passing(position: Any) -> set[str]:
    return last_row(position, position.side) if position.discipline.crowns_in_passing else set()
