"""The doors of the command line: each answer's exact form, one JSON document on stdout, and the exit codes."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import server.archive
from flagfall import cli
from flagfall.commands import games
from flagfall.commands.output import InputError
from flagfall.commands.recognition import finding_line

START = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
TRACE = """\
{"trace": 1, "discipline": "russian", "sensor": "piece"}
{"t": 1300, "sq": "c3", "p": "."}
{"t": 1600, "sq": "d4", "p": "w"}
{"t": 2000, "press": "white"}
"""
MET = f"{'001    1 m    One':<80} 1.0    1     2 w 1\n{'001    2 m    Two':<80} 0.0    2     1 b 0\n"
FOUR = "".join(f"001 {number:4d} m    Player {number}\n" for number in range(1, 5))


class Doors:
    """Runs commands as the console script does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.monkeypatch, self.capsys, self.folder = monkeypatch, capsys, folder

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["flagfall", *arguments])
        code: Any = 0
        try:
            cli.main()
        except SystemExit as ended:
            code = ended.code or 0
        told = self.capsys.readouterr()
        return code, told.out, told.err

    def json(self, *arguments: str, code: int = 0) -> Any:
        """The one document of ``--json``."""
        found, out, err = self(*arguments, "--json")
        assert found == code, err
        return json.loads(out)

    def file(self, name: str, text: str | bytes) -> str:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Doors:
    return Doors(monkeypatch, capsys, tmp_path)


def test_perft(doors: Doors) -> None:
    answer = doors.json("perft", "russian", "4")
    assert answer.keys() == {"nodes", "seconds"}
    assert answer["nodes"] == 1469
    assert doors.json("perft", "russian", "0")["nodes"] == 1


def test_moves(doors: Doors) -> None:
    assert doors.json("moves", "russian") == {"moves": ["a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"]}
    assert doors.json("moves", "russian", "--fen", "W:Wh6:Bg7,c5,d2") == {"moves": ["h6:f8:b4:e1"]}
    assert doors.json("moves", "russian", "--fen", "B:W21:B") == {"moves": []}


def test_what_happens_to_an_answer_is_no_fault_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text("1. c3-d4 *\n")
    with games._opened(path) as lines:
        assert next(lines) == b"1. c3-d4 *\n"
    with pytest.raises(BrokenPipeError), games._opened(path):
        raise BrokenPipeError
    with pytest.raises(InputError, match=r"none\.pdn: No such file"), games._opened(tmp_path / "none.pdn"):
        pass


def test_convert_writes_to_stdout_where_no_file_is_named(doors: Doors) -> None:
    played = doors.file("games.pdn", '[GameType "25"]\n1. c3-d4 d6-c5 *\n')
    code, out, _ = doors("convert", played, "--to", "pdn")
    assert code == 0
    assert out.rstrip().endswith("1. c3-d4 d6-c5 *")
    code, _, err = doors("convert", played)
    assert code == 2
    assert "say what to write by --to pdn" in err


def test_a_finding_that_is_nobody_s_names_no_side() -> None:
    found = {"kind": "wrong-setup", "side": None, "ply": 0, "article": "5.4.13.1", "t": 107}
    assert finding_line(found) == "wrong-setup: ply 0, art. 5.4.13.1, at 107 ms"
    assert finding_line({**found, "side": "white"}).startswith("wrong-setup: white, ply 0")


