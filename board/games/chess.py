"""Recognition of chess."""

from typing import Any

from board.chess import irregular, reading
from board.chess.touching import touched
from board.recogniser import Recogniser
from board.sensing import is_chess
from board.strategy import Case, Irregular
from board.touches import retracted
from rules.law.observation import Observation
from rules.move import Move


class ChessStrategy:
    """See `board.strategy.Strategy`."""

    def plays(self, discipline: Any) -> bool:
        return is_chess(discipline)

    def recogniser(self, discipline: Any, **options: Any) -> Recogniser:
        return Recogniser(discipline, **options)

    def irregular(self, case: Case) -> Irregular:
        return irregular.classify(case)

    def beside(self, case: Case, move: Move) -> list[Observation]:
        found = [*touched(case, move), *retracted(case, move)]
        if case.sensor == "piece" and move.promotes and case.sensed.get(move.end, "") in "Pp":
            # The pawn was left standing and counts as a queen (Laws of chess, 7.5.2).
            found.append(("illegal-move", {"squares": [move.end], "meant": str(move), "decided_ms": case.t_ms}))
        side = case.position.side
        return [Observation(kind=kind, side=side, ply=case.ply, evidence=evidence) for kind, evidence in found]

    def in_progress(self, case: Case) -> bool:
        return reading.in_progress(case)

    def read(self, case: Case) -> Any | None:
        return reading.position_shown(case)


STRATEGY = ChessStrategy()
