"""Decisions of the desk and of the players' phones: what they add to the record, and what is refused and why."""

import pytest

from record import events
from record.chain import verify
from record.commands import AdjustClock, Call, Command, ConfirmResult, EnterResult, Refusal, Rule, Undo
from record.decide import decide
from record.events import DESK
from record.fold import fold
from record.lawful import actions
from record.state import GameState, Status
from record.timing import clocks_at, format_at
from rules import discipline
from rules.side import Side
from tests.record.logs import BEGAN, Log, assignment, finding
from tests.record.test_fold import missed_capture, played

AT = format_at(BEGAN)
CASE = "capture-missed-3"


def state_of(log: Log, desk: Log | None = None) -> GameState:
    return fold(assignment(), {log.session: log.events}, desk.events if desk else [])


def decided(state: GameState, command: Command) -> tuple[events.Event, ...]:
    answer = decide(state, command, AT)
    assert not isinstance(answer, Refusal), answer
    return answer


def refused(state: GameState, command: Command) -> str:
    answer = decide(state, command, AT)
    assert isinstance(answer, Refusal)
    assert answer.ru
    assert answer.en
    return answer.code


def disputed() -> GameState:
    log = missed_capture()
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    return state_of(log)


def test_only_the_opponent_opens_an_irregularity() -> None:
    """5.4.13.2: the desk watches; its rulings open with the opponent's demand, or when the arbiter is called."""
    state = state_of(missed_capture())
    assert refused(state, Rule(ruling="require-correction", arbiter="A", finding=CASE)) == "locked"
    lawful = actions(state, state.findings[0])
    assert [action.open for action in lawful] == [False] * len(lawful)
    assert {action.opens_by for action in lawful} == {"opponent"}
    assert lawful[0].ruling == "require-correction"
    assert lawful[0].proposed
    assert all(action.open for action in actions(disputed(), disputed().findings[0]))


def chess_state(kind: str, *after: events.Event, plies: int = 3) -> GameState:
    log, fens = Log(), []
    position = discipline("chess").start()
    for ply, text in enumerate(("e2e4", "e7e5", "g1f3")[:plies], 1):
        side, position = position.side, position.apply(position.parse(text))
        fens.append(position.fen())
        log.add(events.Move(ply=ply, side=side, move=text, fen=fens[-1]))
        if ply == 2:
            log.add(finding(kind, side, ply))
            for event in after:
                log.add(event)
    return fold(assignment(discipline="chess"), {log.session: log.events}, [])


def test_in_chess_a_repetition_opens_when_a_player_claims_it() -> None:
    """FIDE 9.2; elsewhere the arbiter records it himself (5.4.12.6)."""
    draw = Rule(ruling="draw", arbiter="A", finding="repetition-2")
    state = chess_state("repetition", plies=2)
    assert refused(state, draw) == "locked"
    assert {action.opens_by for action in actions(state, state.findings[0])} == {"player"}
    claimed = events.Button(button="claim-draw", by=Side.WHITE)
    assert decided(chess_state("repetition", claimed, plies=2), draw)
    assert chess_state("repetition").findings[0].status is Status.LAPSED
    assert chess_state("move-limit").findings[0].status is Status.OPEN


def test_in_chess_an_illegal_move_outlives_the_reply() -> None:
    """FIDE 7.5.1: found during the game, by whomever."""
    state = chess_state("illegal-move")
    assert state.findings[0].status is Status.OPEN
    assert decided(state, Rule(ruling="require-correction", arbiter="A", finding="illegal-move-2"))
    assert chess_state("touch-move").findings[0].status is Status.LAPSED


def test_a_call_opens_it_too() -> None:
    log, desk = missed_capture(), Log(DESK)
    for event in decided(state_of(log), Call(arbiter="A", finding=CASE)):
        desk.add(event, after=log.last())
    state = state_of(log, desk)
    assert state.findings[0].status is Status.CALLED
    assert decided(state, Rule(ruling="let-stand", arbiter="A", finding=CASE))


def test_requiring_correction_names_the_position_before_the_move() -> None:
    state = disputed()
    (ruled,) = decided(state, Rule(ruling="require-correction", arbiter="A", finding=CASE))
    assert isinstance(ruled, events.Ruled)
    assert (ruled.ply, ruled.fen, ruled.side) == (2, state.plies[1].fen, Side.WHITE)


