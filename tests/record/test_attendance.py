"""The fold of signal and arrivals, and until when the set-up is put right (5.4.1.2, 5.4.13.1)."""

import pytest

from record import events
from record.assignment import Opening, Regulations
from record.attendance import faces, first_mover, overdue, wait_ms
from record.fold import fold
from record.state import GameState, Phase, Status
from rules.side import Side
from tests.record.logs import Log, assignment, moves

WHITE, BLACK = Side.WHITE, Side.BLACK
MINUTE = 60_000


def folded(*told: events.Event, **changes: object) -> GameState:
    desk = Log("desk")
    for event in told:
        desk.add(event)
    return fold(assignment(**changes), {}, desk.events)


def test_who_is_missed_and_who_has_come() -> None:
    state = folded(
        events.PlayerArrived(side=WHITE, by="phone"),
        events.RoundStarted(absent=(WHITE, BLACK)),
        events.RoundStarted(absent=(WHITE,)),
        events.PlayerArrived(side=BLACK, late_ms=4 * MINUTE, by="desk"),
        events.PlayerArrived(side=BLACK, late_ms=9 * MINUTE, by="clock"),
        events.PlayerAbsent(side=BLACK),
    )
    known = state.attendance
    assert (known.absent, dict(known.came_ms), state.arrived) == ((), {BLACK: 4 * MINUTE}, (WHITE, BLACK))
    assert known.signal_at == "2026-11-29T10:00:02.000Z"
    assert state.phase is Phase.WAITING


def test_before_the_signal_nobody_is_missed() -> None:
    assert folded(events.PlayerAbsent(side=BLACK)).attendance.absent == ()


def test_the_clocks_follow_the_record_until_a_move_is_made() -> None:
    told = (events.RoundStarted(absent=(WHITE, BLACK)), events.PlayerArrived(side=BLACK, late_ms=4 * MINUTE))
    state = folded(*told)
    shown = faces(state, 6 * MINUTE)
    assert shown is not None
    assert (shown.white_ms, shown.black_ms, shown.running) == (11 * MINUTE, 13 * MINUTE, WHITE)
    assert faces(folded(), 0) is None
    log = Log()
    for move in moves(["c3-d4"]):
        log.add(move)
    desk = Log("desk")
    desk.add(told[0])
    assert faces(fold(assignment(), {"s1": log.events}, desk.events), 6 * MINUTE) is None


@pytest.mark.parametrize(
    ("changes", "side"),
    [
        ({}, WHITE),
        ({"discipline": "renju", "opening_regulation": "none"}, BLACK),
        ({"opening": Opening(number=1, moves=("c3-b4", "b6-a5"))}, WHITE),
        ({"opening": Opening(number=1, moves=("c3-b4", "b6-a5", "b2-c3"))}, BLACK),
    ],
)
def test_whose_time_runs_first(changes: dict[str, object], side: Side) -> None:
    assert first_mover(folded(**changes)) is side


def test_a_time_brought_from_the_game_before_shortens_no_wait() -> None:
    from record.assignment import Person

    brought = Person(id=1, name="Белые", time_left_ms=20_000)
    state = folded(control="lehmann-georgiev:5m+3s", white=brought)
    assert wait_ms(state) == 5 * MINUTE


def test_one_who_comes_in_time_is_found_no_more() -> None:
    told = [events.RoundStarted(absent=(WHITE, BLACK)), events.PlayerArrived(side=WHITE, late_ms=14 * MINUTE)]
    state = folded(*told)
    (seen,) = overdue(state, 15 * MINUTE)
    assert (seen.kind, seen.side) == ("no-show", BLACK)
    found = events.Finding(finding="no-show-0", what="no-show", side=BLACK, evidence=dict(seen.evidence))
    assert overdue(folded(*told, found), 20 * MINUTE) == ()
    came = folded(*told, found, events.PlayerArrived(side=BLACK, late_ms=14 * MINUTE))
    assert came.findings[0].status is Status.LAPSED
    late = folded(*told, found, events.PlayerArrived(side=BLACK, late_ms=16 * MINUTE))
    assert late.findings[0].status is Status.OPEN


@pytest.mark.parametrize(("until", "lives"), [("both-moved", [True, True, False]), ("start", [False, False, False])])
def test_the_set_up_is_put_right_up_to_the_cut_off(until: str, lives: list[bool]) -> None:
    regulations = Regulations(setup_until=until)  # type: ignore[arg-type]
    log = Log()
    log.add(events.Started())
    log.add(events.Finding(finding="wrong-setup-0", what="wrong-setup"))
    live = []
    for move in (None, *moves(["c3-d4", "f6-g5"])):
        if move is not None:
            log.add(move)
        state = fold(assignment(regulations=regulations), {"s1": log.events})
        live.append(state.findings[0].status.live)
    assert live == lives


def test_moves_of_a_drawn_opening_are_nobodys_first_move() -> None:
    import msgspec

    log = Log()
    log.add(events.Started())
    for move in moves(["c3-b4", "b6-a5"]):
        log.add(msgspec.structs.replace(move, drawn=True))
    log.add(events.Finding(finding="wrong-colours-2", what="wrong-colours", ply=2))
    state = fold(assignment(), {"s1": log.events})
    assert not state.moved
    assert state.findings[0].status.live
