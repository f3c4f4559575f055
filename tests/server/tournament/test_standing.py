"""Coefficients against published and hand-made values, the identities between them, and the places they give."""

import msgspec
import pytest

from rules.errors import SettingsError
from server.tournament import Bye, Event, Game, Player, Rates, Round, Team, generate, standings, tiebreaks
from server.tournament.standing import table_of, withdrawn_early

from .exercises import ROUND_ROBIN, SWISS, event, games

RULES = ("zero", "article-5.4.10.11", "virtual", "arbiter-pro")


def column(of: Event, name: str, **more: object) -> dict[int, object]:
    rows = standings(of, (name,), **more)  # type: ignore[arg-type]
    return {row.id: row.tiebreaks[name] for row in sorted(rows, key=lambda row: row.id)}


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("sonneborn-berger", [9.25, 6.25, 6.25, 4.25, 3.25, 2.25]),
        ("koya", [2, 0.5, 0.5, 1, 0.5, 0]),
        ("buchholz", [11.5, 11.5, 11.5, 13.5, 13.5, 13.5]),
        ("shmulyan", [7, 1, 1, -5, -7, -9]),
        ("riga", [20.75, 17.75, 17.75, 17.75, 16.75, 15.75]),
        ("wins", [3, 3, 3, 1, 1, 1]),
    ],
)
def test_round_robin_exercise(name: str, values: list[float]) -> None:
    assert list(column(ROUND_ROBIN, name).values()) == values


def test_truncated_solkoff_is_the_list_of_its_iterations() -> None:
    assert column(ROUND_ROBIN, "truncated-solkoff")[1] == [10, 8.5, 7, 3.5]


@pytest.mark.parametrize(
    ("rule", "value"), [("zero", 3.5), ("arbiter-pro", 5.5), ("article-5.4.10.11", 8.5), ("virtual", 13.5)]
)
def test_swiss_exercise_under_the_four_rules(rule: str, value: float) -> None:
    """Number 12 has a loss, a plus of the odd field, a forfeit win and two absences."""
    assert column(SWISS, "buchholz", unplayed=rule)[12] == value


def test_points_of_the_swiss_exercise() -> None:
    points = {row.id: row.points for row in standings(SWISS, ())}
    assert points[1] == 3.5
    assert points[12] == 2
    assert points[10] == 1


def virtual_term(of: Event, player: int, number: int) -> float:
    row = next(row for row in standings(of, ("buchholz",), unplayed="virtual", explain=True) if row.id == player)
    return float(next(term.amount for term in row.terms["buchholz"] if term.round == number))


def padded(first: list[str], length: int, count: int) -> list[str]:
    return [*first, *(f"{count - 1}-{count} =" for _ in range(length - len(first)))]


def test_virtual_opponent_first_example_of_article_30() -> None:
    """Did not appear in round 3 of 9, had 1.5: the virtual opponent ends with 5.5, and with 2.5 after round 3."""
    rounds = ["1-2 1", "1-3 =", "1-2 -"]
    assert virtual_term(event(5, *rounds), 1, 3) == 2.5
    assert virtual_term(event(5, *padded(rounds, 9, 5)), 1, 3) == 5.5


def test_virtual_opponent_second_example_of_article_30() -> None:
    """The opponent did not appear in round 6 of 9, the player had 3.5: 3.5 after round 6, 5.0 in the end."""
    rounds = ["1-2 1", "1-3 =", "1-4 1", "1-5 1", "1-6 0", "1-7 +"]
    assert virtual_term(event(9, *rounds), 1, 6) == 3.5
    assert virtual_term(event(9, *padded(rounds, 9, 9)), 1, 6) == 5.0


def test_all_games_not_played_are_draws_in_the_opponents_scores() -> None:
    """Article 30: 2 points after round 2, a win by default in round 3, then 3 of 6: 6 points, but 5.5 for opponents."""
    rounds = ["1-2 1", "3-1 0", "1-4 +", "1-5 1", "1-6 1", "1-7 1", "1-8 0", "1-9 0", "1-10 0"]
    of = event(10, *rounds)
    assert next(row.points for row in standings(of, ()) if row.id == 1) == 6
    assert virtual_term(of, 2, 1) == 5.5
    assert virtual_term(of, 1, 3) == 5


