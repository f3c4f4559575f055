"""Files of renju games: each format read, its faults placed, move lists and SGF written and read back."""

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import History, discipline
from rules.errors import NotationError
from rules.renju import files
from rules.renju.files import Game, lib, movelist, sgf
from rules.renju.points import CELL_OF, POINTS, read, style_of, written

RENJU = discipline("renju")


def moves(game: Game) -> str:
    return " ".join(str(move) for move in game.moves)


def one(data: str | bytes, **how) -> Game:
    (game,) = files.read(data, **how)
    return game


# -- points ------------------------------------------------------------------------------------------------------


def test_letters_of_both_styles():
    assert [written(f"{letter}1", "russian") for letter in "ahijo"] == ["A1", "H1", "I1", "K1", "P1"]
    assert written("j10") == "j10"
    for point in POINTS:
        assert read(written(point, "russian"), "russian") == point
        assert read(written(point).upper()) == point
    assert read("J9", "russian") == read("i9", "russian") == "i9"
    for text, style in (("p1", "rif"), ("q1", "russian"), ("a16", "rif"), ("a0", "rif"), ("", "rif"), ("a01", "rif")):
        with pytest.raises(NotationError, match="expected a1 to"):
            read(text, style)


def test_a_style_is_told_by_its_letters_or_not_at_all():
    assert style_of(["h8", "k9"]) == "rif"
    assert style_of(["h8", "p9", "j9"]) == "russian"
    assert style_of(["h8", "i9", "j9"]) == "rif"
    with pytest.raises(NotationError, match="ambiguous") as error:
        style_of(["h8", "j9"])
    assert error.value.text == "j9"


# -- move lists --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "h8 h9 i10 j9 -- pass",
        "1. h8 2. h9 3. i10 4. j9 5. -- 6. --",
        "1 h8 2 h9 3 i10 4 j9 5 pass 6 pass",
        "h8h9i10j9 -- --",
        "H8, H9; I10,J9\n-- --",
        "1) h8 h9 {good} 2) i10 j9 # tail\n3) pass pass",
    ],
)
def test_move_lists_as_people_type_them(text):
    game = one(text)
    assert game.error is None
    assert moves(game) == "h8 h9 i10 j9 pass pass"


def test_the_russian_letters():
    text = '[Style "russian"]\n[Black "A"]\nH8 J9 K10 P1 1-0\n'
    game = one(text)
    assert moves(game) == "h8 i9 j10 o1"
    assert (game.result, game.tags["Black"]) == ("1-0", "A")
    assert moves(one("h8 i9 k10", style="russian")) == "h8 i9 j10"
    assert moves(one("h8 i9 k10")) == "h8 i9 k10"


def test_an_ambiguous_j_is_an_error_where_it_stands():
    game = one("h8 h9\n  j10 a1")
    assert moves(game) == "h8 h9"
    assert (game.error.line, game.error.column) == (2, 3)
    assert "ambiguous" in game.error.message
    assert moves(one("h8 h9\n j10 a1", style="rif")) == "h8 h9 j10 a1"
    assert moves(one('[Style "rif"]\nh8 h9 j10 a1')) == "h8 h9 j10 a1"


def test_a_comment_without_end_is_a_fault():
    error = one("h8 h9\n{the rest i9").error
    assert (error.line, error.column) == (2, 1)


def test_one_bad_game_does_not_stop_a_file():
    text = "h8 h9 i9 0-1\nh8 h9 h9 i9 *\nh8 xx\nh8 i9\n"
    games = list(files.read(text))
    assert [game.plies for game in games] == [3, 2, 1, 2]
    assert [game.result for game in games] == ["0-1", "*", "*", "*"]
    assert [(game.error.line, game.error.column) for game in games if game.error] == [(2, 7), (3, 4)]
    assert "occupied" in games[1].error.message
    assert "'xx'" in games[2].error.message


