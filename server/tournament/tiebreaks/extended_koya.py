"""31.3.1: Koya, then step by step with the next score group below 50% taken in, down to the last."""

from server.tournament.tiebreak import Table, TieBreak
from server.tournament.unplayed import Number


def extensions(table: Table, player: int) -> list[Number]:
    """Koya itself, then one entry for each lower score group included."""
    against = dict.fromkeys(table.weak_groups, 0)
    total = 0
    for line in table.results[player]:
        if line.opponent in table.strong:
            total += line.half
        elif line.opponent is not None:
            against[table.scores[line.opponent]] += line.half
    sums: list[Number] = [total]
    for half in against.values():
        total += half
        sums.append(total)
    return sums


TIEBREAK = TieBreak(
    name="extended-koya",
    article="31.3.1",
    title_en="extended Koya",
    title_ru="расширенная система Койя",
    unit="points",
    steps=extensions,
)
