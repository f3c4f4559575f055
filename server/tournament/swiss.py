"""Pairing a round of a Swiss event exactly as its articles say, without a dead end and without breaking pairs.

The articles describe a search: the first legal opponent for the first player; where somebody is left without one, the
last pair is broken. Its result is the first complete pairing in the order of preference, so it can be built directly:
an opponent is accepted when all the others can still be paired, which is a question of perfect matching (``matching``).
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from rules.errors import SettingsError
from rules.side import Side
from server.tournament.colours import assign
from server.tournament.crossing import Split
from server.tournament.field import Field, arrange, edges_of, obstacle, prohibited
from server.tournament.history import Card, cards
from server.tournament.ladder import relaxed
from server.tournament.lot import Lot
from server.tournament.matching import Matching
from server.tournament.model import Event, check_event
from server.tournament.pairing import Pair, Pairing, Reason, Relaxation
from server.tournament.registry import system_named
from server.tournament.system import Ground, Prefer, System

_SHOWN = 6  # passed-over candidates named in an explanation


class Formed(msgspec.Struct, frozen=True):
    """A pair by places, the one who looked for an opponent first, with the story of how it came about."""

    first: int
    second: int
    how: Literal["group", "float"]
    passed: tuple[tuple[int, str], ...]
    even: bool = False


def pair(
    event: Event,
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] = "white",
    seed: int = 0,
    absent: Iterable[int] = (),
    fixed: Sequence[tuple[int, int]] = (),
    relax: bool = False,
) -> Pairing:
    """Pair the round after the last finished one.

    Left out are players with an entry for that round, ``absent`` ones, those who left and those who join later.
    ``fixed`` are pairs (white, black) ordered by the regulations (5.4.10.9). ``first_colour`` stands for the lot of
    round 1 (5.4.10.5.2); ``seed`` feeds every other lot. Where no legal pairing exists ``pairs`` is ``None``, unless
    ``relax`` allows the recorded ladder of relaxations. Raises ``SettingsError`` with all faults of the input.
    """
    rules = system_named(system)
    number = event.finished + 1
    known = {player.id for player in event.players}
    faults = list(check_event(event))
    fixed_ids = [player for two in fixed for player in two]
    faults += [f"absent: player {player} is not among the entries" for player in absent if player not in known]
    faults += [f"fixed pair: player {player} is not among the entries" for player in fixed_ids if player not in known]
    if len(set(fixed_ids)) != len(fixed_ids):
        faults.append("fixed pairs: a player stands in two of them")
    if faults:
        raise SettingsError(tuple(faults))
    left_out = set(absent) | set(event.byes_announced(number).players())
    left_out |= {player.id for player in event.players if not player.plays(number)}
    present = known - left_out - set(fixed_ids)
    ground = Ground(event, number, cards(event), Lot(seed, number))
    ids, groups = arrange(ground, rules, present)
    rule = rules.colours(event)
    edges, dues = edges_of(ground, ids, rule)
    field = Field(ids, groups, edges, dues, ground.cards)
    bye, bye_passed = choose_bye(field)
    granted: tuple[Relaxation, ...] = ()
    if bye is False or not Matching(field.edges, _without(field, bye)).perfect:
        if not relax:
            return Pairing(number, None, None, (Reason("none", "5.4.10.2"),), (), tuple(sorted(left_out)))
        ladder = relaxed(ground, field, rule)
        if ladder is None:
            return Pairing(number, None, None, (Reason("none-at-all", "5.4.10.2"),), (), tuple(sorted(left_out)))
        field, bye, granted = ladder
        bye_passed = ()
    formed = build(field, ground, rules, bye)
    pairs = [_coloured(field, ground, rules, one, first_colour, seed) for one in formed]
    for white, black in fixed:
        pairs.append(Pair(white, black, 0, (Reason("fixed", "5.4.10.9"),)))
        if black in ground.cards[white].met:
            granted = (*granted, Relaxation("rematch", "5.4.10.2", (white, black)))
    why: tuple[Reason, ...] = ()
    if bye is not None:
        values = {"player": ids[bye], "passed": [(ids[p], cause) for p, cause in bye_passed[:_SHOWN]]}
        why = (Reason("bye", "5.4.10.2", values),)
    return Pairing(
        number,
        seated(pairs, ground.cards),
        None if bye is None else ids[bye],
        why,
        granted,
        tuple(sorted(left_out)),
    )


def choose_bye(field: Field) -> tuple[int | Literal[False] | None, tuple[tuple[int, str], ...]]:
    """The place that gets the plus in an odd field, ``None`` in an even one, ``False`` where nobody can (5.4.10.2).

    It is the last in the classification who has had no free point and without whom the others can all be paired.
    """
    if len(field.ids) % 2 == 0:
        return None, ()
    whole = Matching(field.edges, field.everyone)
    passed: list[tuple[int, str]] = []
    for place in reversed(range(len(field.ids))):
        if field.cards[field.ids[place]].free_points:
            passed.append((place, "free-point"))
            continue
        rest = whole.copy()
        rest.remove(place)
        if rest.perfect:
            return place, tuple(passed)
        passed.append((place, "rest"))
    return False, tuple(passed)


def _without(field: Field, bye: int | None) -> int:
    return field.everyone if bye is None else field.everyone & ~(1 << bye)


def build(field: Field, ground: Ground, system: System, bye: int | None) -> list[Formed]:
    """All pairs of a field that can be paired, from the top group down (5.4.10.5.4-5, 5.4.10.7.4-5).

    Of each group as few players go down as possible. The order of trial is: the next group, in it the floaters in the
    system's order, for each the opponents in the system's order; only then the group below.
    """
    prefer = system.first_opponents if ground.number == 1 else system.opponents
    prohibitions = prohibited(ground.event, ground.number, field.ids, weak=True)
    gone = set() if bye is None else {bye}
    formed: list[Formed] = []
    for level, members in enumerate(field.groups):
        group = [place for place in members if place not in gone]
        lower = [[place for place in other if place not in gone] for other in field.groups[level + 1 :]]
        split = Split.of(field.edges, _mask(group), _mask(p for other in lower for p in other))
        need = split.crossings()
        assert need is not None, "the field was found to be pairable"
        even = len(group) % 2 == 0
        while need:
            one, split = _floater(field, ground, system, split, need, group, lower, prohibitions, even)
            formed.append(one)
            group.remove(one.first)
            gone |= {one.first, one.second}
            lower = [[place for place in other if place != one.second] for other in lower]
            need -= 1
        formed += pair_group(field, split.upper, group, prefer, prohibitions)
        gone.update(group)
    return formed


def _mask(some: Iterable[int]) -> int:
    mask = 0
    for place in some:
        mask |= 1 << place
    return mask


def _ordered(order: Sequence[int], at: dict[int, int]) -> list[int]:
    return [at[player] for player in order]


def _floater(
    field: Field,
    ground: Ground,
    system: System,
    split: Split,
    need: int,
    group: list[int],
    lower: list[list[int]],
    prohibitions: list[int],
    even: bool,
) -> tuple[Formed, Split]:
    """The first floater and opponent after whom the rest still needs no more than ``need`` - 1 crossings."""
    at = {field.ids[place]: place for place in [*group, *(p for other in lower for p in other)]}
    going = _ordered(system.down(ground, [field.ids[place] for place in group]), at)
    without: dict[int, Split] = {}
    passed: list[tuple[int, str]] = []
    for other in lower:
        coming = _ordered(system.up(ground, [field.ids[place] for place in other]), at)
        for f in going:
            if not field.edges[f] & _mask(other):
                passed.append((f, "no-opponent"))
                continue
            if f not in without:
                without[f] = split.without_upper(f)
            if without[f].upper.exposed > need - 1:
                passed.append((f, "rest"))
                continue
            skipped: list[tuple[int, str]] = []
            for o in coming:
                if field.edges[f] >> o & 1:
                    rest = without[f].without_lower(o)
                    if rest.bound <= need - 1 and rest.crossings() == need - 1:
                        return Formed(f, o, "float", tuple(passed + skipped), even), rest
                skipped.append((o, obstacle(field, prohibitions, f, o)))
            passed.append((f, "rest"))
    raise AssertionError("a field that can be paired always yields its floaters")


def pair_group(
    field: Field,
    matching: Matching,
    group: list[int],
    prefer: Prefer,
    prohibitions: list[int],
) -> list[Formed]:
    """Pair an even group inside itself, guided by a perfect ``matching`` of it (5.4.10.5.5, 5.4.10.7.5)."""
    rest = list(group)
    formed: list[Formed] = []
    while rest:
        p = rest[0]
        passed: list[tuple[int, str]] = []
        for q in prefer(rest):
            if matching.can_pair(p, q):
                break
            passed.append((q, obstacle(field, prohibitions, p, q)))
        else:
            raise AssertionError("a perfect matching always offers an opponent")
        formed.append(Formed(p, q, "group", tuple(passed)))
        rest.remove(q)
        del rest[0]
        matching.drop(p, q)
    return formed


def _coloured(
    field: Field,
    ground: Ground,
    system: System,
    formed: Formed,
    drawn: Literal["white", "black"],
    seed: int,
) -> Pair:
    """The formed pair with its colours and the whole explanation; the board comes later."""
    first, second = formed.first, formed.second
    by_lot = Side(drawn)
    high, low = (first, second) if first < second else (second, first)
    if ground.number == 1 and system.first_colour is None:
        # 5.4.10.5.2, 5.4.10.7.2: numbers odd as that of the first play his colour; an absence shifts no number.
        same = (field.ids[first] - field.ids[0]) % 2 == 0
        side, because, article = (by_lot if same else by_lot.other), "round-1", "5.4.10.5.2"
        high, low = first, second
        if system.name == "current-buchholz":
            article = "5.4.10.7.2"
    elif ground.number == 1:
        # Odd numbers take the colour of the rules; places count from 0, so number 1 is place 0.
        odd = low if high % 2 and not low % 2 else high
        side = Side(system.first_colour or drawn)
        side, because, article = (side if odd == high else side.other), "round-1-odd", system.article
    else:
        one, two = ground.cards[field.ids[high]], ground.cards[field.ids[low]]
        lot = None
        if system.lot_colour:
            lot = Lot(seed, ground.number, 1, min(one.id, two.id)).choice(list(Side))
            lot = lot if one.id < two.id else lot.other
        side, because = assign(one, two, (field.dues[high], field.dues[low]), first=by_lot, number=one.id, lot=lot)
        article = "5.4.10.2"
    white, black = (high, low) if side is Side.WHITE else (low, high)
    ids = field.ids
    how = Reason(
        "float" if formed.how == "float" else "group",
        system.article,
        {
            "first": ids[first],
            "second": ids[second],
            "half": ground.cards[ids[first]].group,
            "other_half": ground.cards[ids[second]].group,
            "even": formed.even,
            "turn": system.turn,
            "passed": [(ids[place], cause) for place, cause in formed.passed[:_SHOWN]],
        },
    )
    colour = Reason("colour-" + because, article, {"white": ids[white], "black": ids[black]})
    return Pair(ids[white], ids[black], 0, (how, colour))


def seated(pairs: Iterable[Pair], held: dict[int, Card]) -> tuple[Pair, ...]:
    """The pairs with their boards: by the higher score, the sum of both, the starting number of the stronger."""

    def weight(one: Pair) -> tuple[int, int, int]:
        white, black = held[one.white].group, held[one.black].group
        stronger = min((-white, one.white), (-black, one.black))[1]
        return -max(white, black), -(white + black), stronger

    ranked = sorted(pairs, key=weight)
    return tuple(msgspec.structs.replace(one, board=board) for board, one in enumerate(ranked, 1))
