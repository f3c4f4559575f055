"""31.2.2: Buchholz without the two highest and the two lowest opponents."""

from server.tournament.tiebreak import TieBreak, cut, opponents

TIEBREAK = TieBreak(
    name="buchholz-median-2",
    article="31.2.2",
    title_en="Buchholz median 2",
    title_ru="усреднённый Бухгольц -2",
    unit="points",
    parts=lambda table, player: cut(opponents(table, player), low=2, high=2),
)
