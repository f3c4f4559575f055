"""Tarannikov ("five swaps"): growing zones, and a right to swap after each of the first five stones."""

from rules.renju.opening import Regulation, Step
from rules.renju.tables import SIXTH, swap

REGULATION = Regulation(
    name="tarannikov",
    titles={"ru": "Таранников (5 реверсов)", "en": "Tarannikov (five swaps)"},
    steps={
        "m1": Step(act="place", by="black", zone=1, then="s1"),
        "s1": swap("white", then="m2"),
        "m2": Step(act="place", by="white", zone=3, then="s2"),
        "s2": swap("black", then="m3"),
        "m3": Step(act="place", by="black", zone=5, then="s3"),
        "s3": swap("white", then="m4"),
        "m4": Step(act="place", by="white", zone=7, then="s4"),
        "s4": swap("black", then="m5"),
        "m5": Step(act="place", by="black", zone=9, then="s5"),
        "s5": swap("white", then="m6"),
        **SIXTH,
    },
)
