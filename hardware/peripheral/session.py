"""The session of a board on the Chess Peripheral Protocol. No line, no clock, no thread.

Best is a board with the feature ``submove_state``: each lift and place comes as a ``state``. One that only tells whole
moves is believed as far as its words go. The protocol has no check of its lines: the next ``state`` puts right what a
bad line spoiled.
"""

import re
from collections import deque
from typing import Any

import msgspec

import rules
from board.events import EMPTY, BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from board.sensing import Sensor, seen_as
from clock.events import ClockLinked, Press, Reading
from hardware.events import ClockSet, DeviceEvent, DeviceFault, DeviceInfo, Output
from hardware.flagfall_line.squares import DRAUGHTS_10, expected_points, names, start
from hardware.peripheral.states import VARIANTS, read, write
from rules.errors import FlagfallError
from rules.side import Side

ANSWER_MS = 1_000
LONGEST = 1_024
SILENT_MS = 15_000
ASK_MS = 5_000
MANY = 8
"""More squares than a hand changes at once are a new board, not so many changes."""


class PeripheralSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What is played, and what the board tells apart where it should not be left to what it shows."""

    discipline: str = "russian"
    sensor: Sensor | None = None


class PeripheralSession:
    """See `hardware.events.Session`."""

    def __init__(self, settings: PeripheralSettings | None = None) -> None:
        self.settings = settings or PeripheralSettings()
        self._info = DeviceInfo(t_ms=0, kind="cpp", sensor=self.settings.sensor)
        self._kept = bytearray()
        self._squares: dict[str, str] | None = None
        self._past: list[dict[str, str]] = []
        self._position: Any = self._first()
        self._fresh = True
        self._asks: deque[str] = deque()
        self._asked, self._deadline_ms = "", 0
        self._heard_ms = self._state_ms = 0
        self._silent = False
        self._answers = False
        self._linked = False
        self._last: Reading | None = None
        self._fell: tuple[Side, int] | None = None
        self._strange: set[str] = set()
        self._send = bytearray()
        self._events: list[DeviceEvent] = []

    # -- the door ------------------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> Output:
        """The line is open: say what is played and from which board it goes on."""
        self._kept.clear()
        self._heard_ms, self._silent, self._fresh, self._asked = now_ms, False, True, ""
        shown = self._start_squares() if self._squares is None else self._squares
        side = "b" if self.settings.discipline == "renju" else "w"
        self._asks = deque(
            (
                f"set_variant {VARIANTS[self.settings.discipline]}",
                "feature submove_state",
                f"begin {write(shown, self.settings.discipline)} {side}",
            )
        )
        self._advance(now_ms)
        return self._out()

    def assume_start(self) -> None:
        """Stored bytes: the board shows the start position until it says otherwise."""
        self._squares, self._fresh = self._start_squares(), False

    def receive(self, data: bytes, now_ms: int) -> Output:
        for byte in data:
            if byte in (0x0A, 0x0D):
                line = self._kept.decode("ascii", "replace").strip()
                self._kept.clear()
                if line:
                    self._answers = True
                    self._heard_ms, self._silent = now_ms, False
                    self._take(line, now_ms)
            elif len(self._kept) < LONGEST:
                self._kept.append(byte)
        self._advance(now_ms)
        return self._out()

    def tick(self, now_ms: int) -> Output:
        if self._asked and now_ms >= self._deadline_ms:
            self._answered(False, now_ms)
        if not self._asked and not self._asks and now_ms - max(self._state_ms, self._heard_ms) >= ASK_MS:
            self._state_ms = now_ms
            self._asks.append("state")
        if not self._silent and now_ms - self._heard_ms >= SILENT_MS:
            self._silent = True
            text = f"the board has said nothing for {(now_ms - self._heard_ms) // 1000} s: check its cable and power"
            self._events.append(DeviceFault(t_ms=now_ms, kind="silent", text=text))
        self._advance(now_ms)
        return self._out()

    def set_clock(self, white_ms: int, black_ms: int, running: Side | None, now_ms: int) -> Output:
        """Sends ``time``; `ClockSet` tells whether the board took it."""
        self._asks.append(f"time {white_ms} {black_ms} {running or 'stopped'}")
        self._advance(now_ms)
        return self._out()

    # -- asking --------------------------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        if not self._asked and self._asks:
            self._asked, self._deadline_ms = self._asks.popleft(), now_ms + ANSWER_MS
            self._say(self._asked)

    def _say(self, line: str) -> None:
        self._send += line.encode("ascii") + b"\n"

    def _answered(self, ok: bool, now_ms: int) -> None:
        asked, self._asked = self._asked, ""
        if not self._answers:
            # Another board may hang here, to which the letters of a chess board are orders (``N``: a DGT board's boot
            # loader). So it is asked for its name, so to say, until something answers.
            self._asks.appendleft(asked)
            return
        if asked.startswith("time "):
            reason = "" if ok else "the board does not take times"
            self._events.append(ClockSet(t_ms=now_ms, ok=ok, reason=reason))

    # -- hearing -------------------------------------------------------------------------------------------------

    def _take(self, line: str, now_ms: int) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word:
            case "ok" | "nok":
                self._answered(word == "ok", now_ms)
            case "sync" | "unsync" | "state" if rest:
                if self._asked.split(" ")[0] in ("begin", "state"):
                    self._answered(True, now_ms)
                self._state(rest, now_ms)
            case "move" if rest:
                self._moved(rest, now_ms)
            case "undo":
                self._say("ok")
                if self._past:
                    self._show(self._past.pop(), now_ms)
            case "time":
                self._timed(rest.split(), now_ms)
            case "press" if rest in ("white", "black"):
                self._events.append(Press(t_ms=now_ms, by=Side(rest)))
            case "draw_offer" | "resign":
                self._button(word, rest, now_ms)
            case "end" | "begin" | "set_variant" | "feature" | "variant" | "msg":
                self._say("ok")
            case _:
                self._say("nok")

    def _state(self, text: str, now_ms: int) -> None:
        seen = read(text, self.settings.discipline)
        if seen is None:
            if text not in self._strange and len(self._strange) < MANY:
                self._strange.add(text)
                fault = f"{text[:80]!r} is no board of this game: another one is set on the board"
                self._events.append(DeviceFault(t_ms=now_ms, kind="wrong-board", text=fault))
            return
        squares, sensor = seen
        if self.settings.sensor is None and squares and sensor != self._info.sensor:
            self._info = msgspec.structs.replace(self._info, t_ms=now_ms, sensor=sensor)
            self._events.append(self._info)
        self._state_ms = now_ms
        self._show(squares, now_ms)

    def _show(self, squares: dict[str, str], now_ms: int) -> None:
        """The board as it is now: what was lifted first, then what was put down."""
        before = self._squares or {}
        changed = [square for square in {**before, **squares} if before.get(square) != squares.get(square)]
        if self._fresh or self._squares is None or len(changed) > MANY:
            self._events.append(BoardDumped(t_ms=now_ms, squares=squares))
        else:
            for square in sorted(changed, key=lambda each: each in squares):
                self._events.append(SquareChanged(t_ms=now_ms, sq=square, p=squares.get(square, EMPTY)))
        self._squares, self._fresh = dict(squares), False

    def _moved(self, text: str, now_ms: int) -> None:
        """A whole move. What is illegal is taken too: naming it is the record's business, not the board's."""
        self._say("ok")
        if self._squares is None:
            self._show(self._start_squares(), now_ms)
        before = dict(self._squares or {})
        after = self._legal(text) or self._carried(text, before)
        if after is not None and after != before:
            self._past.append(before)
            sensor = self._info.sensor or "piece"
            self._show({square: seen_as(piece, sensor) for square, piece in after.items()}, now_ms)

    def _legal(self, text: str) -> dict[str, str] | None:
        """The board after a move that the rules know, if it was made from the board that is shown."""
        position, sensor = self._position, self._info.sensor or "piece"
        if position is None:
            return None
        shown = {square: seen_as(piece, sensor) for square, piece in position.pieces().items()}
        squares = _squares(text, self.settings.discipline)
        if shown != self._squares or squares is None:
            return None
        legal = position.legal_moves()
        for move in sorted(legal, key=lambda move: str(move) != text):
            passed = [square for square in move.path or (move.start, move.end) if square]
            if squares in (passed, [square for square in (move.start, move.end) if square]):
                self._position = position.apply(move)
                return dict(self._position.pieces())
        return None

    def _carried(self, text: str, before: dict[str, str]) -> dict[str, str] | None:
        """The piece of the first square on the last one."""
        squares = _squares(text, self.settings.discipline)
        if squares is None or len(squares) < 2 or squares[0] not in before:
            return None
        after = dict(before)
        piece = after.pop(squares[0])
        promoted = text.lower()[-1]
        if self.settings.discipline == "chess" and len(text) == 5 and promoted in "qrbn":
            piece = promoted.upper() if piece.isupper() else promoted
        after[squares[-1]] = piece
        self._position = None
        return after

    def _timed(self, words: list[str], now_ms: int) -> None:
        if len(words) < 2 or not all(re.fullmatch("[0-9]{1,12}", word) for word in words[:2]):
            self._say("nok")
            return
        self._say("ok")
        white_ms, black_ms = int(words[0]), int(words[1])
        if not self._linked:
            self._linked = True
            self._events.append(ClockLinked(t_ms=now_ms, linked=True))
        running = self._runs(words[2] if len(words) > 2 else "", white_ms, black_ms, now_ms)
        flags = tuple(side for side, ms in ((Side.WHITE, white_ms), (Side.BLACK, black_ms)) if ms == 0)
        self._last = Reading(t_ms=now_ms, white_ms=white_ms, black_ms=black_ms, running=running, flags=flags)
        self._events.append(self._last)

    def _runs(self, said: str, white_ms: int, black_ms: int, now_ms: int) -> Side | None:
        """Whose time falls: as said, or as the times show when they are told twice."""
        if said:
            return Side(said) if said in ("white", "black") else None
        if self._last is not None:
            if white_ms < self._last.white_ms:
                self._fell = (Side.WHITE, now_ms)
            elif black_ms < self._last.black_ms:
                self._fell = (Side.BLACK, now_ms)
        return self._fell[0] if self._fell is not None and now_ms - self._fell[1] <= ASK_MS else None

    def _button(self, word: str, said: str, now_ms: int) -> None:
        """An offer without a name is that of the side to move. A resignation without one is nobody's: a game is not
        lost by a guess, so the arbiter is called."""
        self._say("ok")
        by = Side(said) if said in ("white", "black") else self._to_move()
        button = "offer-draw" if word == "draw_offer" else "resign" if said else "call-arbiter"
        self._events.append(ButtonPressed(t_ms=now_ms, button=button, by=by))

    def _to_move(self) -> Side:
        if self._position is not None:
            side: Side = self._position.side
            return side
        first = Side.BLACK if self.settings.discipline == "renju" else Side.WHITE
        return first if len(self._past) % 2 == 0 else first.other

    def _first(self) -> Any:
        """The start position, of a discipline whose rules are known here."""
        try:
            return rules.discipline(self.settings.discipline).start()
        except FlagfallError:
            return None

    def _start_squares(self) -> dict[str, str]:
        discipline = self.settings.discipline
        points = expected_points(discipline)[0]
        shown = zip(names(discipline, points) or (), start(discipline, points, "piece"), strict=True)
        return {name: piece for name, piece in shown if name is not None and piece != EMPTY}

    def _out(self) -> Output:
        output = Output(send=bytes(self._send), events=tuple(self._events))
        self._send.clear()
        self._events.clear()
        return output


def _squares(text: str, discipline: str) -> list[str] | None:
    """The squares of a move: ``e2e4``, ``c3e5g7``, ``h8``, ``32-28``, ``32x23x14``; for 10x10 also ``3228``."""
    known = {name for name in names(discipline, expected_points(discipline)[0]) or () if name}
    found = re.findall(r"[a-o]\d{1,2}" if "1" not in known else r"\d{1,2}", text)
    if discipline in DRAUGHTS_10:
        found = [str(int(one)) for one in found]
    return found if found and all(one in known for one in found) else None
