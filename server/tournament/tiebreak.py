"""What a tie-break is: its name, its article, and a player's coefficient as a sum of named terms."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from server.tournament.history import Card
from server.tournament.model import Event
from server.tournament.unplayed import Number
from server.tournament.unplayed import Term as Term

Unit = Literal["points", "product", "count", "rating"]


class Table(msgspec.Struct):
    """Everything the tie-breaks may look at. Scores are half-points of finished games; ``lines`` follow the rule for
    unplayed games, ``results`` are the plain scheduled games (article 30 leaves Koya alone). ``strong`` are the players
    with half of the points their rounds offered or more, ``groups`` the scores that occur, the
    highest first, ``weak_groups`` the scores of the others. ``blacks``: the games really played with Black in each
    micro-match, by round and player."""

    event: Event
    cards: dict[int, Card]
    scores: dict[int, int]
    lines: dict[int, list[Term]]
    results: dict[int, list[Term]]
    ratings: dict[int, int | None]
    round_robin: bool
    seed: int
    strong: frozenset[int]
    groups: list[int]
    weak_groups: list[int]
    blacks: dict[tuple[int, int], int] = {}


Parts = Callable[[Table, int], list[Term]]
Steps = Callable[[Table, int], list[Number]]
Within = Callable[[Table, Sequence[int]], dict[int, list[Term] | None]]


class TieBreak(msgspec.Struct, frozen=True):
    """A criterion; the larger value stands higher (5.4.8.9). Exactly one of four functions gives it:

    ``parts(table, player)``: the terms whose sum (or ``mean``) is the value;
    ``weight(half)``: what an opponent's points are times, by the player's half-points against him;
    ``steps(table, player)``: a list compared from its first number on;
    ``within(table, tied)``: the terms among players still tied, ``None`` where the criterion does not apply.
    ``unit``: ``points`` are half-points, ``product`` half-points times half-points, others as they are.
    """

    name: str
    article: str
    title_en: str
    title_ru: str
    unit: Unit
    parts: Parts | None = None
    weight: Callable[[int], int] | None = None
    steps: Steps | None = None
    within: Within | None = None
    mean: bool = False
    round_robin_only: bool = False


def opponents(table: Table, player: int) -> list[Term]:
    """The opponents' points, one term a round; not to be changed in place."""
    return table.lines[player]


def weighted(table: Table, player: int, weight: Callable[[int], int]) -> list[Term]:
    """The opponents' points, each times ``weight(own half-points)``; rounds of weight 0 stand as zero terms."""
    return [msgspec.structs.replace(line, amount=line.amount * weight(line.half)) for line in table.lines[player]]


def cut(terms: list[Term], low: int, high: int = 0) -> list[Term]:
    """The terms with the ``low`` least and ``high`` greatest struck out (their amount 0, note ``cut``)."""
    amounts = [term.amount for term in terms]
    ranked = sorted(range(len(terms)), key=amounts.__getitem__)
    left = list(terms)
    for i in ranked[:low] + ranked[max(low, len(ranked) - high) :]:
        left[i] = Term(left[i].round, left[i].opponent, 0, "cut")
    return left
