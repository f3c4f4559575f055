"""The field of a round: who is paired, in what order, and who may meet whom."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Literal

import msgspec

from server.tournament.colours import ColourRule, Due, due, legal
from server.tournament.history import Card
from server.tournament.matching import bits
from server.tournament.model import Event
from server.tournament.system import Ground, System

Rung = Literal["weak-prohibition", "balance", "streak", "rematch"]


class Field(msgspec.Struct):
    """Players by their place in the classification of the round: place 0 is the first.

    ``ids[place]`` is the player, ``groups`` the places of each score group from the top, ``edges[place]`` the bit set
    of places whose players may be met, ``dues`` what each is due.
    """

    ids: list[int]
    groups: list[list[int]]
    edges: list[int]
    dues: list[Due]
    cards: Mapping[int, Card]

    @property
    def everyone(self) -> int:
        """All places as a bit set."""
        return (1 << len(self.ids)) - 1


def arrange(ground: Ground, system: System, present: Iterable[int]) -> tuple[list[int], list[list[int]]]:
    """The classification of the round: players by points, each score group in the order of the system."""
    ids: list[int] = []
    groups: list[list[int]] = []
    ranked = sorted(present, key=lambda player: (-ground.cards[player].group, player))
    for _, members in groupby(ranked, key=lambda player: ground.cards[player].group):
        arranged = system.order(ground, list(members))
        groups.append(list(range(len(ids), len(ids) + len(arranged))))
        ids += arranged
    return ids, groups


def prohibited(event: Event, number: int, ids: list[int], *, weak: bool) -> list[int]:
    """Bit sets of the places that each place must not meet because of the event's prohibitions in this round."""
    place = {player: i for i, player in enumerate(ids)}
    barred = [0] * len(ids)
    for rule in event.forbidden:
        if rule.weak and not weak:
            continue
        if rule.first <= number and (rule.last is None or number <= rule.last):
            members = {place[player] for player in rule.players if player in place}  # a player may be named twice
            mask = sum(1 << i for i in members)
            for i in members:
                barred[i] |= mask & ~(1 << i)
    return barred


def edges_of(
    ground: Ground, ids: list[int], rule: ColourRule, *, rematch: bool = False, weak: bool = True
) -> tuple[list[int], list[Due]]:
    """Who may meet whom under the given rules, and the colours due."""
    everyone = (1 << len(ids)) - 1
    place = {player: i for i, player in enumerate(ids)}
    dues = [due(ground.cards[player], rule) for player in ids]
    kinds: dict[frozenset[object], tuple[Due, int]] = {}
    for i, one in enumerate(dues):
        sample, mask = kinds.get(one.barred, (one, 0))
        kinds[one.barred] = sample, mask | 1 << i
    # Players whose limits are alike have the same legal partners by colour.
    allowed = {
        kind: sum(mask for other, mask in kinds.values() if legal(sample, other)) for kind, (sample, _) in kinds.items()
    }
    barred = prohibited(ground.event, ground.number, ids, weak=weak)
    edges = []
    for i, player in enumerate(ids):
        mask = everyone & allowed[dues[i].barred] & ~barred[i] & ~(1 << i)
        if not rematch:
            for other in ground.cards[player].met:
                if other in place:
                    mask &= ~(1 << place[other])
        edges.append(mask)
    return edges, dues


def obstacle(field: Field, forbidden: list[int], a: int, b: int) -> str:
    """Why the players at places a and b may not meet: ``met``, ``forbidden`` or ``colour``; ``rest`` where they may."""
    if field.edges[a] >> b & 1:
        return "rest"
    if field.ids[b] in field.cards[field.ids[a]].met:
        return "met"
    return "forbidden" if forbidden[a] >> b & 1 else "colour"


def places(mask: int) -> list[int]:
    """The places in a bit set, in classification order."""
    return bits(mask)
