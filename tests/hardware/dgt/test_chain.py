"""Boards in bus mode: bytes by hand, then a whole chain on a line that is good, bad, or pulled."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from board.events import BoardDumped, SquareChanged
from board.trace import recognize_events
from board.trace_lines import Trace
from clock.events import ClockLinked, Press, Reading
from hardware.dgt import frames
from hardware.dgt.bus import TO_BUS_MODE, BusCodec, BusMessage, Call, Changes, Pong, StartWritten, call, harmful
from hardware.dgt.chain import Chain
from hardware.dgt.reader import DgtSettings
from hardware.dgt.squares import Grid
from hardware.events import ChainOutput, DeviceEvent, DeviceFault
from hardware.virtual.board import VirtualBoard
from hardware.virtual.chain import VirtualChain
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hand import CAREFUL, actions
from hardware.virtual.noise import Noise
from hardware.virtual.play import perform
from rules.errors import SettingsError
from rules.side import Side
from tests.hardware.shown import shown

CALLS = {
    Call.CLOCK: "8108010a",
    Call.BOARD: "8208010b",
    Call.CHANGES: "8308010c",
    Call.REPEAT_CHANGES: "8408010d",
    Call.START_GAME: "8508010e",
    Call.FROM_START: "8608010f",
    Call.PING: "87080110",
    Call.END_BUS: "88080111",
    Call.RESET: "89080112",
    Call.IGNORE_NEXT_PING: "8a080113",
    Call.VERSION: "8b080114",
    Call.BOARD_50_DARK: "8c080115",
    Call.ALL: "8d080116",
}


def test_calls() -> None:
    assert {command: call(command, 1025).hex() for command in Call} == CALLS
    assert call(Call.CLOCK, 0x806).hex() == "81100617"
    assert call(Call.PING, 0).hex() == "87000007"
    assert TO_BUS_MODE.hex() == "4a"
    assert [address for address in range(1, 200) if harmful(address)][:4] == [71, 74, 76, 77]  # 4e 51 53 54 as the sum


@pytest.mark.parametrize(
    ("data", "body"),
    [
        ("87000608011" + "6", Pong()),
        ("8900080801" + "0108" + "23", frames.Version(1, 8)),
        ("8500080801" + "4034" + "0a", Changes(bytes.fromhex("4034"))),
        ("8600080801" + "4034" + "0b", Changes(bytes.fromhex("4034"), whole=True)),
        ("8800060801" + "17", StartWritten()),
        (
            "8a00380801" + "00" * 20 + "04" * 10 + "01" * 20 + "07",
            frames.Dump50(True, bytes(20) + b"\x04" * 10 + b"\x01" * 20),
        ),
        ("87000608011" + "7", None),
        ("8400060801" + "13", None),
    ],
)
def test_answers(data: str, body: object) -> None:
    codec = BusCodec()
    assert codec.feed(bytes.fromhex(data)) == [BusMessage(1025, body)]  # type: ignore[arg-type]
    assert codec.discarded == 0


def test_a_dump_and_a_clock() -> None:
    dump = bytes.fromhex("8300460801") + bytes(64)
    (got,) = BusCodec().feed(dump + bytes([sum(dump) & 0x7F]))
    assert got.body == frames.BoardDump(bytes(64))
    clock = bytes.fromhex("84000d0801" + "20050520050409")
    (read,) = BusCodec().feed(clock + bytes([sum(clock) & 0x7F]))
    assert isinstance(read.body, frames.BwTime)
    assert read.body.left.ms == 304_000


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_noise_ends_where_an_answer_begins(noise: bytes) -> None:
    codec = BusCodec()
    codec.feed(noise)
    assert codec.feed(bytes.fromhex("870006080116"))[-1:] == [BusMessage(1025, Pong())]


ONE, TWO, THREE = 1025, 9431, 77


class Hall:
    """Three boards: Russian, 10x10, and one that nobody serves; and the driver of the chain."""

    def __init__(self, share: float = 0.0, seed: int = 0) -> None:
        self.boards = {
            ONE: VirtualBoard(clock=VirtualClock(600_000, 600_000)),
            TWO: VirtualBoard("draughts-10", clock=VirtualClock(600_000, 600_000), turned=True),
            THREE: VirtualBoard("chess"),
        }
        self.line = VirtualChain(self.boards)
        self.chain = Chain({ONE: DgtSettings(), TWO: DgtSettings(grid=Grid.DRAUGHTS_10)})
        self.noise = Noise(share, seed)
        self.now_ms = 0
        self.plugged = True
        self.wire = bytearray()
        self.events: dict[int, list[DeviceEvent]] = {ONE: [], TWO: []}
        self._hear(self.chain.start(0))

    def _hear(self, out: ChainOutput) -> None:
        for address, event in out.events:
            self.events[address].append(event)
        if out.send and self.plugged:
            self.wire += self.noise.spoil(self.line.receive(self.noise.spoil(out.send), self.now_ms))

    def until(self, now_ms: int) -> None:
        while self.now_ms < now_ms:
            self.now_ms = min(now_ms, self.now_ms + 20)
            if self.wire:  # answers take their time
                data = bytes(self.wire)
                self.wire.clear()
                self._hear(self.chain.receive(data, self.now_ms))
            self._hear(self.chain.tick(self.now_ms))

    def told(self, address: int, kind: type) -> list[DeviceEvent]:
        return [event for event in self.events[address] if isinstance(event, kind)]

    def seen(self, address: int) -> dict[str, str]:
        return shown(self.events[address])

    def play(self, plies: int, seed: int = 1) -> int:
        """Both games at once, each at its own pace."""
        rng, done = Random(seed), 0
        games = {ONE: rules.discipline("russian").start(), TWO: rules.discipline("international").start()}
        self.boards[ONE].start_clock(self.now_ms)
        self.boards[TWO].start_clock(self.now_ms)
        for _ in range(plies):
            for address, position in games.items():
                move, begin_ms = rng.choice(position.legal_moves()), self.now_ms
                for action in actions(position, move, rng):
                    self.until(begin_ms + action.t_ms)
                    perform(action, self.boards[address], self.now_ms)
                games[address] = position.apply(move)
            done += 1
        return done


def test_every_board_of_a_chain_is_followed() -> None:
    hall = Hall()
    hall.until(4_000)
    assert hall.chain.found == {ONE, TWO, THREE}
    plies = hall.play(12)
    hall.until(hall.now_ms + 3_000)
    for address in (ONE, TWO):
        assert hall.seen(address) == hall.boards[address].squares
        presses = [event.by for event in hall.told(address, Press)]
        assert presses == [Side.WHITE, Side.BLACK] * (plies // 2)
        assert len(hall.told(address, BoardDumped)) == 1
        assert hall.told(address, Reading)
        assert hall.told(address, ClockLinked)
        assert not hall.told(address, DeviceFault)
        assert hall.boards[address].eeprom_written == []


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1 << 30))
def test_a_bad_line_invents_nothing(seed: int) -> None:
    """The sum of seven bits lets some damage through; what was told wrong is put right by the next picture."""
    hall = Hall()
    hall.until(3_000)
    hall.noise = Noise(0.002, seed)
    hall.play(3, seed)
    hall.noise = Noise(0)
    hall.until(hall.now_ms + 25_000)
    for address in (ONE, TWO):
        assert hall.seen(address) == hall.boards[address].squares


def test_a_pulled_cable_is_caught_up_with() -> None:
    hall = Hall()
    hall.until(3_000)
    hall.play(2)
    hall.until(hall.now_ms + 2_000)
    before = {address: len(events) for address, events in hall.events.items()}
    hall.plugged = False
    board = hall.boards[ONE]
    piece = board.squares.get("a3", "w")
    board.lift("a3", hall.now_ms)
    hall.until(hall.now_ms + 2_000)
    assert [event.kind for event in hall.told(ONE, DeviceFault)] == ["silent"]  # type: ignore[union-attr]
    board.place("a3", piece, hall.now_ms)
    board.lift("h2", hall.now_ms)
    hall.plugged = True
    hall.until(hall.now_ms + 25_000)
    news = [event for event in hall.events[ONE][before[ONE] :] if isinstance(event, BoardDumped | SquareChanged)]
    assert [getattr(event, "sq", "dump") for event in news] == ["dump", "a3", "a3", "h2"]
    assert hall.seen(ONE) == board.squares


class Line:
    """A chain of one board whose answers are written by hand."""

    def __init__(self, address: int = ONE) -> None:
        self.address = address
        self.chain = Chain({address: DgtSettings()})
        self.chain.start(0)
        self.sent, self.told, self.now_ms = b"", [], 0
        self.tick(100)
        assert self.sent == bytes.fromhex("87000007")
        self.answer(0x87)
        self.tick(1_400)

    def tick(self, now_ms: int) -> None:
        self.now_ms = now_ms
        self._take(self.chain.tick(now_ms))

    def answer(self, ident: int, data: str = "") -> None:
        length = len(data) // 2 + 6
        head = bytes([ident, length >> 7, length & 0x7F, self.address >> 7, self.address & 0x7F])
        message = head + bytes.fromhex(data)
        self._take(self.chain.receive(message + bytes([sum(message) & 0x7F]), self.now_ms))

    def _take(self, out: ChainOutput) -> None:
        self.sent = out.send or self.sent
        self.told += [event for _, event in out.events]

    @property
    def asked(self) -> Call:
        return Call(self.sent[0])

    def begin(self) -> None:
        """Everything up to the first ordinary turn; the clock runs, with White's lever high."""
        for call_, ident, data in (
            (Call.CHANGES, 0x85, ""),
            (Call.VERSION, 0x89, "0108"),
            (Call.BOARD, 0x83, START),
            (Call.CLOCK, 0x84, "00050000050009"),
        ):
            assert self.asked is call_
            self.answer(ident, data)
        self.tick(self.now_ms + 50)
        self.told.clear()

    def news(self) -> list[object]:
        """Squares, presses, and whose time runs."""
        told, self.told = self.told, []
        names = {SquareChanged: "sq", Press: "by", Reading: "running"}
        return [getattr(event, names[type(event)]) for event in told if type(event) in names]


