"""The driver and the virtual board talking to each other in memory."""

from collections.abc import Iterator
from random import Random

import pytest

import rules
from board.events import BoardDumped, SquareChanged
from clock.events import ClockLinked, Press, Reading
from hardware.dgt.commands import ScanMode
from hardware.dgt.driver import DgtSession
from hardware.dgt.reader import DgtSettings
from hardware.dgt.squares import Grid
from hardware.events import ClockSet, DeviceEvent, DeviceFault, DeviceInfo, Output
from hardware.virtual.board import VirtualBoard
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hand import actions
from hardware.virtual.play import perform
from hardware.wing import Wing
from rules.errors import DeviceError
from rules.side import Side
from tests.hardware.shown import shown


class Pair:
    """A board and its driver on a cable that can be pulled; time passes in steps of 20 ms."""

    def __init__(self, board: VirtualBoard, settings: DgtSettings) -> None:
        self.board, self.session = board, DgtSession(settings)
        self.now_ms = 0
        self.events: list[DeviceEvent] = []
        self.plugged = True
        self._hear(self.session.start(0))

    def _hear(self, out: Output) -> None:
        self.events += out.events
        if out.send and self.plugged:
            self.say(self.board.receive(out.send, self.now_ms))

    def say(self, data: bytes) -> None:
        if data and self.plugged:
            self._hear(self.session.receive(data, self.now_ms))

    def until(self, now_ms: int) -> None:
        while self.now_ms < now_ms:
            self.now_ms = min(now_ms, self.now_ms + 20)
            self.say(self.board.tick(self.now_ms))
            self._hear(self.session.tick(self.now_ms))

    def replug(self) -> None:
        self.plugged = True
        self.board.power_cycle()
        self._hear(self.session.start(self.now_ms))

    def seen(self) -> dict[str, str]:
        """The board as the events tell it."""
        return shown(self.events)

    def play(self, discipline: str, plies: int, seed: int) -> Iterator[Side]:
        """A game by the hand; gives the side after each press."""
        rng = Random(seed)
        position = rules.discipline(discipline).start()
        for _ in range(plies):
            legal = position.legal_moves()
            if not legal:
                return
            move = rng.choice(legal)
            begin_ms = self.now_ms
            for action in actions(position, move, rng):
                self.until(begin_ms + action.t_ms)
                self.say(perform(action, self.board, self.now_ms))
            position = position.apply(move)
            self.until(self.now_ms + 400)
            assert self.seen() == position.pieces()
            yield position.side.other


CASES = [
    ("russian", Grid.DRAUGHTS_8, False, False, Wing.LEFT),
    ("russian", Grid.DRAUGHTS_8, True, True, Wing.RIGHT),
    ("international", Grid.DRAUGHTS_10, True, False, Wing.LEFT),
    ("international", Grid.DRAUGHTS_10, False, True, Wing.RIGHT),
]


class SlowPair(Pair):
    """The same on a line that takes a step's time each way, as a dump does at 9600 baud."""

    def __init__(self, board: VirtualBoard, settings: DgtSettings) -> None:
        self.asked, self.told = b"", b""
        super().__init__(board, settings)

    def _hear(self, out: Output) -> None:
        self.events += out.events
        self.asked += out.send

    def say(self, data: bytes) -> None:
        self.told += data

    def until(self, now_ms: int) -> None:
        while self.now_ms < now_ms:
            self.now_ms += 20
            asked, told, self.asked, self.told = self.asked, self.told, b"", b""
            self.say(self.board.receive(asked, self.now_ms) + self.board.tick(self.now_ms))
            self._hear(self.session.receive(told, self.now_ms))
            self._hear(self.session.tick(self.now_ms))


@pytest.mark.parametrize("nice", [True, False])
@pytest.mark.parametrize("found_again", [False, True])
def test_what_changes_while_a_board_is_found_is_not_lost(nice: bool, found_again: bool) -> None:
    """A table computer that starts in the middle of a move: whenever the hand lifts, places and takes away, the board
    is known right once it has been asked."""
    for first_ms in range(0, 1_200, 20):
        pair = SlowPair(VirtualBoard(), DgtSettings(nice=nice, poll_ms=100_000, recover=False))
        if found_again:
            pair.until(3_000)
            pair.replug()
        begin_ms = pair.now_ms
        pair.until(begin_ms + first_ms)
        for sq, piece in (("c3", ""), ("d4", "w"), ("h8", "")):
            pair.say(pair.board.place(sq, piece, pair.now_ms) if piece else pair.board.lift(sq, pair.now_ms))
            pair.until(pair.now_ms + 40)
        pair.until(begin_ms + 3_000)
        assert pair.seen() == pair.board.squares, first_ms


