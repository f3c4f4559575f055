"""Captures of whole games come out move for move, whatever else is in them."""

import os
from pathlib import Path
from random import Random

import msgspec
import pytest

import rules
from board.events import SquareChanged
from board.sensing import Sensor
from board.trace import recognize_events
from clock.events import Press, Reading
from hardware.devices import DeviceSettings, device_kind
from hardware.recording import Recording, increment_of
from hardware.virtual.board import VirtualBoard
from hardware.virtual.clock import VirtualClock
from hardware.virtual.device import VirtualDevice
from hardware.virtual.flagfall import VirtualFlagfall
from hardware.virtual.hand import CAREFUL, actions
from hardware.virtual.play import perform
from rules.side import Side


class Tape:
    """A device, its driver's orders, and the raw bytes as `flagfall table --capture` keeps them."""

    def __init__(self, name: str, device: VirtualDevice, discipline: str) -> None:
        self.device, self.discipline = device, discipline
        self.session = device_kind(name).open(DeviceSettings(discipline=discipline))
        self.now_ms = 0
        self.bytes = b""
        self.plugged = True
        self.hear(self.device.receive(self.session.start(0).send, 0))

    def hear(self, data: bytes) -> None:
        while data and self.plugged:
            self.bytes += data
            send = self.session.receive(data, self.now_ms).send
            data = self.device.receive(send, self.now_ms) if send else b""

    def until(self, now_ms: int) -> None:
        while self.now_ms < now_ms:
            self.now_ms = min(now_ms, self.now_ms + 20)
            self.hear(self.device.tick(self.now_ms))
            send = self.session.tick(self.now_ms).send
            if send and self.plugged:
                self.hear(self.device.receive(send, self.now_ms))

    def play(self, plies: int, seed: int) -> list[str]:
        rng, moves = Random(seed), []
        position = rules.discipline(self.discipline).start()
        for _ in range(plies):
            move, begin_ms = rng.choice(position.legal_moves()), self.now_ms
            for action in actions(position, move, rng, CAREFUL):
                self.until(begin_ms + action.t_ms)
                self.hear(perform(action, self.device, self.now_ms))
            position = position.apply(move)
            moves.append(str(move))
        self.until(self.now_ms + 2_000)
        return moves


def moves_of(recording: Recording, game: int = 0) -> list[str]:
    return [ply["move"] for ply in recognize_events(recording.games[game])["plies"]]


@pytest.mark.parametrize(
    ("name", "discipline", "sensor"),
    [
        ("dgt", "russian", "piece"),
        ("dgt", "international", "piece"),
        ("flagfall", "russian", "piece"),
        ("flagfall", "russian", "occupancy"),
        ("flagfall", "international", "colour"),
        ("flagfall", "renju", "occupancy"),
        ("cpp", "russian", "piece"),
        ("cpp", "international", "piece"),
        ("dgt-chain", "russian", "piece"),
        ("dgt-chain", "international", "piece"),
        ("screen", "russian", "piece"),
        ("dgt", "chess", "piece"),
        ("dgt-chain", "chess", "piece"),
        ("flagfall", "chess", "piece"),
        ("screen", "chess", "piece"),
        ("dgt", "giveaway", "piece"),
        ("dgt", "brazilian", "piece"),
        ("flagfall", "giveaway", "occupancy"),
        ("flagfall", "brazilian", "colour"),
        ("cpp", "giveaway", "piece"),
        ("cpp", "brazilian", "piece"),
        ("cpp", "renju", "piece"),
        ("cpp", "chess", "piece"),
        ("screen", "international", "piece"),
        ("screen", "giveaway", "piece"),
        ("screen", "brazilian", "piece"),
        ("screen", "renju", "piece"),
    ],
)
def test_two_games_with_a_set_up_between_them(name: str, discipline: str, sensor: Sensor) -> None:
    device = device_kind(name).virtual(discipline, 600_000, 5_000, 1.0)
    if isinstance(device, VirtualFlagfall):
        device.sense(sensor)
    tape = Tape(name, device, discipline)
    tape.until(3_000)
    tape.hear(device.start_clock(tape.now_ms))
    first = tape.play(30, seed=4)
    tape.hear(device.stop_clock(tape.now_ms))
    start = rules.discipline(discipline).start().pieces()
    tape.hear(device.setup({}, tape.now_ms))
    tape.until(tape.now_ms + 1_000)
    tape.hear(device.setup(start, tape.now_ms))
    tape.until(tape.now_ms + 2_000)
    second_side = rules.discipline(discipline).first_side.other
    tape.hear(device.press(second_side, tape.now_ms) + device.start_clock(tape.now_ms))
    second = tape.play(8, seed=9)
    recording = Recording(
        tape.bytes, device_kind(name), DeviceSettings(discipline=discipline), rules.discipline(discipline)
    )
    assert recording.sensor == sensor
    assert len(recording.games) == 2
    assert moves_of(recording)[:30] == first
    assert moves_of(recording, 1) == second
    answer = recognize_events(recording.games[1])
    assert answer["findings"] == []
    assert answer["in_sync"]
    if name != "cpp":
        assert recording.games[0].increment_ms == 5_000


