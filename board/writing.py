"""How a recognised move is written: by which of its paths, and whether that is certain."""

from collections.abc import Sequence
from typing import NamedTuple

from board.lines import UNLIKELY
from board.log import Change, squares_entered, squares_refilled
from rules.move import Move


class Written(NamedTuple):
    """A move with the path chosen for it; ``candidates`` are all notations that fit, the chosen one first."""

    move: Move
    text: str
    path: tuple[str, ...]
    candidates: tuple[str, ...]
    uncertain: bool


def written(moves: Sequence[Move], log: Sequence[Change]) -> Written:
    """Chooses among moves (and their paths) that leave the same board, by the squares that were touched.

    The notation is certain if there is one path only, or if every square of exactly one path was touched.
    """
    entered = squares_entered(log)
    ways = [(move, path) for move in moves for path in move.paths or (move.path,)]
    # A bare sensor does not tell on which square of several a piece of chess took; the one that was empty tells.
    ends = {move.end for move in moves}
    last = next((square for square in reversed(squares_refilled(log)) if square in ends), None)
    last = last or next((square for square in reversed(entered) if square in ends), None)
    if last is not None:
        ways = [way for way in ways if way[0].end == last]

    def touched(path: tuple[str, ...]) -> int:
        return _in_order(path[1:-1], entered)

    ways.sort(key=lambda way: (-touched(way[1]), way[0].text[-1] in UNLIKELY, way[0].notation(way[1])))
    move, path = ways[0]
    whole = [way for way in ways if len(way[1]) > 2 and touched(way[1]) == len(way[1]) - 2]
    texts = tuple(dict.fromkeys(move.notation(path) for move, path in ways))
    return Written(move, move.notation(path), path, texts, len(texts) > 1 and len(whole) != 1)


def _in_order(squares: Sequence[str], entered: Sequence[str]) -> int:
    """How many of ``squares`` were entered in their order (the longest common subsequence)."""
    best = [0] * (len(squares) + 1)
    for square in entered:
        for place in range(len(squares), 0, -1):
            if squares[place - 1] == square:
                best[place] = max(best[:place]) + 1
    return max(best)