def test_a_loss_goes_to_the_offender() -> None:
    (ruled,) = decided(disputed(), Rule(ruling="loss", arbiter="A", finding=CASE))
    assert isinstance(ruled, events.Ruled)
    assert ruled.result == "0-1"


@pytest.mark.parametrize(
    ("added_ms", "fits"), [(0, False), (4_999, False), (5_000, True), (120_000, True), (120_001, False)]
)
def test_added_time_is_at_least_the_increment_and_at_most_two_minutes(added_ms: int, fits: bool) -> None:
    """5.4.14.1."""
    log = missed_capture()
    log.add(events.ClockReading(white_ms=600_000, black_ms=500_000))
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    command = Rule(ruling="time-to-opponent", arbiter="A", finding=CASE, added_ms=added_ms)
    if not fits:
        assert refused(state_of(log), command) == "time-out-of-range"
        return
    (ruled,) = decided(state_of(log), command)
    assert isinstance(ruled, events.Ruled)
    assert (ruled.white_ms, ruled.black_ms) == (600_000, 500_000 + added_ms)


def test_added_time_counts_what_has_run_since_the_last_reading() -> None:
    log = played()
    log.add(events.ClockReading(white_ms=600_000, black_ms=500_000, running=Side.WHITE))
    state = state_of(log)
    later = log.events[-1].at.replace("10:00:06", "10:00:16")
    assert later != log.events[-1].at
    assert clocks_at(state, later) == {Side.WHITE: 590_000, Side.BLACK: 500_000}


def test_a_ruling_of_its_own_and_an_unlisted_one_need_a_reason() -> None:
    assert refused(disputed(), Rule(ruling="loss", arbiter="A", side=Side.BLACK)) == "no-reason"
    assert decided(disputed(), Rule(ruling="loss", arbiter="A", side=Side.BLACK, reason="left the hall"))
    assert refused(disputed(), Rule(ruling="draw", arbiter="A", finding=CASE)) == "no-reason"


def test_a_flag_is_the_arbiters_at_once() -> None:
    """5.4.2.7: the end of the time is stated by the opponent or the arbiter."""
    log = played()
    log.add(finding("flag-fall", Side.WHITE, 4))
    (ruled,) = decided(state_of(log), Rule(ruling="loss", arbiter="A", finding="flag-fall-4"))
    desk = Log(DESK)
    desk.add(ruled, after=log.last())
    state = state_of(log, desk)
    assert state.result is not None
    assert (state.result.result, state.result.reason) == ("0-1", "time")


def test_after_the_end_nothing_can_be_claimed() -> None:
    """5.4.13.5."""
    log = missed_capture()
    log.add(events.Button(button="resign", by=Side.BLACK))
    state = state_of(log)
    assert refused(state, Rule(ruling="require-correction", arbiter="A", finding=CASE)) == "game-over"
    assert refused(state, Call(arbiter="A")) == "game-over"
    assert actions(state, state.findings[0]) == ()


def test_the_arbiters_result_is_entered_and_confirmed_at_once() -> None:
    kinds = [type(event) for event in decided(state_of(played()), EnterResult(result="0-0", by="arbiter", arbiter="A"))]
    assert kinds == [events.Result, events.ResultConfirmed]


@pytest.mark.parametrize("result", ["+/-", "0-0", "-/-"])
def test_players_do_not_enter_what_only_the_arbiter_may(result: str) -> None:
    assert refused(state_of(played()), EnterResult(result=result, by="white")) == "not-yours"


def test_players_wait_while_the_arbiter_decides() -> None:
    assert refused(disputed(), EnterResult(result="1-0", by="black")) == "arbiter-decides"


def test_no_such_result_and_no_result_to_confirm() -> None:
    assert refused(state_of(played()), EnterResult(result="2-0", by="arbiter")) == "no-such-result"
    assert refused(state_of(played()), ConfirmResult(arbiter="A")) == "no-result"


