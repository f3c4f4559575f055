"""Perft: how many games of a given length a position allows. The check of every move generator."""

from typing import Any

from rules.draughts.position import Position


def perft(position: Any, depth: int, paths: bool = False) -> int:
    """Move sequences of ``depth`` plies from ``position``.

    A move counts once per start, end, men taken and crowning; with ``paths`` once per capture path, where every
    square a king touches down on makes a path.

    >>> from rules import discipline
    >>> perft(discipline("russian").start(), 4)
    1469
    """
    if depth <= 0:
        return 1
    if isinstance(position, Position):
        return position.leaves(depth, paths)
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.apply(move), depth - 1, paths) for move in moves)
