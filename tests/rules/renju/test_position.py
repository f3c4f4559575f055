"""The game of renju: moves, fouls that stand, passes, wins and draws (5.2.4-5.2.7)."""

import pickle
import random
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import History, discipline, perft
from rules.door import Outcome
from rules.errors import IllegalMoveError, NotationError
from rules.renju.points import POINTS
from rules.side import Side

RENJU = discipline("renju")


def play(text: str, game=RENJU) -> History:
    history = History.start(game.start())
    for move in text.split():
        history = history.push(history.position.parse(move))
    return history


def kinds(history: History) -> list[str]:
    return [seen.kind for seen in history.observations()]


def test_the_first_stone_goes_to_the_centre_and_is_no_pass():
    assert [str(move) for move in RENJU.start().legal_moves()] == ["h8"]
    for text in ("h9", "pass"):
        with pytest.raises(IllegalMoveError, match=r"5\.2\.4\.1"):
            RENJU.start().parse(text)


def test_afterwards_every_empty_point_and_the_pass_are_moves():
    moves = [str(move) for move in play("h8").position.legal_moves()]
    assert len(moves) == 225
    assert moves == sorted(moves)
    assert "h8" not in moves
    assert moves[-1] == "pass"
    assert perft(RENJU.start(), 2) == 225


def test_legal_moves_leave_out_fouls_but_a_foul_can_be_made_and_is_named():
    before = play("h8 a1 i8 c1 j9 e1 j10 g1").position
    assert before.fouls() == {"j8": "double-three"}
    assert "j8" not in [str(move) for move in before.legal_moves()]
    assert len(before.legal_moves()) == 225 - 8 - 1 + 1
    history = play("h8 a1 i8 c1 j9 e1 j10 g1 j8")
    assert kinds(history) == ["foul-double-three"]
    (seen,) = history.observations()
    assert seen.side is Side.BLACK
    assert seen.ply == 9
    assert seen.evidence["point"] == "j8"
    assert [sorted(three) for three in seen.evidence["threes"]] == [["h8", "i8", "j8"], ["j10", "j8", "j9"]]
    assert history.position.outcome() is None, "a foul is corrected, not lost (5.3.8.2)"
    assert kinds(history.push(history.position.parse("b1"))) == []


def test_white_has_no_fouls():
    position = RENJU.position("W:Ba1,o15:Wi8,j8,h9,h10")
    assert "h8" in [str(move) for move in position.legal_moves()]
    assert RENJU.position("B:Bi8,j8,h9,h10:Wa1,o15").fouls() == {"h8": "double-three"}


@pytest.mark.parametrize(
    ("moves", "kind", "winner"),
    [
        ("h8 a1 i8 c1 j8 e1 k8 g1 l8", "five", Side.BLACK),
        ("h8 a1 a15 b1 c15 c1 e15 d1 g15 e1", "five", Side.WHITE),
        ("h8 a1 a15 b1 c15 c1 e15 e1 g15 f1 i15 d1", "overline-win", Side.WHITE),
    ],
)
def test_rows_win_at_once(moves, kind, winner):
    history = play(moves)
    assert kinds(history) == [kind]
    assert history.position.outcome() == Outcome(winner, kind)
    assert history.position.legal_moves() == ()
    with pytest.raises(IllegalMoveError, match="after the end"):
        history.position.parse("o8")


def test_black_wins_with_a_five_beside_an_overline_but_not_with_the_overline():
    six = RENJU.position("W:Ba1,b1,c1,d1,e1,f1:W")
    assert six.outcome() is None
    both = RENJU.position("B:Bh6,h7,e8,f8,g8,i8,j8,h9,h10:Wa1")
    after = both.apply(both.parse("h8"))
    assert after.outcome() == Outcome(Side.BLACK, "five")
    assert [seen.kind for seen in after.observations(1)] == ["five"]
    assert after.observations(1)[0].evidence["stones"] == ["h6", "h7", "h8", "h9", "h10"]


def test_an_overline_is_named_before_a_double_four():
    position = RENJU.position("B:Be8,f8,g8,i8,j8,h9,i9,h10,j10,h11,k11:W")
    after = position.apply(position.parse("h8"))
    assert [seen.kind for seen in after.observations(1)] == ["foul-overline"]
    assert after.outcome() is None


def test_two_passes_in_a_row_draw():
    history = play("h8 pass i9 pass")
    assert history.position.outcome() is None
    history = play("h8 pass i9 -- PASS")
    assert history.position.outcome() == Outcome(None, "mutual-pass")
    assert kinds(history) == ["mutual-pass"]
    assert history.position.legal_moves() == ()


def test_a_five_that_must_be_claimed_ends_nothing():
    history = play("h8 a1 i8 c1 j8 e1 k8 g1 l8", replace(RENJU, five_must_be_claimed=True))
    assert kinds(history) == ["five"]
    assert history.position.outcome() is None
    assert history.push(history.position.parse("o8")).plies == 10


def blocked_board(cut: str = "") -> dict[str, str]:
    """A full board without five in a row for anyone; ``cut`` points are left empty."""
    pieces = {}
    for point in POINTS:
        column, row = "abcdefghijklmno".index(point[0]), int(point[1:]) - 1
        pieces[point] = "b" if (column + 2 * row) % 4 < 2 else "w"
    return {point: piece for point, piece in pieces.items() if point not in cut.split()}


