"""replay, convert and diagram at the command line."""

import json
import xml.etree.ElementTree as ET

import pytest
from typer.testing import CliRunner

from flagfall.cli import app
from rules.errors import FlagfallError

GAME = '[Event "a"]\n[GameType "25"]\n\n1. c3-d4 b6-a5 *\n\n'
BAD = '[Event "b"]\n[GameType "25"]\n\n1. c3-d4 h8-a1 *\n\n'


def run(*arguments, text=None):
    return CliRunner().invoke(app, [str(one) for one in arguments], input=text)


def test_replay_prints_one_document(tmp_path):
    file = tmp_path / "games.pdn"
    file.write_text(GAME + BAD + GAME, encoding="utf-8")
    answer = run("replay", file, "--json")
    games = json.loads(answer.stdout)["games"]
    assert [game["plies"] for game in games] == [2, 1, 2]
    assert [game["error"] is None for game in games] == [True, False, True]
    assert games[1]["error"].startswith("line 9, column 10: h8-a1 is not legal")
    assert answer.exit_code == 0
    assert "1 of 3 games" in answer.stderr


def test_replay_of_several_files_and_of_stdin(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text(GAME, encoding="utf-8")
    games = json.loads(run("replay", tmp_path / "a", tmp_path / "b", "--json").stdout)["games"]
    assert [game["file"] for game in games] == [str(tmp_path / "a"), str(tmp_path / "b")]
    assert json.loads(run("replay", "-", "--json", text=GAME).stdout)["games"][0]["plies"] == 2
    assert "1 games, 2 plies, 0 with an error" in run("replay", "-", text=GAME).stdout


def test_replay_of_nothing_is_no_answer(tmp_path):
    answer = run("replay", "-", "--json", text="")
    assert isinstance(answer.exception, FlagfallError)
    assert json.loads(answer.stdout) == {"games": []}
    assert isinstance(run("replay", tmp_path / "none.pdn").exception, FlagfallError)


def test_convert_in_place(tmp_path):
    file = tmp_path / "games.pdn"
    file.write_text("1. c3d4 b6a5 2-0", encoding="utf-8")
    answer = run("convert", file, file, "--json")
    assert (answer.exit_code, json.loads(answer.stdout)) == (0, {"games": 1, "format": "pdn", "faults": []})
    assert file.read_text(encoding="utf-8") == '[Result "1-0"]\n[GameType "25"]\n\n1. c3-d4 b6-a5 1-0\n\n'
    assert list(tmp_path.iterdir()) == [file]


def test_convert_names_what_is_wrong_and_keeps_the_rest(tmp_path):
    answer = run("convert", "-", tmp_path / "out.fen", "--json", text=GAME + BAD)
    assert answer.exit_code == 1
    assert json.loads(answer.stdout)["faults"][0]["game"] == 2
    assert len((tmp_path / "out.fen").read_text(encoding="utf-8").splitlines()) == 2


def test_convert_leaves_no_half_file(tmp_path):
    out = tmp_path / "out.pgn"
    assert isinstance(run("convert", "-", out, text=GAME).exception, FlagfallError)
    assert list(tmp_path.iterdir()) == []
    assert isinstance(run("convert", "-", tmp_path / "out.doc", text=GAME).exception, FlagfallError)
    assert run("convert", "-", "-", "--to", "fen", text=GAME).stdout.startswith("W:W18,21,")


def drawn(*arguments):
    answer = run("diagram", *arguments)
    assert answer.exit_code == 0, answer.exception
    assert "var(" not in answer.stdout
    root = ET.fromstring(answer.stdout)
    return [node.get("class") for node in root.iter() if node.get("class")]


def test_diagram_shows_the_last_move_and_what_it_took():
    classes = drawn("international", "--fen", "W:WK47:B14,19,29,31,42", "--moves", "47x38x24x13x36")
    assert classes.count("fb-ghost") == 4
    assert classes.count("fb-path") == 1
    classes = drawn("russian", "--fen", "B:Wg7:Bh8", "--last", "c3:e5:g7", "--captured", "d4,f6")
    assert (classes.count("fb-ghost"), classes.count("fb-land")) == (2, 1)


def test_diagram_shows_marks_and_coordinates():
    classes = drawn("russian", "--marks", "lift:c3,place:d4")
    assert {"fm fm-lift", "fm fm-place", "fb-co"} <= set(classes)
    assert "fb-co" not in drawn("russian", "--coords", "none")
    assert drawn("international", "--coords", "all").count("fb-co fb-in") == 50


def test_diagram_shows_why_a_point_is_forbidden():
    classes = drawn("renju", "--fen", "B:Bi8,j8,h9,h10:W", "--fouls", "--why", "h8")
    assert (classes.count("fm fm-foul"), classes.count("fm-row")) == (1, 2)
    assert drawn("renju", "--moves", "h8 h9 i9", "--numbers", "all").count("fb-no fb-no-b") == 2


RENJU_GAME = '[Black "A"]\nh8 h9 i9 g8 -- j8 k9 0-1\n\nh8 i8 z1 0-1\n'


def test_diagram_draws_a_game_of_a_file_as_a_score_sheet(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text(RENJU_GAME, encoding="utf-8")
    classes = drawn("--file", file, "--numbers", "sheet")
    assert classes.count("fb-sheet-stone fb-sheet-w") == 3
    assert classes.count("fb-pass") == 1
    assert any(one.endswith("fb-mono") for one in drawn("--file", file, "--numbers", "sheet", "--monochrome"))
    assert drawn("--file", file, "--numbers", "sheet", "--plies", "2").count("fb-no fb-sheet-no-b") == 1
    assert drawn("--file", file, "--game", "2", "--plies", "2").count("fb-b") == 1
    assert drawn("renju", "--moves", "h8 h9 -- i9", "--numbers", "sheet").count("fb-pass") == 1


def test_diagram_draws_a_game_of_draughts_with_its_last_move(tmp_path):
    file = tmp_path / "one.pdn"
    file.write_text('[GameType "25"]\n1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 *\n', encoding="utf-8")
    classes = drawn("--file", file)
    assert (classes.count("fb-path"), classes.count("fb-ghost")) == (1, 0)
    assert drawn("--file", file, "--plies", "0").count("fb-path") == 0


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--game", "3"), "there is no game 3; it holds 2"),
        (("--game", "2"), "line 4, column 7: 'z1' is not a move"),
        (("--plies", "9"), "it has 7 plies, not 9"),
        (("--monochrome",), "--monochrome is for a score sheet"),
        (("--fen", "B:Bh8:W"), "--file and --fen"),
        (("--letters", "german"), "expected russian, rif"),
    ],
)
def test_diagram_says_what_is_wrong_with_a_file(tmp_path, arguments, told):
    file = tmp_path / "games.txt"
    file.write_text(RENJU_GAME, encoding="utf-8")
    answer = run("diagram", "--file", file, *arguments)
    assert isinstance(answer.exception, FlagfallError)
    assert told in str(answer.exception)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("russian", "--plies", "2"),
        ("russian", "--numbers", "all"),
        ("go",),
        ("russian", "--fen", "W:W99:B1"),
        ("russian", "--marks", "lift"),
        ("russian", "--marks", "lift:z9"),
        ("russian", "--last", "a2-b2"),
        ("russian", "--coords", "some"),
        ("russian", "--moves", "c3-c4"),
        ("russian", "--fouls"),
    ],
)
def test_diagram_says_what_it_cannot_draw(arguments):
    assert isinstance(run("diagram", *arguments).exception, FlagfallError)


