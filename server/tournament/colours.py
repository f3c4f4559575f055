"""Colours: what a ruleset forbids, what each player is due, and who gets what (5.4.10.2; the older rules, b).

The articles say that colours alternate where possible and set hard limits. The order of decision between two players
whose dues collide is Flagfall's declared choice (the same as in FIDE's rules): grant both, a difference of Whites and
Blacks before the alternation; the stronger due; alternate to the last round in which the two had different colours; the
higher ranked (or the lot, in the older rules). Under the event's choice ``colours`` = ``alternation`` two players whose
last colours differ both change them, unless a limit forbids it.
"""

from typing import Literal

import msgspec

from rules.side import Side
from server.tournament.history import Card

Reason = Literal["both", "limit", "stronger", "last-different", "higher-ranked", "first-number", "lot", "round-1"]


class ColourRule(msgspec.Struct, frozen=True):
    """Hard limits: at most ``streak`` equal colours in a row; Whites and Blacks differ by at most ``balance``."""

    streak: int = 3
    balance: int | None = None


class Due(msgspec.Struct, frozen=True):
    """What a player should get next. ``grade`` 3: two in a row or a difference of two; 2: a difference of one;
    1: only alternation; 0: no game yet. ``barred`` is the colour the rule forbids outright."""

    side: Side | None
    grade: int
    balance: int
    streak: int
    barred: frozenset[Side]


def due(card: Card, rule: ColourRule) -> Due:
    """The colour due to the player by the games actually played."""
    sides = card.sides
    if not sides:
        return Due(None, 0, 0, 0, frozenset())
    balance = 2 * sides.count(Side.WHITE) - len(sides)
    last = sides[-1]
    streak = 1
    while streak < len(sides) and sides[-1 - streak] is last:
        streak += 1
    barred = set()
    if streak >= rule.streak:
        barred.add(last)
    if rule.balance is not None and balance >= rule.balance:
        barred.add(Side.WHITE)
    if rule.balance is not None and balance <= -rule.balance:
        barred.add(Side.BLACK)
    if streak >= 2 or abs(balance) >= 2:
        # Of the two grounds the longer run of one colour is the nearer breach of 5.4.10.2.
        side = last.other if streak >= 2 else (Side.BLACK if balance > 0 else Side.WHITE)
        return Due(side, 3, balance, streak, frozenset(barred))
    if balance:
        return Due(Side.BLACK if balance > 0 else Side.WHITE, 2, balance, streak, frozenset(barred))
    return Due(last.other, 1, balance, streak, frozenset(barred))


def legal(one: Due, two: Due) -> bool:
    """Whether some assignment of colours breaks no limit."""
    return any(side not in one.barred and side.other not in two.barred for side in Side)


def assign(
    high: Card,
    low: Card,
    dues: tuple[Due, Due],
    *,
    first: Side,
    number: int,
    lot: Side | None = None,
    alternate: bool = False,
) -> tuple[Side, Reason]:
    """The colour of ``high``, the higher ranked of the two, and the reason.

    ``first`` is the colour drawn for the first pair, ``number`` the starting rank of ``high``: where nobody is due
    anything an odd number takes ``first``. ``lot`` decides in place of rank (the older rules, b). With ``alternate``
    the two change their last colours where both can.
    Where limits leave no choice they decide; the caller has checked that an assignment exists or relaxed the rule.
    """
    mine, theirs = dues
    options = [side for side in Side if side not in mine.barred and side.other not in theirs.barred]
    if len(options) == 1 and (mine.barred or theirs.barred):
        chosen = options[0]
        content = mine.side in (chosen, None) and theirs.side in (chosen.other, None)
        return chosen, "both" if content else "limit"
    if alternate and high.sides[-1:] != low.sides[-1:]:
        return (high.sides[-1].other if high.sides else low.sides[-1]), "both"
    if mine.side is not None and theirs.side in (mine.side.other, None):
        return mine.side, "both"
    if mine.side is None and theirs.side is not None:
        return theirs.side.other, "both"
    if mine.side is None:
        if lot is not None:
            return lot, "lot"
        return (first if number % 2 else first.other), "first-number"
    strength = (mine.grade, abs(mine.balance) if mine.grade == 3 else 0, mine.streak if mine.grade == 3 else 0)
    other = (theirs.grade, abs(theirs.balance) if theirs.grade == 3 else 0, theirs.streak if theirs.grade == 3 else 0)
    if strength != other:
        return (mine.side if strength > other else mine.side.other), "stronger"
    for a, b in zip(reversed(high.sides), reversed(low.sides), strict=False):
        if a is not b:
            return a.other, "last-different"
    return (lot, "lot") if lot is not None else (mine.side, "higher-ranked")
