"""Games of renju by any lawful hand, on any sensor, are recognised exactly; openings too; mistakes get their kind."""

import json
import random
from pathlib import Path

import pytest

from board.outputs import Chosen, GameOver, Moved, SyncChanged
from board.strategy import recogniser
from hardware.virtual.hand import MEASURED, Action
from hardware.virtual.mistakes import mistake, mistakes
from rules import discipline
from rules.law.observation import Observation
from rules.renju.following import heard, offered, placed
from rules.renju.opening import Act, begin
from rules.renju.tables import regulation, regulations
from rules.side import Side
from tests.board.playing import feed, likely_moves, play

GAME = discipline("renju")
FOULS = Path(__file__).parents[1] / "data" / "renju-fouls.json"
SENSORS = ("piece", "colour", "occupancy")
SEEN = {"five", "overline-win", "mutual-pass", "no-five-possible"}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("sensor", SENSORS)
def test_with_a_clock_the_game_is_recognised_exactly(sensor, seed):
    played = play(GAME, sensor, random.Random(seed), 90)
    assert len(played.made) > 8
    assert played.moved == played.made
    assert played.found == []
    assert played.recogniser.in_sync
    over = any(isinstance(output, GameOver) for output in played.outputs)
    assert over is (played.recogniser.position.outcome() is not None)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sensor", SENSORS)
def test_without_a_clock_all_but_the_last_ply_is_committed(sensor, seed):
    played = play(GAME, sensor, random.Random(seed), 60, clock=False)
    assert played.moved == (played.made if played.recogniser.over else played.made[:-1])
    assert played.found == []


def followed(name, outputs):
    """The opening as what recognition said of stones and choices tells it."""
    state = begin(regulation(name))
    for output in outputs:
        match output:
            case Moved():
                state = placed(state, output.move)
            case Chosen(act="offer"):
                state = offered(state, output.points)
            case Chosen():
                state = heard(state, Act(act=output.act, option=output.option, number=output.number))
    return state


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("name", regulations())
def test_every_opening_by_random_choices(name, sensor):
    for seed in range(4):
        rng = random.Random(seed)
        state, made, offers, t_ms = begin(regulation(name)), [], (), 0
        one = recogniser(GAME, sensor=sensor, opening=name)
        outputs = []

        def act(*done, one=one, outputs=outputs):
            nonlocal t_ms
            for do, sq, stone, by in done:
                t_ms += 700
                action = Action(t_ms=0, do=do, sq=sq, p=stone, by=by)
                outputs += feed(one, (action,), sensor, "renju", t_ms)

        def label(person):
            return Side.BLACK if person == 1 else Side.WHITE

        while not state.done:
            step, actor, stone = state.expects, state.actor, state.to_move.letter.lower()
            if step.act == "choose":
                option = rng.choice(sorted(step.options))
                state = state.apply(Act(act="choose", option=option))
                if not state.done and state.actor != actor:
                    act(("press", "", "", label(actor)))  # the other person is to act now
                continue
            if step.act == "declare":
                state = state.apply(Act(act="declare", number=rng.randint(2, 3)))
                continue
            point = rng.choice(state.points())
            state = state.apply(Act(act=step.act, point=point))
            if step.act == "pick":
                act(*(("lift", offer, "", None) for offer in offers if offer != point))
                made.append(point)
                continue
            act(("place", point, stone, None))
            if step.act == "offer":
                offers = state.offers
            else:
                made.append(point)
            goes_on = not state.done and state.actor == actor and state.expects.act in ("place", "offer")
            if not goes_on:
                act(("press", "", "", label(actor)))
        assert [output.move for output in outputs if isinstance(output, Moved)] == made, (name, seed)
        assert followed(name, outputs).black == state.black, (name, seed)
        assert [output for output in outputs if isinstance(output, Observation | SyncChanged)] == [], (name, seed)
        # The levers' names are learnt: the game goes on without a finding.
        more = next(move for move in one.position.legal_moves() if move.end)
        side = one.position.side
        act(("place", more.end, side.letter.lower(), None), ("press", "", "", label(state.person(side))))
        assert [output.move for output in outputs if isinstance(output, Moved)] == [*made, more.end]
        assert [output for output in outputs if isinstance(output, Observation)] == []


def positions_for(kind, rng):
    """Positions that may offer this mistake, and the move to be played."""
    if kind.startswith("foul"):
        cases = json.loads(FOULS.read_text())["cases"]
        for case in rng.sample(cases, len(cases)):
            stones = dict.fromkeys(case["black"], "b") | dict.fromkeys(case["white"], "w")
            position = GAME.setup(stones, Side.BLACK)
            if position.outcome() is None:
                yield position, position.legal_moves()[0]
    while not kind.startswith("foul"):
        position = GAME.start()
        for _ in range(rng.randrange(4, 40) if kind != "opening-violation" else 0):
            if position.outcome() is None:
                move = likely_moves(position, rng)
                position = position.apply(move) if move.end else position
        if position.outcome() is None:
            yield position, likely_moves(position, rng)


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("kind", mistakes("renju"))
def test_each_mistake_gets_its_kind(kind, sensor):
    if sensor == "occupancy" and kind in ("opponents-stone", "moved-before-opponents-press"):
        return  # a bare sensor does not see colours: shown in the traces
    rng, shown = random.Random(5), 0
    for position, move in positions_for(kind, rng):
        slip = mistake(kind, position, move, rng, MEASURED)
        if slip is None:
            continue
        one = recogniser(GAME, sensor=sensor, start=position, ply=len(position.pieces()))
        outputs = feed(one, slip.actions, sensor, "renju", 0)
        found = [(output.kind, output.side) for output in outputs if isinstance(output, Observation)]
        found += [
            (observation.kind, observation.side)
            for observation in one.position.observations(one.ply)
            if observation.kind not in SEEN
        ]
        assert found == [(kind, slip.by)], (position.fen(), slip.actions)
        assert one.in_sync
        shown += 1
        if shown == 5:
            break
    assert shown == 5
