"""Moves of draughts as people write them; `rules.draughts.moves` has the canonical notation."""

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from rules.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from rules.move import Move

if TYPE_CHECKING:
    from rules.draughts.position import Position

_SQUARE = re.compile(r"[a-j]10|[a-j][1-9]|[0-9]{1,2}")
_ONE = r"(?:[a-j][0-9]{1,2}|[0-9]{1,2})"
_MOVE = re.compile(rf"\s*(?>{_ONE})(?>\s*(?:[-:x×*–—]\s*)?{_ONE})+\s*\Z")
"""Atomic: a long row of digits can be cut into squares in more ways than anyone can try."""
_SHORT = re.compile(r"([a-h])([-:x]?)([a-h][1-8])\Z")


def parse(position: "Position", text: str) -> Move:
    """See `Position.parse`."""
    squares, capture = _squares(position, text)
    legal = position.legal_moves()
    fits = [move for move in legal if move.start == squares[0] and move.end == squares[-1]]
    if len(squares) > 2:
        exact = [move for move in fits if tuple(squares) in move.paths]
        fits = exact or [move for move in fits if move.is_capture and _same_men(position, move, squares)]
    if capture:
        fits = [move for move in fits if move.is_capture]
    if len(fits) == 1:
        return fits[0]
    fen = position.fen()
    if not fits:
        raise IllegalMoveError(f"{text.strip()} is not legal in {fen}", move=text.strip(), fen=fen)
    candidates = tuple(str(move) for move in fits)
    raise AmbiguousMoveError(
        f"{text.strip()} can mean {' or '.join(candidates)} in {fen}", move=text.strip(), fen=fen, candidates=candidates
    )


def _squares(position: "Position", text: str) -> tuple[list[str], bool]:
    """The squares a text names, and whether it says that it is a capture (a dash says nothing)."""
    geometry = position.discipline.geometry
    bare = text.strip()
    low = bare.lower()
    short = _SHORT.match(low) if geometry.algebraic else None
    if short:
        file, mark, end = short.groups()
        return _from_file(position, file, mark, end, bare)
    if not _MOVE.match(low):
        raise NotationError(f"{bare!r} is not a move; expected squares such as {_example(position)}", text=bare)
    names = []
    for name in _SQUARE.findall(low):
        if geometry.algebraic and name in geometry.bit_of:
            names.append(name)
        elif name.isdigit() and 1 <= int(name) <= len(geometry.squares):
            names.append(geometry.squares[int(name) - 1])
        else:
            raise NotationError(f"{bare!r}: no square {name} on this board", text=bare)
    return names, any(mark in low for mark in ":x×*")


def _from_file(position: "Position", file: str, mark: str, end: str, text: str) -> tuple[list[str], bool]:
    """The short form: ``cd4`` is the move to d4 from the c file, ``b:d4`` a capture."""
    capture = mark in (":", "x")
    fits = [
        move
        for move in position.legal_moves()
        if move.start[0] == file and move.end == end and (move.is_capture or not capture)
    ]
    starts = sorted({move.start for move in fits})
    if len(starts) > 1:
        raise AmbiguousMoveError(
            f"{text} can begin on {' or '.join(starts)}",
            move=text,
            fen=position.fen(),
            candidates=tuple(str(move) for move in fits),
        )
    if not starts:
        raise IllegalMoveError(f"{text} is not legal in {position.fen()}", move=text, fen=position.fen())
    return [starts[0], end], capture


def _example(position: "Position") -> str:
    separator = position.discipline.separator
    return f"c3-d4 or a3{separator}c5" if position.discipline.algebraic else f"32-28 or 28{separator}19"


def _same_men(position: "Position", move: Move, squares: list[str]) -> bool:
    """Whether the squares walk over the men that ``move`` takes, in any order and naming any squares between.

    Files name landings that are not the canonical ones, or the men taken (Hub notation); both tell the move.
    """
    middle = squares[1:-1]
    if set(middle) == set(move.captured) and len(middle) == len(move.captured):
        return True
    victims: list[str] = []
    geometry = position.discipline.geometry
    for start, end in pairwise(squares):
        between = geometry.between(start, end)
        if between is None:
            return False
        victims += [square for square in between if square in move.captured]
    return len(victims) == len(move.captured) and set(victims) == set(move.captured)