def test_a_confirmed_result_is_changed_by_the_arbiter_alone() -> None:
    desk = Log(DESK)
    for event in decided(fold(assignment(), {}), EnterResult(result="1-0", by="arbiter", arbiter="A")):
        desk.add(event)
    state = fold(assignment(), {}, desk.events)
    assert refused(state, EnterResult(result="0-1", by="white")) == "confirmed"
    assert refused(state, ConfirmResult(arbiter="A")) == "confirmed"
    for event in decided(state, EnterResult(result="0-1", by="arbiter", arbiter="A")):
        desk.add(event)
    changed = fold(assignment(), {}, desk.events)
    assert changed.result is not None
    assert (changed.result.result, changed.result.confirmed) == ("0-1", True)


def test_only_the_last_ruling_is_undone_and_only_before_the_game_goes_on() -> None:
    log, desk = missed_capture(), Log(DESK)
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    desk.add(events.Ruled(ruling="remark", arbiter="A", finding=CASE, side=Side.WHITE), after=log.last())
    desk.add(events.Ruled(ruling="let-stand", arbiter="A", finding=CASE, side=Side.WHITE), after=log.last())
    state = state_of(log, desk)
    assert refused(state, Undo(seq=1, arbiter="A")) == "not-last"
    (undone,) = decided(state, Undo(seq=2, arbiter="A"))
    reply = state.history.position.legal_moves()[0]
    log.add(events.Move(ply=4, side=Side.BLACK, move=str(reply), fen=state.history.position.apply(reply).fen()))
    assert refused(state_of(log, desk), Undo(seq=2, arbiter="A")) == "played-on"
    desk.add(undone, after=("s1", 5))
    assert verify("r1-t1", DESK, desk.bytes) is None


def test_a_clock_is_not_set_below_zero() -> None:
    assert refused(state_of(played()), AdjustClock(white_ms=-1, black_ms=0, arbiter="A")) == "negative-time"
    (adjusted,) = decided(state_of(played()), AdjustClock(white_ms=1_000, black_ms=2_000, arbiter="A"))
    assert isinstance(adjusted, events.ClockAdjusted)


def test_a_ruling_that_there_is_not_is_refused() -> None:
    assert refused(disputed(), Rule(ruling="fly", arbiter="A", finding=CASE, reason="x")) == "no-such-ruling"
    assert refused(disputed(), Rule(ruling="", arbiter="A", side=Side.WHITE, reason="x")) == "no-such-ruling"
    assert decided(disputed(), Rule(ruling="exclusion", arbiter="A", side=Side.WHITE, reason="x"))


@pytest.mark.parametrize(
    ("ms", "code"), [(-1, "negative-time"), (86_400_000, "too-much-time"), (10**30, "too-much-time")]
)
def test_a_clock_is_set_to_what_a_clock_can_show(ms: int, code: str) -> None:
    state = state_of(played())
    assert refused(state, AdjustClock(white_ms=ms, black_ms=1000, arbiter="A")) == code
    assert refused(state, AdjustClock(white_ms=1000, black_ms=ms, arbiter="A")) == code
    assert decided(state, AdjustClock(white_ms=86_399_999, black_ms=0, arbiter="A"))


def test_the_game_may_go_on_from_what_the_board_shows() -> None:
    """A record and a board that differ are brought together by the arbiter, with a set-up in the record."""
    log = played()
    shown = {"e3": "w", "d6": "b", "h8": "B"}
    log.add(events.BoardDumped(squares=shown))
    log.add(events.SyncChanged(in_sync=False))
    log.add(finding("out-of-sync", Side.WHITE, 4))
    command = Rule(ruling="follow-board", arbiter="A", finding="out-of-sync-4", side=Side.BLACK)
    (ruled,) = decided(state_of(log), command)
    desk = Log(DESK)
    desk.add(ruled, after=log.last())
    state = state_of(log, desk)
    assert state.history.position.pieces() == shown
    assert state.to_move is Side.BLACK
    assert len(state.plies) == 4


def shown_turned(pieces: dict[str, str]) -> dict[str, str]:
    squares = discipline("russian").squares
    turned = dict(zip(squares, reversed(squares), strict=True))
    return {turned[square]: piece for square, piece in pieces.items()}