START = (("00040004000400040400040004000400" + "0004000400040004") + "00" * 16) + (
    "0100010001000100" + "0001000100010001" + "0100010001000100"
)


def test_a_press_never_comes_before_its_move() -> None:
    """The clock was pressed between the answer that tells the changes and the one that tells the time."""
    line = Line()
    line.begin()
    assert line.asked is Call.CHANGES
    line.answer(0x85, "402a")
    assert line.asked is Call.CLOCK
    line.answer(0x84, "00050000045913")  # the lever lies on the other side, and the log has not told why
    assert line.news() == []
    assert line.asked is Call.CHANGES
    line.answer(0x85, "4123" + "700459")
    assert line.asked is Call.CLOCK
    line.answer(0x84, "00050000045913")
    assert line.news() == ["c3", "d4", Side.WHITE, Side.BLACK]


def test_a_clock_that_was_stopped_was_not_pressed() -> None:
    line = Line()
    line.begin()
    line.answer(0x85, "700459")
    line.answer(0x84, "00050000045908")
    assert line.news() == [None]


def test_a_press_that_no_log_tells_is_believed_in_the_end() -> None:
    line = Line()
    line.begin()
    for _ in range(4):
        line.answer(0x85)
        line.answer(0x84, "00050000045913")
    assert line.news() == [Side.WHITE, Side.BLACK]


