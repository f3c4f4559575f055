"""The lot for the opening: when it is due, who writes it, and what the fold makes of it (5.4.1.3)."""

import pytest

from record import events
from record.assignment import Opening
from record.commands import Arrive, Command, DrawOpening, Refusal, StartClocks
from record.decide import decide
from record.drawing import as_told, due, waits
from record.fold import fold
from record.state import GameState, Phase
from record.timing import format_at
from rules.side import Side
from tests.record.logs import BEGAN, Log, assignment, moves

WHITE, BLACK = Side.WHITE, Side.BLACK
MOVES = Opening(number=12, moves=("c3-d4", "f6-g5"), seed=7)
PLACED = Opening(number=3, fen="B:WK1,21:B5", seed=8)
SIGNAL = events.RoundStarted()
AT = format_at(BEGAN)


def state_of(*told: events.Event, lot: Opening | None = MOVES, desk: bool = True, **changes: object) -> GameState:
    log = Log("desk" if desk else "s1")
    for event in told:
        log.add(event)
    sessions, own = ({}, log.events) if desk else ({"s1": log.events}, [])
    return fold(assignment(lot=lot, **changes), sessions, own)


def answered(state: GameState, command: Command) -> list[str] | str:
    answer = decide(state, command, AT)
    return answer.code if isinstance(answer, Refusal) else [type(event).__name__ for event in answer]


def test_nothing_is_drawn_before_both_are_there() -> None:
    state = state_of()
    assert waits(state)
    assert due(state) == ()
    assert due(state_of(events.PlayerArrived(side=WHITE))) == ()
    assert state.assignment.opening is None


def test_the_desk_draws_with_the_event_that_makes_both_be_there() -> None:
    white = events.PlayerArrived(side=WHITE)
    assert answered(state_of(), Arrive(side=WHITE, by="phone")) == ["PlayerArrived"]
    assert answered(state_of(white), Arrive(side=BLACK, by="desk")) == ["PlayerArrived", "OpeningDrawn"]
    assert answered(state_of(white), StartClocks(arbiter="A")) == ["RoundStarted", "OpeningDrawn"]
    assert answered(state_of(), StartClocks(arbiter="A")) == ["RoundStarted", "OpeningDrawn"]


def test_for_an_absentee_the_draw_waits_until_he_comes() -> None:
    assert answered(state_of(), StartClocks(arbiter="A", absent=(BLACK,))) == ["RoundStarted"]
    missed = state_of(events.RoundStarted(absent=(WHITE, BLACK)), events.PlayerArrived(side=WHITE, late_ms=60_000))
    assert due(missed) == ()
    assert answered(missed, DrawOpening(arbiter="A")) == "absent"
    assert answered(missed, Arrive(side=BLACK, by="desk")) == ["PlayerArrived", "OpeningDrawn"]


def test_a_game_that_was_begun_without_a_signal_draws_at_once() -> None:
    (drawn,) = due(state_of(events.Started(), desk=False))
    assert (drawn.number, drawn.moves, drawn.seed) == (12, MOVES.moves, 7)


@pytest.mark.parametrize("lot", [MOVES, PLACED])
def test_the_draw_gives_the_game_its_opening(lot: Opening) -> None:
    (drawn,) = due(state_of(SIGNAL, lot=lot))
    state = state_of(SIGNAL, drawn, lot=lot)
    assert state.assignment.opening == lot
    assert state.fen == (lot.fen or state_of().fen)
    assert not waits(state)
    assert due(state) == ()
    assert as_told(state.assignment) == assignment(lot=lot)


def test_a_second_draw_changes_nothing() -> None:
    """Table and desk may both draw, neither knowing of the other's arrival yet; an odd one does not count."""
    (drawn,) = due(state_of(SIGNAL))
    other = events.OpeningDrawn(number=99, fen="W:WK30:BK5")
    once, twice = state_of(SIGNAL, drawn), state_of(SIGNAL, drawn, drawn, other)
    assert twice.assignment.opening == once.assignment.opening == MOVES
    assert twice.fen == once.fen


def test_a_draw_after_the_first_move_or_the_end_does_not_count() -> None:
    (drawn,) = due(state_of(SIGNAL, lot=PLACED))
    begun = state_of(events.Started(), *moves(["c3-d4"]), drawn, desk=False, lot=PLACED)
    assert begun.assignment.opening is None
    assert not waits(begun)
    over = state_of(events.Result(result="1-0", reason="entered", by="arbiter"), drawn, lot=PLACED)
    assert over.phase is Phase.OVER
    assert over.assignment.opening is None
    assert answered(over, DrawOpening(arbiter="A")) == "game-over"


def test_the_same_game_told_anew_keeps_its_draw() -> None:
    (drawn,) = due(state_of(SIGNAL, lot=PLACED))
    told = events.Assigned(assignment=assignment(lot=PLACED, control="20m"))
    state = state_of(SIGNAL, drawn, told, lot=PLACED)
    assert (state.assignment.opening, state.assignment.control) == (PLACED, "20m")
    assert state.fen == PLACED.fen


def test_the_arbiter_draws_where_both_are_there() -> None:
    assert answered(state_of(), DrawOpening(arbiter="A")) == ["PlayerArrived", "PlayerArrived", "OpeningDrawn"]
    both = (events.PlayerArrived(side=WHITE), events.PlayerArrived(side=BLACK))
    assert answered(state_of(*both), DrawOpening(arbiter="A")) == ["OpeningDrawn"]
    (drawn,) = due(state_of(*both))
    assert answered(state_of(*both, drawn), DrawOpening(arbiter="A")) == "drawn"
    assert answered(state_of(lot=None), DrawOpening(arbiter="A")) == "no-lot"
