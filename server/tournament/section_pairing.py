"""Pairing by groups, where the regulations divide the field (5.4.10.9): each group by itself, boards in one row.

Within its group a player has the number that he has there by the order of the starting numbers: "odd numbers", halves
and first and last of 5.4.10.4-7 are those of the group. An odd group has a plus of its own. Pairs that the regulations
order, or the arbiter makes, may join two groups; all that has happened counts for both.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from rules.errors import SettingsError
from server.tournament.lot import Lot
from server.tournament.model import Event, Section, check_event
from server.tournament.pairing import Pair, Pairing, Reason, Relaxation
from server.tournament.repair import repair
from server.tournament.roundrobin import schedule
from server.tournament.sections import renumbered, section_names
from server.tournament.swiss import pair

Couple = tuple[int, int]
ARTICLE = "5.4.10.9"
_PLAYERS = ("first", "second", "white", "black", "player")


def pair_round(
    event: Event,
    system: str = "individual",
    *,
    first_colour: Literal["white", "black"] | None = None,
    seed: int | None = None,
    absent: Iterable[int] = (),
    fixed: Sequence[Couple] = (),
    relax: bool = False,
) -> Pairing:
    """The round after the last finished one, as `swiss.pair` makes it, by groups where the event says so.

    A group with fewer than two players to pair has no pairs. ``pairs`` is None where one of the groups finds no
    pairing. Raises ``SettingsError``.
    """
    if not event.in_sections(event.finished + 1):
        return pair(event, system, first_colour=first_colour, seed=seed, absent=absent, fixed=fixed, relax=relax)
    _checked(event)
    lots = seed if seed is not None else event.seed or 0
    gone, group = set(absent), section_names(event)
    joining = [two for two in fixed if group.get(two[0]) != group.get(two[1])]
    gone |= {player for two in joining for player in two}
    made: list[Pairing] = []
    for at, section in enumerate(event.sections):
        numbers = _numbers(event, section)
        others = {numbers[player.id] for player in event.players if player.id not in section.players}
        inside = [(numbers[a], numbers[b]) for a, b in fixed if group.get(a) == group.get(b) == section.name]
        one = pair(
            renumbered(event, numbers),
            system,
            first_colour=first_colour,
            seed=_lots(lots, at),
            absent=others | {numbers[player] for player in gone if player in numbers},
            fixed=inside,
            relax=relax,
        )
        made.append(_of_section(one, section, numbers, _unpaired(event, section, gone)))
    return _together(made, [Pair(white, black, 0, (Reason("fixed", ARTICLE),)) for white, black in joining])


def repair_round(
    event: Event,
    published: Sequence[Couple],
    byes: Sequence[int] = (),
    *,
    absent: Iterable[int] = (),
    apart: Iterable[Couple] = (),
    system: str = "individual",
    first_colour: Literal["white", "black"] = "white",
    seed: int = 0,
) -> Pairing:
    """The round as published with the fewest changes (`repair.repair`), by groups where the event says so. A published
    pair of two groups stays unless it is what must change; then each of the two is paired in his own group."""
    gone, parted = set(absent), list(apart)
    if not event.in_sections(event.finished + 1):
        return repair(
            event,
            published,
            byes[0] if byes else None,
            absent=gone,
            apart=parted,
            system=system,
            first_colour=first_colour,
            seed=seed,
        )
    _checked(event)
    group, parting = section_names(event), {frozenset(two) for two in parted}
    joining = [
        two
        for two in published
        if group.get(two[0]) != group.get(two[1]) and not gone & set(two) and frozenset(two) not in parting
    ]
    seated_already = {player for two in joining for player in two}
    made: list[Pairing] = []
    for at, section in enumerate(event.sections):
        numbers = _numbers(event, section)
        members = set(section.players)
        others = {numbers[player.id] for player in event.players if player.id not in members}
        plus = next((numbers[player] for player in byes if player in members), None)
        one = repair(
            renumbered(event, numbers),
            [(numbers[a], numbers[b]) for a, b in published if a in members and b in members],
            plus,
            absent=others | {numbers[player] for player in gone | seated_already},
            apart=[(numbers[a], numbers[b]) for a, b in parted if a in members and b in members],
            system=system,
            first_colour=first_colour,
            seed=_lots(seed, at),
        )
        made.append(_of_section(one, section, numbers, ()))
    return _together(made, [Pair(white, black, 0, (Reason("kept", "5.4.10.8"),)) for white, black in joining])


def tables_by_section(event: Event, cycles: int) -> tuple[tuple[Couple, ...], ...]:
    """The rounds of a round robin by groups: each group by its own Berger table, a smaller one is through earlier."""
    _checked(event)
    tables = [(sorted(section.players), schedule(len(section.players), cycles)) for section in event.sections]
    longest = max((len(table) for _, table in tables), default=0)
    return tuple(
        tuple(
            (ids[white - 1], ids[black - 1])
            for ids, table in tables
            if number < len(table)
            for white, black in table[number]
        )
        for number in range(longest)
    )


def _checked(event: Event) -> None:
    faults = check_event(event)
    if faults:
        raise SettingsError(faults)


def _numbers(event: Event, section: Section) -> dict[int, int]:
    """The numbers 1, 2, ... of the group's players, then those of all others."""
    members = set(section.players)
    order = sorted((player.id for player in event.players), key=lambda player: (player not in members, player))
    return {player: number for number, player in enumerate(order, 1)}


