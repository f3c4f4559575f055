"""Positions: moves, outcomes, immutability, and the bug reports of other programs (facts, section 7)."""

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import Outcome, Side
from rules.errors import IllegalMoveError, NotationError, SettingsError


def texts(name, fen):
    return [str(move) for move in rules.discipline(name).position(fen).legal_moves()]


# -- the bug reports, by their number in the facts file ------------------------------------------------------------


def test_1_a_man_crowned_in_passing_goes_on_as_a_king():
    (move,) = rules.discipline("russian").position("W:Wh6:Bg7,c5,d2").legal_moves()
    assert str(move) == "h6:f8:b4:e1"
    assert move.path == ("h6", "f8", "b4", "e1")
    assert move.promotes
    assert move.captured == ("c5", "d2", "g7")


def test_2_two_captures_with_the_same_ends_need_the_full_path():
    position = rules.discipline("international").position("W:WK4:B13,32,37,20")
    assert [str(move) for move in position.legal_moves()] == ["4x27x38x15", "4x31x42x15"]
    with pytest.raises(rules.errors.AmbiguousMoveError) as caught:
        position.parse("4x15")
    assert caught.value.candidates == ("4x27x38x15", "4x31x42x15")
    assert position.parse("4x31x42x15").captured == ("13", "20", "37")


def test_3_a_round_trip_of_a_king_is_one_move_by_two_paths():
    (move,) = rules.discipline("international").position("W:WK2:B7,8,17,18").legal_moves()
    assert (move.start, move.end, len(move.captured), len(move.paths)) == ("2", "2", 4, 2)
    after = rules.discipline("international").position("W:WK2:B7,8,17,18").apply(move)
    assert after.pieces() == {"2": "W"}


def test_7_crowned_in_passing_and_off_the_last_row_again():
    position = rules.discipline("russian").position("W:Wf6:Be7,c7")
    assert [str(move) for move in position.legal_moves()] == ["f6:d8:a5", "f6:d8:b6"]
    assert position.apply(position.parse("f6:b6")).pieces() == {"b6": "W"}


def test_9_a_side_without_pieces_has_lost():
    position = rules.discipline("international").position("B:W50:B")
    assert position.outcome() == Outcome(Side.WHITE, "no-pieces")
    assert position.fen() == "B:W50:B"
    assert position.legal_moves() == ()


def test_10_a_move_made_twice_is_refused_and_changes_nothing():
    position = rules.discipline("international").position("W:WK2,25:B14,15,16")
    move = position.legal_moves()[0]
    after = position.apply(move)
    before = after.fen()
    with pytest.raises(IllegalMoveError) as caught:
        after.apply(move)
    assert (caught.value.move, caught.value.fen) == (str(move), before)
    assert after.fen() == before


def test_12_the_king_chooses_where_it_stops():
    assert texts("russian", "W:WKd2:Bf6,c5,e5,e3") == [
        "d2:f4:d6:a3",
        "d2:f4:d6:b4",
        "d2:g5:e7:a3",
        "d2:g5:e7:b4",
    ]


def test_13_the_example_of_the_standard_is_two_moves():
    assert texts("international", "W:WK47:B14,19,29,31,42") == ["47x38x20x9x36", "47x38x24x13x36"]
    position = rules.discipline("international").position("W:WK47:B14,19,29,31,42")
    assert rules.perft(position, 1, paths=True) == 4


def test_14_the_men_taken_tell_a_move_in_any_order():
    position = rules.discipline("international").position("W:WK4:B13,32,37,20")
    assert position.parse("4x13x20x37x15") == position.parse("4x37x13x20x15") == position.parse("4x31x42x15")


def test_15_on_100_squares_a_man_is_not_crowned_in_passing():
    position = rules.discipline("international").position("W:W15:B10,9")
    (move,) = position.legal_moves()
    assert (str(move), move.promotes) == ("15x4x13", False)
    assert position.apply(move).pieces() == {"13": "w"}


def test_15_a_capture_that_ends_on_the_last_row_crowns_though_others_wait():
    position = rules.discipline("international").position("W:W14,32:B10,28")
    move = position.parse("14x5")
    assert move.promotes
    assert position.apply(move).pieces()["5"] == "W"


# -- captures ------------------------------------------------------------------------------------------------------


def test_turkish_stroke_men_taken_block_until_the_capture_ends():
    """From b8 the way to g3 leads over c7 and e5; both are taken, but they still stand."""
    assert texts("russian", "W:WKc1:Bc7,e5,e3,g3") == ["c1:f4:d6:b8", "c1:f4:h2"]


def test_russian_captures_are_free_to_choose():
    assert texts("russian", "W:Wc3,g3:Bd4,f4,d6") == ["c3:e5:c7", "g3:e5:c7"]
    assert texts("russian", "W:Wa3,g3:Bb4,f4,d6") == ["a3:c5:e7", "g3:e5:c7"]
    assert texts("russian", "W:Wa3,g3:Bb4,f4") == ["a3:c5", "g3:e5"]
    assert texts("russian", "W:Wa3,e3:Bb4,b6,f4") == ["a3:c5:a7", "e3:g5"]


def test_a_king_must_stop_where_it_can_go_on():
    """Behind d2 stand e3, f4, g5 and h6; only from f4 and g5 the capture goes on."""
    assert texts("russian", "W:WKc1:Bd2,f6,d6") == [
        "c1:f4:b8",
        "c1:f4:c7",
        "c1:g5:e7:a3",
        "c1:g5:e7:b4",
        "c1:g5:e7:c5",
    ]


