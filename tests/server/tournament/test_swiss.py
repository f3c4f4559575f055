"""Hand-made rounds of each system, known mistakes of other programs, settings, and invariants of large events."""

import msgspec
import pytest

from rules.errors import SettingsError
from server.tournament import Bonus, Bye, Event, Forbidden, Game, Pairing, Player, Rates, Round, generate, pair, systems
from server.tournament.history import cards

from .exercises import event, games

PAIRED_BY_RANK = ("individual", "truncated-solkoff", "current-buchholz")


def players(count: int) -> Event:
    return Event(tuple(Player(number) for number in range(1, count + 1)))


def seats(made: Pairing) -> list[tuple[int, int]]:
    assert made.pairs is not None
    assert [one.board for one in made.pairs] == list(range(1, len(made.pairs) + 1))
    return [(one.white, one.black) for one in made.pairs]


def test_first_round_upper_half_against_lower() -> None:
    """5.4.10.5.2."""
    assert seats(pair(players(8), "individual")) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert seats(pair(players(8), "truncated-solkoff", first_colour="black")) == [(5, 1), (2, 6), (7, 3), (4, 8)]


def test_first_round_first_against_last() -> None:
    """5.4.10.7.2."""
    assert seats(pair(players(8), "current-buchholz")) == [(1, 8), (7, 2), (3, 6), (5, 4)]


def test_first_round_colours_go_by_the_numbers_even_where_somebody_is_absent() -> None:
    """5.4.10.5.2: odd numbers of the upper half play the colour of the first, even ones the other."""
    assert seats(pair(players(8), "individual", absent={2})) == [(1, 5), (3, 6), (7, 4)]
    assert seats(pair(players(8), "individual", absent={1})) == [(2, 5), (6, 3), (4, 7)]
    assert seats(pair(players(8), "current-buchholz", absent={2, 5})) == [(1, 8), (3, 7), (6, 4)]


def test_first_round_neighbours() -> None:
    """5.4.10.4: odd numbers White; the older rules: odd numbers Black. The lot of colours does not matter."""
    assert seats(pair(players(6), "random", first_colour="black")) == [(1, 2), (3, 4), (5, 6)]
    assert seats(pair(players(6), "floats")) == [(2, 1), (4, 3), (6, 5)]
    assert seats(pair(players(6), "random", absent={2, 6})) == [(1, 3), (5, 4)]
    assert seats(pair(players(6), "floats", absent={1, 3})) == [(4, 2), (6, 5)]


def test_second_round_runs_through_the_groups_from_the_highest_number() -> None:
    """5.4.10.5.3: in even rounds descending. 1-4 won: 4 meets 2, 3 meets 1; below 8 meets 6, 7 meets 5."""
    after = event(8, "1-5 1, 6-2 0, 3-7 1, 8-4 0")
    assert {frozenset(two) for two in seats(pair(after, "individual"))} == {
        frozenset(two) for two in ((4, 2), (3, 1), (8, 6), (7, 5))
    }


def test_odd_group_sends_its_last_to_the_first_of_the_next() -> None:
    """5.4.10.5.4, round 2: three winners in the order 4, 3, 1: 1 goes down to 6, the first of the middle group."""
    after = event(8, "1-5 1, 6-2 =, 3-7 1, 8-4 0")
    made = pair(after, "individual")
    assert frozenset((1, 6)) in {frozenset(two) for two in seats(made)}
    assert frozenset((4, 3)) in {frozenset(two) for two in seats(made)}


def test_odd_group_of_the_buchholz_system_sends_its_first_to_the_last() -> None:
    """5.4.10.7.4, round 2: winners 1, 3, 4: 1 goes down to 6, the last of the middle group 2, 6."""
    after = event(8, "1-5 1, 6-2 =, 3-7 1, 8-4 0")
    assert frozenset((1, 6)) in {frozenset(two) for two in seats(pair(after, "current-buchholz"))}
    assert frozenset((3, 4)) in {frozenset(two) for two in seats(pair(after, "current-buchholz"))}


@pytest.mark.parametrize("system", PAIRED_BY_RANK)
def test_no_second_meeting_where_another_pairing_exists(system: str) -> None:
    """A-B, C-D, A-C, B-D, scores 2, 1, 1, 0: round 3 is A-D and B-C."""
    after = event(4, "1-2 1, 3-4 1", "1-3 1, 2-4 1")
    assert {frozenset(two) for two in seats(pair(after, system))} == {frozenset((1, 4)), frozenset((2, 3))}


