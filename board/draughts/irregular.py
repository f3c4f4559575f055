"""Telling irregularities apart: a board that no legal move makes has one kind, the first that fits (5.4.13.2)."""

from collections.abc import Mapping
from typing import Any

from board.draughts.captures import any_capture, passes_emptied, stops
from board.draughts.reading import Reading, mover, read
from board.lines import successors
from board.log import absences, squares_left, stays, times
from board.strategy import Case, Irregular
from rules.errors import NotationError
from rules.move import Move

# Kinds that say little of what was done: with more squares changed than two moves change, nobody did this at one turn.
_LOOSE = ("illegal-move", "piece-removed", "opponents-piece-moved")
_MOST_CHANGED = 4


class _Seen:
    """The case with what every test below asks of it."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.position = case.position
        self.read: Reading = read(case)
        self.legal: tuple[Move, ...] = case.position.legal_moves()
        self.due = bool(self.legal and self.legal[0].is_capture)
        self.start, self.end = _carried(case, self.read, self.legal)
        self.taken = frozenset(self.read.opp_gone)
        self.own_extra = tuple(square for square in self.read.own_gone if square != self.start)

    @property
    def one_moved(self) -> bool:
        """Exactly one own piece was carried, and no other piece appeared."""
        return self.end is not None and not self.read.opp_new and len(self.read.own_new) <= 1

    def quiet(self) -> bool:
        """Whether that piece could go there without taking, were there no duty to take."""
        return any(move.start == self.start and move.end == self.end for move in self.position.quiet_moves())


def _carried(case: Case, shown: Reading, legal: tuple[Move, ...]) -> tuple[str | None, str | None]:
    """From where to where the own piece was carried; a capture in a circle comes back to where it began."""
    if shown.own_new:
        return mover(case, shown.own_gone, shown.own_new[0]), shown.own_new[0]
    if shown.opp_gone and not shown.opp_new:
        lifted = squares_left(case.log)
        for move in legal:
            if move.is_capture and move.start == move.end and move.start in case.sensed and move.start in lifted:
                return move.start, move.start
    return None, None


def classify(case: Case) -> Irregular:
    """What was done against the rules on this board."""
    seen = _Seen(case)
    kind = next(kind for kind, fits in _KINDS if fits(seen))
    text, path = _text(seen)
    capture = _meant(seen)
    leftover: dict[str, str] = {}
    before = seen.position.pieces()
    if capture is not None and kind in ("wrong-number-captured", "wrong-piece-captured"):
        text, path = str(capture), capture.path
        leftover = {square: before[square] for square in capture.captured if square in case.sensed}
    try:
        after = seen.position.discipline.setup(seen.read.pieces, seen.position.side.other)
    except NotationError:  # pragma: no cover - the pieces come from a position and a checked sensor
        after = seen.position.with_side(seen.position.side.other)
    crowned = [square for square, piece in before.items() if seen.read.pieces.get(square, piece) != piece]
    changed = (*seen.read.own_gone, *seen.read.own_new, *seen.read.opp_gone, *seen.read.opp_new, *crowned)
    return Irregular(
        kind=kind,
        move=text,
        after=after,
        captured=tuple(sorted(seen.taken)) if not seen.read.opp_new else (),
        path=path,
        leftover=leftover,
        # The catalogue's grade is that of a wrong order only; here the move itself is not possible.
        evidence={**_evidence(seen, changed, capture), "grade": "attention"},
        explained=_at_one_turn(seen, kind, len(changed)),
    )


def _at_one_turn(seen: _Seen, kind: str, changed: int) -> bool:
    both = bool(seen.read.own_new and seen.read.opp_new)
    return changed <= _MOST_CHANGED or kind not in _LOOSE or (kind == "opponents-piece-moved" and not both)


def _evidence(seen: _Seen, changed: tuple[str, ...], capture: Move | None) -> Mapping[str, Any]:
    case = seen.case
    evidence: dict[str, Any] = {
        "squares": sorted(changed),
        "left": [*seen.read.own_gone, *seen.read.opp_gone],
        "entered": [*seen.read.own_new, *seen.read.opp_new],
        "changed_ms": times(case.log, changed),
        "decided_ms": case.t_ms,
        "legal": [str(move) for move in seen.legal],
    }
    if capture is not None:
        evidence["meant"] = str(capture)
        evidence["due"] = list(capture.captured)
        evidence["taken"] = sorted(seen.taken)
    return evidence


def _text(seen: _Seen) -> tuple[str, tuple[str, ...]]:
    """What was done, for people: irregular plies have no notation of their own."""
    shown, separator = seen.read, seen.position.discipline.separator
    if shown.opp_new and shown.opp_gone:
        path = (shown.opp_gone[0], shown.opp_new[0])
        return (separator if shown.own_gone else "-").join(path), path
    pairs = []
    left = list(shown.own_gone)
    for end in shown.own_new:
        start = mover(seen.case, left, end)
        if start is None:
            continue
        left.remove(start)
        pairs.append((start, end))
    if pairs:
        mark = separator if seen.taken and len(pairs) == 1 else "-"
        return "+".join(mark.join(pair) for pair in pairs), pairs[0] if len(pairs) == 1 else ()
    return "".join(separator + square for square in (*shown.own_gone, *shown.opp_gone)) or "--", ()


def _meant(seen: _Seen) -> Move | None:
    """The legal capture that was being made: same start and end, then most alike in the men taken."""
    alike = [move for move in seen.legal if move.is_capture and move.start == seen.start and move.end == seen.end]
    if not alike:
        return None
    return min(alike, key=lambda move: (len(seen.taken.symmetric_difference(move.captured)), str(move)))


# -- the kinds, in their order ----------------------------------------------------------------------------------------


def _opponents_piece_moved(seen: _Seen) -> bool:
    return bool(seen.read.opp_new and seen.read.opp_gone)


def _two_moves_in_a_row(seen: _Seen) -> bool:
    """Two pieces were moved at one turn; a single piece carried too far made one wrong move."""
    if len(seen.read.own_gone) < 2 or len(seen.read.own_new) != 2 or seen.read.opp_new:
        return False
    position = seen.position
    quiet = {(move.start, move.end) for move in position.quiet_moves()}
    one, two = seen.read.own_gone[:2]
    for first, second in ((one, two), (two, one)):
        if {(first, seen.read.own_new[0]), (second, seen.read.own_new[1])} <= quiet and not seen.taken:
            return True
    return any(
        follow.start != move.end
        for move in seen.legal
        for follow in successors(position.apply(move).with_side(position.side), seen.case.sensed, seen.case.sensor)
    )


def _capture_missed(seen: _Seen) -> bool:
    return seen.due and seen.one_moved and not seen.taken and not seen.own_extra and seen.quiet()


def _capture_interrupted(seen: _Seen) -> bool:
    if not seen.due or not seen.one_moved or seen.own_extra or seen.start == seen.end:
        return False
    return any(
        stop == seen.end and seen.taken <= set(passed)
        for move in seen.legal
        if move.start == seen.start
        for stop, passed in stops(seen.position, move)
    )


def _captured_removed_early(seen: _Seen) -> bool:
    if not seen.taken or not seen.one_moved or seen.own_extra or seen.start is None or seen.end is None:
        return False
    return _emptied_before_landing(seen) and passes_emptied(seen.position, seen.start, seen.end, seen.taken)


def _emptied_before_landing(seen: _Seen) -> bool:
    """Whether a man was off the board for good when the piece came to the square where it stands; a square that was
    emptied later cannot have opened its way."""
    arrivals = [span.since for span in stays(seen.case.log, seen.end or "")]
    if not arrivals:
        return True  # the arrival was not seen, so nothing speaks against it
    gone = [absences(seen.case.log, square) for square in seen.taken]
    return any(not spans or spans[-1].since < arrivals[-1] for spans in gone)


def _own_piece_removed(seen: _Seen) -> bool:
    if not seen.one_moved or not seen.own_extra or seen.start is None or seen.end is None:
        return False
    return (bool(seen.taken) and not seen.quiet()) or _meant(seen) is not None


def _captures(seen: _Seen) -> list[int]:
    """How many men had to be taken by the capture that was made, for every capture it can have been."""
    if not seen.one_moved or seen.own_extra or seen.start is None or seen.end is None:
        return []
    mine = [move for move in seen.legal if move.is_capture and move.start == seen.start]
    ends = [len(move.captured) for move in mine if move.end == seen.end]
    if ends:
        return ends
    ends = [len(move.captured) for move in mine if any(stop == seen.end for stop, _ in stops(seen.position, move))]
    if ends or not seen.taken:
        return ends
    # A capture that was not the one due (fewer men than must be taken, 3.4.1) or stopped where it could go on.
    if any_capture(seen.position, seen.start, seen.end):
        return [len(move.captured) for move in seen.legal]
    return []


def _wrong_number_captured(seen: _Seen) -> bool:
    due = _captures(seen)
    return bool(due) and len(seen.taken) not in due


def _wrong_piece_captured(seen: _Seen) -> bool:
    due, capture = _captures(seen), _meant(seen)
    # With the right men taken it was something else, such as a crown on a man that is none.
    return len(seen.taken) in due and capture is not None and seen.taken != set(capture.captured)


def _piece_removed(seen: _Seen) -> bool:
    if seen.read.opp_new or not (seen.read.own_gone or seen.taken):
        return False
    if not seen.read.own_new:
        return True
    if not seen.one_moved or not (seen.taken or seen.own_extra):
        return False
    return seen.quiet() or not (seen.due or _leapt(seen))


def _leapt(seen: _Seen) -> bool:
    """Whether every man that went stood under the way of the piece: an impossible capture, and no removal beside it."""
    if seen.start is None or seen.end is None or seen.own_extra:
        return False
    return seen.taken <= set(seen.position.discipline.geometry.between(seen.start, seen.end) or ())


_KINDS = (
    ("opponents-piece-moved", _opponents_piece_moved),
    ("two-moves-in-a-row", _two_moves_in_a_row),
    ("capture-missed", _capture_missed),
    ("capture-interrupted", _capture_interrupted),
    ("captured-removed-early", _captured_removed_early),
    ("own-piece-removed", _own_piece_removed),
    ("wrong-number-captured", _wrong_number_captured),
    ("wrong-piece-captured", _wrong_piece_captured),
    ("piece-removed", _piece_removed),
    ("illegal-move", lambda seen: True),
)
