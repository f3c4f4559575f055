"""Any legal game of chess, by any lawful hand, on any sensor, is recognised exactly and without a finding."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.events import SquareChanged
from board.outputs import Moved, SyncChanged
from board.recogniser import Recogniser
from board.sensing import seen_as
from clock.events import Press
from flagfall.bench.sections.recognition import unseen
from hardware.virtual.hand import MEASURED, actions
from rules import discipline
from rules.law.observation import Observation

GAME = discipline("chess")
# Castling both ways, taking in passing, promotion.
STARTS = (
    None,
    "r3k2r/pppq1ppp/8/3Pp3/3pP3/8/PPPQ1PPP/R3K2R w KQkq e6 0 10",
    "4k3/P5P1/8/8/8/8/p5p1/4K2R w K - 0 40",
)
# A bare sensor has to see the victim leave; what stays on its square is told by the letters.
STYLES = {
    "piece": msgspec.structs.replace(MEASURED, slide=0.2, place_first=0.1),
    "colour": MEASURED,
    "occupancy": msgspec.structs.replace(MEASURED, take_over=0.0, place_first=0.0),
}


def events_of(position, move, rng, sensor, style, t_ms):
    for action in actions(position, move, rng, style):
        at = t_ms + action.t_ms
        if action.do == "press":
            yield Press(t_ms=at, by=action.by)
        elif action.do in ("lift", "place"):
            piece = "." if action.do == "lift" else seen_as(action.p, sensor, chess=True)
            yield SquareChanged(t_ms=at, sq=action.sq, p=piece)


def play(sensor, clock, rng, plies, start):
    position = GAME.start() if start is None else GAME.position(start)
    recogniser = Recogniser(GAME, sensor=sensor, clock=clock, start=position)
    made, outputs, t_ms = [], [], 0
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves or position.outcome() is not None:
            break
        if sensor != "piece":  # what a pawn became is not to be seen: then it is taken for a queen
            moves = [move for move in moves if not move.promotes or move.text.endswith("q")]
        move = rng.choice(moves)
        for event in events_of(position, move, rng, sensor, STYLES[sensor], t_ms):
            t_ms = event.t_ms
            if clock or not isinstance(event, Press):
                outputs += recogniser.feed(event)
        position = position.apply(move)
        made.append((move, position.fen()))
    outputs += recogniser.finish(t_ms)
    return made, recogniser, outputs


@pytest.mark.parametrize("start", STARTS, ids=["start", "middle", "end"])
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_with_a_clock_the_game_is_recognised_exactly(sensor, start, data):
    made, recogniser, outputs = play(sensor, True, data.draw(st.randoms(use_true_random=False)), 40, start)
    moved = [output for output in outputs if isinstance(output, Moved)]
    assert [(one.move, one.fen) for one in moved] == [(move.text, fen) for move, fen in made]
    assert not any(one.irregular or one.inferred for one in moved)
    assert [one.uncertain for one in moved] == [sensor != "piece" and move.promotes for move, _ in made]
    assert [output for output in outputs if isinstance(output, Observation | SyncChanged)] == []
    assert recogniser.in_sync


@pytest.mark.parametrize("start", STARTS, ids=["start", "middle", "end"])
@pytest.mark.parametrize("sensor", ["piece", "colour"])
@given(data=st.data())
@settings(max_examples=4, deadline=None)
def test_without_a_clock_all_but_the_last_ply_is_committed(sensor, start, data):
    made, recogniser, outputs = play(sensor, False, data.draw(st.randoms(use_true_random=False)), 30, start)
    moved = [(output.move, output.fen) for output in outputs if isinstance(output, Moved)]
    wanted = [(move.text, fen) for move, fen in made]
    assert moved == (wanted if recogniser.over else wanted[:-1])
    assert [output for output in outputs if isinstance(output, Observation | SyncChanged)] == []


def test_what_a_bare_board_did_not_see_is_mostly_told_by_later_plies_and_never_guessed():
    """Captures onto squares that are never seen empty, and pawns that become anything."""
    tally = unseen("occupancy", 300)
    assert tally.plies > 900
    assert tally.guessed == tally.wrong == tally.silent == 0
    assert tally.settled > 10 * tally.uncertain
    assert tally.uncertain <= 10, "plies that nothing later told apart"