@pytest.mark.parametrize("scan_ms", [0, 200])
@pytest.mark.parametrize(("discipline", "grid", "turned", "old", "white"), CASES)
def test_whole_games_come_through(
    discipline: str, grid: Grid, turned: bool, old: bool, white: Wing, scan_ms: int
) -> None:
    board = VirtualBoard(
        grid.value,
        clock=VirtualClock(3_600_000, 3_600_000, increment_ms=5_000),
        turned=turned,
        old_codes=old,
        white_left=white is Wing.LEFT,
        scan_ms=scan_ms,
        scan_backwards=turned,
    )
    pair = Pair(board, DgtSettings(grid=grid, white_clock=white))
    pair.until(3_000)
    pair.say(board.start_clock(pair.now_ms))
    movers = list(pair.play(discipline, 60, seed=7))
    assert len(movers) > 30
    assert [event.by for event in pair.events if isinstance(event, Press)] == movers
    assert not [event for event in pair.events if isinstance(event, DeviceFault)]
    readings = [event for event in pair.events if isinstance(event, Reading)]
    shown = board.clock.seconds(Side.WHITE)
    assert shown <= readings[-1].white_ms // 1000 <= shown + (1 if scan_ms else 0)
    assert readings[-1].running is board.clock.runs
    assert board.eeprom_written == []


def test_the_same_seed_gives_the_same_events() -> None:
    def run() -> list[DeviceEvent]:
        pair = Pair(VirtualBoard(clock=VirtualClock(600_000, 600_000)), DgtSettings())
        pair.until(2_000)
        pair.say(pair.board.start_clock(pair.now_ms))
        list(pair.play("russian", 12, seed=3))
        return pair.events

    assert run() == run()


def test_start_up_reads_everything() -> None:
    pair = Pair(VirtualBoard(turned=True), DgtSettings())
    pair.until(2_000)
    infos = [event for event in pair.events if isinstance(event, DeviceInfo)]
    assert (infos[-1].serial, infos[-1].version, infos[-1].clock_version) == ("3000123946", "1.8", "2.2")
    assert infos[-1].turned
    assert [event.linked for event in pair.events if isinstance(event, ClockLinked)] == [True]


def test_a_pulled_cable_neither_invents_nor_loses_a_move() -> None:
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    pair = Pair(board, DgtSettings())
    pair.until(2_000)
    pair.say(board.start_clock(pair.now_ms))
    pair.until(3_000)
    pair.plugged = False
    board.lift("c3", 3_000)
    board.place("d4", "w", 3_000)
    board.press(Side.WHITE, 3_000)
    pair.until(6_000)
    before = len(pair.events)
    pair.replug()
    pair.until(9_000)
    news = [event for event in pair.events[before:] if not isinstance(event, DeviceInfo)]
    assert isinstance(news[0], BoardDumped)
    assert [event.by for event in news if isinstance(event, Press)] == [Side.WHITE]
    assert pair.seen() == board.squares
    before = len(pair.events)
    pair.plugged = False
    pair.until(10_000)
    pair.replug()
    pair.until(13_000)
    assert not [event for event in pair.events[before:] if isinstance(event, Press | SquareChanged)]


def test_garbage_on_the_line_is_healed_by_a_dump() -> None:
    pair = Pair(VirtualBoard(), DgtSettings())
    pair.until(2_000)
    lost = pair.board.lift("c3", pair.now_ms)
    pair.say(lost[:3] + b"\xff" + lost[4:])
    pair.until(pair.now_ms + 200)
    assert "c3" not in pair.seen()
    assert [event.kind for event in pair.events if isinstance(event, DeviceFault)] == ["garbage"]


def test_a_board_that_lost_its_power_on_a_line_that_stayed_open() -> None:
    pair = Pair(VirtualBoard(), DgtSettings())
    pair.until(2_000)
    pair.board.power_cycle()
    pair.board.lift("c3", pair.now_ms)
    pair.until(pair.now_ms + 6_000)
    assert "c3" not in pair.seen()
    pair.board.lift("e3", pair.now_ms)
    before = len(pair.events)
    pair.until(pair.now_ms + 6_000)
    pair.say(pair.board.lift("g3", pair.now_ms))
    assert [event.sq for event in pair.events[before:] if isinstance(event, SquareChanged)] == ["g3"]


def test_setting_the_clock() -> None:
    pair = Pair(VirtualBoard(white_left=False), DgtSettings(white_clock=Wing.RIGHT))
    pair.until(2_000)
    pair._hear(pair.session.set_clock(120_000, 90_000, Side.BLACK, pair.now_ms))
    pair.until(pair.now_ms + 3_000)
    assert [event.ok for event in pair.events if isinstance(event, ClockSet)] == [True]
    assert pair.board.clock.left_ms[Side.WHITE] == 120_000
    last = [event for event in pair.events if isinstance(event, Reading)][-1]
    assert (last.white_ms, last.running) == (120_000, Side.BLACK)
    pair.board.obeys = False
    pair._hear(pair.session.set_clock(120_000, 90_000, None, pair.now_ms))
    pair.until(pair.now_ms + 3_000)
    assert [event.ok for event in pair.events if isinstance(event, ClockSet)] == [True, False]


