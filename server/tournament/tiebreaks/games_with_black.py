"""31.4: the number of games played with Black; a game not played counts as played with White."""

from rules.side import Side
from server.tournament.tiebreak import Table, Term, TieBreak


def with_black(table: Table, player: int) -> list[Term]:
    """One for each game really played with Black, each of a micro-match."""
    black = table.blacks
    return [
        Term(entry.round, entry.opponent, black.get((entry.round, player), 1))
        for entry in table.cards[player].entries
        if entry.played and black.get((entry.round, player), entry.side is Side.BLACK)
    ]


TIEBREAK = TieBreak(
    name="games-with-black",
    article="31.4",
    title_en="games with Black",
    title_ru="число партий чёрными",
    unit="count",
    parts=with_black,
)