def test_an_unknown_style_and_a_first_stone_elsewhere():
    assert "style" in one('[Style "go"]\nh8').error.message
    assert "5.2.4.1" in one("h9 h8").error.message


def test_move_lists_come_back():
    game = one('[Black "Иванов \\"И\\""]\n{before} h8 h9 {one} j10 -- i9 1/2-1/2')
    for style in ("rif", "russian"):
        again = one(movelist.write(game, style))
        assert moves(again) == moves(game)
        assert again.result == "1/2-1/2"
        assert again.tags["Black"] == 'Иванов "И"'
        assert again.comments == ("before",)
        assert again.entries[1].comments == ("one",)
    with pytest.raises(NotationError, match="SGF"):
        movelist.write(one("(;GM[4]SZ[15]AB[hh]PL[W];W[hg])"))


def test_fouls_in_a_file_are_plies():
    game = one("h8 a1 i8 c1 j9 e1 j10 g1 j8 a15")
    assert (game.plies, game.error) == (10, None)
    history = History.start(game.start)
    seen = []
    for move in game.moves:
        history = history.push(move)
        seen += [(found.kind, found.ply) for found in history.observations()]
    assert seen == [("foul-double-three", 9)]


# -- SGF ---------------------------------------------------------------------------------------------------------

SGF = "(;FF[4]GM[4]SZ[15]PB[A\\]]PW[B]RE[B+]C[head];B[hh];W[hg]C[up];B[ao](;W[oo];B[])(;W[aa]C[x]))"


def test_sgf_counts_rows_from_the_top():
    game = one(SGF)
    assert moves(game) == "h8 h9 a1 o1 pass"
    assert (game.result, game.tags["Black"], game.comments) == ("0-1", "A]", ("head",))
    assert game.entries[1].comments == ("up",)
    assert game.variations == (("h8", "h9", "a1", "a15"),)


def test_mirrored_sgf_is_known_by_its_result():
    assert moves(one("(;GM[4]SZ[15]RE[B+five_in_a_row];B[hh];W[hi])")) == "h8 h9"
    assert moves(one("(;GM[4]SZ[15]RE[B+];B[hh];W[hi])")) == "h8 h7"
    (game,) = sgf.read("(;GM[4]SZ[15];B[hh];W[hi])", mirrored=True)
    assert moves(game) == "h8 h9"


def test_sgf_comes_back():
    for text in (SGF, "(;GM[4]SZ[15]AB[hh][hg:ig]AW[aa:ab]PL[B]C[p];B[ii];W[jj])", "(;SZ[15])"):
        game = one(text)
        assert game.error is None
        again = one(sgf.write(game))
        assert again == game


@given(st.lists(st.lists(st.sampled_from(["h8", "h9", "i9", "a1", "o15", "j2"]), unique=True, max_size=6), max_size=6))
def test_variations_come_back(lines):
    lines = list(dict.fromkeys(("h8", *(point for point in line if point != "h8")) for line in lines))
    main = ("h8", "c3", "d4", "e5", "f6", "g7", "g9")
    game = one(" ".join(main))
    game = Game(discipline=RENJU, start=game.start, entries=game.entries, variations=tuple(lines))
    again = one(sgf.write(game))
    assert moves(again) == " ".join(main)
    begun = [main, *lines]
    assert set(again.variations) == {
        line for line in lines if not any(other != line and other[: len(line)] == line for other in begun)
    }


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("(;GM[4]SZ[15]\n;B[hh]\n;W[zz])", 3, 3, "'zz'"),
        ("(;GM[4]SZ[15]\n;B[hh];B[hg])", 2, 9, "out of turn"),
        ("(;GM[4]SZ[19];B[hh])", 1, 10, "expected 15"),
        ("(;GM[4]SZ[15];B[hh]", 1, 1, "')' is missing"),
        ("(;GM[4]SZ[15];B[hh];W[hg", 1, 22, "without its end"),
        ("(;GM[4]SZ[15];B[hh];W[hh])", 1, 22, "occupied"),
        ("(;AB[hh]AW[hh])", 1, 11, "two stones"),
        ("(;B[hh] %)", 1, 9, "not SGF"),
    ],
)
def test_sgf_faults_have_their_place(text, line, column, part):
    error = one(text).error
    assert (error.line, error.column) == (line, column)
    assert part in error.message


