"""Team line-ups, colours, forfeits, team coefficients and the rights and rulings of 5.4.9."""

import msgspec
import pytest

from rules.errors import SettingsError
from server.tournament import pair
from server.tournament.model import Team
from server.tournament.presets import PRESETS
from server.tournament.team_standing import CRITERIA, extra_match_result, team_left, team_standings
from server.tournament.teams import (
    BoardGame,
    TeamBye,
    TeamEvent,
    TeamMatch,
    TeamRound,
    admitted,
    board_colours,
    line_up,
    opened,
    wrong_board,
)

TEAMS = tuple(Team(number, f"T{number}", ()) for number in range(1, 5))


def match(home: int, away: int, *halves: int, kind: str = "played") -> TeamMatch:
    """Home half-points by boards; the other side has the rest of 2."""
    return TeamMatch(
        home,
        away,
        tuple(BoardGame(i, i, 10 + i, h, 2 - h, kind) for i, h in enumerate(halves, 1)),  # type: ignore[arg-type]
    )


def event(*rounds: tuple[TeamMatch, ...], **more: object) -> TeamEvent:
    return TeamEvent(TEAMS, tuple(TeamRound(matches) for matches in rounds), **more)  # type: ignore[arg-type]


# Match points: 1: 2+2+2, 2: 0+2+2, 3: 2+0+0, 4: 0+0+0. Games: 1: 2.5+2.5+2.5, 2: 1.5+4+4 -> 9.5, 3: 3, 4: 2.
FULL = event(
    (match(1, 2, 2, 2, 1, 0), match(3, 4, 2, 1, 2, 0)),
    (match(3, 1, 0, 1, 2, 0), match(4, 2, 0, 0, 0, 0)),
    (match(1, 4, 2, 0, 2, 1), match(2, 3, 2, 2, 2, 2)),
)


def test_match_and_game_points() -> None:
    rows = {row.team: row for row in team_standings(FULL, ())}
    assert {team: (row.match_points, row.game_points) for team, row in rows.items()} == {
        1: (6, 7.5),
        2: (4, 9.5),
        3: (2, 4.0),
        4: (0, 3.0),
    }
    assert [row.team for row in team_standings(FULL, ())] == [1, 2, 3, 4]


def test_a_team_that_won_all_and_is_second_may_ask_for_a_match() -> None:
    """5.4.9.6.1."""
    rows = team_standings(msgspec.structs.replace(FULL, primary="game-points"), ())
    assert [row.team for row in rows] == [2, 1, 3, 4]
    assert [row.extra_match for row in rows] == [False, True, False, False]
    assert extra_match_result(1, 2, match(1, 2, 1, 1), winner_on_points=2) == 2
    assert extra_match_result(1, 2, match(1, 2, 2, 1), winner_on_points=2) == 1
    assert extra_match_result(1, 2, match(1, 2, 0, 1), winner_on_points=1) == 2


def value(of: TeamEvent, name: str, **more: object) -> dict[int, object]:
    return {row.team: row.criteria[name] for row in team_standings(of, (name,), **more)}  # type: ignore[arg-type]


def test_team_coefficients_by_hand() -> None:
    # 5.4.8.3.2 with match points: 1 won 2.5 against 4 (2), 2.5 against 2 (3), 2.5 against 0 (4).
    assert value(FULL, "sonneborn-berger")[1] == 4 * 2.5 + 2 * 2.5
    assert value(FULL, "sonneborn-berger")[2] == 6 * 1.5 + 0 * 4 + 2 * 4
    # 5.4.8.4.2: 3 beat 4 with 2.5, lost 1.5-2.5 to 1 and 0-4 to 2.
    assert value(FULL, "shmulyan")[3] == 0 * 2.5 - 6 * 2.5 - 4 * 4
    assert value(FULL, "sonneborn-berger", coefficients_of="game-points")[1] == 9.5 * 2.5 + 4 * 2.5 + 3 * 2.5
    assert value(FULL, "buchholz")[1] == 6
    assert value(FULL, "buchholz-cut-1")[1] == 6
    assert value(FULL, "match-wins") == {1: 3, 2: 2, 3: 1, 4: 0}
    assert value(FULL, "board-results")[1] == (3, 1.5, 1.5, 1.5)


def test_direct_encounter_of_teams() -> None:
    level = event((match(1, 2, 2, 1), match(3, 4, 1, 1)), (match(1, 3, 0, 1), match(2, 4, 2, 2)))
    assert value(level, "direct-encounter")[1] == 2
    assert value(level, "direct-encounter")[2] == 0
    assert value(level, "direct-encounter")[3] is None


