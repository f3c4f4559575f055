"""Team events in files and for check: records 300, 310, 320, 330 and 352 of TRF26, the pairing of teams replayed."""

from random import Random
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from rules.errors import NotationError
from server.tournament import Bye, Event, Game, Player, Round, Team, check_answer, pair, read_trf, systems, write_trf
from server.tournament.check import check_team_points, check_teams
from server.tournament.team_reading import team_event_of
from server.tournament.team_records import read_records, records, stated
from server.tournament.team_standing import team_standings
from server.tournament.teams import Primary, TeamBye, TeamEvent, TeamMatch, TeamRound, opened

SIZE = 5
"""Four boards and a reserve."""


def squads(count: int) -> tuple[Team, ...]:
    return tuple(Team(n, f"Team {n}", tuple(range((n - 1) * SIZE + 1, n * SIZE + 1))) for n in range(1, count + 1))


def seats(team: Team, rng: Random) -> list[int | None]:
    """Mostly the usual line-up; at times the reserve, an empty board, or nobody at all."""
    order = list(team.players)
    luck = rng.random()
    if luck < 0.05:
        return [None] * 4
    if luck < 0.3:
        return list(rng.sample(order, 4))
    return [player if rng.random() < 0.93 else None for player in order[:4]]


def played(home: Team, away: Team, rng: Random) -> TeamMatch:
    begun = opened(home.id, away.id, seats(home, rng), seats(away, rng), 4)
    boards = []
    for one in begun.boards:
        half = rng.choice((0, 1, 2))
        boards.append(one if one.kind == "forfeit" else replace(one, home_half=half, away_half=2 - half, kind="played"))
    return TeamMatch(home.id, away.id, tuple(boards))


def event_of(event: TeamEvent, **more: Any) -> Event:
    """The players' event: a game on each board that was played, a full point for who sat alone."""
    rounds = []
    for entry in event.rounds:
        games, byes = [], []
        for match in entry.matches:
            for one in match.boards:
                if one.kind != "forfeit" and one.home and one.away:
                    two = (one.home, one.away, one.home_half, one.away_half)
                    turned = (one.away, one.home, one.away_half, one.home_half)
                    games.append(Game(*(two if one.board % 2 else turned)))
                for player, half in ((one.home, one.home_half), (one.away, one.away_half)):
                    if one.kind == "forfeit" and player and half:
                        byes.append(Bye(player, "full"))
        rounds.append(Round(tuple(games), tuple(byes)))
    rows = {row.team: row for row in team_standings(event, ())}
    teams = tuple(replace(team, stated=stated(rows[team.id])) for team in event.teams)
    players = tuple(Player(p) for team in event.teams for p in team.players)
    return Event(
        players, tuple(rounds), event.planned_rounds, teams=teams, headers=records(event), kind="swiss", **more
    )


def made(seed: int, system: str, primary: Primary, rounds: int = 4) -> tuple[TeamEvent, Event]:
    rng = Random(f"{seed} {system} {primary}")
    teams = squads(rng.randint(6, 11))
    event = TeamEvent(teams, boards=4, primary=primary, planned_rounds=rounds)
    for _ in range(rounds):
        told = pair(event.as_event(), system, seed=seed, first_colour="white", relax=True)
        if not told.pairs:
            break
        matches = tuple(played(teams[one.white - 1], teams[one.black - 1], rng) for one in told.pairs)
        byes = () if told.bye is None else (TeamBye(told.bye, 2, 5),)
        event = replace(event, rounds=(*event.rounds, TeamRound(matches, byes)))
    return event, event_of(event, seed=seed, first_colour="white")


@pytest.mark.parametrize("primary", ["match-points", "game-points"])
@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("seed", range(8))
def test_a_file_holds_the_teams_matches_and_check_pairs_them_again(seed: int, system: str, primary: Primary) -> None:
    event, players = made(seed, system, primary)
    for version in (16, 26):
        read = read_trf(write_trf(players, version))
        again = team_event_of(read, primary)
        for have, want in zip(again.rounds, event.rounds, strict=True):
            assert have.byes == want.byes
            assert sorted(have.matches, key=lambda match: match.home) == sorted(
                want.matches, key=lambda match: match.home
            )
        answer = check_answer(read, system, teams=primary)
        assert all(one["ok"] for one in answer["rounds"]), [one for one in answer["rounds"] if not one["ok"]]
        assert len(answer["rounds"]) == len(event.rounds)
        assert answer["standings"] == {"ok": True, "differences": []}


def test_check_finds_a_wrong_match_a_wrong_home_team_and_a_wrong_plus() -> None:
    event, _ = made(3, "individual", "match-points")
    first = event.rounds[0]
    one, two = first.matches[:2]
    swapped = (TeamMatch(one.home, two.away, one.boards), TeamMatch(two.home, one.away, two.boards))
    seated = [
        replace(match, boards=played(event.teams[match.home - 1], event.teams[match.away - 1], Random(1)).boards)
        for match in swapped
    ]
    wrong = replace(event, rounds=(replace(first, matches=(*seated, *first.matches[2:])), *event.rounds[1:]))
    found = check_teams(event_of(wrong, first_colour="white"), "match-points")
    assert not found[0].ok
    assert {difference.kind for difference in found[0].differences} == {"pair"}
    turned = TeamMatch(
        one.away, one.home, played(event.teams[one.away - 1], event.teams[one.home - 1], Random(2)).boards
    )
    wrong = replace(event, rounds=(replace(first, matches=(turned, *first.matches[1:])), *event.rounds[1:]))
    found = check_teams(event_of(wrong, first_colour="white"), "match-points")
    assert [difference.kind for difference in found[0].differences] == ["colour"]
    byes = (TeamBye(first.matches[0].home, 2, 5),)
    wrong = replace(event, rounds=(replace(first, matches=first.matches[1:], byes=byes), *event.rounds[1:]))
    assert not check_teams(event_of(wrong, first_colour="white"), "match-points")[0].ok


