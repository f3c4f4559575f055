"""The session of a chain: DGT boards on one line in bus mode, asked one after the other. No line, no clock, no thread.

One board is asked one thing at a time. What changed on it comes from its own log, so that nothing is lost between two
turns however long the chain is; an answer that came damaged is asked for again, the changes by the call that repeats
them.
"""

from collections import deque
from collections.abc import Mapping

import msgspec

from hardware.dgt import frames
from hardware.dgt.bus import EVERY_BOARD, BusCodec, BusMessage, Call, Changes, call
from hardware.dgt.log import Changed, Halted, parse
from hardware.dgt.reader import BoardReader, DgtSettings
from hardware.events import DeviceEvent, DeviceFault

ANSWER_MS = 80
PING_MS = 1_200
ATTEMPTS = 3
FULL_MS = 10_000
"""So often the whole board is read, and a board that is away is looked for."""


class ChainOutput(msgspec.Struct, frozen=True, kw_only=True):
    """See `hardware.events.Output`; each event belongs to the board at an address."""

    send: bytes = b""
    events: tuple[tuple[int, DeviceEvent], ...] = ()


class _Board:
    def __init__(self, address: int, settings: DgtSettings) -> None:
        self.address = address
        self.reader = BoardReader(settings)
        self.reader.learn(0, serial=f"{address:05}")
        self.reader.events.clear()
        self.silent = False
        self.full_ms = 0
        self.mismatches = 0
        self.held: list[Changed | Halted] = []


