"""The fold: a game's state is what its events say, in one order, for the table and for the server alike.

`fold` is the truth; `apply` adds one event at the end. A desk event may belong between table events that are already
folded, and an `Undone` removes an earlier one, so after any desk event the logs are folded again.

`apply` is total: an event that does not fit (a move after the end, a second result, a position that is none) changes
nothing but ``last``.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from record import drawing, openings
from record.assignment import Assignment
from record.attendance import came, missed, signalled
from record.claims import is_late
from record.events import (
    DESK,
    AnyEvent,
    ArbiterCalled,
    Assigned,
    BoardDumped,
    Button,
    ClockAdjusted,
    ClockReading,
    ColoursEntered,
    Demanded,
    DeviceChanged,
    Event,
    Finding,
    Move,
    OpeningChoice,
    OpeningDrawn,
    PlayerAbsent,
    PlayerArrived,
    Result,
    ResultConfirmed,
    RoundStarted,
    Ruled,
    SessionOpened,
    SetUp,
    SquareChanged,
    Started,
    SyncChanged,
    TakenBack,
    Undone,
)
from record.histories import history_of, opening_history, pushed
from record.life import closed, corrected, demanded, lapsed_by_reply, settled, with_status
from record.renju_law import discipline_of
from record.sensing import board_dumped, oriented, square_changed
from record.setting_up import judged
from record.state import Clocks, FindingState, GameState, Phase, Ply, ResultState, RulingState, Status
from record.timing import left_at, scaled_ms_between
from rules.errors import FlagfallError
from rules.side import Side

replace = msgspec.structs.replace

AGREED = "agreement"
PLAYERS = ("white", "black")
ENDINGS = {"flag": "time", "repetition": "repetition", "move-limit": "move-limit", "clock-stopped": "resignation"}
ENDINGS |= dict.fromkeys(("late", "no-show", "both-absent"), "absence")


def start(assignment: Assignment) -> GameState:
    """The state of a game that is assigned and has no other event.

    Raises `FlagfallError` for an unknown discipline or a start position that its FEN does not describe.
    """
    return GameState(assignment=assignment, history=opening_history(assignment), opening=openings.opened(assignment))


def order(sessions: Mapping[str, Sequence[AnyEvent]], desk: Sequence[AnyEvent]) -> list[AnyEvent]:
    """All events in the order in which they count.

    Table events by (session order, seq); each desk event directly after the event it names, ties by desk ``seq``. The
    order of sessions is that of the desk's `SessionOpened` events; sessions it has not opened yet follow as given. A
    desk event whose ``after`` is not here yet stands at the end of that session's known events.
    """
    opened = [event.opened for event in desk if isinstance(event, SessionOpened)]
    names = list(dict.fromkeys([name for name in opened if name in sessions] + list(sessions)))
    waiting = sorted(desk, key=lambda event: event.seq)
    first = [event for event in waiting if event.after is None or event.after[0] not in sessions]
    merged: list[AnyEvent] = list(first)
    for name in names:
        own = [event for event in waiting if event.after is not None and event.after[0] == name]
        for event in sessions[name]:
            merged.append(event)
            while own and own[0].after is not None and own[0].after[1] <= event.seq:
                merged.append(own.pop(0))
        merged.extend(own)
    return merged


def fold(
    assignment: Assignment, sessions: Mapping[str, Sequence[AnyEvent]], desk: Sequence[AnyEvent] = ()
) -> GameState:
    """The state that the logs describe. ``sessions`` maps each table session to its events in order of ``seq``."""
    undone = {event.undoes for event in desk if isinstance(event, Undone)}
    counted = [event for event in desk if event.seq not in undone]
    return fold_in_order(start(assignment), order(sessions, counted))


def fold_in_order(state: GameState, events: Iterable[AnyEvent]) -> GameState:
    """``state`` with ``events`` applied one after another."""
    for event in events:
        state = apply(state, event)
    return state


def apply(state: GameState, event: AnyEvent) -> GameState:
    """``state`` after ``event``, the next in order."""
    step = _STEPS.get(type(event))
    try:
        after = step(state, event) if step else state
    except (FlagfallError, ValueError):  # a position, a time or a name that is none: one event must not stop the game
        after = state
    if event.session == DESK:
        return replace(after, desk_seq=max(after.desk_seq, event.seq))
    return replace(after, last=(event.session, event.seq))


def _assigned(state: GameState, event: Assigned) -> GameState:
    assignment = drawing.kept(event.assignment, state.assignment)
    same_game = (assignment.discipline, assignment.opening) == (state.assignment.discipline, state.assignment.opening)
    if same_game or state.plies:
        return replace(state, assignment=assignment)
    history = opening_history(assignment)
    return replace(state, assignment=assignment, history=history, opening=openings.opened(assignment))


def _session_opened(state: GameState, event: SessionOpened) -> GameState:
    if event.opened in state.assignment.sessions:
        return state
    sessions = (*state.assignment.sessions, event.opened)
    return replace(state, assignment=replace(state.assignment, sessions=sessions))


def _started(state: GameState, event: Started) -> GameState:
    if state.phase is not Phase.WAITING:
        return state
    return replace(state, phase=Phase.PLAYING, started_at=event.at)


def _clock_reading(state: GameState, event: ClockReading) -> GameState:
    clocks = Clocks(
        linked=True,
        white_ms=event.white_ms,
        black_ms=event.black_ms,
        running=event.running,
        flags=event.flags,
        t_ms=event.t_ms,
        at=event.at,
    )
    clocks = _named(state, clocks)
    state = replace(state, clocks=clocks)
    if state.plies and state.plies[-1].white_ms is None:
        read = replace(state.plies[-1], white_ms=clocks.white_ms, black_ms=clocks.black_ms)
        state = replace(state, plies=(*state.plies[:-1], read))
    return state


def _named(state: GameState, clocks: Clocks) -> Clocks:
    """Clocks as an event names them, by the sides that their owners have now; and the other way round."""
    return openings.turned(clocks) if state.on_clock(Side.WHITE) is Side.BLACK else clocks


def _button(state: GameState, event: Button) -> GameState:
    if state.ended:
        return state
    match event.button:
        case "offer-draw" if state.offer is None and event.by is not None:
            return replace(state, offer=event.by)
        case "accept-draw" if state.offer is not None and event.by is state.offer.other:
            return _ended(replace(state, offer=None), "1/2-1/2", AGREED, state.offer.other.value, event)
        case "decline-draw" if state.offer is not None and event.by is state.offer.other:
            return replace(state, offer=None)
        case "resign" if event.by is not None:
            return _ended(state, "0-1" if event.by is Side.WHITE else "1-0", "resignation", event.by.value, event)
        case "call-arbiter":
            return replace(state, called=event.by, called_at=event.at, claim="", claim_move="", claim_late=False)
        case "claim-flag" | "claim-irregularity" | "claim-foul" | "claim-move-limit" | "claim-draw" | "claim-clock":
            return _claimed(state, event)
    return state


def _claimed(state: GameState, event: Button) -> GameState:
    """The findings that the claim is about are demanded. One that no finding is about calls the arbiter: he hears every
    claim, whatever was seen. One about the clock comes too late once his own time is up (5.4.2.8, 5.3.1.5)."""
    late = is_late(state, event)
    findings = state.findings if late else demanded(state.findings, event.button, event.by, len(state.plies), event.at)
    if findings != state.findings:
        return replace(state, findings=findings)
    return replace(
        state,
        called=event.by,
        called_at=event.at,
        claim=event.button,
        claim_move=event.move or "",
        claim_late=late,
    )


def _move(state: GameState, event: Move) -> GameState:
    if state.ended or event.ply != len(state.plies) + 1:
        return state
    last = state.plies[-1] if state.plies else None
    since_at, since = (last.at, last.seq) if last else (state.started_at, 0)
    if not state.moved:  # the time for which a player was missed is nobody's thinking
        since_at = max(since_at, state.attendance.complete_at)
    spent = None
    if since_at:
        spent = scaled_ms_between(since_at, event.at, state.assignment.time_scale)
    ply = Ply(
        number=event.ply,
        side=event.side,
        move=event.move,
        fen=event.fen,
        captured=event.captured,
        path=event.path,
        uncertain=event.uncertain,
        irregular=event.irregular,
        inferred=event.inferred,
        drawn=event.drawn,
        spent_ms=None if event.drawn else spent,
        session=event.session,
        since=event.since or since + 1,
        seq=event.seq,
        at=event.at,
    )
    after = replace(
        state,
        phase=Phase.PLAYING,
        started_at=state.started_at or event.at,
        history=pushed(state.history, event.move, event.fen, event.irregular),
        plies=(*state.plies, ply),
        findings=lapsed_by_reply(state.findings, event.side, event.ply, state.assignment),
        demand=None,
        offer=None if state.offer is event.side.other else state.offer,
    )
    return oriented(judged(openings.stone(after, event)))


def _taken_back(state: GameState, event: TakenBack) -> GameState:
    if state.ended or not 0 < event.ply <= len(state.plies):
        return state
    plies = state.plies[: event.ply - 1]
    after = replace(
        state,
        plies=plies,
        history=history_of(state.assignment, plies),
        findings=state.findings if event.by is None else corrected(state.findings, event.ply),
        demand=None,
    )
    return openings.taken_back(after)


def _demanded(state: GameState, event: Demanded) -> GameState:
    if state.ended:
        return state
    findings = demanded(state.findings, "claim-irregularity", event.by, event.ply, event.at)
    return replace(state, demand=(event.by, event.ply), findings=findings)


def _finding(state: GameState, event: Finding) -> GameState:
    if state.finding(event.finding):
        return state
    over = state.ended
    found = FindingState(
        id=event.finding,
        kind=event.what,
        side=event.side,
        ply=event.ply,
        evidence=event.evidence,
        status=Status.CLOSED if over else Status.OPEN,
        session=event.session,
        seq=event.seq,
        t_ms=event.t_ms,
        at=event.at,
        player=state.person(event.side).id if event.side else 0,
    )
    return judged(replace(state, findings=(*state.findings, found)))


def _sync_changed(state: GameState, event: SyncChanged) -> GameState:
    state = replace(state, in_sync=event.in_sync, differences=event.differences)
    if event.in_sync:
        state = oriented(replace(state, findings=with_status(state.findings, {"out-of-sync"}, Status.LAPSED)))
    return state


def _device_changed(state: GameState, event: DeviceChanged) -> GameState:
    state = replace(state, clock_up=event.up) if event.device == "clock" else replace(state, board_up=event.up)
    if event.device == "clock" and not event.up:
        state = replace(state, clocks=replace(state.clocks, running=None))
    if event.up:
        state = replace(state, findings=with_status(state.findings, {"device-silent"}, Status.LAPSED))
    return state


def _set_up(state: GameState, event: SetUp) -> GameState:
    position = discipline_of(state.assignment).position(event.fen)
    return replace(state, history=state.history.setup(position))


def _clock_adjusted(state: GameState, event: ClockAdjusted) -> GameState:
    clocks = replace(
        _named(state, state.clocks),
        white_ms=event.white_ms,
        black_ms=event.black_ms,
        running=event.running,
        flags=(),
        at=event.at,
    )
    carried = {Side.WHITE: event.carried_white_ms, Side.BLACK: event.carried_black_ms}
    return replace(state, clocks=_named(state, clocks), carried_by_face=carried)


def _arbiter_called(state: GameState, event: ArbiterCalled) -> GameState:
    findings = tuple(
        replace(found, status=Status.CALLED, demanded_at=found.demanded_at or event.at)
        if found.status is Status.OPEN and event.finding in (None, found.id)
        else found
        for found in state.findings
    )
    return replace(state, findings=findings)


def _ruled(state: GameState, event: Ruled) -> GameState:
    ruling = RulingState(
        seq=event.seq,
        ruling=event.ruling,
        finding=event.finding,
        side=event.side,
        reason=event.reason,
        arbiter=event.arbiter,
        at=event.at,
        added_ms=event.added_ms,
        plies=len(state.plies) if event.ply is None else event.ply,
        player=state.person(event.side).id if event.side else 0,
    )
    state = replace(
        state,
        rulings=(*state.rulings, ruling),
        findings=settled(state.findings, event),
        called=None,
        called_at="",
        claim="",
        claim_move="",
        claim_late=False,
    )
    if event.ply is not None and event.ply <= len(state.plies):
        plies = state.plies[: event.ply]
        state = replace(state, plies=plies, history=history_of(state.assignment, plies))
        state = openings.taken_back(state)
    if event.fen is not None and state.fen != event.fen:
        state = replace(state, history=state.history.setup(discipline_of(state.assignment).position(event.fen)))
    if settles_demand(event):
        state = replace(state, demand=None)
    if event.white_ms is not None and event.black_ms is not None:
        clocks = _named(state, state.clocks)
        clocks = replace(clocks, white_ms=event.white_ms, black_ms=event.black_ms, flags=(), at=event.at)
        state = replace(state, clocks=_named(state, clocks))
    if event.colours is not None:
        state = openings.with_colours(state, event.colours)
    if event.result is not None:
        state = _ended(state, event.result, ending(event), "arbiter", event)
    return state


def _colours_entered(state: GameState, event: ColoursEntered) -> GameState:
    return state if state.phase is Phase.CONFIRMED else openings.with_colours(state, event.colours)


def settles_demand(event: Ruled) -> bool:
    """Whether the ruling answers the demand for correction, and is not a sanction beside it."""
    return event.ruling not in ("remark", "warning", "time-to-opponent")


def ending(event: Ruled) -> str:
    """The reason under which a ruling's result is kept: the finding's own where it names one, else ``ruling``."""
    return next((reason for kind, reason in ENDINGS.items() if kind in (event.finding or "")), "ruling")


def _result(state: GameState, event: Result) -> GameState:
    if state.phase is Phase.CONFIRMED and event.by != "arbiter":
        return state
    if event.by not in PLAYERS:
        return _ended(state, event.result, event.reason, event.by, event)
    entries = {**state.entries, event.by: event.result}
    state = replace(state, entries=entries)
    if state.result is None and len(set(entries.values())) == 1 and len(entries) == len(PLAYERS):
        state = _ended(state, event.result, event.reason, event.by, event)
    known = state.result
    if known is not None and all(entries.get(player) == known.result for player in PLAYERS):
        signed = replace(known, entered=tuple(dict.fromkeys((*known.entered, *PLAYERS))), confirmed=True)
        return replace(state, result=replace(signed, confirmed_by="players"), phase=Phase.CONFIRMED)
    return state


def _result_confirmed(state: GameState, event: ResultConfirmed) -> GameState:
    reason = state.result.reason if state.result and state.result.result == event.result else "entered"
    entered = state.result.entered if state.result else ()
    result = ResultState(
        result=event.result, reason=reason, entered=entered, confirmed=True, confirmed_by=event.arbiter or "arbiter"
    )
    return replace(_ended(state, event.result, reason, "arbiter", event), result=result, phase=Phase.CONFIRMED)


def _ended(state: GameState, result: str, reason: str, by: str, event: Event) -> GameState:
    """The game is over: nothing can be claimed any more (5.4.13.5)."""
    if state.ended and by != "arbiter":
        return state
    return replace(
        state,
        phase=Phase.OVER,
        result=ResultState(result=result, reason=reason, entered=(by,)),
        findings=closed(state.findings),
        demand=None,
        offer=None,
        called=None,
        called_at="",
        claim="",
        claim_move="",
        claim_late=False,
        over_at=state.over_at or event.at,
        left_at_end=state.left_at_end or left_at(state, event.at),
    )


def _opening_drawn(state: GameState, event: OpeningDrawn) -> GameState:
    if state.plies or state.ended:
        return state
    assignment = drawing.opened(state.assignment, event)
    return replace(state, assignment=assignment, history=opening_history(assignment))


_STEPS: dict[type, Callable[..., GameState]] = {
    Assigned: _assigned,
    SessionOpened: _session_opened,
    RoundStarted: signalled,
    PlayerAbsent: missed,
    PlayerArrived: came,
    OpeningDrawn: _opening_drawn,
    Started: _started,
    SquareChanged: square_changed,
    BoardDumped: board_dumped,
    ClockReading: _clock_reading,
    Button: _button,
    OpeningChoice: openings.chosen,
    Move: _move,
    TakenBack: _taken_back,
    Demanded: _demanded,
    Finding: _finding,
    SyncChanged: _sync_changed,
    DeviceChanged: _device_changed,
    SetUp: _set_up,
    ClockAdjusted: _clock_adjusted,
    ArbiterCalled: _arbiter_called,
    Ruled: _ruled,
    ColoursEntered: _colours_entered,
    Result: _result,
    ResultConfirmed: _result_confirmed,
}
