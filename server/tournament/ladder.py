"""What is given up, and in what order, when no legal pairing exists. Never silently: each step is recorded.

The articles know no way out; Flagfall's declared ladder is: weak prohibitions, the difference of Whites and Blacks
(where the system limits it), the run of one colour, a second free point, a second meeting. Each rung adds to those
before it, and of all pairings a rung makes possible one with the fewest breaches is taken. Absolute prohibitions
always hold.
"""

from collections.abc import Sequence

import msgspec

from server.tournament.colours import ColourRule, due, legal
from server.tournament.field import Field, edges_of
from server.tournament.lightest import Lightest
from server.tournament.matching import Matching, bits
from server.tournament.pairing import Relaxation
from server.tournament.system import Ground

_WEAK, _BALANCE, _STREAK, _POINT, _REMATCH = range(5)


def relaxed(
    ground: Ground, field: Field, rule: ColourRule, article: str
) -> tuple[Field, int | None, tuple[Relaxation, ...]] | None:
    """The field with just the breaches it needs, the bye, and their record; ``None`` where nothing helps.

    ``article`` is where the system's principles stand.
    """
    for rung in range(_WEAK, _REMATCH + 1):
        loose = ColourRule(
            streak=rule.streak + (rung >= _STREAK),
            balance=None if rule.balance is None else rule.balance + (rung >= _BALANCE),
        )
        edges, _ = edges_of(ground, field.ids, loose, rematch=rung >= _REMATCH, weak=False)
        for bye in _byes(field, second=rung >= _POINT):
            alive = field.everyone if bye is None else field.everyone & ~(1 << bye)
            if Matching(edges, alive).perfect:
                return _granted(ground, field, edges, (rule, loose), alive, bye, article)
    return None


def _byes(field: Field, *, second: bool) -> Sequence[int | None]:
    """The candidates for the plus, best first; with ``second`` also those who had one, the fewest free points first."""
    if len(field.ids) % 2 == 0:
        return [None]
    last_first = list(reversed(range(len(field.ids))))
    had = [field.cards[player].free_points for player in field.ids]
    if second:
        last_first.sort(key=had.__getitem__)
        return last_first
    new: list[int] = [place for place in last_first if not had[place]]
    return new


def _granted(
    ground: Ground,
    field: Field,
    edges: list[int],
    rules: tuple[ColourRule, ColourRule],
    alive: int,
    bye: int | None,
    article: str,
) -> tuple[Field, int | None, tuple[Relaxation, ...]]:
    """Add to the legal meetings the fewest others that complete the round, of these the ones nearest in points."""
    rule, loose = rules
    index = {place: i for i, place in enumerate(bits(alive))}
    places = list(index)
    points = [field.cards[player].group for player in field.ids]
    breach = 1 + sum(points)  # one breach outweighs all distances
    cost = {
        (index[a], index[b]): 0 if field.edges[a] >> b & 1 else breach + abs(points[a] - points[b])
        for a in places
        for b in bits(edges[a] & alive)
        if a < b
    }
    mates = Lightest(len(places), cost).solve()
    assert mates is not None
    opened = list(field.edges)
    dues = list(field.dues)
    records: list[Relaxation] = []
    for i, mate in enumerate(mates):
        a, b = places[i], places[mate]
        if a < b and not field.edges[a] >> b & 1:
            # Only this pair is opened, so each of the two has no other illegal opponent to prefer.
            opened[a] |= 1 << b
            opened[b] |= 1 << a
            made = _breaches(ground, field, rule, a, b, article)
            records += made
            names = {one.key for one in made}
            if names & {"balance", "streak"}:
                one, two = (ground.cards[field.ids[place]] for place in (a, b))
                limit = ColourRule(
                    streak=loose.streak if "streak" in names else rule.streak,
                    balance=loose.balance if "balance" in names else rule.balance,
                )
                if not legal(due(one, limit), due(two, limit)):
                    limit = loose
                dues[a], dues[b] = due(one, limit), due(two, limit)
    if bye is not None and field.cards[field.ids[bye]].free_points:
        records.append(Relaxation("second-free-point", article, (field.ids[bye],)))
    return msgspec.structs.replace(field, edges=opened, dues=dues), bye, tuple(records)


def _breaches(ground: Ground, field: Field, rule: ColourRule, a: int, b: int, article: str) -> list[Relaxation]:
    one, two = field.ids[a], field.ids[b]
    found = []
    if two in ground.cards[one].met:
        found.append(Relaxation("rematch", article, (one, two)))
    colours = [
        key
        for key, limit in (("streak", ColourRule(rule.streak)), ("balance", ColourRule(10**6, rule.balance)))
        if not legal(due(ground.cards[one], limit), due(ground.cards[two], limit))
    ]
    if not colours and not legal(due(ground.cards[one], rule), due(ground.cards[two], rule)):
        # One is at the limit of a run and the other at that of the difference: the earlier rung gives way if it can.
        wider = ColourRule(rule.streak, None if rule.balance is None else rule.balance + 1)
        colours = ["balance" if legal(due(ground.cards[one], wider), due(ground.cards[two], wider)) else "streak"]
    found += [Relaxation(key, article, (one, two)) for key in colours]
    weak = [f for f in ground.event.forbidden if f.weak and one in f.players and two in f.players]
    if any(f.first <= ground.number and (f.last is None or ground.number <= f.last) for f in weak):
        found.append(Relaxation("weak-prohibition", "5.4.10.9", (one, two)))
    return found
