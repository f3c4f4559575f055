"""5.4.8.8: the points of the opponents beaten times 2, drawn with times 1.5, lost to times 1."""

from server.tournament.tiebreak import TieBreak

TIEBREAK = TieBreak(
    name="riga",
    article="5.4.8.8",
    title_en="Riga",
    title_ru="Рижская система",
    unit="product",
    weight=lambda half: half + 2,
)
