"""Telling irregularities of chess apart: a board that no legal move makes has one kind, the first that fits."""

from collections.abc import Mapping
from typing import Any

from board.chess.reading import Reading, kings_in_the_centre, read
from board.lines import successors
from board.log import times
from board.sensing import shown, whose
from board.strategy import Case, Irregular
from rules.errors import NotationError
from rules.move import Move

# With more changed than two moves can change, nobody did this at one turn. A capture counts three times.
_MOST_CHANGED = 5


def classify(case: Case) -> Irregular:
    """What was done against the rules on this board."""
    found = read(case)
    meant, extra, left_on = _meant(case)
    kind = _kind(case, found, meant, extra, left_on)
    leftover = {square: case.position.pieces()[square] for square in left_on}
    position = case.position
    try:
        after = position.altered(found.pieces, position.side.other)
        explained = found.changed <= _MOST_CHANGED and not kings_in_the_centre(case)
    except NotationError:  # a king was taken off: no position of chess
        after, explained = position.with_side(position.side.other), False
    text, path = _text(case, found, meant)
    return Irregular(
        kind=kind,
        move=text,
        after=after,
        captured=tuple(sorted(found.opp_gone)) if not found.opp_new else (),
        path=path,
        leftover=leftover,
        evidence=_evidence(case, found, meant),
        explained=explained,
    )


def _kind(case: Case, found: Reading, meant: Move | None, extra: list[str], left_on: list[str]) -> str:
    if found.opp_new and found.opp_gone:
        return "opponents-piece-moved"
    if len(found.own_gone) >= 2 and len(found.own_new) == 2 and _two_moves(case, found):
        return "two-moves-in-a-row"
    if not found.own_new and not found.opp_new and (found.own_gone or found.opp_gone):
        return "piece-removed"
    if meant is not None and left_on:
        return "wrong-number-captured"
    if meant is not None and extra:
        if not meant.is_capture:
            return "piece-removed"
        own = any(whose(case.position, square) is case.position.side for square in extra)
        return "own-piece-removed" if own else "wrong-number-captured"
    return "illegal-move"


def _two_moves(case: Case, found: Reading) -> bool:
    """Whether two legal moves of this side, one after the other, make the board."""
    position = case.position
    return any(
        follow.start != move.end
        for move in position.legal_moves()
        if move.start in found.own_gone and move.end in found.own_new
        for follow in successors(position.apply(move).with_side(position.side), case.sensed, case.sensor)
    )


def _meant(case: Case) -> tuple[Move | None, list[str], list[str]]:
    """A legal move that was made but for pieces taken off too many, or a taken one left on; which these are."""
    for move in case.position.legal_moves():
        if move.start in case.sensed or move.end not in case.sensed:
            continue
        expected = shown(case.position.apply(move), case.sensor)
        extra = [square for square in expected if square not in case.sensed]
        left_on = [square for square in case.sensed if square not in expected]
        if any(case.sensed[square] != expected[square] for square in expected if square in case.sensed):
            continue
        if (not left_on and extra) or (not extra and left_on and set(left_on) <= set(move.captured)):
            return move, extra, left_on
    return None, [], []


def _text(case: Case, found: Reading, meant: Move | None) -> tuple[str, tuple[str, ...]]:
    """What was done, for people: irregular plies have no notation of their own."""
    if meant is not None:
        return str(meant), meant.path
    before = case.position.pieces()
    for new in (found.opp_new, found.own_new):
        pairs = [(found.came_from[end], end) for end in new if end in found.came_from]
        kings = [pair for pair in pairs if before[pair[0]] in "Kk"]
        if len(pairs) == 2 and kings and abs(ord(kings[0][0][0]) - ord(kings[0][1][0])) == 2:
            pairs = kings  # castling is written by its king
        if pairs:
            return "+".join("".join(pair) for pair in pairs), pairs[0] if len(pairs) == 1 else ()
    return "".join("x" + square for square in (*found.own_gone, *found.opp_gone)) or "--", ()


def _evidence(case: Case, found: Reading, meant: Move | None) -> Mapping[str, Any]:
    changed = dict.fromkeys((*found.own_gone, *found.own_new, *found.opp_gone, *found.opp_new))
    evidence: dict[str, Any] = {
        "squares": sorted(changed),
        "left": [*found.own_gone, *found.opp_gone],
        "entered": [*found.own_new, *found.opp_new],
        "changed_ms": times(case.log, changed),
        "decided_ms": case.t_ms,
        "legal": [str(move) for move in case.position.legal_moves()],
        "grade": "attention",
    }
    if meant is not None:
        evidence["meant"] = str(meant)
    return evidence
