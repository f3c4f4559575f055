"""The demo's plan: which game is played where, and what happens on the way."""

from random import Random

import pytest

from flagfall.demo.plan import (
    FLAG_FALL,
    IRREGULARITIES,
    MISSED_CAPTURE,
    MOVE_LIMIT,
    REPETITION,
    TOUCHED_PIECE,
    deal,
    falls_due,
    irregularity_at,
    plan_play,
)
from flagfall.demo.scripts import begins_with, endings, openings, scripts
from flagfall.demo.settings import DemoSettings, check
from rules import discipline
from rules.errors import SettingsError


def test_a_round_of_eight_boards_has_every_irregularity_once() -> None:
    for number in range(1, 8):
        found = [irregularity_at(board, number, 8) for board in range(1, 9)]
        assert sorted(kind for kind in found if kind) == sorted(IRREGULARITIES)


@pytest.mark.parametrize("boards", [1, 2, 3, 4, 5, 6])
def test_small_halls_meet_every_irregularity_in_time_and_leave_a_clean_board(boards: int) -> None:
    met = {irregularity_at(board, number, boards) for number in range(1, 11) for board in range(1, boards + 1)}
    assert set(IRREGULARITIES) <= met
    if boards > 1:
        assert any(not irregularity_at(board, 1, boards) for board in range(1, boards + 1))


def test_the_endings_fall_due_on_their_last_ply() -> None:
    for kind in (REPETITION, MOVE_LIMIT):
        script = endings()[kind]
        assert falls_due(script, "russian", kind) == len(script.moves)


@pytest.mark.parametrize("irregularity", [MISSED_CAPTURE, TOUCHED_PIECE, FLAG_FALL])
def test_a_place_is_found_in_every_shipped_game_that_offers_one(irregularity: str) -> None:
    for script in scripts(None):
        play = plan_play(script, "russian", irregularity, Random(1))
        if play.irregularity:
            assert 1 <= play.ply <= len(script.moves)
        if irregularity == FLAG_FALL:
            assert play.irregularity == FLAG_FALL


def test_a_missed_capture_is_planned_where_one_is_due() -> None:
    script = scripts(None)[0]
    play = plan_play(script, "russian", MISSED_CAPTURE, Random(4))
    position = discipline("russian").start()
    for text in script.moves[: play.ply - 1]:
        position = position.apply(position.parse(text))
    assert all(move.is_capture for move in position.legal_moves())


def test_games_are_dealt_in_order_and_from_the_start_again() -> None:
    games = scripts(None)
    assert deal(games, 4, 1) == games[:4]
    assert deal(games, 4, 2) == games[4:8]
    assert deal(games[:3], 2, 2) == [games[2], games[0]]


def test_the_table_of_openings_is_what_the_games_begin_with() -> None:
    known = scripts(None)
    table = openings(known)
    assert len(table) == len(set(table)) > 3
    for drawn in table:
        begun = begins_with(known, drawn)
        assert begun
        assert all(script.moves[: len(drawn)] == drawn for script in begun)
    assert begins_with(known, ("a1-a2",)) == []


def test_openings_are_drawn_in_russian_draughts_only() -> None:
    with pytest.raises(SettingsError, match="--draw-openings"):
        check(DemoSettings(draws=True, discipline="international"))
