"""5.4.8.2: the sum of the ratings of the opponents played."""

from server.tournament.tiebreak import TieBreak
from server.tournament.tiebreaks.average_rating import rated

TIEBREAK = TieBreak(
    name="sum-of-ratings",
    article="5.4.8.2",
    title_en="sum of opponents' ratings",
    title_ru="сумма рейтингов соперников",
    unit="rating",
    parts=rated,
)
