"""5.4.8.4.1: the points of the opponents beaten less those of the opponents lost to; round robin only (5.4.8.4.3)."""

from server.tournament.model import DRAW
from server.tournament.tiebreak import TieBreak

TIEBREAK = TieBreak(
    name="shmulyan",
    article="5.4.8.4",
    title_en="Shmulyan",
    title_ru="Шмульян",
    unit="points",
    weight=lambda half: half - DRAW,
    round_robin_only=True,
)
