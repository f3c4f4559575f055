"""Touched pieces of chess (Laws of chess, 4.3): one's own must move, the opponent's must be taken, where they can."""

from typing import Any

import msgspec

from board.log import Change, Span, absences
from board.sensing import seen_as, whose
from board.strategy import Case
from board.touches import Found, carried_off, rests
from rules.move import Move
from rules.side import Side


class _Touch(msgspec.Struct, frozen=True):
    """A piece that left its square and came back, or went for good; ``own``: it is the mover's."""

    span: Span
    own: bool
    deliberate: bool
    carried: Span | None = None

    @property
    def square(self) -> str:
        return self.span.square


def touched(case: Case, move: Move) -> Found:
    """4.3: the first own piece touched must move, the first of the opponent's must be taken; where both were touched,
    the one by the other, else whichever was first and can. A touch shorter than ``touch_ms`` is adjusting (4.2.1)."""
    touches = _touches(case, move)
    due = _due(case, [touch for touch in touches if touch.deliberate])
    if due is not None and not _obeys(move, due):
        return [("touch-move", _evidence(case, due, move))]
    short = next((touch for touch in touches if not touch.deliberate and not _obeys(move, (touch,))), None)
    if due is None or short is None or not _can(case, short):
        return []
    return [("touch-move", {**_evidence(case, (short,), move), "grade": "note", "adjusting": True})]


def _due(case: Case, touches: list[_Touch]) -> tuple[_Touch, ...] | None:
    """What must move, or be taken, or both; ``None`` where nothing that was touched can."""
    own = next((touch for touch in touches if touch.own), None)
    other = next((touch for touch in touches if not touch.own), None)
    if own is not None and other is not None:
        both = (own, other)
        if any(_obeys(one, both) for one in case.position.legal_moves()):
            return both
    return next(((touch,) for touch in touches if _can(case, touch)), None)


def _obeys(move: Move, due: tuple[_Touch, ...]) -> bool:
    return all(move.start == touch.square if touch.own else touch.square in move.captured for touch in due)


def _can(case: Case, touch: _Touch) -> bool:
    return any(_obeys(one, (touch,)) for one in case.position.legal_moves())


def _touches(case: Case, move: Move) -> list[_Touch]:
    """Every touch in its order. A rook that castled went with its king; a square on which the mover's own piece was put
    is no piece put back."""
    found = []
    for square in case.position.pieces():
        own = whose(case.position, square) is case.position.side
        for span in absences(case.log, square):
            length = span.length_ms
            gone = length is None or (not own and square in move.captured)
            if gone and not _obeys(move, (_Touch(span, own, True),)) and not _long_before_the_king(case, span, move):
                continue
            if not gone and _is_taken(case, span, own):
                continue
            if length is not None and length < case.settings.flicker_ms:
                continue
            carried = carried_off(case, span) if own else None
            rested = not own and _rested_on(case, span)
            held = length is None or length >= case.settings.touch_ms
            found.append(_Touch(span, own, gone or held or rested or carried is not None, carried))
    return sorted(found, key=lambda touch: touch.span.since)


def _long_before_the_king(case: Case, span: Span, move: Move) -> bool:
    """Whether a rook that castled was touched first, and not in one motion with its king (4.4.2: it must move)."""
    king = next(iter(absences(case.log, move.start)), None)
    if king is None or whose(case.position, span.square) is not case.position.side:
        return False
    return case.position.is_castling(move) and king.since_ms - span.since_ms >= case.settings.touch_ms


def _is_taken(case: Case, span: Span, own: bool) -> bool:
    """Whether what came to the square after this absence is (or may be) another piece than the one that left it."""
    if case.sensor != "occupancy":
        came = _change(case, span.square, span.until)
        return came is not None and seen_as(came.after, "colour", chess=True) != _colour(case, own)
    mine = [square for square in case.position.pieces() if whose(case.position, square) is case.position.side]
    away = [one for square in mine if square != span.square for one in absences(case.log, square)]
    until = span.until or 0
    return not own and any(one.since < until and (one.until is None or one.until > until) for one in away)


def _change(case: Case, square: str, number: int | None) -> Change | None:
    return next((change for change in case.log if change.number == number and change.square == square), None)


def _rested_on(case: Case, span: Span) -> bool:
    """Whether the mover's own piece had rested on the square just before: the piece had been taken, and is back."""
    return any(
        stay.until == span.since and (stay.length_ms or 0) >= case.settings.rest_ms for stay in rests(case, span.square)
    )


def _colour(case: Case, own: bool) -> str:
    side: Side = case.position.side if own else case.position.side.other
    return side.letter.lower()


def _evidence(case: Case, due: tuple[_Touch, ...], move: Move) -> dict[str, Any]:
    first = min(due, key=lambda touch: touch.span.since)
    evidence: dict[str, Any] = {
        "squares": [touch.square for touch in due],
        "lifted_ms": first.span.since_ms,
        "returned_ms": first.span.until_ms,
        "held_ms": first.span.length_ms,
        "moved": move.start,
        "legal": [str(one) for one in case.position.legal_moves() if _obeys(one, due)],
    }
    if any(not touch.own for touch in due):
        evidence["opponents"] = [touch.square for touch in due if not touch.own]
    if first.carried is not None:
        evidence["carried_to"] = first.carried.square
    return evidence
