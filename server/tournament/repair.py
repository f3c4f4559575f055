"""Pairing again after publication, touching as few players as possible; comparing a manual pairing with the engine's.

5.4.10.8: a repeated pairing touches the least number of participants. 5.4.10.12: only for an error found, or by a
reasoned decision of the chief arbiter or his deputy, which the caller records.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from rules.errors import SettingsError
from rules.side import Side
from server.tournament.colours import assign
from server.tournament.field import arrange, edges_of
from server.tournament.history import cards
from server.tournament.lightest import Lightest
from server.tournament.lot import Lot
from server.tournament.matching import Matching
from server.tournament.model import Event
from server.tournament.pairing import Pair, Pairing, Reason
from server.tournament.registry import system_named
from server.tournament.swiss import seated
from server.tournament.system import Ground


def repair(
    event: Event,
    published: Sequence[tuple[int, int]],
    bye: int | None = None,
    *,
    absent: Iterable[int] = (),
    apart: Iterable[tuple[int, int]] = (),
    system: str = "individual",
    first_colour: Literal["white", "black"] = "white",
    seed: int = 0,
) -> Pairing:
    """The next round with as many of the ``published`` pairs (white, black) kept as the principles allow.

    ``absent`` are those who turn out not to play, ``apart`` pairs that must not stay. Among pairings that keep equally
    many pairs, one with the fewest players from different score groups is taken. The plus moves only where it must.
    ``pairs`` is ``None`` where no legal pairing exists.
    """
    rules = system_named(system)
    number = event.finished + 1
    gone = set(absent) | set(event.byes_announced(number).players())
    known = {player.id for player in event.players}
    unknown = [player for two in published for player in two if player not in known]
    if unknown:
        raise SettingsError(tuple(f"published pair: player {player} is not among the entries" for player in unknown))
    present = {player.id for player in event.players if player.plays(number)} - gone
    ground = Ground(event, number, cards(event), Lot(seed, number))
    ids, _ = arrange(ground, rules, present)
    edges, dues = edges_of(ground, ids, rules.colours(event))
    place = {player: i for i, player in enumerate(ids)}
    for one, two in apart:
        if one in place and two in place:
            edges[place[one]] &= ~(1 << place[two])
            edges[place[two]] &= ~(1 << place[one])
    kept = {frozenset((place[a], place[b])): (a, b) for a, b in published if a in place and b in place}
    halves = [ground.cards[player].half for player in ids]
    found = _again(edges, halves, {two for two in kept if _legal(edges, two)}, _plus(ground, ids, bye))
    if found is None:
        return Pairing(number, None, None, (Reason("none", "5.4.10.2"),), (), tuple(sorted(gone)))
    couples, free = found
    pairs: list[Pair] = []
    for i, j in couples:
        if frozenset((i, j)) in kept:
            white, black = kept[frozenset((i, j))]
            pairs.append(Pair(white, black, 0, (Reason("kept", "5.4.10.8"),)))
            continue
        high, low = ground.cards[ids[i]], ground.cards[ids[j]]
        due, alternate = (dues[i], dues[j]), event.choices.colours == "alternation"
        side, because = assign(high, low, due, first=Side(first_colour), number=high.id, alternate=alternate)
        white, black = (high.id, low.id) if side is Side.WHITE else (low.id, high.id)
        colour = Reason("colour-" + because, "5.4.10.2", {"white": white, "black": black})
        pairs.append(Pair(white, black, 0, (Reason("paired-again", "5.4.10.8"), colour)))
    return Pairing(
        number, seated(pairs, ground.cards), None if free is None else ids[free], (), (), tuple(sorted(gone))
    )


def _legal(edges: list[int], two: frozenset[int]) -> bool:
    one, other = sorted(two)
    return bool(edges[one] >> other & 1)


def _plus(ground: Ground, ids: list[int], bye: int | None) -> list[int]:
    """The places that may have the plus, the published one first, then from the last up; empty in an even field."""
    if len(ids) % 2 == 0:
        return []
    last_first = [i for i in reversed(range(len(ids))) if not ground.cards[ids[i]].free_points]
    return sorted(last_first, key=lambda i: ids[i] != bye)


def _again(
    edges: list[int], halves: list[int], kept: set[frozenset[int]], plus: list[int]
) -> tuple[list[tuple[int, int]], int | None] | None:
    """Couples of places (the higher first) and the place with the plus.

    First only those without a standing pair are paired among themselves; where that fails, everybody is looked at.
    """
    loose = sorted(set(range(len(edges))) - {place for two in kept for place in two})
    odd = len(edges) % 2 == 1
    for there in (loose, list(range(len(edges)))):
        for free in [i for i in plus if i in there] if odd else [None]:
            rest = [i for i in there if i != free]
            if not Matching(edges, sum(1 << i for i in rest)).perfect:
                continue
            at = {i: n for n, i in enumerate(rest)}
            # One pair given up outweighs every difference of scores.
            weight = 1 + sum(halves)
            cost = {
                (at[i], at[j]): 0 if frozenset((i, j)) in kept else weight + abs(halves[i] - halves[j])
                for i in rest
                for j in rest
                if i < j and edges[i] >> j & 1
            }
            mates = Lightest(len(rest), cost).solve()
            assert mates is not None, "a perfect matching exists"
            couples = [(rest[n], rest[mate]) for n, mate in enumerate(mates) if n < mate]
            if there is loose:
                couples += [(min(two), max(two)) for two in kept]
            return couples, free
    return None


class Change(msgspec.Struct, frozen=True):
    """How a manual pairing differs from the engine's, for the arbiter's reasoned decision (5.4.10.12)."""

    only_manual: tuple[tuple[int, int], ...]
    only_engine: tuple[tuple[int, int], ...]
    colours: tuple[tuple[int, int], ...]
    warnings: tuple[str, ...]


def compare(event: Event, manual: Sequence[tuple[int, int]], byes: Sequence[int], engine: Pairing) -> Change:
    """The pairs (white, black) on one side only, those with colours turned, and the breaches of the manual pairing."""
    have = {frozenset(two): two for two in manual}
    want = {frozenset((one.white, one.black)): (one.white, one.black) for one in engine.pairs or ()}
    held = cards(event)
    warnings: list[str] = []
    seen: set[int] = set()
    for white, black in manual:
        for player in (white, black):
            if player not in held:
                warnings.append(f"player {player} is not among the entries")
            elif player in seen:
                warnings.append(f"player {player} stands in two pairs")
            seen.add(player)
        if white == black:
            warnings.append(f"player {white} is paired with himself")
        elif white in held and black in held[white].met:
            warnings.append(f"{white} and {black} have met before (5.4.10.2)")
        for player, side in ((white, Side.WHITE), (black, Side.BLACK)):
            if player in held and held[player].sides[-3:] == [side] * 3:
                warnings.append(f"{player} has {side} for the fourth time running (5.4.10.2)")
    for bye in byes:
        if bye in held and held[bye].free_points:
            warnings.append(f"{bye} gets a second point without play (5.4.10.2)")
    paired = {player for one in engine.pairs or () for player in (one.white, one.black)} | set(engine.pluses)
    for player in sorted(paired):
        if player not in seen and player not in byes:
            warnings.append(f"player {player} has neither an opponent nor a bye")
    return Change(
        tuple(have[two] for two in have if two not in want),
        tuple(want[two] for two in want if two not in have),
        tuple(have[two] for two in have if two in want and have[two] != want[two]),
        tuple(warnings),
    )
