"""How far a clock may be set back when it was at fault, and what is charged for a record that is restored (5.4.2.5,
5.4.3.2-3; renju 5.3.1.5, 5.3.2.2)."""

from typing import NamedTuple

from clock.control import Control
from rules.side import Side

RENJU = "renju"
CLASSIC = "classic"
LEAST_MS = 15 * 60_000
"""So much must remain in the disciplines that 5.4.2.5 names."""
LEAST_RENJU_MS = 5 * 60_000
"""So much must remain to the control in renju (5.3.1.5, 5.3.2.2)."""
NAMED = ("russian", "international")


class Least(NamedTuple):
    """What must remain on a clock that is set back, in ms, and the article that says so; 0 and none elsewhere."""

    ms: int = 0
    article: str = ""


def least(discipline: str, tempo: str) -> Least:
    """What must remain where playing time is reduced: fifteen minutes in classic Russian and 100-square draughts,
    of players and of teams, five to the control in renju; nothing is said of the rest.

    >>> least("russian", "classic"), least("russian", "blitz")
    (Least(ms=900000, article='5.4.2.5'), Least(ms=0, article=''))
    """
    if discipline == RENJU:
        return Least(LEAST_RENJU_MS, "5.3.1.5")
    return Least(LEAST_MS, "5.4.2.5") if tempo == CLASSIC and discipline in NAMED else Least()


def lowest_ms(left_ms: int, least_ms: int) -> int:
    """The lowest time to which a clock with ``left_ms`` may be set: who has less than must remain is not reduced."""
    return min(left_ms, least_ms)


class Charge(NamedTuple):
    """What a player has left when he is charged, and what of it is taken off at his next control, in ms."""

    left_ms: int
    carried_ms: int = 0


def charged(left_ms: int, ms: int, discipline: str, *, has_next: bool) -> Charge:
    """``ms`` counted as used by a player who has ``left_ms``. In renju five minutes to the control stay his, and the
    rest is taken off at the next control, if there is one (5.3.2.2); in draughts nothing is kept back (5.4.3.2-3)."""
    if discipline != RENJU:
        return Charge(max(0, left_ms - ms))
    kept = max(left_ms - ms, lowest_ms(left_ms, LEAST_RENJU_MS))
    return Charge(kept, ms - (left_ms - kept) if has_next else 0)


def has_next_control(control: Control, side: Side, moves: int) -> bool:
    """Whether a control comes after the one that ``side`` plays under who has made ``moves`` moves."""
    budget = control.budget(side)
    return budget.stage(budget.stage_after(moves) + 1) is not None
