from collections.abc import Callable
from pathlib import Path

import pytest

from rules.errors import SettingsError
from server.config import load, parse
from server.tournament.presets import PRESETS
from tests.server.team_talk import team_text

SAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "club.toml"


def faults(text: str) -> tuple[str, ...]:
    with pytest.raises(SettingsError) as caught:
        parse(text)
    return caught.value.faults


def test_the_documented_sample_is_whole() -> None:
    settings = load(SAMPLE)
    assert settings.event.name.en == "Club tournament"
    assert [player.id for player in settings.players] == [1, 2, 3, 4, 5, 6, 7]
    assert [table.device for table in settings.tables] == ["board", "board", "none", "none"]
    assert settings.openings[1].moves == ("c3-b4", "b6-a5")
    assert settings.server.folder == SAMPLE.parent / "club-data"
    assert settings.warnings == ()


def test_the_documented_team_sample_is_whole() -> None:
    settings = load(SAMPLE.with_name("teams.toml"))
    assert [team.players for team in settings.teams] == [
        (1, 2, 3, 4),
        (6, 7, 8, 9),
        (10, 11, 12, 13),
        (14, 15, 16, 17),
    ]
    assert (settings.teams[0].reserves, settings.warnings) == ((5,), ())


def test_every_fault_is_reported_at_once_with_its_line(text: Callable[..., str]) -> None:
    broken = (
        text()
        .replace('id = "club"', 'id = "Клуб 1"')
        .replace('tempo = "rapid"', 'tempo = "quick"\ncolour = "red"')
        .replace("rounds = 3", 'rounds = "three"')
        .replace('"buchholz"', '"bucholz"')
    )
    found = faults(broken)
    assert len(found) == 5
    lines = broken.splitlines()
    for key in ("id", "tempo", "colour", "rounds", "tiebreaks"):
        number = next(n for n, line in enumerate(lines, 1) if line.startswith(f"{key} ="))
        assert any(fault.startswith(f"EVENT.toml, line {number}: {key}: ") for fault in found), key
    assert any("one of classic, rapid, blitz" in fault for fault in found)
    assert any("'bucholz'" in fault for fault in found)
    assert list(found) == sorted(found, key=lambda fault: int(fault.split("line ")[1].split(":")[0]))


def test_faults_inside_repeated_sections_name_their_own_line(text: Callable[..., str]) -> None:
    broken = text(more='[[table]]\nnumber = 7\ndevice = "camera"\n')
    found = faults(broken)
    lines = broken.splitlines()
    assert f"EVENT.toml, line {lines.index('device = ' + chr(34) + 'camera' + chr(34)) + 1}" in found[-1]
    assert any("7 is already used on line" in fault for fault in found)


def test_what_is_missing_is_named() -> None:
    found = faults("[server]\nport = 99999\n")
    assert found[0] == "EVENT.toml: [event] is missing"
    assert found[1].startswith("EVENT.toml, line 2: port: 99999, expected a whole number from 0 to 65535")


def test_text_that_is_no_toml_is_one_fault_with_its_line() -> None:
    (found,) = faults("[event\nid = 1")
    assert "line 1" in found


def test_unknown_sections_are_faults(text: Callable[..., str]) -> None:
    (found,) = faults(text(more='[[referee]]\nname = "x"\n'))
    assert "referee: unknown, expected one of event" in found


def test_a_key_that_is_nearly_right_is_guessed() -> None:
    with pytest.raises(SettingsError) as wrong:
        parse("[event]\nrouds = 5\nzzz = 1\n[[playr]]\n", name="event.toml")
    told = [fault for fault in wrong.value.faults if "unknown in [event]" in fault]
    assert told[0].startswith("event.toml, line 2: rouds: unknown in [event] (rounds?), expected one of id, name")
    assert "event.toml, line 4: playr: unknown (player?), expected one of event" in "\n".join(wrong.value.faults)
    assert told[1].startswith("event.toml, line 3: zzz: unknown in [event], expected one of id, name")


