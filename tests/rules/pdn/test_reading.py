"""Reading PDN: what archives hold, and what is wrong in them."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import Side, pdn
from rules.errors import SettingsError

GAMES = Path(__file__).parents[2] / "data" / "games"


def only(text, discipline=None):
    (game,) = pdn.read(text, discipline)
    return game


def moves(text, discipline=None):
    game = only(text, discipline)
    assert game.error is None, game.error
    return [str(move) for move in game.moves]


# -- whole files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "games", "plies"), [("russian-championship.pdn", 100, 5655), ("international-championship.pdn", 33, 3268)]
)
def test_championship_games_replay(file, games, plies):
    read = list(pdn.read((GAMES / file).read_bytes()))
    assert (len(read), sum(game.plies for game in read)) == (games, plies)
    assert [str(game.error) for game in read if game.error] == []
    assert {game.discipline.name for game in read} == {file.partition("-")[0]}


def test_a_championship_game_in_detail():
    game = next(pdn.read((GAMES / "russian-championship.pdn").read_bytes()))
    assert (game.plies, game.result, game.tags["White"]) == (61, "1-0", "Player 1")
    assert (game.tags["Event"], str(game.moves[-1])) == ("X чемпионат СССР", "h4:f6")


# -- moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "1. c3-d4 b6-a5 2. d4-c5 *",
        "1.c3-d4 b6-a5 2.d4-c5 *",
        "1.c3d4 b6a5 2.d4c5",
        "1. 22-18 9-13 2. 18-14 *",
        "1. 2218 0913 2. 1814 *",
        "1. cd4 ba5 2. dc5 *",
        "1. c3-d4 1... b6-a5 2. d4-c5 *",
        "1. c3-d4! b6-a5?! 2. d4-c5!! *",
        "1. c3-d4(!) b6-a5 (?) 2. d4-c5*\n*",
        "1. c3-d4 $1 b6-a5 $22 2. d4-c5 *",
        "1. c3 - d4 b6 – a5 2. d4 — c5 *",
        "1. C3-D4 B6-A5 2. D4-C5 *",
        "1 c3-d4 b6-a5 2 d4-c5 *",
        "% an escaped line 1. a3-b4\n1. c3-d4 b6-a5 ; the rest of a line\n2. d4-c5 *",
        "1. c3-d4 {a comment, (not) a1-b2 1-0} b6-a5 2. d4-c5 *",
        "1. c3-d4 (1. a3-b4 b6-c5 (1... b6-a5 {)} 2. b4-c5)) b6-a5 (1... h6-g5) 2. d4-c5 *",
        "1. c3-d4<br> b6-a5<br/> 2. d4-c5 *",
    ],
)
def test_every_way_to_write_the_same_moves(text):
    assert moves('[GameType "25"]\n\n' + text) == ["c3-d4", "b6-a5", "d4-c5"]


def test_a_result_in_the_middle_begins_another_game():
    games = list(pdn.read("1. 32-28 19-23 1-1 1. 33-29 2-0"))
    assert [(game.plies, game.result) for game in games] == [(2, "1/2-1/2"), (1, "1-0")]


def test_forced_moves_are_not_results():
    game = only("1. 32-28* 19-23 *")
    assert [str(move) for move in game.moves] == ["32-28", "19-23"]
    assert game.entries[0].nags == ("$7",)
    assert game.result == "*"


def test_missing_moves_and_empty_games():
    assert only('[Result "2-0"]\n1. 2-0').plies == 0
    assert only('[Result "2-0"]\n1. 2-0').result == "1-0"
    assert moves("1. 32-28 19-23 2. - - *") == ["32-28", "19-23"]


def test_black_begins_where_the_fen_says_so():
    assert moves('[GameType "20"]\n[FEN "B:W50:B7"]\n1. ... 7-12 2. 50-45 *') == ["7-12", "50-45"]


def test_captures_by_their_ends_are_settled_by_what_follows():
    """4x15 is two captures; only one of them leaves the black men that move afterwards."""
    fen = "W:WK4,1:B13,32,37,20"
    first = only(f'[GameType "20"]\n[FEN "{fen}"]\n1. 4x15 37-42 *')
    assert first.error is None
    assert str(first.moves[0]) == "4x27x38x15"
    assert first.entries[0].ambiguous
    second = only(f'[GameType "20"]\n[FEN "{fen}"]\n1. 4x15 32-38 *')
    assert second.error is None
    assert str(second.moves[0]) == "4x31x42x15"
    assert second.position.pieces() == {"15": "W", "1": "w", "38": "b"}
    neither = only(f'[GameType "20"]\n[FEN "{fen}"]\n1. 4x15 13-19 *')
    assert neither.plies == 1
    assert "13-19 is not legal" in neither.error.message


# -- tags and results ----------------------------------------------------------------------------------------------


def test_tags_in_any_order_and_with_quotes():
    game = only('[Result "1-0"]\n[White "A \\"B\\" C"]\n[Event "x"y"]\n[GameType "25,W,8,8,A0,0"]\n1. c3-d4 1-0')
    assert game.tags["White"] == 'A "B" C'
    assert game.tags["Event"] == 'x"y'
    assert game.discipline.name == "russian"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1-0", "1-0"),
        ("0-1", "0-1"),
        ("1/2-1/2", "1/2-1/2"),
        ("2-0", "1-0"),
        ("0-2", "0-1"),
        ("1-1", "1/2-1/2"),
        ("½-½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("1:0", "1-0"),
        ("0 - 1", "0-1"),
        ("+:-", "1-0"),
        ("-:+", "0-1"),
        ("--+", "0-1"),
        ("0-0", "*"),
        ("*", "*"),
        ("", "*"),
        ("?", "*"),
        ("1–0", "1-0"),
        ("5-1", "1-0"),
        ("1/2", "1/2-1/2"),
        ("3-3", "1/2-1/2"),
    ],
)
def test_results_are_normalised(text, result):
    assert only(f'[GameType "25"]\n[Result "{text}"]\n\n1. c3-d4').result == result
    assert pdn.result(text) == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("1:0", "1-0"),
        ("0:2", "0-1"),
        ("1:1", "1/2-1/2"),
        ("2–0", "1-0"),
        ("12-0", "1-0"),
        ("0-12", "0-1"),
        ("½:½", "1/2-1/2"),
        ("½", "1/2-1/2"),
        ("0.5-0.5", "1/2-1/2"),
        ("0,5:0,5", "1/2-1/2"),
        ("1/2:1/2", "1/2-1/2"),
        ("+:-", "1-0"),
        ("-/+", "0-1"),
        ("-/-", "*"),
        ("1-0.", "1-0"),
    ],
)
def test_a_result_may_follow_the_moves_in_any_style(text, result):
    game = only(f"1. c3-d4 d6-c5 {text}\n")
    assert (game.plies, game.result, game.error) == (2, result, None)


def test_a_result_after_the_moves_fills_a_missing_tag():
    assert only("1. c3-d4 2-0").result == "1-0"
    assert only('[Result "*"]\n1. c3-d4 0-2').result == "0-1"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[GameType "25"]\n1. c3-d4', "russian"),
        ('[GameType "20"]\n1. 32-28', "international"),
        ('[GameType "26"]\n1. c3-d4', "brazilian"),
        ('[GameType "25"]\n[Variant "giveaway"]\n1. c3-d4', "giveaway"),
        ("1. c3-d4", "russian"),
        ("1. 32-28", "international"),
        ('[FEN "W:W50:B1"]\n*', "international"),
    ],
)
def test_the_discipline_is_told_by_the_game(text, name):
    assert only(text).discipline.name == name


def test_the_caller_may_name_the_discipline():
    assert only('[GameType "25"]\n1. c3-d4', "giveaway").discipline.name == "giveaway"
    with pytest.raises(SettingsError):
        list(pdn.read("1. c3-d4", "nonsense"))


# -- set-ups, comments, clocks -------------------------------------------------------------------------------------


def test_setup_in_mid_game():
    game = only('[GameType "25"]\n1. c3-d4 /FEN "W:W18,21:B12"/ {the board} d4-c5 h6-g5 *')
    assert game.error is None
    assert [entry.move is None for entry in game.entries] == [False, True, False, False]
    assert game.entries[1].comments == ("the board",)
    assert (game.plies, game.position.fen()) == (3, "W:W14,21:B16")


def test_null_move_changes_the_side_only():
    game = only('[GameType "25"]\n1. c3-d4 /FEN "W::"/ d4-c5 *')
    assert game.error is None
    assert str(game.moves[-1]) == "d4-c5"


def test_comments_nags_and_variations_are_kept():
    game = only("{before} 1. c3-d4 $1 {first} {second} (1. a3-b4 {x}) b6-a5! *")
    assert game.comments == ("before",)
    entry = game.entries[0]
    assert (entry.comments, entry.nags, entry.variations) == (("first", "second"), ("$1",), ("1. a3-b4 {x}",))
    assert game.entries[1].nags == ("!",)


@pytest.mark.parametrize(
    ("comment", "white", "black", "running"),
    [
        ("[%clock w0:05:00 B0:04:58]", 300_000, 298_000, Side.BLACK),
        ("[%clock W1:00:00 b0:59:59.5] a word", 3_600_000, 3_599_500, Side.WHITE),
        ("[%clk 0:04:07]", 247_000, None, None),
        ("[%clk w0:00:10 B0:00:03]", 10_000, 3_000, Side.BLACK),
        ("[%clock 0:49:11]", 2_951_000, None, None),
        ("[%clock w0:05 B1:20]", 300_000, 4_800_000, Side.BLACK),
    ],
)
def test_clock_comments(comment, white, black, running):
    game = only(f"1. c3-d4 {{{comment}}} *")
    assert game.entries[0].comments == (comment,)
    assert game.clocks() == (pdn.Clocks(white, black, running),)


@pytest.mark.parametrize(
    ("comment", "told"),
    [
        ("[%clk 0:05:00][%emt 0:00:03.25]", pdn.Clocks(white_ms=300_000, spent_ms=3_250)),
        ("[%emt 4.5]", pdn.Clocks(spent_ms=4_500)),
        ("[%egt 0:12:00]", pdn.Clocks(elapsed_ms=720_000)),
        ("d=20, tl=0:23:45, mt=0:00:05", pdn.Clocks(white_ms=1_425_000)),
        ("[%clk 0:05.30]", pdn.Clocks(white_ms=330_000)),
        ("[%mct 11:59:00]", None),
        ("[%eval 99:99]", None),
        ("[%clockwork 99:99]", None),
    ],
)
def test_every_kind_of_clock_comment(comment, told):
    assert only(f"1. c3-d4 {{{comment}}} *").clocks() == (told,)


@pytest.mark.parametrize("name", ["clk", "clock", "emt", "egt", "ect", "mct"])
@pytest.mark.parametrize(
    "time", ["99:99:99", "0:60:00", "0:00:60", "0:0x:00", "-1:00:00", "w0:05:00 B0:04:61", "?", ""]
)
def test_a_time_that_is_none_is_a_fault_with_its_place_and_the_game_is_kept(name, time):
    """The first word that is no time is named; what else the comments tell is read."""
    (game,) = pdn.read(f"1. c3-d4 d6-c5\n2. b2-c3 {{so [%{name} {time}]}} f6-g5 {{[%clk 0:01:00]}} *")
    wrong = "B0:04:61" if "w" in time else time
    assert (game.error.line, game.error.column) == (2, 17 + len(name) + time.find(wrong))
    assert game.error.message == f"{wrong!r} is not a time; expected h:mm:ss, minutes and seconds up to 59"
    assert (game.plies, game.clocks()[-1]) == (4, pdn.Clocks(black_ms=60_000))


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("{[%clk 9:99:00]} 1. c3-d4 *", 1, 8),
        ("1. c3-d4 (1. a3-b4 {x}\n {[%clk 0:99]}) *", 2, 9),
        ("1. c3-d4 ; [%clk 0:00:99]\n d6-c5 *", 1, 18),
        ("1. c3-d4 {two\nlines [%emt 0:75:00]} *", 2, 13),
    ],
)
def test_a_time_that_is_none_has_its_place_everywhere(text, line, column):
    (game,) = pdn.read(text)
    assert (game.error.line, game.error.column) == (line, column)


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_minutes_and_seconds_end_at_59(hours, minutes, seconds):
    (game,) = pdn.read(f"1. c3-d4 {{[%clk {hours}:{minutes:02}:{seconds:02}]}} *")
    good = minutes < 60 and seconds < 60
    assert (game.error is None) is good
    assert game.clocks() == (pdn.Clocks((hours * 3600 + minutes * 60 + seconds) * 1000) if good else None,)


def test_a_comment_without_a_clock_tells_none():
    assert only("1. c3-d4 {good} *").clocks() == (None,)


# -- faults --------------------------------------------------------------------------------------------------------


def test_one_bad_game_does_not_stop_the_file():
    text = (
        '[GameType "25"]\n[White "A"]\n\n1. c3-d4 b6-a5\n2. d4-e5 a5-b4 3. a1-b4 *\n\n'
        '[GameType "25"]\n[White "B"]\n\n1. c3-d4 *\n'
    )
    bad, good = pdn.read(text)
    assert (bad.plies, good.plies, good.error, good.tags["White"]) == (3, 1, None, "B")
    assert (bad.error.line, bad.error.column) == (5, 10)
    assert "a5-b4 is not legal" in bad.error.message
    assert bad.position.side is Side.BLACK
    assert bad.position.pieces()["e5"] == "w"


@pytest.mark.parametrize(
    ("text", "line", "column", "plies", "told"),
    [
        ("1. c3-d4 {open", 1, 10, 1, "comment that is not closed"),
        ("1. c3-d4 (1. a3-b4", 1, 10, 1, "variation that is not closed"),
        ("1. c3-d4\nrubbish b6-a5", 2, 1, 1, "'rubbish'"),
        ("1. c3-d4 ) b6-a5", 1, 10, 1, "')'"),
        ('[GameType "99"]\n1. c3-d4', 1, 1, 0, "GameType '99'"),
        ('[GameType "25"]\n[FEN "W:W99:B1"]\n1. c3-d4', 2, 10, 0, "no square 99"),
        ('[White "A]\n[GameType "25"]\n1. c3-d4', 1, 1, 1, "a tag that cannot be read"),
        ('1. c3-d4 /FEN "W:W99:B1"/ b6-a5', 1, 19, 1, "no square 99"),
        ("1. c3-d4 b6-c5 2. a3-b4", 1, 19, 2, "not legal"),
    ],
)
def test_where_a_fault_is(text, line, column, plies, told):
    game = only(text)
    assert (game.error.line, game.error.column, game.plies) == (line, column, plies)
    assert told in game.error.message
    assert str(game.error).startswith(f"line {line}, column {column}: ")


def test_games_without_moves_between_are_told_apart():
    games = list(pdn.read('[White "A"]\n[Black "B"]\n\n[White "C"]\n[Black "D"]\n\n1. c3-d4 *'))
    assert [game.tags["White"] for game in games] == ["A", "C"]
    assert [game.plies for game in games] == [0, 1]


def test_an_empty_file_has_no_games():
    assert list(pdn.read("")) == list(pdn.read(" \n\n")) == list(pdn.read(b"\xef\xbb\xbf")) == []


# -- encodings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1251", "cp866", "utf-16"])
@pytest.mark.parametrize("name", ["Чемпионат СССР", "Первенство города Ярославля, Щёкин Ю.", "ПЕРВЕНСТВО"])
def test_legacy_encodings(encoding, name):
    data = f'[Event "{name}"]\n[GameType "25"]\n\n1. c3-d4 {{{name}}} *'.encode(encoding)
    (game,) = pdn.read(data)
    assert (game.tags["Event"], game.entries[0].comments, game.error) == (name, (name,), None)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet='[]{}()"/\\*.-:x%;$ \n1234567890abcdefghFENW', max_size=80))
def test_any_text_is_read_to_its_end(text):
    for game in pdn.read(text):
        assert game.result in ("1-0", "0-1", "1/2-1/2", "*")
        assert game.position.fen()


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_are_read_to_their_end(data):
    for game in pdn.read(data):
        assert game.position.fen()


# -- a side to move that is not known ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "side"),
    [("1. c3-d4 d6-c5", Side.WHITE), ("1. b6-a5 c3-d4", Side.BLACK), ("", Side.WHITE), ("1. a1-b2", Side.WHITE)],
)
def test_a_question_mark_is_the_side_that_can_make_the_first_move(moves, side):
    (game,) = pdn.read(f'[GameType "25"]\n[FEN "?:Wc3,e3:Bb6,d6"]\n\n{moves} *')
    assert game.start.side is side
    assert (game.error is None) is (moves != "1. a1-b2")
    written = pdn.write(game)
    assert '[FEN "?:W22,23:B9,10"]' in written
    (again,) = pdn.read(written)
    assert (again.start, again.moves) == (game.start, game.moves)


def test_a_setup_without_a_side_leaves_the_move_with_whose_it_is():
    game = only('1. c3-d4 /FEN "?:Wa1:Bh8"/ 1... h8-g7 *')
    assert (game.error, game.position.fen()) == (None, "W:W29:B8")


def test_a_position_alone_with_a_question_mark_is_white_s():
    assert rules.discipline("international").position("?:W31:B1").fen() == "W:W31:B1"
    assert rules.discipline("international").position("?:W31:B1", Side.BLACK).fen() == "B:W31:B1"


@pytest.mark.parametrize(
    "inside",
    [
        "{" + "[%clk " * 20_000 + "}",
        "{[%clk" + " " * 60_000 + "}",
        "{[%clk " + "1," * 30_000 + "]}",
        "(" + "{" * 40_000,
    ],
)
def test_no_comment_takes_long(inside):
    began = time.process_time()
    (game,) = pdn.read(f"1. c3-d4 {inside} *")
    assert game.plies == 1
    assert time.process_time() - began < 3
