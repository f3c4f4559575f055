"""Decisions about who is there at the start of a round: the signal, arrivals, what time brings (5.4.1.2, 5.4.4); and
the lot for the opening, which is drawn when both are there (5.4.1.3)."""

from collections.abc import Iterable

from record.attendance import arrival, elapsed_ms, overdue
from record.commands import Arrive, DrawOpening, LookForAbsent, Miss, Refusal, StartClocks
from record.drawing import due, waits
from record.events import Event, PlayerAbsent, PlayerArrived, RoundStarted
from record.fold import apply
from record.observe import found_event
from record.state import GameState
from rules.law.observation import Observation
from rules.side import Side

OVER = Refusal(code="game-over", ru="Партия окончена.", en="The game is over.")
STARTED = Refusal(code="started", ru="Часы уже пущены.", en="The clocks have been started.")
NO_SIGNAL = Refusal(
    code="no-signal", ru="Сигнала к началу ещё не было.", en="The signal to start has not been given yet."
)
THERE = Refusal(code="there", ru="Этот игрок уже на месте.", en="That player is there already.")
NO_LOT = Refusal(code="no-lot", ru="В этой партии дебют не разыгрывается.", en="No opening is drawn for this game.")
DRAWN = Refusal(code="drawn", ru="Жребий уже вынут.", en="The lot has been drawn.")
WAITS = Refusal(
    code="absent",
    ru="Жеребьёвка откладывается до появления отсутствующего, за счёт его времени (п. 5.4.1.3).",
    en="The draw waits for the absent player, on his time (art. 5.4.1.3).",
)
MISSED = Refusal(code="missed", ru="Отсутствие уже отмечено.", en="That absence is noted already.")


def attend(
    state: GameState, command: StartClocks | Miss | Arrive | LookForAbsent, at: str
) -> tuple[Event, ...] | Refusal:
    """The events that ``command`` adds to the desk's log at ``at`` (UTC), none where nothing is to be said; or why it
    may not."""
    if isinstance(command, LookForAbsent):
        passed = elapsed_ms(state, at)
        return () if passed is None else _found(state, overdue(state, passed - command.grace_ms))
    if state.ended:
        return OVER
    answer = _attended(state, command, at)
    return answer if isinstance(answer, Refusal) else (*answer, *_drawn_after(state, answer))


def draw(state: GameState, command: DrawOpening, at: str) -> tuple[Event, ...] | Refusal:
    """The arbiter has the opening drawn: both players are there (5.4.1.3)."""
    if state.ended:
        return OVER
    if not waits(state):
        return NO_LOT if state.assignment.lot is None else DRAWN
    if state.attendance.absent:
        return WAITS
    came = tuple(PlayerArrived(side=side, by="desk") for side in Side if side not in state.arrived)
    return (*came, *_drawn_after(state, came))


def _drawn_after(state: GameState, events: Iterable[Event]) -> tuple[Event, ...]:
    for event in events:
        state = apply(state, event)  # type: ignore[arg-type]
    return due(state)


def _attended(state: GameState, command: StartClocks | Miss | Arrive, at: str) -> tuple[Event, ...] | Refusal:
    match command:
        case StartClocks():
            if state.attendance.signal_at:
                return STARTED
            return _followed(state, RoundStarted(absent=command.absent, at=at), at)
        case Miss():
            if not state.attendance.signal_at:
                return NO_SIGNAL
            if command.side in state.attendance.absent:
                return MISSED
            if command.side in state.attendance.came_ms or any(ply.side is command.side for ply in state.plies):
                return THERE
            return _followed(state, PlayerAbsent(side=command.side, at=at), at)
        case Arrive():
            if command.side in state.arrived:
                return THERE
            return arrived(state, PlayerArrived(side=command.side, by=command.by), elapsed_ms(state, at))


def arrived(state: GameState, event: PlayerArrived, passed_ms: int | None) -> tuple[Event, ...]:
    """``event`` with how late it is, ``passed_ms`` after the signal, and what is found of it; for one who is not missed
    it is the arrival alone."""
    if event.side not in state.attendance.absent or passed_ms is None:
        return (event,)
    late = PlayerArrived(side=event.side, by=event.by, late_ms=passed_ms)
    return (late, *_found(state, arrival(state, event.side, passed_ms)))


def _followed(state: GameState, event: RoundStarted | PlayerAbsent, at: str) -> tuple[Event, ...]:
    """``event`` and what is found at once: no player is waited for where the regulations say nought."""
    after = apply(state, event)
    return (event, *_found(after, overdue(after, elapsed_ms(after, at) or 0)))


def _found(state: GameState, seen: tuple[Observation, ...]) -> tuple[Event, ...]:
    return tuple(found_event(state, each) for each in seen)
