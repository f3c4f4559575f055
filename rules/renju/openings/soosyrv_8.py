"""Soosyrv-8: with the fourth stone White declares one to eight fifth moves, then the other side may swap."""

from rules.renju.opening import Regulation, Step
from rules.renju.tables import offers, stones_by_first, swap

REGULATION = Regulation(
    name="soosyrv-8",
    titles={"ru": "Соосырв-8", "en": "Soosyrv-8"},
    steps={
        **stones_by_first(then="s3"),
        "s3": swap("white", then="m4"),
        "m4": Step(act="place", by="white", then="d4"),
        "d4": Step(act="declare", by="white", most=8, then="s4"),
        "s4": swap("black", then="o5"),
        **offers(),
    },
)
