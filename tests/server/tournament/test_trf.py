"""Reading and writing tournament report files, TRF16 and TRF26, and telling all their faults."""

import msgspec
import pytest

from rules.errors import NotationError
from server.tournament import (
    Bonus,
    Bye,
    Event,
    Forbidden,
    Game,
    Player,
    Rates,
    Round,
    Team,
    check_standings,
    generate,
    read_trf,
    write_trf,
)
from server.tournament.field import prohibited

from .exercises import ROUND_ROBIN, SWISS

SMALL = """\
012 Осенний фестиваль
062 4
142 3
001    1 m GM Ivanov, Ivan                      2400 RUS    12345678 1990/01/02  2.0    1     4 w 1     2 b 1
001    2 w    Petrova, Anna                     2300                             1.0    2     3 b 1     1 w 0
001    3      Third                                                              0.5    3     2 w 0  0000 - H
001    4      Fourth                                                             1.0    2     1 b 0  0000 - U
"""


def ordered(event: Event) -> tuple[Round, ...]:
    """Rounds with games and byes in order of their lowest number, as reading gives them."""
    return tuple(
        Round(
            tuple(sorted(entry.games, key=lambda game: min(game.white, game.black))),
            tuple(sorted(entry.byes, key=lambda bye: bye.player)),
        )
        for entry in event.rounds
    )


def test_a_small_file_in_full() -> None:
    event = read_trf(SMALL)
    assert event.name == "Осенний фестиваль"
    assert event.planned_rounds == 3
    assert event.players[0] == Player(1, "Ivanov, Ivan", 2400, "m", "GM", "RUS", "12345678", "1990/01/02")
    assert event.players[2] == Player(3, "Third")
    assert event.rounds == (
        Round((Game(1, 4, 2, 0), Game(3, 2, 0, 2))),
        Round((Game(2, 1, 0, 2),), (Bye(3, "half", 1), Bye(4, "bye", 2))),
    )
    assert (event.stated[3].points, event.stated[4].place) == (0.5, 2)


def line(number: int, *cells: str) -> str:
    return f"001 {number:4}" + " " * 83 + "".join(f"{cell:10}" for cell in cells).rstrip()


@pytest.mark.parametrize(
    ("white", "black", "game"),
    [
        ("1", "0", Game(1, 2, 2, 0)),
        ("=", "=", Game(1, 2, 1, 1)),
        ("0", "0", Game(1, 2, 0, 0)),
        ("=", "0", Game(1, 2, 1, 0)),
        ("+", "-", Game(1, 2, 2, 0, "forfeit")),
        ("-", "-", Game(1, 2, 0, 0, "forfeit")),
        ("w", "l", Game(1, 2, 2, 0, "unrated")),
        ("D", "D", Game(1, 2, 1, 1, "unrated")),
        (" ", " ", Game(1, 2, 1, 1, "unfinished")),
    ],
)
def test_results_of_two_players(white: str, black: str, game: Game) -> None:
    text = "\n".join((line(1, f"   2 w {white}", "   2 w 1"), line(2, f"   1 b {black}", "   1 b 0")))
    assert read_trf(text).rounds[0].games == (game,)


@pytest.mark.parametrize(
    ("code", "bye"),
    [
        ("U", Bye(3, "bye", 2)),
        ("F", Bye(3, "full", 2)),
        ("+", Bye(3, "full", 2)),
        ("h", Bye(3, "half", 1)),
        ("=", Bye(3, "half", 1)),
        ("Z", Bye(3, "zero", 0)),
        ("-", Bye(3, "zero", 0)),
        (" ", Bye(3, "zero", 0)),
    ],
)
def test_results_without_an_opponent(code: str, bye: Bye) -> None:
    text = "\n".join((line(1, "   2 w 1"), line(2, "   1 b 0"), line(3, f"0000 - {code}")))
    assert read_trf(text).rounds[0].byes == (bye,)


def test_eight_blanks_are_no_entry() -> None:
    text = "\n".join((line(1, "   2 w 1", "   3 b 0"), line(2, "   1 b 0"), line(3, "", "   1 w 1")))
    assert read_trf(text).rounds == (Round((Game(1, 2, 2, 0),)), Round((Game(3, 1, 2, 0),)))


