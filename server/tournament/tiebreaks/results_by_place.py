"""5.4.8.2: the best result against the others in the order of places: points against each score group from the top."""

from server.tournament.tiebreak import Table, TieBreak
from server.tournament.unplayed import Number


def down_the_table(table: Table, player: int) -> list[Number]:
    """The points scored against each other score group, the highest first."""
    against = {group: 0 for group in table.groups if group != table.scores[player]}
    for line in table.results[player]:
        if line.opponent is not None and table.scores[line.opponent] in against:
            against[table.scores[line.opponent]] += line.half
    return list(against.values())


TIEBREAK = TieBreak(
    name="results-by-place",
    article="5.4.8.2",
    title_en="results against the others in order of places",
    title_ru="результаты во встречах с другими в порядке мест",
    unit="points",
    steps=down_the_table,
)
