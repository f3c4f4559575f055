"""Chess behind the common doors: moves, draws, dead positions, Chess960, PGN."""

import pickle
import sys
import time
from contextlib import suppress
from dataclasses import replace
from subprocess import run

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import History, discipline, perft
from rules.chess import pgn
from rules.door import Outcome
from rules.errors import AmbiguousMoveError, IllegalMoveError, NotationError, SettingsError
from rules.side import Side

CHESS = discipline("chess")


def play(text: str, position=None) -> History:
    history = History.start(position if position is not None else CHESS.start())
    for move in text.split():
        history = history.push(history.position.parse(move))
    return history


def kinds(history: History) -> list[str]:
    return [seen.kind for seen in history.observations()]


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", (20, 400, 8902)),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039)),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812)),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264)),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528)),
    ],
)
def test_perft(fen, counts):
    position = CHESS.position(fen)
    assert tuple(perft(position, depth) for depth in range(1, len(counts) + 1)) == counts


def test_moves_are_uci_and_sorted():
    moves = [str(move) for move in CHESS.start().legal_moves()]
    assert moves == sorted(moves)
    assert "e2e4" in moves
    assert CHESS.start().fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    assert CHESS.start().pieces()["d8"] == "q"
    assert next(iter(CHESS.start().pieces())) == "a8"


def test_a_move_in_brief():
    assert CHESS.start().parse("e4").brief() == "e2e4"


def test_what_a_move_does_to_the_board():
    position = play("e2e4 a7a6 e4e5 d7d5").position
    capture = position.parse("exd6")
    assert (capture.start, capture.end, capture.captured) == ("e5", "d6", ("d5",))
    castling = play("e4 e5 Nf3 Nc6 Bc4 Bc5").position.parse("O-O")
    assert (castling.text, castling.end, castling.captured) == ("e1g1", "g1", ())
    position = CHESS.position("8/P6k/8/8/8/8/7K/8 w - - 0 1")
    assert [str(move) for move in position.legal_moves() if move.promotes] == ["a7a8b", "a7a8n", "a7a8q", "a7a8r"]
    for text in ("a7a8n", "a8=N", "a7a8N"):
        move = position.parse(text)
        assert position.apply(move).pieces()["a8"] == "N"


def test_parse_tells_its_errors_apart():
    position = play("Nf3 d5 d4 a6").position
    assert str(position.parse("N1d2")) == str(position.parse("Nbd2")) == "b1d2"
    with pytest.raises(AmbiguousMoveError) as error:
        position.parse("Nd2")
    assert error.value.candidates == ("b1d2", "f3d2")
    for text in ("Ke3", "e1e3", "O-O", "d4d6"):
        with pytest.raises(IllegalMoveError):
            position.parse(text)
    for text in ("--", "0000", "hello", "", "e9", "pass"):
        with pytest.raises(NotationError):
            position.parse(text)


def test_mate_and_stalemate():
    history = play("f3 e5 g4 Qh4")
    assert history.position.outcome() == Outcome(Side.BLACK, "checkmate")
    assert history.position.legal_moves() == ()
    assert CHESS.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome() == Outcome(None, "stalemate")


@pytest.mark.parametrize(
    ("fen", "dead"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", True),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", True),
        ("8/8/3k4/8/8/3KR3/8/8 w - - 0 1", False),
        ("8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", False),
        ("8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1", True),
        ("8/8/4k3/p1p3p1/P1P3P1/4K3/8/8 w - - 0 1", False),
        ("8/4k3/8/p1p1p1pp/P1P1P1PP/8/4K3/8 w - - 0 1", False),
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 1", True),
        ("8/5k2/8/p1p1p1p1/P1P1P1P1/8/5K2/8 b - - 0 1", True),
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", True),
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P3/6P1/8/4K3 w - - 0 1", False),
        ("4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K2N w - - 0 1", False),
    ],
)
def test_dead_positions(fen, dead):
    assert (CHESS.position(fen).outcome() == Outcome(None, "dead-position")) == dead


def test_repetitions():
    moves = "Nf3 Nf6 Ng1 Ng8 "
    assert kinds(play(moves)) == []
    assert kinds(play(moves * 2)) == ["repetition"]
    assert play(moves * 2).occurrences() == (0, 4, 8)
    assert play(moves * 3).position.outcome() is None
    assert play(moves * 4).position.outcome() == Outcome(None, "fivefold-repetition")
    before = play(moves * 2 + "Nf3 Nf6 Ng1")
    assert before.would_repeat(before.position.parse("Ng8"))