@pytest.mark.parametrize("system", sorted(systems()))
def test_nobody_gets_a_second_plus(system: str) -> None:
    had: set[int] = set()
    of = players(7)
    for _ in range(5):
        made = pair(of, system, seed=3)
        if made.pairs is None:
            break
        assert made.bye is not None
        assert made.bye not in had
        had.add(made.bye)
        round_games = tuple(Game(one.white, one.black, 2, 0) for one in made.pairs)
        of = of.with_round(Round(round_games, (Bye(made.bye),)))
    assert len(had) >= 3


@pytest.mark.parametrize("kind", ["bye", "full"])
@pytest.mark.parametrize("half", [1, 2])
def test_a_bye_of_any_value_stands_in_the_way_of_a_second(kind: str, half: int) -> None:
    last = Bye(5, kind, half if kind == "bye" else 2)  # type: ignore[arg-type]
    assert pair(event(5, Round(games("1-3 1, 4-2 1"), (last,)))).bye != 5


def test_a_plus_counts_as_a_free_point_and_a_half_bye_does_not() -> None:
    assert pair(event(5, Round(games("1-3 =, 4-2 +"), (Bye(5),)))).bye not in (4, 5)
    assert pair(event(5, Round(games("1-3 1, 4-2 1"), (Bye(5, "half", 1),))), "current-buchholz").bye == 3


def test_the_plus_goes_to_the_last_without_one() -> None:
    """17 players: the lowest, with 2 points and no bye, gets it."""
    of = generate(9, 17, 6, "individual", Rates(forfeit=0, absent=0, leave=0)).event
    made = pair(of, "individual")
    held = cards(of)
    ranked = sorted(held.values(), key=lambda card: (-card.half, card.id))  # round 7 is odd: ascending numbers
    assert made.bye == next(card.id for card in reversed(ranked) if not card.free_points)


def test_forfeits_have_no_colour_and_leave_the_pair_free_to_meet() -> None:
    """W B and a plus: the history is W B, White is due next. A forfeited pair may be drawn together again."""
    of = event(4, "1-2 1, 3-4 1", "3-1 1, 4-2 1", "1-4 +, 2-3 -")
    assert [side.value for side in cards(of)[1].sides] == ["white", "black"]
    made = seats(pair(of, "individual"))
    assert {frozenset(two) for two in made} == {frozenset((1, 4)), frozenset((2, 3))}
    assert (1, 4) in made


def test_the_fourth_game_of_one_colour_is_never_given_even_across_a_forfeit() -> None:
    """W W W, a plus with White, then White would be the fourth."""
    of = event(6, "1-2 1, 3-4 1, 5-6 1", "1-3 1, 2-5 1, 4-6 1", "1-4 1, 2-6 1, 3-5 1", "1-5 +, 2-3 1, 4-6 +")
    made = pair(of, "individual")
    assert made.pairs is not None
    assert 1 in {one.black for one in made.pairs}


@pytest.mark.parametrize("system", sorted(systems()))
def test_pairs_with_nearest_points_first(system: str) -> None:
    """1 alone has 2 points: he meets one of the two with 1.5, not one of those with less."""
    of = event(6, "1-4 1, 2-5 1, 3-6 1", "5-1 0, 6-2 =, 4-3 =")
    (two,) = [set(two) for two in seats(pair(of, system)) if 1 in two]
    assert two in ({1, 2}, {1, 3})


def test_who_left_or_is_absent_is_not_paired() -> None:
    of = event(6, "1-4 1, 2-5 1, 3-6 1")
    gone = msgspec.structs.replace(
        of, players=tuple(msgspec.structs.replace(p, left_after=1 if p.id == 2 else None) for p in of.players)
    )
    made = pair(gone, "individual", absent={4})
    assert {player for two in seats(made) for player in two} == {1, 3, 5, 6}
    assert made.absent == (2, 4)
    announced = msgspec.structs.replace(of, rounds=(*of.rounds, Round((), (Bye(1, "zero", 0), Bye(2, "half", 1)))))
    assert {player for two in seats(pair(announced)) for player in two} == {3, 4, 5, 6}


