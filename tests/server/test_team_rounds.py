"""A team event in the hall: drawing, line-ups, seating, colours, byes, undo, restart; every system (5.4.9)."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from record.commands import EnterResult
from record.events import Move, OpeningChoice, Started
from record.fold import apply
from rules.side import Side
from server.hall import Hall
from server.rounds import Pairing
from server.team_books import Draw
from server.tournament import check_answer, read_trf, write_trf
from server.tournament.scheveningen import scheveningen
from server.tournament.team_reading import team_event_of
from server.tournament.team_standing import team_standings
from tests.server.hall_talk import paired
from tests.server.team_talk import code, home_wins, matches, score

Open = Callable[..., Awaitable[Hall]]


async def test_a_round_of_teams_becomes_games_with_colours_by_the_first_board(teams: Open) -> None:
    hall = await teams(boards=3)
    pairing = await paired(hall)
    assert matches(hall) == [(1, 3), (4, 2)]
    assert pairing.teams is not None
    first = pairing.teams.matches[0]
    assert [(board.home, board.away, board.home_white) for board in first.boards] == [
        (1, 9, True),
        (2, 10, False),
        (3, 11, True),
    ]
    assert [(pair.white, pair.black, pair.table) for pair in pairing.pairs] == [
        (1, 9, 1),
        (10, 2, 2),
        (3, 11, 3),
        (13, 5, 4),
        (6, 14, 5),
        (15, 7, 6),
    ]
    assert [board.game for board in first.boards] == ["r1-t1", "r1-t2", "r1-t3"]
    assert hall.game("r1-t2").assignment.white.name == "Игрок 10"
    assert pairing.absent == (), "who does not sit is no absentee: the team decides"


async def test_a_swiss_of_teams_goes_to_its_end_with_a_bye(teams: Open) -> None:
    hall = await teams(teams=5, rounds=3)
    met: set[frozenset[int]] = set()
    plus: list[int] = []
    for _ in range(3):
        pairing = await paired(hall)
        assert pairing.teams is not None
        assert pairing.teams.bye is not None
        plus.append(pairing.teams.bye)
        for two in matches(hall):
            assert frozenset(two) not in met
            met.add(frozenset(two))
        await home_wins(hall)
    assert len(set(plus)) == 3
    assert code(await hall.pair_next()) == "last-round"
    rows = {row.team: row for row in hall.teams.table().rows}
    bye = rows[plus[0]]
    assert sum(row.match_points for row in rows.values()) == 3 * (2 * 2 + 2)
    assert bye.game_points == int(bye.game_points) + 0.5, "the narrowest win on two boards is 1.5"


async def test_nobody_is_paired_before_all_boards_are_confirmed(teams: Open) -> None:
    hall = await teams()
    await paired(hall)
    assert code(await hall.pair_next()) == "round-open"
    await hall.command("r1-t1", EnterResult(result="1-0", by="white"))
    assert code(await hall.teams.draws.draw()) == "round-open"
    await score(hall)
    assert isinstance(await hall.teams.draws.draw(), Draw)


async def test_teams_are_drawn_first_and_seated_with_the_line_ups_filed_meanwhile(teams: Open) -> None:
    hall = await teams()
    drawn = await hall.teams.draws.draw(by="C")
    assert isinstance(drawn, Draw)
    assert drawn.couples == ((1, 3), (4, 2))
    assert (hall.round_number, hall.pairing()) == (0, None)
    assert code(await hall.teams.draws.draw()) == "drawn"
    # Team 3 has players 7, 8 and the reserve 9.
    assert await hall.teams.line_ups.file(1, 3, (8, 9), by="captain", captain=True) is None
    pairing = await paired(hall)
    assert [(pair.white, pair.black) for pair in pairing.pairs][:2] == [(1, 8), (9, 2)]
    assert hall.teams.orders.draw is None
    assert [act.kind for act in hall.ledger.acts] == ["draw-teams", "line-up", "pair"]


async def test_without_a_line_up_the_first_rounds_stands(teams: Open) -> None:
    """5.4.9.2."""
    hall = await teams(boards=3, event="fixed_boards = false")
    assert hall.teams.seats(1, 1) == (1, 2, 3)
    assert await hall.teams.line_ups.file(1, 1, (3, 4, 1)) is None
    await paired(hall)
    await score(hall)
    assert hall.teams.seats(2, 1) == (3, 4, 1)
    assert await hall.teams.line_ups.file(2, 1, (1, 2, 3)) is None
    await paired(hall)
    await score(hall)
    assert hall.teams.seats(3, 1) == (3, 4, 1), "of the first round, not of the last"
    assert await hall.office.give_bye(3, by="C") is None
    assert hall.teams.seats(3, 1) == (4, 1, None), "the others move up over whom is known to be absent"
    assert await hall.office.withdraw(3, by="C") is None
    assert code(await hall.teams.line_ups.file(3, 1, (3, 4, 1))) == "member"


async def test_a_round_in_which_nobody_came_sets_no_line_up(teams: Open) -> None:
    hall = await teams()
    await paired(hall)
    assert await hall.teams.rulings.not_admitted(1, reason="nobody came", by="C") is None
    await home_wins(hall)
    assert hall.teams.seats(2, 1) == (1, 2)


async def test_no_line_up_for_a_round_that_is_not_played(teams: Open) -> None:
    hall = await teams(rounds=1)
    await paired(hall)
    assert code(await hall.teams.line_ups.file(2, 1, (1, 2))) == "no-such-round"


@pytest.mark.parametrize(
    ("seats", "refusal"),
    [
        ((1, 2), "boards"),
        ((1, 2, 5), "member"),
        ((1, 1, 2), "twice"),
        ((2, 1, 3), "order"),
        ((1, None, 3), "order"),
        ((4, 1, 2), "reserve-board"),
        ((1, 2, 4), None),
        ((1, 3, None), None),
        ((2, 3, 4), None),
        ((None, None, None), None),
    ],
)
async def test_line_ups_keep_to_the_regulations(
    teams: Open, seats: tuple[int | None, ...], refusal: str | None
) -> None:
    hall = await teams(boards=3, event="reserve_boards = [3]")
    answer = await hall.teams.line_ups.file(1, 1, seats)
    assert (answer and answer.code) == refusal


async def test_without_a_shift_everyone_keeps_his_board(teams: Open) -> None:
    hall = await teams(boards=3, event="board_shift = false")
    assert code(await hall.teams.line_ups.file(1, 1, (2, 3, 4))) == "order"
    assert await hall.teams.line_ups.file(1, 1, (4, 2, 3)) is None
    assert await hall.teams.line_ups.file(1, 1, (None, 2, None)) is None
    await hall.office.give_bye(2, by="C")
    assert hall.teams.seats(1, 1) == (None, None, None)


async def test_captains_are_in_time_until_a_quarter_of_an_hour_before(teams: Open, clock: Any) -> None:
    """5.4.9.2; afterwards the desk may, with a reason."""
    hall = await teams()
    start = clock() + 60 * 60_000
    assert await hall.teams.line_ups.start_at(1, start, by="C") is None
    clock.on(45 * 60_000)
    assert await hall.teams.line_ups.file(1, 1, (2, 3), captain=True) is None
    clock.on(1)
    assert code(await hall.teams.line_ups.file(1, 1, (1, 3), captain=True)) == "too-late"
    assert code(await hall.teams.line_ups.file(1, 1, (1, 3))) == "no-reason"
    assert await hall.teams.line_ups.file(1, 1, (1, 3), reason="handed in on paper in time", by="C") is None
    await paired(hall)
    assert code(await hall.teams.line_ups.file(1, 1, (1, 2), captain=True)) == "too-late"
    assert code(await hall.teams.line_ups.file(3, 1, (1, 2))) == "no-such-round"
    assert code(await hall.teams.line_ups.file(2, 9, (1, 2))) == "no-team"
    assert code(await hall.teams.line_ups.start_at(1, start)) == "no-such-round"


async def test_a_seated_line_up_changes_only_the_boards_it_must(teams: Open, table_log: Any) -> None:
    hall = await teams(boards=3)
    before = await paired(hall)
    await hall.take_batch(1, table_log("r1-t1").write(Started()).batch())
    assert code(await hall.teams.line_ups.file(1, 1, (2, 3, 4), reason="r")) == "begun"
    assert code(await hall.teams.line_ups.file(1, 1, (1, 2, 3), reason="r")) == "same"
    assert await hall.teams.line_ups.file(1, 1, (1, 2, 4), reason="player 3 is ill", by="C") is None
    now = hall.pairing()
    assert now is not None
    assert now.teams is not None
    assert [pair.game for pair in now.pairs][:3] == ["r1-t1", "r1-t2", "r1-t3-2"]
    assert [pair.game for pair in now.pairs][3:] == [pair.game for pair in before.pairs][3:]
    assert now.teams.matches[0].boards[2].home == 4
    (undone,) = hall.ledger.undone
    assert [pair.game for pair in undone.pairing.pairs] == ["r1-t3"]
    assert code(await hall.command("r1-t3", EnterResult(result="1-0", by="arbiter", arbiter="A"))) == "undone"
    # A board left empty is lost without a game, and filled again at a table of its own.
    assert await hall.teams.line_ups.file(1, 1, (1, 2, None), reason="he went home") is None
    assert [board.decided for board in _first(hall).boards] == [False, False, True]
    assert await hall.teams.line_ups.file(1, 1, (1, 2, 4), reason="he came back") is None
    assert [board.game for board in _first(hall).boards] == ["r1-t1", "r1-t2", "r1-t3-4"]


def _first(hall: Hall) -> Any:
    pairing = hall.pairing()
    assert pairing is not None
    assert pairing.teams is not None
    return pairing.teams.matches[0]


async def test_empty_boards_are_lost_and_a_lone_player_does_not_make_a_team(teams: Open) -> None:
    """5.4.9.4."""
    hall = await teams(boards=4)
    assert await hall.teams.line_ups.file(1, 1, (1, 2, 3, None)) is None
    assert await hall.teams.line_ups.file(1, 2, (6, None, None, None)) is None
    await paired(hall)
    assert matches(hall) == [(1, 3), (4, 2)]
    one, two = hall.teams.event().rounds[0].matches
    assert [(board.kind, board.home_half, board.away_half) for board in one.boards][3] == ("forfeit", 0, 2)
    assert (two.kind, two.games(4), two.games(2), two.match(4)) == ("forfeit", 8, 0, 2)
    event = hall.tournament()
    assert {bye.player for bye in event.rounds[0].byes} == {14, 16, 17, 18, 19}, "a point for who sat alone"
    assert {bye.half for bye in event.rounds[0].byes} == {2}
    await score(hall)
    assert {row.id: row.points for row in hall.standings()}[14] == 1.0


async def test_a_round_is_taken_back_and_drawn_again(teams: Open) -> None:
    hall = await teams()
    first = await paired(hall)
    assert await hall.pairer.undo_round(reason="a team is late", by="C") is None
    assert (hall.round_number, hall.teams.orders.draw) == (0, None)
    again = await paired(hall)
    assert again.teams is not None
    assert first.teams is not None
    assert [(m.home, m.away) for m in again.teams.matches] == [(m.home, m.away) for m in first.teams.matches]
    assert [pair.game for pair in again.pairs][:2] == ["r1-t1-2", "r1-t2-2"]
    assert [board.game for board in again.teams.matches[0].boards] == ["r1-t1-2", "r1-t2-2"]


async def test_a_draw_is_changed_by_hand_with_a_reason_or_taken_back(teams: Open) -> None:
    """5.4.10.12."""
    hall = await teams()
    draws = hall.teams.draws
    assert code(await draws.change_draw([(1, 2), (3, 4)], None, reason="r")) == "no-draw"
    await draws.draw()
    assert code(await draws.change_draw([(1, 2), (3, 4)], None, reason=" ")) == "no-reason"
    assert code(await draws.change_draw([(1, 2), (1, 4)], None, reason="r")) == "twice"
    assert code(await draws.change_draw([(1, 9)], None, reason="r")) == "no-team"
    made = await draws.change_draw([(2, 1)], 3, reason="by agreement of the captains", by="C")
    assert isinstance(made, Draw)
    assert (made.couples, made.bye, made.away) == (((2, 1),), 3, (4,))
    pairing = await paired(hall)
    assert pairing.manual == "by agreement of the captains"
    await home_wins(hall)
    points = {row.team: row.match_points for row in hall.teams.table().rows}
    assert points == {2: 2, 3: 2, 1: 0, 4: 0}
    await draws.draw()
    assert code(await draws.undraw(reason="")) == "no-reason"
    assert await draws.undraw(reason="too early", by="C") is None
    assert code(await draws.undraw(reason="r")) == "no-draw"
    kinds = [act.kind for act in hall.ledger.acts]
    assert kinds == ["draw-teams", "change-draw", "pair", "draw-teams", "undo-draw"]


async def test_orders_of_the_pairing_are_about_teams(teams: Open) -> None:
    hall = await teams()
    assert code(await hall.office.forbid([1, 9])) == "no-player"
    assert await hall.office.forbid([1, 3], by="C") is None
    assert hall.ledger.acts[-1].teams == (1, 3)
    assert frozenset((1, 3)) not in {frozenset(two) for two in (await _drawn(hall)).couples}
    await hall.teams.draws.undraw(reason="r")
    assert await hall.office.order_pair(4, 1, reason="neighbours", by="C") is None
    drawn = await _drawn(hall)
    assert (4, 1) in drawn.couples
    assert drawn.manual == "5.4.10.9: neighbours"


async def _drawn(hall: Hall) -> Draw:
    made = await hall.teams.draws.draw()
    assert isinstance(made, Draw)
    return made


async def test_a_round_robin_of_five_teams(teams: Open) -> None:
    hall = await teams(teams=5, rounds=5, system="round-robin")
    met: list[frozenset[int]] = []
    idle: list[int] = []
    for _ in range(5):
        pairing = await paired(hall)
        assert pairing.teams is not None
        idle += pairing.teams.idle
        met += [frozenset(two) for two in matches(hall)]
        await home_wins(hall)
    assert len(set(met)) == len(met) == 10
    assert sorted(idle) == [1, 2, 3, 4, 5]
    rows = hall.teams.table().rows
    assert sum(row.match_points for row in rows) == 20, "whoever is free by the table gets nothing for it"


async def test_scheveningen_lets_everyone_meet_everyone(teams: Open) -> None:
    hall = await teams(teams=2, boards=4, rounds=4, system="scheveningen", reserves=0)
    assert hall.settings.event.team_primary == "game-points"
    met: set[tuple[int, int]] = set()
    for number in range(4):
        pairing = await paired(hall)
        assert {(pair.white, pair.black) for pair in pairing.pairs} == set(scheveningen(4)[number])
        met |= {(min(pair.white, pair.black), max(pair.white, pair.black)) for pair in pairing.pairs}
        assert hall.teams.seats(number + 2, 2) == (5, 6, 7, 8)
        await score(hall)
    assert met == {(one, other) for one in range(1, 5) for other in range(5, 9)}
    first, second = hall.teams.table().rows
    assert first.game_points + second.game_points == 16


async def test_restart_in_mid_round_keeps_everything(teams: Open, clock: Any) -> None:
    hall = await teams(teams=5, boards=3)
    await paired(hall)
    await home_wins(hall)
    await hall.teams.line_ups.start_at(2, clock() + 3_600_000, by="C")
    await hall.teams.line_ups.file(2, 2, (6, 7, 8), by="captain", captain=True)
    await paired(hall)
    await hall.teams.line_ups.file(2, 1, (1, 2, None), reason="ill", by="C")
    await hall.command("r2-t2", EnterResult(result="1-0", by="arbiter", arbiter="A"))
    again = await teams(teams=5, boards=3)
    assert msgspec.json.encode(again.teams.orders) == msgspec.json.encode(hall.teams.orders)
    assert again.teams.squads == hall.teams.squads
    assert msgspec.json.encode(again.pairing()) == msgspec.json.encode(hall.pairing())
    assert again.teams.event() == hall.teams.event()
    assert again.teams.table().rows == hall.teams.table().rows
    assert again.ledger.acts == hall.ledger.acts
    await home_wins(again)
    assert isinstance(await again.pair_next(), Pairing)


async def test_an_adjourned_board_is_paired_as_adjudicated_and_not_counted(teams: Open) -> None:
    """5.4.5.4: the match counts in the table once its last game is over."""
    hall = await teams()
    pairing = await paired(hall)
    await home_wins(hall)
    first = pairing.pairs[0].game
    again = await teams(rounds=3)
    assert code(await again.office.adjourn(first, "1-0", by="C")) == "confirmed"
    await paired(again)
    second = again.pairing()
    assert second is not None
    assert second.teams is not None
    match, board = next(second.teams.boards())
    assert await again.office.adjourn(board.game, "1-0" if board.home_white else "0-1", by="C") is None
    for pair in second.pairs:
        if pair.game != board.game:
            told = EnterResult(result="1/2-1/2", by="arbiter", arbiter="A")
            assert await again.command(pair.game, told) is None
    points = {row.team: row.match_points for row in again.teams.table().rows}
    assert points[match.home] + points[match.away] == 4, "the matches of round 1 only"
    before = again.teams.event(adjourned=True).as_event().rounds[1].games[0]
    assert (before.kind, before.white_half, before.black_half) == ("unfinished", 2, 0)
    assert isinstance(await again.pair_next(), Pairing)


async def test_the_file_of_the_players_has_the_teams(teams: Open) -> None:
    hall = await teams(boards=2)
    await hall.teams.line_ups.file(1, 1, (2, None))
    await paired(hall)
    await home_wins(hall)
    event = hall.tournament()
    for version in (16, 26):
        read = read_trf(write_trf(event, version))  # type: ignore[arg-type]
        assert [(team.name, team.players) for team in read.teams] == [
            (f"Команда {number}", tuple(range(3 * number - 2, 3 * number + 1))) for number in range(1, 5)
        ]
        assert read.rounds == event.rounds


async def test_a_swap_in_renju_turns_the_board_with_its_players(teams: Open, table_log: Any) -> None:
    """The result is the persons': who swapped to Black and wins brings his own team the point."""
    hall = await teams(discipline="renju", event='opening_regulation = "rif"')
    pairing = await paired(hall)
    first = pairing.pairs[0]
    log, state = table_log(first.game).write(Started()), hall.game(first.game)
    for ply, point in enumerate(("h8", "i9", "j7"), 1):
        position = state.history.position
        move = Move(ply=ply, side=position.side, move=point, fen=position.apply(position.parse(point)).fen())
        state = apply(state, move)
        log.write(move)
    log.write(OpeningChoice(act="choose", by=Side.WHITE, option="swap", how="press"))
    taken = await hall.take_batch(1, log.batch())
    assert not taken.refused
    await score(hall, t1="0-1")
    match = hall.teams.event().rounds[0].matches[0]
    assert first.white == match.boards[0].home
    assert (match.boards[0].home_half, match.boards[0].away_half) == (2, 0)
    assert hall.teams.played()[0].matches[0].boards[0].home_white is False
    assert await hall.teams.rulings.wrong_board(first.game, match.home, reason="r", by="C") is None
    lost = hall.teams.event().rounds[0].matches[0].boards[0]
    assert (lost.home_half, lost.away_half) == (0, 2)
    again = await teams(discipline="renju", event='opening_regulation = "rif"')
    assert again.teams.event() == hall.teams.event()