def test_a_repetition_wants_the_same_rights():
    # After Ke2-e1 White cannot castle any more: the squares are the same, the position is not.
    history = play("e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8")
    assert history.occurrences() == (6, 10)
    # An en passant square that no pawn can use is no difference.
    assert CHESS.position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1") == CHESS.position("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1")
    assert CHESS.position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1") != CHESS.position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1")


WALK = "4k3/8/8/8/8/8/R6P/4K3 w - - {} 60"


def test_fifty_moves():
    history = play("", CHESS.position(WALK.format(97)))
    assert history.counters()[0].due_ply == 3
    history = play("Ra3 Kd8", CHESS.position(WALK.format(97)))
    assert kinds(history) == []
    history = history.push(history.position.parse("Ra4"))
    (seen,) = history.observations()
    assert (seen.kind, seen.ply, seen.evidence["rule"]) == ("move-limit", 3, "fifty-moves")
    assert history.position.outcome() is None, "fifty moves give a right to claim, no more"
    history = play("Ra3 Kd8 h3", CHESS.position(WALK.format(97)))
    assert kinds(history) == []
    assert history.counters()[0].due_ply == 103


def test_seventy_five_moves():
    assert play("Ra3", CHESS.position(WALK.format(149))).position.outcome() == Outcome(None, "seventy-five-moves")
    assert play("Ra3", CHESS.position(WALK.format(148))).position.outcome() is None
    mate = CHESS.position("7k/R7/6K1/8/8/8/8/8 w - - 149 90")
    assert mate.apply(mate.parse("Ra8")).outcome() == Outcome(Side.WHITE, "checkmate"), "mate comes first (9.6.2)"


def test_chess960():
    game = replace(CHESS, start_number=0)
    assert game.start().fen().startswith("bbqnnrkr/pppppppp/")
    assert replace(CHESS, start_number=518).start().fen() == CHESS.start().fen()
    with pytest.raises(SettingsError, match="0 to 959"):
        replace(CHESS, start_number=960)
    position = CHESS.position("5rkr/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFhf - 0 1")
    castling = position.parse("O-O-O")
    assert (castling.text, castling.start, castling.end) == ("g1f1", "g1", "c1")
    assert position.apply(castling).pieces()["d1"] == "R"
    assert pickle.loads(pickle.dumps(position)).legal_moves() == position.legal_moves()
    usual = CHESS.position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    assert str(usual.parse("e1h1")) == str(usual.parse("e1g1")) == "e1g1"


@pytest.mark.parametrize(
    ("fen", "part"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no pieces"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "no black king"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "more than one king"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "last row"),
        ("hello", "FEN"),
        ("", "FEN"),
    ],
)
def test_bad_positions(fen, part):
    with pytest.raises(NotationError, match=part):
        CHESS.position(fen)


def test_setups():
    position = CHESS.setup({"e1": "K", "h1": "R", "a1": "N", "e8": "k"}, Side.WHITE)
    assert position.fen() == "4k3/8/8/8/8/8/8/N3K2R w K - 0 1"
    assert position.with_side(Side.BLACK).side is Side.BLACK
    with pytest.raises(NotationError, match=r"no square e9.*'x' on e1"):
        CHESS.setup({"e9": "K", "e1": "x"}, Side.WHITE)


def test_positions_do_not_change():
    position = play("e4").position
    with pytest.raises(AttributeError):
        position.board = None
    fen = position.fen()
    position.apply(position.parse("e5"))
    assert position.fen() == fen
    with pytest.raises(IllegalMoveError):
        CHESS.start().apply(position.parse("e5"))


def test_the_package_is_not_imported_before_it_is_needed():
    code = "import sys, rules; rules.discipline('chess').title('en'); sys.exit('chess' in sys.modules)"
    assert run([sys.executable, "-c", code], check=False).returncode == 0


PGN = """[Event "Cup"]
[White "А. Белый"]
[Black "B"]
[Result "0-1"]

1. f3 {weak} e5 $1 (1... d5 2. g3) 2. g4 Qh4# 0-1

[Event "Next"]

1. e4 e5
2. Nf3 Ke7 Ke7 3. d4 *

[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]
[Result "1/2-1/2"]

9. g3 Ne7 1/2-1/2
"""