def test_a_late_entry_joins_with_no_points() -> None:
    of = event(6, "1-4 1, 2-5 1")
    late = tuple(msgspec.structs.replace(p, joined=2 if p.id in (3, 6) else 1) for p in of.players)
    made = pair(msgspec.structs.replace(of, players=late), "individual")
    assert {player for two in seats(made) for player in two} == {1, 2, 3, 4, 5, 6}
    again = pair(msgspec.structs.replace(of, players=late).upto(0), "individual")
    assert {player for two in seats(again) for player in two} == {1, 2, 4, 5}


def test_forbidden_pairs_hold_in_their_rounds() -> None:
    barred = msgspec.structs.replace(players(6), forbidden=(Forbidden((1, 4, 5), 1, 1),))
    assert {frozenset(two) for two in seats(pair(barred))} == {frozenset(t) for t in ((1, 6), (2, 4), (3, 5))}
    later = msgspec.structs.replace(players(6), forbidden=(Forbidden((1, 4), 2),))
    assert (1, 4) in seats(pair(later))


def test_weak_prohibitions_fall_first_and_absolute_ones_never() -> None:
    for weak in (True, False):
        barred = msgspec.structs.replace(players(2), forbidden=(Forbidden((1, 2), weak=weak),))
        assert pair(barred).pairs is None
        made = pair(barred, relax=True)
        assert (made.pairs is not None) is weak
        assert [one.key for one in made.relaxations] == (["weak-prohibition"] if weak else [])


def test_no_legal_pairing_is_said_and_the_ladder_is_recorded() -> None:
    of = event(4, "1-2 1, 3-4 1", "1-3 1, 2-4 1", "1-4 1, 2-3 1")
    assert pair(of).pairs is None
    made = pair(of, relax=True)
    assert made.pairs is not None
    assert [one.key for one in made.relaxations] == ["rematch", "rematch"]
    assert {frozenset(one.players) for one in made.relaxations} == {frozenset(two) for two in seats(made)}
    # Scores 3, 2, 1, 0: meetings of neighbours in points are repeated, not those of the ends.
    assert {frozenset(two) for two in seats(made)} == {frozenset((1, 2)), frozenset((3, 4))}


def test_a_second_free_point_comes_before_a_second_meeting() -> None:
    of = event(3, Round(games("1-2 1"), (Bye(3),)), Round(games("1-3 1"), (Bye(2),)), Round((), ()))
    of = msgspec.structs.replace(of, rounds=of.rounds[:2])
    third = pair(of)
    assert third.bye == 1
    after = of.with_round(Round(games("2-3 1"), (Bye(1),)))
    assert pair(after).pairs is None
    assert [one.key for one in pair(after, relax=True).relaxations] == ["rematch", "second-free-point"]


def test_a_breach_of_colours_in_a_second_meeting_is_recorded_too() -> None:
    """1 has had B B W W, 2 W B W: neither limit alone forbids them to meet, both together do; and they have met."""
    of = event(4, "2-1 1", "3-1 1, 4-2 1", "1-4 1, 2-3 1", "1-3 1", planned_rounds=5)
    made = pair(of, "floats", absent={3, 4}, relax=True)
    assert [(one.key, set(one.players)) for one in made.relaxations] == [("rematch", {1, 2}), ("balance", {1, 2})]
    assert seats(made) == [(2, 1)]


def test_strict_colours_of_the_older_rules_give_way_before_a_second_meeting() -> None:
    """Older rules, b: with an odd number of rounds Whites and Blacks differ by one at most."""
    of = msgspec.structs.replace(event(4, "1-2 1, 3-4 1", "4-1 0, 2-3 0", "1-3 1, 2-4 1"), planned_rounds=5)
    assert pair(of, "floats").pairs is None
    of = msgspec.structs.replace(event(4, "1-2 1, 3-4 1"), planned_rounds=3)
    made = pair(of, "floats")
    assert {frozenset(two) for two in seats(made)} == {frozenset((1, 4)), frozenset((2, 3))}
    barred = msgspec.structs.replace(of, forbidden=(Forbidden((1, 4)),))
    relaxed = pair(barred, "floats", relax=True)
    assert [one.key for one in relaxed.relaxations] == ["balance", "balance"]


def test_fixed_pairs_stand_and_the_rest_is_paired() -> None:
    made = pair(players(6), fixed=((2, 1),))
    assert (2, 1) in seats(made)
    assert {player for two in seats(made) for player in two} == {1, 2, 3, 4, 5, 6}
    again = pair(event(6, "2-1 1, 3-5 1, 4-6 1"), fixed=((1, 2),))
    assert [one.key for one in again.relaxations] == ["rematch"]


