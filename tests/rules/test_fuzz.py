"""No text and no bytes break a reader: what is wrong is an error with its line and column, and reading goes on."""

import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rules
from rules import archive, conversion, pdn, streaming
from rules.errors import FlagfallError, NotationError
from rules.renju import files as renju_files
from rules.replay import answer

GAMES = Path(__file__).parents[1] / "data" / "games"
DRAUGHTS = ("russian", "international", "giveaway", "brazilian")
SAMPLES = ["\n\n".join(file.read_text(encoding="utf-8").split("\n\n")[:6]) for file in sorted(GAMES.glob("*.pdn"))] + [
    '[FEN "W:WK47:B14,19,29,31,42."]\n[GameType "20"]\n1. 47x36 (1. 47x38 (2. 1-6)) $1 {[%clock w0:00:10 B0:00:03]}',
    '[GameType "25"]\n1. c3-d4 /FEN "B:W21:B1,K2"/ !? 1... b8-a7 ; aside\n% line\n2. a3-b4 1-1\n\n1. cd4 *',
    '[Event "x"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 *\n\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n1. Ka2 1/2-1/2',
    '[Discipline "renju"]\n[Style "rif"]\nh8 h9 {a} i9 -- 0-1\n',
]
PIECES = [
    "W",
    "B",
    ":",
    ",",
    "-",
    "K",
    ".",
    " ",
    "\n",
    '"',
    "1",
    "32",
    "50",
    "99",
    "a1",
    "h8",
    "j10",
    "b",
    "w",
    "?",
    "é",
    "K6k/8/8/8/8/8/8/8",
    "/",
]
WORDS = [
    "1.", "c3-d4", "32-28", "x", ":", "*", "2-0", "1/2", "(", ")", "{", "}", "[", "]", '"', "$1", "!?", "...", "/FEN",
    '[Event "a"]\n', '[FEN "W:W1:B2"]\n', '[GameType "25"]\n', '[GameType "99"]\n', "\n", "\n\n", ";", "%", "<", ">",
    "e4", "Nf3", "h8", "--", "\\", "\x00", "ё", "--", "[%clk 0:01]", "1" * 30,
]  # fmt: skip


def quick(examples):
    return settings(max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def settle(data, reader):
    """Reads everything; every error has its place in the text."""
    lines = len(re.split(b"\r\n|\r|\n" if isinstance(data, bytes) else "\r\n|\r|\n", data))
    for number, game in enumerate(reader):
        assert number < 10_000
        assert answer(game)["plies"] == game.plies
        if game.error is not None:
            assert 1 <= game.error.line <= lines
            assert game.error.column >= 1
            assert str(game.error).startswith(f"line {game.error.line}, column {game.error.column}: ")
            assert not game.error.message.startswith("line ")


def read_every_way(data):
    raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    settle(data, archive.games(data))
    settle(raw, streaming.games(io.BytesIO(raw)))
    settle(raw, conversion.games(io.BytesIO(raw)))
    settle(data, pdn.read(data))


@quick(200)
@given(
    st.sampled_from([*DRAUGHTS, "renju", "chess"]),
    st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PIECES)).map("".join)),
)
def test_fen(name, text):
    discipline = rules.discipline(name)
    fault = None
    try:
        position = discipline.position(text)
    except NotationError as error:
        fault = error
    if fault is None:
        assert discipline.position(position.fen()) == position
        return
    assert 1 <= fault.line <= text.count("\n") + 1
    assert 1 <= fault.column <= len(text.split("\n")[fault.line - 1]) + 1
    assert str(fault).startswith(f"line {fault.line}, column {fault.column}: ")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("W", 1, 2),
        ("X:W1:B2", 1, 1),
        ("W:W33:B1", 1, 4),
        ("W:W1,40:B50", 1, 6),
        ("W:W1,\n 40:B2", 2, 2),
        ('  "W:W1:Q2"', 1, 9),
        ("W:W1:B1", 1, 7),
        ("W:W" + "9" * 5000 + ":B1", 1, 4),
    ],
)
def test_the_place_of_a_fens_first_fault(text, line, column):
    with pytest.raises(NotationError) as caught:
        rules.discipline("russian").position(text)
    assert (caught.value.line, caught.value.column) == (line, column)


