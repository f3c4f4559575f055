"""5.4.8.8: the points of the opponents beaten times 2, drawn with times 1.5, lost to times 1."""

from server.tournament.model import DRAW
from server.tournament.tiebreak import Table, Term, TieBreak, weighted


def by_result(table: Table, player: int) -> list[Term]:
    """Each opponent's points, the more the better the result against him."""
    level = DRAW * table.event.worth
    return weighted(table, player, lambda half: 3 + (half > level) - (half < level))


TIEBREAK = TieBreak(
    name="riga",
    article="5.4.8.8",
    title_en="Riga",
    title_ru="Рижская система",
    unit="product",
    parts=by_result,
)
