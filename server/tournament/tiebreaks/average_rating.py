"""31.1: the mean rating of the opponents played. Opponents without a rating do not enter the mean."""

from server.tournament.tiebreak import Table, Term, TieBreak


def rated(table: Table, player: int) -> list[Term]:
    """The ratings of the opponents really played."""
    found = []
    for entry in table.cards[player].entries:
        rating = table.ratings[entry.opponent] if entry.opponent is not None and entry.played else None
        if rating is not None:
            found.append(Term(entry.round, entry.opponent, rating))
    return found


TIEBREAK = TieBreak(
    name="average-rating",
    article="31.1",
    title_en="average rating of opponents",
    title_ru="средний рейтинг соперников",
    unit="rating",
    parts=rated,
    mean=True,
)
