"""5.4.8.2, 31.5: the points in the games among the tied, if all of them have met one another."""

from collections.abc import Sequence
from itertools import combinations

from server.tournament.tiebreak import Table, Term, TieBreak


def encounters(table: Table, tied: Sequence[int]) -> dict[int, list[Term] | None]:
    """The points of each of the tied against the others; ``None`` for all where two of them have not met."""
    if len(tied) < 2:
        return dict.fromkeys(tied)
    members = set(tied)
    games = {player: [line for line in table.results[player] if line.opponent in members] for player in tied}
    met = {frozenset((player, line.opponent)) for player in tied for line in games[player]}
    if any(frozenset(two) not in met for two in combinations(tied, 2)):
        return dict.fromkeys(tied)
    return {player: [Term(line.round, line.opponent, line.half) for line in games[player]] for player in tied}


TIEBREAK = TieBreak(
    name="direct-encounter",
    article="31.5",
    title_en="direct encounter",
    title_ru="личная встреча",
    unit="points",
    within=encounters,
)
