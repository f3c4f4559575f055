"""Recognition of every game of draughts."""

from typing import Any

from board.draughts import beside, irregular, reading
from board.recogniser import Recogniser
from board.strategy import Case, Irregular
from rules.draughts.discipline import Draughts
from rules.law.observation import Observation
from rules.move import Move


class DraughtsStrategy:
    """See `board.strategy.Strategy`."""

    def plays(self, discipline: Any) -> bool:
        return isinstance(discipline, Draughts)

    def recogniser(self, discipline: Any, **options: Any) -> Recogniser:
        return Recogniser(discipline, **options)

    def irregular(self, case: Case) -> Irregular:
        return irregular.classify(case)

    def beside(self, case: Case, move: Move) -> list[Observation]:
        return beside.observations(case, move)

    def in_progress(self, case: Case) -> bool:
        return reading.in_progress(case)

    def read(self, case: Case) -> Any | None:
        return reading.position_shown(case)


STRATEGY = DraughtsStrategy()