def test_openings_must_fit_the_discipline(text: Callable[..., str]) -> None:
    (wrong,) = faults(text(more='[[opening]]\nnumber = 1\nmoves = "c3-d4 d6-d5"\n'))
    assert "moves: does not fit russian" in wrong
    (neither,) = faults(text(more="[[opening]]\nnumber = 1\n"))
    assert "either moves or fen" in neither
    (chess,) = faults(text(more='[[opening]]\nnumber = 1\nmoves = "d2d3"\n').replace('"russian"', '"international"'))
    assert "openings are drawn in russian" in chess


def test_an_opening_regulation_belongs_to_renju_only(text: Callable[..., str]) -> None:
    (found,) = faults(text().replace("rounds = 3", 'rounds = 3\nopening_regulation = "rif"'))
    assert "belongs to renju" in found


def test_an_opening_regulation_that_nobody_knows_is_a_fault(text: Callable[..., str]) -> None:
    renju = text().replace('"russian"', '"renju"').replace("rounds = 3", 'rounds = 3\nopening_regulation = "{}"')
    (found,) = faults(renju.replace("{}", "riff"))
    assert "opening_regulation: 'riff', expected one of none, rif, sakata" in found
    assert parse(renju.replace("{}", "taraguchi-7")).event.opening_regulation == "taraguchi-7"


def test_a_control_outside_the_recommendations_warns_and_is_taken(text: Callable[..., str]) -> None:
    international = text().replace('"russian"', '"international"')
    settings = parse(international.replace('"15m+5s"', '"20m"').replace('"rapid"', '"blitz"'))
    assert settings.event.control == "20m"
    assert parse(international).warnings == parse(text()).warnings
    assert any("control" in warning and "line" in warning for warning in settings.warnings)


def test_too_few_tables_warn(text: Callable[..., str]) -> None:
    assert any("10 players need 5 tables" in warning for warning in parse(text(players=10)).warnings)


def test_a_round_robin_tie_break_is_refused_in_a_swiss(text: Callable[..., str]) -> None:
    (found,) = faults(text().replace('"buchholz"', '"shmulyan"'))
    assert "only for round robins" in found


@pytest.mark.parametrize("port", ["²", "0", "65536", "9" * 5000])
def test_a_broker_has_a_port(text: Callable[..., str], port: str) -> None:
    found = faults(text().replace("port = 0", f'port = 0\nbroker = "hall:{port}"'))
    assert any("expected HOST:PORT" in fault for fault in found)


def test_own_and_foreign_broker_exclude_each_other(text: Callable[..., str]) -> None:
    found = faults(text().replace("port = 0", 'port = 0\nbroker = "somewhere"\nmqtt_port = 1883'))
    assert len(found) == 2


def test_a_missing_file_is_a_settings_error(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load(tmp_path / "none.toml")


def test_the_broadcast_delay_is_kept_in_milliseconds(text: Callable[..., str]) -> None:
    assert parse(text(delay=900)).regulations.broadcast_delay_ms == 900_000


def test_an_order_that_mixes_kinds_and_an_unusual_length_are_warned_of(text: Callable[..., str]) -> None:
    mixed = parse(text().replace('"buchholz"', '"buchholz", "koya"'))
    assert [warning for warning in mixed.warnings if "32.2" in warning and "koya" in warning]
    long = parse(text(players=20, rounds=12).replace('"individual"', '"floats"'))
    assert [warning for warning in long.warnings if "advise 6 to 9" in warning]
    assert not [warning for warning in parse(text(players=20, rounds=12)).warnings if "advise" in warning]


def test_lines_are_counted_as_editors_count_them():
    """A line separator within a comment ends no line of TOML."""
    with pytest.raises(SettingsError) as caught:
        parse("# a\u2028b\u0085c\n[event]\nnonsense = 1\n")
    assert any(fault.startswith("EVENT.toml, line 3: nonsense") for fault in caught.value.faults)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\n[a.b]\nc = 1", 2),
        ('\n"a.b" = 1', 2),
        ('\n"\\u0061\\"b" = 1', 2),
        ("\n[ 'a]b' ]", 2),
        ("[event]\n[event.a.'b c']\n", 2),
    ],
)
def test_every_way_to_write_a_name_has_its_line(text, line):
    with pytest.raises(SettingsError) as caught:
        parse(text)
    told = [fault for fault in caught.value.faults if "unknown" in fault]
    assert len(told) == 1
    assert told[0].startswith(f"EVENT.toml, line {line}: ")