def test_a_bad_game_of_a_collection_leaves_the_others():
    games = list(files.read("(;B[hh];W[hg])\n(;B[hh] !)\n(;B[hh];W[ii])"))
    assert [moves(game) for game in games] == ["h8 h9", "h8", "h8 i7"]
    assert [game.error is None for game in games] == [True, False, True]


# -- Piskvork ----------------------------------------------------------------------------------------------------


def test_psq_counts_from_the_top_left():
    game = one("Piskvorky 15x15, 11:11, 0\n8,8,15\n8,7,1200\n1,15,0\nPela\nYixin\n-1\n")
    assert moves(game) == "h8 h9 a1"
    assert game.spent_ms == (15, 1200, 0)
    assert (game.tags["Black"], game.tags["White"], game.tags["ResultCode"]) == ("Pela", "Yixin", "-1")


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("Piskvorky 20x20, 11:11, 0\n8,8,15", 1, "20x20"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,15\n16,1,1\n", 3, "16,1"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,15\n8,8,1\n", 3, "occupied"),
        ("piskvor\n", 1, "expected"),
    ],
)
def test_psq_faults_have_their_line(text, line, part):
    error = one(text).error
    assert error.line == line
    assert part in error.message


# -- RenLib ------------------------------------------------------------------------------------------------------


def library(*nodes: bytes, header: bytes = lib.MAGIC + b"\x03\x04" + b"\xff" * 10) -> bytes:
    return header + b"".join(nodes)


def node(point: str, flags: int = 0) -> bytes:
    cell = CELL_OF[point]
    return bytes([16 * (14 - (cell >> 4)) + (cell & 15) + 1, flags])


MORE, LAST, COMMENT = lib.MORE, lib.LAST, lib.COMMENT


def test_a_library_is_all_its_lines():
    data = library(
        b"\0\0",
        node("h8"),
        node("h9", MORE),
        node("i10", MORE | LAST),
        node("i9", LAST),
        node("i9", 0),
        node("g7", LAST | COMMENT),
        b"head\x08text\0",
        b"" if len(b"head\x08text\0") % 2 == 0 else b"\0",
    )
    games = list(files.read(data))
    assert [moves(game) for game in games] == ["h8 h9 i10", "h8 h9 i9", "h8 i9 g7"]
    assert games[2].entries[2].comments == ("head", "text")
    assert all(game.error is None for game in games)


def test_an_old_library_has_no_header():
    assert node("h8") == b"\x78\0"
    assert [moves(game) for game in files.read(node("h8") + node("h9", LAST))] == ["h8 h9"]


def test_library_passes_texts_on_the_board_and_old_comments():
    data = library(
        b"\0\0",
        node("h8", lib.OLD_COMMENT),
        b"fo\xf2m",
        b"\0\0"[:0],
        bytes([0, MORE | LAST]),
        node("a1", MORE | LAST | lib.NO_MOVE | lib.EXTENSION),
        b"\0\x01",
        b"A\0",
        node("i9", LAST),
    )
    # The third byte of the comment has the high bit and ends it; the fourth pads.
    games = list(files.read(data))
    assert [moves(game) for game in games] == ["h8 pass", "h8", "h8 i9"]
    assert games[0].entries[0].comments == ("for",)


