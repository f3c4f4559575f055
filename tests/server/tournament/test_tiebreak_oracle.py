"""Every tie-break against a second, naive computation from the raw results, under every rule for unplayed games.

A tie-break found in the folder but not computed here fails, so that no file comes without its check.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest

from server.tournament import Event, Player, Rates, Team, generate, standings, tiebreaks

from .exercises import ROUND_ROBIN, SWISS

RULES = ("zero", "article-5.4.10.11", "virtual", "arbiter-pro")
Line = tuple[int | None, str, Fraction, str]  # opponent, colour, own points, kind


def sheet(event: Event) -> dict[int, list[Line]]:
    """A line for each round of each player, in points."""
    lines: dict[int, list[Line]] = {}
    for player in event.players:
        mine: list[Line] = []
        for entry in event.rounds:
            found: Line = (None, "", Fraction(0), "absent")
            for game in entry.games:
                if game.white == player.id:
                    found = (game.black, "W", Fraction(game.white_half, 2), game.kind)
                elif game.black == player.id:
                    found = (game.white, "B", Fraction(game.black_half, 2), game.kind)
            for bye in entry.byes:
                if bye.player == player.id:
                    found = (None, "", Fraction(bye.half, 2), bye.kind)
            mine.append(found)
        lines[player.id] = mine
    return lines


def points(lines: dict[int, list[Line]], player: int) -> Fraction:
    return sum((line[2] for line in lines[player]), Fraction(0))


def values(event: Event, player: int, rule: str) -> list[tuple[Fraction, Fraction]]:
    """(what the opponent counts for, own points) by rounds."""
    lines = sheet(event)
    rounds = len(event.rounds)
    found = []
    for number, (opponent, _, own, kind) in enumerate(lines[player], 1):
        played = kind in ("played", "unrated")
        if event.round_robin:
            if opponent is not None:
                found.append((points(lines, opponent), own))
            continue
        if rule == "zero":
            value = points(lines, opponent) if played and opponent is not None else Fraction(0)
        elif rule == "arbiter-pro":
            value = points(lines, opponent) if opponent is not None else Fraction(0)
        elif rule == "virtual":
            if played and opponent is not None:
                draws = [one[2] if one[3] in ("played", "unrated") else Fraction(1, 2) for one in lines[opponent]]
                value = sum(draws, Fraction(0))
            else:
                before = sum((one[2] for one in lines[player][: number - 1]), Fraction(0))
                value = before + (1 - own) + Fraction(rounds - number, 2)
        elif opponent is None:
            value = min(points(lines, other) for other in lines)
        else:
            value = with_mean(event, lines, opponent)
        found.append((value, own))
    return found


def departure(event: Event, lines: dict[int, list[Line]], player: int) -> int:
    """The last round before a player was gone, or the number of rounds."""
    told = next(one.left_after for one in event.players if one.id == player)
    if told is not None:
        return told
    last = len(lines[player])
    while last and lines[player][last - 1][2] == 0 and lines[player][last - 1][3] in ("forfeit", "zero", "absent"):
        last -= 1
    gone = {line[3] for line in lines[player][last:]}
    return last if gone & {"zero", "absent"} else len(lines[player])


def with_mean(event: Event, lines: dict[int, list[Line]], player: int) -> Fraction:
    stop = departure(event, lines, player)
    if stop >= len(event.rounds):
        return points(lines, player)

    def at(other: int) -> Fraction:
        return sum((line[2] for line in lines[other][:stop]), Fraction(0))

    level = [o for o in lines if o != player and at(o) == at(player) and departure(event, lines, o) > stop]
    gains = [points(lines, other) - at(other) for other in level]
    return at(player) + (sum(gains, Fraction(0)) / len(gains) if gains else 0)


def opponents(event: Event, player: int, rule: str) -> list[Fraction]:
    return sorted(value for value, _ in values(event, player, rule))


def strong(event: Event, player: int) -> bool:
    lines = sheet(event)[player]
    offered = [line for line in lines if line[0] is not None] if event.round_robin else lines
    return 2 * points(sheet(event), player) >= len(offered)


def ratings(event: Event, player: int) -> list[int]:
    rated = {one.id: one.rating for one in event.players}
    lines = [line for line in sheet(event)[player] if line[3] in ("played", "unrated")]
    return sorted(rating for line in lines if line[0] is not None and (rating := rated[line[0]]) is not None)


def mean(numbers: list[int]) -> Fraction:
    return Fraction(sum(numbers), len(numbers)) if numbers else Fraction(0)


def extended(event: Event, player: int, rule: str) -> list[Fraction]:
    lines = sheet(event)
    below = sorted({points(lines, o) for o in lines if not strong(event, o)}, reverse=True)
    met = [(line[0], line[2]) for line in lines[player] if line[0] is not None]
    steps = [sum((own for o, own in met if strong(event, o)), Fraction(0))]
    for limit in below:
        steps.append(sum((own for o, own in met if strong(event, o) or points(lines, o) >= limit), Fraction(0)))
    return steps


def by_place(event: Event, player: int, rule: str) -> list[Fraction]:
    lines = sheet(event)
    groups = sorted({points(lines, o) for o in lines} - {points(lines, player)}, reverse=True)
    met = [(line[0], line[2]) for line in lines[player] if line[0] is not None]
    return [sum((own for o, own in met if points(lines, o) == group), Fraction(0)) for group in groups]


def direct(event: Event, player: int, rule: str) -> Fraction | None:
    lines = sheet(event)
    tied = [other for other in lines if points(lines, other) == points(lines, player)]
    if len(tied) == 1 or any(a != b and b not in [line[0] for line in lines[a]] for a in tied for b in tied):
        return None
    return sum((line[2] for line in lines[player] if line[0] in tied), Fraction(0))


def team_points(event: Event, player: int, rule: str) -> Fraction:
    members = [team.players for team in event.teams if player in team.players]
    return sum((points(sheet(event), member) for member in (members[0] if members else ())), Fraction(0))


def truncated(event: Event, player: int, rule: str) -> list[Fraction]:
    ranked = opponents(event, player, rule)
    return [sum(ranked[cut:], Fraction(0)) for cut in range(1, len(ranked))] or [Fraction(0)]


WEIGHTS = {Fraction(1): Fraction(2), Fraction(1, 2): Fraction(3, 2), Fraction(0): Fraction(1)}
NAIVE: dict[str, Callable[[Event, int, str], object]] = {
    "buchholz": lambda e, p, r: sum(opponents(e, p, r)),
    "buchholz-cut-1": lambda e, p, r: sum(opponents(e, p, r)[1:]),
    "buchholz-cut-2": lambda e, p, r: sum(opponents(e, p, r)[2:]),
    "buchholz-median-1": lambda e, p, r: sum(opponents(e, p, r)[1:-1]),
    "buchholz-median-2": lambda e, p, r: sum(opponents(e, p, r)[2:-2]),
    "solkoff-median": lambda e, p, r: sum(opponents(e, p, r)[1:-1]),
    "truncated-solkoff": truncated,
    "sonneborn-berger": lambda e, p, r: sum(value * own for value, own in values(e, p, r)),
    "shmulyan": lambda e, p, r: sum(value * {1: 1, 0: -1}.get(own, 0) for value, own in values(e, p, r)),
    "riga": lambda e, p, r: sum(value * WEIGHTS[own] for value, own in values(e, p, r)),
    "wins": lambda e, p, r: sum(line[2] == 1 for line in sheet(e)[p]),
    "direct-encounter": direct,
    "koya": lambda e, p, r: extended(e, p, r)[0],
    "extended-koya": extended,
    "average-rating": lambda e, p, r: mean(ratings(e, p)),
    "average-rating-cut-1": lambda e, p, r: mean(ratings(e, p)[1:]),
    "sum-of-ratings": lambda e, p, r: sum(ratings(e, p)),
    "games-with-black": lambda e, p, r: sum(
        line[1] == "B" and line[3] in ("played", "unrated") for line in sheet(e)[p]
    ),
    "team-points": team_points,
    "results-by-place": by_place,
}


def sample(seed: int) -> Event:
    rough = Rates(draw=35, forfeit=10, double=6, absent=8, half_bye=6, leave=5, late=15)
    event = generate(seed, 5 + seed % 9, 3 + seed % 5, "individual", rough).event
    unrated = tuple(
        msgspec.structs.replace(one, rating=None if one.id % 4 == 3 else one.rating) for one in event.players
    )
    half = len(unrated) // 2
    teams = (Team(1, "A", tuple(range(1, half))), Team(2, "B", tuple(range(half, len(unrated)))))
    return msgspec.structs.replace(event, players=unrated, teams=teams)


def test_every_tiebreak_has_its_second_computation() -> None:
    assert set(tiebreaks()) - {"lot"} == set(NAIVE)


def plain(value: object) -> object:
    if isinstance(value, list):
        return [float(one) for one in value]
    return None if value is None else float(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(NAIVE))
def test_tiebreaks_agree_with_the_naive_computation(name: str) -> None:
    events = [sample(seed) for seed in range(14)] + [SWISS] if name != "shmulyan" else []
    for event in [*events, ROUND_ROBIN]:
        for rule in RULES:
            for row in standings(event, (name,), unplayed=rule):
                expected = plain(NAIVE[name](event, row.id, rule))
                assert row.tiebreaks[name] == pytest.approx(expected), (event.name, rule, row.id)


def test_places_follow_points_and_criteria_in_order() -> None:
    names = ("direct-encounter", "wins", "truncated-solkoff", "sonneborn-berger")
    for seed in range(10):
        rows = standings(sample(seed), names)
        for above, below in pairwise(rows):
            assert above.points >= below.points
            if above.points == below.points:
                keys = []
                for row in (above, below):
                    solkoff = row.tiebreaks["truncated-solkoff"]
                    assert isinstance(solkoff, list)
                    direct_ = row.tiebreaks["direct-encounter"] or 0.0
                    keys.append([direct_, row.tiebreaks["wins"], solkoff, row.tiebreaks["sonneborn-berger"]])
                assert keys[0] >= keys[1]
                assert (above.place == below.place) is (keys[0] == keys[1])


def test_players_without_rating_have_no_average() -> None:
    event = msgspec.structs.replace(SWISS, players=tuple(Player(number) for number in range(1, 17)))
    assert {row.tiebreaks["average-rating"] for row in standings(event, ("average-rating",))} == {0.0}
