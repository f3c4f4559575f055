"""31.3: the points against opponents with half of the possible points or more. Article 30 does not apply to it."""

from server.tournament.tiebreak import Table, Term, TieBreak


def against_the_best(table: Table, player: int) -> list[Term]:
    """The points won against those who reached half."""
    return [
        Term(line.round, line.opponent, line.half) for line in table.results[player] if line.opponent in table.strong
    ]


TIEBREAK = TieBreak(
    name="koya", article="31.3", title_en="Koya", title_ru="система Койя", unit="points", parts=against_the_best
)
