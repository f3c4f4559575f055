"""Russian draughts: 8x8, free choice of captures, crowned in passing."""

from rules.draughts.discipline import Draughts
from rules.draughts.draws import RUSSIAN

DISCIPLINE = Draughts(
    name="russian",
    titles={"ru": "Русские шашки", "en": "Russian draughts"},
    article_prefix="2",
    size=8,
    men_rows=3,
    algebraic=True,
    separator=":",
    crowns_in_passing=True,
    game_type=25,
    move_limits=RUSSIAN,
)
