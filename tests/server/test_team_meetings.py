"""Teams whose boards are micro-matches (5.4.9.6.1 with 5.4.6): what a board brings, boards without play, the file."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from record.commands import EnterResult
from rules.errors import SettingsError
from server.config import parse
from server.hall import Hall
from server.rounds import Pairing
from server.tournament import read_trf, write_trf
from server.tournament.crosstable import rating_report
from server.tournament.team_reading import team_event_of
from server.tournament.team_standing import team_standings
from tests.server.team_talk import code, team_text

SUM = 'games_per_pairing = 2\nmeeting_points = "sum"\nteam_primary = "game-points"'
RESULT = "games_per_pairing = 2"
Opened = Callable[..., Awaitable[Hall]]


async def play(hall: Hall, *results: str, table: int | None = None) -> None:
    """The games of each micro-match of the round, or of the one at ``table``, one after another: by who has White in
    each, as the results say."""
    pairing = hall.pairing()
    assert pairing is not None
    for pair in pairing.pairs:
        if table is not None and pair.table != table:
            continue
        for result in results:
            seat = next(one for one in hall.seats() if one.table == pair.table)
            told = EnterResult(result=result, by="arbiter", arbiter="A")
            assert await hall.command(seat.game, told) is None


async def seated(hall: Hall) -> Pairing:
    made = await hall.teams.pair_next(by="C")
    assert isinstance(made, Pairing), made
    return made


def points(hall: Hall) -> dict[int, tuple[float, float]]:
    return {row.team: (row.match_points, row.game_points) for row in hall.teams.table().rows}


async def test_the_sum_of_all_games_decides_a_match_and_the_table(teams: Opened) -> None:
    hall = await teams(event=SUM, teams=2, rounds=1, system="round-robin")
    await seated(hall)
    match = hall.teams.event().rounds[0].matches[0]
    assert match.kind == "unfinished"
    # Board 1: home wins both of its games, by White and by Black. Board 2: White wins both, one point each.
    await play(hall, "1-0", "0-1", table=1)
    await play(hall, "1-0", table=2)
    assert hall.teams.event().rounds[0].matches[0].kind == "unfinished"
    await play(hall, "1-0", table=2)
    match = hall.teams.event().rounds[0].matches[0]
    assert [(one.home_half, one.away_half) for one in match.boards] == [(4, 0), (2, 2)]
    assert points(hall) == {match.home: (2, 3), match.away: (0, 1)}
    assert len(rating_report(hall.tournament())) == 4


async def test_each_micro_match_may_count_as_one_result(teams: Opened) -> None:
    hall = await teams(event=RESULT, teams=2, rounds=1, system="round-robin")
    await seated(hall)
    await play(hall, "1-0", "1/2-1/2", table=1)
    await play(hall, "1-0", "1-0", table=2)
    match = hall.teams.event().rounds[0].matches[0]
    assert [(one.home_half, one.away_half) for one in match.boards] == [(2, 0), (1, 1)]
    assert points(hall) == {match.home: (2, 1.5), match.away: (0, 0.5)}


async def test_an_empty_board_brings_all_the_points_of_its_games(teams: Opened) -> None:
    hall = await teams(event=SUM, teams=2, rounds=1, system="round-robin", reserves=0)
    assert await hall.teams.line_ups.file(1, 2, (3, None), by="C") is None
    made = await seated(hall)
    assert len(made.pairs) == 1
    await play(hall, "1/2-1/2", "1/2-1/2")
    assert points(hall) == {1: (2, 3), 2: (0, 1)}
    event = hall.tournament()
    assert [(bye.player, bye.half) for bye in event.rounds[0].byes if bye.kind == "full"] == [(2, 4)]


async def test_a_board_lost_by_a_wrong_player_is_lost_whole_and_not_played_on(teams: Opened) -> None:
    hall = await teams(event=SUM, teams=2, rounds=1, system="round-robin")
    made = await seated(hall)
    await play(hall, "1-0", table=1)
    pair = made.pairs[0]
    second = hall.seats()[0].game
    assert second != pair.game
    found = made.teams.board_of(pair.game) if made.teams else None
    assert found is not None
    match, board = found
    # The winner of the first game had no right to the board.
    lost = match.home if board.home_white else match.away
    assert await hall.teams.rulings.wrong_board(second, lost, reason="board 2's player", by="C") is None
    assert code(await hall.teams.rulings.wrong_board(pair.game, lost, reason="again")) == "same"
    await play(hall, "1/2-1/2", "1/2-1/2", table=2)
    assert hall.pairer.results_awaited() is None
    other = match.away if lost == match.home else match.home
    assert points(hall) == {other: (2, 3), lost: (0, 1)}
    (forfeit,) = [game for game in hall.tournament().rounds[0].games if game.kind == "forfeit"]
    assert {forfeit.white_half, forfeit.black_half} == {0, 4}
    read = read_trf(write_trf(hall.teams.recorded(hall.tournament())))
    assert set(read.rounds[0].games) == set(hall.tournament().rounds[0].games)
    table = {row.team: (row.match_points, row.game_points) for row in team_standings(team_event_of(read), ())}
    assert table == points(hall)
    assert len(rating_report(hall.tournament())) == 2
    # Taken back, the micro-match counts as it was played and goes on.
    assert await hall.teams.rulings.board_counts(pair.game, reason="he had the right") is None
    assert hall.ledger.lost_meetings == {}


async def test_a_drawn_micro_match_is_played_on_where_the_regulations_say_so(teams: Opened) -> None:
    hall = await teams(
        event=f'{RESULT}\nextra_when_drawn = "until-won"', teams=2, rounds=1, boards=1, system="round-robin"
    )
    await seated(hall)
    await play(hall, "1-0", "1-0", "1/2-1/2")
    assert hall.pairer.results_awaited() is not None
    await play(hall, "1-0")
    assert hall.pairer.results_awaited() is None
    assert sorted(points(hall).values()) == [(0, 0), (2, 1)]


@pytest.mark.parametrize("event", [SUM, RESULT])
@pytest.mark.parametrize("version", [16, 26])
async def test_the_file_holds_the_matches(teams: Opened, event: str, version: Any) -> None:
    hall = await teams(event=event, teams=4, rounds=3, system="round-robin", reserves=0)
    assert await hall.teams.line_ups.file(1, 2, (3, None), by="C") is None
    for results in (("1-0", "0-1"), ("1/2-1/2", "1-0"), ("0-1", "0-1")):
        await seated(hall)
        await play(hall, *results)
    table = hall.teams.table()
    read = team_event_of(read_trf(write_trf(hall.tournament(), version)), hall.settings.event.team_primary)
    again = team_standings(read, hall.settings.event.team_tiebreaks)
    assert [(row.team, row.match_points, row.game_points) for row in again] == [
        (row.team, row.match_points, row.game_points) for row in table.rows
    ]


async def test_a_killed_server_goes_on_with_every_board(teams: Opened) -> None:
    hall = await teams(event=SUM, teams=2, rounds=1, system="round-robin")
    await seated(hall)
    await play(hall, "1-0")
    again = await teams(event=SUM, teams=2, rounds=1, system="round-robin")
    assert [seat.game for seat in again.seats()] == [seat.game for seat in hall.seats()]
    await play(again, "1-0")
    assert sorted(points(again).values()) == [(1, 2), (1, 2)]


def test_what_a_plus_brings_follows_the_points_of_all_boards() -> None:
    assert parse(team_text(event=SUM)).event.team_bye_points == 2.5
    assert parse(team_text(event=RESULT)).event.team_bye_points == 1.5
    assert parse(team_text(event=f"{SUM}\nteam_bye_points = 4")).event.team_bye_points == 4
    with pytest.raises(SettingsError, match="expected at most 4, the points of all boards"):
        parse(team_text(event=f"{SUM}\nteam_bye_points = 4.5"))