def test_a_bye_adds_nothing_to_sonneborn_berger_but_the_virtual_opponent_does() -> None:
    """Wins against 1, 2, 4, 4, 4.5, 5.5 and a bye: 21."""
    scores = {2: 2, 3: 4, 4: 8, 5: 8, 6: 9, 7: 11}
    rounds: list[Round] = []
    for number in range(12):
        beaten = number + 2 if number < 6 else None
        byes = [Bye(1)] if number == 6 else [] if number < 6 else [Bye(1, "zero", 0)]
        mine = (Game(1, beaten, 2, 0),) if beaten else ()
        others = []
        for player in scores:
            if player != beaten and scores[player] > 0:
                half = min(2, scores[player])
                scores[player] -= half
                others.append(Game(player, player + 10, half, 2 - half))
        rounds.append(Round(mine + tuple(others), tuple(byes)))
    of = Event(tuple(Player(number) for number in (*range(1, 8), *range(12, 18))), tuple(rounds))
    assert all(half == 0 for half in scores.values())
    assert column(of, "sonneborn-berger")[1] == 21
    row = next(r for r in standings(of, ("sonneborn-berger",), unplayed="virtual", explain=True) if r.id == 1)
    bye = next(term for term in row.terms["sonneborn-berger"] if term.round == 7)
    assert (bye.amount, bye.note) == (6, "virtual")  # six points before it, nothing missed in it, no round after it


def test_open_games_do_not_count_for_the_opponents() -> None:
    """The opponent has two wins and a game still going on: his two points count, and no more."""
    of = event(4, "1-2 0, 3-4 1", "2-3 1, 1-4 =")
    going = msgspec.structs.replace(of, rounds=(*of.rounds, Round((Game(2, 4, 2, 0, "unfinished"), *games("1-3 =")))))
    assert next(row.points for row in standings(going, ()) if row.id == 2) == 2
    row = next(row for row in standings(going, ("buchholz",), explain=True) if row.id == 1)
    assert [term.amount for term in row.terms["buchholz"] if term.opponent == 2] == [2]


def test_who_left_counts_for_opponents_as_the_mean_of_his_group() -> None:
    """5.4.10.11: 3 beats 4 and leaves with 1 point; those level with him then gain 1 and 0.5 in the two rounds left."""
    of = event(
        6,
        "1-2 1, 3-4 1, 5-6 1",
        Round(games("1-5 0, 2-6 1"), (Bye(3, "zero", 0), Bye(4))),
        Round(games("1-4 0, 5-2 0"), (Bye(3, "zero", 0), Bye(6))),
    )
    row = next(r for r in standings(of, ("buchholz",), unplayed="article-5.4.10.11", explain=True) if r.id == 4)
    first = row.terms["buchholz"][0]
    # 1 gains nothing more (lost twice), 5 gains 1 in rounds 2 and 3: the mean is a half.
    assert (first.opponent, first.amount, first.note) == (3, 1.5, "left")


