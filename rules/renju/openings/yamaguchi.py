"""Yamaguchi: with the first three stones the first player declares how many fifth moves will be offered."""

from rules.renju.opening import Regulation, Step
from rules.renju.tables import offers, stones_by_first, swap

REGULATION = Regulation(
    name="yamaguchi",
    titles={"ru": "Ямагути", "en": "Yamaguchi"},
    steps={
        **stones_by_first(then="d3"),
        "d3": Step(act="declare", by="first", then="s3"),
        "s3": swap("white", then="m4"),
        "m4": Step(act="place", by="white", then="o5"),
        **offers(),
    },
)
