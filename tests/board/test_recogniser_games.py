"""Any legal game, by any lawful hand, on any sensor, is recognised exactly and without a finding."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.outputs import GameOver, Moved, SyncChanged
from board.recogniser import Recogniser
from rules import discipline
from rules.law.observation import Observation
from tests.board.hand import Hand

GAMES = ("russian", "giveaway", "international", "brazilian")
# Kings of late positions go in circles and round corners; most of what can go wrong is there.
LATE = {
    "russian": "W:WK1,K30,21,22:BK32,5,6,10,11,14,15",
    "giveaway": "B:WK1,K30,21,22:BK32,5,6,10,11,14,15",
    "international": "W:WK2,K46,27:BK4,7,8,17,18,13,32,37,20",
    "brazilian": "W:WK30,21,22:BK32,5,6,10,11,14,15",
}


def play(name, sensor, clock, choose, plies, late, early=False):
    game = discipline(name)
    position = game.position(LATE[name]) if late else game.start()
    recogniser = Recogniser(game, sensor=sensor, clock=clock, start=position)
    hand = Hand(sensor, choose, clock)
    made, outputs = [], []
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            break
        move = moves[choose(len(moves))]
        for event in hand.events(position, move, early=early):
            outputs += recogniser.feed(event)
        made.append((move, position.side))
        position = position.apply(move)
    pending = recogniser.pending
    outputs += recogniser.finish(hand.t_ms)
    return made, position, recogniser, outputs, pending


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_with_a_clock_the_game_is_recognised_exactly(name, sensor, data):
    late = data.draw(st.booleans())
    random = data.draw(st.randoms(use_true_random=False))
    made, position, recogniser, outputs, _ = play(name, sensor, True, random.randrange, 30, late)
    moved = [output for output in outputs if isinstance(output, Moved)]
    assert [(one.side, one.fen) for one in moved] == _fens(name, made, late)
    for one, (move, _side) in zip(moved, made, strict=True):
        assert one.move in {move.notation(path) for path in move.paths}
        assert not one.irregular
        assert not one.inferred
        assert one.captured == move.captured
    assert [output for output in outputs if isinstance(output, Observation | SyncChanged)] == []
    assert recogniser.position == position
    assert recogniser.in_sync


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_without_a_clock_all_but_the_last_ply_is_committed(name, sensor, data):
    late = data.draw(st.booleans())
    random = data.draw(st.randoms(use_true_random=False))
    made, position, _, outputs, pending = play(name, sensor, False, random.randrange, 20, late)
    moved = [output.fen for output in outputs if isinstance(output, Moved)]
    fens = [fen for _side, fen in _fens(name, made, late)]
    ended = position.outcome() is not None
    assert moved == (fens if ended else fens[:-1])
    assert [output for output in outputs if isinstance(output, Observation | SyncChanged)] == []
    assert ended == any(isinstance(output, GameOver) for output in outputs)
    if not ended:
        assert pending is not None


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
@given(data=st.data())
@settings(max_examples=8, deadline=None)
def test_men_removed_before_the_capture_ends_are_only_noted(name, sensor, data):
    random = data.draw(st.randoms(use_true_random=False))
    made, _, recogniser, outputs, _ = play(name, sensor, True, random.randrange, 20, True, early=True)
    assert [output.fen for output in outputs if isinstance(output, Moved)] == [f for _s, f in _fens(name, made, True)]
    captures = [number for number, (move, _side) in enumerate(made, 1) if move.is_capture]
    notes = [output for output in outputs if isinstance(output, Observation)]
    assert [(note.ply, note.kind, note.evidence["grade"]) for note in notes] == [
        (number, "captured-removed-early", "note") for number in captures
    ]
    assert recogniser.in_sync


def _fens(name, made, late):
    position = discipline(name).position(LATE[name]) if late else discipline(name).start()
    found = []
    for move, side in made:
        position = position.apply(move)
        found.append((side, position.fen()))
    return found
