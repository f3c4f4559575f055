"""The classification before round 1: by rating, equal ratings and the unrated by lot (5.4.10.5.1)."""

from collections.abc import Iterable

import msgspec

from server.tournament.lot import Lot
from server.tournament.model import Player


def classify(entries: Iterable[Player], seed: int, *, by_rating: bool = True) -> tuple[Player, ...]:
    """The entries numbered from 1 in starting order; ``seed`` is the lot, stored with the event.

    Players with a rating come first, the highest on top; equal ratings are ordered by lot; after them the players
    without a rating, by lot. Without ``by_rating`` the lot alone decides (5.4.10.4; 5.4.10.5.1 allows it too). The
    lot does not depend on the order in which the entries are given: they are put in order of name and number first.
    """
    listed = sorted(entries, key=lambda player: (player.name, player.number, player.id))
    drawn = Lot(seed, 3).shuffled(listed)
    if by_rating:
        drawn.sort(key=lambda player: (player.rating is None, -(player.rating or 0)))
    return tuple(msgspec.structs.replace(player, id=number) for number, player in enumerate(drawn, 1))