def test_acceleration_moves_players_between_the_groups_for_pairing_only() -> None:
    fast = msgspec.structs.replace(players(8), bonuses=(Bonus((1, 2, 3, 4), 2, 1, 2),))
    assert {frozenset(two) for two in seats(pair(fast))} == {frozenset(t) for t in ((1, 3), (2, 4), (5, 7), (6, 8))}
    after = msgspec.structs.replace(event(8, "1-3 1, 4-2 1, 5-7 1, 8-6 1"), bonuses=fast.bonuses)
    assert frozenset((1, 4)) in {frozenset(two) for two in seats(pair(after))}
    assert frozenset((2, 3)) not in {frozenset(two) for two in seats(pair(after))}
    assert [card.half for card in cards(after).values()] == [2, 0, 0, 2, 2, 0, 0, 2]
    late = msgspec.structs.replace(after, bonuses=(Bonus((1, 2, 3, 4), 2, 1, 1),))
    assert seats(pair(late)) == seats(pair(event(8, "1-3 1, 4-2 1, 5-7 1, 8-6 1")))


def test_lots_follow_the_seed() -> None:
    of = generate(1, 12, 2, "random", Rates(forfeit=0, absent=0, leave=0)).event
    assert pair(of, "random", seed=4) == pair(of, "random", seed=4)
    assert len({tuple(seats(pair(of, "random", seed=seed))) for seed in range(8)}) > 1


def test_adjourned_games_count_provisionally_for_pairing() -> None:
    """Adjudged a win for 2 for the pairing; the round after that is paired on that ground."""
    open_game = Round((Game(1, 2, 0, 2, "unfinished"), *games("3-4 1")))
    made = pair(msgspec.structs.replace(players(4), rounds=(open_game,)), "current-buchholz")
    assert {frozenset(two) for two in seats(made)} == {frozenset((2, 3)), frozenset((1, 4))}


def test_all_faults_of_the_input_are_told_at_once() -> None:
    of = msgspec.structs.replace(players(3), rounds=(Round(games("1-9 1, 1-2 1")),))
    with pytest.raises(SettingsError) as caught:
        pair(of, absent={7}, fixed=((1, 8),))
    assert len(caught.value.faults) == 4
    with pytest.raises(SettingsError, match="player 2 does not play"):
        pair(players(4), absent=iter([2]), fixed=((1, 2),))
    with pytest.raises(SettingsError, match="system 'dutch' is unknown"):
        pair(of, "dutch")


def test_tiny_fields() -> None:
    assert pair(Event(())).pairs == ()
    alone = pair(players(1))
    assert (alone.pairs, alone.bye) == ((), 1)
    assert seats(pair(players(2))) == [(1, 2)]


@pytest.mark.parametrize("system", sorted(systems()))
@pytest.mark.parametrize("count", [51, 120])
def test_invariants_of_larger_events(system: str, count: int) -> None:
    made = generate(count, count, 9, system, Rates(forfeit=3, absent=2, leave=1, late=3), relax=False)
    assert made.complete
    check_invariants(made.event, system)


@pytest.mark.long
@pytest.mark.parametrize("system", sorted(systems()))
@pytest.mark.parametrize("count", [255, 500])
def test_invariants_of_large_events(system: str, count: int) -> None:
    made = generate(count, count, 9, system, Rates(forfeit=3, absent=2, leave=1, late=3), relax=False)
    assert made.complete
    check_invariants(made.event, system)


def check_invariants(of: Event, system: str) -> None:
    strict = system.startswith("floats")
    limit = 2 if strict else 3
    for number, entry in enumerate(of.rounds, 1):
        before = cards(of, number - 1)
        assert len({p for g in entry.games for p in (g.white, g.black)}) == 2 * len(entry.games)
        for game in entry.games:
            assert game.black not in before[game.white].met
        for bye in entry.byes:
            assert bye.kind != "bye" or not before[bye.player].free_points
    for card in cards(of).values():
        for i in range(len(card.sides) - limit):
            assert len(set(card.sides[i : i + limit + 1])) == 2
        if strict:
            for i in range(len(card.sides)):
                whites = sum(side == "white" for side in card.sides[: i + 1])
                assert abs(2 * whites - (i + 1)) <= 1
