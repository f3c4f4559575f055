"""Recognition of renju."""

from typing import Any

from board.renju.recogniser import RenjuRecogniser
from rules.renju.discipline import Renju


class RenjuGame:
    """See `board.strategy.Game`."""

    def plays(self, discipline: Any) -> bool:
        return isinstance(discipline, Renju)

    def recogniser(self, discipline: Any, **options: Any) -> RenjuRecogniser:
        return RenjuRecogniser(discipline, **options)


STRATEGY = RenjuGame()
