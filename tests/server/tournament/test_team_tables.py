"""Tables of team events: rounds by team, results by board, CSV; a ruling about a team, an extra match; and what a TRF
holds of a team event, over generated events."""

import csv
import io
from random import Random

import msgspec
import pytest

from server.tournament import read_trf, write_trf
from server.tournament.model import Bye, Event, Game, Player, Round, Team
from server.tournament.roundrobin import schedule
from server.tournament.team_reading import team_event_of
from server.tournament.team_standing import after_extra, ruled, team_standings
from server.tournament.team_tables import (
    board_results,
    boards_csv,
    matches_csv,
    team_cells,
    team_crosstable_csv,
    team_standings_csv,
)
from server.tournament.teams import TeamBye, TeamEvent, TeamMatch, TeamRound, board_colours, line_up, opened
from tests.server.tournament.test_teams import FULL, TEAMS, match

NAMES = {1: "=One", 2: "Two", 3: "Three", 4: "Four"}


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_rounds_of_a_team_with_byes_and_open_matches() -> None:
    going = TeamEvent(
        TEAMS[:3],
        (TeamRound((match(1, 2, 2, 1, kind="unfinished"),), (TeamBye(3, 2, 3),)), TeamRound((match(3, 1, 0, 2),))),
    )
    cells = team_cells(going)
    assert [(cell.opponent, cell.half, cell.other_half, cell.match_points, cell.open) for cell in cells[1]] == [
        (2, 3, 1, 0, True),
        (3, 2, 2, 1, False),
    ]
    assert [(cell.opponent, cell.half, cell.match_points) for cell in cells[3]] == [(None, 3, 2), (1, 2, 1)]


def test_players_stand_at_the_board_where_they_sat_most() -> None:
    lines = {line.player: line for line in board_results(FULL)}
    # Player 1 sat for teams 1, 3, 3, 4, 1, 2 in this event's shorthand: of one team only the own matches count.
    mine = [line for line in board_results(FULL) if line.team == 1 and line.player == 1]
    assert [(line.board, line.games, line.half) for line in mine] == [(1, 2, 4)]
    assert {line.board for line in lines.values()} == {1, 2, 3, 4}
    first = [line for line in board_results(FULL) if line.board == 1]
    assert [line.place for line in first] == sorted(line.place for line in first)
    points = [line.total_half for line in first]
    assert points == sorted(points, reverse=True)


def test_equal_points_in_fewer_games_stand_higher_and_equal_ones_share() -> None:
    def one(board: int, home: int, away: int, half: int) -> TeamRound:
        return TeamRound(
            (
                TeamMatch(
                    1, 2, (msgspec.structs.replace(match(1, 2, half).boards[0], board=board, home=home, away=away),)
                ),
            )
        )

    event = TeamEvent(TEAMS[:2], (one(1, 1, 11, 1), one(1, 1, 12, 0), one(1, 2, 12, 1)))
    shown = [(line.player, line.place, line.games, line.total_half) for line in board_results(event)]
    assert shown == [(12, 1, 2, 3), (2, 2, 1, 1), (11, 2, 1, 1), (1, 4, 2, 1)]


def test_forfeits_bring_points_but_are_no_games() -> None:
    event = TeamEvent(TEAMS[:2], (TeamRound((opened(1, 2, (1, 2), (11, None), 2),)),))
    (alone,) = board_results(event)
    assert (alone.player, alone.board, alone.games, alone.half, alone.forfeit_half) == (2, 2, 0, 0, 2)


def test_tables_as_csv() -> None:
    rows = team_standings(FULL, ("game-points", "direct-encounter", "board-results"))
    standings = table(team_standings_csv(rows, NAMES))
    assert standings[0] == {
        "place": "1",
        "number": "1",
        "team": "'=One",
        "match points": "6",
        "game points": "7.5",
        "direct-encounter": "",
        "board-results": "3 1.5 1.5 1.5",
    }
    cross = table(team_crosstable_csv(FULL, rows, NAMES))
    assert [(row["team"], row["1"], row["2"]) for row in cross][:2] == [("'=One", "X", "2½"), ("Two", "1½", "X")]
    matches = table(matches_csv(FULL, NAMES, {1: "A", 11: "B"}))
    assert len(matches) == 6 * 4
    assert matches[0]["score"] == "2½-1½"
    assert (matches[0]["home player"], matches[0]["away player"], matches[0]["home points"]) == ("A", "B", "1")
    boards = table(boards_csv(FULL, NAMES, {}))
    assert {row["board"] for row in boards} == {"1", "2", "3", "4"}


