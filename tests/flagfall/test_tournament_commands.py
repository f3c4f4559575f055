"""The tournament's commands: their JSON, their exit codes, their words."""

import json
from pathlib import Path
from typing import Any

import pytest

from flagfall.cli import main
from server.tournament import Bye, Event, Game, Player, Round, Team, generate, read_trf, standings, write_trf
from server.tournament.crosstable import crosstable_csv
from server.tournament.generate import CALM

Run = Any


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line: exit code, what stood on stdout, what on stderr."""

    def made(*words: object) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["flagfall", *map(str, words)])
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return made


def kept(folder: Path, event: Event) -> Path:
    path = folder / "event.trf"
    path.write_text(write_trf(event), "utf-8")
    return path


EVERYONE_MET = Event(
    tuple(Player(number) for number in (1, 2)), (Round((Game(1, 2, 2, 0),)),), first_colour="white", kind="swiss"
)


def test_pair_says_no_and_relax_makes_the_least_departure(run: Run, tmp_path: Path) -> None:
    file = kept(tmp_path, EVERYONE_MET)
    code, out, _ = run("pair", file, "--json")
    assert code == 1
    answer = json.loads(out)
    assert (answer["round"], answer["pairs"], answer["bye"]) == (2, None, None)
    assert set(answer) == {"round", "pairs", "bye", "why"}
    code, out, _ = run("pair", file, "--relax", "--json")
    answer = json.loads(out)
    assert (code, answer["pairs"]) == (0, [[2, 1]])
    assert answer["relaxations"] == [{"kind": "rematch", "article": "5.4.10.2", "players": [1, 2]}]
    code, out, err = run("pair", file, "--relax")
    assert (code, out) == (0, "  1.    2 - 1\n")
    assert "rematch" in err


def test_the_lots_come_from_the_file_unless_a_seed_is_given(run: Run, tmp_path: Path) -> None:
    made = generate(5, 12, 4, "random")
    file = kept(tmp_path, made.event)
    own = run("pair", file, "--system", "random", "--json")[1]
    assert own == run("pair", file, "--system", "random", "--seed", 5, "--json")[1]
    others = {run("pair", file, "--system", "random", "--seed", seed, "--json")[1] for seed in range(6, 12)}
    assert others != {own}


@pytest.mark.parametrize("system", ["random", "individual", "truncated-solkoff", "current-buchholz", "floats"])
def test_check_agrees_with_what_generate_wrote(run: Run, tmp_path: Path, system: str) -> None:
    file = tmp_path / "event.trf"
    words = ("--players", 11, "--rounds", 6, "--half-bye", 4, "--late", 10, "--leave", 4, "--forfeit", 8)
    code, out, _ = run("generate", "--system", system, "--seed", 4, *words)
    assert code == 0
    file.write_text(out, "utf-8")
    code, out, err = run("check", file, "--system", system, "--json")
    assert (code, err) == (0, "")
    assert json.loads(out) == {"rounds": [{"round": n, "ok": True, "differences": []} for n in range(1, 7)]}


def test_check_names_what_differs_and_exits_1(run: Run, tmp_path: Path) -> None:
    made = generate(4, 8, 3).event
    first, *others = made.rounds
    turned = Game(first.games[0].black, first.games[0].white, first.games[0].black_half, first.games[0].white_half)
    wrong = Event(made.players, (Round((turned, *first.games[1:])), *others), first_colour=made.first_colour, seed=4)
    code, out, _ = run("check", kept(tmp_path, wrong), "--json")
    assert code == 1
    answer = json.loads(out)
    assert answer["rounds"][0]["ok"] is False
    assert answer["rounds"][0]["differences"][0]["kind"] == "colour"
    code, out, _ = run("check", kept(tmp_path, wrong))
    assert code == 1
    assert out.startswith("round 1: differs\n")


def test_check_recomputes_stated_points(run: Run, tmp_path: Path) -> None:
    text = write_trf(generate(4, 8, 3).event)
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("001    1"))
    lines[at] = lines[at][:80] + " 9.0" + lines[at][84:]
    file = tmp_path / "event.trf"
    file.write_text("\n".join(lines), "utf-8")
    code, out, _ = run("check", file, "--json")
    assert code == 1
    answer = json.loads(out)
    assert all(one["ok"] for one in answer["rounds"])
    assert [one["kind"] for one in answer["standings"]["differences"]] == ["points"]


def test_standings_have_a_null_place_for_who_left_a_round_robin_early(run: Run, tmp_path: Path) -> None:
    from server.tournament.roundrobin import schedule

    rounds = []
    for number, couples in enumerate(schedule(6, 1), 1):
        games = tuple(
            Game(w, b, 0, 0, "forfeit") if 6 in (w, b) and number > 1 else Game(w, b, 2, 0) for w, b in couples
        )
        rounds.append(Round(games))
    players = tuple(Player(n, left_after=1 if n == 6 else None) for n in range(1, 7))
    file = kept(tmp_path, Event(players, tuple(rounds), kind="round-robin"))
    code, out, _ = run("standings", file, "--tiebreaks", "wins,shmulyan", "--json")
    rows = json.loads(out)["standings"]
    assert code == 0
    assert (rows[-1]["place"], rows[-1]["id"]) == (None, 6)
    assert [set(row) for row in rows] == [{"place", "id", "points", "tiebreaks"}] * 6
    code, out, _ = run("standings", file, "--tiebreaks", "wins")
    assert (code, out.splitlines()[-1].split()[:2]) == (0, ["-", "6"])


def test_standings_in_two_points_follow_the_file_or_the_option(run: Run, tmp_path: Path) -> None:
    event = Event(tuple(Player(n) for n in (1, 2)), (Round((Game(1, 2, 2, 0),)),), points=2)
    assert json.loads(run("standings", kept(tmp_path, event), "--json")[1])["standings"][0]["points"] == 2
    one = run("standings", kept(tmp_path, event), "--points", 1, "--json")[1]
    assert json.loads(one)["standings"][0]["points"] == 1


@pytest.mark.parametrize(
    "words", [("pair",), ("standings",), ("check",), ("standings", "--tiebreaks", "luck"), ("pair", "--system", "luck")]
)
def test_input_that_cannot_be_used_exits_2_with_its_faults(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "bad.trf"
    good = write_trf(EVERYONE_MET)
    file.write_text(good if len(words) > 1 else good.replace("1 b 0", "7 b 0"), "utf-8")
    code, out, err = run(words[0], file, *words[1:], "--json")
    assert (code, out) == (2, "")
    assert "luck" in err if len(words) > 1 else "opponent 7" in err


def test_study_measures_and_shows_its_progress_apart(run: Run) -> None:
    code, out, err = run("study", "--events", 3, "--players", 8, "--rounds", 3, "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["system"], found["events"], found["complete"]) == ("individual", 3, 3)
    assert sum(found["balance"].values()) == 24
    assert "individual" in err
    assert run("study", "--events", 0)[0] == 2


def test_generate_says_what_is_in_the_event(run: Run) -> None:
    code, out, _ = run("generate", "--players", 7, "--rounds", 3, "--seed", 2, "--trf", 26, "--json")
    made = json.loads(out)
    assert code == 0
    assert (made["complete"], made["rounds"]) == (True, 3)
    assert "142 3" in made["trf"]
    assert run("generate", "--players", 1)[0] == 2


def test_byes_of_the_coming_round_are_known_to_pair(run: Run, tmp_path: Path) -> None:
    made = generate(9, 6, 2).event
    away = Event(made.players, (*made.rounds, Round((), (Bye(1, "zero", 0),))), first_colour="white", seed=9)
    pairs = json.loads(run("pair", kept(tmp_path, away), "--json")[1])["pairs"]
    assert pairs is not None
    assert 1 not in {player for two in pairs for player in two}


def test_archive_and_restore_name_what_is_wrong(run: Run, tmp_path: Path) -> None:
    code, _, err = run("archive", tmp_path / "none.toml", tmp_path / "out.zip")
    assert code == 2
    assert "cannot be read" in err
    (tmp_path / "bad.zip").write_bytes(b"x")
    code, _, err = run("restore", tmp_path / "bad.zip", tmp_path / "new", "--json")
    assert code == 2
    assert "no archive" in err
    assert not (tmp_path / "new").exists()


def test_pair_says_so_where_a_round_leaves_no_one_to_pair(run: Run, tmp_path: Path) -> None:
    whole = kept(tmp_path, EVERYONE_MET).read_text("utf-8")
    file = tmp_path / "open.trf"
    file.write_text(whole.replace(" 2 w 1", " 2 w  ").replace(" 1 b 0", " 1 b  "), "utf-8")
    assert file.read_text("utf-8") != whole
    code, out, err = run("pair", file)
    assert (code, out) == (0, "")
    assert "Round 1 leaves no one to pair" in err


TEAMS = Event(
    tuple(Player(number, f"P{number}") for number in range(1, 5)),
    (Round((Game(1, 3, 2, 0), Game(4, 2, 1, 1))),),
    teams=(Team(1, "Star", (1, 2)), Team(2, "Dawn", (3, 4))),
)


def test_standings_rank_the_teams_of_a_file(run: Run, tmp_path: Path) -> None:
    file = kept(tmp_path, TEAMS)
    code, out, _ = run("standings", file, "--teams", "match-points", "--json")
    first, second = json.loads(out)["teams"]
    assert code == 0
    assert (first["place"], first["name"], first["match_points"], first["game_points"]) == (1, "Star", 2.0, 1.5)
    assert first["criteria"]["board-results"] == [1.0, 0.5]
    assert (second["place"], second["match_points"], second["extra_match"]) == (2, 0.0, False)
    code, out, _ = run("standings", file, "--teams", "game-points", "--tiebreaks", "match-wins")
    assert [line.split() for line in out.splitlines()] == [
        ["1", "Star", "2", "1.5", "1"],
        ["2", "Dawn", "0", "0.5", "0"],
    ]
    code, _, err = run("standings", kept(tmp_path, EVERYONE_MET), "--teams", "match-points")
    assert code == 2
    assert "expected lines 013 or 310" in err
    assert run("standings", file, "--teams", "game-points", "--tiebreaks", "koya")[0] == 2


def test_the_lot_for_the_first_pair_comes_from_the_file_unless_it_is_given(run: Run, tmp_path: Path) -> None:
    file = kept(tmp_path, Event(tuple(Player(number) for number in range(1, 5)), first_colour="black"))
    assert json.loads(run("pair", file, "--json")[1])["pairs"] == [[3, 1], [2, 4]]
    assert json.loads(run("pair", file, "--first-colour", "white", "--json")[1])["pairs"] == [[1, 3], [4, 2]]
    file = kept(tmp_path, Event(tuple(Player(number) for number in range(1, 5))))
    assert json.loads(run("pair", file, "--json")[1])["pairs"] == [[1, 3], [4, 2]]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1251", "utf-16"])
def test_an_event_in_any_code_page(run: Run, tmp_path: Path, encoding: str) -> None:
    players = (Player(1, "Чижов, Алексей", 2400), Player(2, "Гетманский, Александр", 2380))
    file = tmp_path / "event.trf"
    file.write_bytes(write_trf(Event(players, (Round((Game(1, 2, 1, 1),)),))).encode(encoding))
    code, out, _ = run("standings", file, "--tiebreaks", "sum-of-ratings", "--json")
    assert code == 0
    assert [row["tiebreaks"]["sum-of-ratings"] for row in json.loads(out)["standings"]] == [2400, 2380]
    assert run("convert", file, tmp_path / "event.csv")[0] == 0
    assert "Чижов, Алексей" in (tmp_path / "event.csv").read_text("utf-8")


def test_events_are_converted_between_their_forms(run: Run, tmp_path: Path) -> None:
    made = generate(3, 9, 4)
    file = kept(tmp_path, made.event)
    code, out, _ = run("convert", file, tmp_path / "new.trf", "--to", "trf26", "--json")
    assert (code, json.loads(out)) == (0, {"players": 9, "rounds": made.event.finished, "format": "trf26"})
    assert "\n142 4\n" in (tmp_path / "new.trf").read_text("utf-8")
    assert run("convert", tmp_path / "new.trf", tmp_path / "old.trf")[0] == 0
    assert (tmp_path / "old.trf").read_text("utf-8") == file.read_text("utf-8")
    code, out, _ = run("convert", file, "-", "--to", "csv")
    assert out.startswith("place,number,name,rating,1,2,3,4,points\n")
    code, _, err = run("convert", file, tmp_path / "event.pdf")
    assert code == 2
    assert "trf16, trf26, csv" in err
    broken = tmp_path / "broken.trf"
    broken.write_text("001    1\n001    1\n", "utf-8")
    code, _, err = run("convert", broken, tmp_path / "never.csv")
    assert code == 2
    assert "line 2" in err
    assert not (tmp_path / "never.csv").exists()


SMALL = Event(
    tuple(Player(number) for number in range(1, 5)),
    (
        Round((Game(1, 3, 2, 0), Game(4, 2, 2, 0, "forfeit"))),
        Round((Game(2, 1, 0, 2), Game(3, 4, 1, 1))),
        Round((Game(1, 4, 1, 1), Game(2, 3, 2, 0))),
    ),
)
"""Four players, three rounds, everyone has met everyone, once without a game."""


def test_a_small_swiss_is_a_round_robin_only_where_nothing_says_otherwise(run: Run, tmp_path: Path) -> None:
    file = kept(tmp_path, SMALL)
    code, out, _ = run("standings", file, "--tiebreaks", "buchholz,shmulyan", "--json")
    answer = json.loads(out)
    assert (code, answer["kind"]) == (0, "round-robin")
    assert [row["tiebreaks"]["buchholz"] for row in answer["standings"]] == [3.5, 4.0, 5.0, 5.5]
    _, _, err = run("standings", file)
    assert "ranked as a round robin" in err.replace("\n", " ")
    # As a Swiss event: the opponent of the forfeit does not count, and Shmulyan is refused (5.4.8.4.3).
    code, out, err = run("standings", file, "--tiebreaks", "buchholz", "--kind", "swiss", "--json")
    answer = json.loads(out)
    assert "kind" not in answer
    assert [row["tiebreaks"]["buchholz"] for row in answer["standings"]] == [3.5, 3.0, 3.0, 5.5]
    code, _, err = run("standings", file, "--tiebreaks", "shmulyan", "--kind", "swiss")
    assert code == 2
    assert "only for round robins (5.4.8.4.3)" in err
    declared = tmp_path / "declared.trf"
    declared.write_text("092 Individual: Swiss-System\n" + file.read_text("utf-8"), "utf-8")
    assert "kind" not in json.loads(run("standings", declared, "--json")[1])
    assert "round robin" not in run("standings", declared)[2]


def test_teams_are_paired_and_checked_by_their_file(run: Run, tmp_path: Path) -> None:
    teams = tuple(Team(n, f"T{n}", (2 * n - 1, 2 * n)) for n in range(1, 5))
    games = (Game(1, 5, 2, 0), Game(6, 2, 2, 0), Game(7, 3, 1, 1), Game(4, 8, 1, 1))
    event = Event(
        tuple(Player(n) for n in range(1, 9)), (Round(games),), teams=teams, first_colour="white", kind="swiss"
    )
    file = kept(tmp_path, event)
    code, out, _ = run("check", file, "--teams", "game-points", "--json")
    assert (code, json.loads(out)) == (0, {"rounds": [{"round": 1, "ok": True, "differences": []}]})
    code, out, _ = run("pair", file, "--teams", "game-points", "--json")
    assert code == 0
    assert sorted(map(sorted, json.loads(out)["pairs"])) == [[1, 4], [2, 3]]
    for command in ("pair", "check"):
        code, _, err = run(command, kept(tmp_path, EVERYONE_MET), "--teams", "game-points")
        assert code == 2
        assert "names no teams" in err
    code, out, _ = run("check", kept(tmp_path, EVERYONE_MET), "--system", "round-robin", "--json")
    assert (code, json.loads(out)["rounds"][0]["ok"]) == (0, True)


def test_a_crosstable_is_read_like_a_tournament_file(run: Run, tmp_path: Path) -> None:
    made = generate(2, 8, 4, "individual", CALM)
    file = tmp_path / "table.csv"
    file.write_text("\ufeff" + crosstable_csv(made.event, standings(made.event, ())), "utf-8")
    code, out, _ = run("check", file, "--json")
    assert (code, [one["ok"] for one in json.loads(out)["rounds"]]) == (0, [True] * 4)
    assert run("standings", file, "--json")[1] == run("standings", kept(tmp_path, made.event), "--json")[1]
    assert run("convert", file, tmp_path / "back.trf")[0] == 0
    games = [set(entry.games) for entry in read_trf((tmp_path / "back.trf").read_text("utf-8")).rounds]
    assert games == [set(entry.games) for entry in made.event.rounds]
    file.write_text(file.read_text("utf-8").replace("b0", "b1", 1), "utf-8")
    code, _, err = run("standings", file)
    assert code == 2
    assert "do not go together" in err
