"""The session of a chain: DGT boards on one line in bus mode, asked one after the other. No line, no clock, no thread.

One board is asked one thing at a time. What changed on it comes from its own log, so that nothing is lost between two
turns however long the chain is; an answer that came damaged is asked for again, the changes by the call that repeats
them. The clock is asked after the changes and says how far they may be told: a press never comes before its move, and
a clock that was only stopped is no press.
"""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from hardware.dgt import frames
from hardware.dgt.bus import (
    EVERY_BOARD,
    HIGHEST,
    TO_BUS_MODE,
    BusBody,
    BusCodec,
    BusMessage,
    Call,
    Changes,
    Pong,
    call,
    harmful,
)
from hardware.dgt.log import Changed, Halted, parse
from hardware.dgt.reader import BoardReader, DgtSettings
from hardware.events import ChainOutput, DeviceFault
from hardware.wing import Wing
from rules.errors import SettingsError

KIND = "dgt-chain"
SETTLE_MS = 100
"""A board that was in single mode needs a moment to be in bus mode."""

ANSWER_MS = 250
"""How long a board may be silent before it answers, and between two bytes of an answer."""

PING_MS = 1_200
ATTEMPTS = 3
BUSY = 10
"""So often a board that came back is read anew, until its changes lead to what it shows."""

FULL_MS = 10_000
"""So often the whole board is read."""

SOON_MS, LOOK_MS = 1_000, 5_000
"""When a board that was lost is looked for, at first and then again and again."""

TURN_MS = 20
"""The least time between two turns of the chain."""

ANSWERS: Mapping[Call, type[BusBody]] = {
    Call.PING: Pong,
    Call.CLOCK: frames.BwTime,
    Call.BOARD: frames.BoardDump,
    Call.CHANGES: Changes,
    Call.REPEAT_CHANGES: Changes,
    Call.VERSION: frames.Version,
}
"""What each call that a chain makes is answered by."""


class _Board:
    def __init__(self, address: int, settings: DgtSettings) -> None:
        self.address = address
        self.reader = BoardReader(settings)
        self.reader.info = msgspec.structs.replace(self.reader.info, kind=KIND, serial=f"{address:05}")
        self.there = self.silent = False
        self.due_ms = 0
        self.mismatches = self.untimely = 0
        self.picture: list[int] = []
        self.waiting: list[Changed | Halted] = []
        self.told, self.owed = b"", 0


