"""Reading sensor traces (design, section 8): JSON Lines, one event a line, the header first."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from board.events import EMPTY, BoardDumped, SquareChanged
from board.inputs import BUTTONS, ButtonPressed, DeviceChanged
from board.sensing import SENSORS, Sensor
from clock.control import Control, parse
from clock.events import Press, Reading
from rules import discipline as rules_discipline
from rules.errors import NotationError, SettingsError
from rules.renju.tables import regulation
from rules.side import Side

TraceEvent = SquareChanged | BoardDumped | Press | ButtonPressed | DeviceChanged | Reading

RENJU = "renju"
_HEADER_KEYS = {"trace", "discipline", "sensor", "start", "clock", "increment_ms", "control", "opening"}
_SIDES = [str(side) for side in Side]
_PIECES: Mapping[Sensor, str] = {"piece": "wbWB", "colour": "wbWB", "occupancy": "xwbWB"}
_CHESS = "KQRBNPkqrbnp"


_Fault = tuple[int, int, str]
"""Line, column, and what is wrong there."""


class _Row(msgspec.Struct, frozen=True):
    """One line: its number, its text and what that says."""

    number: int
    text: str
    keys: dict[str, Any]

    def column(self, key: str) -> int:
        """Where a key stands; where the object begins if it has no such key."""
        match = re.search(rf'"{re.escape(key)}"\s*:', self.text) or re.search(r"\S", self.text)
        return match.start() + 1 if match else 1


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """A trace that has been read. ``start`` is the position it begins with; ``events`` are in order."""

    discipline: Any
    sensor: Sensor
    start: Any
    clock: bool = True
    increment_ms: int = 0
    control: Control | None = None
    opening: str | None = None
    events: tuple[TraceEvent, ...] = ()


def read(lines: Iterable[str], discipline: str | None = None) -> Trace:
    """Reads a trace. ``discipline``, if given, is played instead of the one that the header names.

    Raises `NotationError` with every fault found, each with its line and column.
    """
    faults: list[_Fault] = []
    rows = list(_rows(lines, faults))
    if not rows:
        raise _error(faults or [(1, 1, "an empty trace; expected a header such as " + _EXAMPLE)])
    header = _header(rows[0], discipline, faults)
    if header is None:
        raise _error(faults)
    events: list[TraceEvent] = []
    dump: dict[str, str] | None = {}
    before = 0
    for row in rows[1:]:
        seen = len(faults)
        told = row.keys.get("t")
        t_ms = _whole(told)
        late = None if t_ms is None else f"{t_ms}, before the {before} of an earlier line; expected order of time"
        if t_ms is None:
            late = f"{told!r}; expected milliseconds from 0 up"
        if t_ms is None or t_ms < before:
            faults.append((row.number, row.column("t"), f'"t" is {late}'))
        before = t_ms = max(before, t_ms or 0)
        event = _event(header, row, t_ms, faults)
        if event is None or len(faults) > seen:
            continue
        if dump is not None:
            if t_ms == 0 and isinstance(event, SquareChanged):
                if event.p != EMPTY:
                    dump[event.sq] = event.p
                continue
            if dump:
                events.append(BoardDumped(t_ms=0, squares=dump))
            dump = None
        events.append(event)
    if dump:
        events.append(BoardDumped(t_ms=0, squares=dump))
    if faults:
        raise _error(faults)
    return msgspec.structs.replace(header, events=tuple(events))


_EXAMPLE = '{"trace": 1, "discipline": "russian", "sensor": "piece"}'


def _error(faults: list[_Fault]) -> NotationError:
    (line, column, message), *others = sorted(faults, key=lambda fault: fault[0])
    rest = "".join(f"\nline {number}, column {place}: {text}" for number, place, text in others)
    return NotationError(message + rest, line=line, column=column)


def _rows(lines: Iterable[str], faults: list[_Fault]) -> Iterable[_Row]:
    for number, line in enumerate(lines, 1):
        text = line.rstrip()
        bare = text.strip().removeprefix("\ufeff")
        if not bare:
            continue
        begins = text.index(bare)
        try:
            keys = msgspec.json.decode(bare)
        except (msgspec.DecodeError, ValueError) as error:
            faults.append((number, begins + _place(str(error), bare), f"not JSON: {error}"))
            continue
        except RecursionError:
            faults.append((number, begins + 1, "not JSON that can be read: lists within lists without end"))
            continue
        if isinstance(keys, dict):
            yield _Row(number, text, keys)
        else:
            faults.append((number, begins + 1, f"{bare[:40]!r}: expected a JSON object"))


def _place(error: str, text: str) -> int:
    """The column in ``text`` that an error of the JSON reader names by its byte; the end for a text that is cut off."""
    match = re.search(r"\(byte ([0-9]+)\)", error)
    if match is None:
        return len(text)
    return len(text.encode("utf-8", "replace")[: int(match[1])].decode("utf-8", "ignore")) + 1


def _header(line: _Row, name: str | None, faults: list[_Fault]) -> Trace | None:
    row = line.keys

    def fault(key: str, text: str) -> None:
        faults.append((line.number, line.column(key), text))

    if "trace" not in row:
        fault("", f"no header; expected {_EXAMPLE}")
        return None
    if row["trace"] != 1:
        fault("trace", f'"trace" is {row["trace"]!r}; expected 1')
    for key in sorted(row.keys() - _HEADER_KEYS):
        fault(key, f"unknown key {key!r}; expected {', '.join(sorted(_HEADER_KEYS))}")
    sensor = row.get("sensor", "piece")
    if sensor not in SENSORS:
        fault("sensor", f'"sensor" is {sensor!r}; expected {", ".join(SENSORS)}')
    clock, increment, opening = row.get("clock", True), row.get("increment_ms", 0), row.get("opening")
    if not isinstance(clock, bool):
        fault("clock", f'"clock" is {clock!r}; expected true or false')
    if _whole(increment) is None:
        fault("increment_ms", f'"increment_ms" is {increment!r}; expected milliseconds from 0 up')
    control = _control(row["control"], fault) if row.get("control") is not None else None
    if control is not None and "increment_ms" in row:
        fault("increment_ms", '"increment_ms" beside "control"; expected one of them')
    if opening is not None and not isinstance(opening, str):
        fault("opening", f'"opening" is {opening!r}; expected a name')
    elif opening is not None and RENJU in (name, row.get("discipline")):
        try:
            regulation(opening)
        except SettingsError as error:
            fault("opening", str(error))
    wanted = row.get("discipline") if name is None else name
    if not isinstance(wanted, str):
        fault("discipline", 'no "discipline"; expected a name such as russian')
        return None
    placed = row.get("start")
    if placed is not None and not isinstance(placed, str):
        fault("start", f'"start" is {placed!r}; expected a position such as "W:W21:B1"')
        return None
    try:
        discipline = rules_discipline(wanted)
        start = discipline.start() if placed is None else discipline.position(placed)
    except SettingsError as error:
        fault("discipline", str(error))
        return None
    except NotationError as error:
        fault("start", error.message)
        return None
    return Trace(
        discipline=discipline,
        sensor=sensor,
        start=start,
        clock=clock is not False,
        increment_ms=_whole(increment) or 0,
        control=control,
        opening=opening,
    )


def _control(told: Any, fault: "Fault") -> Control | None:
    if not isinstance(told, str):
        fault("control", f'"control" is {told!r}; expected a time control such as "15m+5s"')
        return None
    try:
        return parse(told)
    except NotationError as error:
        fault("control", error.message)
        return None


def _event(trace: Trace, line: _Row, t_ms: int, faults: list[_Fault]) -> TraceEvent | None:
    row = line.keys

    def fault(key: str, text: str) -> None:
        faults.append((line.number, line.column(key), text))

    kinds = [key for key in _READERS if key in row]
    if len(kinds) != 1:
        what = "names none" if not kinds else f"names {', '.join(kinds)}"
        fault("", f"the line {what}; expected exactly one of {', '.join(_READERS)}")
        return None
    keys, reader = _READERS[kinds[0]]
    for key in sorted(row.keys() - {"t", *keys}):
        fault(key, f"unknown key {key!r}; expected t, {', '.join(keys)}")
    return reader(trace, row, t_ms, fault)


Fault = Callable[[str, str], None]
"""Notes a fault of the line: the key it is about, and what is wrong."""


def _square(trace: Trace, row: dict[str, Any], t_ms: int, fault: Fault) -> TraceEvent | None:
    square, piece = row["sq"], row.get("p")
    square = str(square) if _whole(square) is not None else square
    good = _CHESS if trace.discipline.name == "chess" and trace.sensor == "piece" else _PIECES.get(trace.sensor, "")
    known = square in trace.discipline.squares
    if not known:
        squares = trace.discipline.squares
        fault("sq", f"no square {square!r}; expected {squares[0]} to {squares[-1]} of {trace.discipline.name}")
    fits = piece == EMPTY or (isinstance(piece, str) and len(piece) == 1 and piece in good)
    if not fits:
        fault("p", f'"p" is {piece!r}; a {trace.sensor} sensor says {" ".join((EMPTY, *good))}')
    return SquareChanged(t_ms=t_ms, sq=square, p=str(piece)) if known and fits else None


def _press(trace: Trace, row: dict[str, Any], t_ms: int, fault: Fault) -> TraceEvent | None:
    side = _side(row["press"], "press", fault)
    return None if side is None else Press(t_ms=t_ms, by=side)


def _clock(trace: Trace, row: dict[str, Any], t_ms: int, fault: Fault) -> TraceEvent | None:
    clock = row["clock"]
    if not isinstance(clock, dict):
        fault("clock", f'"clock" is {clock!r}; expected an object with white, black, running and flag')
        return None
    for key in sorted(clock.keys() - {"white", "black", "running", "flag", "lever"}):
        fault("clock", f'"clock" has an unknown key {key!r}; expected white, black, running, flag')
    white, black = (_whole(clock.get(side)) for side in _SIDES)
    for side, time in zip(_SIDES, (white, black), strict=True):
        if time is None:
            fault(side, f'"{side}" is {clock.get(side)!r}; expected milliseconds from 0 up')
    flag = clock.get("flag")
    named = _SIDES if flag == "both" else flag if isinstance(flag, list) else [] if flag is None else [flag]
    sides = [_side(one, "flag", fault) for one in named]
    running = clock.get("running")
    runs = None if running is None else _side(running, "running", fault)
    up = clock.get("lever")
    lever = None if up is None else _side(up, "lever", fault)
    if white is None or black is None:
        return None
    flags = tuple(side for side in sides if side is not None)
    return Reading(t_ms=t_ms, white_ms=white, black_ms=black, running=runs, flags=flags, lever=lever)


def _button(trace: Trace, row: dict[str, Any], t_ms: int, fault: Fault) -> TraceEvent | None:
    button, move, count = row["button"], row.get("move"), row.get("count")
    if button not in BUTTONS:
        fault("button", f"unknown button {button!r}; expected {', '.join(BUTTONS)}")
    if move is not None and not isinstance(move, str):
        fault("move", f'"move" is {move!r}; expected a move')
    if count is not None and not _whole(count):
        fault("count", f'"count" is {count!r}; expected a number of fifth moves from 1 up')
    by = _side(row.get("by"), "by", fault)
    return None if by is None else ButtonPressed(t_ms=t_ms, button=str(button), by=by, move=move, count=_whole(count))


def _device(trace: Trace, row: dict[str, Any], t_ms: int, fault: Fault) -> TraceEvent | None:
    state = row["device"]
    if state not in ("up", "down"):
        fault("device", f'"device" is {state!r}; expected up or down')
    return DeviceChanged(t_ms=t_ms, up=state == "up")


_Reader = Callable[[Trace, dict[str, Any], int, Fault], TraceEvent | None]
_READERS: Mapping[str, tuple[tuple[str, ...], _Reader]] = {
    "sq": (("sq", "p"), _square),
    "press": (("press",), _press),
    "clock": (("clock",), _clock),
    "button": (("button", "by", "move", "count"), _button),
    "device": (("device",), _device),
}


def _side(value: Any, key: str, fault: Fault) -> Side | None:
    if value in _SIDES:
        return Side(value)
    fault(key, f'"{key}" is {value!r}; expected white or black')
    return None


def _whole(value: Any) -> int | None:
    """``value`` if it is a whole number from 0 up."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
