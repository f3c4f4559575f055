"""31.2.4: Buchholz without the two lowest opponents."""

from server.tournament.tiebreak import TieBreak, cut, opponents

TIEBREAK = TieBreak(
    name="buchholz-cut-2",
    article="31.2.4",
    title_en="Buchholz cut 2",
    title_ru="усечённый Бухгольц -2",
    unit="points",
    parts=lambda table, player: cut(opponents(table, player), low=2),
)