def test_forfeits_without_colours() -> None:
    text = "\n".join((line(1, "   2 - -", "   2 w 1"), line(2, "   1 - +", "   1 b 0")))
    assert read_trf(text).rounds[0].games == (Game(2, 1, 2, 0, "forfeit"),)


@pytest.mark.parametrize("settings", ["162  W 2.0    D 1.0    L 0.0", "BBW  2.0\nBBD  1.0"])
def test_two_points_for_a_win(settings: str) -> None:
    assert read_trf(f"{settings}\n{SMALL}").points == 2


def test_a_pairing_bye_worth_half() -> None:
    assert read_trf(f"162  P 0.5\n{SMALL}").rounds[1].byes[1] == Bye(4, "bye", 1)


@pytest.mark.parametrize("settings", ["162  W 2.0    D 1.0    P 1.0", "BBW  2.0\nBBD  1.0\nBBU  1.0", "BBU 0.5"])
@pytest.mark.parametrize("version", [16, 26])
def test_the_points_of_a_pairing_bye_survive_a_copy(settings: str, version: int) -> None:
    event = read_trf(f"{settings}\n{SMALL}")
    assert event.rounds[1].byes[1] == Bye(4, "bye", 1)
    again = read_trf(write_trf(event, version))  # type: ignore[arg-type]
    assert (again.rounds, again.points) == (event.rounds, event.points)


def test_extensions_of_both_kinds_say_the_same() -> None:
    old = read_trf(SMALL.replace("142 3", "XXR 3\nXXC black1\nXXP 1 3\nXXZ 2 4"))
    new = read_trf(SMALL.replace("142 3", "142 3\n152 B\n260 001 999    1    3\n240 Z 003    2    4"))
    assert old.first_colour == new.first_colour == "black"
    assert old.planned_rounds == new.planned_rounds == 3
    assert old.forbidden == (Forbidden((1, 3)),)
    assert new.forbidden == (Forbidden((1, 3), 1, 999),)
    assert old.rounds[2] == new.rounds[2] == Round((), (Bye(2, "zero", 0), Bye(4, "zero", 0)))


def test_teams_of_both_kinds() -> None:
    old = read_trf(SMALL + f"013 {'Hawks':32}{'   1    3'}\n")
    new = read_trf(SMALL + f"310   7 {'Hawks':32}".ljust(73) + "   1    3\n")
    assert old.teams == (Team(1, "Hawks", (1, 3)),)
    full = f"310   7 {'Hawks':32} RUS     2350  12.0    25.5   1 1234    3\n"
    third = SMALL.replace("001    1", "001 1234").replace("   1 b", "1234 b").replace("   1 w", "1234 w")
    team = read_trf(third + full).teams[0]
    assert (team.id, team.name, team.players) == (7, "Hawks", (1234, 3))
    assert f"310   7 {'Hawks':32} RUS     2350  12.0    25.5   1  1234    3\n" in write_trf(read_trf(third + full), 26)
    assert new.teams == (Team(7, "Hawks", (1, 3)),)


@pytest.mark.parametrize("version", [16, 26])
@pytest.mark.parametrize("seed", range(12))
def test_what_is_written_reads_the_same(version: int, seed: int) -> None:
    rough = Rates(forfeit=8, double=4, absent=6, half_bye=5, leave=4, late=20)
    event = generate(seed, 5 + seed, 3 + seed % 5, "individual", rough).event
    event = msgspec.structs.replace(
        event,
        rounds=(*ordered(event), Round((), (Bye(1, "zero", 0), Bye(2, "half", 1)))),
        forbidden=(Forbidden((1, 2, 3)), Forbidden((2, 4), 2, 3), Forbidden((1, 5), weak=True)),
        teams=(Team(1, "Hawks", (1, 2)), Team(2, "Doves", (3, 4))),
        points=2 if seed % 2 else 1,
    )
    text = write_trf(event, version)  # type: ignore[arg-type]
    again = read_trf(text)
    for name in ("players", "rounds", "planned_rounds", "teams", "points", "first_colour", "name", "kind"):
        assert getattr(again, name) == getattr(event, name), name
    assert {(f.players, f.weak) for f in again.forbidden} == {(f.players, f.weak) for f in event.forbidden}
    assert write_trf(again, version) == write_trf(read_trf(write_trf(again, version)), version)  # type: ignore[arg-type]


