"""The fold: order, corrections, rulings, ends; the same state however the events arrive."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from record import events
from record.assignment import Opening, Regulations
from record.events import DESK
from record.fold import apply, fold, fold_in_order, order, start
from record.lawful import actions
from record.state import GameState, Phase, Status
from rules import discipline
from rules.side import Side
from tests.record.logs import Log, assignment, finding, irregular, moves

OPENING = ("c3-d4", "d6-c5", "b2-c3", "f6-g5")


def played(*texts: str) -> Log:
    log = Log()
    log.add(events.Started())
    for move in moves(texts or OPENING):
        log.add(move)
    return log


def folded(log: Log, desk: Log | None = None) -> GameState:
    return fold(assignment(), {log.session: log.events}, desk.events if desk else [])


def missed_capture() -> Log:
    """White must take on ply 3 and makes a quiet move instead."""
    log = Log()
    for move in moves(("c3-d4", "f6-e5")):
        log.add(move)
    before = discipline("russian").position(log.events[-1].fen)  # type: ignore[union-attr]
    assert all(move.is_capture for move in before.legal_moves())
    pieces = before.pieces()
    pieces["b4"] = pieces.pop("a3")
    after = discipline("russian").setup(pieces, Side.BLACK)
    log.add(irregular(3, Side.WHITE, "a3-b4", after.fen()))
    log.add(finding("capture-missed", Side.WHITE, 3))
    return log


def test_moves_make_the_position_and_start_the_game() -> None:
    state = folded(played())
    assert [ply.move for ply in state.plies] == ["c3-d4", "d6-c5", "b2-c3", "f6-g5"]
    assert state.phase is Phase.PLAYING
    assert state.to_move is Side.WHITE
    assert state.fen == state.plies[-1].fen
    assert state.plies[1].spent_ms == 1000


def test_a_ply_out_of_order_changes_nothing() -> None:
    log = played()
    state = folded(log)
    again = apply(state, log.events[-1])
    assert again.plies == state.plies


def test_an_irregular_ply_stands_and_the_game_follows_the_board() -> None:
    log = missed_capture()
    state = folded(log)
    assert state.plies[-1].irregular
    assert state.to_move is Side.BLACK
    assert state.fen == log.events[2].fen  # type: ignore[union-attr]


def test_the_opponents_reply_ends_his_right() -> None:
    log = missed_capture()
    state = folded(log)
    assert state.findings[0].status is Status.OPEN
    reply = state.history.position.legal_moves()[0]
    after = state.history.position.apply(reply)
    log.add(events.Move(ply=4, side=Side.BLACK, move=str(reply), fen=after.fen()))
    assert folded(log).findings[0].status is Status.LAPSED


def test_an_uncrowned_king_may_be_put_right_after_the_reply() -> None:
    log = played()
    log.add(finding("king-not-crowned", Side.BLACK, 4))
    log.add(moves((*OPENING, "g3-f4"))[-1])
    assert folded(log).findings[0].status is Status.OPEN


def test_a_demand_and_its_correction_at_the_board() -> None:
    log = missed_capture()
    before = folded(log).plies[1].fen
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    state = folded(log)
    assert state.demand == (Side.BLACK, 3)
    assert state.findings[0].status is Status.DEMANDED
    log.add(events.TakenBack(ply=3, fen=before, by=Side.BLACK))
    state = folded(log)
    assert state.fen == before
    assert state.findings[0].status is Status.CORRECTED
    capture = state.history.position.legal_moves()[0]
    log.add(events.Move(ply=3, side=Side.WHITE, move=str(capture), fen=state.history.position.apply(capture).fen()))
    state = folded(log)
    assert [ply.irregular for ply in state.plies] == [False, False, False]
    assert state.demand is None


def test_a_ruling_carries_its_whole_effect() -> None:
    log = missed_capture()
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    desk = Log(DESK)
    before = folded(log).plies[1].fen
    desk.add(
        events.Ruled(
            ruling="require-correction", arbiter="A", finding="capture-missed-3", side=Side.WHITE, fen=before, ply=2
        ),
        after=log.last(),
    )
    state = folded(log, desk)
    assert (state.fen, len(state.plies)) == (before, 2)
    assert state.findings[0].status is Status.RULED
    assert state.findings[0].ruling == "require-correction"
    assert state.demand is None


def test_a_sanction_does_not_settle_the_irregularity() -> None:
    log = missed_capture()
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    desk = Log(DESK)
    desk.add(events.Ruled(ruling="remark", arbiter="A", finding="capture-missed-3", side=Side.WHITE), after=log.last())
    state = folded(log, desk)
    assert state.findings[0].status is Status.DEMANDED
    assert state.demand == (Side.BLACK, 3)
    assert [ruling.ruling for ruling in state.rulings] == ["remark"]


def test_an_undone_ruling_never_was() -> None:
    log = missed_capture()
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    plain = folded(log)
    desk = Log(DESK)
    desk.add(events.Ruled(ruling="loss", arbiter="A", finding="capture-missed-3", result="0-1"), after=log.last())
    assert folded(log, desk).phase is Phase.OVER
    desk.add(events.Undone(undoes=1, arbiter="A"), after=log.last())
    undone = folded(log, desk)
    assert undone.phase is plain.phase
    assert undone.findings == plain.findings
    assert undone.result is None


def test_the_end_closes_every_finding_and_nothing_is_added_after_it() -> None:
    log = missed_capture()
    log.add(events.Button(button="resign", by=Side.WHITE))
    state = folded(log)
    assert state.result is not None
    assert (state.result.result, state.result.reason) == ("0-1", "resignation")
    assert state.findings[0].status is Status.CLOSED
    later = apply(state, finding("touch-move", Side.WHITE, 3))
    assert later.findings[-1].status is Status.CLOSED
    moved = apply(state, msgspec.structs.replace(log.events[0], ply=4))  # type: ignore[type-var]
    assert len(moved.plies) == 3


def test_players_who_agree_confirm_the_result_and_who_differ_do_not() -> None:
    desk = Log(DESK)
    desk.add(events.Result(result="1-0", reason="entered", by="white"))
    state = fold(assignment(device="none"), {}, desk.events)
    assert (state.phase, state.entries) == (Phase.WAITING, {"white": "1-0"})
    desk.add(events.Result(result="0-1", reason="entered", by="black"))
    state = fold(assignment(device="none"), {}, desk.events)
    assert state.phase is Phase.WAITING
    assert state.result is None
    desk.add(events.Result(result="1-0", reason="entered", by="black"))
    state = fold(assignment(device="none"), {}, desk.events)
    assert state.phase is Phase.CONFIRMED
    assert state.result is not None
    assert state.result.confirmed_by == "players"


def test_a_result_by_rule_waits_for_its_confirmation() -> None:
    log = played()
    log.add(events.Result(result="1-0", reason="no-moves", by="rule"))
    assert folded(log).phase is Phase.OVER
    desk = Log(DESK)
    desk.add(events.ResultConfirmed(result="1-0", arbiter="A"), after=log.last())
    state = folded(log, desk)
    assert state.phase is Phase.CONFIRMED
    assert state.result is not None
    assert state.result.reason == "no-moves"


def test_an_offer_stands_until_answered_and_lapses_with_a_reply() -> None:
    log = played()
    log.add(events.Button(button="offer-draw", by=Side.BLACK))
    assert folded(log).offer is Side.BLACK
    accepted = Log()
    for event in log.events:
        accepted.add(event)
    accepted.add(events.Button(button="accept-draw", by=Side.WHITE))
    agreed = folded(accepted)
    assert agreed.result is not None
    assert (agreed.result.result, agreed.result.reason) == ("1/2-1/2", "agreement")
    log.add(moves((*OPENING, "g3-f4"))[-1])
    assert folded(log).offer is None


def test_a_player_cannot_accept_his_own_offer() -> None:
    log = played()
    log.add(events.Button(button="offer-draw", by=Side.BLACK))
    log.add(events.Button(button="accept-draw", by=Side.BLACK))
    assert folded(log).result is None


def test_clock_readings_are_the_clocks_and_belong_to_the_ply_before_them() -> None:
    log = played()
    log.add(events.ClockReading(white_ms=900_000, black_ms=890_000, running=Side.WHITE))
    state = folded(log)
    assert state.clocks.linked
    assert (state.plies[-1].white_ms, state.plies[-1].black_ms) == (900_000, 890_000)
    assert state.plies[-2].white_ms is None


def test_desk_events_stand_directly_after_the_event_they_name() -> None:
    first, second = Log("a"), Log("b")
    for _ in range(2):
        first.add(events.Button(button="call-arbiter"))
        second.add(events.Button(button="call-arbiter"))
    desk = Log(DESK)
    desk.add(events.SessionOpened(opened="b"))
    desk.add(events.SessionOpened(opened="a"))
    desk.add(events.ArbiterCalled(arbiter="A"), after=("b", 1))
    desk.add(events.ArbiterCalled(arbiter="A"), after=("a", 2))
    desk.add(events.ArbiterCalled(arbiter="A"), after=("b", 1))
    ordered = order({"a": first.events, "b": second.events}, desk.events)
    assert [(event.session, event.seq) for event in ordered] == [
        (DESK, 1),
        (DESK, 2),
        ("b", 1),
        (DESK, 3),
        (DESK, 5),
        ("b", 2),
        ("a", 1),
        ("a", 2),
        (DESK, 4),
    ]


def test_a_desk_event_ahead_of_the_table_waits_at_the_sessions_end() -> None:
    log = played()
    desk = Log(DESK)
    desk.add(events.ArbiterCalled(arbiter="A"), after=(log.session, 99))
    assert order({log.session: log.events}, desk.events)[-1].session == DESK


@given(st.integers(min_value=0, max_value=6), st.data())
def test_one_fold_whatever_the_order_of_arrival(split: int, data: st.DataObject) -> None:
    """Folding at once, or a piece at a time, or with the desk's log shuffled, gives the same state."""
    log = missed_capture()
    log.add(events.Demanded(by=Side.BLACK, ply=3))
    log.add(events.ClockReading(white_ms=1, black_ms=2))
    desk = Log(DESK)
    desk.add(events.ArbiterCalled(arbiter="A"), after=(log.session, 5))
    desk.add(events.Ruled(ruling="remark", arbiter="A", side=Side.WHITE), after=(log.session, 5))
    whole = folded(log, desk)
    shuffled = data.draw(st.permutations(desk.events))
    assert fold(assignment(), {log.session: log.events}, shuffled) == whole
    ordered = order({log.session: log.events}, desk.events)
    assert fold_in_order(fold_in_order(start(assignment()), ordered[:split]), ordered[split:]) == whole


