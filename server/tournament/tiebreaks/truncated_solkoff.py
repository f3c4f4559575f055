"""5.4.8.7: all opponents without the worst; while a tie lasts without two, three ... of the worst."""

from server.tournament.tiebreak import Table, TieBreak, opponents
from server.tournament.unplayed import Number


def truncations(table: Table, player: int) -> list[Number]:
    """The sums without 1, 2, ... worst opponents, down to the best one alone.

    A player with a single opponent has the one entry 0; shorter lists are compared as if filled up with zeros.
    """
    ranked = sorted((term.amount for term in opponents(table, player)), reverse=True)
    return [sum(ranked[:kept]) for kept in range(len(ranked) - 1, 0, -1)] or [0]


TIEBREAK = TieBreak(
    name="truncated-solkoff",
    article="5.4.8.7",
    title_en="truncated Solkoff",
    title_ru="усечённый Солкоф",
    unit="points",
    steps=truncations,
)
