"""The fouls of 5.2.4.2: the published cases, and agreement with a slow definition."""

import json
import random
from pathlib import Path

import pytest

from rules.errors import NotationError
from rules.renju import explain, fouls, fouls_answer
from rules.renju.points import CELL_OF, POINTS
from rules.renju.verdicts import board_of, judge
from tests.rules.renju import oracle

SLICE = Path(__file__).parents[2] / "data" / "renju-fouls.json"
FULL = Path(__file__).parents[4] / "shared" / "data" / "renju-fouls.json"
DATA = FULL if FULL.exists() else SLICE
CASES = json.loads(DATA.read_text())["cases"]


def expected(case: dict, reading: str) -> str:
    world = case.get("verdict_renju_world")
    if reading == "article" and world is not None:
        return "double-three" if world == "foul" else "none"
    return case["kind"]


@pytest.mark.parametrize("reading", ["article", "rif"])
def test_every_published_case(reading):
    wrong = []
    for case in CASES:
        answer = fouls_answer(case["black"], case["white"], reading)
        if case["point"] is None:
            verdict = "none" if not answer["fouls"] else str(answer["fouls"])
        else:
            five = "five" if case["point"] in answer["fives"] else "none"
            verdict = answer["fouls"].get(case["point"], five)
            if (case["point"] in answer["disputed"]) != ("verdict_renju_world" in case):
                wrong.append((case["id"], "disputed"))
        if verdict != expected(case, reading):
            wrong.append((case["id"], verdict, expected(case, reading)))
    assert len(CASES) > 250
    assert not wrong


def random_board(rng: random.Random) -> tuple[list[str], list[str]]:
    """A clustered board: stones in a window, so that lines meet."""
    size = rng.randint(5, 15)
    left, bottom = rng.randint(1, 16 - size), rng.randint(1, 16 - size)
    points = [oracle.name((column, row)) for column in range(left, left + size) for row in range(bottom, bottom + size)]
    rng.shuffle(points)
    stones = points[: int(len(points) * rng.uniform(0.1, 0.6))]
    black = int(len(stones) * rng.uniform(0.4, 0.9))
    return stones[:black], stones[black:]


def compare(seed: int, wanted: int) -> int:
    """Points compared with the oracle, at least ``wanted``, both readings each; asserts that there is no difference."""
    rng = random.Random(seed)
    compared = 0
    seen = dict.fromkeys(("none", "five", "overline", "double-four", "double-three"), 0)
    while compared < wanted:
        black, white = random_board(rng)
        board = {oracle.point(name): True for name in black} | {oracle.point(name): False for name in white}
        answers = {reading: fouls_answer(black, white, reading) for reading in ("article", "rif")}
        empty = [name for name in POINTS if oracle.point(name) not in board]
        for point in rng.sample(empty, min(40, len(empty))):
            slow = {}
            for reading, answer in answers.items():
                slow[reading] = oracle.judge(board, oracle.point(point), reading)
                fast = answer["fouls"].get(point, "five" if point in answer["fives"] else "none")
                assert fast == slow[reading], (black, white, point, reading)
                assert (point in answer["disputed"]) == (point in answers["rif"]["disputed"])
            seen[slow["article"]] += 1
            compared += 1
            assert (point in answers["rif"]["disputed"]) == (slow["article"] != slow["rif"]), (black, white, point)
    assert min(seen.values()) > 0, seen
    return compared


def test_agrees_with_the_definition():
    assert compare(seed=5, wanted=1500) >= 1500


@pytest.mark.long
def test_agrees_with_the_definition_on_100_000_points():
    assert compare(seed=55, wanted=100_000) >= 100_000


def test_a_five_beats_every_foul():
    black = ["h6", "g7", "h7", "g8", "i8", "h9", "i9", "h10"]
    assert "h8" in fouls_answer(black, [])["fives"]
    assert "h8" not in fouls(black, [])


def test_the_two_readings_differ_on_the_published_points():
    black, white = ["h8", "g10", "f12", "g12", "h11", "h10", "h9"], ["a1", "o1", "a15", "o15", "a2", "o2", "o14"]
    assert fouls(black, white, "article")["i12"] == "double-three"
    assert "i12" not in fouls(black, white, "rif")
    assert fouls_answer(black, white, "rif")["disputed"] == fouls_answer(black, white)["disputed"] == ["i12"]


def test_the_judge_leaves_the_board_as_it_was():
    rng = random.Random(3)
    for _ in range(40):
        black, white = random_board(rng)
        words = board_of([CELL_OF[name] for name in black], [CELL_OF[name] for name in white])
        before = words.copy()
        for point in POINTS:
            if point not in black and point not in white:
                judge(words, CELL_OF[point], True)
        assert words == before


def test_every_wrong_point_is_named():
    with pytest.raises(NotationError, match=r"'p1'.*'h16'.*two stones on h8"):
        fouls(["p1", "h8"], ["h16", "h8"])
    with pytest.raises(NotationError, match="reading"):
        fouls([], [], "world")  # type: ignore[arg-type]


def test_an_explanation_names_the_threes_and_their_stones():
    why = explain(["i8", "j8", "h9", "h10"], [], "h8")
    assert why.verdict == "double-three"
    assert not why.disputed
    assert [(set(three.stones), three.real) for three in why.threes] == [
        ({"h8", "i8", "j8"}, True),
        ({"h8", "h9", "h10"}, True),
    ]
    assert why.threes[0].extended_by == {"g8": "legal", "k8": "legal"}
    assert set(why.stones) == {"h8", "i8", "j8", "h9", "h10"}


def test_an_explanation_names_fours_and_what_completes_them():
    why = explain(["d8", "e8", "f8", "j8", "k8", "l8"], [], "h8")
    assert why.verdict == "double-four"
    assert [(four.stones, four.completed_by) for four in why.fours] == [
        (("d8", "e8", "f8", "h8"), ("g8",)),
        (("h8", "j8", "k8", "l8"), ("i8",)),
    ]


def test_an_explanation_shows_why_a_three_is_none():
    case = next(case for case in CASES if case["id"] == "hand-048")
    why = explain(case["black"], case["white"], case["point"])
    assert why.verdict == "legal"
    assert "overline" in {verdict for three in why.threes for verdict in three.extended_by.values()}
    assert sum(three.real for three in why.threes) < 2 <= len(why.threes)


def test_explanations_agree_with_the_map():
    rng = random.Random(8)
    checked = 0
    for _ in range(30):
        black, white = random_board(rng)
        for reading in ("article", "rif"):
            answer = fouls_answer(black, white, reading)
            for point, kind in answer["fouls"].items():
                why = explain(black, white, point, reading)
                assert why.verdict == kind
                assert why.disputed == (point in answer["disputed"])
                if kind == "double-three":
                    assert sum(three.real for three in why.threes) >= 2
                if kind == "double-four":
                    assert len(why.fours) >= 2
                if kind == "overline":
                    assert max(len(row.stones) for row in why.rows) >= 6
                checked += 1
    assert checked > 100
