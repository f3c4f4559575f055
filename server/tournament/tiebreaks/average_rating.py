"""31.1: the mean rating of the opponents played. Opponents without a rating do not enter the mean."""

from fractions import Fraction

from server.tournament.tiebreak import Table, Term, TieBreak


def rated(table: Table, player: int) -> list[Term]:
    """The ratings of the opponents really played."""
    found = []
    for entry in table.cards[player].entries:
        rating = table.ratings[entry.opponent] if entry.opponent is not None and entry.played else None
        if rating is not None:
            found.append(Term(entry.round, entry.opponent, rating))
    return found


def shares(terms: list[Term]) -> list[Term]:
    """The terms divided by their number."""
    return [term._replace(amount=Fraction(term.amount, len(terms))) for term in terms]


TIEBREAK = TieBreak(
    name="average-rating",
    article="31.1",
    title_en="average rating of opponents",
    title_ru="средний рейтинг соперников",
    unit="rating",
    parts=lambda table, player: shares(rated(table, player)),
)
