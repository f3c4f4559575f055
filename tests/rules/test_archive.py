"""Files of every discipline: told apart, read, replayed."""

import pytest

from rules.archive import games, notation_of
from rules.errors import SettingsError
from rules.replay import replay

SAN = '[Event "x"]\n\n1. e4 {best} e5 2. Nf3 *\n'


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        (SAN, "pgn"),
        ("1. Nf3 d5 *", "pgn"),
        ("{a} 1. d4!? *", "pgn"),
        ('[GameType "0"]\n1. e2e4 *', "pgn"),
        ('[GameType "25"]\n1. e4 *', "pdn"),
        ("1. c3-d4 b6-a5 *", "pdn"),
        ("1. cd4 ba5 *", "pdn"),
        ("1. c3d4 b6a5 *", "pdn"),
        ("1. 32-28 19-23 *", "pdn"),
        ('[Event "x"]', "pdn"),
        ("", "pdn"),
        ("h8 h9 i9", "renju"),
        ("1. H8 2. h9", "renju"),
        ("h8h9i9", "renju"),
        ('[Discipline "renju"]\n[Result "*"]\n*', "renju"),
        ("(;GM[4]SZ[15];B[hh])", "renju"),
        ("<database></database>", "renju"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", "renju"),
    ],
)
def test_notations_are_told_apart(text, notation):
    assert notation_of(text) == notation
    assert notation_of(text.encode()) == notation
    assert notation_of(b"\xff\xfe" + text.encode("utf-16-le")) == notation


def test_games_of_every_discipline():
    assert [game.plies for game in games(SAN)] == [3]
    assert [game.plies for game in games("1. c3-d4 b6-a5 *")] == [2]
    assert [game.plies for game in games("h8 h9 i9 *\nh8 i9 *")] == [3, 2]
    assert [game.plies for game in games("1. e2e4 e7e5 *", "chess")] == [2]
    with pytest.raises(SettingsError):
        games(SAN, "go")


def test_replays_name_fouls_and_fives():
    (answer,) = replay("h8 a1 i8 c1 j9 e1 j10 g1 j8 a15 h9 o15 h10 n14 h11 m3 h12 0-1")
    kinds = [(found["ply"], found["side"], found["kind"]) for found in answer["findings"]]
    assert kinds == [(9, "black", "foul-double-three"), (17, "black", "five")]
    assert (answer["result"], answer["result_by_rule"], answer["error"]) == ("0-1", "0-1", None)
    assert answer["position"].startswith("W:Bh8,i8,j8,h9,")


def test_replays_of_chess():
    (answer,) = replay("1. f3 e5 2. g4 Qh4# 0-1")
    assert (answer["plies"], answer["result"], answer["result_by_rule"]) == (4, "0-1", "0-1")
    (answer,) = replay("1. f3 e5 2. g4 Qh5# 0-1")
    assert answer["plies"] == 3
    assert "line 1, column 16" in answer["error"]