@pytest.mark.parametrize("kings", ["W", "w"], ids=["piece", "colour"])
def test_a_turned_board_is_followed_from_the_side_from_which_it_is_read(kings: str) -> None:
    """The pieces were turned round while the cable was out; what then stands on the board is meant so, too."""
    log = Log()
    log.add(events.Started())
    log.add(events.SetUp(fen="W:WKc1,a1:Bh8,d8"))
    agreed = {"c1": kings, "a1": "w", "h8": "b", "d8": "b"}
    log.add(events.BoardDumped(squares=shown_turned(agreed)))
    log.add(finding("out-of-sync", Side.WHITE, 0))
    disturbed = {"c1": kings, "b2": "w", "g7": "b", "d8": "b"}
    for square in ("a1", "h8", "b2", "g7"):
        piece = disturbed.get(square, ".")
        log.add(events.SquareChanged(sq=next(iter(shown_turned({square: piece}))), p=piece))
    command = Rule(ruling="follow-board", arbiter="A", finding="out-of-sync-0", side=Side.BLACK)
    (ruled,) = decided(state_of(log), command)
    assert isinstance(ruled, events.Ruled)
    assert discipline("russian").position(ruled.fen or "").pieces() == {"c1": "W", "b2": "w", "g7": "b", "d8": "b"}
    log.add(events.BoardDumped(squares=agreed))
    assert state_of(log).frame == {}, "turned back, and shown to be so"


def test_a_king_that_moved_unseen_is_not_taken_for_a_man() -> None:
    """A board that tells colours only does not show whether the king or a man stands on a new square."""
    log = Log()
    log.add(events.Started())
    log.add(events.SetUp(fen="W:WKc1,a1:Bh8"))
    log.add(events.BoardDumped(squares={"e3": "w", "a1": "w", "h8": "b"}))
    log.add(finding("out-of-sync", Side.WHITE, 0))
    command = Rule(ruling="follow-board", arbiter="A", finding="out-of-sync-0", side=Side.BLACK)
    assert refused(state_of(log), command) == "board-unclear"
    log.add(events.BoardDumped(squares={"c1": "x", "h8": "x"}))
    (ruled,) = decided(state_of(log), command)
    assert isinstance(ruled, events.Ruled)
    assert ruled.fen == "B:WK30:B4", "a man taken off a bare board"


def test_a_board_that_senses_no_pieces_gives_no_position() -> None:
    log = played()
    log.add(finding("out-of-sync", Side.WHITE, 4))
    command = Rule(ruling="follow-board", arbiter="A", finding="out-of-sync-4")
    assert refused(state_of(log), command) == "no-board"
    log.add(events.BoardDumped(squares={"e5": "x"}))
    assert refused(state_of(log), command) == "board-unclear"


def stopped(discipline_name: str) -> GameState:
    log = Log()
    log.add(events.Started())
    log.add(events.ClockReading(white_ms=900_000, black_ms=900_000, running=Side.WHITE))
    log.add(events.ClockReading(white_ms=890_000, black_ms=900_000, running=None))
    log.add(finding("clock-stopped", Side.WHITE, 0))
    return fold(assignment(discipline=discipline_name), {log.session: log.events}, [])


@pytest.mark.parametrize("name", ["russian", "international", "giveaway", "renju"])
def test_who_stops_the_clocks_has_resigned_unless_the_arbiter_sees_a_mistake(name: str) -> None:
    """5.4.2.9, 5.3.1.8: resignation is proposed; a misunderstanding gets a remark or nothing."""
    state = stopped(name)
    offered = actions(state, state.findings[0])
    assert [(action.ruling, action.proposed) for action in offered] == [
        ("loss", True),
        ("let-stand", False),
        ("remark", False),
    ]
    (ruled,) = decided(state, Rule(ruling="loss", arbiter="A", finding="clock-stopped-0"))
    assert isinstance(ruled, events.Ruled)
    assert ruled.result == "0-1"
    over = fold(assignment(discipline=name), {"s1": [finding("clock-stopped", Side.WHITE, 0), ruled]}, [])
    assert over.result is not None
    assert over.result.reason == "resignation"


def test_in_chess_a_stopped_clock_is_no_resignation() -> None:
    state = stopped("chess")
    offered = actions(state, state.findings[0])
    assert [(action.ruling, action.proposed) for action in offered] == [("let-stand", True), ("remark", False)]
