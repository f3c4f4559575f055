"""Flagfall's own clock: a pure state with the time as an argument.

It plays sudden death, moves in time with carry-over, Fischer, Bronstein and US delay. The clock only counts: a flag
stays shown, and what it means is the arbiter's to say; presses go on switching the lever (5.4.2.7).
"""

import msgspec

from clock.control import Bonus, Control
from clock.events import Reading
from rules.errors import SettingsError
from rules.side import Side


class ClockState(msgspec.Struct, frozen=True, kw_only=True):
    """The clock at ``t_ms``. ``turn_ms`` is the time used in the turn that runs; ``moves`` are the presses by White
    and by Black; ``lever`` is the side whose time runs or would run."""

    control: Control
    white_ms: int
    black_ms: int
    t_ms: int
    running: Side | None = None
    lever: Side | None = None
    turn_ms: int = 0
    moves: tuple[int, int] = (0, 0)
    flags: tuple[Side, ...] = ()

    def left_ms(self, side: Side) -> int:
        """The time left to ``side``."""
        return self.white_ms if side is Side.WHITE else self.black_ms

    def moves_of(self, side: Side) -> int:
        """The presses of ``side``."""
        return self.moves[0 if side is Side.WHITE else 1]


def supports(control: Control) -> bool:
    """Whether this clock plays ``control``."""
    stages = (*control.white.stages, *control.black.stages)
    byo_yomi = any(stage.bonus is not None and stage.bonus.kind == "byo-yomi" for stage in stages)
    return control.kind != "hourglass" and not byo_yomi


def wound(control: Control, t_ms: int = 0) -> ClockState:
    """A clock set to ``control`` and standing still. Raises `SettingsError` for a control that it does not play."""
    if not supports(control):
        raise SettingsError((f"Flagfall's own clock does not play {control}; it needs a clock that does",))
    white, black = control.white.stages[0].time_ms, control.black.stages[0].time_ms
    return ClockState(control=control, white_ms=white, black_ms=black, t_ms=t_ms)


def at(state: ClockState, t_ms: int) -> ClockState:
    """The clock at ``t_ms``; time never runs backwards, and below nothing there is the flag (5.4.2.6)."""
    passed = max(0, t_ms - state.t_ms)
    side = state.running
    if side is None or not passed:
        return msgspec.structs.replace(state, t_ms=max(t_ms, state.t_ms))
    bonus = _bonus(state, side)
    free = 0
    if bonus is not None and bonus.kind == "delay":
        free = min(passed, max(0, bonus.ms - state.turn_ms))
    left = max(0, state.left_ms(side) - (passed - free))
    flags = state.flags if left or side in state.flags else (*state.flags, side)
    moved = msgspec.structs.replace(state, t_ms=t_ms, turn_ms=state.turn_ms + passed, flags=flags)
    return _with_left(moved, side, left)


def start(state: ClockState, side: Side, t_ms: int) -> ClockState:
    """``side``'s time begins to run."""
    now = at(state, t_ms)
    turn = now.turn_ms if now.lever is side else 0
    return msgspec.structs.replace(now, running=side, lever=side, turn_ms=turn)


def stop(state: ClockState, t_ms: int) -> ClockState:
    """Both times stand still; the lever stays."""
    return msgspec.structs.replace(at(state, t_ms), running=None)


def press(state: ClockState, by: Side, t_ms: int) -> ClockState:
    """``by`` presses: what his move earns is added, and the other's time runs.

    A press on a clock that stands still, or by the side whose lever is down already, changes nothing.
    """
    now = at(state, t_ms)
    if now.running is not by:
        return now
    moves = now.moves_of(by)
    counts = (moves + 1, now.moves[1]) if by is Side.WHITE else (now.moves[0], moves + 1)
    earned = 0
    if by not in now.flags:
        bonus = _bonus(now, by)
        if bonus is not None and bonus.kind == "fischer":
            earned = bonus.ms
        elif bonus is not None and bonus.kind == "bronstein":
            earned = min(bonus.ms, now.turn_ms)
        earned += now.control.added_after(by, moves + 1)
    now = _with_left(now, by, now.left_ms(by) + earned)
    return msgspec.structs.replace(now, running=by.other, lever=by.other, turn_ms=0, moves=counts)


def adjust(state: ClockState, white_ms: int, black_ms: int, t_ms: int) -> ClockState:
    """The arbiter sets both times; a side with time again has no flag."""
    now = msgspec.structs.replace(at(state, t_ms), white_ms=white_ms, black_ms=black_ms)
    return msgspec.structs.replace(now, flags=tuple(side for side in now.flags if not now.left_ms(side)))


def reading(state: ClockState, t_ms: int) -> Reading:
    """What the faces show at ``t_ms``."""
    now = at(state, t_ms)
    return Reading(
        t_ms=now.t_ms,
        white_ms=now.white_ms,
        black_ms=now.black_ms,
        running=now.running,
        flags=now.flags,
        lever=now.lever,
    )


def falls_at(state: ClockState) -> int | None:
    """When the running side's flag will fall if nothing is pressed; ``None`` if nothing runs or it has fallen."""
    side = state.running
    if side is None or side in state.flags:
        return None
    bonus = _bonus(state, side)
    free = max(0, bonus.ms - state.turn_ms) if bonus is not None and bonus.kind == "delay" else 0
    return state.t_ms + free + state.left_ms(side)


def _bonus(state: ClockState, side: Side) -> Bonus | None:
    return state.control.bonus(side, state.moves_of(side))


def _with_left(state: ClockState, side: Side, ms: int) -> ClockState:
    if side is Side.WHITE:
        return msgspec.structs.replace(state, white_ms=ms)
    return msgspec.structs.replace(state, black_ms=ms)
