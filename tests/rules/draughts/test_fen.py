"""FEN: every way to write it that is read, and the one way it is written."""

import pytest

import rules
from rules.errors import NotationError


@pytest.mark.parametrize(
    "fen",
    [
        "W:W21,K30:B1,2",
        "W:B1,2:W21,K30",
        "W:WK30,21:B2,1",
        "W:Wa3,Kc1:Bb8,d8.",
        "W:W21,K30:B1-2.",
        " w : w21 , k30 : b1 , 2 ",
        '"W:W21,K30:B1,2"',
        "W:WA3,KC1:BB8,D8",
        "W:W21,K30:B1,2:H0:F1",
    ],
)
def test_read_and_written(fen):
    assert rules.discipline("russian").position(fen).fen() == "W:W21,K30:B1,2"


def test_ranges_of_kings():
    position = rules.discipline("russian").position("B:WK21-K23,31-32:BK1-3")
    assert position.fen() == "B:WK21,K22,K23,31,32:BK1,K2,K3"


def test_order_is_by_number_not_by_rank_of_piece():
    assert rules.discipline("international").position("W:WK50,1,10,9:B").fen() == "W:W1,9,10,K50:B"


@pytest.mark.parametrize(
    ("fen", "told"),
    [
        ("", "expected W, B or "),
        ("W", "no pieces"),
        ("X:W1:B2", "expected W, B or "),
        ("W:W33:B1", "no square 33"),
        ("W:Wa2:B1", "no square a2"),
        ("W:W1:B1", "two pieces on b8"),
        ("W:W1:W2", "second list"),
        ("W:W5-3:B1", "backwards"),
        ("W:W1,,2:B3", "is not a square"),
        ("W:Q1:B3", "does not begin with W or B"),
    ],
)
def test_faults_are_named(fen, told):
    with pytest.raises(NotationError, match=told):
        rules.discipline("russian").position(fen)


def test_all_faults_at_once():
    with pytest.raises(NotationError) as caught:
        rules.discipline("russian").position("Z:W40,x:B1,1")
    assert all(part in str(caught.value) for part in ("'Z'", "40", "'x'", "two pieces on b8"))


def test_algebraic_squares_are_for_boards_that_have_them():
    with pytest.raises(NotationError):
        rules.discipline("international").position("W:Wa1:B5")
