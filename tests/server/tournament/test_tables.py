"""Crosstables, CSV, presets, minimal re-pairing, comparison of manual pairings, studies, and the scan for additions."""

import csv
import io
from collections.abc import Iterator

import msgspec
import pytest

from rules.errors import SettingsError
from server.tournament import Bye, Event, Forbidden, Pairing, Player, Rates, Round, generate, pair, standings, systems
from server.tournament import tiebreaks as known_tiebreaks
from server.tournament.crosstable import (
    crosstable_csv,
    csv_text,
    pairings_csv,
    rating_csv,
    rating_report,
    round_robin_table,
    standings_csv,
    swiss_table,
)
from server.tournament.found import found
from server.tournament.presets import PRESETS, advised_rounds, mixing
from server.tournament.repair import compare, repair
from server.tournament.study import study
from server.tournament.system import System

from .exercises import ROUND_ROBIN, SWISS, event, games

REQUIRED = (
    "buchholz",
    "buchholz-cut-1",
    "buchholz-cut-2",
    "buchholz-median-1",
    "buchholz-median-2",
    "solkoff-median",
    "truncated-solkoff",
    "sonneborn-berger",
    "shmulyan",
    "riga",
    "wins",
    "direct-encounter",
    "koya",
    "extended-koya",
    "average-rating",
    "average-rating-cut-1",
    "sum-of-ratings",
    "games-with-black",
    "team-points",
)
CALM = Rates(forfeit=0, absent=0, leave=0)


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def test_swiss_table_shows_colour_opponent_and_result() -> None:
    line = next(line for line in swiss_table(SWISS, standings(SWISS, ())) if line.id == 12)
    assert [(c.opponent, c.side, c.mark) for (c,) in line.cells] == [
        (4, "white", "0"),
        (None, None, "+"),
        (14, None, "+"),
        (None, None, "-"),
        (None, None, "-"),
    ]
    assert line.points == "2"
    two = msgspec.structs.replace(SWISS, points=2)
    assert next(line.points for line in swiss_table(two, standings(two, ())) if line.id == 1) == "7"
    assert next(line.cells[2][0].mark for line in swiss_table(SWISS, standings(SWISS, ())) if line.id == 1) == "½"


def test_round_robin_table_is_square() -> None:
    table = round_robin_table(ROUND_ROBIN, standings(ROUND_ROBIN, ("sonneborn-berger",)))
    marks = ["".join(cell.mark for cells in line.cells for cell in cells) or "" for line in table]
    assert [line.id for line in table] == [1, 2, 3, 4, 5, 6]
    assert marks[0] == "110½1"
    assert [len(cells) for cells in table[4].cells] == [1, 1, 1, 1, 0, 1]
    assert (table[4].cells[5][0].mark, table[5].cells[4][0].mark) == ("-", "+")


def test_crosstable_csv_reads_back() -> None:
    rows = read(crosstable_csv(SWISS, standings(SWISS, ("buchholz", "truncated-solkoff"))))
    assert rows[0][:7] == ["place", "number", "name", "rating", "1", "2", "3"]
    twelve = next(row for row in rows if row[1] == "12")
    assert twelve[4:9] == ["4w0", "0-+", "14-+", "0--", "0--"]
    assert twelve[-2:] == ["3.5", "3.5 3.5 3.5 3.5"]
    assert len(rows) == 17


def test_standings_csv() -> None:
    rows = read(standings_csv(ROUND_ROBIN, standings(ROUND_ROBIN, ("sonneborn-berger", "direct-encounter"))))
    assert rows[0] == ["place", "number", "name", "points", "sonneborn-berger", "direct-encounter"]
    assert rows[1] == ["1", "1", "", "3½", "9.25", ""]


def named(count: int) -> Event:
    return Event(tuple(Player(number, f"{chr(91 - number)}-player") for number in range(1, count + 1)))


def test_pairing_lists_by_board_and_by_name() -> None:
    of = named(5)
    made = pair(of)
    boards = read(pairings_csv(of, made))
    assert boards[1] == ["1", "1", "Z-player", "0", "3", "X-player", "0"]
    assert boards[-1] == ["", "5", "V-player", "0", "", "bye", ""]
    names = read(pairings_csv(of, made, by="name"))
    assert [row[0] for row in names[1:]] == ["V-player", "W-player", "X-player", "Y-player", "Z-player"]
    assert names[5] == ["Z-player", "1", "1", "white", "X-player"]