@pytest.mark.parametrize(
    ("seed", "rests_ms"),
    [(1, (200, 1_500)), (29, (200, 1_500)), (32, (200, 1_500)), (39, (200, 1_500)), (5, (0, 100)), (38, (0, 100))],
)
def test_a_line_that_stalls_loses_no_ply_and_invents_none(seed: int, rests_ms: tuple[int, int]) -> None:
    """Answers come late, and late ones all at once, as from a computer that has no time: for up to two seconds."""
    rng = Random(seed)
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    line, chain = VirtualChain({ONE: board}), Chain({ONE: DgtSettings()})
    calls: list[tuple[int, bytes]] = []
    answers: list[tuple[int, bytes]] = []
    told: list[DeviceEvent] = []
    free_ms = 0

    def hear(out: ChainOutput, now_ms: int) -> None:
        told.extend(event for _, event in out.events)
        if out.send:
            calls.append((max(now_ms, free_ms) + 10, out.send))

    hear(chain.start(0), 0)
    position, plies = rules.discipline("russian").start(), 0
    steps: list[tuple[int, object]] = []
    at_ms = 6_000
    for _ in range(10):
        move = rng.choice(position.legal_moves())
        for action in actions(position, move, rng, CAREFUL):
            steps.append((at_ms + action.t_ms, action))
        at_ms = steps[-1][0] + rng.choice(rests_ms)
        position, plies = position.apply(move), plies + 1
    for now_ms in range(0, at_ms + 15_000, 25):
        if now_ms == 5_000:
            board.start_clock(now_ms)
        if now_ms > 5_500 and rng.random() < 0.02:
            free_ms = now_ms + rng.choice((300, 900, 2_000))
        while steps and steps[0][0] <= now_ms:
            perform(steps.pop(0)[1], board, now_ms)  # type: ignore[arg-type]
        if now_ms < free_ms:
            hear(chain.tick(now_ms), now_ms) if now_ms % 50 == 0 else None
            continue
        while calls and calls[0][0] <= now_ms:
            answer = line.receive(calls.pop(0)[1], now_ms)
            if answer:
                answers.append((now_ms + 10, answer))
        while answers and answers[0][0] <= now_ms:
            hear(chain.receive(answers.pop(0)[1], now_ms), now_ms)
        if now_ms % 50 == 0:
            hear(chain.tick(now_ms), now_ms)
    assert [event.by for event in told if isinstance(event, Press)] == [Side.WHITE, Side.BLACK] * (plies // 2)
    assert shown(told) == board.squares
    replayed = [event for event in told if isinstance(event, BoardDumped | SquareChanged | Press)]
    game = rules.discipline("russian")
    trace = Trace(discipline=game, sensor="piece", start=game.start(), events=tuple(replayed))
    assert recognize_events(trace)["position"] == position.fen()


def test_two_plies_between_two_turns_come_in_their_order() -> None:
    line = Line()
    line.begin()
    line.answer(0x85, "402a4123700459" + "4015" + "441e" + "600458")
    line.answer(0x84, "00045800045909")
    assert line.news() == ["c3", "d4", Side.WHITE, "f6", "g5", Side.BLACK, Side.WHITE]


def test_what_is_told_twice_happened_once() -> None:
    """Answers come late: they were asked for again meanwhile, and the board repeats itself."""
    line = Line()
    line.begin()
    line.tick(line.now_ms + 300)
    assert line.asked is Call.REPEAT_CHANGES
    line.answer(0x85, "402a412a")
    assert line.asked is Call.CLOCK
    line.answer(0x85, "402a412a")
    line.answer(0x84, "00050000045909")
    assert line.news() == ["c3", "c3", Side.WHITE]
    line.tick(line.now_ms + 50)
    line.answer(0x85, "402a412a")  # asked for and told: the piece was lifted once more
    line.answer(0x84, "00050000045909")
    assert line.news() == ["c3", "c3", Side.WHITE]


def test_a_chain_that_a_program_took_out_of_bus_mode_is_taken_back() -> None:
    hall = Hall()
    hall.line.receive(b"\x40", 0)
    assert hall.line.single == {ONE, TWO, THREE}
    hall.until(4_000)
    assert hall.line.single == set()
    assert hall.seen(ONE) == hall.boards[ONE].squares


def test_no_board_is_sent_what_it_never_forgets() -> None:
    """An address may hold such a byte. Until the board has answered in bus mode it is called with all the others."""
    address = 0x4E
    chain = Chain({address: DgtSettings()})
    sent = chain.start(0).send + b"".join(chain.tick(ms).send for ms in range(0, 40_000, 20))
    assert sent.count(bytes.fromhex("87000007")) > 3
    assert not {0x4E, 0x51, 0x53, 0x54} & set(sent)


def test_boards_join_and_leave_a_line_that_is_open() -> None:
    hall = Hall()
    hall.until(3_000)
    hall.events[THREE] = []
    hall.chain.leave(TWO)
    hall.chain.join(THREE, DgtSettings(grid=Grid.CHESS))
    hall.until(4_000)
    assert hall.seen(THREE) == hall.boards[THREE].squares
    before = len(hall.events[TWO])
    hall.boards[TWO].lift("31", hall.now_ms)
    hall.until(5_000)
    assert len(hall.events[TWO]) == before
    with pytest.raises(SettingsError, match="16383"):
        hall.chain.join(16_384, DgtSettings())


def test_a_board_that_is_away_stops_no_other() -> None:
    hall = Hall()
    hall.until(3_000)
    hall.line.away.add(TWO)
    hall.until(6_000)
    assert hall.told(TWO, DeviceFault)
    hall.boards[ONE].lift("c3", hall.now_ms)
    hall.until(hall.now_ms + 500)
    assert "c3" not in hall.seen(ONE)
    hall.line.away.clear()
    hall.boards[TWO].lift("31", hall.now_ms)
    hall.until(hall.now_ms + 15_000)
    assert "31" not in hall.seen(TWO)


def test_what_a_board_had_to_tell_before_anyone_asked_is_nobodys_business() -> None:
    hall = Hall()
    hall.boards[ONE].lift("c3", 0)
    hall.boards[ONE].place("c3", "w", 0)
    hall.until(4_000)
    assert not hall.told(ONE, SquareChanged)
    assert hall.seen(ONE) == hall.boards[ONE].squares
