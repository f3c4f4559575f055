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


class Plus(msgspec.Struct, frozen=True):
    """Who goes without an opponent: a place, ``None`` in an even field; whether that leaves everyone else a partner."""

    place: int | None
    possible: bool
    passed: tuple[tuple[int, str], ...] = ()


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
    first_colour: Literal["white", "black"] | None = None,
    seed: int | None = None,
    absent: Iterable[int] = (),
    fixed: Sequence[tuple[int, int]] = (),
    relax: bool = False,
) -> Pairing:
    """Pair the round after the last finished one.

    Left out are players with an entry for that round, ``absent`` ones, those who left and those who join later.
    ``fixed`` are pairs (white, black) ordered by the regulations (5.4.10.9). ``first_colour`` stands for the lot of
    round 1 (5.4.10.5.2; default: the event's, else white); ``seed`` feeds every other lot (default: the event's, else
    0). Where no legal pairing exists ``pairs`` is ``None``, unless ``relax`` allows the recorded ladder of relaxations.
    Raises ``SettingsError`` with all faults of the input.
    """
    rules = system_named(system)
    number = event.finished + 1
    lots = seed if seed is not None else event.seed or 0
    left_out = _left_out(event, number, set(absent), fixed)
    present = {player.id for player in event.players} - left_out - {player for two in fixed for player in two}
    ground = Ground(event, number, cards(event), Lot(lots, number))
    ids, groups = arrange(ground, rules, present)
    rule = rules.colours(event)
    edges, dues = edges_of(ground, ids, rule)
    field = Field(ids, groups, edges, dues, ground.cards)
    plus = choose_bye(field)
    granted: tuple[Relaxation, ...] = ()
    if not plus.possible:
        ladder = relaxed(ground, field, rule, rules.principles) if relax else None
        if ladder is None:
            key = "none-at-all" if relax else "none"
            return Pairing(number, None, None, (Reason(key, rules.principles),), (), tuple(sorted(left_out)))
        field, bye, granted = ladder
        plus = Plus(bye, True)
    drawn = first_colour or event.first_colour or "white"
    formed = build(field, ground, rules, plus.place)
    pairs = [_coloured(field, ground, rules, one, drawn, lots) for one in formed]
    for white, black in fixed:
        pairs.append(Pair(white, black, 0, (Reason("fixed", "5.4.10.9"),)))
        if black in ground.cards[white].met:
            granted = (*granted, Relaxation("rematch", rules.principles, (white, black)))
    bye = None if plus.place is None else ids[plus.place]
    why: tuple[Reason, ...] = ()
    if bye is not None:
        values = {"player": bye, "passed": [(ids[p], cause) for p, cause in plus.passed[:_SHOWN]]}
        why = (Reason("bye-again" if ground.cards[bye].free_points else "bye", rules.principles, values),)
    return Pairing(number, seated(pairs, ground.cards), bye, why, granted, tuple(sorted(left_out)))


def _left_out(event: Event, number: int, absent: set[int], fixed: Sequence[tuple[int, int]]) -> set[int]:
    """Everyone who is not paired in the round; ``SettingsError`` for input that contradicts itself or the event."""
    known = {player.id for player in event.players}
    left_out = absent | event.byes_announced(number).players()
    left_out |= {player.id for player in event.players if not player.plays(number)}
    faults = list(check_event(event))
    faults += [f"absent: player {player} is not among the entries" for player in sorted(absent - known)]
    ordered = [player for two in fixed for player in two]
    faults += [f"fixed pair: player {player} is not among the entries" for player in ordered if player not in known]
    faults += [f"fixed pair: player {player} does not play in this round" for player in ordered if player in left_out]
    if len(set(ordered)) != len(ordered):
        faults.append("fixed pairs: a player stands in two of them")
    if faults:
        raise SettingsError(tuple(faults))
    return left_out


def choose_bye(field: Field) -> Plus:
    """Who gets the plus in an odd field (5.4.10.2).

    It is the last in the classification who has had no free point and without whom the others can all be paired.
    """
    whole = Matching(field.edges, field.everyone)
    if len(field.ids) % 2 == 0:
        return Plus(None, whole.perfect)
    passed: list[tuple[int, str]] = []
    for place in reversed(range(len(field.ids))):
        if field.cards[field.ids[place]].free_points:
            passed.append((place, "free-point"))
            continue
        rest = whole.copy()
        rest.remove(place)
        if rest.perfect:
            return Plus(place, True, tuple(passed))
        passed.append((place, "rest"))
    return Plus(None, False, tuple(passed))


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
        side, because, article = (by_lot if same else by_lot.other), "round-1", system.first_article
        high, low = first, second
    elif ground.number == 1:
        # Odd numbers take the colour of the rules; of two odd or two even ones, after an absence, the first does.
        odd = low if field.ids[low] % 2 > field.ids[high] % 2 else high
        side = Side(system.first_colour or drawn)
        side, because, article = (side if odd == high else side.other), "round-1-odd", system.article
    else:
        one, two = ground.cards[field.ids[high]], ground.cards[field.ids[low]]
        lot = None
        if system.lot_colour:
            lot = Lot(seed, ground.number, 1, min(one.id, two.id)).choice(list(Side))
            lot = lot if one.id < two.id else lot.other
        dues, alternate = (field.dues[high], field.dues[low]), ground.event.choices.colours == "alternation"
        side, because = assign(one, two, dues, first=by_lot, number=one.id, lot=lot, alternate=alternate)
        article = system.principles
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
            "passed": [(ids[place], cause) for place, cause in formed.passed if place != first][:_SHOWN],
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