@pytest.mark.parametrize(
    ("minutes", "changes", "longest"),
    [
        (16, {}, 15),  # the first control
        (-1, {}, 15),
        (61, {"15m+5s": "2h/50,1h"}, 60),  # an hour at most
        (21, {"15m+5s": "30m vs 20m"}, 20),
        (31, {"15m+5s": "1h", "russian": "renju", "rounds =": 'opening_regulation = "none"\nrounds ='}, 30),
    ],
)
def test_a_default_time_that_the_articles_do_not_allow_is_refused(
    text: Callable[..., str], minutes: int, changes: dict[str, str], longest: int
) -> None:
    def written(value: int) -> str:
        made = text(regulations=f"default_time_minutes = {value}")
        for old, new in changes.items():
            made = made.replace(old, new, 1)
        return made

    (found,) = faults(written(minutes))
    line = next(n for n, row in enumerate(written(minutes).splitlines(), 1) if row.startswith("default_time"))
    assert found.startswith(f"EVENT.toml, line {line}: default_time_minutes: {minutes}, expected 0 to {longest}")
    assert ("5.3.6.1" if longest == 30 else "5.4.4.1") in found
    assert parse(written(longest)).regulations.default_time_minutes == longest


def test_words_of_the_regulations_are_checked(text: Callable[..., str]) -> None:
    found = faults(text(regulations='setup_until = "never"\nlate_sanction = "loss"\ndefault_time_minutes = "soon"'))
    assert len(found) == 3
    assert "expected one of start, both-moved" in found[0]
    assert "expected one of remark, warning" in found[1]
    settings = parse(text(regulations='setup_until = "start"\nlate_sanction = "warning"')).regulations
    assert (settings.setup_until, settings.late_sanction, settings.default_time_minutes) == ("start", "warning", None)


def test_a_team_event_fills_in_what_it_leaves_open() -> None:
    settings = parse(team_text(boards=4, reserves=2))
    event = settings.event
    assert (event.boards, event.team_primary, event.team_bye_points) == (4, "match-points", 2.5)
    assert event.team_tiebreaks == PRESETS["teams-by-matches"].tiebreaks
    assert parse(team_text(event='team_primary = "game-points"')).event.team_tiebreaks[0] == "match-points"
    assert parse(team_text(event="team_tiebreaks = []")).event.team_tiebreaks == ()
    third = settings.teams[2]
    assert (third.id, third.name_en, third.players, third.reserves) == (3, "Team 3", (13, 14, 15, 16), (17, 18))
    assert third.captain == "Капитан 3"
    named = parse(team_text(reserves=0).replace("players = [1, 2]", 'players = ["Игрок 2", 1]'))
    assert named.teams[0].players == (2, 1)
    assert any("4 teams need 4 tables, 2 are named" in warning for warning in parse(team_text()).warnings)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("boards = 2\n", "", "[event] has no boards"),
        ("boards = 2\n", 'boards = 2\nteam_primary = "games"\n', "team_primary: 'games', expected one of"),
        ("boards = 2\n", 'boards = 2\nteam_tiebreaks = ["koya"]\n', "not 'koya'"),
        ("boards = 2\n", "boards = 2\nreserve_boards = [3]\n", "reserve_boards: board 3, expected at most 2"),
        ("boards = 2\n", "boards = 2\nreserve_boards = [2, 2]\n", "a list of different board numbers"),
        ("boards = 2\n", "boards = 2\nteam_bye_points = 2.25\n", "whole or half points"),
        ("boards = 2\n", "boards = 2\nteam_bye_points = 3\n", "expected at most 2"),
        ("boards = 2\n", 'boards = 2\nboard_shift = "no"\n', "true or false"),
        ("players = [4, 5]", "players = [4, 5, 99]", "players: 99 is no [[player]]"),
        ("players = [4, 5]", 'players = [4, "Nobody"]', "players: 'Nobody' is no [[player]]"),
        ("players = [4, 5]", "players = [4, 1]", "1 stands already in the team 'Команда 1'"),
        ("players = [4, 5]", "players = [4]", "[[player]] 'Игрок 5' is in no [[team]]"),
        ("reserves = [6]", "reserves = []\nplayers = [4, 5, 6]", "not TOML"),
        ("players = [4, 5]\nreserves = [6]", "players = [4, 5, 6]", "players: 3 for 2 boards"),
        ("players = [4, 5]", 'players = "4, 5"', "a list of start numbers or names"),
        ('name = "Команда 2"', 'name = "Команда 1"', "name: 'Команда 1' is already used"),
        ('name = "Команда 2"\n', "", "[team] has no name"),
        ("rounds = 3", "rounds = 4", "rounds: 4, expected at most 3 for 4 teams"),
    ],
)
def test_faults_of_a_team_event_are_told_with_their_lines(old: str, new: str, fault: str) -> None:
    whole = team_text(system="round-robin")
    assert old in whole
    found = faults(whole.replace(old, new, 1))
    assert any(fault in line for line in found), found
    assert all("line " in line or "not TOML" in line for line in found)


