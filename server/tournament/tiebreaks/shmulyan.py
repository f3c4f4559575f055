"""5.4.8.4.1: the points of the opponents beaten less those of the opponents lost to; round robin only (5.4.8.4.3)."""

from server.tournament.model import DRAW
from server.tournament.tiebreak import Table, Term, TieBreak, weighted


def beaten_less_lost(table: Table, player: int) -> list[Term]:
    """Each opponent's points once, with the sign of the result."""
    level = DRAW * table.event.worth
    return weighted(table, player, lambda half: (half > level) - (half < level))


TIEBREAK = TieBreak(
    name="shmulyan",
    article="5.4.8.4",
    title_en="Shmulyan",
    title_ru="Шмульян",
    unit="points",
    parts=beaten_less_lost,
    round_robin_only=True,
)
