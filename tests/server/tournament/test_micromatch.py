"""Micro-matches game by game (5.4.6): what is played next, what the meeting counts, and how files keep it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.tournament import Event, Player, Round, read_trf, standings, write_trf
from server.tournament.crosstable import rating_report, swiss_table
from server.tournament.micromatch import Next, Rules, as_game, filled, next_game
from server.tournament.model import Bye, Game

WHITE, BLACK, DRAWN = (2, 0), (0, 2), (1, 1)


def play(rules: Rules, results: list[tuple[int, int]], seed: int = 1, **more: Any) -> tuple[list[Game], Next | None]:
    """The games of a meeting of 1 and 2 with these results (White, Black), as far as it goes, and what is next."""
    games: list[Game] = []
    for result in results:
        due = next_game(1, 2, games, rules, seed=seed, **more)
        if due is None:
            break
        assert due.number == len(games) + 1
        games.append(Game(due.white, due.black, *result))
    return games, next_game(1, 2, games, rules, seed=seed, **more)


def test_games_follow_one_another_with_the_colours_of_the_order() -> None:
    games, due = play(Rules(games=4, order="mirror"), [WHITE] * 9)
    assert [game.white for game in games] == [1, 2, 2, 1]
    assert due is None
    assert play(Rules(games=2), [DRAWN])[1] == Next(2, 2, 1, False)


def test_a_drawn_meeting_ends_unless_the_regulations_go_on() -> None:
    assert play(Rules(games=2), [WHITE, WHITE])[1] is None
    games, due = play(Rules(games=2, extra="once", extra_games=2), [WHITE, WHITE, DRAWN, DRAWN, DRAWN])
    assert (len(games), due) == (4, None)
    assert as_game(1, 2, games, Rules(games=2, extra="once", extra_games=2)) == Game(1, 2, 1, 1, parts=tuple(games))
    assert play(Rules(games=2, extra="once", extra_games=2), [WHITE, BLACK])[1] is None


def test_single_extra_games_go_to_the_first_win_with_colours_changing_after_odd_ones() -> None:
    rules = Rules(games=1, extra="until-won")
    games, due = play(rules, [DRAWN] * 6 + [WHITE, DRAWN])
    assert due is None
    first, other = games[1].white, games[1].black
    assert [game.white for game in games[1:]] == [first, other, other, first, first, other]
    assert as_game(1, 2, games, rules).half(other) == 2
    assert {play(rules, [DRAWN], seed)[1][1] for seed in range(20)} == {1, 2}  # type: ignore[index]


def test_every_extra_micro_match_has_colours_by_its_own_lot() -> None:
    rules = Rules(games=2, extra="until-won", extra_games=2)
    games, _ = play(rules, [DRAWN] * 20)
    blocks = [games[at : at + 2] for at in range(2, 20, 2)]
    assert all(one.white == two.black for one, two in blocks)
    assert len({one.white for one, _ in blocks}) == 2


def test_the_first_win_ends_a_match_with_one_budget() -> None:
    """3.6.4: one budget of time for all games until the first win."""
    rules = Rules(first_win=True)
    games, due = play(rules, [DRAWN, DRAWN, BLACK, WHITE])
    assert ([game.white for game in games], due) == ([1, 2, 1], None)
    assert as_game(1, 2, games, rules).half(2) == 2


def test_who_does_not_come_to_a_game_loses_the_meeting() -> None:
    """5.4.4.1: a loss in the micro-match, whatever the score; the games played stay for ratings."""
    rules = Rules(games=3)
    games = [Game(1, 2, 2, 0), Game(2, 1, 2, 0, "forfeit")]
    assert next_game(1, 2, games, rules) is None
    assert as_game(1, 2, games, rules) == Game(1, 2, 0, 2, "played", parts=tuple(games))
    absent = [Game(1, 2, 2, 0, "forfeit")]
    assert as_game(1, 2, absent, rules) == Game(1, 2, 2, 0, "forfeit", parts=tuple(absent))
    both = [Game(1, 2, 0, 0, "forfeit")]
    assert as_game(1, 2, both, rules) == Game(1, 2, 0, 0, "forfeit", parts=tuple(both))
    summed = Rules(games=3, scoring="sum")
    assert as_game(1, 2, games, summed) == Game(1, 2, 2, 4, "played", parts=tuple(games))


def test_a_meeting_lost_by_a_ruling_is_lost_whatever_the_score() -> None:
    """5.4.14.1: loss of the micro-match; both may lose it."""
    rules = Rules(games=3)
    won = [Game(1, 2, 2, 0), Game(2, 1, 0, 2)]
    assert next_game(1, 2, won, rules, lost=frozenset({1})) is None
    lost = as_game(1, 2, won, rules, lost=frozenset({1}))
    assert (lost.white_half, lost.black_half, lost.kind) == (0, 2, "played")
    both = as_game(1, 2, won, rules, lost=frozenset({1, 2}))
    assert (both.white_half, both.black_half) == (0, 0)
    assert [(g.white, g.half(1), g.kind) for g in filled(1, 2, won, rules, frozenset({1}))[2:]] == [(1, 0, "forfeit")]


def test_the_sum_of_points_counts_where_the_regulations_say_so() -> None:
    games, _ = play(Rules(games=2, scoring="sum"), [WHITE, DRAWN])
    assert as_game(1, 2, games, Rules(games=2, scoring="sum")) == Game(1, 2, 3, 1, parts=tuple(games))
    assert as_game(1, 2, games[:1], Rules(games=2)) == Game(1, 2, 2, 0, "unfinished", parts=tuple(games[:1]))


RULES = st.builds(
    Rules,
    games=st.integers(1, 6),
    order=st.sampled_from(["alternate", "mirror"]),
    extra=st.sampled_from(["none", "once", "until-won"]),
    extra_games=st.integers(1, 3),
    first_win=st.booleans(),
)


@given(RULES, st.lists(st.sampled_from([WHITE, BLACK, DRAWN]), max_size=30), st.integers(0, 99))
def test_a_meeting_is_told_game_by_game(rules: Rules, results: list[tuple[int, int]], seed: int) -> None:
    games, due = play(rules, results, seed)
    told = as_game(1, 2, games, rules, seed=seed)
    assert (told.kind == "unfinished") == (due is not None)
    if due is None:
        assert told.white_half + told.black_half == 2
        main = sum(game.half(1) - game.half(2) for game in games[: None if rules.first_win else rules.games])
        assert main == 0 or (told.white_half > told.black_half) == (main > 0)
        if rules.extra == "until-won" and not rules.first_win:
            assert told.white_half != told.black_half
    if rules.first_win:
        assert all(game.white_half == 1 for game in games[:-1])
        return
    for count in range(rules.games, len(games), rules.extra_games):
        assert sum(game.half(1) - game.half(2) for game in games[:count]) == 0, "extra games follow a draw only"
    extras = games[rules.games :]
    blocks = [extras[at : at + rules.extra_games] for at in range(0, len(extras), rules.extra_games)]
    for block in (games[: rules.games], *([extras] if rules.extra_games == 1 else blocks)):
        assert abs(2 * sum(game.white == 1 for game in block) - len(block)) <= 1


def event(scoring: str) -> Event:
    rules = Rules(games=2, scoring=scoring)  # type: ignore[arg-type]
    first = play(rules, [WHITE, DRAWN])[0]
    forfeit = [Game(3, 4, 2, 0, "forfeit")]
    again = [Game(1, 3, 2, 0), Game(3, 1, 2, 0)]
    worth = 2 if scoring == "sum" else 1
    return Event(
        players=tuple(Player(number, f"P{number}", 2000 + number) for number in (1, 2, 3, 4, 5)),
        rounds=(
            Round(
                (as_game(1, 2, first, rules), as_game(3, 4, forfeit, rules)),
                (Bye(5, half=2 * worth),),
            ),
            Round((as_game(1, 3, again, rules),), (Bye(2, "zero", 0), Bye(4, "zero", 0), Bye(5, "zero", 0))),
        ),
        kind="swiss",
        worth=worth,
    )


@pytest.mark.parametrize(("scoring", "points"), [("result", [1.5, 1.5, 1, 0, 0]), ("sum", [2.5, 3.0, 2.0, 0.5, 0.0])])
def test_standings_count_meetings_and_the_rating_report_every_game(scoring: str, points: list[float]) -> None:
    made = event(scoring)
    rows = standings(made, ("wins", "sonneborn-berger", "games-with-black"))
    assert sorted((row.points for row in rows), reverse=True) == sorted(points, reverse=True)
    assert next(row for row in rows if row.id == 1).tiebreaks["wins"] == 1
    assert next(row for row in rows if row.id == 1).tiebreaks["games-with-black"] == 2
    report = [one[:3] for one in rating_report(made)]
    assert report == [(1, 1, 2), (1, 2, 1), (2, 1, 3), (2, 3, 1)]
    marks = {line.id: [cell.mark for (cell,) in line.cells] for line in swiss_table(made, rows)}
    assert marks[3][0] == marks[5][0] == "+"
    assert marks[4][0] == "-"


@pytest.mark.parametrize("scoring", ["result", "sum"])
def test_trf_keeps_the_games_of_meetings(scoring: str) -> None:
    made = event(scoring)
    text = write_trf(made)
    back = read_trf(text)
    assert (back.rounds, back.worth) == (made.rounds, made.worth)
    cells = text.splitlines()[-5:]
    assert "   2 w 1" in cells[0], "a meeting is one cell with its one result"
    assert [row.points for row in standings(back, ())] == [row.points for row in standings(made, ())]
