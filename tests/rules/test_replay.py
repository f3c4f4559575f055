"""The answer of the replay command."""

from pathlib import Path

import pytest

from rules.replay import replay

GAMES = Path(__file__).parents[1] / "data" / "games"
V1 = (
    "e1-a5 a7-b8 c1-g5 b8-d6 g5-d8 d6-b8 a5-e1 b8-a7 e1-h4 a7-b8 d8-a5 b8-h2 h4-g5 h2-b8 g5-d8 b8-a7 d8-e7 a7-b8 "
    "e7-f8 b8-h2 f8-c5 h2-b8 g1-h2 b8-a7 c5-a3 a7-g1 h2-d6 g1-a7 d6-g3 a7-g1"
)


def game(fen, moves, result="*", tags=""):
    (one,) = replay(f'{tags}[GameType "25"]\n[Result "{result}"]\n[FEN "{fen}"]\n\n{moves} {result}')
    return one


def test_every_championship_game():
    for file in sorted(GAMES.glob("*.pdn")):
        for one in replay(file.read_bytes()):
            assert one["error"] is None
            assert one["result"] in ("1-0", "0-1", "1/2-1/2")
            assert set(one) == {"plies", "result", "result_by_rule", "position", "findings", "error"}


def test_a_move_limit_is_found_on_its_ply():
    one = game("W:WK30,K31,K32:BK5", V1, "1/2-1/2")
    assert one["findings"][0] == {
        "ply": 29,
        "side": "white",
        "kind": "move-limit",
        "grade": one["findings"][0]["grade"],
        "article": "2.1.9",
    }
    assert [found["ply"] for found in one["findings"]] == [29, 30]
    assert (one["plies"], one["result"], one["result_by_rule"]) == (30, "1/2-1/2", "1/2-1/2")


def test_a_draw_rule_does_not_end_the_game_of_a_file():
    """The result comes from the source; what the rules say stands beside it."""
    one = game("W:WK30,K31,K32:BK5", V1 + " g3-h2", "1-0")
    assert (one["plies"], one["result"], one["result_by_rule"]) == (31, "1-0", "1/2-1/2")


def test_repetition():
    shuffle = "a7-b6 b4-a3 b6-a7 a3-b4 "
    one = game("W:WKa7,Kb8:BKe1,Kb4", shuffle * 2)
    assert one["findings"] == [
        {
            "ply": 8,
            "side": "black",
            "kind": "repetition",
            "grade": one["findings"][0]["grade"],
            "article": "5.4.12.1.3",
        }
    ]
    assert one["result_by_rule"] == "1/2-1/2"


@pytest.mark.parametrize(("variant", "won"), [("", "1-0"), ('[Variant "giveaway"]\n', "0-1")])
def test_a_win_on_the_board(variant, won):
    one = game("W:Wc3:Bd4", "c3:e5", tags=variant)
    assert (one["result"], one["result_by_rule"], one["position"]) == ("*", won, "B:W15:B")


def test_an_error_keeps_what_came_before():
    one = game("W:Wc3:Bh8", "c3-d4 h8-a1")
    assert (one["plies"], one["result_by_rule"], one["position"]) == (1, None, "B:W18:B4")
    assert one["error"].startswith("line 5, column 7: h8-a1 is not legal")


def test_plies_go_on_over_a_setup():
    one = game("W:Wc3:Bh8", 'c3-d4 /FEN "W:WK18,K1:BK12"/ d4-a1 h6-c1 a1-b2 c1:a3')
    assert one["error"] is None
    assert one["plies"] == 5


KNIGHTS = "Nf3 Nf6 Ng1 Ng8 "


@pytest.mark.parametrize(("times", "plies_due", "by_rule"), [(2, [8], None), (3, [8, *range(9, 13)], None)])
def test_a_third_repetition_in_chess_is_a_claim(times, plies_due, by_rule):
    (one,) = replay("1. " + KNIGHTS * times + "*", "chess")
    assert [(found["ply"], found["kind"], found["article"]) for found in one["findings"]] == [
        (ply, "repetition", "FIDE 9.2") for ply in plies_due
    ]
    assert one["result_by_rule"] is by_rule


def test_a_fifth_repetition_in_chess_is_a_result_whatever_follows():
    (one,) = replay("1. " + KNIGHTS * 4 + "e4 e5 0-1", "chess")
    assert (one["plies"], one["result"], one["result_by_rule"]) == (18, "0-1", "1/2-1/2")


@pytest.mark.parametrize(
    ("plies", "moves", "due", "by_rule"),
    [
        (98, "Ra2 Kd8", [2], None),
        (98, "Ra2", [], None),
        (148, "Ra2", [], None),
        (148, "Ra2 Kd8 h4", [], "1/2-1/2"),
    ],
)
def test_fifty_moves_in_chess_are_a_claim_and_seventy_five_a_result(plies, moves, due, by_rule):
    (one,) = replay(f'[FEN "4k3/8/8/8/8/8/7P/R3K3 w - - {plies} 90"]\n\n{moves} 1-0', "chess")
    found = [each["ply"] for each in one["findings"] if each["kind"] == "move-limit"]
    assert (one["error"], found, one["result_by_rule"]) == (None, due, by_rule)


@pytest.mark.parametrize(
    ("tag", "plies"),
    [
        ('[OpeningRegulation "rif"]', [2, 3]),
        ('[Rules "RIF rule"]', [2, 3]),
        ('[Opening "Soosõrv-8"]', [2, 3]),
        ('[Rules "none"]', []),
        ('[Rules "renju"]', []),
        ('[Opening "kagetsu"]', []),
    ],
)
def test_a_stone_against_the_opening_regulation_that_the_file_names(tag, plies):
    (one,) = replay(f'[Discipline "renju"]\n[Style "rif"]\n{tag}\nh8 j9 k8 a1 *')
    assert [(found["ply"], found["kind"], found["article"]) for found in one["findings"]] == [
        (ply, "opening-violation", "5.2.4.3") for ply in plies
    ]


def test_the_opening_regulation_of_an_sgf():
    (one,) = replay("(;GM[4]FF[4]SZ[15]RU[Taraguchi-10];B[hh];W[aa])")
    assert [(found["ply"], found["side"]) for found in one["findings"]] == [(2, "white")]
