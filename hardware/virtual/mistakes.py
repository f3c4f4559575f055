"""Mistakes on request, whatever is played: which kinds a game has, and the makers of each."""

from collections.abc import Mapping
from random import Random

from hardware.virtual.chess_slips import CHESS_SLIPS
from hardware.virtual.hand import MEASURED, Style
from hardware.virtual.king_slips import KING_SLIPS
from hardware.virtual.slips import SLIPS, Maker, Slip
from hardware.virtual.stone_slips import STONE_SLIPS
from rules.door import Position
from rules.move import Move

_OF = {"chess": CHESS_SLIPS, "renju": STONE_SLIPS}
_DRAUGHTS = {**SLIPS, **KING_SLIPS}


def mistakes(discipline: str) -> Mapping[str, tuple[Maker, ...]]:
    """The makers of each kind that ``discipline`` has, the likelier one first."""
    return _OF.get(discipline, _DRAUGHTS)


def mistake(kind: str, position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A mistake of this kind, if the game has it and the position and the move allow one."""
    for maker in mistakes(position.discipline.name).get(kind, ()):
        made = maker(position, move, rng, style)
        if made is not None:
            return made
    return None
