"""Giveaway draughts: the rules of Russian draughts with the aim turned round (chapter 4, 4.1)."""

from dataclasses import replace

from rules.draughts.draws import GIVEAWAY as GIVEAWAY_LIMITS
from rules.variants.russian import DISCIPLINE as RUSSIAN

DISCIPLINE = replace(
    RUSSIAN,
    name="giveaway",
    titles={"ru": "Обратные шашки (поддавки)", "en": "Giveaway draughts"},
    article_prefix="4",
    objective="lose",
    game_type=None,
    move_limits=GIVEAWAY_LIMITS,
)