@pytest.mark.parametrize(
    ("data", "column", "part"),
    [
        (lib.MAGIC + b"\x09\x00" + b"\xff" * 10, 9, "version"),
        (library(b"\0\0", node("h8"), b"\xf1\x40"), 25, "no point"),
        (library(b"\0\0", node("h8"), b"\x78"), 25, "middle of a node"),
        (library(b"\0\0", node("h8", COMMENT), b"endless"), 25, "without its end"),
        (library(b"\0\0", node("h8"), node("h8", LAST)), 25, "occupied"),
    ],
)
def test_library_faults_name_the_byte(data, column, part):
    *_, game = files.read(data)
    assert (game.error.line, game.error.column) == (1, column)
    assert part in game.error.message


# -- RenjuNet ----------------------------------------------------------------------------------------------------

RIF = """<?xml version="1.0"?>
<database>
<players><player id="7" name="Ann" surname="Bee"/></players><rules><rule id="1" name="RIF"/></rules>
<tournaments><tournament id="3" name="Cup"/></tournaments>
<games>
<game id="1" tournament="3" round="2" rule="1" black="7" white="8" bresult="1" alt="i7 g10" swap="1">
<move>h8 h9
 i9 g8</move><info>note</info></game>
<game id="2" bresult="0.5"><move>h8 q9</move></game>
</games></database>
"""


def test_rif_tables_and_games():
    first, second = files.read(RIF)
    assert moves(first) == "h8 h9 i9 g8"
    assert (first.result, second.result) == ("0-1", "1/2-1/2")
    assert first.comments == ("note",)
    assert {name: first.tags[name] for name in ("Black", "White", "Event", "Rules", "Alternatives", "Swap")} == {
        "Black": "Ann Bee",
        "White": "8",
        "Event": "Cup",
        "Rules": "RIF",
        "Alternatives": "i7 g10",
        "Swap": "1",
    }
    assert (second.error.line, second.error.column) == (9, 37)
    assert [moves(game) for game in files.read(RIF.encode())] == ["h8 h9 i9 g8", "h8"]
    legacy = RIF.replace('"1.0"?', '"1.0" encoding="windows-1251"?').replace("Ann", "Анна").encode("cp1251")
    assert next(iter(files.read(legacy))).tags["Black"] == "Анна Bee"


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("<database>\n<games></database>", 2, "mismatched"),
        ("<html/>", 1, "expected <database>"),
        ('<!DOCTYPE d [<!ENTITY a "aaaa">]>\n<database>&a;</database>', 1, "entities"),
    ],
)
def test_rif_faults_have_their_place(text, line, part):
    *_, game = files.read(text)
    assert game.error.line == line
    assert part in game.error.message


def test_rif_streams():
    game = '<game bresult="1"><move>h8 h9 i9</move></game>'
    found = files.read("<database><games>" + game * 5000 + "</games></database>")
    assert moves(next(found)) == "h8 h9 i9"
    assert sum(1 for _ in found) == 4999


# -- whatever comes ----------------------------------------------------------------------------------------------


def settle(data: str | bytes) -> None:
    """Read everything; every fault must have a place."""
    for game in files.read(data):
        assert game.position is not None
        if game.error is not None:
            assert game.error.line >= 1
            assert game.error.column >= 1
        with suppress(NotationError):
            movelist.write(game)
        sgf.write(game)


@given(st.text(max_size=200))
def test_no_text_breaks_the_readers(text):
    settle(text)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_readers(data):
    settle(data)


@given(st.binary(max_size=100))
def test_no_library_breaks_the_reader(data):
    settle(lib.MAGIC + b"\x03\x04" + b"\xff" * 10 + data)


SAMPLES = [SGF, RIF, "Piskvorky 15x15, 11:11, 0\n8,8,15\n8,7,1\nA\nB\n-1", '[Style "rif"] 1. h8 j9 {c} -- 0-1\n']


