"""A whole table on a screen: fingers in, the record in the journal, without a server. And a board beside a screen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise
from pathlib import Path

import msgspec
import pygame
import pytest

from board.inputs import BUTTONS
from hardware.devices import device_kind
from hardware.virtual.line import TcpLine
from hardware.virtual.shell import Shell
from record import events
from record.assignment import Assignment
from record.events import AnyEvent, decode
from record.fold import start
from record.state import GameState, Phase
from rules.errors import SettingsError
from rules.side import Side
from table.client import run
from table.config import Config, Server, Table, parse
from table.journal import Journal
from table.screen.layout import Rect, centre, face, targets, tray
from table.screen.screen import Screen, written
from table.screen.sheets import SETTLE_MS
from table.screen.view import View
from table.screen.window import opened, show, table_shown, texts
from table.wall import now_ms
from tests.table.hall import BrokerProcess, Hall, until
from tests.table.test_journal import ASSIGNMENT, AT

WHITE, BLACK = Side.WHITE, Side.BLACK
NOWHERE = Server(address="127.0.0.1:1", event="club", password="t")
TABLE = Table(number=7, device="screen", line="screen 7")


def middle(rect: Rect) -> tuple[float, float]:
    return rect.x + rect.w / 2, rect.y + rect.h / 2


class Players:
    """Two people at a screen."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        self.screen, self.folder = screen, folder

    @property
    def state(self) -> GameState:
        assert self.screen.seat is not None
        assert self.screen.seat.recorded is not None
        return self.screen.seat.recorded

    @property
    def view(self) -> View:
        return self.screen.look()

    def plies(self) -> list[str]:
        return [ply.move for ply in self.state.plies]

    def touch(self, at: tuple[float, float]) -> None:
        self.screen.down(0, at)
        self.screen.up(0, at)

    def square(self, square: str) -> tuple[float, float]:
        board = self.view.board
        assert board is not None
        return centre(board, square)

    def drag(self, start: str, end: str) -> None:
        goal = self.square(end) if end else middle(tray(WHITE))
        self.screen.down(1, self.square(start))
        self.screen.move(1, goal)
        self.screen.up(1, goal)

    def press(self, side: Side) -> None:
        self.touch(middle(face(self.view, side)))

    async def button(self, name: str, side: Side | None = None) -> None:
        """Waits until a new sheet counts, then presses the button."""
        await asyncio.sleep(SETTLE_MS / 1000 + 0.02)
        target = next(each for each in targets(self.view) if (each.name, each.side) == (name, side))
        self.touch(middle(target.rect))

    async def moved(self, count: int) -> None:
        await until(lambda: len(self.plies()) == count)

    async def play(self, text: str, side: Side) -> None:
        start, _, end = text.partition("-")
        count = len(self.state.plies)
        self.drag(start, end)
        self.press(side)
        await self.moved(count + 1)


@asynccontextmanager
async def players(
    folder: Path, assignment: Assignment = ASSIGNMENT, table: Table = TABLE, server: Server = NOWHERE
) -> AsyncIterator[Players]:
    """The table client with its screen; without a server the game is in the journal already."""
    with Journal.open(folder) as journal:
        if server is NOWHERE and journal.assignment(table.number) != assignment:
            journal.assign(table.number, assignment, AT)
    screen = Screen(table, texts, now_ms)
    config = Config(server=server, table=(table,), data=str(folder))
    both = Players(screen, folder)

    async def watch() -> None:
        while True:
            screen.look()
            await asyncio.sleep(0.01)

    serving = asyncio.create_task(run(config, ready=screen.ready, lines=screen.lines))
    watching = asyncio.create_task(watch())
    try:
        await until(lambda: screen.seat is not None and screen.seat.recorded is not None)
        await until(lambda: both.view.playing and (screen.line is None or screen.line.is_open))
        await until(lambda: both.state.board_up and (both.state.clock_up or not screen.lines))
        yield both
    finally:
        for job in (watching, serving):
            job.cancel()
        await asyncio.gather(watching, serving, return_exceptions=True)


def recorded(folder: Path) -> list[AnyEvent]:
    """What is in the journal once the table has ended."""
    with Journal.open(folder) as journal:
        return [decode(data) for row in journal.sessions() for data in journal.events(row.session)]


