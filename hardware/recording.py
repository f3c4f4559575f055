"""The games in a stored capture, as traces: so that recognition answers for raw bytes as it does for a trace.

A capture goes on for as long as the line was held: pieces are set up, games played, analysed and cleared away. A game
begins where the board comes to show the start position; a capture that never shows it is one game from its first byte.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from board.events import EMPTY, BoardDumped, SquareChanged
from board.sensing import Sensor, board_as_seen, seen_as
from board.trace_lines import Trace, TraceEvent
from clock.events import ClockLinked, Press, Reading
from hardware.capture import replay
from hardware.devices import DeviceKind, DeviceSettings
from hardware.events import DeviceEvent, DeviceFault, DeviceInfo

AWAY = 8
"""A board that differs from the start position on fewer squares is still that of its game."""


class Recording:
    """What a capture holds. ``games`` is one trace a game; ``info`` and ``faults`` are what the device said of itself;
    ``silent``: it tells nothing of a board or a clock, as bytes of another device do.

    ``increment_ms`` of ``None`` is read off the clock. Raises `SettingsError` when the device is not for the
    discipline.
    """

    def __init__(
        self,
        data: bytes,
        kind: DeviceKind,
        settings: DeviceSettings,
        discipline: Any,
        *,
        increment_ms: int | None = None,
    ) -> None:
        told = list(replay(data, kind, settings))
        infos = [event for event in told if isinstance(event, DeviceInfo)]
        self.info = infos[-1] if infos else None
        self.faults = tuple(event for event in told if isinstance(event, DeviceFault))
        said = self.info.sensor if self.info is not None else None
        self.sensor: Sensor = settings.sensor or said or kind.sensor or "piece"
        events = [event for event in told if isinstance(event, TraceEvent)]
        self.silent = not events
        clock = any(isinstance(event, Press | ClockLinked) for event in told)
        increment = increment_of(told) if increment_ms is None else increment_ms
        start = discipline.start()
        shown = board_as_seen(start.pieces(), self.sensor)
        self.games = tuple(
            Trace(
                discipline=discipline,
                sensor=self.sensor,
                start=start,
                clock=clock,
                increment_ms=increment,
                events=tuple(game),
            )
            for game in _games(events, shown, self.sensor)
        )


def increment_of(events: Sequence[DeviceEvent]) -> int:
    """What a press adds, as the faces show it: the most that the presser's time went up; 0 without an increment."""
    last: Reading | None = None
    presser: Press | None = None
    most_ms = 0
    for event in events:
        if isinstance(event, Press):
            presser = event
        elif isinstance(event, Reading):
            if presser is not None and last is not None:
                most_ms = max(most_ms, event.left_ms(presser.by) - last.left_ms(presser.by))
                presser = None
            last = event
    # Whole seconds: part of one was used up between the two readings.
    return (most_ms + 999) // 1000 * 1000


def _games(events: Sequence[TraceEvent], start: Mapping[str, str], sensor: Sensor) -> list[list[TraceEvent]]:
    """The events of each game, each with the start position as a dump before them."""
    before: list[TraceEvent] = []
    games: list[list[TraceEvent]] = []
    board: dict[str, str] | None = None
    away = True
    for event in events:
        if isinstance(event, SquareChanged) and board is None:
            # Bytes from the middle of a line, without a dump: the board shows the start position (`replay`).
            board, away = dict(start), False
            games.append([BoardDumped(t_ms=event.t_ms, squares=dict(start))])
        (games[-1] if games else before).append(event)
        if isinstance(event, BoardDumped):
            board = {square: seen_as(piece, sensor) for square, piece in event.squares.items() if piece != EMPTY}
        elif isinstance(event, SquareChanged) and board is not None:
            board.pop(event.sq, None)
            if event.p != EMPTY:
                board[event.sq] = seen_as(event.p, sensor)
        else:
            continue
        apart = sum(board.get(square) != start.get(square) for square in board.keys() | start.keys())
        if apart == 0 and away:
            games.append([BoardDumped(t_ms=event.t_ms, squares=dict(start))])
            away = False
        elif apart >= AWAY:
            away = True
    played = [game for game in games if any(isinstance(event, SquareChanged | Press) for event in game)]
    return played or games[-1:] or [before]
