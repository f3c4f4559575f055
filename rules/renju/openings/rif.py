"""The RIF rule (world championships 1996-2008): three stones by one player, a swap, two fifth moves."""

from rules.renju.opening import Regulation, Step
from rules.renju.tables import offers, stones_by_first, swap

REGULATION = Regulation(
    name="rif",
    titles={"ru": "Регламент RIF", "en": "RIF"},
    steps={
        **stones_by_first(then="s3"),
        "s3": swap("white", then="m4"),
        "m4": Step(act="place", by="white", then="o5"),
        **offers(2),
    },
)
