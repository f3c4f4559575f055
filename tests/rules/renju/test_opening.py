"""Opening regulations: each table walked by its golden file, zones, symmetry, persons, and records of stones."""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules.errors import IllegalMoveError, NotationError, SettingsError
from rules.renju import begin, regulation, regulations, violations
from rules.renju.opening import Act, State
from rules.renju.openings.taraguchi_n import taraguchi_n
from rules.renju.patterns import pattern
from rules.renju.symmetry import same_move, symmetries
from rules.side import Side

GOLDEN = Path(__file__).parent / "openings"
NAMED = [
    "none",
    "rif",
    "yamaguchi",
    "soosyrv-4",
    "soosyrv-8",
    "taraguchi-n",
    "taraguchi-10",
    "tarannikov",
    "sakata",
    "swap",
    "swap2",
]


def walk(state: State, text: str) -> State:
    for line in text.split(","):
        state = state.apply(state.read(line))
    return state


def test_all_named_regulations_are_there():
    assert sorted(NAMED) == list(regulations())
    for name in regulations():
        assert regulation(name).title("ru")
        assert regulation(name).title("en")


@pytest.mark.parametrize("name", regulations())
def test_the_golden_course(name):
    """Each line: who acts and what he does; the last says who has Black at the end."""
    *lines, last = (GOLDEN / f"{name}.txt").read_text().splitlines()
    state = begin(regulation(name))
    for line in lines:
        actor, text = line.split(" ", 1)
        assert state.actor == int(actor), (line, state)
        state = state.apply(state.read(text))
    assert state.done
    assert f"black {state.black}" == last
    assert violations(regulation(name), state.moves) == ()


@pytest.mark.parametrize("name", regulations())
def test_every_random_course_ends_and_is_lawful(name):
    for seed in range(25):
        rng = random.Random(seed)
        state = begin(regulation(name))
        acts = 0
        while not state.done:
            step = state.expects
            assert state.actor in (1, 2)
            if step.act == "choose":
                act = Act(act="choose", option=rng.choice(sorted(step.options)))
            elif step.act == "declare":
                act = Act(act="declare", number=rng.randint(1, step.most or 4))
            else:
                act = Act(act=step.act, point=rng.choice(state.points()))
            assert state.read(str(act)) == act
            state = state.apply(act)
            acts += 1
            assert acts < 40
        assert len(state.moves) >= (1 if name == "none" else 4)
        assert state.moves[0] == "h8"
        assert violations(regulation(name), state.moves) == ()
        assert state.actor == state.person(Side.WHITE if len(state.moves) % 2 else Side.BLACK)


def test_a_swap_changes_the_persons_not_the_stones():
    state = walk(begin(regulation("rif")), "h8,h9,i9")
    assert (state.person(Side.BLACK), state.person(Side.WHITE), state.actor) == (1, 2, 2)
    swapped = walk(state, "swap")
    assert (swapped.person(Side.BLACK), swapped.person(Side.WHITE), swapped.actor) == (2, 1, 1)
    assert swapped.moves == state.moves


@pytest.mark.parametrize(
    ("name", "course", "wrong", "right"),
    [
        ("rif", "", "h9", "h8"),
        ("rif", "h8", "j8", "i8"),
        ("rif", "h8,i8", "k8", "j8"),
        ("tarannikov", "h8,stay,h9,stay,i9,stay", "l8", "k11"),
        ("tarannikov", "h8,stay,h9,stay,i9,stay,g8,stay", "m8", "l12"),
        ("taraguchi-10", "h8,stay,h9,stay,i9,stay", "d8", "e5"),
        ("sakata", "h8,h9,i9,stay,o1", "l8", "k8"),
        ("swap2", "", "a1", "h8"),
    ],
)
def test_zones(name, course, wrong, right):
    state = begin(regulation(name))
    if course:
        state = walk(state, course)
    assert wrong not in state.points()
    assert right in state.points()
    with pytest.raises(IllegalMoveError, match=r"outside|h8"):
        walk(state, wrong)


def test_equal_fifth_moves_are_refused_about_axes_between_lines():
    state = walk(begin(regulation("rif")), "h8,h9,h7,stay,h6,offer g8")
    for same in ("g7", "i8", "i7"):
        with pytest.raises(IllegalMoveError, match="symmetry"):
            walk(state, same)
    assert state.offers_due == 1
    assert walk(state, "g9").expects.act == "pick"


def test_symmetry_is_of_the_stones():
    assert len(symmetries(["h8"], [])) == 8
    assert len(symmetries(["h8", "h7"], ["h9", "h6"])) == 4
    assert len(symmetries(["h8", "i9"], ["h9", "a1"])) == 1
    assert same_move("a1", "a1", ["h8"], ["h9"])
    assert same_move("g5", "i5", ["h8", "h10"], ["h9", "a5", "o5"][:1])
    assert not same_move("g8", "h5", ["h8", "h7"], ["h9", "h6"])
    assert not same_move("a8", "o8", ["g8", "i8"], ["g9", "g7"])


