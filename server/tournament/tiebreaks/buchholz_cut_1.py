"""31.2.3: Buchholz without the lowest opponent."""

from server.tournament.tiebreak import TieBreak, cut, opponents

TIEBREAK = TieBreak(
    name="buchholz-cut-1",
    article="31.2.3",
    title_en="Buchholz cut 1",
    title_ru="усечённый Бухгольц -1",
    unit="points",
    parts=lambda table, player: cut(opponents(table, player), low=1),
)
