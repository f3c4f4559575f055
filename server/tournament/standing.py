"""The standings: places by points, ties broken by the event's list of criteria, each coefficient explained."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Literal

import msgspec
from msgspec.structs import replace

from rules.errors import SettingsError
from server.tournament.elimination import third_place
from server.tournament.history import Card, cards
from server.tournament.model import DRAW, LOSS, WIN, Event, check_event
from server.tournament.registry import tiebreaks_named
from server.tournament.sections import closed, section_event
from server.tournament.tiebreak import Table, TieBreak, Unit, weighted
from server.tournament.unplayed import RULES, Number, Term, arbiter_pro, round_robin

Printed = float | list[float] | None


class Row(msgspec.Struct, frozen=True):
    """A line of the standings. ``place`` is the first of a shared place, ``None`` for a player without one (5.4.5.2).

    ``points_half`` are half-points; ``points`` and ``tiebreaks`` are in the scale asked for. ``terms`` hold, when
    asked for, the summands of each criterion, in the same scale. ``decided`` is the article by which a play-off has
    decided the place, empty otherwise; ``section`` the group that the place is in, empty where there is one table.
    """

    place: int | None
    id: int
    points_half: int
    points: float
    tiebreaks: dict[str, Printed]
    terms: dict[str, tuple[Term, ...]] = {}
    decided: str = ""
    section: str = ""


def table_of(event: Event, unplayed: str = "zero", seed: int = 0) -> Table:
    """The data the tie-breaks look at, after the last finished round. Games still open do not count."""
    if unplayed not in RULES:
        raise SettingsError((f"unplayed rule {unplayed!r} is unknown, expected one of {', '.join(sorted(RULES))}",))
    held = cards(event)
    scores = {c.id: sum(e.half for e in c.entries if e.kind != "unfinished") for c in held.values()}
    everyone_meets = event.round_robin
    rule = round_robin if everyone_meets else RULES[unplayed]
    plain = round_robin if everyone_meets else arbiter_pro
    lines = rule(event, held, scores)
    strong = frozenset(player for player, half in scores.items() if 2 * half >= WIN * event.worth * len(lines[player]))
    return Table(
        event=event,
        cards=held,
        scores=scores,
        lines=lines,
        results=plain(event, held, scores),
        ratings={player.id: player.rating for player in event.players},
        round_robin=everyone_meets,
        seed=seed,
        strong=strong,
        groups=sorted(set(scores.values()), reverse=True),
        blacks={
            (number, player): sum(one.black == player and one.kind in ("played", "unrated") for one in meeting.parts)
            for number, entry in enumerate(event.rounds, 1)
            for meeting in entry.games
            if meeting.parts
            for player in (meeting.white, meeting.black)
        },
        weak_groups=sorted({scores[player] for player in scores.keys() - strong}, reverse=True),
    )


def scaled(value: Number, unit: Unit, points: int) -> float:
    """A sum in the tie-break's unit as the number that is printed with wins worth ``points``."""
    if unit in ("count", "rating"):
        return float(value)
    # Halves of small numbers are exact in a float.
    return float(value / ((2 if points == 1 else 1) * (2 if unit == "product" else 1)))


def standings(
    event: Event,
    tiebreaks: Sequence[str] = ("buchholz", "sonneborn-berger"),
    *,
    unplayed: str = "zero",
    points: Literal[1, 2] | None = None,
    seed: int = 0,
    explain: bool = False,
) -> tuple[Row, ...]:
    """The standings after the last finished round, best first; players level in everything share a place. Groups with
    places of their own (5.4.10.9) follow one another.

    ``points`` is what a win is worth, 1 or 2 (5.4.7.1; default: as the event says). Raises ``SettingsError`` for
    unknown names, for Shmulyan outside a round robin (5.4.8.4.3), for a self-contradicting event.
    """
    scale = event.points if points is None else points
    faults = list(check_event(event))
    if scale not in (1, 2):
        faults.append(f"points {scale!r}: expected 1 or 2 for a win (5.4.7.1)")
    if faults:
        raise SettingsError(tuple(faults))
    criteria = tiebreaks_named(tuple(tiebreaks))
    if event.sections and event.places_apart:
        # Where no pair has joined two groups each of them is an event by itself.
        alone = closed(event)
        return tuple(
            replace(row, section=section.name)
            for section in event.sections
            for row in _ranked(
                section_event(event, section) if alone else event,
                frozenset(section.players),
                criteria,
                unplayed,
                scale,
                seed,
                explain,
            )
        )
    return _ranked(event, frozenset(player.id for player in event.players), criteria, unplayed, scale, seed, explain)


def _ranked(
    event: Event,
    members: frozenset[int],
    criteria: Sequence[TieBreak],
    unplayed: str,
    scale: int,
    seed: int,
    explain: bool,
) -> tuple[Row, ...]:
    """The rows of ``members`` among themselves."""
    table = table_of(annulled(event), unplayed, seed)
    for criterion in criteria:
        if criterion.round_robin_only and not table.round_robin:
            raise SettingsError((f"{criterion.name} is only for round robins (5.4.8.4.3)",))
    out = withdrawn_early(event) & members
    ranked = [[player.id for player in event.players if player.id in members - out]]
    ranked = _split(ranked, _first_keys(event, table))
    printed: dict[int, dict[str, Printed]] = {player.id: {} for player in event.players}
    terms: dict[int, dict[str, tuple[Term, ...]]] = {player.id: {} for player in event.players}
    for criterion in criteria:
        keys = _keys(criterion, table, [*ranked, sorted(out)], scale, printed, terms if explain else None)
        ranked = _split(ranked, keys)
    rows: list[Row] = []
    place = 1
    for group in ranked:
        rows += [_row(place, player, table, scale, printed, terms) for player in sorted(group)]
        place += len(group)
    rows += [_row(None, player, table, scale, printed, terms) for player in sorted(out)]
    return tuple(rows)


