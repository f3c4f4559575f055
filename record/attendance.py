"""Who is there at the start of the round: how the record keeps it, what the clocks are to show, and which findings it
makes (5.4.1.2, 5.4.4; renju 5.3.6).

The signal is the arbiter's, with the players that he misses. A player is not absent because nothing was seen of him:
Black sits still until White has moved.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from clock import start
from clock.start import Faces
from record.events import PlayerAbsent, PlayerArrived, RoundStarted
from record.state import GameState, Status
from record.timing import scaled_ms_between
from rules.law.observation import Observation
from rules.side import Side

replace = msgspec.structs.replace

OVERDUE = ("no-show", "both-absent")
"""Findings that a player did not come in time."""


# -- how it is kept ----------------------------------------------------------------------------------------------


def signalled(state: GameState, event: RoundStarted) -> GameState:
    """The signal; a second one changes nothing."""
    if state.attendance.signal_at or state.ended:
        return state
    absent = tuple(side for side in event.absent if side not in state.arrived)
    return replace(state, attendance=replace(state.attendance, signal_at=event.at, absent=absent))


def missed(state: GameState, event: PlayerAbsent) -> GameState:
    """A player who was taken to be there is not."""
    known = state.attendance
    if not known.signal_at or state.ended or event.side in known.absent or event.side in known.came_ms:
        return state
    arrived = tuple(side for side in state.arrived if side is not event.side)
    return replace(state, arrived=arrived, attendance=replace(known, absent=(*known.absent, event.side)))


def came(state: GameState, event: PlayerArrived) -> GameState:
    """A player has come. What was found because he had not is void where he came in time after all."""
    if event.side in state.arrived:
        return state
    known, findings = state.attendance, state.findings
    if event.side in known.absent:
        known = replace(
            known,
            absent=tuple(side for side in known.absent if side is not event.side),
            came_ms={**known.came_ms, event.side: event.late_ms},
            complete_at=event.at,
        )
        if not _too_late(state, event.late_ms):
            findings = tuple(
                replace(found, status=Status.LAPSED)
                if found.status.live and found.kind in OVERDUE and found.side in (None, event.side)
                else found
                for found in findings
            )
    return replace(state, arrived=(*state.arrived, event.side), attendance=known, findings=findings)


# -- what follows from it ----------------------------------------------------------------------------------------


def elapsed_ms(state: GameState, at: str) -> int | None:
    """Game milliseconds from the signal to ``at``, a time of the clock that stamped the signal; ``None`` before it."""
    signal = state.attendance.signal_at
    return scaled_ms_between(signal, at, state.assignment.time_scale) if signal else None


def wait_ms(state: GameState) -> int:
    """For how long after the signal a player of this game is waited for (5.4.4.1; renju 5.3.6.1)."""
    game = state.assignment
    return start.wait_ms(game.full_control(), game.discipline, game.regulations.default_time_minutes)


def _too_late(state: GameState, late_ms: int) -> bool:
    return start.is_over(state.assignment.discipline, wait_ms(state), late_ms)


def first_mover(state: GameState) -> Side:
    """The side that makes the first move at the board, after the moves of a drawn opening (5.4.1.3)."""
    opening = state.assignment.opening
    yet = len(opening.moves) if opening is not None and not state.plies else 0
    return state.to_move if yet % 2 == 0 else state.to_move.other


def faces(state: GameState, passed_ms: int) -> Faces | None:
    """What the clocks are to show ``passed_ms`` after the signal, and who runs; ``None`` before it, once a move was
    made at the board, and after the end."""
    known = state.attendance
    if not known.signal_at or state.moved or state.ended:
        return None
    came_ms: dict[Side, int | None] = {side: known.came_ms.get(side, 0) for side in Side}
    for side in known.absent:
        came_ms[side] = None
    return start.faces(state.assignment.time_control(), first_mover(state), passed_ms, came_ms)


def overdue(state: GameState, passed_ms: int) -> tuple[Observation, ...]:
    """What is to be found ``passed_ms`` after the signal about those who are still absent, and was not yet."""
    absent = state.attendance.absent
    if not absent or state.ended or not _too_late(state, passed_ms):
        return ()
    found = [each for each in state.findings if each.kind in OVERDUE and each.status is not Status.LAPSED]
    if any(each.kind == "both-absent" for each in found):
        return ()
    evidence = {"limit_ms": wait_ms(state)}
    if len(absent) == len(Side):
        return (Observation(kind="both-absent", evidence=evidence),)
    return tuple(
        Observation(kind="no-show", side=side, evidence=evidence)
        for side in absent
        if not any(each.side is side for each in found)
    )


def arrival(state: GameState, side: Side, late_ms: int) -> tuple[Observation, ...]:
    """What is to be found when ``side``, who is missed, comes ``late_ms`` after the signal. ``state`` is before it."""
    after = came(state, PlayerArrived(side=side, late_ms=late_ms))
    by_hand = _by_hand(after, late_ms)
    evidence: dict[str, Any] = {"late_ms": late_ms, "limit_ms": wait_ms(state), **by_hand}
    if _too_late(state, late_ms):
        known = [each for each in state.findings if each.kind in OVERDUE and each.status is not Status.LAPSED]
        if any(each.side in (None, side) for each in known):
            return ()
        return (Observation(kind="no-show", side=side, evidence=evidence),)
    if not late_ms:
        return ()
    sanction = state.assignment.regulations.late_sanction
    evidence["grade"] = "attention" if sanction or by_hand else "note"
    if sanction:
        evidence["sanction"] = sanction
    return (Observation(kind="late", side=side, evidence=evidence),)


def _by_hand(state: GameState, passed_ms: int) -> Mapping[str, Any]:
    """Where no clock is linked the arbiter sets it: what it is to show, and who runs."""
    due = None if state.clocks.linked else faces(state, passed_ms)
    if due is None:
        return {}
    return {"white_ms": due.white_ms, "black_ms": due.black_ms, "running": due.running.value}
