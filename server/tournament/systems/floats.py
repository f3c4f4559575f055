"""The older Swiss with floats: lot among equal points, floats kept in balance, stricter colours.

Round 1 pairs 1-2, 3-4, odd numbers with Black. Principle b: nobody plays one colour three times running, and Whites and
Blacks differ by at most one (two where the number of rounds is even). Principle c: a player who goes down should not
have gone down more often than up, nor go down twice running; likewise upwards.
"""

from collections.abc import Sequence

from server.tournament.colours import ColourRule
from server.tournament.history import Card
from server.tournament.model import Event
from server.tournament.system import Ground, System, neighbours
from server.tournament.systems.random import by_lot


def strict(event: Event) -> ColourRule:
    """Principle b. Without a known number of rounds the stricter limit holds."""
    even = event.planned_rounds is not None and event.planned_rounds % 2 == 0
    return ColourRule(streak=2, balance=2 if even else 1)


def one_sided(card: Card, direction: int) -> bool:
    """Whether a float down (+1) or up (-1) would leave the balance beyond one or repeat the float just made."""
    balance = sum(card.floats) + direction
    return abs(balance) > 1 or card.floats[-1:] == [direction]


def going_down(ground: Ground, ids: Sequence[int]) -> list[int]:
    """Those whom principle c allows to go down first; in each part from the last drawn."""
    last_first = list(reversed(ids))
    return sorted(last_first, key=lambda player: one_sided(ground.cards[player], 1))


def going_up(ground: Ground, ids: Sequence[int]) -> list[int]:
    """Those whom principle c allows to be lifted first; in each part from the first drawn."""
    return sorted(ids, key=lambda player: one_sided(ground.cards[player], -1))


SYSTEM = System(
    name="floats",
    article="Swiss (older rules), a, c",
    title_en="older Swiss with floats",
    title_ru="швейцарская система со спусками",
    order=by_lot,
    opponents=neighbours,
    down=going_down,
    up=going_up,
    first_opponents=neighbours,
    first_colour="black",
    colours=strict,
    lot_colour=True,
    principles="Swiss (older rules), a-b",
    turn="balance",
)