def test_scheveningen_is_for_two_teams_and_counts_games() -> None:
    found = faults(team_text(system="scheveningen", event='team_primary = "match-points"'))
    assert [line.split(": ", 1)[1].split(",")[0] for line in found] == [
        "rounds: 3",
        "system: scheveningen is for two teams",
        "team_primary: scheveningen is one match",
    ]
    assert parse(team_text(system="scheveningen", teams=2, rounds=2)).event.team_primary == "game-points"


def test_keys_of_team_events_need_teams(text: Callable[..., str]) -> None:
    found = faults(text().replace("rounds = 3", "rounds = 3\nboards = 4\nprizes = 1"))
    assert [line.split(": ")[1] for line in found] == ["boards", "prizes"]
    (other,) = faults(text().replace('system = "individual"', 'system = "scheveningen"'))
    assert "line" in other
    assert "there is no [[team]]" in other


def test_settings_of_renju_belong_to_renju(text: Callable[..., str]) -> None:
    keys = 'foul_reading = "rif"\nfoul_consequence = "rif"\nfive_must_be_claimed = true\nletters = "rif"'
    found = faults(text(regulations=keys))
    assert [line.split(": ", 1)[1] for line in found] == [
        f"{key}: belongs to renju, not to russian"
        for key in ("foul_reading", "foul_consequence", "five_must_be_claimed", "letters")
    ]
    renju = (
        text(regulations=keys)
        .replace('"russian"', '"renju"')
        .replace("rounds =", 'opening_regulation = "rif"\nrounds =')
    )
    assert parse(renju).regulations.foul_consequence == "rif"
    assert parse(renju).regulations.letters == "rif"
    (wrong,) = faults(renju.replace('foul_reading = "rif"', 'foul_reading = "world"'))
    assert "foul_reading: 'world', expected" in wrong


def test_a_list_of_moves_before_the_players_warns_where_they_count_themselves(text: Callable[..., str]) -> None:
    shown = text(regulations="move_list = true")
    assert not any("move_list" in line for line in parse(shown).warnings)
    quota = parse(shown.replace("15m+5s", "15m/30,5m")).warnings
    assert any("move_list: players count the moves to the control themselves (5.4.3.3)" in line for line in quota)
    renju = shown.replace('"russian"', '"renju"').replace("rounds =", 'opening_regulation = "rif"\nrounds =')
    assert any("5.3.7.3" in line for line in parse(renju).warnings)
