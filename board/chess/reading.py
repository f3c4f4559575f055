"""What stands on a board of chess, as far as the sensor and the position before tell."""

from collections.abc import Sequence
from typing import Any

import msgspec

from board.events import EMPTY
from board.lines import of_length, successors
from board.log import absences
from board.sensing import seen_as, shown, whose
from board.strategy import Case
from rules.errors import NotationError
from rules.side import Side

CENTRE = frozenset(("d4", "e4", "d5", "e5"))
LAST_ROWS = ("1", "8")
_HOME = {Side.WHITE: "1", Side.BLACK: "8"}


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The difference between a position and the board, from the side to move.

    Squares that its own and the opponent's pieces have left or been taken from, squares where each now has another
    piece, and all pieces as they stand. A pawn on its last row is written as the queen that it is by rule.
    """

    own_gone: tuple[str, ...]
    own_new: tuple[str, ...]
    opp_gone: tuple[str, ...]
    opp_new: tuple[str, ...]
    pieces: dict[str, str]
    came_from: dict[str, str]
    """Where the piece on each new square came from."""

    @property
    def changed(self) -> int:
        """How many squares differ; a capture on its square counts twice."""
        return len(self.own_gone) + len(self.own_new) + len(self.opp_gone) + len(self.opp_new)


def read(case: Case) -> Reading:
    """Reads the board. Where a sensor tells less than the piece, the pieces that left their squares tell the rest."""
    position, side = case.position, case.position.side
    before: dict[str, str] = position.pieces()
    gone = [square for square in before if square not in case.sensed]
    new = [square for square in case.sensed if square not in before]
    replaced = _replaced(case, before, short_of_one=len(gone) - len(new) == 1)
    left: dict[bool, list[str]] = {True: [], False: []}
    for square in (*gone, *replaced):
        left[whose(position, square) is side].append(square)
    came: dict[bool, list[str]] = {True: [], False: []}
    for square in (*new, *replaced):
        came[_is_own(case, square, left, square in replaced)].append(square)
    pieces = {square: piece for square, piece in before.items() if square not in (*gone, *replaced)}
    came_from = {}
    for own, squares in came.items():
        starts = [square for square in left[own] if square not in replaced]
        for square in squares:
            start = _start(case, starts, square, own)
            if start is not None:
                came_from[square] = start
                starts.remove(start)
            pieces[square] = _arrived(case, before.get(start or ""), square, side if own else side.other)
    return Reading(
        own_gone=tuple(left[True]),
        own_new=tuple(came[True]),
        opp_gone=tuple(left[False]),
        opp_new=tuple(came[False]),
        pieces=pieces,
        came_from=came_from,
    )


def _replaced(case: Case, before: dict[str, str], *, short_of_one: bool) -> list[str]:
    """Squares where another piece stands than before. A bare sensor sees that only where the square was empty in
    between, and only if a piece is missing elsewhere."""
    if case.sensor == "occupancy":
        if not short_of_one:
            return []
        refilled = [square for square in before if square in case.sensed and absences(case.log, square)]
        return [square for square in refilled if whose(case.position, square) is not case.position.side][-1:]
    expected = shown(case.position, case.sensor)
    return [
        square
        for square in before
        if square in case.sensed and case.sensed[square] != expected[square] and square not in case.uncrowned
    ]


def _is_own(case: Case, square: str, left: dict[bool, list[str]], replaced: bool) -> bool:
    if case.sensor == "occupancy":
        return bool(left[True]) if not replaced else True
    seen = seen_as(case.sensed[square], "colour", chess=True)
    return bool(seen == case.position.side.letter.lower())


def _start(case: Case, starts: Sequence[str], end: str, own: bool) -> str | None:
    """Which of the pieces that left their squares arrived on ``end``: on a piece sensor one of that kind, else one that
    legally can, else the one lifted last before."""
    before = case.position.pieces()
    if case.sensor == "piece":
        alike = [square for square in starts if before[square] == case.sensed[end]]
        starts = alike or starts
    if len(starts) > 1 and own:
        starts = [m.start for m in case.position.legal_moves() if m.end == end and m.start in starts] or starts
    if len(starts) > 1:
        arrived = next((change.number for change in case.log if change.square == end and change.before == EMPTY), None)
        lifts = [change for change in case.log if change.square in starts and change.after == EMPTY]
        earlier = [change.square for change in lifts if arrived is None or change.number < arrived]
        starts = earlier[-1:] or starts
    return starts[0] if starts else None


def _arrived(case: Case, was: str | None, square: str, side: Side) -> str:
    piece = case.sensed[square] if case.sensor == "piece" else was
    if piece is None:  # from nowhere: the least that it can be
        piece = "P" if side is Side.WHITE else "p"
    if piece in "Pp" and square[1] in LAST_ROWS:
        return "Q" if side is Side.WHITE else "q"
    return piece


def position_shown(case: Case) -> Any | None:
    """The position on the board, the side to move as before; ``None`` if the sensor cannot tell what stands where, or
    if no game of chess can be in it."""
    before = case.position.pieces()
    if case.sensor == "piece":
        pieces = dict(case.sensed)
    elif any(shown(case.position, case.sensor).get(square) != seen for square, seen in case.sensed.items()):
        return None
    else:
        pieces = {square: piece for square, piece in before.items() if square in case.sensed}
    try:
        return case.position.discipline.setup(pieces, case.position.side)
    except NotationError:
        return None


def kings_in_the_centre(case: Case) -> bool:
    """Whether the players showed the result by putting their kings on the centre squares; then nothing is a move."""
    before = case.position.pieces()
    kings = [square for square, piece in before.items() if piece in "Kk"]
    away = [square for square in kings if square not in case.sensed]
    if case.sensor == "piece":
        put = [square for square, piece in case.sensed.items() if piece in "Kk" and square in CENTRE]
        return len(put) == len(kings) and bool(away)
    filled = [square for square in case.sensed if square in CENTRE and square not in before]
    return len(away) == len(kings) and bool(filled)


def in_progress(case: Case) -> bool:
    """Whether hands at play can have made this board: a piece or the two of castling carried anywhere with a piece
    taken, a move of each side, or the kings put in the centre."""
    found = read(case)
    gone, new = len(found.own_gone) + len(found.opp_gone), len(found.own_new) + len(found.opp_new)
    if gone <= 3 and new <= 2 and len(found.opp_gone) <= 1:
        return True
    if kings_in_the_centre(case):
        return True
    position = case.position
    return bool(
        of_length(position, case.sensed, case.sensor, 2)
        or of_length(position.with_side(position.side.other), case.sensed, case.sensor, 2)
        or any(
            successors(position.apply(move).with_side(position.side), case.sensed, case.sensor)
            for move in position.legal_moves()
            if move.start in found.own_gone and move.end in case.sensed
        )
    )
