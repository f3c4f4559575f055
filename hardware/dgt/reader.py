"""What the messages of one DGT board mean: its squares, its clock, and what is wrong. Nothing is asked here."""

from collections import deque
from collections.abc import Iterable

import msgspec

from board.events import BoardDumped, SquareChanged
from hardware.dgt import frames
from hardware.dgt.clock_reader import ClockReader
from hardware.dgt.log import Changed, Halted
from hardware.dgt.squares import (
    CHESS_CODES,
    DRAUGHTS_CODES,
    OLD_DRAUGHTS_CODES,
    Grid,
    Lie,
    dark_field,
    square,
    start_fields,
    start_lie,
)
from hardware.events import ClockButton, DeviceEvent, DeviceFault, DeviceInfo, FaultKind
from hardware.wing import Wing

BUTTONS = {0x31: "back", 0x32: "plus", 0x33: "run", 0x34: "minus", 0x35: "ok"}
LOW_PERCENT = 10
REMEMBERED = 12
"""So many changes are remembered, to find the place in the board's own log."""


class DgtSettings(msgspec.Struct, frozen=True, kw_only=True):
    """How one DGT board stands at its table.

    ``turned`` and ``old_codes`` of ``None`` are read from the start position once it is seen; until then the board is
    taken to lie as numbered and to speak the codes of today. ``nice``: the clock speaks only when it changes.
    ``recover``: after a lost line the board's own log is asked for what was missed; that takes up to nine seconds.
    """

    grid: Grid = Grid.DRAUGHTS_8
    white_clock: Wing = Wing.LEFT
    turned: bool | None = None
    old_codes: bool | None = None
    nice: bool = True
    recover: bool = True
    poll_ms: int = 5_000
    silent_ms: int = 8_000