@pytest.mark.parametrize("primary", ["match-points", "game-points"])
@pytest.mark.parametrize(("system", "count"), [("individual", 5), ("current-buchholz", 6), ("round-robin", 5)])
async def test_the_file_of_teams_is_checked_as_it_was_paired(
    teams: Open, primary: Any, system: str, count: int
) -> None:
    hall = await teams(teams=count, rounds=3, system=system, event=f'team_primary = "{primary}"')
    for number, gone in enumerate((None, 2, 4), 1):
        if number == 2 and system != "round-robin":
            assert await hall.teams.rulings.away(5, by="C") is None
        if gone is not None:
            squad = hall.teams.squads[gone]
            assert await hall.teams.line_ups.file(number, gone, (None, squad.members[-1]), by="C") is not None
            assert await hall.teams.line_ups.file(number, gone, (squad.members[1], squad.members[2]), by="C") is None
        await paired(hall)
        await (home_wins(hall) if number == 1 else score(hall, t2="1/2-1/2"))
    event = hall.teams.recorded(hall.tournament())
    for version in (16, 26):
        read = read_trf(write_trf(event, version))  # type: ignore[arg-type]
        answer = check_answer(read, system, teams=primary)
        assert all(one["ok"] and not one["differences"] for one in answer["rounds"])
        assert answer["standings"]["ok"]
        rows = team_standings(team_event_of(read, primary), ())
        assert {row.team: (row.match_points, row.game_points) for row in rows} == {
            row.team: (row.match_points, row.game_points) for row in hall.teams.table().rows
        }