def test_a_claim_that_a_finding_is_about_demands_it() -> None:
    log = missed_capture()
    ply = len(folded(log).plies)
    by = folded(log).to_move
    log.add(events.Button(button="claim-irregularity", by=by))
    state = folded(log)
    assert [found.status for found in state.findings if found.ply == ply] == [Status.DEMANDED]
    assert (state.called_at, state.claim) == ("", "")


def test_a_claim_that_no_finding_is_about_calls_the_arbiter_with_its_move() -> None:
    log = played("c3-d4")
    log.add(events.Button(button="claim-draw", by=Side.BLACK, move="f6-g5"))
    state = folded(log)
    assert (state.called, state.claim, state.claim_move) == (Side.BLACK, "claim-draw", "f6-g5")
    assert state.called_at
    log.add(events.Button(button="call-arbiter"))
    state = folded(log)
    assert (state.called, state.claim, state.claim_move) == (None, "", "")
    assert state.called_at


def test_a_ruling_answers_the_claim() -> None:
    log, desk = played("c3-d4"), Log(DESK)
    log.add(events.Button(button="claim-clock", by=Side.WHITE))
    desk.add(events.Ruled(ruling="let-stand", arbiter="A", reason="x"), after=log.last())
    state = folded(log, desk)
    assert (state.called, state.called_at, state.claim) == (None, "", "")


