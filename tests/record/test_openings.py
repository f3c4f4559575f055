"""Who has which colour after the choices of an opening, whose clock is whose, and what people enter about it."""

import random

import pytest

from record import events
from record.colours import SAME
from record.commands import AdjustClock, EnterColours, EnterResult, Refusal, Rule
from record.decide import decide
from record.fold import apply, fold, start
from record.openings import may_swap, mirrored
from record.sanctions import sanctions_of
from rules import discipline
from rules.renju.opening import Act, begin
from rules.renju.tables import regulation, regulations
from rules.side import Side
from tests.record.logs import BEGAN, Log, assignment, format_at

NOW = format_at(BEGAN)


def renju(**changes):
    return assignment(discipline="renju", **{"opening_regulation": "rif", **changes})


def moved(state, point):
    position = state.history.position
    after = position.apply(position.parse(point))
    return events.Move(ply=len(state.plies) + 1, side=position.side, move=point, fen=after.fen())


def played(state, *points):
    for point in points:
        state = apply(state, moved(state, point))
    return state


def chose(state, option, by=Side.WHITE, how="button"):
    return apply(state, events.OpeningChoice(act="choose", by=by, option=option, how=how))


def random_course(name, rng):
    """Acts up to the end of an opening, each with the state before it."""
    state, made = begin(regulation(name)), []
    while not state.done:
        step = state.expects
        if step.act == "choose":
            act = Act(act="choose", option=rng.choice(sorted(step.options)))
        elif step.act == "declare":
            act = Act(act="declare", number=rng.randint(1, 4))
        else:
            act = Act(act=step.act, point=rng.choice(state.points()))
        made.append((state, act))
        state = state.apply(act)
    return made, state


@pytest.mark.parametrize("name", regulations())
def test_the_persons_of_the_fold_are_those_of_the_rules(name):
    seen = set()
    for seed in range(25):
        made, end = random_course(name, random.Random(seed))
        log, state, offers = Log(), start(renju(opening_regulation=name)), []

        def add(event, log=log):
            nonlocal state
            state = apply(state, log.add(event))

        for before, act in made:
            by = next(side for side in Side if before.person(side) == before.actor)
            assert state.person(by).id == (state.assignment.black, state.assignment.white)[before.actor - 1].id
            if act.act == "offer":
                offers.append(act.point)
                if before.offers_due == 1:
                    add(events.OpeningChoice(act="offer", by=by, points=tuple(offers), how="stones"))
                    assert state.opening.offers == tuple(offers)
            elif act.act in ("choose", "declare"):
                add(events.OpeningChoice(act=act.act, by=by, option=act.option, number=act.number))
            else:
                add(moved(state, act.point))
        assert state.opening == end
        assert state.swapped is (end.black == 2)
        assert (state.black.id, state.white.id) == ((1, 2) if state.swapped else (2, 1))
        assert fold(state.assignment, {"s1": log.events}) == state
        seen.add(state.swapped)
        # Whatever is taken back, what was chosen before the stones that stand is chosen still.
        ply = random.Random(seed).randint(1, len(state.plies))
        fen = state.plies[ply - 2].fen if ply > 1 else discipline("renju").start().fen()
        back = apply(state, events.TakenBack(ply=ply, fen=fen))
        stands = next(after for after, act in made if len(after.moves) == ply - 1 and act.act in ("place", "pick"))
        assert back.swapped is (stands.black == 2)
    assert seen == ({True, False} if regulation(name).has_swaps else {False})
    assert may_swap(renju(opening_regulation=name)) is regulation(name).has_swaps


def test_a_choice_that_nobody_heard_changes_no_colours():
    state = played(start(renju()), "h8", "i9", "j7", "g9")
    assert (state.opening.step, state.swapped) == ("o5", False)


def test_a_choice_out_of_place_changes_nothing():
    state = played(start(renju()), "h8")
    assert chose(state, "swap").choices == ()
    assert chose(start(assignment()), "swap").choices == ()
    state = chose(played(state, "i9", "j7"), "swap")
    assert chose(state, "swap") == state


def test_a_clock_goes_with_its_person():
    state = played(start(renju()), "h8", "i9", "j7")
    reading = events.ClockReading(white_ms=900_000, black_ms=700_000, running=Side.WHITE, flags=(), at=NOW)
    before = apply(state, reading)
    state = chose(before, "swap")
    assert (state.white.id, state.black.id) == (2, 1)
    assert (state.clocks.black_ms, state.clocks.white_ms, state.clocks.running) == (900_000, 700_000, Side.BLACK)
    state = apply(state, events.ClockReading(white_ms=890_000, black_ms=700_000, running=Side.BLACK, at=NOW))
    assert (state.clocks.black_ms, state.clocks.white_ms, state.clocks.running) == (890_000, 700_000, Side.WHITE)
    (adjusted,) = decide(state, AdjustClock(white_ms=700_000, black_ms=800_000, arbiter="a"), NOW)
    assert (adjusted.white_ms, adjusted.black_ms, adjusted.running) == (800_000, 700_000, Side.BLACK)
    state = apply(state, adjusted)
    assert (state.clocks.white_ms, state.clocks.black_ms, state.clocks.running) == (700_000, 800_000, Side.WHITE)