def test_an_image_off_the_board_is_no_conflict():
    # The pattern's axis is the a-b boundary side of the board: nothing maps o8 onto the board.
    assert not any(same_move("o8", point, ["a1", "b1"], []) for point in ("a8", "b8", "n8"))


def test_the_number_of_offers():
    state = walk(begin(regulation("soosyrv-4")), "h8,i9,j10,stay,g6")
    with pytest.raises(IllegalMoveError, match="1 to 4"):
        walk(state, "declare 5")
    with pytest.raises(IllegalMoveError, match="from 1"):
        walk(state, "0")
    state = walk(state, "3,stay,i8,j8")
    assert state.offers_due == 1
    with pytest.raises(IllegalMoveError, match="taken"):
        walk(state, "i8")
    with pytest.raises(NotationError, match="expected a point"):
        walk(state, "pass")
    state = walk(state, "k8")
    assert state.points() == ("i8", "j8", "k8")
    with pytest.raises(IllegalMoveError, match="expected one of the offers"):
        walk(state, "l8")
    assert walk(state, "pick k8").moves[-1] == "k8"
    assert regulation("taraguchi-7").steps["o5"].count == 7
    assert regulation("taraguchi-7").title("en") == "Taraguchi-7"


def test_taraguchi_after_a_swap():
    course = "h8,stay,h9,stay,i9,stay,g8,swap"
    assert walk(begin(regulation("taraguchi-10")), course).expects.act == "place"
    other = walk(begin(taraguchi_n(10, offers_after_swap=True)), course)
    assert sorted(other.expects.options) == ["offer", "stay"]
    assert other.actor == 2
    assert walk(other, "offer").offers_due == 10


def test_what_a_press_without_a_stone_means():
    state = begin(regulation("rif"))
    assert state.press_means == ""
    assert walk(state, "h8,h9,i9").press_means == "swap"
    assert walk(state, "h8,h9,i9,stay,a1").press_means == ""
    colours = walk(begin(regulation("swap2")), "h8,a1,o15")
    assert colours.press_means == "black"
    assert walk(colours, "add,c3,d4").press_means == "black"
    done = walk(begin(regulation("none")), "h8")
    assert (done.done, done.press_means) == (True, "pass")
    with pytest.raises(IllegalMoveError, match="over"):
        done.apply(Act(act="place", point="h9"))


def test_swap_bars_two_patterns():
    state = walk(begin(regulation("swap")), "h8,h9")
    for third in ("j6", "f6"):
        with pytest.raises(IllegalMoveError, match="13D"):
            walk(state, third)
    (seen,) = violations(regulation("swap"), ["h8", "i9", "f6", "a1"])
    assert (seen.ply, seen.evidence["barred"]) == (3, "13I")


@dataclass
class Record:
    name: str
    moves: str
    wrong: list[tuple[int, Side]]


@pytest.mark.parametrize(
    "record",
    [
        Record("none", "h8 a1 o15 pass", []),
        Record("none", "h9", [(1, Side.BLACK)]),
        Record("rif", "h8 h9 j8 a1 o15", []),
        Record("rif", "h8 j9 k8 a1", [(2, Side.WHITE), (3, Side.BLACK)]),
        Record("rif", "h8 h9 pass", [(3, Side.BLACK)]),
        Record("tarannikov", "h8 h9 i9 g8 a1", [(5, Side.BLACK)]),
        Record("taraguchi-10", "h8 h9 i9 g8 a1 o1", []),
        Record("taraguchi-10", "h8 h9 i9 a8 a1 o1", [(4, Side.WHITE)]),
        Record("sakata", "h8 h9 i9 g8 a1 o1", [(5, Side.BLACK)]),
    ],
)
def test_records_of_stones_alone(record):
    seen = violations(regulation(record.name), record.moves.split())
    assert [(one.ply, one.side) for one in seen] == record.wrong
    assert all(one.kind == "opening-violation" for one in seen)


def test_the_26_patterns():
    names = {
        pattern(["h8", second, third])
        for second in ("h9", "i9")
        for column in "fghij"
        for third in (f"{column}{row}" for row in range(6, 11))
        if third not in ("h8", second)
    }
    assert len(names) == 26
    assert ("", "") not in names
    assert pattern(["h8", "g8", "g9"]) == pattern(["h8", "h9", "i9"]) == ("4D", "kagetsu")
    assert pattern(["h8", "g7", "f6"]) == ("1I", "chosei")
    assert pattern(["h8", "j8", "g9"]) == pattern(["h8", "h9"]) == pattern(["h9", "h8", "h7"]) == ("", "")


def test_a_missing_regulation_is_a_configuration_error():
    for name in ("", "riff", "taraguchi-0", "rif-2"):
        with pytest.raises(SettingsError, match="known: none"):
            regulation(name)
