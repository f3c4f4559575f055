"""Home-made boards at a table: the driver's events, made by the firmware, become the right record."""

from random import Random

import pytest

import rules
from board.sensing import Sensor
from hardware.events import DeviceInfo
from hardware.flagfall_line.session import LineSettings
from hardware.virtual.flagfall import VirtualFlagfall
from hardware.virtual.hand import CAREFUL, actions
from hardware.virtual.noise import Noise
from hardware.virtual.play import perform
from record.chain import root
from table.journal import SessionRow
from table.session import Device, Session
from tests.hardware.flagfall_line.pair import Pair
from tests.table.test_journal import ASSIGNMENT, AT


class Table:
    """A home-made board, its driver, and the session that records what they tell."""

    def __init__(self, sensor: Sensor, share: float = 0.0) -> None:
        self.device = VirtualFlagfall(32, sensor=sensor, base_ms=2_700_000)
        row = SessionRow(
            game=ASSIGNMENT.game,
            session="s1",
            event="club",
            number=7,
            last=0,
            hash=root(ASSIGNMENT.game, "s1"),
            acked=0,
        )
        self.session = Session(ASSIGNMENT, row, earlier={}, desk=(), now_ms=0)
        self.pair = Pair(self.device, LineSettings(), Noise(share, 3))
        self.position = rules.discipline("russian").start()
        self.rng = Random(11)
        self.played: list[str] = []
        self.told = 0
        self.up(True)

    def up(self, up: bool) -> None:
        self.session.feed(Device(t_ms=self.pair.now_ms, device="board", up=up), AT)

    def until(self, now_ms: int) -> None:
        self.pair.until(now_ms)
        events, self.told = self.pair.events[self.told :], len(self.pair.events)
        for event in events:
            if isinstance(event, DeviceInfo):
                if event.sensor is not None:
                    self.session.see_with(event.sensor)
            elif type(event).__name__ in ("SquareChanged", "BoardDumped", "Press", "Reading", "ClockLinked"):
                self.session.feed(event, AT)  # type: ignore[arg-type]

    def play(self, plies: int) -> None:
        for _ in range(plies):
            move, begin_ms = self.rng.choice(self.position.legal_moves()), self.pair.now_ms
            for action in actions(self.position, move, self.rng, CAREFUL):
                self.until(begin_ms + action.t_ms)
                self.pair.say(perform(action, self.device, self.pair.now_ms))
            self.position = self.position.apply(move)
            self.played.append(str(move))
        self.until(self.pair.now_ms + 1_000)

    def recorded(self) -> list[str]:
        return [ply.move for ply in self.session.state.plies]


@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
def test_what_the_board_says_of_itself_is_what_it_is_read_by(sensor: Sensor) -> None:
    table = Table(sensor)
    table.until(2_000)
    table.pair.say(table.device.start_clock(table.pair.now_ms))
    table.play(24)
    assert table.recorded() == table.played
    assert not table.session.state.findings


@pytest.mark.parametrize("sensor", ["piece", "occupancy"])
def test_moves_made_while_the_cable_was_out_are_in_the_record(sensor: Sensor) -> None:
    """More than recognition could guess from two pictures: the board has kept every event."""
    table = Table(sensor)
    table.until(2_000)
    table.pair.say(table.device.start_clock(table.pair.now_ms))
    table.play(4)
    table.pair.plugged = False
    table.up(False)
    table.play(9)
    assert len(table.recorded()) == 4
    table.up(True)
    table.pair.replug()
    table.until(table.pair.now_ms + 3_000)
    table.play(3)
    assert table.recorded() == table.played
    kinds = {finding.kind for finding in table.session.state.findings}
    assert kinds <= {"device-silent", "sync-lost"}


def test_a_bad_line_costs_no_move() -> None:
    table = Table("occupancy", share=0.01)
    table.until(4_000)
    table.pair.say(table.device.start_clock(table.pair.now_ms))
    table.play(24)
    assert table.recorded() == table.played


def test_the_same_sensor_told_again_changes_nothing() -> None:
    table = Table("colour")
    table.until(2_000)
    table.pair.say(table.device.start_clock(table.pair.now_ms))
    table.play(1)
    table.pair.say(table.device.lift("a3", table.pair.now_ms))
    before = table.session._senses._recogniser
    table.session.see_with("colour")
    assert table.session._senses._recogniser is before
    table.session.see_with("occupancy")
    assert table.session._senses._recogniser is not before
    assert table.session.taken() == ()
