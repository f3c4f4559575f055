"""100-square (international) draughts: the most pieces must be taken (3.4.1), no crowning in passing (3.4.2)."""

from rules.draughts.discipline import Draughts, most_pieces
from rules.draughts.draws import INTERNATIONAL

DISCIPLINE = Draughts(
    name="international",
    titles={"ru": "Стоклеточные шашки", "en": "International draughts"},
    article_prefix="3",
    size=10,
    men_rows=4,
    algebraic=False,
    separator="x",
    crowns_in_passing=False,
    prefer=most_pieces,
    game_type=20,
    move_limits=INTERNATIONAL,
)