def test_csv_disarms_formulas_and_quotes() -> None:
    assert csv_text([["=1+1", "@x", 'a "b", c', "-", None, -5]]) == '\'=1+1,\'@x,"a ""b"", c",-,,-5\n'


def test_rating_report_leaves_forfeits_out() -> None:
    assert len(rating_report(SWISS)) == sum(game.kind == "played" for entry in SWISS.rounds for game in entry.games)
    assert (3, 14, 12, 0, 2) not in rating_report(SWISS)
    assert read(rating_csv(SWISS))[1] == ["1", "1", "", "9", "", "1-0"]


def test_presets_name_known_tiebreaks() -> None:
    for preset in PRESETS.values():
        if not preset.teams:
            assert set(preset.tiebreaks) <= set(known_tiebreaks()), preset.name
        assert preset.complete is bool(preset.tiebreaks)
    assert PRESETS["round-robin"].tiebreaks == ("direct-encounter", "wins", "sonneborn-berger", "koya")


def test_mixing_round_robin_and_swiss_criteria_is_told() -> None:
    """32.2."""
    assert mixing(("direct-encounter", "koya", "buchholz")) == ("koya",)
    assert mixing(PRESETS["round-robin"].tiebreaks) == ()
    assert mixing(PRESETS["swiss-similar-ratings"].tiebreaks) == ()


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(5, None), (6, (3, 6)), (18, (3, 6)), (19, (6, 9)), (30, (6, 9)), (31, (9, 12)), (50, (9, 12)), (51, (12, 15))],
)
def test_advised_rounds(players: int, rounds: tuple[int, int] | None) -> None:
    assert advised_rounds(players) == rounds


def as_pairs(made: Pairing) -> list[tuple[int, int]]:
    assert made.pairs is not None
    return [(one.white, one.black) for one in made.pairs]


def test_repair_after_one_absence_in_an_odd_field_touches_two_players() -> None:
    """5.4.10.8: with the plus of the round free again, the left-over partner meets the player who had it."""
    of = generate(3, 15, 4, rates=CALM).event
    made = pair(of)
    white, black = as_pairs(made)[2]
    assert made.bye is not None
    again = repair(of, as_pairs(made), made.bye, absent={white})
    assert again.bye is None
    assert set(as_pairs(again)) >= set(as_pairs(made)) - {(white, black)}
    assert frozenset((black, made.bye)) in {frozenset(two) for two in as_pairs(again)}
    assert {player for two in as_pairs(again) for player in two} == set(range(1, 16)) - {white}


def test_repair_keeps_as_many_pairs_as_brute_force() -> None:
    for seed in range(25):
        of = generate(seed, 8, 3, rates=CALM).event
        made = as_pairs(pair(of))
        apart = made[seed % 4]
        again = repair(of, made, apart=(apart,))
        met = {frozenset((g.white, g.black)) for entry in of.rounds for g in entry.games} | {frozenset(apart)}
        if again.pairs is None:
            assert not list(completions(set(range(1, 9)), met))
            continue
        now = {frozenset(two) for two in as_pairs(again)}
        assert not now & met
        kept = len(now & {frozenset(two) for two in made})
        best = max(len({frozenset(two) for two in made} & set(other)) for other in completions(set(range(1, 9)), met))
        assert kept <= best
        assert kept >= best - 1  # colours may bar a meeting that brute force allows


def completions(rest: set[int], met: set[frozenset[int]]) -> Iterator[tuple[frozenset[int], ...]]:
    if not rest:
        yield ()
        return
    first = min(rest)
    for other in rest - {first}:
        if frozenset((first, other)) not in met:
            for further in completions(rest - {first, other}, met):
                yield (frozenset((first, other)), *further)


def test_repair_keeps_everything_where_nothing_is_wrong_and_says_when_nothing_helps() -> None:
    of = generate(4, 10, 3, rates=CALM).event
    made = pair(of)
    assert as_pairs(repair(of, as_pairs(made))) == as_pairs(made)
    two = event(2, "1-2 1")
    assert repair(two, [(2, 1)]).pairs is None
    with pytest.raises(SettingsError, match="player 9"):
        repair(two, [(2, 9)])


