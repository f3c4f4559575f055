"""The whole table client: a virtual board on a line, a real broker, and everything that may die on the way."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

from hardware.devices import device_kind
from hardware.virtual.board import VirtualBoard
from hardware.virtual.device import VirtualDevice
from hardware.virtual.line import TcpLine
from hardware.virtual.shell import Shell
from record.assignment import Regulations
from record.chain import digest, root, seal, verify
from record.events import (
    DESK,
    AnyEvent,
    ClockAdjusted,
    DeviceChanged,
    Event,
    Finding,
    Move,
    RoundStarted,
    decode,
)
from record.fold import fold
from record.messages import Ack
from record.state import GameState, Phase
from rules.side import Side
from table.client import run
from table.config import Config, Table
from table.journal import NAME, Journal
from table.seat import Seat
from table.status import Status
from tests.table.hall import BrokerProcess, Hall, until
from tests.table.test_journal import ASSIGNMENT, AT

pytestmark = pytest.mark.hall

WHITE, BLACK = Side.WHITE, Side.BLACK
MOVES = ("c3-d4", "f6-g5", "b2-c3", "b6-a5", "g3-f4", "g7-f6")


def _lift(square: str, board: VirtualDevice, now_ms: int) -> bytes:
    return board.lift(square, now_ms)


def _place(square: str, piece: str, board: VirtualDevice, now_ms: int) -> bytes:
    return board.place(square, piece, now_ms)


def _press(side: Side, board: VirtualDevice, now_ms: int) -> bytes:
    return board.press(side, now_ms)


class Hand:
    """A virtual board with its clock on a TCP line, and the hands of both players."""

    def __init__(self) -> None:
        self.shell = Shell(device_kind("dgt").virtual("russian", 300_000, 0, 1.0), TcpLine())
        self.made = 0

    @property
    def address(self) -> str:
        return self.shell.line.address

    @property
    def board(self) -> VirtualBoard:
        assert isinstance(self.shell.device, VirtualBoard)
        return self.shell.device

    def unplug(self) -> None:
        assert isinstance(self.shell.line, TcpLine)
        self.shell.line.unplug()

    def start(self) -> None:
        self.shell.do(lambda board, now: board.start_clock(now))

    async def play(self, count: int) -> None:
        """The next ``count`` moves of the game, each with its press."""
        for text in MOVES[self.made : self.made + count]:
            start, end = text.split("-")
            piece = self.board.squares[start]
            self.shell.do(partial(_lift, start))
            await asyncio.sleep(0.03)
            self.shell.do(partial(_place, end, piece))
            await asyncio.sleep(0.03)
            self.shell.do(partial(_press, BLACK if self.made % 2 else WHITE))
            self.made += 1
            await asyncio.sleep(0.03)


class Place:
    """A table client that runs in this process."""

    def __init__(self) -> None:
        self.statuses: list[Status] = []
        self.seats: tuple[Seat, ...] = ()
        self.job: asyncio.Task[None] | None = None

    @property
    def seat(self) -> Seat:
        return self.seats[0]

    def plies(self) -> list[str]:
        return [ply.move for ply in self.seat.recorded.plies] if self.seat.recorded else []


@asynccontextmanager
async def client(config: Config, capture: Path | None = None) -> AsyncIterator[Place]:
    place = Place()

    def ready(seats: tuple[Seat, ...]) -> None:
        place.seats = seats

    place.job = asyncio.create_task(run(config, capture=capture, changed=place.statuses.append, ready=ready))
    try:
        await until(lambda: place.seats)
        yield place
    finally:
        place.job.cancel()
        await asyncio.gather(place.job, return_exceptions=True)


def config(tmp_path: Path, broker: BrokerProcess, *lines: str) -> Config:
    tables = tuple(Table(number=number, device="dgt", line=line) for number, line in enumerate(lines, start=7))
    return Config(server=broker.settings, table=tables, data=str(tmp_path / "data"))


@pytest.fixture
async def hand() -> AsyncIterator[Hand]:
    hand = Hand()
    await hand.shell.open()
    yield hand
    await hand.shell.close()


def events_at(hall: Hall) -> dict[str, list[AnyEvent]]:
    """What the server holds, as far as it is whole."""
    return {
        session: [decode(log[seq]) for seq in range(1, hall.held(session) + 1)] for session, log in hall.logs.items()
    }


def folded(hall: Hall, desk: list[bytes]) -> GameState:
    return fold(ASSIGNMENT, events_at(hall), [decode(data) for data in desk])


def served(hall: Hall) -> list[str]:
    """The moves that the server has."""
    return [event.move for log in events_at(hall).values() for event in log if isinstance(event, Move)]


def desk_log(*events: Event) -> list[bytes]:
    log: list[bytes] = []
    for seq, event in enumerate(events, start=1):
        prev = digest(log[-1]) if log else root(ASSIGNMENT.game, DESK)
        log.append(seal(event, session=DESK, seq=seq, t_ms=0, at=AT, prev=prev)[1])
    return log


async def begun(place: Place, hand: Hand) -> None:
    """The game has begun with two plies that the client has recorded."""
    await until(lambda: place.seat.status.clock and place.seat.recorded is not None)
    hand.start()
    await hand.play(2)
    await until(lambda: len(place.plies()) == 2)


async def test_a_game_at_the_board_arrives_at_the_server_move_by_move(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address), capture=tmp_path / "line.bin") as place:
        await until(lambda: place.seat.status.clock and place.seat.recorded is not None)
        hand.start()
        await hand.play(4)
        await until(lambda: served(hall) == list(MOVES[:4]))
        await until(lambda: place.seat.status.unsent == 0)
        assert place.plies() == list(MOVES[:4])
        assert folded(hall, []) == place.seat.recorded
        assert place.statuses[-1].line().startswith("table 7: r2-t7 playing, 4 plies; board heard, clock heard")
        assert hall.states[-1].online
        assert hall.states[-1].board
        assert hall.births[-1].boards[0].startswith("dgt ")
        assert not [e for log in events_at(hall).values() for e in log if isinstance(e, Finding)]
    await until(lambda: not hall.states[-1].online)
    assert (tmp_path / "line.bin").stat().st_size > 64
    with Journal.open(tmp_path / "data") as journal:
        (row,) = journal.sessions()
        assert journal.events(row.session) == [hall.logs[row.session][seq] for seq in range(1, row.last + 1)]
        assert row.acked == row.last


async def test_the_broker_dies_in_the_middle_of_the_game(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address)) as place:
        await until(lambda: place.seat.status.clock and place.seat.recorded is not None)
        hand.start()
        await hand.play(2)
        broker.kill()
        await until(lambda: not place.seat.status.connected)
        await hand.play(2)
        await until(lambda: place.plies() == list(MOVES[:4]))
        assert place.seat.status.unsent > 0
        broker.start()
        await until(lambda: served(hall) == list(MOVES[:4]), 30)
        assert all(
            verify(ASSIGNMENT.game, name, [log[n] for n in sorted(log)]) is None for name, log in hall.logs.items()
        )


async def test_the_line_is_cut_and_what_was_played_meanwhile_is_found(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address)) as place:
        await begun(place, hand)
        hand.unplug()
        await hand.play(2)
        await until(lambda: place.plies() == list(MOVES[:4]))
        await hand.play(2)
        await until(lambda: served(hall) == list(MOVES))
        (log,) = events_at(hall).values()
        boards = [event for event in log if isinstance(event, DeviceChanged) and event.device == "board"]
        ups = [up for up, _ in groupby(boards, key=lambda event: event.up)]
        assert ups == [True, False, True] or ups == [False, True, False, True]
        assert boards[-1].detail == "dgt 3000123946"  # once it has said so, the record names the board
        assert place.seat.recorded is not None
        assert place.seat.recorded.in_sync


async def test_a_clock_that_is_not_set_is_told_before_the_game(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address)) as place:
        told = "the clock shows 0:05:00 and 0:05:00, the control 45m+15s begins with 0:45:00: set it"
        await until(lambda: place.seat.status.trouble == told)
        await until(lambda: hall.states[-1].misset == (300_000, 300_000))
        await until(lambda: hall.states[-1].detail == told)
        hand.shell.do(lambda board, now: board.set_clock(2_700_000, 2_700_000, now))
        await until(lambda: hall.states[-1].detail == "")


async def test_a_table_that_the_event_does_not_have_says_so(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    async with client(config(tmp_path, broker, hand.address)) as place:
        await until(lambda: hall.births)
        await hall.say("ack", Ack(sessions={}, trouble="table 7 is not in the event club: its tables are 1-4"))
        await until(lambda: "not in the event" in place.seat.status.trouble)
        await hall.say("ack", Ack(sessions={}))
        await until(lambda: place.seat.status.trouble == "")


async def test_a_silent_device_is_a_finding(tmp_path: Path, broker: BrokerProcess, hall: Hall) -> None:
    await hall.assign(msgspec.structs.replace(ASSIGNMENT, regulations=Regulations(silent_after_ms=1_500)))
    async with client(config(tmp_path, broker, "socket://127.0.0.1:9")) as place:
        await until(lambda: hall.logs)
        await until(lambda: any(isinstance(e, Finding) for log in events_at(hall).values() for e in log))
        (found,) = [e for log in events_at(hall).values() for e in log if isinstance(e, Finding)]
        assert (found.what, found.evidence["device"]) == ("device-silent", "board")
        assert "refused" in place.seat.status.trouble
        await until(lambda: "refused" in hall.states[-1].detail)


async def test_the_desk_sets_the_clock_and_ends_the_game(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address)) as place:
        await begun(place, hand)
        log = desk_log(ClockAdjusted(white_ms=120_000, black_ms=90_000, running=WHITE))
        await hall.command("c1", "r2-t7", log)
        await until(lambda: hall.replies)
        assert (hall.replies[0].id, hall.replies[0].ok, hall.replies[0].desk_seq) == ("c1", True, 1)
        await until(lambda: hand.board.clock.seconds(BLACK) == 90)
        assert 110 <= hand.board.clock.seconds(WHITE) <= 120
        other = desk_log(ClockAdjusted(white_ms=1, black_ms=1))
        await hall.command("c2", "r2-t7", other)
        await until(lambda: len(hall.replies) == 2)
        assert not hall.replies[1].ok
        assert "seq 1" in hall.replies[1].error
        assert not [e for log in events_at(hall).values() for e in log if isinstance(e, Finding)]


async def test_a_clock_that_does_not_obey_is_a_finding_for_the_arbiter(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    hand.board.obeys = False
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address)) as place:
        await begun(place, hand)
        await hall.command("c1", "r2-t7", desk_log(ClockAdjusted(white_ms=120_000, black_ms=90_000, running=WHITE)))
        await until(lambda: [e for log in events_at(hall).values() for e in log if isinstance(e, Finding)])
        (found,) = [e for log in events_at(hall).values() for e in log if isinstance(e, Finding)]
        assert found.what == "clock-disagrees"
        assert "mode for a computer" in found.evidence["reason"]
        assert hand.board.clock.seconds(BLACK) > 90


async def test_an_absent_players_dgt_clock_is_set_going_and_his_press_starts_the_others(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    """5.4.1.2 over a real line: the desk's signal, the clock's answer, the lever as the arrival, and the game."""
    await hall.assign(ASSIGNMENT)
    clock = hand.board.clock
    clock.increment_ms = 15_000
    async with client(config(tmp_path, broker, hand.address)) as place:
        await until(lambda: place.seat.recorded is not None and place.seat.recorded.clocks.linked)
        await hall.command("c1", "r2-t7", desk_log(RoundStarted(absent=(BLACK,))), at=AT)
        await until(lambda: clock.runs is BLACK)
        assert clock.seconds(WHITE) == 45 * 60
        hand.shell.do(partial(_press, WHITE))  # the lever is to stand as the time runs
        await asyncio.sleep(1.2)
        hand.shell.do(partial(_press, BLACK))
        await until(lambda: place.seat.recorded is not None and not place.seat.recorded.attendance.absent)
        # The press was no move: the increment that the clock gave for it is taken off again.
        await until(lambda: clock.runs is WHITE and 45 * 60 - 5 <= clock.seconds(BLACK) < 45 * 60)
        await hand.play(4)
        await until(lambda: len(place.plies()) == 4)
        assert place.seat.recorded is not None
        assert [found.kind for found in place.seat.recorded.findings] == ["late"]


async def test_the_next_game_is_taken_up_and_the_board_may_be_set_up_for_it(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    async with client(config(tmp_path, broker, hand.address)) as place:
        await begun(place, hand)
        hand.shell.do(lambda board, now: board.stop_clock(now))
        await hall.assign(msgspec.structs.replace(ASSIGNMENT, round=3, game="r3-t7"))
        await until(lambda: place.seat.status.game == "r3-t7")
        assert place.plies() == []
        await hall.assign(None)
        await until(lambda: place.seat.status.game == "")
        await until(lambda: place.seat.status.unsent == 0)
        assert sorted(name.split("-s")[0] for name in hall.logs) == ["r2-t7", "r3-t7"]
        new = [e for name, log in events_at(hall).items() if name.startswith("r3") for e in log]
        assert not [e for e in new if isinstance(e, Finding | Move)]


async def test_one_process_serves_several_boards(tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand) -> None:
    second = Hand()
    await second.shell.open()
    eighth = Hall(broker, 8)
    await eighth.start()
    await hall.assign(ASSIGNMENT)
    await eighth.assign(msgspec.structs.replace(ASSIGNMENT, table=8, game="r2-t8"))
    async with client(config(tmp_path, broker, hand.address, second.address), capture=tmp_path / "line.bin") as place:
        await until(lambda: all(seat.status.clock and seat.recorded is not None for seat in place.seats))
        hand.start()
        second.start()
        await asyncio.gather(hand.play(2), second.play(4))
        await until(lambda: served(hall) == list(MOVES[:2]) and served(eighth) == list(MOVES[:4]))
        assert [next(iter(one.logs))[:5] for one in (hall, eighth)] == ["r2-t7", "r2-t8"]
    assert {name for name in os.listdir(tmp_path) if name.startswith("line")} == {"line-7.bin", "line-8.bin"}
    await eighth.stop()
    await second.shell.close()


PROGRAM = """
import asyncio, sys
from pathlib import Path
from table.client import run
from table.config import load
asyncio.run(run(load(Path(sys.argv[1]))))
"""


def toml(tmp_path: Path, broker: BrokerProcess, address: str) -> Path:
    path = tmp_path / "TABLE.toml"
    server = broker.settings
    path.write_text(
        f'data = "data"\n[server]\naddress = "{server.address}"\nevent = "{server.event}"\npassword = "t"\n'
        f'[[table]]\nnumber = 7\ndevice = "dgt"\nline = "{address}"\n'
    )
    return path


async def start(path: Path) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", PROGRAM, str(path), stderr=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONPATH": "."}
    )


async def test_a_killed_table_computer_goes_on_with_the_game(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    path = toml(tmp_path, broker, hand.address)
    await hall.assign(ASSIGNMENT)
    process = await start(path)
    await until(lambda: hall.states and hall.states[-1].clock and hall.states[-1].game == "r2-t7")
    hand.start()
    await hand.play(2)
    await until(lambda: served(hall) == list(MOVES[:2]))
    acknowledged = {session: hall.held(session) for session in hall.logs}
    process.kill()
    await process.wait()
    await until(lambda: not hall.states[-1].online)
    await hand.play(2)  # while nobody listens
    process = await start(path)
    await until(lambda: served(hall) == list(MOVES[:4]))
    await hand.play(2)
    await until(lambda: served(hall) == list(MOVES))
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 10) == 0
    await until(lambda: not hall.states[-1].online)
    with Journal.read(tmp_path / "data" / NAME) as journal:
        rows = journal.sessions(game="r2-t7")
        assert len(rows) == 2
        assert journal.check() == ()
        assert all(row.last >= acknowledged.get(row.session, 0) for row in rows)
    state = folded(hall, [])
    assert (state.phase, state.in_sync, len(state.plies)) == (Phase.PLAYING, True, 6)


async def test_a_table_without_a_server_goes_on_with_the_game_it_knows(
    tmp_path: Path, broker: BrokerProcess, hall: Hall, hand: Hand
) -> None:
    await hall.assign(ASSIGNMENT)
    where = config(tmp_path, broker, hand.address)
    async with client(where) as place:
        await until(lambda: place.seat.status.clock and place.seat.recorded is not None)
    broker.kill()
    async with client(where) as place:
        await until(lambda: place.seat.status.clock and place.seat.recorded is not None)
        assert not place.seat.status.connected
        hand.start()
        await hand.play(2)
        await until(lambda: place.plies() == list(MOVES[:2]))
    broker.start()
    async with client(where):
        await until(lambda: served(hall) == list(MOVES[:2]), 30)
