"""5.4.8.3.1, 31.6.1: the points of the opponents beaten and half the points of those drawn with."""

from server.tournament.tiebreak import TieBreak

TIEBREAK = TieBreak(
    name="sonneborn-berger",
    article="5.4.8.3",
    title_en="Sonneborn-Berger",
    title_ru="Зонненборн-Бергер",
    unit="product",
    weight=lambda half: half,
)