def test_repair_in_an_odd_field_touches_the_fewest_players() -> None:
    """A pair that must part shares the plus with its holder: three players touched, no other pair broken."""
    of = generate(6, 9, 2, rates=CALM).event
    made = pair(of)
    parted = as_pairs(made)[0]
    again = repair(of, as_pairs(made), made.bye, apart=(parted,))
    assert set(as_pairs(made)[1:]) <= set(as_pairs(again))
    assert again.bye in parted
    same = repair(of, as_pairs(made), made.bye)
    assert (as_pairs(same), same.bye) == (as_pairs(made), made.bye)


def test_manual_pairings_are_compared_and_their_breaches_named() -> None:
    of = event(6, "1-4 1, 2-5 1, 3-6 1", "4-1 +, 2-3 1, 5-6 1")
    engine = pair(of)
    same = compare(of, as_pairs(engine), (), engine)
    assert (same.only_manual, same.only_engine, same.colours, same.warnings) == ((), (), (), ())
    other = compare(of, [(2, 5), (2, 2), (8, 1)], (4,), engine)
    assert set(other.only_manual) == {(2, 5), (2, 2), (8, 1)}
    assert set(other.warnings) == {
        "2 and 5 have met before (5.4.10.2)",
        "player 2 stands in two pairs",
        "player 2 is paired with himself",
        "player 8 is not among the entries",
        "4 gets a second point without play (5.4.10.2)",
        "player 3 has neither an opponent nor a bye",
        "player 6 has neither an opponent nor a bye",
    }
    turned = compare(of, [(two[1], two[0]) for two in as_pairs(engine)], (), engine)
    assert len(turned.colours) == 3


def test_study_measures_a_system() -> None:
    found_ = study("individual", events=6, players=12, rounds=5, rates=CALM)
    assert found_.complete == 6
    assert sum(found_.balance.values()) == sum(found_.longest_run.values()) == 72
    assert max(found_.longest_run) <= 3
    assert 0.3 < found_.correlation <= 1
    assert found_.floats > 0
    strict = study("floats", events=6, players=12, rounds=5, rates=CALM)
    assert max(strict.longest_run) <= 2


def test_single_draw_takes_the_nearest_in_the_table() -> None:
    of = event(6, "2-1 0, 4-3 =, 6-5 0", planned_rounds=4)
    made = pair(of, "floats-single-draw")
    # 1 and 5 won; 3 and 4 drew and have met, so 4 goes down to 2, the nearest, then 3 to 6: the nearest in the table.
    assert {frozenset(two) for two in as_pairs(made)} == {frozenset(two) for two in ((1, 5), (4, 2), (3, 6))}
    again = pair(of, "floats-single-draw", seed=9)  # the lot has still to give equal claims their colours
    assert {frozenset(two) for two in as_pairs(again)} == {frozenset(two) for two in as_pairs(made)}


def test_every_module_of_the_folders_has_its_known_object() -> None:
    assert set(systems()) >= {"random", "individual", "truncated-solkoff", "current-buchholz", "floats"}
    for name in REQUIRED:
        tiebreak = known_tiebreaks()[name]
        assert tiebreak.article
        assert sum(way is not None for way in (tiebreak.parts, tiebreak.weight, tiebreak.steps, tiebreak.within)) == 1
        assert any("а" <= letter <= "я" for letter in tiebreak.title_ru.lower())
    with pytest.raises(TypeError, match="must define TIEBREAK"):
        found("server.tournament.systems", "TIEBREAK", System)


def test_events_with_prohibitions_stay_pairable_through_the_ladder() -> None:
    of = msgspec.structs.replace(
        generate(1, 6, 2, rates=CALM).event, forbidden=(Forbidden((1, 2, 3, 4, 5, 6), weak=True),)
    )
    assert pair(of).pairs is None
    assert {one.key for one in pair(of, relax=True).relaxations} == {"weak-prohibition"}
    assert pair(event(3, Round(games("1-2 1"), (Bye(3),)))).bye in (1, 2)
