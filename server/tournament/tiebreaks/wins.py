"""5.4.8.2, 32.3: the number of wins. A plus is a win (5.4.7.2: for places it equals the point)."""

from server.tournament.model import DRAW
from server.tournament.tiebreak import Table, Term, TieBreak


def wins(table: Table, player: int) -> list[Term]:
    """One for each win, and by the event's choice for each plus or full point without an opponent."""
    pluses = table.event.choices.plus_is_win
    return [
        Term(entry.round, entry.opponent, 1, "" if entry.played else "plus")
        for entry in table.cards[player].entries
        if entry.half > DRAW * table.event.worth and (entry.played or (pluses and entry.kind != "unfinished"))
    ]


TIEBREAK = TieBreak(name="wins", article="5.4.8.2", title_en="wins", title_ru="число побед", unit="count", parts=wins)
