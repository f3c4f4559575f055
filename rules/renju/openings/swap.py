"""Swap (world championships 1989-95): the second player puts the second stone; two of the 26 patterns are barred.

Which two is from secondary sources: the patterns that the older list of 24 leaves out, 13D and 13I.
"""

from rules.renju.opening import Regulation, Step
from rules.renju.tables import offers
from rules.renju.tables import swap as swap_step

REGULATION = Regulation(
    name="swap",
    titles={"ru": "Своп", "en": "Swap"},
    steps={
        "m1": Step(act="place", by="black", zone=1, then="m2"),
        "m2": Step(act="place", by="white", zone=3, then="m3"),
        "m3": Step(act="place", by="black", zone=5, then="s3"),
        "s3": swap_step("white", then="m4"),
        "m4": Step(act="place", by="white", then="o5"),
        **offers(2),
    },
    barred=("13D", "13I"),
    verified=False,
)
