"""31.2.1: Buchholz without the highest and the lowest opponent."""

from server.tournament.tiebreak import TieBreak, cut, opponents

TIEBREAK = TieBreak(
    name="buchholz-median-1",
    article="31.2.1",
    title_en="Buchholz median 1",
    title_ru="усреднённый Бухгольц -1",
    unit="points",
    parts=lambda table, player: cut(opponents(table, player), low=1, high=1),
)