def test_the_most_pieces_must_be_taken_whatever_their_quality():
    """3.4.1: a man that takes two goes before a king that takes a king; of two captures of two, either."""
    assert texts("international", "W:W28,K50:B23,13,K44") == ["28x19x8"]
    assert texts("international", "W:W28,38:B23,13,33,22") == ["38x29x18x27", "38x29x18x9"]
    assert texts("brazilian", "W:Wa3,e3:Bb4,b6,f4") == ["a3:c5:a7"]


def test_moves_that_are_forbidden_because_a_capture_is_due():
    position = rules.discipline("russian").position("W:Wc3,g3:Bd4")
    assert [str(move) for move in position.legal_moves()] == ["c3:e5"]
    assert "g3-h4" in [str(move) for move in position.quiet_moves()]


# -- outcome -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "fen", "winner", "reason"),
    [
        ("russian", "W:Wa5:Bb6,c7", Side.BLACK, "no-moves"),
        ("giveaway", "W:Wa5:Bb6,c7", Side.WHITE, "no-moves"),
        ("giveaway", "B:Wa5:B", Side.BLACK, "no-pieces"),
        ("russian", "W:Wa5:B", Side.WHITE, "no-pieces"),
        ("russian", "W:W:B", Side.BLACK, "no-pieces"),
    ],
)
def test_outcome(name, fen, winner, reason):
    assert rules.discipline(name).position(fen).outcome() == Outcome(winner, reason)


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("W:Wc3:Bh8", rules.Move(start="c3", end="d4", text="c3-d4")),
        ("W:Wc3:Bd4,f6", rules.Move(start="c3", end="g7", text="c3:g7", captured=("d4", "f6"))),
    ],
)
def test_a_move_that_only_says_what_it_does_is_the_legal_one(fen, move):
    position = rules.discipline("russian").position(fen)
    assert position.apply(move) == position.apply(position.parse(str(move)))


def test_no_outcome_while_there_is_a_move():
    assert rules.discipline("russian").start().outcome() is None


# -- values --------------------------------------------------------------------------------------------------------


def test_start_positions():
    russian, international = rules.discipline("russian"), rules.discipline("international")
    assert russian.start().fen() == ("W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12")
    assert international.start().fen().startswith("W:W31,32,")
    assert international.start().fen().endswith(",19,20")
    assert (russian.squares[0], russian.squares[3], russian.squares[4], russian.squares[-1]) == ("b8", "h8", "a7", "g1")
    assert (len(international.squares), international.squares[0]) == (50, "1")


def test_positions_are_values():
    position = rules.discipline("russian").start()
    same = rules.discipline("russian").position(position.fen())
    assert position == same
    assert hash(position) == hash(same)
    assert position != rules.discipline("giveaway").start()
    assert position != position.with_side(Side.BLACK)
    with pytest.raises(AttributeError):
        position.white = 0
    assert pickle.loads(pickle.dumps(position)) == copy.deepcopy(position) == position


def test_setup_names_every_fault():
    with pytest.raises(NotationError) as caught:
        rules.discipline("russian").setup({"a2": "w", "c3": "x", "e3": "w"}, Side.WHITE)
    assert "a2" in str(caught.value)
    assert "c3" in str(caught.value)


def test_unknown_discipline_names_the_known_ones():
    with pytest.raises(SettingsError, match=r"brazilian.*russian"):
        rules.discipline("checkers")


def test_titles_in_both_languages():
    for name in ("russian", "international", "giveaway", "brazilian"):
        discipline = rules.discipline(name)
        assert discipline.name == name
        assert discipline.title("ru")
        assert discipline.title("en")
        assert discipline.title("ru") != discipline.title("en")


# -- text and back -------------------------------------------------------------------------------------------------

GAMES = st.tuples(st.sampled_from(["russian", "international", "brazilian"]), st.lists(st.integers(0, 50), max_size=60))


@settings(max_examples=40, deadline=None)
@given(GAMES)
def test_what_is_written_is_read_back(game):
    name, choices = game
    position = rules.discipline(name).start()
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        assert [str(move) for move in moves] == sorted(str(move) for move in moves)
        for move in moves:
            assert position.parse(str(move)) == move
            for path in move.paths:
                assert position.parse(move.notation(path)) == move
        assert rules.discipline(name).position(position.fen()) == position
        assert rules.discipline(name).setup(position.pieces(), position.side) == position
        position = position.apply(moves[choice % len(moves)])


@pytest.mark.parametrize(
    "text", ["d4:b6", "d4b6", "D4:B6", "d4 x b6", "d4-b6", "d:b6", "db6", "18x9", "18:09", "18 9", "1809"]
)
def test_lenient_reading(text):
    position = rules.discipline("russian").position("W:Wd4,g1:Bc5,a3")
    assert str(position.parse(text)) == "d4:b6"


@pytest.mark.parametrize("text", ["", "d4", "zz", "k9:b3", "3-44", "d4:b6:", "e2e4e", "(d4:b6)", "0-0"])
def test_texts_that_are_no_moves(text):
    with pytest.raises(NotationError):
        rules.discipline("russian").position("W:Wd4,g1:Bc5,a3").parse(text)


@pytest.mark.parametrize("text", ["g1-h2", "d4:f6", "d4-e5", "a3-b2", "cd4", "c3:d4"])
def test_moves_that_are_not_legal(text):
    with pytest.raises(IllegalMoveError):
        rules.discipline("russian").position("W:Wd4,g1:Bc5,a3").parse(text)


def test_short_form_that_fits_two_men():
    position = rules.discipline("russian").position("W:Wc3,e3,c1:Bh8")
    assert str(position.parse("cb2")) == "c1-b2"
    with pytest.raises(rules.errors.AmbiguousMoveError):
        rules.discipline("russian").position("W:WKc1,Kc3:Ba7").parse("cb2")
