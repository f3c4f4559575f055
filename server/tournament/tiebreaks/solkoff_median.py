"""5.4.8.6: the median Solkoff: all opponents without the best and the worst."""

from server.tournament.tiebreak import TieBreak, cut, opponents

TIEBREAK = TieBreak(
    name="solkoff-median",
    article="5.4.8.6",
    title_en="median Solkoff",
    title_ru="медианный Солкоф",
    unit="points",
    parts=lambda table, player: cut(opponents(table, player), low=1, high=1),
)