def test_round_robins_keep_their_kind() -> None:
    scheduled = msgspec.structs.replace(ROUND_ROBIN, kind="round-robin")
    assert read_trf(write_trf(scheduled)).kind == "round-robin"
    assert read_trf("092 Individual: Round-Robin\n" + SMALL).kind == "round-robin"
    assert read_trf("092 Круговая система\n" + SMALL).kind == "round-robin"
    assert read_trf(write_trf(SWISS)).kind == "auto"
    assert read_trf("092 Individual: Swiss-System\n" + SMALL).kind == "swiss"
    assert read_trf(write_trf(msgspec.structs.replace(SWISS, kind="swiss"))).kind == "swiss"


def test_a_declared_swiss_is_no_round_robin_though_everyone_has_met() -> None:
    assert ROUND_ROBIN.round_robin
    assert not msgspec.structs.replace(ROUND_ROBIN, kind="swiss").round_robin
    assert not SWISS.round_robin


def test_acceleration_of_both_kinds() -> None:
    old = read_trf("XXA    1  1.0  0.5\nXXA    2  1.0\n" + SMALL)
    assert old.bonuses == (Bonus((1,), 2, 1, 1), Bonus((1,), 1, 2, 2), Bonus((2,), 2, 1, 1))
    new = read_trf("250      01.0 001 002 0001 0002\n" + SMALL)
    assert new.bonuses == (Bonus((1, 2), 2, 1, 2),)
    assert read_trf(write_trf(old, 26)).bonuses == old.bonuses
    for wrong in (
        "XXA 1 many",
        "250 x",
        "250      00.3 001 002 0001 0002",
        "250      1000 001 002 0001 0002",
        "250      01.0 001 002 0007 0008",
    ):
        with pytest.raises(NotationError, match=r"line 1, column [0-9]+: acceleration"):
            read_trf(f"{wrong}\n{SMALL}")


def test_columns_of_a_written_player() -> None:
    written = write_trf(read_trf(SMALL)).splitlines()
    player = next(text for text in written if text.startswith("001    1"))
    assert (player[14:26], player[48:52], player[53:56]) == ("Ivanov, Ivan", "2400", "RUS")
    assert (player[57:68].strip(), player[69:79]) == ("12345678", "1990/01/02")
    assert (player[80:84], player[85:89]) == (" 2.0", "   1")
    assert player[91:99] == "   4 w 1"
    assert player[101:109] == "   2 b 1"


def test_every_fault_is_told_with_its_line() -> None:
    text = "\n".join(
        (
            "142 many",
            line(1, "   2 w 1", "   9 w 1", "   1 b 0"),
            line(2, "   1 w 0", "   3 b 1"),
            line(3, "   5 x 1", "   2 w 1", "12345678"),
            line(3),
            "001  abc",
            "001    4" + " " * 40 + "99x9",
            "260 001",
            "240 Q 001    1",
            "XXP 1",
            "### flagfall nonsense",
            "152 green",
        )
    )
    with pytest.raises(NotationError) as caught:
        read_trf(text)
    told = str(caught.value)
    for part in (
        "line 1, column 5: number of rounds: 'many' is not a number",
        "line 2, column 92: round 1, column 92: colours 'w' and 'w' of 1 and 2: expected w and b",
        "line 2, column 102: round 2, column 102: opponent 9 is not among the 001 lines",
        "line 2, column 112: round 3, column 112: player 1 is paired with himself",
        "line 3, column 102: round 2, column 102: results '1' for 2 and '1' for 3 do not go together",
        "line 4, column 97: round 1, column 97: colour 'x': expected w, b or -",
        "line 4, column 112: round 3, column 112: '12345678': expected opponent, colour, result, as '0012 w 1'",
        "line 5, column 5: starting rank 3 stands a second time",
        "line 6, column 5: starting rank ' abc' in columns 5-8: expected a number from 1 to 9999",
        "line 7, column 49: rating '99x9' in columns 49-52: expected a number or nothing",
        "line 8, column 5: rounds '001': expected a first and a last round",
        "line 9, column 5: bye 'Q 001': expected F, H or Z in column 5 and a round in columns 7-9",
        "line 10, column 5: forbidden pair: expected two players or more",
        "line 11, column 1: Flagfall's own comment 'flagfall nonsense' is not understood",
        "line 12, column 5: first colour 'green': expected W or B",
    ):
        assert part in told.splitlines(), part


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no player"),
        ("012 Name only\n", "no player"),
        ("162  W 3.0    D 1.0\n" + SMALL, "points 3-1-0: expected 1-1/2-0 or 2-1-0"),
        ("XXP 1 8\n" + SMALL, "forbidden pair: player 8 is not among"),
        ("013 Team" + " " * 28 + "   1    8\n" + SMALL, "team Team: player 8 is not among"),
        (SMALL.replace("   4 w 1", "   3 w 1"), "player 1 meets 3, who meets player 2"),
        (SMALL.replace("0000 - U", "0000 - 1"), "round 2: result '1' without an opponent"),
    ],
)
def test_faults_of_the_whole(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told.replace("(", "\\(")):
        read_trf(text)


