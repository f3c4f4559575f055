"""The drawing of lots, where the regulations let it decide a place: seeded, so that it can be stored and repeated."""

from collections.abc import Sequence

from server.tournament.lot import Lot
from server.tournament.tiebreak import Table, Term, TieBreak


def drawn(table: Table, tied: Sequence[int]) -> dict[int, list[Term] | None]:
    """The first drawn gets the most."""
    order = Lot(table.seed, 2).shuffled(sorted(tied))
    return {player: [Term(None, None, len(order) - i, "lot")] for i, player in enumerate(order)}


TIEBREAK = TieBreak(
    name="lot", article="5.4.8.11", title_en="drawing of lots", title_ru="жребий", unit="count", within=drawn
)