def test_rulings_about_teams_change_the_event() -> None:
    """5.4.9.5."""
    without = ruled(FULL, {1: "annul"})
    assert [team.id for team in without.teams] == [2, 3, 4]
    assert [len(entry.matches) for entry in without.rounds] == [1, 1, 1]
    assert ruled(FULL, {1: "loss"}) == FULL, "what is over stays"
    going = msgspec.structs.replace(FULL, rounds=(TeamRound((match(1, 2, 2, 2, kind="unfinished"),)),))
    (lost,) = ruled(going, {1: "loss"}).rounds[0].matches
    assert (lost.kind, lost.games(1), lost.games(2)) == ("forfeit", 0, 4)


@pytest.mark.parametrize(("halves", "order"), [((2, 2), [1, 2]), ((0, 0), [2, 1]), ((1, 1), [2, 1])])
def test_an_extra_match_decides_the_first_place(halves: tuple[int, int], order: list[int]) -> None:
    """5.4.9.6.1: team 2 is ahead on points, team 1 won all its matches."""
    rows = team_standings(msgspec.structs.replace(FULL, primary="game-points"), ())
    after = after_extra(rows, match(1, 2, *halves))
    assert [row.team for row in after][:2] == order
    assert [row.place for row in after] == [1, 2, 3, 4]
    assert not any(row.extra_match for row in after)


def test_match_points_first_give_no_right_to_an_extra_match() -> None:
    """The right is of 5.4.9.6.1, where all games count first: two teams that did not meet may both win everything."""
    both = TeamEvent(TEAMS, (TeamRound((match(1, 3, 2, 2), match(2, 4, 2, 1))),))
    assert [row.extra_match for row in team_standings(both, ("game-points",))] == [False] * 4


def generated(seed: int) -> tuple[Event, TeamEvent]:
    """A round robin of teams with reserves, empty boards and teams not admitted: as players' games, and as matches."""
    rng = Random(seed)
    count, boards = rng.randint(2, 6), rng.randint(1, 5)
    size = boards + rng.randint(0, 2)
    members = {team: tuple(range((team - 1) * size + 1, team * size + 1)) for team in range(1, count + 1)}
    teams = tuple(Team(team, f"T{team}", members[team]) for team in members)
    rounds, entries = [], []
    for pairs in schedule(count):
        matches, games, byes = [], [], []
        for home, away in pairs:
            seats = []
            for team in (home, away):
                main, spare = members[team][:boards], members[team][boards:]
                gone = {player for player in members[team] if rng.random() < 0.25}
                seats.append(line_up(main, spare, gone, boards=boards))
            begun = opened(home, away, seats[0], seats[1], boards)
            done = []
            for one, (colour, _) in zip(begun.boards, board_colours(True, boards), strict=True):
                if one.kind == "forfeit":
                    winner = one.home if one.home_half else one.away if one.away_half else None
                    byes += [Bye(winner, "full")] if winner is not None else []
                    done.append(one)
                    continue
                half = rng.choice((0, 1, 2))
                done.append(msgspec.structs.replace(one, home_half=half, away_half=2 - half, kind="played"))
                assert one.home is not None
                assert one.away is not None
                white = colour == "white"
                two = (one.home, one.away, half, 2 - half) if white else (one.away, one.home, 2 - half, half)
                games.append(Game(*two))
            matches.append(TeamMatch(home, away, tuple(done)))
        rounds.append(TeamRound(tuple(matches)))
        entries.append(Round(tuple(games), tuple(byes)))
    players = tuple(Player(number, f"P{number}") for number in range(1, count * size + 1))
    return Event(players, tuple(entries), teams=teams, kind="swiss"), TeamEvent(teams, tuple(rounds), boards)


@pytest.mark.parametrize("seed", range(120))
def test_matches_are_read_off_the_games_of_a_file(seed: int) -> None:
    """Whatever was played on some board comes back with its points; a match without any game is not in a file."""
    event, teams = generated(seed)
    for version in (16, 26):
        read = team_event_of(read_trf(write_trf(event, version)))  # type: ignore[arg-type]
        for number, entry in enumerate(teams.rounds[: len(read.rounds)]):
            wanted = {
                frozenset(((m.home, m.games(m.home)), (m.away, m.games(m.away))))
                for m in entry.matches
                if any(board.kind == "played" for board in m.boards)
            }
            have = {
                frozenset(((m.home, m.games(m.home)), (m.away, m.games(m.away)))) for m in read.rounds[number].matches
            }
            assert have == wanted
            for one in read.rounds[number].matches:
                (same,) = [m for m in entry.matches if {m.home, m.away} == {one.home, one.away}]
                played = [b for b in same.boards if b.kind == "played"]
                assert {(b.home, b.away) for b in one.boards if b.kind == "played"} in (
                    {(b.home, b.away) for b in played},
                    {(b.away, b.home) for b in played},
                )
