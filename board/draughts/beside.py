"""What may stand beside a legal ply: touches, moves taken back, men removed too soon, crowns (5.4.13.2-3)."""

from board.events import EMPTY
from board.log import Change, absences
from board.strategy import Case
from board.touches import Found, retracted, touched
from rules.law.observation import Observation
from rules.move import Move


def observations(case: Case, move: Move) -> list[Observation]:
    """Everything that stands beside ``move``, which the board shows to have been made."""
    found = [*_removed_early(case, move), *touched(case, move), *retracted(case, move), *_crowns(case, move)]
    side = case.position.side
    return [Observation(kind=kind, side=side, ply=case.ply, evidence=evidence) for kind, evidence in found]


def landed(case: Case, move: Move) -> Change | None:
    """The event by which the moving piece came to rest at the end of its way; ``None`` if it was not seen."""
    on_the_way = {square for path in move.paths for square in path[1:-1]} - {move.end}
    last_before = max((change.number for change in case.log if change.square in on_the_way), default=-1)
    return next(
        (
            change
            for change in case.log
            if change.square == move.end and change.before == EMPTY and change.number > last_before
        ),
        None,
    )


def _removed_early(case: Case, move: Move) -> Found:
    """Men lifted off for good before the capture had ended. By order alone it is a note: the move itself is right."""
    arrival = landed(case, move) if move.is_capture else None
    if arrival is None:
        return []
    removed = {}
    for square in move.captured:
        away = absences(case.log, square)
        if away and away[-1].until is None and away[-1].since_ms < arrival.t_ms:
            removed[square] = away[-1].since_ms
    if not removed:
        return []
    evidence = {"squares": sorted(removed), "removed_ms": removed, "landed_ms": arrival.t_ms, "grade": "note"}
    return [("captured-removed-early", evidence)]


def _crowns(case: Case, move: Move) -> Found:
    """Crowns, where the sensor sees them: a new king not marked, a king moved that was not marked."""
    if case.sensor != "piece" or case.sensed.get(move.end) not in ("w", "b"):
        return []
    if move.promotes:
        return [("king-not-crowned", {"squares": [move.end], "decided_ms": case.t_ms})]
    if move.start in case.uncrowned:
        return [("uncrowned-king-played", {"squares": [move.start, move.end], "decided_ms": case.t_ms})]
    return []
