"""Legal lines that explain a sensed board."""

from collections.abc import Mapping
from typing import Any

from board.sensing import Sensor, agrees, shown
from rules.move import Move

Line = tuple[Move, ...]


def successors(position: Any, sensed: Mapping[str, str], sensor: Sensor) -> list[Move]:
    """The legal moves after which the board would look as sensed."""
    expected = shown(position, sensor)
    touched = {square for square in {**expected, **sensed} if _differs(expected, sensed, square)}
    found = []
    for move in position.legal_moves():
        # A move leaves its start and its victims empty, so a cheap look at a few squares spares most applications.
        if move.start != move.end and (move.start in sensed or move.end not in sensed):
            continue
        if not touched <= {move.start, move.end, *move.captured} and not _may_reach_further(position):
            continue
        if any(square in sensed for square in move.captured):
            continue
        if agrees(shown(position.apply(move), sensor), sensed):
            found.append(move)
    return found


def _differs(expected: Mapping[str, str], sensed: Mapping[str, str], square: str) -> bool:
    """Whether one square is empty on one board only."""
    return (square in expected) != (square in sensed)


def _may_reach_further(position: Any) -> bool:
    """Whether a move may change squares that it does not name (castling, taking in passing): chess alone."""
    return str(position.discipline.name) == "chess"


def explaining(position: Any, sensed: Mapping[str, str], sensor: Sensor, plies: int) -> list[Line]:
    """The shortest legal lines, of at least one and at most ``plies`` plies, that lead to the sensed board."""
    for depth in range(1, plies + 1):
        found = list(_lines(position, sensed, sensor, depth))
        if found:
            return found
    return []


def of_length(position: Any, sensed: Mapping[str, str], sensor: Sensor, plies: int) -> list[Line]:
    """The legal lines of exactly ``plies`` plies that lead to the sensed board."""
    return list(_lines(position, sensed, sensor, plies))


def _lines(position: Any, sensed: Mapping[str, str], sensor: Sensor, depth: int) -> list[Line]:
    if depth == 1:
        return [(move,) for move in successors(position, sensed, sensor)]
    pieces = shown(position, sensor)
    wrong = sum((square in pieces) != (square in sensed) for square in {**pieces, **sensed})
    # Men are only ever taken, never given back; and without captures a ply mends two squares at most.
    if len(sensed) > len(pieces) or (len(sensed) == len(pieces) and wrong > 2 * depth):
        return []
    found = []
    for move in position.legal_moves():
        found += [(move, *rest) for rest in _lines(position.apply(move), sensed, sensor, depth - 1)]
    return found