def test_a_full_board_is_drawn():
    position = RENJU.setup(blocked_board(), Side.BLACK)
    assert position.outcome() == Outcome(None, "no-five-possible")


def test_the_draw_comes_with_the_move_that_takes_the_last_line():
    pieces = {point: "w" if point[0] in "ejo" or point[1:] in ("5", "10", "15") else "b" for point in POINTS}
    assert RENJU.setup({p: c for p, c in pieces.items() if c == "b"}, Side.WHITE).outcome() is None
    board = blocked_board("h8")
    position = RENJU.setup(board, Side.BLACK)
    assert position.outcome() == Outcome(None, "no-five-possible"), "an empty point alone gives no one a line"
    line = {**board, **dict.fromkeys(("a1", "b1", "c1", "d1"), "w")}
    del line["e1"]
    position = RENJU.setup(line, Side.BLACK)
    assert position.outcome() is None
    after = position.apply(position.parse("e1"))
    assert after.outcome() == Outcome(None, "no-five-possible")
    assert [seen.kind for seen in after.observations(224)][-1] == "no-five-possible"


def test_black_needs_room_for_exactly_five():
    board = {point: "w" if piece == "b" else "b" for point, piece in blocked_board().items()}
    for point in ("a1", "b1", "c1", "d1", "f1"):
        board[point] = "b"
    board["g1"] = "w"
    del board["e1"]
    # e1 would make six: no five of Black's, and White is cut off from it.
    assert RENJU.setup(board, Side.WHITE).outcome() == Outcome(None, "no-five-possible")
    board["f1"] = "w"
    assert RENJU.setup(board, Side.WHITE).outcome() is None


def slow_possible(pieces: dict[str, str], colour: str) -> bool:
    def at(column: int, row: int) -> str:
        if not (0 <= column < 15 and 0 <= row < 15):
            return "#"
        return pieces.get("abcdefghijklmno"[column] + str(row + 1), ".")

    for column in range(15):
        for row in range(15):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [at(column + right * k, row + up * k) for k in range(-1, 6)]
                if all(cell in (".", colour) for cell in line[1:6]) and (
                    colour == "w" or (line[0] != "b" and line[6] != "b")
                ):
                    return True
    return False


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.floats(0.7, 1.0))
def test_no_five_possible_agrees_with_a_slow_search(seed: int, filled: float):
    rng = random.Random(seed)
    board = blocked_board()
    for point in POINTS:
        if rng.random() > filled:
            del board[point]
        elif rng.random() < 0.03:
            board[point] = rng.choice("bw")
    position = RENJU.setup(board, Side.WHITE)
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        possible = slow_possible(board, "b") or slow_possible(board, "w")
        assert (outcome is None) == possible


def test_fen_is_read_leniently_and_written_in_order():
    position = RENJU.position(" b : W G8 : Bh9, h8 . ")
    assert position.fen() == "B:Bh8,h9:Wg8"
    assert RENJU.position("W:Bh8").fen() == "W:Bh8:W"
    assert RENJU.position(position.fen()) == position
    assert hash(RENJU.position(position.fen())) == hash(position)
    assert RENJU.start().fen() == "B:B:W"


def test_a_wrong_fen_names_every_fault():
    with pytest.raises(NotationError) as error:
        RENJU.position("X:Bh8,p1:Wh8:Q:Wa1")
    for part in ("'X'", "'p1'", "two stones on h8", "'Q'", "second list of W"):
        assert part in str(error.value)


@given(st.text(max_size=40))
def test_no_text_breaks_the_readers(text):
    for reader in (RENJU.position, RENJU.start().parse, play("h8 h9").position.parse):
        with suppress(NotationError, IllegalMoveError):
            reader(text)


def test_positions_travel_and_do_not_change():
    position = play("h8 h9 pass").position
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(position)).moves == ("h8", "h9", "pass")
    with pytest.raises(AttributeError):
        position.black = 0


def test_occupied_points_and_nonsense_are_told_apart():
    position = play("h8 h9").position
    with pytest.raises(IllegalMoveError, match="occupied"):
        position.parse("H9")
    with pytest.raises(NotationError, match="expected a point"):
        position.parse("p9")
    assert str(position.parse(" J10 ")) == "j10"


def test_a_setup_wants_points_and_colours():
    with pytest.raises(NotationError, match=r"no point z9.*'W' on h8"):
        RENJU.setup({"z9": "b", "h8": "W"}, Side.BLACK)


def test_the_reading_is_a_setting():
    fen = "B:Bh8,h9,g10,h10,h11,f12,g12:Wa1,o1,a2,o2,h7,o14,o15"
    assert RENJU.position(fen).fouls()["i12"] == "double-three"
    assert "i12" not in replace(RENJU, reading="rif").position(fen).fouls()
    position = RENJU.position(fen)
    (seen,) = position.apply(position.parse("i12")).observations(1)
    assert seen.evidence["disputed"] is True


def test_a_stone_is_written_as_its_point_everywhere():
    position = play("h8").position
    for text in ("i9", "pass"):
        move = position.parse(text)
        assert move.brief() == move.notation() == str(move) == text
        assert not move.is_capture


def test_a_history_starts_anew_from_a_setup():
    history = play("h8 h9 i9")
    again = history.setup(RENJU.position("W:Bh8,i9:Wh9"), 1)
    assert (again.plies, again.observations()) == (4, ())
    assert again.position.fen() == history.position.fen()
    assert again.push(again.position.parse("a1")).plies == 5