class BoardReader:
    """Folds the messages of one board; ``events`` collects what they tell until somebody takes it.

    ``fields`` is the board as it is known; ``fresh`` says that the line was opened since, so that the next dump is told
    whatever it shows.
    """

    def __init__(self, settings: DgtSettings) -> None:
        self.settings = settings
        self.clock = ClockReader(settings.white_clock)
        self.info = DeviceInfo(t_ms=0, kind="dgt", turned=bool(settings.turned), sensor="piece")
        old = bool(settings.old_codes)
        codes = CHESS_CODES if settings.grid is Grid.CHESS else OLD_DRAUGHTS_CODES if old else DRAUGHTS_CODES
        self.lie = Lie(bool(settings.turned), codes)
        self.fields: list[int] | None = None
        self.fresh = True
        self.heard: deque[tuple[int, int]] = deque(maxlen=REMEMBERED)
        self.events: list[DeviceEvent] = []
        self._strange: set[tuple[FaultKind, int]] = set()

    def assume_start(self) -> None:
        """Take the board to show the start position until a dump says otherwise: for bytes that were stored."""
        self.fields, self.fresh = start_fields(self.settings.grid, self.lie), False

    def whole(self, message: frames.Message) -> list[int] | None:
        """The codes of every field, from a dump that tells them all; ``None`` for any other message."""
        if isinstance(message, frames.BoardDump):
            return list(message.pieces)
        if isinstance(message, frames.Dump50) and message.dark and self.settings.grid is Grid.DRAUGHTS_10:
            fields = [0] * 100
            for number, piece in enumerate(message.pieces):
                fields[dark_field(number)] = piece
            return fields
        return None

    def fits(self, fields: list[int], now_ms: int) -> bool:
        """Whether a dump is one of a board for this game; complains if it is not."""
        need = self.settings.grid.fields
        if len(fields) != need:
            text = f"the board has {len(fields)} fields, the game needs {need}: another board is connected"
            self.complain("wrong-board", len(fields), text, now_ms)
        return len(fields) == need

    def dump(self, fields: list[int], now_ms: int) -> None:
        """The whole board, all at once; told if it is news."""
        turned = self._relie(fields, now_ms)
        news = self.fresh or turned or fields != self.fields
        self.fields, self.fresh = fields, False
        if news:
            self.tell(now_ms)

    def tell(self, now_ms: int) -> None:
        """The board as it is known."""
        named = ((square(field, self.settings.grid, self.lie.turned), piece) for field, piece in enumerate(self.known))
        letters = {sq: self._letter(piece, sq, now_ms) for sq, piece in named if sq is not None and piece}
        squares = {sq: letter for sq, letter in letters.items() if letter is not None}
        self.events.append(BoardDumped(t_ms=now_ms, squares=squares))

    @property
    def known(self) -> list[int]:
        """The codes of every field, none of them while nothing is known."""
        return self.fields or []

    def change(self, field: int, piece: int, now_ms: int) -> None:
        """One field. Before the first dump it tells nothing; what it repeats is no event."""
        if self.fields is None or field >= len(self.fields) or self.fields[field] == piece:
            return
        self.heard.append((field, piece))
        sq = square(field, self.settings.grid, self.lie.turned)
        if sq is None:
            self.complain("off-board", field, "a piece stands on a light square, where no game is played", now_ms)
            self.fields[field] = piece
            return
        letter = self._letter(piece, sq, now_ms)
        if letter is not None:
            self.events.append(SquareChanged(t_ms=now_ms, sq=sq, p=letter))
        elif self.lie.codes.get(self.fields[field], ".") != ".":
            self.events.append(SquareChanged(t_ms=now_ms, sq=sq, p="."))
        self.fields[field] = piece

    def replay(self, entries: Iterable[Changed | Halted], now_ms: int) -> None:
        """What the board's own log tells, one after the other."""
        for entry in entries:
            if isinstance(entry, Changed):
                self.change(entry.field, entry.piece, now_ms)
            else:
                self.events.extend(self.clock.halted(entry.wing, now_ms))

    def learn(self, now_ms: int, **known: object) -> None:
        info = msgspec.structs.replace(self.info, **known)
        if info != self.info:
            self.info = msgspec.structs.replace(info, t_ms=now_ms)
            self.events.append(self.info)

    def say(self, message: frames.Message, now_ms: int) -> None:
        """A message that is about neither the squares nor the time."""
        match message:
            case frames.ClockAck(auto=True, command=0x08, data=(_, key)) if key in BUTTONS:
                self.events.append(ClockButton(t_ms=now_ms, button=BUTTONS[key]))
            case frames.ClockAck(auto=False, command=0x09, data=(version, _)) if message.ok:
                self.learn(now_ms, clock_version=f"{version >> 4}.{version & 0x0F}")
            case frames.Version(major, minor):
                self.learn(now_ms, version=f"{major}.{minor}")
            case frames.SerialNumber(text) if not self.info.serial:
                self.learn(now_ms, serial=text)
            case frames.LongSerialNumber(text):
                self.learn(now_ms, serial=text)
            case frames.Battery(percent=percent, discharging=True) if percent < LOW_PERCENT:
                self.complain("battery-low", 0, f"the board's battery is at {percent} %: charge it", now_ms)
            case frames.Battery():
                self._strange.discard(("battery-low", 0))
            case frames.Dump50(dark=False, pieces=pieces) if any(pieces):
                text = "pieces stand on the light squares: turn the board by a quarter"
                self.complain("off-board", -1, text, now_ms)
            case _:
                pass

    def complain(self, kind: FaultKind, what: int, text: str, now_ms: int) -> None:
        """A fault that lasts is told once."""
        if (kind, what) not in self._strange:
            self._strange.add((kind, what))
            self.events.append(DeviceFault(t_ms=now_ms, kind=kind, text=text))

    def _relie(self, fields: list[int], now_ms: int) -> bool:
        """Reads turn and codes off a start position, where the settings leave them open. Whether anything changed."""
        seen = start_lie(fields, self.settings.grid)
        if seen is None:
            return False
        turned = seen.turned if self.settings.turned is None else self.settings.turned
        codes = seen.codes if self.settings.old_codes is None else self.lie.codes
        changed = Lie(turned, codes) != self.lie
        self.lie = Lie(turned, codes)
        self.learn(now_ms, turned=turned)
        return changed

    def _letter(self, piece: int, sq: str, now_ms: int) -> str | None:
        letter = self.lie.codes.get(piece)
        if letter is None:
            text = f"the board sees a piece of an unknown kind (code {piece:#04x}) on {sq}: use this game's own pieces"
            self.complain("unknown-piece", piece, text, now_ms)
        return letter
