"""A knock-out as an event: who is in, the next round, the bracket; generated, written, read and checked."""

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import SettingsError
from server.tournament import (
    Event,
    Player,
    Rates,
    Round,
    check_answer,
    generate,
    pair_answer,
    read_trf,
    standings,
    write_trf,
)
from server.tournament.elimination import alive, bracket, champion, pair_knockout, playing, third_place
from server.tournament.knockout import knockout_rounds
from server.tournament.model import Bye, Game


def event(*rounds: Round, players: int = 5) -> Event:
    return Event(tuple(Player(number) for number in range(1, players + 1)), rounds, seed=4)


FIRST = Round((Game(4, 5, 0, 2),), (Bye(1, "full"), Bye(2, "full"), Bye(3, "full")))
SECOND = Round((Game(5, 1, 0, 2), Game(2, 3, 2, 0, "forfeit")))


def test_losers_leave_and_the_first_go_through() -> None:
    made = pair_knockout(event(), "knockout-seeded")
    assert made.through == (1, 2, 3)
    assert made.pairs is not None
    assert {made.pairs[0].white, made.pairs[0].black} == {4, 5}
    assert alive(event(FIRST)) == (1, 2, 3, 5)
    made = pair_knockout(event(FIRST), "knockout-seeded")
    assert [{one.white, one.black} for one in made.pairs or ()] == [{1, 5}, {2, 3}]
    assert alive(event(FIRST, SECOND)) == (1, 2)
    assert champion(event(FIRST, SECOND)) is None
    assert champion(event(FIRST, Round((Game(5, 1, 0, 2), Game(2, 3, 0, 0, "unfinished"))))) is None
    last = Round((Game(1, 2, 2, 0),))
    assert champion(event(FIRST, SECOND, last)) == 1
    over = pair_answer(event(FIRST, SECOND, last), "knockout")
    assert (over["pairs"], over["why"][0]["en"]) == (None, "fewer than two are left [31.8.5.3]")


def test_a_withdrawal_and_an_absence_leave_the_others_to_go_on() -> None:
    gone = msgspec.structs.replace(event(FIRST), players=(*event().players[:4], Player(5, left_after=1)))
    made = pair_knockout(gone, "knockout-seeded")
    assert (made.through, len(made.pairs or ())) == ((1,), 1)
    assert alive(event(FIRST, Round(byes=(Bye(3, "zero", 0),)))) == (1, 2, 5)
    assert alive(event(FIRST), absent=[1]) == (2, 3, 5)


def test_a_meeting_without_a_winner_stops_the_next_round_but_a_double_loss_does_not() -> None:
    with pytest.raises(SettingsError, match="5 and 1 has no winner yet"):
        pair_knockout(event(FIRST, Round((Game(5, 1, 1, 1), Game(2, 3, 2, 0)))))
    both = event(FIRST, Round((Game(5, 1, 0, 0), Game(2, 3, 2, 0))))
    assert champion(both) == 2
    with pytest.raises(SettingsError, match="unknown"):
        pair_knockout(event(), "swiss")


def test_the_bracket_puts_those_who_meet_beside_one_another() -> None:
    columns = bracket(event(FIRST, SECOND), 3)
    assert [[(slot.white, slot.black) for slot in column] for column in columns] == [
        [(4, 5), (1, None), (2, None), (3, None)],
        [(5, 1), (2, 3)],
        [(None, None)],
    ]
    assert [slot.winner for slot in columns[1]] == [1, 2]
    assert [len(column) for column in bracket(event(players=6), 3)] == [4, 2, 1]


CALM, LOSSES = Rates(forfeit=10, leave=0, absent=0), Rates(forfeit=10, leave=5, absent=5)


@given(
    st.integers(2, 40),
    st.integers(0, 10_000),
    st.sampled_from(["knockout", "knockout-seeded"]),
    st.sampled_from([CALM, LOSSES]),
)
def test_generated_knock_outs_have_one_winner_and_check_agrees(
    players: int, seed: int, system: str, rates: Rates
) -> None:
    made = generate(seed, players, 9, system, rates).event
    if rates is CALM:
        assert champion(made) is not None
        assert made.finished == knockout_rounds(players)
    assert made.finished <= knockout_rounds(players)
    found = check_answer(read_trf(write_trf(made)), system)
    assert all(one["ok"] for one in found["rounds"]), found
    assert found["standings"]["ok"]
    for left, right in pairwise(bracket(made, made.finished)):
        for slot in right:
            if slot.white and slot.black:
                assert abs(_place(left, slot.white) - _place(left, slot.black)) == 1


