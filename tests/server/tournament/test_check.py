"""Checking finished events: sound ones are found sound, and every kind of tampering is found."""

from itertools import permutations

import msgspec
import pytest

from rules.errors import SettingsError
from server.tournament import (
    Bye,
    Event,
    Game,
    Player,
    Rates,
    Round,
    check,
    check_answer,
    check_standings,
    classify,
    generate,
    pair,
    pair_answer,
    read_trf,
    standings,
    standings_answer,
    systems,
    write_trf,
)
from server.tournament.history import cards
from server.tournament.why import explanation

from .exercises import event, games

ROUGH = Rates(forfeit=8, double=3, absent=5, half_bye=4, leave=3, late=20)


@pytest.mark.parametrize("system", sorted(systems()))
def test_generated_events_check_after_a_trip_through_a_file(system: str) -> None:
    for seed in range(12):
        made = generate(seed, 6 + seed, 3 + seed % 5, system, ROUGH)
        of = read_trf(write_trf(made.event))
        answer = check_answer(of, system, seed=seed)
        assert [one["round"] for one in answer["rounds"]] == list(range(1, of.finished + 1))
        assert all(one["ok"] for one in answer["rounds"]), answer
        assert answer["standings"] == {"ok": True, "differences": []}


def test_the_lot_of_round_one_is_read_off_the_first_pair() -> None:
    for seed in range(6):
        of = msgspec.structs.replace(generate(seed, 8, 3).event, first_colour=None)
        assert all(one.ok for one in check(of, seed=seed))


def sound() -> Event:
    return generate(4, 12, 5, "individual", Rates(forfeit=0, absent=0, leave=0)).event


def with_games(of: Event, number: int, changed: tuple[Game, ...]) -> Event:
    rounds = list(of.rounds)
    rounds[number - 1] = msgspec.structs.replace(rounds[number - 1], games=changed)
    return msgspec.structs.replace(of, rounds=tuple(rounds))


def test_a_swapped_pair_is_found_in_its_round() -> None:
    of = sound()
    a, b, *rest = of.rounds[2].games
    swapped = (Game(a.white, b.black, a.white_half, b.black_half), Game(b.white, a.black, b.white_half, a.black_half))
    checked = check(with_games(of, 3, (*swapped, *rest)), seed=4)
    assert [one.ok for one in checked[:3]] == [True, True, False]
    pairs = [difference for difference in checked[2].differences if difference.kind == "pair"]
    assert {frozenset(difference.players) for difference in pairs} == {
        frozenset((game.white, game.black)) for game in swapped
    }
    assert f"{min(a.white, b.black)} should meet" in pairs[0].text + pairs[1].text


def test_a_wrong_colour_is_found() -> None:
    of = sound()
    a, *rest = of.rounds[1].games
    turned = Game(a.black, a.white, a.black_half, a.white_half)
    (difference,) = check(with_games(of, 2, (turned, *rest)), seed=4)[1].differences
    assert (difference.kind, difference.found, difference.expected) == ("colour", a.black, a.white)


def test_a_wrong_plus_a_second_plus_and_a_second_meeting_are_found() -> None:
    of = event(5, Round(games("1-3 1, 4-2 1"), (Bye(5),)), Round(games("1-3 1, 2-4 1"), (Bye(5),)))
    second = check(of)[1]
    assert {difference.kind for difference in second.differences} >= {"rematch", "second-free-point", "bye"}


def test_a_fourth_game_of_one_colour_is_found() -> None:
    of = event(8, "1-2 1, 3-4 1, 5-6 1, 7-8 1", "1-3 1, 2-4 1, 5-7 1, 6-8 1", "1-4 1, 2-3 1, 5-8 1, 6-7 1", "1-8 1")
    assert "streak" in {difference.kind for difference in check(of)[3].differences}


def test_stated_points_and_places_are_recomputed() -> None:
    text = write_trf(sound(), places={row.id: row.place for row in standings(sound(), ())})
    assert check_standings(read_trf(text)) == ()
    first = next(line for line in text.splitlines() if line.startswith("001    1"))
    wrong = text.replace(first, first[:80] + " 9.5   12" + first[89:])
    assert {difference.kind for difference in check_standings(read_trf(wrong))} == {"points", "place"}


def test_places_may_break_a_tie_but_not_pass_more_points() -> None:
    of = event(4, "1-2 1, 3-4 1")
    tied = msgspec.structs.replace(of, stated=read_trf(write_trf(of, places={1: 2, 2: 3, 3: 1, 4: 4})).stated)
    assert check_standings(tied) == ()
    passed = msgspec.structs.replace(of, stated=read_trf(write_trf(of, places={1: 3, 2: 1, 3: 1, 4: 4})).stated)
    assert [difference.players for difference in check_standings(passed)] == [(1,), (2,)]