class Chain:
    """``boards`` are the settings of the boards that are served, by address; ``found`` are all boards that answered
    since the line was opened, served or not. An address is the last digits of the serial number.

    Until a board has answered a ping it is sent nothing else: one that is not in bus mode might obey a byte of it.
    """

    def __init__(self, boards: Mapping[int, DgtSettings] | None = None) -> None:
        self._codec = BusCodec()
        self._boards: dict[int, _Board] = {}
        self.found: set[int] = set()
        self._heard: set[int] = set()
        self._calls: deque[tuple[Call, int]] = deque()
        self._asked: tuple[Call, int] | None = None
        self._tries = 0
        self._deadline_ms = self._turn_ms = self._settled_ms = 0
        self._started = False
        self._send = bytearray()
        for address, settings in (boards or {}).items():
            self.join(address, settings)

    # -- who is served -------------------------------------------------------------------------------------------

    def join(self, address: int, settings: DgtSettings) -> None:
        """Serve the board at ``address`` from now on; one that is served already begins anew. `SettingsError` for an
        address that no board can have."""
        if not 0 < address <= HIGHEST:
            raise SettingsError((f"bus address {address}: expected a number from 1 to {HIGHEST}",))
        self._boards[address] = board = _Board(address, settings)
        if address in self.found:
            self._appear(board, 0)

    def leave(self, address: int) -> None:
        """Serve this board no more."""
        self._boards.pop(address, None)
        self._calls = deque(one for one in self._calls if one[1] != address)
        if self._asked is not None and self._asked[1] == address:
            self._tries = ATTEMPTS

    def assume_start(self) -> None:
        """Take every board to show the start position until a dump says otherwise: for bytes that were stored."""
        for board in self._boards.values():
            board.reader.assume_start()

    # -- the door ------------------------------------------------------------------------------------------------

    def start(self, now_ms: int) -> ChainOutput:
        """The line is open: look who is there."""
        self._codec, self._asked, self._started = BusCodec(), None, True
        self.found.clear()
        self._calls = deque([(Call.PING, EVERY_BOARD)])
        self._to_bus_mode(now_ms)
        for board in self._boards.values():
            board.there, board.silent, board.due_ms, board.owed = False, False, now_ms, 0
        return self._out()

    def receive(self, data: bytes, now_ms: int) -> ChainOutput:
        if data and self._asked is not None:
            self._deadline_ms = max(self._deadline_ms, now_ms + ANSWER_MS)
        for message in self._codec.feed(data):
            self._take(message, now_ms)
        return self._out()

    def tick(self, now_ms: int) -> ChainOutput:
        """To be called every 50 ms or more often."""
        if self._asked is not None and now_ms >= self._deadline_ms:
            self._unanswered(now_ms)
        self._advance(now_ms)
        return self._out()

    def _to_bus_mode(self, now_ms: int) -> None:
        self._send += TO_BUS_MODE
        self._settled_ms = now_ms + SETTLE_MS

    # -- asking --------------------------------------------------------------------------------------------------

    def _advance(self, now_ms: int) -> None:
        if self._asked is not None or now_ms < self._settled_ms:
            return
        if not self._calls and now_ms >= self._turn_ms:
            self._next_turn(now_ms)
            self._turn_ms = now_ms + TURN_MS
        if self._calls:
            self._ask(*self._calls.popleft(), now_ms)

    def _ask(self, command: Call, address: int, now_ms: int, tries: int = 1) -> None:
        self._asked, self._tries = (command, address), tries
        self._deadline_ms = now_ms + (PING_MS if address == EVERY_BOARD else ANSWER_MS)
        self._send += call(command, address)

    def _next_turn(self, now_ms: int) -> None:
        """Every board once: its changes and its clock; now and then all of it."""
        for address, board in self._boards.items():
            due = now_ms >= board.due_ms
            if not board.there:
                if due:
                    board.due_ms = now_ms + LOOK_MS
                    self._calls.append((Call.PING, EVERY_BOARD if harmful(address) else address))
            elif board.reader.fresh:
                board.due_ms = now_ms + FULL_MS
                version = [] if board.reader.info.version else [Call.VERSION]
                self._calls.extend((each, address) for each in (Call.CHANGES, *version, Call.BOARD, Call.CLOCK))
            else:
                whole = [Call.BOARD] if due else []
                board.due_ms = now_ms + FULL_MS if due else board.due_ms
                self._calls.extend((each, address) for each in (Call.CHANGES, Call.CLOCK, *whole))

    def _again(self, board: _Board, *what: Call) -> None:
        """Ask this board next, once more: something happened between two of its answers."""
        self._calls.extendleft((each, board.address) for each in reversed((Call.CHANGES, Call.CLOCK, *what)))

    def _unanswered(self, now_ms: int) -> None:
        command, address = self._asked or (Call.PING, EVERY_BOARD)
        self._asked = None
        if address == EVERY_BOARD:
            for board in self._boards.values():
                if not board.there:
                    self._missing(board, now_ms)
            return
        if address in self._boards and command in (Call.CHANGES, Call.REPEAT_CHANGES):
            self._boards[address].owed += 1
        if self._tries < ATTEMPTS and command is not Call.PING:
            # Changes that were sent and lost on the way are not sent again as changes.
            again = Call.REPEAT_CHANGES if command is Call.CHANGES else command
            self._ask(again, address, now_ms, self._tries + 1)
            return
        if address in self._boards:
            self._missing(self._boards[address], now_ms)

    def _missing(self, board: _Board, now_ms: int) -> None:
        self._calls = deque(one for one in self._calls if one[1] != board.address)
        if board.there or not board.silent:
            board.due_ms = now_ms + SOON_MS
        board.there = False
        self.found.discard(board.address)
        self._to_bus_mode(now_ms)
        if not board.silent:
            board.silent = True
            text = f"board {board.address:05} of the chain does not answer: check its cable, power and address"
            board.reader.events.append(DeviceFault(t_ms=now_ms, kind="silent", text=text))

    # -- hearing -------------------------------------------------------------------------------------------------

    def _take(self, message: BusMessage, now_ms: int) -> None:
        command, address = self._asked or (None, None)
        if message.body is None:
            if address == message.address:
                self._unanswered(now_ms)
            return
        # What was asked for again may come twice; the second one is no answer to anything.
        answers = command is not None and address == message.address and isinstance(message.body, ANSWERS[command])
        self.found.add(message.address)
        board = self._boards.get(message.address)
        if board is not None:
            if not isinstance(message.body, Pong):  # that it is there says nothing of what stands on it
                self._heard.add(message.address)
            if not board.there:
                self._appear(board, now_ms)
            if isinstance(message.body, Changes):
                self._changed(board, message.body.raw, asked=answers and command is Call.CHANGES)
            elif answers or command is None:
                self._understand(board, message.body, now_ms)
        if answers:
            self._asked = None
            self._advance(now_ms)

    def _appear(self, board: _Board, now_ms: int) -> None:
        """The board is there, again or for the first time: what it shows is read anew. Stored bytes go on instead."""
        board.there, board.silent = True, False
        board.reader.fresh = self._started or board.reader.fresh
        board.reader.events.append(msgspec.structs.replace(board.reader.info, t_ms=now_ms))

    def _changed(self, board: _Board, raw: bytes, *, asked: bool) -> None:
        """A board tells its changes once. The same again is a repetition where it was not ``asked`` now, or where calls
        before stayed without an answer: theirs may be the one that comes."""
        owed, board.owed = board.owed, max(0, board.owed - 1)
        if raw != board.told or (asked and not owed):
            board.waiting += [entry for entry in parse(raw) if isinstance(entry, Changed | Halted)]
        board.told = raw

    def _understand(self, board: _Board, body: BusBody, now_ms: int) -> None:
        reader = board.reader
        if isinstance(body, frames.BwTime):
            if not reader.fresh:
                self._timed(board, body, now_ms)
        elif isinstance(body, frames.Message):
            fields = reader.whole(body)
            if fields is None:
                reader.say(body, now_ms)
            elif reader.fits(fields, now_ms):
                self._shown(board, fields, now_ms)

    def _timed(self, board: _Board, frame: frames.BwTime, now_ms: int) -> None:
        """The clock, and with it the changes that were told before it."""
        clock, entries = board.reader.clock, board.waiting
        if frame.connected and clock.high is not None and _lever(clock.high, entries) is not frame.high:
            unstopped = _without_last_halt(entries)
            if not frame.running and _lever(clock.high, unstopped) is frame.high:
                entries = unstopped
            elif frame.running and len(unstopped) < len(entries):
                # Pressed again since: the log has told all that came before, and the clock is asked once more.
                board.untimely, board.waiting = 0, []
                board.reader.replay(entries, now_ms)
                self._again(board)
                return
            elif board.untimely < ATTEMPTS:
                board.untimely += 1
                self._again(board)
                return
        board.untimely, board.waiting = 0, []
        board.reader.replay(entries, now_ms)
        board.reader.events.extend(clock.read(frame, now_ms) or ())

    def _shown(self, board: _Board, fields: list[int], now_ms: int) -> None:
        """The whole board. What it had to tell from before the first picture of all is nobody's business; after a
        gap it is told if it leads from the board as it was known to the one that is shown."""
        reader, held = board.reader, board.waiting
        leads = _after(reader.known, held) == fields
        again = fields == board.picture
        board.picture = fields
        if reader.fresh:
            if reader.fields is not None and not leads and board.mismatches < BUSY:
                # Something changed between the two answers: its changes come first, the picture once more.
                board.mismatches += 1
                self._calls.extendleft(((Call.BOARD, board.address), (Call.CHANGES, board.address)))
                return
            board.waiting = []
            if reader.fields is not None and leads and held:
                reader.tell(now_ms)
                reader.fresh = False
                reader.replay(held, now_ms)
        elif held or (not leads and not again):
            # Believed against the changes only when it is the same twice, and they say nothing of it.
            board.mismatches += 1
            if board.mismatches < ATTEMPTS:
                self._again(board, Call.BOARD)
            else:
                board.mismatches = 0  # people move faster than it can be read: at another time
            return
        board.mismatches = 0
        reader.dump(fields, now_ms)

    def _out(self) -> ChainOutput:
        events = tuple((board.address, event) for board in self._boards.values() for event in board.reader.events)
        for board in self._boards.values():
            board.reader.events.clear()
        output = ChainOutput(send=bytes(self._send), events=events, heard=frozenset(self._heard))
        self._send.clear()
        self._heard.clear()
        return output


def _lever(high: Wing, entries: Sequence[Changed | Halted]) -> Wing:
    """The side whose lever is high after ``entries``: a press is the halt of the side that had it high."""
    for entry in entries:
        if isinstance(entry, Halted) and entry.wing is high:
            high = high.other
    return high


def _without_last_halt(entries: Sequence[Changed | Halted]) -> list[Changed | Halted]:
    """The clock stands: its last halt was a stop, not a press."""
    last = max((place for place, entry in enumerate(entries) if isinstance(entry, Halted)), default=None)
    return [entry for place, entry in enumerate(entries) if place != last]


def _after(fields: list[int], entries: list[Changed | Halted]) -> list[int]:
    after = list(fields)
    for entry in entries:
        if isinstance(entry, Changed) and entry.field < len(after):
            after[entry.field] = entry.piece
    return after
