"""What the table sees, as events: the outputs of recognition and of the clock's watch, and what the rules say of a
move.

Pure. The events have no place in a log yet (`record.chain.seal`).
"""

import msgspec

from board.outputs import Chosen, Demanded, GameOver, Moved, Settled, SyncChanged, TakenBack
from board.outputs import Output as BoardOutput
from clock.events import Reading
from record import events
from record.histories import history_of
from record.state import GameState
from rules.law.observation import Observation
from rules.side import Side

Seen = BoardOutput | Reading

WON = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}


def observe(state: GameState, seen: Seen, *, since: int = 0) -> tuple[events.Event, ...]:
    """The events that ``seen`` adds to the table's log; none after the end of the game.

    ``since`` is the ``seq`` of the first sensor event that made a move. A move brings with it what the rules find on
    it (repetition, a move limit that fell due, the end of the game on the board).
    """
    if state.ended and not isinstance(seen, Observation | Reading):
        return ()
    match seen:
        case Moved():
            return _moved(state, seen, since)
        case Observation():
            return (found_event(state, seen),)
        case TakenBack():
            fen = history_of(state.assignment, state.plies[: seen.ply - 1]).position.fen()
            return (events.TakenBack(ply=seen.ply, fen=fen, by=seen.by),)
        case Settled():  # the record keeps what was not known when the ply was made
            return ()
        case Demanded():
            return (events.Demanded(by=seen.by, ply=seen.ply),)
        case SyncChanged():
            return _sync(state, seen)
        case Chosen():
            return (
                events.OpeningChoice(
                    act=seen.act,
                    by=seen.by,
                    option=seen.option,
                    number=seen.number,
                    points=seen.points,
                    how=seen.how,
                ),
            )
        case GameOver():
            if state.result is not None:
                return ()
            return (events.Result(result=WON[seen.winner], reason=seen.reason, by="rule"),)
        case Reading():
            return (
                events.ClockReading(
                    white_ms=seen.white_ms, black_ms=seen.black_ms, running=seen.running, flags=seen.flags
                ),
            )


def finding_id(state: GameState, kind: str, ply: int) -> str:
    """An id that no finding of the game has yet: ``touch-move-17``, then ``touch-move-17-2``."""
    taken = {found.id for found in state.findings}
    first = f"{kind}-{ply}"
    number, name = 1, first
    while name in taken:
        number += 1
        name = f"{first}-{number}"
    return name


def found_event(state: GameState, seen: Observation) -> events.Finding:
    """``seen`` as an event with an id of its own in the game of ``state``."""
    return events.Finding(
        finding=finding_id(state, seen.kind, seen.ply),
        what=seen.kind,
        side=seen.side,
        ply=seen.ply,
        evidence=seen.evidence,
    )


def _moved(state: GameState, seen: Moved, since: int) -> tuple[events.Event, ...]:
    move = events.Move(
        ply=seen.ply,
        side=seen.side,
        move=seen.move,
        fen=seen.fen,
        captured=seen.captured,
        path=seen.path,
        since=since,
        uncertain=seen.uncertain,
        irregular=seen.irregular,
        inferred=seen.inferred,
    )
    if seen.irregular:
        return (move,)
    history = state.history.push(state.history.position.parse(seen.move))
    found: list[events.Event] = [found_event(state, observation) for observation in history.observations()]
    outcome = history.position.outcome()
    if outcome is not None:
        found.append(events.Result(result=WON[outcome.winner], reason=outcome.reason, by="rule"))
    return (move, *found)


def _sync(state: GameState, seen: SyncChanged) -> tuple[events.Event, ...]:
    differences = tuple(
        f"{square} {expected}>{sensed}" for square, (expected, sensed) in sorted(seen.differences.items())
    )
    changed = events.SyncChanged(in_sync=seen.in_sync, differences=differences)
    if seen.in_sync:
        return (changed,)
    evidence = {"differences": msgspec.to_builtins(seen.differences)}
    lost = Observation(kind="out-of-sync", ply=len(state.plies), evidence=evidence)
    return (changed, found_event(state, lost))