@pytest.mark.parametrize(
    ("text", "plies"),
    [("1. e4 c3-d4 ) ) e5 *", 1), ("1. e4 Ke4 ) { a }", 1), ("1. e4 Ke4 ) ( e5", 1), ("e4 ) e5 )", 2)],
)
def test_stray_parentheses_in_pgn(text, plies):
    """Nothing after a fault of the main line belongs to the game."""
    game, other = archive.games(text + "\n\n1. d4 *")
    assert (game.plies, game.error is None, other.plies) == (plies, plies == 2, 1)


def place_of(name, text):
    with pytest.raises(NotationError) as caught:
        rules.discipline(name).position(text)
    assert str(caught.value).startswith(f"line {caught.value.line}, column {caught.value.column}: ")
    return caught.value.line, caught.value.column


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("B", 1, 2),
        ("X:Bh8:Wg8", 1, 1),
        ("B:Bh8,h16:Wp1", 1, 7),
        ("B:Bh8,\n q9:Wh8", 2, 2),
        ('  "B:Bh8:Q"', 1, 10),
        ("B:Bh8:Wh8", 1, 8),
    ],
)
def test_the_place_of_the_first_fault_in_a_position_of_renju(text, line, column):
    assert place_of("renju", text) == (line, column)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ('  "', 1, 1),
        ("8/8/8", 1, 1),
        ("k7/8/8/8/8/8/9/K7 w - - 0 1", 1, 14),
        ('"k7/8/8/8/8/8/8/K7 x - - 0 1"', 1, 20),
        ("k7/8/8/8/8/8/8/K7\nw ZZ - 0 1", 2, 3),
        ("k7/8/8/8/8/8/8/K7 w - e9 0 1", 1, 23),
        ("k7/8/8/8/8/8/8/K7 w - - -1 1", 1, 25),
        ("k7/8/8/8/8/8/8/K7 w - - 0 x", 1, 27),
        ("k7/8/8/8/8/8/8/K7 w - - 0 1 2", 1, 29),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", 1, 1),
        ("8/8/8/8/8/8/8/K7", 1, 1),
        ("k7/8/8/8/8/8/8/K7 w K - 0 1", 1, 21),
        ("k7/8/8/8/8/8/8/K7 w - e3 0 1", 1, 23),
    ],
)
def test_the_place_of_the_first_fault_in_a_fen_of_chess(text, line, column):
    assert place_of("chess", text) == (line, column)


def test_every_fault_of_a_fen_of_chess_is_told():
    with pytest.raises(NotationError) as caught:
        rules.discipline("chess").position("k7/8/8/8/8/8/9/X7 x ZZ q9 a -1 7")
    for told in ("row 2: '9'", "row 1: 'X7'", "'x'", "'ZZ'", "'q9'", "'a'", "'-1'", "'7' follows"):
        assert told in str(caught.value)


MOVES = st.one_of(st.text(max_size=15), st.from_regex(r"[a-k1-9 :x*-]{0,60}", fullmatch=True))


@quick(150)
@given(st.sampled_from(DRAUGHTS), MOVES)
def test_moves(name, text):
    start = rules.discipline(name).start()
    found = refused = None
    try:
        found = start.parse(text)
    except FlagfallError as error:
        refused = error
    assert (found in start.legal_moves()) == (refused is None)
    assert refused is None or text.strip() in str(refused) or repr(text.strip()) in str(refused)


@pytest.mark.parametrize("name", [*DRAUGHTS, "renju", "chess"])
@pytest.mark.parametrize(
    "text", ["1" * 60 + "!", "c3" * 60 + "!", "c3 " * 60 + "!", "32-" * 60, "3" + " " * 5000 + "!", "c3:" * 3000]
)
def test_a_long_move_is_refused_at_once(name, text):
    """A hang would show as a test that never ends: a row of digits has more readings than can be tried."""
    with pytest.raises(FlagfallError):
        rules.discipline(name).start().parse(text)


@quick(120)
@given(st.one_of(st.text(max_size=120), st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)))
def test_texts(text):
    read_every_way(text)


