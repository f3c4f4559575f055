"""31.3.1: Koya, then step by step with the next score group below 50% taken in, down to the last."""

from server.tournament.tiebreak import Table, TieBreak
from server.tournament.tiebreaks.koya import reached_half
from server.tournament.unplayed import Number


def extensions(table: Table, player: int) -> list[Number]:
    """Koya itself, then one entry for each lower score group included."""
    counted = {other for other in table.scores if reached_half(table, other)}
    below = sorted({half for other, half in table.scores.items() if other not in counted}, reverse=True)
    results = [(line.opponent, line.half) for line in table.results[player] if line.opponent is not None]
    sums: list[Number] = [sum(half for other, half in results if other in counted)]
    for group in below:
        sums.append(sum(half for other, half in results if other in counted or table.scores[other] >= group))
    return sums


TIEBREAK = TieBreak(
    name="extended-koya",
    article="31.3.1",
    title_en="extended Koya",
    title_ru="расширенная система Койя",
    unit="points",
    steps=extensions,
)