def test_the_events_draw_settings_reach_the_count() -> None:
    """A limit of the regulations falls due at the table and at the server alike (2.1.9, rules.limits)."""
    opening = Opening(number=1, fen="W:WK30,K31:BK5")
    strict = assignment(opening=opening, regulations=Regulations(draws={"two-against-one": 3}))
    usual = assignment(opening=opening)
    due = {counter.rule: counter.due_ply for counter in start(strict).history.counters()}
    assert due["two-against-one"] == 5
    assert {c.rule: c.due_ply for c in start(usual).history.counters()}["two-against-one"] == 9


JUNK = st.sampled_from(
    ("", "zz", "W:W99:B1", "c3-d4", "2026-13-01T00:00:00Z", "1-0", "white", "touch-move-1", "no-such-kind")
)
NUMBERS = st.integers(-3, 5)
SIDES = st.sampled_from((None, Side.WHITE, Side.BLACK))


@st.composite
def anything(draw: st.DrawFn) -> events.Event:
    """An event with fields that a broken table might send."""
    kind = draw(
        st.sampled_from(
            (
                events.Move(
                    ply=draw(NUMBERS), side=Side.WHITE, move=draw(JUNK), fen=draw(JUNK), irregular=draw(st.booleans())
                ),
                events.TakenBack(ply=draw(NUMBERS), fen=draw(JUNK)),
                events.Finding(finding=draw(JUNK), what=draw(JUNK), side=draw(SIDES), ply=draw(NUMBERS)),
                events.SetUp(fen=draw(JUNK)),
                events.Demanded(by=Side.BLACK, ply=draw(NUMBERS)),
                events.Ruled(ruling=draw(JUNK), arbiter="", finding=draw(JUNK), fen=draw(JUNK), ply=draw(NUMBERS)),
                events.OpeningDrawn(number=1, fen=draw(JUNK)),
                events.Result(result=draw(JUNK), reason=draw(JUNK), by=draw(JUNK)),
                events.Button(button="resign", by=draw(SIDES)),
            )
        )
    )
    return msgspec.structs.replace(kind, session="s1", seq=1, at=draw(JUNK))


@given(st.lists(anything(), max_size=12))
def test_no_event_stops_the_fold(junk: list[events.Event]) -> None:
    state = folded(missed_capture())
    for event in junk:
        state = apply(state, event)  # type: ignore[arg-type]
        assert state.last == ("s1", 1)
        for found in state.findings:
            actions(state, found)
