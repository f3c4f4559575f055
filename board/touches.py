"""Touched pieces (5.4.13.3) and moves taken back before the press (5.4.13.2): alike wherever pieces move."""

from typing import Any

from board.events import EMPTY
from board.log import Change, Span, absences, stays
from board.sensing import is_chess, seen_as, whose
from board.strategy import Case
from rules.move import Move

Found = list[tuple[str, dict[str, Any]]]
"""Kinds with their evidence."""


def _own_squares(case: Case) -> list[str]:
    side = case.position.side
    return [square for square in case.position.pieces() if whose(case.position, square) is side]


def touched(case: Case, move: Move) -> Found:
    """5.4.13.3: the piece touched first must move, if it can.

    Where a capture is due only captures are legal, so a touched piece that cannot take had no legal move: that is the
    exception of the article. A touch shorter than ``touch_ms`` is adjusting and only noted.
    """
    movable = {one.start for one in case.position.legal_moves()}
    touches = sorted(
        (span for square in _own_squares(case) for span in absences(case.log, square)), key=lambda span: span.since
    )
    adjusted: Span | None = None
    for span in touches:
        length = span.length_ms
        carried = carried_off(case, span)
        if length is None or length >= case.settings.touch_ms or carried is not None:
            if span.square == move.start:
                break
            if length is not None and span.square in movable:
                return [("touch-move", _touch_evidence(case, span, move, carried))]
        elif adjusted is None and span.square != move.start and span.square in movable:
            adjusted = span if length >= case.settings.flicker_ms else None
    if adjusted is None:
        return []
    return [("touch-move", {**_touch_evidence(case, adjusted, move, None), "grade": "note", "adjusting": True})]


def _touch_evidence(case: Case, span: Span, move: Move, carried: Span | None) -> dict[str, Any]:
    evidence: dict[str, Any] = {
        "squares": [span.square],
        "lifted_ms": span.since_ms,
        "returned_ms": span.until_ms,
        "held_ms": span.length_ms,
        "moved": move.start,
        "legal": [str(one) for one in case.position.legal_moves() if one.start == span.square],
    }
    if carried is not None:
        evidence["carried_to"] = carried.square
    return evidence


def carried_off(case: Case, span: Span) -> Span | None:
    """Where the lifted piece was put down before it came back, if anywhere. Only one own piece may be in the air,
    else the sensor does not tell which was put down."""
    if span.until is None:
        return None
    before = case.position.pieces()
    others = [other for square in _own_squares(case) if square != span.square for other in absences(case.log, square)]
    for change in case.log:
        if not span.since < change.number < span.until or change.before != EMPTY or change.square in before:
            continue
        in_the_air = [o for o in others if o.since < change.number and (o.until is None or o.until > change.number)]
        stay = next((stay for stay in stays(case.log, change.square) if stay.since == change.number), None)
        if not in_the_air and stay is not None and stay.until is not None and stay.until <= span.until:
            return stay
    return None


def retracted(case: Case, move: Move) -> Found:
    """A piece rested where it may go and went on elsewhere, or back, before the press."""
    own = _own_squares(case)
    before = case.position.pieces()
    path = {move.end, *(square for way in move.paths for square in way)}
    legal = case.position.legal_moves()
    for square in sorted({change.square for change in case.log}):
        for stay in rests(case, square) if square in before else stays(case.log, square):
            if stay.length_ms is None or stay.length_ms < case.settings.rest_ms:
                continue
            starts = [
                start
                for start in own
                if any(one.start == start and one.end == square for one in legal)
                and any(_in_the_air(away, stay) for away in absences(case.log, start))
            ]
            if not starts or (move.start in starts and square in path):
                continue
            start = move.start if move.start in starts else starts[0]
            evidence = {
                "squares": [start, square],
                "rested_ms": stay.length_ms,
                "since_ms": stay.since_ms,
                "until_ms": stay.until_ms,
                "retracted": next(str(one) for one in legal if one.start == start and one.end == square),
            }
            return [("move-retracted", evidence)]
    return []


def rests(case: Case, square: str) -> list[Span]:
    """When a piece of the mover's stood on the square of an opponent's, as a capture of chess puts it there. A bare
    sensor does not tell which of the two stands there."""
    if case.sensor == "occupancy" or whose(case.position, square) is case.position.side:
        return []
    chess, own = is_chess(case.position.discipline), case.position.side.letter.lower()
    found: list[Span] = []
    came: Change | None = None
    for change in case.log:
        if change.square != square:
            continue
        if came is not None:
            found.append(Span(square, came.number, came.t_ms, change.number, change.t_ms))
        came = change if seen_as(change.after, "colour", chess=chess) == own else None
    return found


def _in_the_air(away: Span, stay: Span) -> bool:
    """Whether the piece that was ``away`` can be the one of ``stay``: gone at some time of it."""
    began = stay.until is None or away.since <= stay.until
    return began and (away.until is None or away.until > stay.since)
