"""What a Swiss system is: data and a few small functions; one file of ``systems`` each."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from server.tournament.colours import ColourRule
from server.tournament.history import Card
from server.tournament.lot import Lot
from server.tournament.model import Event


class Ground(msgspec.Struct, frozen=True):
    """What a system may look at when it arranges the players of a round."""

    event: Event
    number: int
    cards: dict[int, Card]
    lot: Lot


Order = Callable[[Ground, Sequence[int]], list[int]]
Prefer = Callable[[Sequence[int]], list[int]]


class System(msgspec.Struct, frozen=True):
    """A pairing system of the rules.

    ``order(ground, ids)`` arranges the members of one score group for the round (the classification within the group).
    ``opponents(rest)`` are the opponents for ``rest[0]``, best first, among the other remaining members.
    ``down(ground, ids)`` and ``up(ground, ids)`` give the order in which members of a group are tried as the one who
    goes down, and members of a lower group as his opponent; the ids come in classification order.
    ``first_opponents`` replaces ``opponents`` in round 1. ``first_colour`` fixes the colour of odd numbers in round 1
    where the rules fix it; ``None``: by lot. ``lot_colour``: equal claims to a colour are decided by lot, not rank.
    ``first_article`` is that of the lot for the first pair, ``principles`` that of colours, meetings and the plus;
    ``turn`` names the order of ``down`` in explanations.
    """

    name: str
    article: str
    title_en: str
    title_ru: str
    order: Order
    opponents: Prefer
    down: Order
    up: Order
    first_opponents: Prefer
    first_colour: Literal["white", "black"] | None
    colours: Callable[[Event], ColourRule]
    lot_colour: bool = False
    first_article: str = "5.4.10.5.2"
    principles: str = "5.4.10.2"
    turn: Literal["last", "first", "balance"] = "last"


def fold(rest: Sequence[int]) -> list[int]:
    """First of the upper half with first of the lower, then down the lower half, then up the upper (5.4.10.5.5).

    >>> fold([1, 2, 3, 4, 5, 6])
    [4, 5, 6, 3, 2]
    """
    half = len(rest) // 2
    return [*rest[half:], *rest[half - 1 : 0 : -1]]


def extremes(rest: Sequence[int]) -> list[int]:
    """First with last, then last but one (5.4.10.7.5).

    >>> extremes([1, 2, 3, 4])
    [4, 3, 2]
    """
    return list(rest[:0:-1])


def neighbours(rest: Sequence[int]) -> list[int]:
    """First with second (round 1 of 5.4.10.4), or with the next in drawn order.

    >>> neighbours([1, 2, 3, 4])
    [2, 3, 4]
    """
    return list(rest[1:])


def from_end(ground: Ground, ids: Sequence[int]) -> list[int]:
    """The last first."""
    return list(reversed(ids))


def from_start(ground: Ground, ids: Sequence[int]) -> list[int]:
    """The first first."""
    return list(ids)


def four_in_a_row(event: Event) -> ColourRule:
    """5.4.10.2: nobody gets the same colour four times running."""
    return ColourRule(streak=3)
