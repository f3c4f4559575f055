"""Sakata: three stones by one player, a swap, and one fifth stone in the central 7x7. From a secondary source only."""

from rules.renju.opening import Regulation, Step
from rules.renju.tables import SIXTH, stones_by_first, swap

REGULATION = Regulation(
    name="sakata",
    titles={"ru": "Саката", "en": "Sakata"},
    steps={
        **stones_by_first(then="s3"),
        "s3": swap("white", then="m4"),
        "m4": Step(act="place", by="white", then="m5"),
        "m5": Step(act="place", by="black", zone=7, then="m6"),
        **SIXTH,
    },
    verified=False,
)