def test_colours_follow_the_first_board() -> None:
    """5.4.9.3."""
    assert board_colours(True, 4) == (("white", "black"), ("black", "white")) * 2
    assert board_colours(False, 3) == (("black", "white"), ("white", "black"), ("black", "white"))


def test_line_ups() -> None:
    """5.4.9.2."""
    assert line_up((1, 2, 3, 4), (5, 6), set(), boards=4) == (1, 2, 3, 4)
    assert line_up((1, 2, 3, 4), (5, 6), {2}, boards=4) == (1, 3, 4, 5)
    assert line_up((1, 2, 3, 4), (5, 6), {2, 5}, boards=4, shift=False) == (1, 6, 3, 4)
    assert line_up((1, 2, 3, 4), (5,), {1, 2}, boards=4, shift=False) == (5, None, 3, 4)
    assert line_up((1, 2, 3, 4), (5,), {1}, boards=4, shift=False, reserve_boards=frozenset({4})) == (None, 2, 3, 4)
    assert line_up((1, 2), (), {1}, boards=3) == (2, None, None)


@pytest.mark.parametrize(
    ("present", "size", "may"), [(0, 4, False), (1, 4, False), (2, 4, True), (1, 2, True), (2, 6, True), (1, 3, False)]
)
def test_admission_needs_half_or_two(present: int, size: int, may: bool) -> None:
    """5.4.9.4: not with fewer than half and fewer than two."""
    assert admitted(present, size) is may


def test_matches_open_with_forfeits_where_nobody_sits() -> None:
    full = opened(1, 2, (1, 2, None, 4), (11, 12, 13, None), 4)
    assert [board.kind for board in full.boards] == ["unfinished", "unfinished", "forfeit", "forfeit"]
    assert [(board.home_half, board.away_half) for board in full.boards[2:]] == [(0, 2), (2, 0)]
    lost = opened(1, 2, (1, None, None, None), (11, 12, 13, None), 4)
    assert [(board.home_half, board.away_half) for board in lost.boards] == [(0, 2), (0, 2), (0, 2), (0, 0)]
    assert lost.kind == "forfeit"
    assert (lost.match(1), lost.match(2)) == (0, 2)


def test_a_game_on_a_wrong_board_is_lost() -> None:
    changed = wrong_board(match(1, 2, 2, 2), 2, 1)
    assert (changed.games(1), changed.games(2)) == (2, 2)
    assert changed.boards[1].kind == "forfeit"
    assert wrong_board(match(1, 2, 0, 0), 1, 2).games(1) == 2


def test_a_team_that_left_is_shown_both_ways() -> None:
    """5.4.9.5: 4 beat 1, then did not come to the match with 2."""
    going = event(
        (match(4, 1, 2, 2), match(2, 3, 1, 1)),
        (match(4, 2, 0, 0, kind="unfinished"), match(1, 3, 2, 2)),
    )
    left = team_left(going, 4, ("game-points",))
    assert [row.team for row in left.lost] == [2, 1, 4, 3]
    assert [row.team for row in left.annulled] == [1, 2, 3]
    assert left.changes_if_lost > left.changes_if_annulled == 0


def test_teams_are_paired_like_players() -> None:
    of = event((match(1, 3, 2, 2), match(4, 2, 0, 0)))
    made = pair(of.as_event(), "individual")
    assert made.pairs is not None
    assert {frozenset((one.white, one.black)) for one in made.pairs} == {frozenset((1, 2)), frozenset((3, 4))}
    by_games = msgspec.structs.replace(of, primary="game-points").as_event()
    assert [(game.white_half, game.black_half) for game in by_games.rounds[0].games] == [(4, 0), (0, 4)]


def test_team_byes_count() -> None:
    of = TeamEvent(TEAMS[:3], (TeamRound((match(1, 2, 2, 2),), (TeamBye(3, 2, 3),)),))
    rows = {row.team: row for row in team_standings(of, ())}
    assert (rows[3].match_points, rows[3].game_points) == (2, 1.5)
    assert pair(of.as_event()).bye == 2


def test_team_presets_name_known_criteria() -> None:
    for preset in PRESETS.values():
        if preset.teams:
            assert set(preset.tiebreaks) <= set(CRITERIA), preset.name
    with pytest.raises(SettingsError, match="'koya'"):
        team_standings(FULL, ("koya",))
