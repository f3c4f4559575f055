"""Rulings about teams: absence, leaving (5.4.9.5), boards lost (5.4.9.4), the match for the first place (5.4.9.6.1)."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from record.commands import EnterResult
from record.events import Started
from server.config import PlayerEntry
from server.hall import Hall
from server.rounds import Pairing
from tests.server.hall_talk import paired
from tests.server.team_talk import code, home_wins, matches, score

Open = Callable[..., Awaitable[Hall]]


async def test_a_known_absence_is_no_match_and_a_loss(teams: Open) -> None:
    """5.4.10.2."""
    hall = await teams()
    rulings = hall.teams.rulings
    assert code(await rulings.away(9)) == "no-team"
    assert code(await rulings.present(2)) == "not-there"
    assert await rulings.away(2, by="C") is None
    assert code(await rulings.away(2)) == "same"
    assert await rulings.present(2, by="C") is None
    assert await rulings.away(2, by="C") is None
    pairing = await paired(hall)
    assert pairing.teams is not None
    assert (pairing.teams.away, len(pairing.teams.matches)) == ((2,), 1)
    await home_wins(hall)
    assert {row.team: row.match_points for row in hall.teams.table().rows}[2] == 0


async def test_a_team_that_leaves_a_swiss_is_not_paired_again(teams: Open) -> None:
    hall = await teams(teams=6)
    rulings = hall.teams.rulings
    await paired(hall)
    await home_wins(hall)
    assert code(await rulings.withdraw(9)) == "no-team"
    assert await rulings.withdraw(2, by="C", reason="illness") is None
    assert code(await rulings.withdraw(2)) == "left"
    pairing = await paired(hall)
    assert pairing.teams is not None
    assert 2 not in {team for two in matches(hall) for team in two}
    await home_wins(hall)
    assert await rulings.readmit(2, by="C") is None
    assert code(await rulings.readmit(2)) == "not-there"
    await paired(hall)
    assert 2 in {team for two in matches(hall) for team in two}


async def test_in_a_round_robin_a_team_that_left_loses_without_play(teams: Open) -> None:
    hall = await teams(system="round-robin")
    await paired(hall)
    await home_wins(hall)
    await hall.teams.rulings.withdraw(4, by="C", reason="illness")
    await paired(hall)
    (lost,) = [match for match in hall.teams.event().rounds[1].matches if 4 in (match.home, match.away)]
    assert (lost.kind, lost.games(4), lost.games(lost.opponent(4))) == ("forfeit", 0, 4)


async def test_the_chief_arbiter_sees_both_tables_and_his_ruling_is_kept(teams: Open) -> None:
    """5.4.9.5: a loss or annulment, whichever touches the prizes least."""
    hall = await teams(system="round-robin", event="prizes = 2")
    rulings = hall.teams.rulings
    await paired(hall)  # 1-4 and 2-3
    await home_wins(hall)
    assert code(await rulings.rule_left(4, "annul", reason="r")) == "not-left"
    await rulings.withdraw(4, by="C", reason="illness")
    await paired(hall)  # 4-3 and 1-2
    await home_wins(hall)
    await paired(hall)  # 2-4 and 3-1
    await home_wins(hall)
    both = rulings.both_ways(4)
    points = [{row.team: row.match_points for row in rows} for rows in (both.lost, both.annulled)]
    assert points == [{1: 4, 2: 4, 3: 4, 4: 0}, {1: 2, 2: 2, 3: 2}]
    assert code(await rulings.rule_left(4, "annul", reason=" ")) == "no-reason"
    assert code(await rulings.rule_left(4, "perhaps", reason="r")) == "no-such-ruling"
    assert await rulings.rule_left(4, "annul", reason="touches no prize", by="Chief") is None
    table = hall.teams.table()
    assert {row.team: row.match_points for row in table.rows} == points[1]
    assert table.annulled == (4,)
    act = hall.ledger.acts[-1]
    assert (act.kind, act.by, act.teams, act.reason) == ("team-annulled", "Chief", (4,), "touches no prize")
    again = await teams(system="round-robin", event="prizes = 2")
    assert again.teams.table() == table
    assert await rulings.rule_left(4, "", reason="on appeal", by="Chief") is None
    assert len(hall.teams.table().rows) == 4


async def test_a_team_that_misses_the_last_round_may_be_ruled_on(teams: Open) -> None:
    hall = await teams(rounds=1)
    await hall.teams.line_ups.file(1, 2, (None, None))
    await paired(hall)
    await home_wins(hall)
    assert code(await hall.teams.rulings.rule_left(1, "loss", reason="r")) == "not-left"
    assert await hall.teams.rulings.rule_left(2, "annul", reason="did not come", by="Chief") is None
    assert {row.team for row in hall.teams.table().rows} == {1, 3, 4}


async def test_a_game_on_a_wrong_board_is_lost_by_the_team(teams: Open) -> None:
    """5.4.9.4: neither a game that is over nor one that goes on counts."""
    hall = await teams()
    rulings = hall.teams.rulings
    await paired(hall)  # 1-3: 1-7 and 8-2; 4-2
    await score(hall)
    assert code(await rulings.wrong_board("r1-t1", 1, reason="")) == "no-reason"
    assert code(await rulings.wrong_board("r1-t1", 2, reason="r")) == "no-game"
    with pytest.raises(KeyError):
        await rulings.wrong_board("r9-t1", 1, reason="r")
    assert await rulings.wrong_board("r1-t1", 1, reason="he plays on board 2", by="C") is None
    assert code(await rulings.wrong_board("r1-t1", 1, reason="r")) == "same"
    one = hall.teams.event().rounds[0].matches[0]
    assert (one.boards[0].kind, one.games(1), one.games(3)) == ("forfeit", 0, 4)
    event = hall.tournament()
    first = event.rounds[0].games[0]
    assert (first.white_half, first.black_half, first.kind) == (0, 2, "forfeit")
    assert hall.results()["r1-t1"] == "1-0", "the record keeps what was played"
    assert await rulings.wrong_board("r1-t1", 3, reason="nor had he", by="C") is None
    assert hall.teams.event().rounds[0].matches[0].boards[0].away_half == 0
    assert code(await rulings.board_counts("r1-t2", reason="r")) == "not-there"
    assert await rulings.board_counts("r1-t1", reason="the line-up was read wrongly", by="C") is None
    assert hall.teams.event().rounds[0].matches[0].games(1) == 2


async def test_a_game_on_a_wrong_board_that_goes_on_ends(teams: Open, table_log: Any) -> None:
    hall = await teams()
    await paired(hall)
    await hall.take_batch(1, table_log("r1-t1").write(Started()).batch())
    assert await hall.teams.rulings.wrong_board("r1-t1", 3, reason="not in the line-up", by="C") is None
    assert (hall.game("r1-t1").phase, hall.results()["r1-t1"]) == ("confirmed", "+/-")


async def test_a_team_too_small_is_not_admitted_as_long_as_no_game_has_begun(teams: Open, table_log: Any) -> None:
    hall = await teams(boards=3)
    await paired(hall)
    assert code(await hall.teams.rulings.not_admitted(3, reason="")) == "no-reason"
    assert await hall.teams.rulings.not_admitted(3, reason="one player came", by="C") is None
    match = hall.teams.event().rounds[0].matches[0]
    assert (match.kind, match.games(1), match.games(3)) == ("forfeit", 6, 0)
    assert hall.ledger.acts[-1].kind == "not-admitted"
    pairing = hall.pairing()
    assert pairing is not None
    assert [pair.table for pair in pairing.pairs] == [4, 5, 6]
    await hall.take_batch(4, table_log("r1-t4").write(Started()).batch())
    assert code(await hall.teams.rulings.not_admitted(4, reason="r")) == "begun"


async def test_a_late_player_joins_a_team_as_a_reserve(teams: Open) -> None:
    hall = await teams(system="round-robin")
    await paired(hall)
    await home_wins(hall)
    made = await hall.office.add_player(PlayerEntry(id=0, name="Поздний А."), by="C")
    assert not hasattr(made, "code"), made
    assert code(await hall.teams.rulings.reserve(1, 13, reason="")) == "no-reason"
    assert code(await hall.teams.rulings.reserve(1, 4, reason="r")) == "in-a-team"
    assert await hall.teams.rulings.reserve(1, 13, reason="the regulations allow it", by="C") is None
    assert hall.teams.squads[1].members == (1, 2, 3, 13)
    assert await hall.teams.line_ups.file(2, 1, (1, 13), by="C") is None


EXTRA = {"teams": 3, "boards": 4, "rounds": 3, "system": "round-robin", "event": 'team_primary = "game-points"'}


async def second_with_all_matches_won(hall: Hall) -> None:
    """Team 1 wins both matches by 2.5-1.5; team 2 loses to it so and wins the other by 4-0."""
    for _ in range(3):
        await paired(hall)
        pairing = hall.pairing()
        assert pairing is not None
        assert pairing.teams is not None
        for match, board in pairing.teams.boards():
            wins = match.home < match.away
            if 1 in (match.home, match.away) and board.board == 4:
                wins = not wins
            told = "1-0" if wins == board.home_white else "0-1"
            if 1 in (match.home, match.away) and board.board == 3:
                told = "1/2-1/2"
            result = EnterResult(result=told, by="arbiter", arbiter="A")
            assert await hall.command(board.game, result) is None


@pytest.mark.parametrize(("winner", "first"), [(1, 1), (2, 2), (0, 2)])
async def test_a_second_team_that_won_all_gets_a_match_for_the_first_place(
    teams: Open, winner: int, first: int
) -> None:
    """5.4.9.6.1; a drawn one leaves the first place to the points."""
    hall = await teams(**EXTRA)
    extra = hall.teams.rulings.extra_match
    assert code(await extra()) == "not-over"
    await second_with_all_matches_won(hall)
    rows = hall.teams.table().rows
    assert [(row.team, row.game_points, row.extra_match) for row in rows] == [
        (2, 5.5, False),
        (1, 5.0, True),
        (3, 1.5, False),
    ]
    made = await extra(by="C")
    assert isinstance(made, Pairing)
    assert made.teams is not None
    assert (made.round, made.teams.extra, hall.round_number) == (4, True, 4)
    assert code(await hall.pair_next()) == "round-open"
    for match, board in made.teams.boards():
        if winner:
            white = (match.home == winner) == board.home_white
            result = "1-0" if white else "0-1"
        else:
            result = "1/2-1/2"
        assert await hall.command(board.game, EnterResult(result=result, by="arbiter", arbiter="A")) is None
    table = hall.teams.table()
    assert ([row.place for row in table.rows], table.rows[0].team, table.won) == ([1, 2, 3], first, first)
    assert not any(row.extra_match for row in table.rows)
    assert [row.game_points for row in table.rows if row.team == 2] == [5.5], "its games do not count in the table"
    assert code(await extra()) == "not-over"
    assert code(await hall.pair_next()) == "last-round"
    again = await teams(**EXTRA)
    assert again.teams.table() == table


async def test_no_extra_match_without_the_right_to_it(teams: Open) -> None:
    hall = await teams(rounds=1)
    await paired(hall)
    await home_wins(hall)
    assert code(await hall.teams.rulings.extra_match()) == "no-right"
