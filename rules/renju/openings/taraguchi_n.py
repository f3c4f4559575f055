"""Taraguchi-N: Tarannikov, or instead of the last two swaps N fifth moves offered anywhere; N is five at first.

After the fourth stone Black swaps, goes on with one stone in the central 9x9, or offers. Sources differ on whether the
offers are still open after that swap; the text gives them only without it. ``taraguchi_n(offers_after_swap=True)`` is
the other reading.
"""

from msgspec.structs import replace

from rules.renju.opening import Option, Regulation, Step
from rules.renju.openings.tarannikov import REGULATION as TARANNIKOV
from rules.renju.tables import offers


def taraguchi_n(count: int = 5, offers_after_swap: bool = False) -> Regulation:
    """The table with ``count`` offers."""
    after_swap = "c4" if offers_after_swap else "m5"
    options = {
        "stay": Option(then="m5"),
        "swap": Option(then=after_swap, swaps=True),
        "offer": Option(then="o5"),
    }
    steps = {**TARANNIKOV.steps, **offers(count), "s4": Step(act="choose", by="black", options=options)}
    if offers_after_swap:
        again = {"stay": Option(then="m5"), "offer": Option(then="o5")}
        steps["c4"] = Step(act="choose", by="black", options=again)
    return replace(TARANNIKOV, name="taraguchi-n", titles={"ru": "Тарагути-N", "en": "Taraguchi-N"}, steps=steps)


REGULATION = taraguchi_n()
