"""What stands on the board, as far as the sensor and the position before tell."""

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from board.draughts.captures import last_row, passes_emptied
from board.events import EMPTY
from board.lines import of_length, successors
from board.log import absences
from board.sensing import seen_as, side_of
from board.strategy import Case
from rules.move import Move
from rules.side import Side

HAND_MS = 50
"""A hand needs so long from one man to the next; pieces that are knocked over do not."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """The difference between a position and the board, from the side to move: squares left by its own and the
    opponent's pieces, squares where each now has another piece, and all pieces as they stand."""

    own_gone: tuple[str, ...]
    own_new: tuple[str, ...]
    opp_gone: tuple[str, ...]
    opp_new: tuple[str, ...]
    pieces: dict[str, str]


def read(case: Case) -> Reading:
    """Reads the board. A bare sensor does not tell whose piece is on a new square: then the pieces that have left
    their squares tell, the side to move first."""
    position, side = case.position, case.position.side
    before: dict[str, str] = position.pieces()
    gone = [square for square in before if square not in case.sensed]
    new = [square for square in case.sensed if square not in before]
    own_gone = [square for square in gone if side_of(before[square]) is side]
    opp_gone = [square for square in gone if side_of(before[square]) is not side]
    pieces = {square: piece for square, piece in before.items() if square in case.sensed}
    own_new: list[str] = []
    opp_new: list[str] = []
    if case.sensor == "occupancy":
        onto = _landed_on_a_man(case, own_gone, opp_gone) if not new else ""
        if onto:
            opp_gone.append(onto)
            new.append(onto)
            del pieces[onto]
        for square in new:
            whose = own_new if _is_own(case, square, own_gone, opp_gone) else opp_new
            whose.append(square)
    else:
        for square in new:
            whose = own_new if side_of(case.sensed[square]) is side else opp_new
            whose.append(square)
        for square in list(pieces):
            # A piece of the other colour where one stood: that one is gone, this one is new.
            if side_of(case.sensed[square]) is not side_of(pieces[square]):
                was_own = side_of(pieces.pop(square)) is side
                (own_gone if was_own else opp_gone).append(square)
                (opp_new if was_own else own_new).append(square)
            elif case.sensor == "piece" and case.sensed[square].isupper():
                pieces[square] = case.sensed[square]
    left = list(own_gone)
    for square in own_new:
        start = mover(case, left, square)
        if start is not None and len(left) > 1:
            left.remove(start)
        pieces[square] = _arrived(case, before.get(start or "", ""), square, side)
    for square in opp_new:
        pieces[square] = _arrived(case, before[opp_gone[0]] if len(opp_gone) == 1 else "", square, side.other)
    return Reading(
        own_gone=tuple(own_gone),
        own_new=tuple(own_new),
        opp_gone=tuple(opp_gone),
        opp_new=tuple(opp_new),
        pieces=pieces,
    )


def mover(case: Case, starts: Sequence[str], end: str) -> str | None:
    """Which of the pieces that left their squares arrived on ``end``: one that legally can, one that can without a
    duty to take, else the one lifted last before."""
    if len(starts) <= 1:
        return starts[0] if starts else None
    for moves in (case.position.legal_moves(), case.position.quiet_moves()):
        for move in moves:
            if move.end == end and move.start in starts:
                return str(move.start)
    for move in case.position.legal_moves():
        if move.start in starts and any(end in path for path in move.paths):
            return str(move.start)
    arrived = next((change.number for change in case.log if change.square == end and change.before == EMPTY), None)
    lifts = [change for change in case.log if change.square in starts and change.after == EMPTY]
    earlier = [change.square for change in lifts if arrived is None or change.number < arrived]
    return earlier[-1] if earlier else starts[0]


def _is_own(case: Case, square: str, own_gone: Iterable[str], opp_gone: Iterable[str]) -> bool:
    own, opp = set(own_gone), set(opp_gone)
    if not own or not opp:
        return bool(own) or not opp
    if _reaches(case.position, own, square):
        return True
    if len(own) == 1 and passes_emptied(case.position, next(iter(own)), square, opp):
        return True
    return not _reaches(case.position.with_side(case.position.side.other), opp, square)