def test_diagram_goes_to_a_file(tmp_path):
    run("diagram", "chess", "--out", tmp_path / "board.svg")
    assert ET.parse(tmp_path / "board.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_fouls_says_so_where_there_are_none():
    assert run("fouls", "--black", "h8").stdout.splitlines() == ["fouls: none", "fives: none"]
    told = run("fouls", "--black", "i8,j8,h9,h10").stdout.splitlines()
    assert told == ["h8   double-three", "fives: none"]


KINGS = '[GameType "25"]\n[FEN "W:WKa1:BKh2"]\n\n1. a1-b2 h2-g1 2. b2-c1 g1-h2 3. c1-d2 h2-g1 4. d2-e1 g1-a7 *\n'


def test_replay_takes_the_draws_of_the_regulations():
    def due(*options):
        (game,) = json.loads(run("replay", "-", "--json", *options, text=KINGS).stdout)["games"]
        return [(found["kind"], found["ply"]) for found in game["findings"]]

    assert due() == []
    assert due("--draws", "kings-only=2") == [("move-limit", 4)]
    assert due("--draws", "kings-only=2,kings-only=false") == []
    assert due("--draws", "kings-only=2, kings-only=stronger") == []


@pytest.mark.parametrize(
    ("draws", "told"),
    [
        ("kings-only", "expected NAME=true"),
        ("kings-only=", "expected NAME=true"),
        ("kings-only=-3", "'-3'; expected true, false, a number"),
        ("luck=true", "unknown draw rule 'luck'; known: three-kings"),
    ],
)
def test_replay_says_what_is_no_draw_rule(draws, told):
    answer = run("replay", "-", "--draws", draws, text=KINGS)
    assert isinstance(answer.exception, FlagfallError)
    assert told in str(answer.exception)


def test_letters_of_a_list_that_does_not_name_them(tmp_path):
    """5.2.2.2: an ambiguous j is an error unless someone says what it means."""
    listed = "h8 j9 k9 *\n"
    assert (
        "'j9' is ambiguous"
        in run(
            "replay",
            "-",
            text=listed,
        ).stdout
    )
    for letters, fen in (("rif", "W:Bh8,k9:Wj9"), ("russian", "W:Bh8,j9:Wi9")):
        (game,) = json.loads(run("replay", "-", "--json", "--letters", letters, text=listed).stdout)["games"]
        assert (game["position"], game["error"]) == (fen, None)
        assert run("convert", "-", "-", "--to", "fen", "--letters", letters, text=listed).stdout == fen + "\n"
    assert isinstance(run("replay", "-", "--letters", "german", text=listed).exception, FlagfallError)


def test_fouls_tells_why():
    told = run("fouls", "--black", "i8,j8,h9,h10", "--why", "h8").stdout.splitlines()
    assert told == [
        "h8: double-three",
        "  three h8 i8 j8, extended by g8 (legal), k8 (legal)",
        "  three h8 h9 h10, extended by h7 (legal), h11 (legal)",
    ]
    four = run("fouls", "--black", "h8,i8,j8", "--white", "g8", "--why", "k8").stdout.splitlines()
    assert four == ["k8: legal", "  four h8 i8 j8 k8, completed by l8"]
    told = json.loads(run("fouls", "--black", "i8,j8,k8,l8", "--why", "h8", "--json").stdout)
    assert (told["verdict"], told["rows"]) == ("five", [{"stones": ["h8", "i8", "j8", "k8", "l8"]}])
    assert isinstance(run("fouls", "--black", "h8", "--why", "h8").exception, FlagfallError)
