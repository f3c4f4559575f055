"""Who shows at the table that he has come, in every discipline; what a clock is then to be set to (5.4.1.2)."""

import pytest

from board.events import SquareChanged
from clock.start import Faces
from record import events
from record.assignment import Assignment, Opening
from record.fold import apply, start
from record.state import GameState
from rules.side import Side
from table.arrivals import ClockOrder, moved_alone, order_for, shown_by
from tests.record.logs import assignment

WHITE, BLACK = Side.WHITE, Side.BLACK


def missed(game: Assignment, *absent: Side) -> GameState:
    return apply(start(game), events.RoundStarted(session="desk", seq=1, at="2026-01-01T10:00:00.000Z", absent=absent))


@pytest.mark.parametrize(
    ("discipline", "sq", "p", "stands", "who"),
    [
        ("russian", "c3", ".", False, WHITE),
        ("russian", "c3", "w", False, None),  # put down: it was lifted before
        ("russian", "f6", ".", False, None),  # not his turn: somebody straightens it
        ("russian", "f6", ".", True, BLACK),
        ("russian", "c3", ".", True, None),
        ("international", "33", ".", False, WHITE),
        ("international", "18", ".", True, BLACK),
        ("chess", "e2", ".", False, WHITE),
        ("chess", "e7", ".", True, BLACK),
        ("chess", "e7", ".", False, None),
        ("renju", "h8", "b", False, BLACK),
        ("renju", "h8", "x", False, BLACK),
        ("renju", "h8", ".", False, None),
        ("renju", "h9", "w", True, WHITE),
    ],
)
def test_a_piece_of_his_own_when_it_is_his_turn(
    discipline: str, sq: str, p: str, stands: bool, who: Side | None
) -> None:
    regulation = "none" if discipline == "renju" else ""
    state = missed(assignment(discipline=discipline, opening_regulation=regulation, control="1h"), WHITE, BLACK)
    seen = shown_by(SquareChanged(t_ms=0, sq=sq, p=p), state, move_stands=stands)
    assert (None if seen is None else (seen.side, seen.by)) == (None if who is None else (who, "board"))


def test_after_a_drawn_opening_the_pieces_stand_elsewhere() -> None:
    drawn = assignment(opening=Opening(number=1, moves=("c3-b4", "b6-a5")))
    state = missed(drawn, WHITE)
    assert shown_by(SquareChanged(t_ms=0, sq="c3", p="."), state, move_stands=False) is None
    assert shown_by(SquareChanged(t_ms=0, sq="b4", p="."), state, move_stands=False) is not None


def test_who_is_not_missed_shows_nothing() -> None:
    assert shown_by(SquareChanged(t_ms=0, sq="c3", p="."), missed(assignment()), move_stands=False) is None


def test_a_move_while_both_are_missed_is_the_movers_arrival_and_no_fault_before_it() -> None:
    assert moved_alone(WHITE, missed(assignment(), WHITE, BLACK), 1) == ()
    (seen,) = moved_alone(WHITE, missed(assignment(), BLACK), 1)
    assert (seen.kind, seen.side, seen.ply) == ("moved-before-arrival", WHITE, 1)


DUE = Faces(white_ms=600_000, black_ms=500_000, running=BLACK)


@pytest.mark.parametrize(
    ("shown", "running", "own", "order"),
    [
        ((601_000, 499_500), BLACK, False, None),  # read late: as it should be
        ((601_000, 499_500), WHITE, False, (601_000, 499_500)),  # only the other time is to run
        ((700_000, 499_500), BLACK, False, (600_000, 499_500)),
        ((700_000, 300_000), None, True, (700_000, 300_000)),  # started, and its times left alone
        ((700_000, 300_000), BLACK, True, None),
    ],
)
def test_a_clock_is_set_where_it_is_wrong(
    shown: tuple[int, int], running: Side | None, own: bool, order: tuple[int, int] | None
) -> None:
    found = order_for(DUE, shown, running, tolerance_ms=2_000, own_only=own)
    wanted = None if order is None else ClockOrder(white_ms=order[0], black_ms=order[1], running=BLACK, own_only=own)
    assert found == wanted