def _lots(seed: int, at: int) -> int:
    """Lots of a group's own: else equal places in two groups would always draw alike."""
    return Lot(seed, 90, at).below(1 << 62)


def _unpaired(event: Event, section: Section, gone: set[int]) -> tuple[int, ...]:
    number = event.finished + 1
    away = gone | event.byes_announced(number).players()
    away |= {player.id for player in event.players if not player.plays(number)}
    return tuple(player for player in sorted(section.players) if player in away)


def _of_section(one: Pairing, section: Section, numbers: dict[int, int], absent: tuple[int, ...]) -> Pairing:
    """A group's pairing in the numbers of the event."""
    ids = {number: player for player, number in numbers.items()}

    def reason(told: Reason) -> Reason:
        values: dict[str, Any] = {key: ids[v] if key in _PLAYERS else v for key, v in told.values.items()}
        if "passed" in values:
            values["passed"] = [(ids[player], cause) for player, cause in values["passed"]]
        return replace(told, values=values)

    def couple(two: Pair) -> Pair:
        why = tuple(reason(told) for told in two.why)
        return replace(two, white=ids[two.white], black=ids[two.black], why=why)

    heading = Reason("section", ARTICLE, {"section": section.name})
    relaxations: tuple[Relaxation, ...] = tuple(
        replace(given_up, players=tuple(ids[player] for player in given_up.players)) for given_up in one.relaxations
    )
    return Pairing(
        one.round,
        None if one.pairs is None else tuple(couple(two) for two in one.pairs),
        None if one.bye is None else ids[one.bye],
        (heading, *(reason(told) for told in one.why)),
        relaxations,
        absent,
    )


def _together(made: Sequence[Pairing], joining: Sequence[Pair]) -> Pairing:
    """One round of all groups, boards counted on through them; pairs of two groups sit last."""
    absent = tuple(sorted(player for one in made for player in one.absent))
    if failed := [one for one in made if one.pairs is None]:
        return Pairing(made[0].round, None, None, tuple(reason for one in failed for reason in one.why), (), absent)
    couples = [*(two for one in made for two in one.pairs or ()), *joining]
    pluses = [one.bye for one in made if one.bye is not None]
    return Pairing(
        made[0].round,
        tuple(replace(two, board=board) for board, two in enumerate(couples, 1)),
        pluses[0] if pluses else None,
        tuple(reason for one in made for reason in one.why),
        tuple(given_up for one in made for given_up in one.relaxations),
        absent,
        more_byes=tuple(pluses[1:]),
    )