@pytest.mark.parametrize("name", ["cpp", "dgt", "dgt-chain", "flagfall", "screen"])
def test_a_line_may_be_cut_up_anywhere(name: str) -> None:
    """The same moves come out of the same bytes, in whatever pieces the system hands them over."""
    tape = Tape(name, device_kind(name).virtual("russian", 600_000, 5_000, 1.0), "russian")
    tape.until(3_000)
    tape.hear(tape.device.start_clock(tape.now_ms))
    moves = tape.play(12, seed=6)
    rng = Random(name)
    for _ in range(5):
        session = device_kind(name).open(DeviceSettings())
        session.assume_start()
        told, at = [], 0
        while at < len(tape.bytes):
            end = at + rng.choice((1, 2, 3, 7, 40, 300))
            told += session.receive(tape.bytes[at:end], at).events
            at = end
        recording = Recording(tape.bytes, device_kind(name), DeviceSettings(), rules.discipline("russian"))
        assert moves_of(recording) == moves
        wanted = [event for event in recording.games[0].events if isinstance(event, SquareChanged | Press)]
        heard = [event for event in told if isinstance(event, SquareChanged | Press)]
        without_times = [msgspec.structs.replace(event, t_ms=0) for event in heard]
        assert without_times == [msgspec.structs.replace(event, t_ms=0) for event in wanted]


def recordings() -> list[Path]:
    """Recordings of real DGT chess boards, if there are any: `FLAGFALL_DGT_RECORDINGS` names a folder with raw bytes
    in `NAME.bin` and the moves beside them in `NAME.uci`."""
    folder = os.environ.get("FLAGFALL_DGT_RECORDINGS")
    return sorted(Path(folder).glob("*.bin")) if folder else []


def test_real_recordings_come_out_move_for_move() -> None:
    if not recordings():
        pytest.skip("no recordings of real boards: FLAGFALL_DGT_RECORDINGS names no folder with NAME.bin and NAME.uci")
    for path in recordings():
        moves = [word for word in path.with_suffix(".uci").read_text().split() if not word.endswith(".")]
        settings = DeviceSettings(discipline="chess")
        recording = Recording(path.read_bytes(), device_kind("dgt"), settings, rules.discipline("chess"))
        answer = recognize_events(recording.games[0])
        # The last move of a game may have no press: then it is pending.
        played = [ply["move"] for ply in answer["plies"]] + [answer["pending"]] * bool(answer["pending"])
        assert played[: len(moves)] == moves, path.name
        assert not any(ply["uncertain"] or ply["irregular"] for ply in answer["plies"]), path.name
        assert {found["kind"] for found in answer["findings"]} <= {"clock-stopped", "flag-fall"}, path.name


def test_a_cable_that_was_out_loses_no_move_of_a_home_made_board() -> None:
    tape = Tape("flagfall", VirtualFlagfall(32, sensor="occupancy", base_ms=600_000), "russian")
    tape.until(2_000)
    tape.hear(tape.device.start_clock(tape.now_ms))
    tape.plugged = False
    moves = tape.play(9, seed=2)
    tape.plugged = True
    tape.hear(tape.device.receive(tape.session.start(tape.now_ms).send, tape.now_ms))
    tape.until(tape.now_ms + 3_000)
    recording = Recording(tape.bytes, device_kind("flagfall"), DeviceSettings(), rules.discipline("russian"))
    assert moves_of(recording) == moves
    times = [event.t_ms for event in recording.games[0].events]
    assert times == sorted(times)
    assert times[-1] > 20_000  # the device's own time, not that of the wire


def test_a_capture_from_the_middle_of_a_line() -> None:
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    board.receive(b"\x4b", 0)
    data = board.start_clock(0)
    data += board.lift("c3", 1_000) + board.place("d4", "w", 1_500) + board.press(Side.WHITE, 2_000)
    recording = Recording(data, device_kind("dgt"), DeviceSettings(), rules.discipline("russian"))
    assert moves_of(recording) == ["c3-d4"]


def test_nothing_is_a_game_without_moves() -> None:
    recording = Recording(b"", device_kind("dgt"), DeviceSettings(), rules.discipline("russian"))
    assert [game.events for game in recording.games] == [()]
    assert recognize_events(recording.games[0])["plies"] == []
    assert recording.info is None


def test_faults_and_the_device_itself_are_told() -> None:
    device = VirtualFlagfall(50, serial="f1a9")
    recording = Recording(
        device.power_cycle(3, 0), device_kind("flagfall"), DeviceSettings(), rules.discipline("russian")
    )
    assert recording.info is not None
    assert recording.info.serial == "f1a9"
    assert [fault.kind for fault in recording.faults] == ["wrong-board"]


def test_the_increment_is_read_off_the_clock() -> None:
    def reading(t_ms: int, white_ms: int, black_ms: int) -> Reading:
        return Reading(t_ms=t_ms, white_ms=white_ms, black_ms=black_ms, running=None)

    press = Press(t_ms=5, by=Side.WHITE)
    assert increment_of([reading(0, 60_000, 60_000), press, reading(5, 63_500, 60_000)]) == 4_000
    assert increment_of([reading(0, 60_000, 60_000), press, reading(5, 59_000, 60_000)]) == 0
    assert increment_of([reading(0, 60_000, 60_000), reading(5, 90_000, 90_000)]) == 0
    assert increment_of([press]) == 0