class Chain:
    """``boards`` are the settings of the boards that are served, by address; ``found`` grows with every board that
    answers a ping, served or not. An address is the last digits of the serial number, five figures of it."""

    def __init__(self, boards: Mapping[int, DgtSettings]) -> None:
        self._codec = BusCodec()
        self._boards = {address: _Board(address, settings) for address, settings in boards.items()}
        self.found: set[int] = set()
        self._calls: deque[tuple[Call, int]] = deque()
        self._asked: tuple[Call, int] | None = None
        self._tries = 0
        self._deadline_ms = 0
        self._send = bytearray()

    def start(self, now_ms: int) -> ChainOutput:
        """The line is open: look who is there."""
        self._codec, self._asked = BusCodec(), None
        self._calls = deque([(Call.PING, EVERY_BOARD)])
        for board in self._boards.values():
            board.reader.fresh, board.silent = True, False
            board.full_ms = now_ms
        self._advance(now_ms)
        return self._out()

    def receive(self, data: bytes, now_ms: int) -> ChainOutput:
        for message in self._codec.feed(data):
            self._take(message, now_ms)
        return self._out()

    def tick(self, now_ms: int) -> ChainOutput:
        """To be called every 20 ms or so: a turn of the chain takes as long as its ticks."""
        if self._asked is not None and now_ms >= self._deadline_ms:
            self._unanswered(now_ms)
        self._advance(now_ms)
        return self._out()

    # -- asking --------------------------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        if self._asked is not None:
            return
        if not self._calls:
            self._next_turn(now_ms)
        if self._calls:
            self._ask(*self._calls.popleft(), now_ms)

    def _ask(self, command: Call, address: int, now_ms: int, tries: int = 1) -> None:
        self._asked, self._tries = (command, address), tries
        self._deadline_ms = now_ms + (PING_MS if address == EVERY_BOARD else ANSWER_MS + _wire_ms(command))
        self._send += call(command, address)

    def _next_turn(self, now_ms: int) -> None:
        """Every board once: its changes and its clock; now and then all of it."""
        for address, board in self._boards.items():
            if board.silent:
                if now_ms >= board.full_ms:
                    board.full_ms = now_ms + FULL_MS
                    self._calls.append((Call.PING, address))
                continue
            self._calls.append((Call.CHANGES, address))
            if board.reader.fresh or now_ms >= board.full_ms:
                if not board.reader.info.version:
                    self._calls.append((Call.VERSION, address))
                self._calls.append((Call.BOARD, address))
                board.full_ms = now_ms + FULL_MS
            self._calls.append((Call.CLOCK, address))

    def _unanswered(self, now_ms: int) -> None:
        command, address = self._asked or (Call.PING, EVERY_BOARD)
        self._asked = None
        board = self._boards.get(address)
        if board is None:
            return
        if self._tries < ATTEMPTS:
            # Changes that were sent and lost on the way are not sent again as changes.
            again = Call.REPEAT_CHANGES if command is Call.CHANGES else command
            self._ask(again, address, now_ms, self._tries + 1)
            return
        self._calls = deque(one for one in self._calls if one[1] != address)
        if not board.silent:
            board.silent, board.full_ms = True, now_ms + FULL_MS
            text = f"board {address:05} of the chain does not answer: check its cable and power"
            board.reader.events.append(DeviceFault(t_ms=now_ms, kind="silent", text=text))

    # -- hearing -------------------------------------------------------------------------------------------------

    def _take(self, message: BusMessage, now_ms: int) -> None:
        board = self._boards.get(message.address)
        if message.body is not None:
            self.found.add(message.address)
        asked = self._asked is not None and self._asked[1] == message.address
        if message.body is None:
            if asked:
                self._unanswered(now_ms)
            return
        if board is not None:
            if board.silent:
                board.silent, board.reader.fresh = False, True
            self._understand(board, message, now_ms)
        if asked:
            self._asked = None
            self._advance(now_ms)

    def _understand(self, board: _Board, message: BusMessage, now_ms: int) -> None:
        reader, body = board.reader, message.body
        if isinstance(body, Changes):
            entries = [entry for entry in parse(body.raw) if isinstance(entry, Changed | Halted)]
            if reader.fresh:
                board.held += entries
            else:
                reader.replay(entries, now_ms)
        elif isinstance(body, frames.BwTime):
            if not reader.fresh:
                reader.events.extend(reader.clock.read(body, now_ms) or ())
        elif isinstance(body, frames.Message):
            fields = reader.whole(body)
            if fields is None:
                reader.say(body, now_ms)
            elif reader.fits(fields, now_ms):
                self._shown(board, fields, now_ms)

    def _shown(self, board: _Board, fields: list[int], now_ms: int) -> None:
        """The whole board. What it had to tell from before the first picture of all is nobody's business; after a
        gap it is told if it leads from the board as it was known to the one that is shown."""
        reader, held = board.reader, board.held
        board.held = []
        if reader.fresh and held and reader.fields is not None and _after(reader.known, held) == fields:
            reader.tell(now_ms)
            reader.fresh = False
            reader.replay(held, now_ms)
        elif not reader.fresh and fields != reader.known and board.mismatches < ATTEMPTS:
            # Something changed between the two answers: its changes come first, the picture once more.
            board.mismatches += 1
            self._calls.extendleft(((Call.BOARD, board.address), (Call.CHANGES, board.address)))
            return
        board.mismatches = 0
        reader.dump(fields, now_ms)

    def _out(self) -> ChainOutput:
        events = tuple((board.address, event) for board in self._boards.values() for event in board.reader.events)
        for board in self._boards.values():
            board.reader.events.clear()
        output = ChainOutput(send=bytes(self._send), events=events)
        self._send.clear()
        return output


def _after(fields: list[int], entries: list[Changed | Halted]) -> list[int]:
    after = list(fields)
    for entry in entries:
        if isinstance(entry, Changed) and entry.field < len(after):
            after[entry.field] = entry.piece
    return after


def _wire_ms(command: Call) -> int:
    """How long the answer may take on the wire at 9600 baud: a whole board, or many changes after a pause."""
    return {Call.BOARD: 120, Call.CHANGES: 500, Call.REPEAT_CHANGES: 500, Call.FROM_START: 8_500}.get(command, 20)