def _place(column: tuple[object, ...], player: int | None) -> int:
    return next(at for at, slot in enumerate(column) if getattr(slot, "winner", None) == player)


def test_check_finds_a_pair_that_the_lot_did_not_give_and_one_who_had_lost() -> None:
    made = generate(7, 8, 3, "knockout", Rates(forfeit=0, leave=0, absent=0)).event
    second = made.rounds[1]
    a, b = second.games
    swapped = (Game(a.white, b.white, 2, 0), Game(a.black, b.black, 2, 0))
    wrong = msgspec.structs.replace(made, rounds=(made.rounds[0], Round(swapped)))
    (_, verdict) = check_answer(wrong, "knockout")["rounds"]
    assert not verdict["ok"]
    assert {one["kind"] for one in verdict["differences"]} == {"pair"}
    loser = next(p for g in made.rounds[0].games for p in (g.white, g.black) if p not in alive(made, 2))
    back = msgspec.structs.replace(made, rounds=(made.rounds[0], Round((Game(loser, b.white, 2, 0),), manual="why")))
    assert check_answer(back, "knockout")["rounds"][1]["differences"][0]["kind"] == "out"


def with_third(*rounds: Round) -> Event:
    return msgspec.structs.replace(event(*rounds), third_place=True)


def test_those_who_lost_the_semi_finals_meet_for_third_place() -> None:
    before = with_third(FIRST, SECOND)
    made = pair_knockout(before, "knockout-seeded")
    assert made.pairs is not None
    final, third = made.pairs
    assert ({final.white, final.black}, {third.white, third.black}) == ({1, 2}, {3, 5})
    assert (third.board, [reason.key for reason in third.why]) == (2, ["third-place", "knockout-colour"])
    assert playing(before, 3) == {1, 2, 3, 5}
    assert made.absent == (4,)
    assert "play for third place" in str(pair_answer(before, "knockout-seeded")["why"])
    open_third = with_third(FIRST, SECOND, Round((Game(1, 2, 2, 0), Game(5, 3, 0, 0, "unfinished"))))
    assert champion(open_third) == 1
    with pytest.raises(SettingsError, match="5 and 3 has no winner yet"):
        pair_knockout(open_third, "knockout-seeded")
    over = with_third(FIRST, SECOND, Round((Game(1, 2, 2, 0), Game(5, 3, 2, 0))))
    assert (alive(over), champion(over), third_place(over)) == ((1,), 1, over.rounds[2].games[1])
    assert pair_knockout(over, "knockout-seeded").pairs is None
    assert [[(slot.white, slot.black) for slot in column] for column in bracket(over, 3)][2] == [(1, 2)]
    assert third_place(before) is third_place(event(FIRST, SECOND, over.rounds[2])) is None


@pytest.mark.parametrize(
    ("semis", "absent"),
    [
        ((Game(5, 1, 0, 2), Game(2, 3, 0, 0)), []),  # a double loss: three have lost
        ((Game(5, 1, 0, 2), Game(2, 3, 2, 0)), [3]),
    ],
)
def test_without_two_losers_there_is_no_such_match(semis: tuple[Game, ...], absent: list[int]) -> None:
    made = pair_knockout(with_third(FIRST, Round(semis)), "knockout-seeded", absent=absent)
    assert len(made.pairs or ()) == (0 if made.pairs is None else 1)
    assert third_place(with_third(FIRST, Round(semis))) is None


@pytest.mark.parametrize("system", ["knockout", "knockout-seeded"])
@pytest.mark.parametrize("seed", range(40))
def test_check_agrees_with_a_match_for_third_place(system: str, seed: int) -> None:
    made = generate(seed, 3 + seed % 14, 9, system, Rates(forfeit=10, leave=4, absent=4), third_place=True)
    read = read_trf(write_trf(made.event))
    assert read.third_place
    assert all(one["ok"] and not one["differences"] for one in check_answer(read, system)["rounds"])
    assert champion(read) == champion(made.event)


def test_the_match_for_third_place_lifts_nobody_to_the_second() -> None:
    over = with_third(FIRST, SECOND, Round((Game(1, 2, 2, 0), Game(5, 3, 2, 0))))
    rows = standings(over, ())
    assert [(row.place, row.id, row.points) for row in rows] == [(1, 1, 3), (2, 2, 2), (3, 5, 2), (4, 3, 1), (5, 4, 0)]
    level = standings(event(FIRST, SECOND, over.rounds[2]), ())
    assert [row.place for row in level] == [1, 2, 2, 4, 5]