def test_restore_says_how_to_go_on(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    report = server.archive.Report(event="cup", rounds=2, games=8, events=34, rows=50)
    monkeypatch.setattr(server.archive, "restore", lambda _source, _folder: report)
    code, out, _ = doors("restore", "cup.zip", "there")
    event = Path("there", "event.toml")
    assert (code, out) == (0, f"{event}: rounds 2, games 8, events 34\nGo on with: flagfall serve {event}\n")
    assert doors.json("restore", "cup.zip", "there")["to"] == str(event)


def test_replay(doors: Doors) -> None:
    game = '[GameType "25"]\n[Result "2-0"]\n1. c3-d4 d6-c5 2-0\n\n[GameType "25"]\n1. c3-d4 a1-a2 *\n'
    one, other = doors.json("replay", doors.file("games.pdn", game))["games"]
    assert one == {
        "plies": 2,
        "result": "1-0",
        "result_by_rule": None,
        "position": "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,12,14",
        "findings": [],
        "error": None,
    }
    assert (other["plies"], other["result"]) == (1, "*")
    assert other["error"].startswith("line 6, column 10: ")


def test_replay_names_what_fell_due(doors: Doors) -> None:
    moves = "c1-a3 a7-g1 e1-d2 g1-f2 a3-d6 f2-b6 d6-e5 b6-a5 e5-c3 a5-b6"
    (game,) = doors.json("replay", doors.file("v3.pdn", f'[FEN "W:WK30,K31:BK5"]\n{moves} *\n'))["games"]
    assert game["findings"] == [
        {"ply": 9, "side": "white", "kind": "move-limit", "grade": "decision", "article": "2.1.9"}
    ]
    assert game["result_by_rule"] == "1/2-1/2"


def test_recognize(doors: Doors) -> None:
    assert doors.json("recognize", doors.file("trace.jsonl", TRACE)) == {
        "plies": [{"ply": 1, "side": "white", "move": "c3-d4", "uncertain": False, "irregular": False}],
        "pending": None,
        "findings": [],
        "position": "B:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "in_sync": True,
    }


def test_pair(doors: Doors) -> None:
    file = doors.file("four.trf", FOUR)
    answer = doors.json("pair", file)
    assert answer.keys() == {"round", "pairs", "bye", "why"}
    assert (answer["round"], answer["pairs"], answer["bye"]) == (1, [[1, 3], [4, 2]], None)
    assert doors.json("pair", file, "--first-colour", "black")["pairs"] == [[3, 1], [2, 4]]


def test_no_legal_pairing_is_a_no(doors: Doors) -> None:
    answer = doors.json("pair", doors.file("met.trf", MET), code=1)
    assert (answer["round"], answer["pairs"], answer["bye"]) == (2, None, None)


def test_standings_name_players_and_coefficients_for_people(doors: Doors) -> None:
    _, out, _ = doors("standings", doors.file("met.trf", MET), "--tiebreaks", "buchholz,wins", "--points", "1")
    heading, one, two = (line.split() for line in out.splitlines())
    assert heading == ["No.", "pts", "buchholz", "wins"]
    assert (one, two) == (["1", "1", "One", "1.0", "0", "1"], ["2", "2", "Two", "0.0", "1", "0"])
    assert len({line.index(word) for line, word in zip(out.splitlines(), ("pts", "1.0", "0.0"), strict=True)}) == 1


def test_standings(doors: Doors) -> None:
    answer = doors.json("standings", doors.file("met.trf", MET), "--tiebreaks", "buchholz,wins", "--points", "2")
    assert answer == {
        "standings": [
            {"place": 1, "id": 1, "points": 2.0, "tiebreaks": {"buchholz": 0.0, "wins": 1.0}},
            {"place": 2, "id": 2, "points": 0.0, "tiebreaks": {"buchholz": 2.0, "wins": 0.0}},
        ]
    }


def test_doctor(doors: Doors) -> None:
    code, out, _ = doors("doctor", "--json")
    report = json.loads(out)
    assert code == (0 if report["ok"] else 1)


@pytest.mark.parametrize(
    ("name", "content", "command"),
    [
        ("empty.pdn", b"", ("replay",)),
        ("binary.pdn", bytes(range(256)), ("replay",)),
        ("empty.jsonl", b"", ("recognize",)),
        ("broken.jsonl", b'{"trace": 1,', ("recognize",)),
        ("binary.jsonl", bytes(range(256)), ("recognize",)),
        ("empty.trf", b"", ("pair",)),
        ("empty.trf", b"", ("standings",)),
        ("self.trf", MET.replace("  2 w 1", "  1 w 1").encode(), ("pair",)),
        ("four.trf", FOUR.encode(), ("pair", "--system", "nonsense")),
        ("four.trf", FOUR.encode(), ("standings", "--tiebreaks", "nonsense")),
        ("four.trf", FOUR.encode(), ("standings", "--unplayed", "nonsense")),
        ("event.toml", b"[event\n", ("serve",)),
        ("event.toml", b"", ("serve",)),
        ("event.toml", b"\xff\xfe\x00", ("serve",)),
        ("table.toml", b"[server\n", ("table",)),
        ("table.toml", b"", ("table",)),
        ("journal.db", b"not a journal", ("journal", "verify")),
        ("journal.db", b"", ("journal", "replay")),
        ("games.pdn", b"", ("demo", "--once", "--games")),
    ],
)
def test_input_that_cannot_be_used_is_a_two(doors: Doors, name: str, content: bytes, command: tuple[str, ...]) -> None:
    path = doors.file(name, content)
    code, _, err = doors(*command, path)
    assert code == 2
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("perft", "checkers", "1"),
        ("perft", "russian", "much"),
        ("moves", "russian", "--fen", ""),
        ("moves", "russian", "--fen", "W:Wz9:B1"),
        ("moves", "russian", "--fen", "W:W1,1:B1"),
        ("replay", "nowhere.pdn"),
        ("recognize", "nowhere.jsonl"),
        ("pair", "nowhere.trf"),
        ("serve", "nowhere.toml"),
        ("table", "nowhere.toml"),
        ("journal", "verify", "nowhere.db"),
        ("simulate", "kettle", "--at", "x"),
        ("simulate", "board", "--at", "nowhere/at/all"),
        ("simulate", "board", "--at", "x", "--device", "kettle"),
        ("demo", "--tables", "0"),
        ("demo", "--rounds", "99"),
        ("demo", "--speed", "0"),
        ("demo", "--arbiter", "nobody"),
        ("demo", "--port", "99999"),
        ("simulate", "table", "--at", "x", "--games", "nowhere.pdn"),
        ("restore", "nowhere.zip", "there"),
        ("boards", "bind", "nowhere.toml"),
        ("screen", "table", "nowhere.toml"),
        ("nonsense",),
    ],
)
def test_a_wrong_word_is_a_two(
    doors: Doors, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = doors(*arguments)
    assert code == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("content", "command", "told"),
    [
        (b"a = [1,\n", ("serve",), ", line 1: not TOML"),
        (b"a = 1\nb = ]\n", ("table",), ", line 2, column 5: not TOML: Invalid value\n"),
        (b"a = 1\nb = ]\n", ("boards", "bind"), ", line 2, column 5: not TOML"),
        (b"[[table]]\nnumber = '7'\n", ("boards", "bind"), "number of [[table]]: '7', expected a whole number"),
        (b"\xff", ("serve",), "byte 0 is not UTF-8"),
    ],
)
def test_a_fault_of_a_file_has_its_place(doors: Doors, content: bytes, command: tuple[str, ...], told: str) -> None:
    code, _, err = doors(*command, doors.file("file.toml", content))
    assert (code, told in err, "Errno" in err) == (2, True, False), err


@pytest.mark.parametrize("command", [("pair",), ("check",)])
def test_an_unknown_system_is_told_all_that_fit(doors: Doors, command: tuple[str, ...]) -> None:
    _, _, err = doors(*command, doors.file("four.trf", FOUR), "--system", "nonsense")
    assert "truncated-solkoff, knockout, knockout-seeded" in err


def test_the_demo_names_its_events(doors: Doors) -> None:
    code, _, err = doors("demo", "--event", "weather")
    assert code == 2
    assert "--event weather: expected boards or nine-rounds" in err


def test_serve_takes_an_event_or_the_folder_of_a_new_one(doors: Doors) -> None:
    code, _, err = doors("serve")
    assert code == 2
    assert "expected EVENT.toml, or --new FOLDER" in err
    there = doors.file("event.toml", "")
    code, _, err = doors("serve", "--new", str(Path(there).parent))
    assert code == 2
    assert "exists already" in err
