"""Swap2: three stones by one player; the other takes a colour, or adds two stones and leaves the choice.

The first stone is on h8 here too (5.2.4.1); the other two go anywhere.
"""

from rules.renju.opening import Option, Regulation, Step

REGULATION = Regulation(
    name="swap2",
    titles={"ru": "Своп-2", "en": "Swap2"},
    steps={
        "m1": Step(act="place", by="first", zone=1, then="m2"),
        "m2": Step(act="place", by="first", then="m3"),
        "m3": Step(act="place", by="first", then="c3"),
        "c3": Step(
            act="choose",
            by="second",
            options={
                "white": Option(then="m4"),
                "black": Option(then="m4", swaps=True),
                "add": Option(then="a4"),
            },
        ),
        "m4": Step(act="place", by="white"),
        "a4": Step(act="place", by="second", then="a5"),
        "a5": Step(act="place", by="second", then="c5"),
        "c5": Step(
            act="choose",
            by="first",
            options={"black": Option(then="m6"), "white": Option(then="m6", swaps=True)},
        ),
        "m6": Step(act="place", by="white"),
    },
)
