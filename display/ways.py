"""The way of a move over the board: the squares that a screen joins with a line."""

import re

from record.state import Ply

_SQUARES = re.compile(r"[a-o]?\d+")


def way(ply: Ply) -> tuple[str, ...]:
    """The squares of a ply from first to last, with the landings where they are known."""
    named = tuple(_SQUARES.findall(ply.move.lower()))
    if len(ply.path) > 1:
        return ply.path if not named or ply.path[0] == named[0] else (named[0], *ply.path)
    if len(named) > 1:
        return named
    chess = re.match(r"([a-h][1-8])([a-h][1-8])", ply.move)
    return chess.groups() if chess else named
