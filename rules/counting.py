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
        return _draughts(position, depth, paths)
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(position.apply(move), depth - 1, paths) for move in moves)


def _draughts(position: Position, depth: int, paths: bool) -> int:
    captures = position.raw_captures(every_landing=paths)
    if not captures:
        steps = position.raw_steps()
        if depth == 1:
            return len(steps)
        white = position.white
        walker, kings = position.discipline.walker, position.kings
        total = 0
        for start, end in steps:
            last = walker.top if start & white else walker.bottom
            promotes = bool(end & last and not start & kings)
            total += _draughts(position.after(start, end, 0, promotes), depth - 1, paths)
        return total
    if paths:
        moves = [capture[:4] for capture in captures]
    else:
        moves = list({capture[:4]: None for capture in captures})
    if depth == 1:
        return len(moves)
    return sum(_draughts(position.after(*move), depth - 1, paths) for move in moves)