def test_a_round_that_needed_the_ladder_is_no_fault() -> None:
    of = event(4, "1-3 1, 4-2 0", "2-1 1, 4-3 1")
    made = generate(20, 5, 5, "individual", Rates(forfeit=0, absent=0, leave=0))
    assert made.complete
    assert any(one.relaxations for one in made.pairings) or len(made.pairings) == 5
    assert all(one.ok for one in check(made.event, seed=20))
    assert len(check(of)) == 2


def test_a_fault_in_a_round_that_needed_the_ladder_is_told_alone() -> None:
    """Four players, round 4: everyone has met everyone, a second meeting is no fault; the colours of one pair are."""
    start = event(4, "1-3 1, 4-2 0", "2-1 1, 3-4 1", "1-4 1, 2-3 1")
    made = pair(start, "individual", relax=True)
    assert made.pairs is not None
    assert [one.key for one in made.relaxations] == ["rematch", "rematch"]
    whole = Round(tuple(Game(one.white, one.black, 1, 1) for one in made.pairs))
    assert check(start.with_round(whole), first_colour="white")[3].ok
    first, second = whole.games
    turned = Round((Game(first.black, first.white, 1, 1), second))
    (told,) = check(start.with_round(turned), first_colour="white")[3].differences
    assert (told.kind, told.found, told.expected) == ("colour", first.black, first.white)


def test_pair_answer_has_the_fields_of_the_command() -> None:
    answer = pair_answer(event(5, Round(games("1-3 1, 4-2 1"), (Bye(5),))))
    assert list(answer) == ["round", "pairs", "bye", "why"]
    assert answer["round"] == 2
    assert sorted([*(player for two in answer["pairs"] for player in two), answer["bye"]]) == [1, 2, 3, 4, 5]
    none = pair_answer(event(2, "1-2 1"))
    assert (none["pairs"], none["bye"]) == (None, None)
    assert none["why"][0]["articles"] == ["5.4.10.2"]
    assert pair_answer(event(2, "1-2 1"), relax=True)["relaxations"] == [
        {"kind": "rematch", "article": "5.4.10.2", "players": [1, 2]}
    ]


def test_standings_answer_has_the_fields_of_the_command() -> None:
    answer = standings_answer(event(2, "1-2 1"), ("buchholz", "truncated-solkoff"))
    assert answer == {
        "standings": [
            {"place": 1, "id": 1, "points": 1.0, "tiebreaks": {"buchholz": 0.0, "truncated-solkoff": [0.0]}},
            {"place": 2, "id": 2, "points": 0.0, "tiebreaks": {"buchholz": 1.0, "truncated-solkoff": [0.0]}},
        ]
    }


def test_answers_are_json() -> None:
    of = generate(7, 15, 6, "floats", ROUGH).event
    names = ("buchholz", "direct-encounter", "extended-koya", "average-rating")
    for answer in (pair_answer(of, "floats"), standings_answer(of, names), check_answer(of, "random", seed=1)):
        assert msgspec.json.decode(msgspec.json.encode(answer)) == answer


@pytest.mark.parametrize("system", sorted(systems()))
def test_every_pair_and_plus_explains_itself_in_both_languages(system: str) -> None:
    of = generate(2, 21, 7, system, ROUGH).event
    made = pair(of, system, seed=2)
    assert made.pairs is not None
    lines = explanation(made, lambda player: f"#{player}")
    assert [line["pair"] for line in lines if "pair" in line] == [[one.white, one.black] for one in made.pairs]
    assert sum("bye" in line for line in lines) == (made.bye is not None)
    for line in lines:
        assert line["articles"]
        assert any("а" <= letter <= "я" for letter in line["ru"])
        assert not any("а" <= letter <= "я" for letter in line["en"])
        assert "{" not in line["ru"] + line["en"]
        for player in line.get("pair", []):
            assert f"#{player}" in line["en"]
            assert f"#{player}" in line["ru"]


def test_a_float_names_those_passed_over_and_why() -> None:
    """Round 2, winners 4, 3, 1; 1 has met nobody of the next group but is last; made to have met 6 he meets 2."""
    of = event(8, "1-5 1, 6-2 =, 3-7 1, 8-4 0")
    text = "\n".join(line["en"] for line in explanation(pair(of)))
    assert "an odd number have 1: 1 goes down to 6 with ½; the last of the group goes first" in text
    barred = msgspec.structs.replace(of, forbidden=read_trf("XXP 1 6\n" + write_trf(of)).forbidden)
    text = "\n".join(line["en"] for line in explanation(pair(barred)))
    assert "1 goes down to 2 with ½; the last of the group goes first (passed over: 6: forbidden)" in text


