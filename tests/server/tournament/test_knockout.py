"""Knock-outs, the play-off of 31.8, micro-matches and Scheveningen tables."""

from collections.abc import Callable

import msgspec
import pytest

from rules.errors import SettingsError
from server.tournament.knockout import Stage, knockout_round, next_stage
from server.tournament.micromatch import as_game, colours, outcome
from server.tournament.model import Game
from server.tournament.scheveningen import scheveningen

Result = Callable[[int, int], tuple[int, int]]


def drawn(white: int, black: int) -> tuple[int, int]:
    return 1, 1


def lower_wins(white: int, black: int) -> tuple[int, int]:
    return (2, 0) if white < black else (0, 2)


def play(players: list[int], results: list[Result], seed: int = 1) -> tuple[list[Stage], int | None]:
    """The stages given when each is decided by the next of ``results``, and the winner if there is one by then."""
    played: list[list[Game]] = []
    stages: list[Stage] = []
    for result in results:
        stage = next_stage(players, played, seed=seed, ranking=sorted(players))
        if isinstance(stage, int):
            return stages, stage
        stages.append(stage)
        played.append([Game(white, black, *result(white, black)) for white, black in stage.games])
    end = next_stage(players, played, seed=seed, ranking=sorted(players))
    return stages, end if isinstance(end, int) else None


def test_two_play_a_mini_match() -> None:
    """31.8.5.1: two games with colours turned, 3 minutes and 2 seconds, after 30 minutes."""
    stages, winner = play([7, 3], [lower_wins])
    assert winner == 3
    (stage,) = stages
    assert stage.games[0] == stage.games[1][::-1]
    assert (stage.base_ms, stage.increment_ms, stage.break_minutes) == (180_000, 2_000, 30)


def test_a_drawn_mini_match_goes_on_to_the_first_win_with_colours_changing_after_odd_games() -> None:
    stages, winner = play([7, 3], [drawn, drawn, drawn, drawn, drawn, drawn, lower_wins])
    assert winner == 3
    extra = [stage.games[0] for stage in stages[1:]]
    first, turned = extra[0], extra[0][::-1]
    assert extra == [first, turned, turned, first, first, turned]
    assert {stage.kind for stage in stages[1:]} == {"to-first-win"}
    assert {stage.break_minutes for stage in stages[1:]} == {10}
    assert any(play([7, 3], [drawn], seed)[0][0].games != stages[0].games for seed in range(2, 12))


def test_three_play_a_round_robin() -> None:
    stages, winner = play([5, 6, 7], [lower_wins])
    assert winner == 5
    assert {frozenset(game) for game in stages[0].games} == {frozenset(two) for two in ((5, 6), (5, 7), (6, 7))}


def test_of_three_still_level_the_worst_by_article_32_leaves() -> None:
    stages, winner = play([5, 6, 7], [drawn, lower_wins])
    assert {frozenset(game) for game in stages[1].games} == {frozenset((5, 6))}
    assert winner == 5


def test_two_of_three_level_at_the_top_play_on() -> None:
    def seven_loses(white: int, black: int) -> tuple[int, int]:
        return (1, 1) if 7 not in (white, black) else (0, 2) if white == 7 else (2, 0)

    stages, winner = play([5, 6, 7], [seven_loses, lower_wins])
    assert {frozenset(game) for game in stages[1].games} == {frozenset((5, 6))}
    assert winner == 5


def test_four_play_a_knock_out_by_lot() -> None:
    stages, winner = play([1, 2, 3, 4], [lower_wins, lower_wins])
    assert winner == 1
    assert len(stages[0].games) == 4
    assert len(stages[1].games) == 2
    assert 1 in stages[1].games[0]
    drawn_stages = [play([1, 2, 3, 4], [lower_wins], seed)[0][0] for seed in range(20)]
    met = {frozenset(frozenset(game) for game in stage.games) for stage in drawn_stages}
    assert len(met) == 3


