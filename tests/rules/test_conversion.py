"""Games from one notation to another."""

from pathlib import Path

import pytest

from rules import archive, conversion, pdn
from rules.errors import NotationError, SettingsError

GAMES = Path(__file__).parents[1] / "data" / "games"


def converted(text, notation, discipline=None):
    lines = text.encode().splitlines(keepends=True)
    return "".join(conversion.written(game, notation) for game in conversion.games(lines, discipline))


def told(game):
    return dict(game.tags), game.moves, game.result, game.comments, game.start.fen(), game.error


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.pdn")), ids=lambda file: file.stem)
def test_what_is_written_is_written_the_same_again(file):
    once = converted(file.read_text(encoding="utf-8"), "pdn")
    assert converted(once, "pdn") == once
    before, after = list(pdn.read(file.read_bytes())), list(pdn.read(once))
    assert [game.moves for game in after] == [game.moves for game in before]
    assert [game.result for game in after] == [game.result for game in before]


def test_pdn_is_put_in_order():
    loose = '[White "w"]\n[GameType "25"]\n1. c3-D4 b6a5; aside\n 2. d4C5?? *'
    head = '[White "w"]\n[Result "*"]\n[GameType "25"]\n\n'
    assert converted(loose, "pdn") == head + "1. c3-d4 b6-a5 {aside} 2. d4-c5 ?? *\n\n"


@pytest.mark.parametrize(
    ("fen", "discipline"),
    [
        ("W:W21,K30:B1,2", "russian"),
        ("B:W50:BK1", "international"),
        ("W:Wa3,Kc1:Bb8", "russian"),
        ("B:Bh8,i9:Wg8", "renju"),
        ("B:Bh9:Wg8,h12", "renju"),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "chess"),
    ],
)
def test_the_discipline_of_a_fen(fen, discipline):
    (game,) = conversion.games([b"\n", fen.encode()])
    assert game.error is None
    assert game.discipline.name == discipline
    assert conversion.written(game, "fen").strip() == game.start.fen()


def test_a_list_of_positions():
    text = "W:Wa1:Bh8.\n\nW:W99:B1\n  B:W32:B1\n"
    first, second, third = conversion.games(text.encode().splitlines(keepends=True))
    assert conversion.written(first, "fen") == "W:W29:B4\n"
    assert (second.error.line, second.error.column) == (3, 4)
    assert third.start.fen() == "B:W32:B1"
    assert converted("W:Wa1:Bh8.\n", "pdn").splitlines()[-2:] == ["*", ""]
    (again,) = pdn.read(converted("W:Wa1:Bh8.\n", "pdn"))
    assert again.start.fen() == "W:W29:B4"


def test_positions_of_a_game():
    text = '[FEN "W:Wc3:Bd4,h8"]\n1. c3e5 /FEN "W:W1:B2"/ *'
    assert converted(text, "fens") == "W:W22:B4,18\nB:W15:B4\nW:W1:B2\n"
    assert converted(text, "fen") == "W:W1:B2\n"


def test_chess_and_renju():
    assert "1. e4 e5 1-0" in converted('[White "w"]\n1.e4 e5 1-0', "pgn")
    stones = "h8 h9 i9 --\n"
    for notation in ("moves", "sgf"):
        text = converted(stones, notation)
        (game,) = archive.games(text)
        assert [str(move) for move in game.moves] == ["h8", "h9", "i9", "pass"]
    assert converted(stones, "fen") == "B:Bh8,i9:Wh9\n"


@pytest.mark.parametrize(
    ("text", "notation", "fits"), [("1. c3-d4", "pgn", "pdn, fen"), ("1. e4", "sgf", "pgn"), ("h8 h9", "pdn", "moves")]
)
def test_a_notation_holds_its_own_games(text, notation, fits):
    with pytest.raises(NotationError, match=fits):
        converted(text, notation)


def test_unknown_formats_name_the_known_ones():
    with pytest.raises(SettingsError, match="pdn, pgn"):
        converted("1. c3-d4", "doc")


def test_a_list_of_positions_has_no_position_for_a_line_that_is_none():
    """The start of a game is not what a faulty line says."""
    lines = [b"?:W31-32:B1-4\n", b"B:WK?:B1\n", b"W:W50:B1\n"]
    games = list(conversion.games(lines))
    assert [str(game.error) for game in games if game.error] == [
        "line 2, column 4: FEN 'B:WK?:B1': 'K?' is not a square"
    ]
    assert [conversion.written(game, "fen") for game in games] == ["W:W31,32:B1,2,3,4\n", "", "W:W50:B1\n"]
    (broken,) = conversion.games([b'[GameType "25"]\n[FEN "W:Wz9:B1"]\n\n*\n'])
    assert conversion.written(broken, "fens") == ""
    (cut,) = conversion.games([b'[GameType "25"]\n1. c3-d4 c3-d4 *\n'])
    assert conversion.written(cut, "fen").startswith("B:W18,"), "what was read before the fault stands"


def test_replay_reads_lists_of_positions():
    from rules.replay import replay

    answers = list(replay([b"W:W31:B50\n", b"B:W1:BK\n"]))
    assert answers[0]["position"] == "W:W31:B50"
    assert answers[1]["error"].startswith("line 2, column 7: ")


@pytest.mark.parametrize(
    ("fen", "name"),
    [
        ("W:W31:B50", "international"),
        ("W:WK50:B1", "international"),
        ("B:W1:Bk46", "international"),
        ("W:W1-50:B", "international"),
        ("W:W32:B31", "russian"),
        ("W:W31:B1:H33:F40", "russian"),
        ("?:Wa1:BKh8.", "russian"),
        ("B:Bh8,i9:W", "renju"),
        ("B:Bk9,h8:W", "renju"),
        ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", "chess"),
    ],
)
def test_a_position_tells_its_discipline_by_its_squares(fen, name):
    (game,) = conversion.games([fen.encode()])
    assert (game.discipline.name, game.error) == (name, None)