def test_a_flag_falls_without_anyone_touching_anything() -> None:
    pair = Pair(VirtualBoard(clock=VirtualClock(5_000, 5_000, increment_ms=2_000)), DgtSettings())
    pair.until(2_000)
    pair.say(pair.board.start_clock(pair.now_ms))
    pair.until(8_000)
    fallen = [event for event in pair.events if isinstance(event, Reading) and event.flags]
    assert (fallen[0].flags, fallen[0].white_ms, fallen[0].running) == ((Side.WHITE,), 0, None)
    assert 7_000 <= fallen[0].t_ms <= 7_040


def test_the_boards_own_log_tells_what_was_missed_in_its_order() -> None:
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    pair = Pair(board, DgtSettings())
    pair.until(2_000)
    pair.say(board.start_clock(pair.now_ms))
    list(pair.play("russian", 4, seed=1))
    pair.plugged = False
    heard = len(pair.events)
    rng, position = Random(1), rules.discipline("russian").start()
    for number in range(9):
        move = rng.choice(position.legal_moves())
        begin_ms = pair.now_ms
        for action in actions(position, move, rng):
            if number >= 4:
                pair.until(begin_ms + action.t_ms)
                perform(action, board, pair.now_ms)
        position = position.apply(move)
    assert board.squares == position.pieces()
    pair.replug()
    pair.until(pair.now_ms + 4_000)
    news = [event for event in pair.events[heard:] if isinstance(event, BoardDumped | SquareChanged | Press)]
    assert isinstance(news[0], BoardDumped)
    assert len([event for event in news if isinstance(event, BoardDumped)]) == 1
    assert [event.by for event in news if isinstance(event, Press)] == [Side.WHITE, Side.BLACK] * 2 + [Side.WHITE]
    assert isinstance(news[-1], Press)
    assert pair.seen() == position.pieces()
    assert len([event for event in news if isinstance(event, SquareChanged)]) >= 10


def test_without_the_log_there_is_a_dump() -> None:
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    pair = Pair(board, DgtSettings(recover=False))
    pair.until(2_000)
    pair.say(board.lift("c3", pair.now_ms) + board.place("c3", "w", pair.now_ms))
    pair.plugged = False
    board.lift("c3", pair.now_ms)
    board.place("d4", "w", pair.now_ms)
    heard = len(pair.events)
    pair.replug()
    pair.until(pair.now_ms + 3_000)
    news = [event for event in pair.events[heard:] if isinstance(event, BoardDumped | SquareChanged)]
    assert [type(event) for event in news] == [BoardDumped]
    assert pair.seen() == board.squares


def test_a_10x10_board_that_tells_its_dark_squares_only() -> None:
    board = VirtualBoard("draughts-10", clock=VirtualClock(600_000, 600_000))
    answer = board._answer

    def deaf(command: int, now_ms: int) -> None:
        if command != 0x42:
            answer(command, now_ms)

    board._answer = deaf  # type: ignore[method-assign]
    pair = Pair(board, DgtSettings(grid=Grid.DRAUGHTS_10))
    pair.until(6_000)
    assert pair.seen() == board.squares
    assert board.eeprom_written == []


def test_a_scan_mode_is_written_only_when_a_person_has_confirmed_it() -> None:
    board = VirtualBoard("draughts-10")
    pair = Pair(board, DgtSettings(grid=Grid.DRAUGHTS_10))
    pair.until(3_000)
    with pytest.raises(DeviceError, match="confirmed"):
        pair.session.write_scan_mode(ScanMode.DARK, pair.now_ms)
    pair.until(pair.now_ms + 1_000)
    assert board.eeprom_written == []
    pair._hear(pair.session.write_scan_mode(ScanMode.ALL, pair.now_ms, confirmed=True))
    assert board.eeprom_written == [0x54]
    pair.until(pair.now_ms + 3_000)
    assert pair.seen() == board.squares


def test_a_battery_is_asked_for_and_told_once() -> None:
    board = VirtualBoard()
    board.battery_percent = 7
    pair = Pair(board, DgtSettings())
    pair.until(1_300_000)
    faults = [event for event in pair.events if isinstance(event, DeviceFault)]
    assert [(fault.kind, fault.t_ms < 20_000) for fault in faults] == [("battery-low", True)]
    board.battery_percent = 90
    pair.until(1_900_000)
    board.battery_percent = 7
    pair.until(2_500_000)
    assert len([event for event in pair.events if isinstance(event, DeviceFault)]) == 2


def test_chess_comes_through_field_by_field() -> None:
    board = VirtualBoard("chess", clock=VirtualClock(600_000, 600_000, increment_ms=2_000))
    pair = Pair(board, DgtSettings(grid=Grid.CHESS))
    pair.until(3_000)
    pair.say(board.start_clock(pair.now_ms))
    pair.say(board.lift("e2", pair.now_ms) + board.place("e4", "P", pair.now_ms))
    pair.say(board.press(Side.WHITE, pair.now_ms))
    assert pair.seen() == board.squares
    assert (pair.seen()["e4"], pair.seen()["e8"]) == ("P", "k")
    assert [event.by for event in pair.events if isinstance(event, Press)] == [Side.WHITE]