def test_pgn_is_read():
    first, second, third = pgn.read(PGN)
    assert [str(move) for move in first.moves] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    assert (first.result, first.tags["White"], first.error) == ("0-1", "А. Белый", None)
    assert first.entries[0].comments == ("weak",)
    assert first.entries[1].nags == ("$1",)
    assert first.position.outcome() == Outcome(Side.BLACK, "checkmate")
    assert second.plies == 4
    assert (second.error.line, second.error.column) == (11, 12)
    assert "Ke7" in second.error.message
    assert third.error is None
    assert [entry.text for entry in third.entries] == ["g3", "Ne7"]
    assert third.start.side is Side.WHITE
    assert [game.result for game in pgn.read(PGN.encode("cp1251"))] == ["0-1", "*", "1/2-1/2"]
    assert next(pgn.read(PGN.encode("cp1251"))).tags["White"] == "А. Белый"


def test_pgn_comes_back():
    first, _, third = pgn.read(PGN)
    for game in (first, third):
        text = pgn.write(game)
        (again,) = pgn.read(text)
        assert again.moves == game.moves
        assert again.start == game.start
        assert pgn.write(again) == text
    assert "( 1... d5 2. g3 )" in pgn.write(first)
    made = pgn.from_moves(["e2e4", "c5"], tags={"White": "A"}, result="1-0", comments={2: "Sicilian"})
    (again,) = pgn.read(pgn.write(made))
    assert [entry.text for entry in again.entries] == ["e4", "c5"]
    assert (again.result, again.tags["White"], again.entries[1].comments) == ("1-0", "A", ("Sicilian",))


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('[Variant "Atomic"]\n\n1. e4 *', 1, "Atomic"),
        ('\n[FEN "nonsense"]\n\n1. e4 *', 1, ""),
        ('[FEN "8/8/8/8/8/8/8/K7 w - - 0 1"]\n\n1. Kb1 *', 1, "no black king"),
        ("1. e4 --\n2. d4 *", 1, "no move"),
    ],
)
def test_pgn_faults(text, line, part):
    (game,) = pgn.read(text)
    assert game.error.line >= line
    assert part in game.error.message


@settings(max_examples=60)
@given(st.text(max_size=120) | st.text(alphabet='[]"(){};.$!?*#+=- 0123456789abcdefghNBRQKOx\n', max_size=200))
def test_no_text_breaks_the_readers(text):
    for game in pgn.read(text):
        assert game.error is None or (game.error.line >= 1 and game.error.column >= 1)
        pgn.write(game)
    with suppress(NotationError):
        CHESS.position(text)
    with suppress(NotationError, IllegalMoveError):
        CHESS.start().parse(text)


def test_a_bishops_move_is_not_one_of_the_b_file():
    """B2b5 is SAN for the lower of two bishops, b2b3 and B2B3 are squares."""
    position = CHESS.position("4b2k/8/8/8/8/8/1P2b3/6K1 b - - 0 1")
    assert str(position.parse("B2b5")) == "e2b5"
    other = CHESS.position("4B2k/8/8/3B4/8/8/1P6/6K1 w - - 0 1")
    assert (str(other.parse("B2B3")), str(other.parse("Bb3"))) == ("b2b3", "d5b3")


def test_marks_of_promoted_pieces_say_nothing():
    position = CHESS.position("k~7/8/8/8/8/8/8/K6R~ w - - 0 1")
    assert position == CHESS.position(position.fen())


def test_comments_to_the_end_of_a_line_are_kept() -> None:
    text = '[Event "a; b"]\n\n1. e4 ; one {1} (2)\n (1. d4 {of ; its\n own; } d5 ; two\n) e5 ; three\n*\n\n'
    text += "1. d4 ; next\n*\n"
    game, other = pgn.read(text)
    assert (game.error, other.error) == (None, None)
    assert [entry.comments for entry in game.entries] == [("one {1) (2)",), ("three",)]
    assert [entry.comments for entry in other.entries] == [("next",)]
    written = pgn.write(game)
    assert "{ of ; its own; }" in " ".join(written.split())
    assert "{ two }" in written
    assert max(map(len, written.splitlines())) <= 80
    (again,) = pgn.read(written)
    assert [entry.comments for entry in again.entries] == [entry.comments for entry in game.entries]


def test_a_fault_behind_a_line_comment_has_its_place() -> None:
    (game,) = pgn.read("1. e4 ; one\n e5 ; {\n 2. Ke3 *")
    assert str(game.error).startswith("line 3, column 5: ")


def test_a_time_that_is_none_keeps_the_game_and_its_variations() -> None:
    text = (
        '[Annotator "[%clk 9:99:99]"]\n\n1. e4 {[%clk 0:05:00]} (1. d4 {x}) e5\n{[%clk 0:99:00]} 2. Nf3 *\n\n1. d4 *\n'
    )
    game, other = pgn.read(text)
    assert (
        str(game.error) == "line 4, column 8: '0:99:00' is not a time; expected h:mm:ss, minutes and seconds up to 59"
    )
    assert (game.plies, other.error) == (3, None)
    assert "1. d4 { x }" in " ".join(pgn.write(game).split())