def test_only_the_undecided_semi_final_goes_on() -> None:
    def with_one(white: int, black: int) -> tuple[int, int]:
        return lower_wins(white, black) if 1 in (white, black) else (1, 1)

    stages, winner = play([1, 2, 3, 4], [with_one, lower_wins, lower_wins])
    assert len(stages[1].games) == 1
    assert 1 not in stages[1].games[0]
    assert winner == 1


def test_five_and_more_play_a_round_robin() -> None:
    stages, winner = play([1, 2, 3, 4, 5], [lower_wins])
    assert (len(stages[0].games), winner) == (10, 1)


def test_a_play_off_refuses_wrong_input() -> None:
    with pytest.raises(SettingsError):
        next_stage([1, 1], [], seed=1, ranking=[1])
    with pytest.raises(SettingsError):
        next_stage([1, 2], [[Game(1, 3, 2, 0)]], seed=1, ranking=[1, 2])


@pytest.mark.parametrize("count", range(2, 18))
@pytest.mark.parametrize("by_lot", [True, False])
def test_knock_out_rounds_fill_to_a_power_of_two(count: int, by_lot: bool) -> None:
    pairs, through = knockout_round(list(range(1, count + 1)), seed=3, by_lot=by_lot)
    left = len(pairs) + len(through)
    assert left & (left - 1) == 0
    assert sorted([*through, *(player for two in pairs for player in two)]) == list(range(1, count + 1))
    if not by_lot:
        assert through == tuple(range(1, len(through) + 1))


def test_micro_match_colours() -> None:
    """5.4.6: colours change after each game; the order is a setting."""
    assert colours(1, 2, 3) == ((1, 2), (2, 1), (1, 2))
    assert colours(1, 2, 4, "mirror") == ((1, 2), (2, 1), (2, 1), (1, 2))


def one_result(first: int, second: int, games: list[Game]) -> Game:
    return msgspec.structs.replace(as_game(first, second, games), parts=())


def test_micro_matches_are_won_by_the_sum() -> None:
    games = [Game(1, 2, 2, 0), Game(2, 1, 1, 1)]
    assert outcome(1, 2, games).winner == 1
    assert one_result(1, 2, games) == Game(1, 2, 2, 0)
    level = [Game(1, 2, 2, 0), Game(2, 1, 2, 0)]
    assert one_result(1, 2, level) == Game(1, 2, 1, 1)
    assert outcome(1, 2, level, extra_when_drawn=True).extra
    assert not outcome(1, 2, games, extra_when_drawn=True).extra
    assert one_result(1, 2, [Game(1, 2, 0, 2), Game(2, 1, 0, 0, "unfinished")]) == Game(1, 2, 0, 2, "unfinished")
    assert one_result(1, 2, [Game(1, 2, 0, 0, "forfeit"), Game(2, 1, 0, 0, "forfeit")]) == Game(1, 2, 0, 0, "forfeit")
    assert one_result(1, 2, [Game(1, 2, 2, 0, "forfeit"), Game(2, 1, 0, 2, "forfeit")]) == Game(1, 2, 2, 0, "forfeit")
    assert one_result(1, 2, []).kind == "unfinished"


@pytest.mark.parametrize("size", range(1, 14))
def test_scheveningen(size: int) -> None:
    rounds = scheveningen(size)
    games = [two for pairs in rounds for two in pairs]
    assert {frozenset(two) for two in games} == {
        frozenset((a, b)) for a in range(1, size + 1) for b in range(size + 1, 2 * size + 1)
    }
    assert len(games) == size * size
    for player in range(1, 2 * size + 1):
        history = "".join("W" if a == player else "B" for a, b in games if player in (a, b))
        assert abs(history.count("W") - history.count("B")) <= size % 2
        assert "WWW" not in history
        assert "BBB" not in history
    for pairs in rounds:
        assert len({player for two in pairs for player in two}) == 2 * size
        if size % 4 == 0:
            assert sum(a <= size for a, b in pairs) == size // 2