def test_line_ends_and_marks_do_not_matter() -> None:
    assert read_trf("\ufeff" + SMALL.replace("\n", "\r\n")) == read_trf(SMALL)
    assert read_trf(SMALL + "\n\x1a") == read_trf(SMALL)


def test_an_error_has_its_place_and_lines_end_where_editors_end_them() -> None:
    with pytest.raises(NotationError) as caught:
        read_trf("012 A\u2028B\x0bC\n142 " + "9" * 5000 + "\n" + SMALL)
    assert (caught.value.line, caught.value.column) == (2, 5)
    assert str(caught.value).startswith("line 2, column 5: number of rounds")


def test_a_fault_of_a_pair_or_a_team_stands_on_its_line() -> None:
    with pytest.raises(NotationError) as caught:
        read_trf(SMALL.rstrip("\n") + "\nXXP 1 77\n013 A" + " " * 31 + " 88\n")
    last = SMALL.rstrip("\n").count("\n") + 1
    assert str(caught.value) == (
        f"line {last + 1}, column 1: forbidden pair: player 77 is not among the 001 lines\n"
        f"line {last + 2}, column 1: team A: player 88 is not among the 001 lines"
    )


def test_a_prohibition_that_names_a_player_twice() -> None:
    """It must not bar anyone else: the sum of two equal bits is the next player's."""
    with pytest.raises(NotationError, match="expected two players or more"):
        read_trf(SMALL + "XXP 1 1\n")
    event = Event(
        tuple(Player(number) for number in range(1, 5)),
        (),
        forbidden=(Forbidden((2, 2, 1), 1, None),),
        planned_rounds=3,
    )
    assert prohibited(event, 1, [1, 2, 3, 4], weak=True) == [0b10, 0b01, 0, 0]


def test_points_in_a_file_are_those_by_which_places_go() -> None:
    """5.4.5.2: games of whoever left a round robin early do not count; nor does an open game."""
    games = ((Game(1, 4, 0, 2), Game(2, 3, 1, 1)), (Game(4, 3, 0, 0, "forfeit"), Game(1, 2, 0, 0, "unfinished")))
    players = (Player(1), Player(2), Player(3), Player(4, left_after=1))
    event = Event(players, tuple(Round(two) for two in games), planned_rounds=3, kind="round-robin")
    lines = [line for line in write_trf(event).splitlines() if line.startswith("001")]
    assert [line[80:84].strip() for line in lines] == ["0.0", "0.5", "0.5", "0.0"]
    assert check_standings(read_trf(write_trf(event))) == ()


def test_an_adjudicated_micro_match_keeps_the_sum_it_stood_for() -> None:
    parts = (Game(1, 2, 2, 0), Game(2, 1, 1, 1))
    game = Game(1, 2, 3, 1, "played", (4, 0), 2, parts)
    event = Event((Player(1), Player(2)), (Round((game,)),), worth=2, kind="swiss")
    assert read_trf(write_trf(event)).rounds[0].games == (game,)