def test_games_without_an_empty_line_between_them_are_games_of_their_own() -> None:
    """The moves after a result are not this game's, whatever stands on the line."""
    text = "1. e4 e5 *\n1. d4 d5 1-0 {last} 1. c4 (1. d3 d6) c5 1/2-1/2 1. Kd4 {[%clk 0:99:00]} *\n2. x\n"
    text += '[Event "x"]\n1. e4 {1-0 1.} * ; no\n1. d4 Ke4 *'
    games = list(pgn.read(text))
    assert [(game.plies, game.result) for game in games] == [
        (2, "*"),
        (2, "1-0"),
        (2, "1/2-1/2"),
        (0, "*"),
        (0, "*"),
        (1, "*"),
        (1, "*"),
    ]
    assert games[1].entries[1].comments == ("last",)
    assert [(game.error.line, game.error.column) for game in games if game.error] == [(2, 52), (3, 4), (6, 7)]


@pytest.mark.parametrize(
    ("text", "plies", "place", "told"),
    [
        ("1. e4 zz e5 *", 1, (1, 7), "'zz' is not a move"),
        ("1. e4 e9 2. Nf3\n{x} e5", 1, (1, 7), "'e9' is not a move"),
        ("1. e4 e5\n2. Qq4 Nc6 *", 2, (2, 4), "'Qq4' is not a move"),
        ("1. e4 e5 2-0", 2, (1, 10), "'2-0' is not a move"),
        ("1. e4 } e5 *", 1, (1, 7), "'}' is not a move"),
        ("1. e4\n {open e5", 1, (2, 2), "a comment that is not closed"),
        ('[Event "a"\n\n1. e4 *', 1, (1, 1), "a tag that cannot be read"),
        ('Event "a"\n1. e4 *', 0, (1, 1), "'Event' is not a move"),
        ("1. e4 (1. d4 hm d5) e5 *", 2, (1, 14), "'hm' is not a move"),
    ],
)
def test_what_is_no_word_of_a_game_is_a_fault_with_its_place(
    text: str, plies: int, place: tuple[int, int], told: str
) -> None:
    """The chess package passes over it, and reads the next move as the other side's."""
    game, other = pgn.read(f'{text}\n\n[Event "next"]\n\n1. d4 *') if "{open" not in text else (*pgn.read(text), None)
    assert game.error is not None
    assert told in game.error.message
    assert (game.plies, game.error.line, game.error.column) == (plies, *place)
    if other is not None:
        assert (other.tags["Event"], other.plies, other.error) == ("next", 1, None)


@pytest.mark.parametrize(
    "text",
    [
        "1.e4! e5?! 2.Nf3+/= (2.f4!? exf4 $14) 2...Nc6 = 3.Bb5 1/2",
        "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 ½-½",
        "1. e4 … e5 2. Nf3 Nc6 +- 3. Bb5 1/2-1/2",
        "1. e4 ... e5 $1 2. Nf3 $16 Nc6 ∞ 3. Bb5 {a\n\nb} 1/2-1/2",
    ],
)
def test_what_archives_write_beside_moves_is_no_fault(text: str) -> None:
    (game,) = pgn.read(text)
    assert (game.plies, game.result, game.error) == (5, "1/2-1/2", None)


def test_long_words_and_lines_take_no_time() -> None:
    for text in (
        "e4" * 20_000 + "z",
        "O-O-O" * 20_000 + "q",
        "." * 50_000 + "z",
        "+" * 50_000 + "z",
        "1. e4 * e5 " * 400,
    ):
        began = time.process_time()
        assert list(pgn.read(text))
        assert time.process_time() - began < 5


def test_after_a_fault_the_next_line_behind_a_result_is_the_next_game() -> None:
    text = '1. e4 zz e5 *\n1. d4 d5\n2. hm\nx 1-0\n1. c4 c5 1/2-1/2\n  [Event "in"]\n1. f4 *\n'
    games = list(pgn.read(text))
    assert [(game.plies, game.error is None) for game in games] == [(1, False), (2, False), (2, True), (1, True)]
    assert games[3].tags["Event"] == "in"
    from rules import streaming

    assert [game.plies for game in streaming.games(text.encode().splitlines(keepends=True), "chess")] == [1, 2, 2, 1]