async def test_a_game_is_played_on_the_screen_and_recorded_as_on_a_board(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        assert both.state.phase is Phase.WAITING
        both.press(BLACK)
        await until(lambda: both.state.phase is Phase.PLAYING)
        await both.play("c3-d4", WHITE)
        both.touch(both.square("f6"))
        both.touch(both.square("e5"))
        both.press(BLACK)
        await both.moved(2)
        both.drag("d4", "f6")
        both.drag("e5", "")
        both.press(WHITE)
        await both.moved(3)
        assert both.plies()[:2] == ["c3-d4", "f6-e5"]
        assert both.state.plies[2].captured == ("e5",)
        assert both.state.findings == ()
        assert both.state.in_sync
        view = both.view
        assert view.last == both.plies()[2]
        assert view.board is not None
        assert view.board.trays[0] == ("b",)
        assert view.board.gone == ("e5",)
        assert view.faces is not None
        assert [shown.runs for shown in view.faces] == [False, True]
    log = recorded(tmp_path)
    assert sum(isinstance(event, events.LeverPressed) for event in log) == 3
    assert any(isinstance(event, events.BoardDumped) for event in log)


async def test_an_irregular_move_is_taken_from_the_hands_and_told_to_the_arbiter_only(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        both.press(WHITE)
        await until(lambda: both.state.phase is Phase.PLAYING)
        await both.play("c3-e5", WHITE)
        assert both.state.plies[0].irregular
        assert [found.kind for found in both.state.findings][:1] != []
        main = [each.name for each in targets(both.view) if each.side is BLACK]
        assert main == ["press", "offer-draw", "claim-irregularity", "claims", "resign"]
        await both.button("claim-irregularity", BLACK)
        await until(lambda: both.state.demand is not None)
        assert both.state.demand == (BLACK, 1)


async def test_each_claim_reaches_the_record_and_the_desk(tmp_path: Path) -> None:
    claims = {
        "claim-flag": "claim-flag",
        "claim-rule": "claim-irregularity",
        "claim-move-limit": "claim-move-limit",
        "claim-clock": "claim-clock",
    }
    async with players(tmp_path) as both:
        both.press(WHITE)
        await until(lambda: both.state.phase is Phase.PLAYING)
        for name, button in claims.items():
            await both.button("claims", BLACK)
            await both.button(name, BLACK)
            await until(lambda wanted=button: both.state.claim == wanted)
            assert both.state.called is BLACK
            assert both.view.said[1] == texts("ru").t("screen.said.claim")
        assert both.screen.device is not None
        assert both.screen.device.runs is None, "the claim of the time stops the clock"
        await both.button("claims", WHITE)
        await both.button("claim-draw", WHITE)
        for square in ("c3", "d4"):
            both.touch(both.square(square))
        assert both.view.board is not None
        assert both.view.board.chosen == ("c3", "d4")
        await both.button("send", WHITE)
        await until(lambda: both.state.claim == "claim-draw")
        assert both.state.claim_move == "c3-d4"
        assert "c3" in both.screen.device.squares, "showing the move does not make it"
        await both.button("call-arbiter")
        await until(lambda: both.state.claim == "" and bool(both.state.called_at))
        assert both.state.called is None
    pressed = [event for event in recorded(tmp_path) if isinstance(event, events.Button)]
    assert [event.button for event in pressed] == [*claims.values(), "claim-draw", "call-arbiter"]
    assert all(event.button in BUTTONS for event in pressed)
    assert [event.by for event in pressed] == [BLACK] * 4 + [WHITE, None]


async def test_a_draw_is_offered_refused_offered_again_and_agreed(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        both.press(WHITE)
        await both.play("c3-d4", WHITE)
        await both.button("offer-draw", WHITE)
        await until(lambda: both.state.offer is WHITE)
        names = [each.name for each in targets(both.view) if each.side is BLACK]
        assert names == ["press", "accept-draw", "decline-draw", "resign"]
        assert both.view.said == (texts("ru").t("screen.said.offer-draw"), "")
        await both.button("decline-draw", BLACK)
        await until(lambda: both.state.offer is None and both.view.said[0] == "")
        await both.button("offer-draw", BLACK)
        await until(lambda: both.state.offer is BLACK)
        await both.button("accept-draw", WHITE)
        await until(lambda: both.state.phase is Phase.OVER)
        assert both.state.result is not None
        assert (both.state.result.result, both.state.result.reason) == ("1/2-1/2", "agreement")
        assert both.view.result == "½–½"
        assert both.screen.device is not None
        assert both.screen.device.runs is None


async def test_a_resignation_is_asked_once_more(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        both.press(WHITE)
        await until(lambda: both.state.phase is Phase.PLAYING)
        await both.button("resign", WHITE)
        target = next(each for each in targets(both.view) if each.name == "yes")
        both.touch(middle(target.rect))
        await asyncio.sleep(0.1)
        assert both.state.phase is Phase.PLAYING, "a double touch does not resign"
        await both.button("no", WHITE)
        await both.button("resign", WHITE)
        await both.button("yes", WHITE)
        await until(lambda: both.state.phase is Phase.OVER)
        assert both.state.result is not None
        assert both.state.result.result == "0-1"


async def test_after_a_restart_pieces_and_clock_are_as_they_were_left(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        both.press(WHITE)
        await both.play("c3-d4", WHITE)
        both.drag("f6", "g5")
        await until(lambda: both.state.sensed is not None and both.state.sensed.get("g5") == "b")
        left = both.state.clocks
    async with players(tmp_path) as both:
        assert both.screen.device is not None
        assert both.screen.device.runs is None
        assert both.screen.device.squares["g5"] == "b"
        assert both.screen.device.clock is not None
        assert abs(both.screen.device.clock.white_ms - left.white_ms) <= 1_000
        assert both.plies() == ["c3-d4"]
        both.press(WHITE)
        assert both.screen.device.runs is BLACK, "it goes on for the side to move"
        both.press(BLACK)
        await both.moved(2)
        assert both.plies() == ["c3-d4", "f6-g5"]
        assert [found.kind for found in both.state.findings if found.kind != "clock-stopped"] == []


async def test_what_nobody_listens_to_is_not_touched(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        assert both.screen.line is not None
        assert both.screen.device is not None
        at, start = middle(face(both.view, WHITE)), both.square("c3")
        await both.screen.line.close()
        both.touch(at)
        both.touch(start)
        assert both.screen.device.runs is None
        assert both.screen.device.squares["c3"] == "w"


async def test_another_game_sets_its_own_pieces_up(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        both.press(WHITE)
        await both.play("c3-d4", WHITE)
        assert both.screen.seat is not None
        other = msgspec.structs.replace(ASSIGNMENT, game="r3-t7", discipline="international", control="3m+2s")
        await both.screen.seat._assign(other)
        await until(lambda: both.view.board is not None and both.view.board.kind == "international")
        await until(lambda: both.state.sensed is not None and len(both.state.sensed) == 40)
        assert both.view.faces is not None
        assert [shown.text for shown in both.view.faces] == ["3:00", "3:00"]
        both.press(WHITE)
        await both.play("32-28", WHITE)
        assert both.state.findings == ()


async def test_a_board_of_its_own_with_the_screen_as_its_clock(tmp_path: Path) -> None:
    shell = Shell(device_kind("dgt").virtual("russian", 60_000, 0, 1.0), TcpLine())
    await shell.open()
    table = Table(number=7, device="dgt", line=shell.line.address, clock="screen")
    try:
        async with players(tmp_path, table=table) as both:
            view = both.view
            assert view.board is None
            assert view.faces is not None
            assert view.faces[0].text == "45:00"
            both.press(BLACK)
            await until(lambda: both.state.phase is Phase.PLAYING)
            shell.do(lambda board, now: board.lift("c3", now))
            await asyncio.sleep(0.05)
            shell.do(lambda board, now: board.place("d4", "w", now))
            await until(lambda: (both.state.sensed or {}).get("d4") == "w")
            shell.do(lambda board, now: board.press(WHITE, now))
            await asyncio.sleep(0.2)
            assert both.plies() == [], "its own clock is not listened to"
            both.press(WHITE)
            await both.moved(1)
            assert both.plies() == ["c3-d4"]
            assert both.state.clocks.running is BLACK
    finally:
        await shell.close()


@pytest.mark.hall
async def test_the_server_hears_of_it_as_of_any_board(tmp_path: Path, hall: Hall, broker: BrokerProcess) -> None:
    await hall.assign(ASSIGNMENT)
    async with players(tmp_path, server=broker.settings) as both:
        both.press(WHITE)
        await both.play("c3-d4", WHITE)
        await both.button("claims", BLACK)
        await both.button("claim-clock", BLACK)

        def told(kind: type[AnyEvent]) -> list[AnyEvent]:
            log = [decode(data) for each in hall.logs.values() for data in each.values()]
            return [event for event in log if isinstance(event, kind)]

        await until(lambda: told(events.Move) and told(events.Button))
        assert told(events.Button)[0].button == "claim-clock"  # type: ignore[union-attr]
        assert hall.births[-1].boards == ("screen",)
        assert hall.states[-1].board
        assert hall.states[-1].clock


async def test_the_window_takes_mouse_and_fingers_and_draws_only_news(tmp_path: Path) -> None:
    surface = opened((800, 480), False)
    drawn: list[View] = []
    try:
        async with players(tmp_path) as both:
            showing = asyncio.create_task(show(both.screen, surface, drawn=drawn.append))
            await until(lambda: drawn)
            x, y = middle(face(both.view, BLACK))
            _post(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y), touch=False)
            _post(pygame.MOUSEBUTTONUP, button=1, pos=(x, y), touch=False)
            await until(lambda: both.state.phase is Phase.PLAYING)
            start, end = both.square("c3"), both.square("d4")
            for kind, at in ((pygame.FINGERDOWN, start), (pygame.FINGERMOTION, end), (pygame.FINGERUP, end)):
                _post(kind, finger_id=0, x=at[0] / 800, y=at[1] / 480, touch_id=1)
            await until(lambda: (both.state.sensed or {}).get("d4") == "w")
            # The same touch told again as a mouse is no second one: on White's face it would be a press.
            x, y = middle(face(both.view, WHITE))
            _post(pygame.MOUSEBUTTONDOWN, button=1, pos=(x, y), touch=True)
            await asyncio.sleep(0.2)
            assert both.plies() == []
            _post(pygame.FINGERDOWN, finger_id=0, x=x / 800, y=y / 480, touch_id=1)
            await both.moved(1)
            _post(pygame.FINGERUP, finger_id=0, x=x / 800, y=y / 480, touch_id=1)
            assert all(one != other for one, other in pairwise(drawn))
            _post(pygame.QUIT)
            await asyncio.wait_for(showing, 5)
    finally:
        pygame.display.quit()


def _post(kind: int, **fields: object) -> None:
    pygame.event.post(pygame.event.Event(kind, fields))


async def test_the_language_is_changed_at_the_table(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        await both.button("language")
        assert both.view.lang == "en"
        assert both.view.title.startswith("Russian draughts")
        await both.button("language")
        assert both.view.lang == "ru"


def test_the_move_that_is_shown_is_written_as_the_record_writes_it() -> None:
    state = start(ASSIGNMENT)
    assert written(state, "c3-d4") == "c3-d4"
    assert written(state, "c3-h8") == "c3-h8"
    assert written(state, "-") == "-"


def test_which_table_the_screen_is_for() -> None:
    board = Table(number=3, device="dgt", line="/dev/x")
    config = Config(server=NOWHERE, table=(board, TABLE))
    assert table_shown(config, None) is TABLE
    assert table_shown(Config(server=NOWHERE, table=(board,)), None) is board
    with pytest.raises(SettingsError, match="no table 9"):
        table_shown(config, 9)
    with pytest.raises(SettingsError, match=r"one screen serves one table.*7"):
        table_shown(config, 3)


def test_a_table_on_a_screen_needs_no_line() -> None:
    text = '[server]\naddress = "h"\nevent = "club"\npassword = "x"\n[[table]]\nnumber = 7\ndevice = "screen"\n'
    (table,) = parse(text).table
    assert (table.line, table.on_screen, table.clock_on_screen) == ("screen 7", True, True)
    (beside,) = parse(text.replace('"screen"', '"dgt"\nline = "/dev/x"\nclock = "screen"')).table
    assert (beside.on_screen, beside.clock_on_screen, beside.clock_line) == (False, True, "screen clock 7")
