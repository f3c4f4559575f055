"""31.1.1: the mean rating of the opponents played, without the lowest rated."""

from server.tournament.tiebreak import Table, Term, TieBreak
from server.tournament.tiebreaks.average_rating import rated


def without_lowest(table: Table, player: int) -> list[Term]:
    """The ratings of all rated opponents but the lowest."""
    terms = rated(table, player)
    if not terms:
        return []
    lowest = min(range(len(terms)), key=lambda i: terms[i].amount)
    return [*terms[:lowest], *terms[lowest + 1 :]]


TIEBREAK = TieBreak(
    name="average-rating-cut-1",
    article="31.1.1",
    title_en="average rating of opponents cut 1",
    title_ru="усечённый средний рейтинг соперников",
    unit="rating",
    parts=without_lowest,
    mean=True,
)
