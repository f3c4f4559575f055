"""Decisions about the clocks: set by hand, corrected for a fault, charged for a record that was restored (5.4.2.5,
5.4.3.2-3; renju 5.3.1.5, 5.3.2.2). An event carries both faces whole, never a difference."""

from collections.abc import Mapping

from clock.correcting import LEAST_RENJU_MS, charged, has_next_control, least, lowest_ms
from record.commands import AdjustClock, CorrectClock, Refusal
from record.events import ClockAdjusted, Event
from record.state import GameState, Phase
from record.timing import clocks_at
from rules.side import Side

MOST_CLOCK_MS = 24 * 3_600_000 - 1
"""The most that a clock can be set to; displays end earlier."""

SHOWN_MS = 1000
"""Faces show whole seconds: a clock that is set to what it shows is not reduced."""

GENITIVE = {Side.WHITE: ("белых", "White"), Side.BLACK: ("чёрных", "Black")}

NO_CLOCK = Refusal(code="no-clock", ru="Показания часов неизвестны.", en="The clocks are not known here.")
NEGATIVE = Refusal(
    code="negative-time", ru="Время не может быть отрицательным.", en="A clock cannot show less than 0:00."
)
TOO_MUCH = Refusal(
    code="too-much-time",
    ru="На часах не может быть суток и больше.",
    en="A clock cannot show a day or more.",
)
NO_TIME = Refusal(code="no-time", ru="Укажите время.", en="Name the time.")
NOTHING_CARRIED = Refusal(
    code="nothing-carried",
    ru="На этот контроль ничего не перенесено.",
    en="Nothing was carried over to this control.",
)


def faces(state: GameState, left: Mapping[Side, int]) -> tuple[int, int]:
    """The times of both sides as the clock's two faces show them, the one named white first."""
    return left[state.on_clock(Side.WHITE)], left[state.on_clock(Side.BLACK)]


def adjust(state: GameState, command: AdjustClock, at: str) -> tuple[Event, ...] | Refusal:
    """Both clocks as ``command`` names them; a game that goes on keeps what 5.4.2.5 leaves to each player."""
    wanted = {Side.WHITE: command.white_ms, Side.BLACK: command.black_ms}
    return _set(state, wanted, at, reason=command.reason, guarded=state.phase is Phase.PLAYING)


def correct(state: GameState, command: CorrectClock, at: str) -> tuple[Event, ...] | Refusal:
    """The clocks after a fault, or after a record was restored."""
    if not state.clocks.linked:
        return NO_CLOCK
    left = clocks_at(state, at)
    concerned = tuple(Side) if command.side is None else (command.side,)
    if command.why == "carried":
        return _carried(state, concerned, left, at, command.reason)
    if command.by_ms == 0 or (command.why == "record" and command.by_ms < 0):
        return NO_TIME
    if abs(command.by_ms) > MOST_CLOCK_MS:
        return TOO_MUCH
    if command.why == "fault":
        return _faulty(state, concerned, left, command, at)
    share = command.by_ms // len(concerned)
    control, discipline = state.assignment.time_control(), state.assignment.discipline
    carried = dict(state.carried)
    for side in concerned:
        moves = sum(ply.side is side for ply in state.plies)
        has_next = has_next_control(control, state.on_clock(side), moves)
        left[side], over = charged(left[side], share, discipline, has_next=has_next)
        carried[side] = carried.get(side, 0) + over
    return _set(state, left, at, reason=command.reason, why="record", carried=carried)


def _faulty(
    state: GameState, concerned: tuple[Side, ...], left: dict[Side, int], command: CorrectClock, at: str
) -> tuple[Event, ...] | Refusal:
    """Where the fault is proven on one clock that one alone is put right, else both by the same time (5.3.1.5). Who is
    below what must remain is not reduced."""
    must = least(state.assignment.discipline, state.assignment.tempo)
    shown = dict(left)
    for side in concerned:
        if command.by_ms > 0 or shown[side] > must.ms:
            left[side] += command.by_ms
    if must.ms and command.by_ms < 0 and left == shown:
        return _too_low(state, concerned[0], shown[concerned[0]])
    return _set(state, left, at, reason=command.reason, why="fault", guarded=True)


def _carried(
    state: GameState, concerned: tuple[Side, ...], left: dict[Side, int], at: str, reason: str
) -> tuple[Event, ...] | Refusal:
    """What was carried over to the next control is taken off now that it is reached (5.3.2.2)."""
    if not any(state.carried.get(side) for side in concerned):
        return NOTHING_CARRIED
    carried = dict(state.carried)
    for side in concerned:
        taken = min(carried.get(side, 0), max(0, left[side] - LEAST_RENJU_MS))
        left[side] -= taken
        carried[side] = carried.get(side, 0) - taken
    if carried == dict(state.carried):
        return _too_low(state, concerned[0], left[concerned[0]])
    return _set(state, left, at, reason=reason, why="carried", carried=carried)


def _set(
    state: GameState,
    left: Mapping[Side, int],
    at: str,
    *,
    reason: str,
    why: str = "",
    guarded: bool = False,
    carried: Mapping[Side, int] | None = None,
) -> tuple[Event, ...] | Refusal:
    if max(left.values()) > MOST_CLOCK_MS:
        return TOO_MUCH
    must = least(state.assignment.discipline, state.assignment.tempo)
    if must.ms and guarded and state.clocks.linked:
        shown = clocks_at(state, at)
        for side in Side:
            if left[side] + SHOWN_MS < lowest_ms(shown[side], must.ms):
                return _too_low(state, side, shown[side])
    if min(left.values()) < 0:
        return NEGATIVE
    white_ms, black_ms = faces(state, left)
    over = {side: (carried or state.carried).get(state.on_clock(side), 0) for side in Side}
    running = state.clocks.running
    return (
        ClockAdjusted(
            white_ms=white_ms,
            black_ms=black_ms,
            running=running and state.on_clock(running),
            reason=reason,
            why=why,
            carried_white_ms=over[Side.WHITE],
            carried_black_ms=over[Side.BLACK],
        ),
    )


def _too_low(state: GameState, side: Side, shown_ms: int) -> Refusal:
    """Why the time of ``side`` may not be reduced so far, and what is the least that may be set."""
    must = least(state.assignment.discipline, state.assignment.tempo)
    ru, en = GENITIVE[side]
    minutes = must.ms // 60_000
    if shown_ms <= must.ms:
        return Refusal(
            code="too-little-left",
            ru=f"У {ru} меньше {minutes} минут: их время не сокращают (п. {must.article}).",
            en=f"{en} has less than {minutes} minutes: that time is not reduced (art. {must.article}).",
        )
    return Refusal(
        code="too-little-left",
        ru=f"У {ru} должно остаться не меньше {minutes} минут: установите {minutes}:00 или больше (п. {must.article}).",
        en=f"At least {minutes} minutes must remain for {en}: set {minutes}:00 or more (art. {must.article}).",
    )