def test_points_two_one_nought_double_points_and_coefficients() -> None:
    one, two = (standings(SWISS, ("buchholz", "sonneborn-berger", "wins"), points=scale) for scale in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert (a.id, a.place) == (b.id, b.place)
        assert b.points == 2 * a.points
        assert b.tiebreaks["buchholz"] == 2 * a.tiebreaks["buchholz"]  # type: ignore[operator]
        assert b.tiebreaks["sonneborn-berger"] == 2 * a.tiebreaks["sonneborn-berger"]  # type: ignore[operator]
        assert b.tiebreaks["wins"] == a.tiebreaks["wins"]


@pytest.mark.parametrize("seed", range(40))
def test_identities_without_unplayed_games(seed: int) -> None:
    of = generate(seed, 4 + 2 * (seed % 7), 3 + seed % 4, "individual", Rates(forfeit=0, absent=0, leave=0)).event
    buchholz, sb, riga = (column(of, name) for name in ("buchholz", "sonneborn-berger", "riga"))
    truncated, cut = column(of, "truncated-solkoff"), column(of, "buchholz-cut-1")
    points = {row.id: row.points for row in standings(of, ())}
    for player in points:
        assert riga[player] == buchholz[player] + sb[player]  # type: ignore[operator]
        assert truncated[player][0] == cut[player]  # type: ignore[index]
    met = {p: sum(p in (g.white, g.black) for r in of.rounds for g in r.games) for p in points}
    assert sum(buchholz.values()) == sum(met[p] * points[p] for p in points)  # type: ignore[arg-type]


def test_identities_of_a_round_robin() -> None:
    buchholz, sb, shmulyan = (column(ROUND_ROBIN, name) for name in ("buchholz", "sonneborn-berger", "shmulyan"))
    rows = standings(ROUND_ROBIN, ())
    total = sum(row.points for row in rows)
    for row in rows:
        assert shmulyan[row.id] == 2 * sb[row.id] - buchholz[row.id]  # type: ignore[operator]
        assert buchholz[row.id] == total - row.points


def test_direct_encounter_of_three() -> None:
    """1 beats 2, draws with 3, 2 draws with 3; all have 1.5: among them 1.5, 0.5 and 1."""
    of = event(6, "1-2 1, 3-6 =, 4-5 1", "2-3 =, 1-4 0", "1-3 =, 2-5 1")
    found = column(of, "direct-encounter")
    assert [found[player] for player in (1, 2, 3)] == [1.5, 0.5, 1]
    assert [row.id for row in standings(of, ("direct-encounter",)) if row.points == 1.5] == [1, 3, 2]
    assert found[4] is None  # alone with two points


def test_direct_encounter_needs_all_meetings() -> None:
    of = event(4, "1-2 =, 3-4 =", "1-3 =, 2-4 =")
    assert set(column(of, "direct-encounter").values()) == {None}
    assert [row.place for row in standings(of, ("direct-encounter",))] == [1, 1, 1, 1]


def test_direct_encounter_of_a_double_round_robin_can_be_level() -> None:
    of = event(2, "1-2 1", "2-1 1")
    assert column(of, "direct-encounter") == {1: 1.0, 2: 1.0}
    assert [row.place for row in standings(of, ("direct-encounter", "wins"))] == [1, 1]


def test_median_and_cuts_of_one_player() -> None:
    """Six opponents with 6, 4, 3, 3, 2 and 1 points."""
    lines = table_of(event(2, "1-2 1")).lines
    table = msgspec.structs.replace(table_of(event(2, "1-2 1")), lines=lines)
    line = table.lines[1][0]
    table.lines[1] = [msgspec.structs.replace(line, amount=2 * value) for value in (6, 4, 3, 3, 2, 1)]
    found = {
        name: sum(term.amount for term in tiebreaks()[name].parts(table, 1)) / 2  # type: ignore[misc]
        for name in ("buchholz", "buchholz-cut-1", "buchholz-cut-2", "buchholz-median-1", "buchholz-median-2")
    }
    assert found == {
        "buchholz": 19,
        "buchholz-cut-1": 18,
        "buchholz-cut-2": 16,
        "buchholz-median-1": 12,
        "buchholz-median-2": 6,
    }
    assert sum(term.amount for term in tiebreaks()["solkoff-median"].parts(table, 1)) / 2 == 12  # type: ignore[misc]


def test_ratings_count_opponents_really_played() -> None:
    players = tuple(Player(i, rating=r) for i, r in enumerate((2000, 2100, None, 1900, 1800), 1))
    of = Event(players, event(5, "1-2 1, 4-5 1", "1-3 1", "4-1 1", "1-5 +").rounds)
    assert column(of, "average-rating")[1] == 2000
    assert column(of, "average-rating-cut-1")[1] == 2100
    assert column(of, "sum-of-ratings")[1] == 4000


def test_games_with_black_counts_only_games_played() -> None:
    of = event(4, "1-2 1, 3-4 -", "2-1 0, 4-3 =")
    assert column(of, "games-with-black") == {1: 1.0, 2: 1.0, 3: 1.0, 4: 0.0}


def test_a_plus_is_a_win_for_places() -> None:
    of = event(3, Round(games("1-2 +"), (Bye(3),)), "3-1 0")
    assert column(of, "wins") == {1: 2.0, 2: 0.0, 3: 1.0}


def test_double_losses_give_nobody_anything() -> None:
    of = event(4, "1-2 00, 3-4 --")
    assert [row.points for row in standings(of, ("wins",))] == [0, 0, 0, 0]


def test_team_points_are_those_of_all_members() -> None:
    of = msgspec.structs.replace(event(4, "1-2 1, 3-4 ="), teams=(Team(1, "A", (1, 3)), Team(2, "B", (2, 4))))
    assert column(of, "team-points") == {1: 1.5, 2: 0.5, 3: 1.5, 4: 0.5}


def test_extended_koya_takes_in_the_groups_below_half() -> None:
    assert column(ROUND_ROBIN, "extended-koya")[1] == [2, 3.5]
    assert column(ROUND_ROBIN, "extended-koya")[4] == [1, 1.5]


def test_results_against_the_others_in_order_of_places() -> None:
    assert column(ROUND_ROBIN, "results-by-place")[4] == [1]
    assert column(ROUND_ROBIN, "results-by-place")[5] == [0.5]


def test_lot_divides_whoever_is_left_and_is_repeatable() -> None:
    of = event(6, "1-2 =, 3-4 =, 5-6 =")
    drawn = [row.id for row in standings(of, ("lot",), seed=5)]
    assert drawn == [row.id for row in standings(of, ("lot",), seed=5)]
    assert [row.place for row in standings(of, ("lot",), seed=5)] == [1, 2, 3, 4, 5, 6]
    assert any(drawn != [row.id for row in standings(of, ("lot",), seed=seed)] for seed in range(6, 12))


def test_places_are_shared_and_the_next_is_counted_on() -> None:
    of = event(6, "1-2 1, 3-4 1, 5-6 =")
    assert [(row.place, row.id) for row in standings(of, ())] == [(1, 1), (1, 3), (3, 5), (3, 6), (5, 2), (5, 4)]


def test_a_tie_is_divided_by_the_criteria_in_their_order() -> None:
    rows = standings(ROUND_ROBIN, ("direct-encounter", "sonneborn-berger", "koya"))
    assert [row.id for row in rows][:1] == [1]
    assert [row.place for row in rows][:3] == [1, 2, 2]


def test_round_robin_withdrawal_before_half_takes_the_results_out() -> None:
    """5.4.5.2: 6 played one of five games and left, the rest is minus for both."""
    of = event(
        6,
        "1-6 0, 2-5 1, 3-4 1",
        "6-4 --, 5-3 0, 1-2 1",
        "2-6 --, 3-1 1, 4-5 1",
        "6-5 --, 1-4 1, 2-3 0",
        "3-6 --, 4-2 0, 5-1 0",
    )
    assert withdrawn_early(of) == {6}
    rows = {row.id: row for row in standings(of, ("buchholz",))}
    assert rows[6].place is None
    assert rows[1].points == 3
    assert [row.id for row in standings(of, ())][-1] == 6


def test_round_robin_withdrawal_after_half_keeps_the_results() -> None:
    of = event(
        6,
        "1-6 0, 2-5 1, 3-4 1",
        "6-4 1, 5-3 0, 1-2 1",
        "2-6 0, 3-1 1, 4-5 1",
        "6-5 -, 1-4 1, 2-3 0",
        "3-6 +, 4-2 0, 5-1 0",
    )
    assert withdrawn_early(of) == frozenset()
    assert next(row.points for row in standings(of, ()) if row.id == 6) == 3


def test_idle_round_of_an_odd_round_robin_is_no_opponent() -> None:
    of = event(3, "2-3 1", "3-1 0", "1-2 1")
    assert column(of, "truncated-solkoff")[1] == [1]
    assert column(of, "buchholz") == {1: 1.0, 2: 2.0, 3: 3.0}


def test_terms_add_up_to_every_coefficient() -> None:
    rough = generate(3, 21, 7, "individual", Rates(forfeit=8, double=3, absent=6, half_bye=5, leave=4)).event
    names = [name for name, one in tiebreaks().items() if one.parts is not None and not one.round_robin_only]
    for rule in RULES:
        for row in standings(rough, names, unplayed=rule, explain=True):
            for name in names:
                parts = [float(term.amount) for term in row.terms[name]]
                value = sum(parts) / (len(parts) or 1) if tiebreaks()[name].mean else sum(parts)
                assert row.tiebreaks[name] == pytest.approx(value)


def test_every_fault_of_the_settings_is_told() -> None:
    with pytest.raises(SettingsError, match=r"'nonsense'.*\n.*'rubbish'"):
        standings(SWISS, ("nonsense", "buchholz", "rubbish"))
    with pytest.raises(SettingsError, match="unplayed rule 'mean'"):
        standings(SWISS, (), unplayed="mean")
    with pytest.raises(SettingsError, match=r"5\.4\.8\.4\.3"):
        standings(SWISS, ("shmulyan",))
    with pytest.raises(SettingsError, match="expected 1 or 2"):
        standings(SWISS, (), points=3)  # type: ignore[arg-type]
    with pytest.raises(SettingsError, match="round 1: player 1 has two entries"):
        standings(event(3, Round(games("1-2 1, 1-3 1"))), ())