@settings(max_examples=150)
@given(st.sampled_from(SAMPLES), st.integers(0, 10**6))
def test_damaged_files_are_read_to_the_damage(text, seed):
    rng = random.Random(seed)
    letters = list(text)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(letters))
        what = rng.randrange(3)
        if what == 0:
            letters[at] = chr(rng.choice([0, 9, 10, 40, 41, 59, 91, 93, 97, 104, 0x416, 0x1F600]))
        elif what == 1:
            del letters[at : at + rng.randint(1, 4)]
        else:
            letters[at:at] = letters[at : at + rng.randint(1, 9)]
    settle("".join(letters))
    settle("".join(letters).encode("utf-8", "replace"))


@pytest.mark.parametrize(
    "text", ["(;" * 40_000, "(;B[hh]" + "(;W[hg]" * 40_000, "[" * 50_000, "h8 " * 30_000, "{" * 50_000, "(;)" * 9000]
)
def test_long_nonsense_takes_no_long_time(text):
    settle(text)


def test_variations_that_go_on_where_a_game_ends_do_not_become_its_moves():
    text = "(;GM[4]SZ[15];B[hh];W[hh](;B[ii])(;B[gg];W[ff]))"
    (game,) = files.read("(;GM[4]SZ[15];B[hh](;)(;W[hg];B[ii])(;W[gg]))")
    assert ([str(move) for move in game.moves], len(game.variations)) == (["h8"], 2)
    (again,) = files.read(files.sgf.write(game))
    assert (again.moves, again.variations) == (game.moves, game.variations)
    (faulty,) = files.read(text)
    (again,) = files.read(files.sgf.write(faulty))
    assert ([str(move) for move in faulty.moves], again.moves) == (["h8"], faulty.moves)


@pytest.mark.parametrize(("written", "result"), [("W+R", "1-0"), ("B+Time", "0-1"), ("B+", "0-1"), ("0", "1/2-1/2")])
def test_sgf_keeps_how_a_game_ended(written, result):
    (game,) = files.read(f"(;GM[4]SZ[15]RE[{written}];B[hh];W[hg])")
    assert game.result == result
    assert f"RE[{written}]" in files.sgf.write(game)


def test_sgf_does_not_write_how_a_game_ended_in_the_words_that_turn_the_board():
    (game,) = files.read("(;GM[4]SZ[15]RE[B+five_in_a_row];B[hh];W[hg])")
    assert "RE[B+]" in files.sgf.write(game)
    (again,) = files.read(files.sgf.write(game))
    assert again.moves == game.moves


def test_a_time_that_is_none_in_a_move_list_keeps_the_game():
    first, second = files.read("h8 {[%clk 0:01:00]} h9\n{x [%emt 0:61:00]} i9 1-0\nh8 i9 {[%clk 0:01:00]} *")
    assert str(first.error).startswith("line 2, column 10: '0:61:00' is not a time")
    assert (first.plies, second.error, second.plies) == (3, None, 2)


def test_the_time_of_each_stone_goes_along():
    """Piskvork's files tell it; in SGF and lists it is a comment."""
    (game,) = files.read("Piskvorky 15x15, 11:11, 0\n8,8,1500\n8,7,0\n9,7,3725040\n")
    listed = movelist.write(game)
    assert listed.splitlines()[-1] == "h8 {[%emt 0:00:01.500]} h9 {[%emt 0:00:00]} i9 {[%emt 1:02:05.040]} *"
    written = sgf.write(game)
    assert "C[[%emt 1:02:05.040\\]]" in written
    for text in (listed, written):
        (again,) = files.read(text)
        assert (again.moves, again.error) == (game.moves, None)
        assert again.entries[2].comments == ("[%emt 1:02:05.040]",)
        assert "1:02:05.040" in sgf.write(again)


def test_variations_stand_in_the_comments_of_a_list():
    (game,) = files.read("(;GM[4]SZ[15];B[hh](;W[hi])(;W[ii];B[]))")
    text = movelist.write(game, "russian")
    assert "{variation: H8 I7 --}" in text
    (again,) = files.read(text)
    assert (again.moves, again.error) == (game.moves, None)