def test_stated_points_are_checked() -> None:
    _, players = made(1, "individual", "match-points")
    text = write_trf(players, 26)
    line = next(line for line in text.splitlines() if line.startswith("310   1"))
    assert (line[54:60].strip(), line[61:67].strip(), line[68:71].strip()) != ("", "", "")
    other = line[:54] + "  99.0" + line[60:]
    (difference,) = check_team_points(read_trf(text.replace(line, other)))
    assert (difference.kind, difference.players, difference.found) == ("match-points", (1,), 99.0)


def test_a_round_after_those_planned_is_no_part_of_the_event() -> None:
    _, players = made(2, "individual", "game-points", rounds=3)
    extra = replace(players, rounds=(*players.rounds, players.rounds[0]))
    assert len(team_event_of(extra).rounds) == 3
    assert len(check_teams(extra, "game-points")) == 3


@pytest.mark.parametrize(
    ("code", "line", "told"),
    [
        ("300", "001 002 003", "record 300"),
        ("300", "001 002 003 x", "record 300"),
        ("320", "1.0 1.3 001", "record 320"),
        ("330", "++ 001 002 003", "record 330"),
        ("352", "WBX", "record 352"),
    ],
)
def test_records_that_cannot_be_read_are_named(code: str, line: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        read_records({code: (line,)})


def test_a_file_of_another_program_without_line_ups_is_read_by_its_games() -> None:
    event, players = made(4, "individual", "match-points")
    plain = replace(players, headers={})
    read = team_event_of(read_trf(write_trf(plain, 16)))
    assert [len(entry.matches) for entry in read.rounds] == [
        sum(match.kind != "forfeit" for match in entry.matches) for entry in event.rounds
    ]


@pytest.mark.parametrize(("system", "cycles"), [("round-robin", 1), ("double-round-robin", 2)])
@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_round_robin_is_checked_against_its_table(
    system: Literal["round-robin", "double-round-robin"], cycles: int, count: int
) -> None:
    from server.tournament.check import check
    from server.tournament.roundrobin import schedule

    rounds = tuple(Round(tuple(Game(a, b, 2, 0) for a, b in pairs)) for pairs in schedule(count, cycles))
    event = Event(tuple(Player(id) for id in range(1, count + 1)), rounds, kind="round-robin")
    assert all(one.ok and not one.differences for one in check(event, system))
    game = rounds[0].games[0]
    turned = replace(rounds[0], games=(Game(game.black, game.white, 2, 0), *rounds[0].games[1:]))
    (colour,) = check(replace(event, rounds=(turned, *rounds[1:])), system)[0].differences
    assert colour.kind == "colour"
    missing = replace(rounds[0], games=rounds[0].games[1:])
    assert [one.ok for one in check(replace(event, rounds=(missing, *rounds[1:])), system)][:2] == [False, True]
    early = replace(event, rounds=(rounds[1], rounds[0], *rounds[2:]))
    assert not check(early, system)[0].ok


def test_rounds_without_a_single_game_are_there_by_their_records() -> None:
    teams = squads(4)
    nobody: list[int | None] = [None] * 4
    rounds = []
    event = TeamEvent(teams, boards=4, primary="game-points", planned_rounds=3)
    for _ in range(3):
        told = pair(event.as_event(), "individual", first_colour="white", relax=True)
        assert told.pairs is not None
        matches = tuple(
            opened(one.white, one.black, list(teams[one.white - 1].players[:4]), nobody, 4) for one in told.pairs
        )
        rounds.append(TeamRound(matches))
        event = replace(event, rounds=tuple(rounds))
    players = event_of(event, first_colour="white")
    assert all(not entry.games for entry in players.rounds)
    read = read_trf(write_trf(players))
    assert [len(entry.matches) for entry in team_event_of(read, "game-points").rounds] == [2, 2, 2]
    assert team_event_of(read, "game-points").rounds[1].matches[0].kind == "forfeit"
    found = check_teams(read, "game-points")
    assert [(one.ok, one.differences) for one in found] == [(True, ())] * 3


def test_line_ups_tell_the_boards_where_no_colours_are_told() -> None:
    teams = squads(2)
    match = opened(1, 2, [2, 1, 3, 4], [None] * 4, 4)
    event = TeamEvent(teams, (TeamRound((match,)),), boards=4, planned_rounds=1)
    told = {code: lines for code, lines in records(event, colours=False).items() if code != "352"}
    players = replace(event_of(event), headers=told)
    (again,) = team_event_of(read_trf(write_trf(players))).rounds[0].matches
    assert again == match
