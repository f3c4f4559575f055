"""Whole Swiss events of teams: whatever the way of counting, teams are paired as players are (5.4.10.2)."""

from random import Random

import msgspec
import pytest

from server.tournament import pair
from server.tournament.model import Team
from server.tournament.registry import systems
from server.tournament.team_standing import team_standings
from server.tournament.teams import Primary, TeamBye, TeamEvent, TeamMatch, TeamRound, opened


def played(home: int, away: int, boards: int, rng: Random) -> TeamMatch:
    """A match with a few empty boards, and results by lot."""
    seats = [[team * 100 + board if rng.random() < 0.95 else None for board in range(boards)] for team in (home, away)]
    begun = opened(home, away, seats[0], seats[1], boards)
    done = []
    for one in begun.boards:
        half = rng.choice((0, 1, 2))
        fresh = (
            one
            if one.kind == "forfeit"
            else msgspec.structs.replace(one, home_half=half, away_half=2 - half, kind="played")
        )
        done.append(fresh)
    return TeamMatch(home, away, tuple(done))


@pytest.mark.parametrize("primary", ["match-points", "game-points"])
@pytest.mark.parametrize("system", sorted(systems()))
@pytest.mark.parametrize("seed", range(6))
def test_nobody_meets_twice_nor_has_two_byes(system: str, primary: Primary, seed: int) -> None:
    rng = Random(f"{system} {primary} {seed}")
    count, boards = rng.randint(6, 14), rng.randint(2, 6)
    event = TeamEvent(tuple(Team(n, f"T{n}", ()) for n in range(1, count + 1)), boards=boards, primary=primary)
    met: set[frozenset[int]] = set()
    plus: list[int] = []
    for number in range(1, min(5, count - 2) + 1):
        made = pair(event.as_event(), system, seed=seed)
        if made.pairs is None:
            break
        assert made.round == number
        teams = [team for one in made.pairs for team in (one.white, one.black)] + [made.bye] * (made.bye is not None)
        assert sorted(teams) == list(range(1, count + 1))
        assert (made.bye is None) == (count % 2 == 0)
        matches = tuple(played(one.white, one.black, boards, rng) for one in made.pairs)
        for match in matches:
            two = frozenset((match.home, match.away))
            assert two not in met
            if match.kind != "forfeit":
                met.add(two)
        byes = () if made.bye is None else (TeamBye(made.bye, 2, boards + 1),)
        plus += [bye.team for bye in byes]
        event = msgspec.structs.replace(event, rounds=(*event.rounds, TeamRound(matches, byes)))
    assert len(event.rounds) >= 3
    assert len(set(plus)) == len(plus)
    rows = team_standings(event, ())
    half = sum(match.games(team) for e in event.rounds for match in e.matches for team in (match.home, match.away))
    assert sum(row.game_points for row in rows) == half / 2 + len(plus) * (boards + 1) / 2
    first = [row.match_points if primary == "match-points" else row.game_points for row in rows]
    assert first == sorted(first, reverse=True)
