"""Brazilian draughts: the captures of 100-square draughts on the Russian board.

The regulations of Flagfall's events have no chapter on them: no draws by move count are known here, only repetition.
"""

from rules.draughts.discipline import Draughts, most_pieces

DISCIPLINE = Draughts(
    name="brazilian",
    titles={"ru": "Бразильские шашки", "en": "Brazilian draughts"},
    article_prefix="",
    size=8,
    men_rows=3,
    algebraic=True,
    separator=":",
    crowns_in_passing=False,
    prefer=most_pieces,
    game_type=26,
)