def test_time_to_the_opponent_goes_to_his_own_clock():
    state = chose(played(start(renju()), "h8", "i9", "j7"), "swap")
    state = apply(state, events.ClockReading(white_ms=890_000, black_ms=700_000, at=NOW))
    rule = Rule(ruling="time-to-opponent", arbiter="a", side=Side.WHITE, added_ms=60_000, reason="talks")
    (ruled,) = decide(state, rule, NOW)
    assert (ruled.white_ms, ruled.black_ms) == (
        950_000,
        700_000,
    )  # the face named white is the one of who has Black now
    state = apply(state, ruled)
    assert (state.clocks.white_ms, state.clocks.black_ms) == (700_000, 950_000)
    assert sanctions_of(2, [state]) == ("time-to-opponent",)


def test_a_sanction_stays_with_who_bore_it():
    state = played(start(renju()), "h8", "i9", "j7")
    (ruled,) = decide(state, Rule(ruling="remark", arbiter="a", side=Side.WHITE, reason="talks"), NOW)
    state = chose(apply(state, ruled), "swap")
    assert sanctions_of(1, [state]) == ("remark",)
    assert sanctions_of(2, [state]) == ()


def test_the_arbiter_rules_who_has_black_and_undoes_it():
    log, desk = Log(), Log("desk")
    state = start(renju())
    for point in ("h8", "i9", "j7", "g9"):
        state = apply(state, log.add(moved(state, point)))
    (ruled,) = decide(state, Rule(ruling="set-colours", arbiter="a", black=1), NOW)
    desk.add(ruled, after=log.last())
    ruled_state = fold(state.assignment, {"s1": log.events}, desk.events)
    assert (ruled_state.swapped, ruled_state.opening.black, ruled_state.black.id) == (True, 2, 1)
    assert ruled_state.rulings[-1].ruling == "set-colours"
    desk.add(events.Undone(undoes=1), after=log.last())
    assert not fold(state.assignment, {"s1": log.events}, desk.events).swapped


@pytest.mark.parametrize(("black", "code"), [(2, SAME.code), (7, "no-player"), (None, "no-player")])
def test_colours_that_cannot_be_set(black, code):
    refusal = decide(start(renju()), Rule(ruling="set-colours", arbiter="a", black=black), NOW)
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_without_swaps_colours_are_set_with_a_reason():
    state = start(assignment())
    refusal = decide(state, Rule(ruling="set-colours", arbiter="a", black=1), NOW)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "no-reason"
    (ruled,) = decide(state, Rule(ruling="set-colours", arbiter="a", black=1, reason="5.4.13.1"), NOW)
    reading = events.ClockReading(white_ms=5, black_ms=9, at=NOW)
    state = apply(apply(state, reading), ruled)
    assert (state.white.id, state.black.id) == (2, 1)
    assert (state.clocks.white_ms, state.clocks.black_ms) == (5, 9)  # they sit where the clock's names are right


def test_players_without_a_board_say_who_had_black():
    state = start(renju(device="none"))
    (result,) = decide(state, EnterResult(result="1-0", by="white"), NOW)
    state = apply(state, result)
    (entered,) = decide(state, EnterColours(black=1, by=2), NOW)
    state = apply(state, entered)
    assert (state.black.id, state.white.id) == (1, 2)
    assert state.entries == {"black": "0-1"}  # who won has not changed
    (result,) = decide(state, EnterResult(result="0-1", by="white"), NOW)
    state = apply(state, result)
    assert state.result.result == "0-1"
    refusal = decide(state, EnterColours(black=2, by=1), NOW)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "confirmed"


@pytest.mark.parametrize("told", [renju(), renju(device="none", opening_regulation="none"), assignment(device="none")])
def test_players_do_not_set_colours_that_a_board_or_the_draw_tells(told):
    refusal = decide(start(told), EnterColours(black=1, by=2), NOW)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not-yours"


def test_a_result_that_the_board_shows_stays_with_the_colours():
    state = start(renju())
    state = apply(state, events.Result(result="0-1", reason="five", by="rule"))
    (ruled,) = decide(state, Rule(ruling="set-colours", arbiter="a", black=1), NOW)
    state = apply(state, ruled)
    assert (state.result.result, state.black.id) == ("0-1", 1)
    assert mirrored("+/-") == "-/+"


def test_the_number_may_be_announced_with_the_stone():
    state = played(start(renju(opening_regulation="soosyrv-8")), "h8", "i9", "j7")
    state = chose(state, "stay")
    state = apply(state, events.OpeningChoice(act="declare", by=Side.WHITE, number=3))
    assert (state.opening.step, state.opening.declared) == ("m4", 3)
    assert played(state, "g9").opening.step == "s4"
    assert apply(state, events.OpeningChoice(act="declare", by=Side.WHITE, number=9)).opening == state.opening
