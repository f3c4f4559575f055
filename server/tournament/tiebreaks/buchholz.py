"""5.4.8.5, 31.2: the points of all opponents."""

from server.tournament.tiebreak import TieBreak, opponents

TIEBREAK = TieBreak(
    name="buchholz",
    article="5.4.8.5",
    title_en="Buchholz",
    title_ru="Бухгольц",
    unit="points",
    parts=opponents,
)