def _first_keys(event: Event, table: Table) -> dict[int, tuple[Number, ...]]:
    """The points; those of a match for third place count after all others, so that it lifts nobody to the second."""
    game = third_place(event)
    if game is None:
        return {player: (half,) for player, half in table.scores.items()}
    keys: dict[int, tuple[Number, ...]] = {}
    for player, half in table.scores.items():
        third = game.half(player) if player in (game.white, game.black) and game.kind != "unfinished" else 0
        keys[player] = (half - third, third)
    return keys


def _row(
    place: int | None,
    player: int,
    table: Table,
    scale: int,
    printed: dict[int, dict[str, Printed]],
    terms: dict[int, dict[str, tuple[Term, ...]]],
) -> Row:
    half = table.scores[player]
    return Row(place, player, half, scaled(half, "points", scale), printed[player], terms[player])


def _split(groups: list[list[int]], keys: dict[int, tuple[Number, ...]]) -> list[list[int]]:
    """Each group of tied players divided by their keys, the larger first; lists are filled up with zeros."""
    longest = max(map(len, keys.values()), default=0)
    full = {p: key if len(key) == longest else key + (0,) * (longest - len(key)) for p, key in keys.items()}
    divided: list[list[int]] = []
    for group in groups:
        if len(group) == 1:
            divided.append(group)
            continue
        order = sorted(group, key=full.__getitem__, reverse=True)
        divided += [list(same) for _, same in groupby(order, key=full.__getitem__)]
    return divided


def _keys(
    criterion: TieBreak,
    table: Table,
    groups: list[list[int]],
    scale: int,
    printed: dict[int, dict[str, Printed]],
    terms: dict[int, dict[str, tuple[Term, ...]]] | None,
) -> dict[int, tuple[Number, ...]]:
    """The keys to sort the players of all tied groups by; what is printed, and the terms where asked for, are added."""
    name, unit = criterion.name, criterion.unit
    keys: dict[int, tuple[Number, ...]] = {}
    total: Number
    if criterion.steps is not None:
        for group in groups:
            for player in group:
                steps = criterion.steps(table, player)
                keys[player] = tuple(steps)
                printed[player][name] = [scaled(step, unit, scale) for step in steps]
                if terms is not None:
                    terms[player][name] = ()
        return keys
    weight = _weight(criterion, table.event.worth)
    for group in groups:
        among = criterion.within(table, group) if criterion.within is not None and group else {}
        for player in group:
            if weight is not None and terms is None:
                total = sum([line.amount * weight(line.half) for line in table.lines[player]])
                keys[player], printed[player][name] = (total,), scaled(total, unit, scale)
                continue
            parts: list[Term] | None
            if weight is not None:
                parts = weighted(table, player, weight)
            else:
                parts = criterion.parts(table, player) if criterion.parts is not None else among[player]
            if terms is not None:
                given = parts or ()
                terms[player][name] = tuple(replace(part, amount=scaled(part.amount, unit, scale)) for part in given)
            if parts is None:
                keys[player], printed[player][name] = (0,), None
                continue
            total = sum([part.amount for part in parts])
            if criterion.mean and parts:
                # Correctly rounded: equal means give equal floats, and means of a few ratings never lie closer.
                total = float(total / len(parts))
            keys[player], printed[player][name] = (total,), scaled(total, unit, scale)
    return keys


def _weight(criterion: TieBreak, worth: int) -> Callable[[int], int] | None:
    """What an opponent's points are times: by the result against him, also where a meeting brings the sum of its
    points."""
    plain = criterion.weight
    if plain is None or worth == 1:
        return plain
    level = DRAW * worth
    return lambda half: plain(WIN if half > level else LOSS if half < level else DRAW)


def withdrawn_early(event: Event) -> frozenset[int]:
    """Players of a round robin who left with fewer than half of their games played: no place for them (5.4.5.2).

    Known by ``left_after``, or by the marks of 5.4.5.2 itself: every game after the last one played is minus on both
    sides. Games still to be adjudicated count as played (5.4.5.4).
    """
    if not event.round_robin:
        return frozenset()
    games = len(event.players) - 1
    early = set()
    for player, card in cards(event).items():
        scheduled = [entry for entry in card.entries if entry.opponent is not None]
        played = sum(entry.kind != "forfeit" for entry in scheduled)
        times = max(1, round(len(scheduled) / games)) if games else 1
        if 2 * played < games * times and _left(event, player, card):
            early.add(player)
    return frozenset(early)


def _left(event: Event, player: int, card: Card) -> bool:
    entrant = next(one for one in event.players if one.id == player)
    if entrant.left_after is not None:
        return True
    last = max((entry.round for entry in card.entries if entry.opponent and entry.kind != "forfeit"), default=0)
    after = [game for entry in event.rounds[last:] for game in entry.games if player in (game.white, game.black)]
    return len(after) > 1 and all(game.white_half == game.black_half == 0 for game in after)


def annulled(event: Event) -> Event:
    """The event without the games of those who left a round robin early: they do not count for places (5.4.5.2)."""
    out = withdrawn_early(event)
    if not out:
        return event
    rounds = tuple(
        replace(entry, games=tuple(g for g in entry.games if not {g.white, g.black} & out)) for entry in event.rounds
    )
    return replace(event, rounds=rounds, kind="round-robin")
