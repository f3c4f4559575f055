"""Legal lines that explain a sensed board."""

from collections.abc import Iterable, Mapping
from typing import Any

from board.sensing import Sensor, agrees, is_chess, shown
from rules.move import Move

Line = tuple[Move, ...]

UNLIKELY = "bnr"
"""Where the sensor does not tell what a pawn of chess became, it is taken for a queen."""

CASTLING_SQUARES = 4
"""Castling changes two squares that its move does not name; nothing else does."""


def successors(position: Any, sensed: Mapping[str, str], sensor: Sensor) -> list[Move]:
    """The legal moves after which the board would look as sensed."""
    expected = shown(position, sensor)
    touched = {square for square in {**expected, **sensed} if _differs(expected, sensed, square)}
    castling = is_chess(position.discipline)
    found = []
    for move in position.legal_moves():
        if castling and position.is_castling(move):
            possible = len(touched) <= CASTLING_SQUARES and move.end in sensed
        else:
            possible = _is_possible(move, touched, sensed)
        if possible and agrees(shown(position.apply(move), sensor), sensed):
            found.append(move)
    return found


def _is_possible(move: Move, touched: set[str], sensed: Mapping[str, str]) -> bool:
    """A cheap look that spares most applications: a move leaves its start and its victims empty and changes nothing
    that it does not name."""
    if move.start != move.end and (move.start in sensed or move.end not in sensed):
        return False
    if not touched <= {move.start, move.end, *move.captured}:
        return False
    return not any(square in sensed and square != move.end for square in move.captured)


def _differs(expected: Mapping[str, str], sensed: Mapping[str, str], square: str) -> bool:
    """Whether one square is empty on one board only."""
    return (square in expected) != (square in sensed)


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
        return [(move,) for move in likely(successors(position, sensed, sensor), sensor)]
    pieces = shown(position, sensor)
    wrong = sum((square in pieces) != (square in sensed) for square in {**pieces, **sensed})
    # Men are only ever taken, never given back; and without captures a ply mends two squares at most, castling four.
    mends = CASTLING_SQUARES if is_chess(position.discipline) else 2
    if len(sensed) > len(pieces) or (len(sensed) == len(pieces) and wrong > mends * depth):
        return []
    moves: Iterable[Move] = likely(position.legal_moves(), sensor)
    if depth == 2:
        moves = [move for move in moves if _is_left_to_see(move, position, sensed, sensor)]
    found = []
    for move in moves:
        found += [(move, *rest) for rest in _lines(position.apply(move), sensed, sensor, depth - 1)]
    return found


def alike(position: Any, move: Move, sensor: Sensor) -> list[Move]:
    """``move`` and the other moves that are the same but for what a pawn becomes, where the sensor cannot tell."""
    if sensor == "piece" or not move.promotes or not is_chess(position.discipline):
        return [move]
    return [one for one in position.legal_moves() if (one.start, one.end) == (move.start, move.end)]


def likely(moves: Iterable[Move], sensor: Sensor) -> list[Move]:
    """The moves without those that only a piece sensor tells from a pawn's becoming a queen."""
    return [move for move in moves if sensor == "piece" or move.text[-1] not in UNLIKELY]


def _is_left_to_see(move: Move, position: Any, sensed: Mapping[str, str], sensor: Sensor) -> bool:
    """Whether the first of two plies can have left the board as it is: something of it must still be seen.

    The reply hides all of it only from a bare sensor: it ends where the move began, and took the piece (draughts), or
    the move took on its end (chess).
    """
    before = shown(position, sensor)
    if any(before.get(square) != sensed.get(square) for square in (move.start, move.end, *move.captured)):
        return True
    if is_chess(position.discipline):
        return bool(position.is_castling(move)) or (sensor == "occupancy" and move.is_capture)
    return sensor == "occupancy"