def test_classification_by_rating_then_lot() -> None:
    """5.4.10.5.1: the rated by rating, equal ratings by lot, then the unrated by lot."""
    entries = tuple(Player(0, name, rating) for name, rating in (("a", None), ("b", 2000), ("c", 2200), ("d", 2000)))
    made = classify(entries, 3)
    assert [player.id for player in made] == [1, 2, 3, 4]
    assert made[0].name == "c"
    assert {made[1].name, made[2].name} == {"b", "d"}
    assert made[3].name == "a"
    assert classify(entries[::-1], 3) == made
    assert len({tuple(player.name for player in classify(entries, seed)) for seed in range(9)}) == 2
    assert len({tuple(p.name for p in classify(entries, seed, by_rating=False)) for seed in range(40)}) > 10


def test_generation_is_repeatable_and_rough_events_have_everything() -> None:
    assert generate(5, 20, 6, rates=ROUGH) == generate(5, 20, 6, rates=ROUGH)
    events = [generate(seed, 20, 6, rates=ROUGH).event for seed in range(10)]
    kinds = {game.kind for of in events for entry in of.rounds for game in entry.games}
    byes = {bye.kind for of in events for entry in of.rounds for bye in entry.byes}
    assert kinds == {"played", "forfeit"}
    assert byes == {"bye", "zero", "half"}
    assert any(player.left_after for of in events for player in of.players)
    assert any(player.joined > 1 for of in events for player in of.players)
    with pytest.raises(SettingsError):
        generate(1, 1, 5)


def test_a_round_paired_by_hand_with_a_reason_is_no_fault_unless_it_breaks_the_principles() -> None:
    of = sound()
    met = {frozenset((g.white, g.black)) for entry in of.rounds[:2] for g in entry.games}
    a, b = next(
        (one, two)
        for one, two in permutations(of.rounds[2].games, 2)
        if not {frozenset((one.white, two.black)), frozenset((two.white, one.black))} & met
    )
    rest = [game for game in of.rounds[2].games if game not in (a, b)]
    swapped = (Game(a.white, b.black, a.white_half, b.black_half), Game(b.white, a.black, b.white_half, a.black_half))
    changed = list(of.rounds)
    changed[2] = Round((*swapped, *rest), of.rounds[2].byes, "a wrong result had been entered")
    by_hand = msgspec.structs.replace(of, rounds=tuple(changed))
    third = check(read_trf(write_trf(by_hand)))[2]
    assert third.ok
    assert {difference.kind for difference in third.differences} >= {"pair"}
    answer = check_answer(by_hand)["rounds"][2]
    assert (answer["ok"], answer["manual"]) == (True, "a wrong result had been entered")
    bad = list(of.rounds)
    bad[1] = Round(of.rounds[0].games, (), "no good reason")
    assert not check(msgspec.structs.replace(of, rounds=tuple(bad)))[1].ok


@pytest.mark.parametrize("system", ["individual", "floats"])
def test_rounds_stand_that_were_paired_on_a_provisional_adjudication(system: str) -> None:
    """Older rules: an adjourned game that ends otherwise does not undo the next round; its floats are named anew."""
    first = pair(Event(tuple(Player(number) for number in range(1, 9))), system, seed=1)
    assert first.pairs is not None
    open_game, *others = (Game(one.white, one.black, 2, 0) for one in first.pairs)
    waiting = msgspec.structs.replace(open_game, kind="unfinished")
    going = Event(tuple(Player(number) for number in range(1, 9)), (Round((waiting, *others)),), seed=1)
    second = pair(going, system, seed=1)
    assert second.pairs is not None
    games_two = tuple(Game(one.white, one.black, 2, 0) for one in second.pairs)
    ended = Game(open_game.white, open_game.black, 0, 2, "played", (2, 0), 2)
    done = msgspec.structs.replace(going, rounds=(Round((ended, *others)), Round(games_two)))
    again = read_trf(write_trf(done))
    assert [one.ok for one in check(again, system)] == [True, True]
    forgotten = msgspec.structs.replace(
        done, rounds=(Round((msgspec.structs.replace(ended, adjudicated=None), *others)), Round(games_two))
    )
    assert [one.ok for one in check(forgotten, system)] == [True, False]
    before, after = (cards(one)[open_game.white] for one in (going.with_round(Round(games_two)), done))
    assert before.floats[1] - after.floats[1] == 1  # a point less before round 2: one step towards "up"
    assert check(done, system)[1].pairing.pairs == second.pairs