def _landed_on_a_man(case: Case, own_gone: Sequence[str], opp_gone: Sequence[str]) -> str:
    """Where the only own piece that left its square went, if a bare sensor saw it land where a man was taken off: the
    square that was filled last, if a capture with men removed too soon leads there."""
    if len(own_gone) != 1 or not opp_gone:
        return ""
    before = case.position.pieces()
    last = next((change for change in reversed(case.log) if change.before == EMPTY), None)
    if last is None or last.square not in before or side_of(before[last.square]) is case.position.side:
        return ""
    taken = (*opp_gone, last.square)
    return last.square if passes_emptied(case.position, own_gone[0], last.square, taken) else ""


def _reaches(position: Any, starts: set[str], end: str) -> bool:
    moves = (*position.legal_moves(), *position.quiet_moves())
    return any(move.start in starts and (move.end == end or end in move.path) for move in moves)


def _arrived(case: Case, was: str, square: str, side: Side) -> str:
    """What stands on a new square: a king stays one, a man is one by rule on its last row."""
    man, king = ("w", "W") if side is Side.WHITE else ("b", "B")
    if was in ("W", "B") or square in last_row(case.position, side):
        return king
    return king if case.sensor == "piece" and case.sensed[square].isupper() else man


def position_shown(case: Case) -> Any | None:
    """The position on the board, the side to move as before; ``None`` if the sensor cannot tell what stands where."""
    if case.sensor == "piece":
        return case.position.discipline.setup(dict(case.sensed), case.position.side)
    before = case.position.pieces()
    if any(square not in before for square in case.sensed):
        return None
    if any(seen_as(before[square], case.sensor) != seen for square, seen in case.sensed.items()):
        return None
    pieces = {square: piece for square, piece in before.items() if square in case.sensed}
    return case.position.discipline.setup(pieces, case.position.side)


def in_progress(case: Case) -> bool:
    """Whether hands at play can have made this board: part of a legal move, one piece carried anywhere with whatever
    it took, or a move of each side."""
    shown = read(case)
    if any(_is_part_of(case, shown, move) for move in case.position.legal_moves()):
        return True
    own_away = len(shown.own_gone) - len(shown.own_new)
    if len(shown.own_gone) == 1 and len(shown.own_new) <= 1 and not shown.opp_new and _one_by_one(case, shown.opp_gone):
        return True  # a capture, with whatever came off while it was made
    if not shown.own_new and not shown.opp_new:
        return len(shown.own_gone) <= 1 and len(shown.opp_gone) <= 1
    if len(shown.own_new) == 1 and not shown.opp_new and own_away in (0, 1, -1) and len(shown.opp_gone) <= 3:
        return True
    if len(shown.opp_new) == 1 and len(shown.opp_gone) == 1 and not shown.own_new and len(shown.own_gone) <= 1:
        return True
    twice = case.position.with_side(case.position.side.other)
    return bool(
        of_length(case.position, case.sensed, case.sensor, 2)
        or of_length(twice, case.sensed, case.sensor, 2)
        or any(
            successors(case.position.apply(move).with_side(case.position.side), case.sensed, case.sensor)
            for move in case.position.legal_moves()
        )
    )


def _one_by_one(case: Case, squares: Collection[str]) -> bool:
    """Whether these squares were emptied by a hand, which takes one man after the other."""
    lifts = sorted(spans[-1].since_ms for square in squares if (spans := absences(case.log, square)))
    return all(later - earlier >= HAND_MS for earlier, later in pairwise(lifts))


def _is_part_of(case: Case, shown: Reading, move: Move) -> bool:
    """Whether the board can stand so while ``move`` is made: its piece anywhere on its way, any of its men gone, one of
    them just touching down beside it, and at most one piece gone that should have stayed."""
    taken = 1 if shown.opp_gone else 0
    if case.sensor == "occupancy":
        new = (*shown.own_new, *shown.opp_new)
        return _covers(shown, move) and len(set(new) - _way(case, move)) <= taken and len(new) <= 1 + taken
    if len(shown.own_new) > 1 or len(shown.opp_new) > taken:
        return False
    return _covers(shown, move) and set(shown.own_new) <= _way(case, move)


def _covers(shown: Reading, move: Move) -> bool:
    """Whether no more is gone than ``move`` takes away; where it is a capture under way, one piece more."""
    strays = {*shown.own_gone, *shown.opp_gone} - {move.start, *move.captured}
    return len(strays) <= (1 if move.is_capture and move.start in shown.own_gone else 0)


def _way(case: Case, move: Move) -> set[str]:
    """Every square that the piece passes or lands on."""
    between = case.position.discipline.geometry.between
    return {square for path in move.paths for pair in pairwise(path) for square in (*(between(*pair) or ()), pair[1])}