@quick(120)
@given(st.binary(max_size=120))
def test_bytes(data):
    read_every_way(data)


EDITS = st.lists(st.tuples(st.integers(0, 4000), st.integers(0, 30), st.sampled_from([*WORDS, ""])), max_size=4)


def damaged(sample, edits):
    for at, length, put in edits:
        at %= len(sample) + 1
        sample = sample[:at] + put + sample[at + length :]
    return sample


@quick(40)
@given(st.sampled_from(SAMPLES), EDITS)
def test_damaged_games(sample, edits):
    read_every_way(damaged(sample, edits))


@pytest.mark.long
@quick(5000)
@given(st.sampled_from(SAMPLES), EDITS)
def test_many_damaged_games(sample, edits):
    read_every_way(damaged(sample, edits))


@pytest.mark.long
@quick(20_000)
@given(st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)))
def test_many_texts_and_bytes(data):
    read_every_way(data)


@pytest.mark.parametrize(
    "text",
    [
        '[FEN "W:W' + "1" * 5000 + '"]\n1. c3-d4',
        "1. c3-d4 {[%clk " + "1" * 5000 + ":00:00]}",
        '[Result "' + "1" * 5000 + '-0"]\n1. c3-d4',
        "(" * 5000,
        "1. c3-d4 " + "(1. " * 3000 + ")" * 3000,
        "{" * 5000 + "}",
        "1 " * 20_000,
        "1" + " " * 50_000 + "x",
        "[" * 5000,
        '[Event "' + "\\" * 5001,
        "b6a5" * 5000,
        "1. e4 $" + "1" * 5000 + " e5\n\n1. d4 *",
    ],
    ids=range(12),
)
def test_long_nonsense(text):
    read_every_way(text)
    for game in pdn.read(text):
        game.clocks()


@pytest.mark.parametrize(
    ("tag", "column"),
    [
        ('[Variant "Atomic"]\n', 11),
        ('[Variant "Chess960?"]\n', 11),
        ('[FEN "8/8/9/8/8/8/8/K1k5 w - - 0 1"]\n', 11),
        ('[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 x"]\n', 34),
    ],
)
def test_a_game_of_chess_of_which_nothing_can_be_played_is_written(tag, column):
    """Its start could not be read: the fault is the tag's, the game is written without it, and read again."""
    (game,) = archive.games('[Event "x"]\n' + tag + "\n1. e4 *", "chess")
    assert (game.error.line, game.error.column, game.plies) == (2, column, 0)
    (again,) = archive.games(conversion.written(game, "pgn"))
    assert (again.error, again.tags["Event"], again.plies) == (None, "x", 0)


def test_the_place_of_a_fault_in_a_list_of_positions_counts_the_blanks_before_it():
    good, bad = conversion.games([b"W:W21:B1\n", b"  W:W21:B99\n"])
    assert good.error is None
    assert (bad.error.line, bad.error.column) == (2, 10)


@pytest.mark.parametrize(
    "node", [b"\x78\x08\x08e0\0", b"\x78\x08e\0", b"\x78\x09\x00\x01e0\0"], ids=["padded", "even", "then a text"]
)
def test_a_library_that_ends_in_a_comment_without_its_padding(node):
    """The place of a fault stays within the file, also of a text on the board that should follow the padding."""
    data = renju_files.lib.MAGIC + bytes([3, 0]).ljust(12, b"\0") + node
    for cut in range(20, len(data) + 1):
        for game in renju_files.read(data[:cut]):
            assert game.error is None or game.error.column <= cut + 1


def test_a_faulty_game_of_chess_is_written_as_far_as_it_goes():
    """What stands behind a fault was never played, variations included."""
    text = '[Event "x"]\n\n1. e4 {best} $1 ,5 (1... [Event "xf]\n,.c5) 2       \n e4:{8/8best} e5 (1... c5) /\n'
    (game,) = archive.games(text, "chess")
    (again,) = archive.games(conversion.written(game, "pgn"))
    assert (game.error.line, game.error.column, [entry.text for entry in game.entries]) == (3, 17, ["e4"])
    assert (again.error, again.moves, again.entries[0].nags) == (None, game.moves, ("$1",))
    assert again.entries[0].comments[0].startswith("best")
