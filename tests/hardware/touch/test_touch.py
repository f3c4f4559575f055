"""A board and a clock on a screen: the device, its driver, and the line between them."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board.events import BoardDumped, SquareChanged
from clock import software
from clock.control import parse
from clock.events import ClockLinked, Press, Reading
from hardware.devices import DeviceSettings, device_kind
from hardware.devices.screen import start_of
from hardware.events import ClockSet, DeviceEvent, DeviceFault
from hardware.touch.device import TouchDevice
from hardware.touch.driver import TouchSession
from hardware.touch.loopback import Loopback
from hardware.touch.wire import LONGEST_LINE, Asked, line
from rules.errors import DeviceError
from rules.side import Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def device(control: str | None = "5m+3s", **more: object) -> TouchDevice:
    clock = None if control is None else software.wound(parse(control))
    return TouchDevice(start_of("russian"), clock, **more)  # type: ignore[arg-type]


def session() -> TouchSession:
    found = device_kind("screen").open(DeviceSettings())
    assert isinstance(found, TouchSession)
    return found


def heard(data: bytes, now_ms: int = 0) -> tuple[DeviceEvent, ...]:
    return session().receive(data, now_ms).events


def test_the_hands_on_the_screen_are_a_boards_events() -> None:
    board = device()
    said = board.lift("c3", 100) + board.place("d4", "w", 200)
    assert heard(said, 7) == (SquareChanged(t_ms=7, sq="c3", p="."), SquareChanged(t_ms=7, sq="d4", p="w"))
    assert "c3" not in board.squares
    assert board.squares["d4"] == "w"
    assert board.lift("c3", 300) == b""


def test_a_clock_is_started_pressed_and_stopped() -> None:
    board = device()
    started = heard(board.start_clock(1_000))
    assert [type(event) for event in started] == [Reading]
    assert board.runs is WHITE
    assert heard(board.press(BLACK, 2_000)) == ()
    pressed = heard(board.press(WHITE, 11_000))
    assert pressed[0] == Press(t_ms=0, by=WHITE)
    assert isinstance(pressed[1], Reading)
    assert (pressed[1].white_ms, pressed[1].running) == (300_000 - 10_000 + 3_000, BLACK)
    board.stop_clock(12_000)
    assert board.runs is None
    board.start_clock(20_000)
    assert board.runs is BLACK, "it goes on for the side that it stood for"
    assert board.start_clock(21_000) == b""


def test_the_lever_moves_on_a_clock_that_stands_and_no_time_runs() -> None:
    board = device()
    assert board.press(BLACK, 0) == b"", "it stands for White, who moves first"
    assert heard(board.press(WHITE, 0))[0] == Press(t_ms=0, by=WHITE)
    assert board.runs is None
    board.start_clock(10)
    assert board.runs is BLACK


def test_renju_starts_with_black() -> None:
    board = device_kind("screen").virtual("renju", 60_000, 0, 1.0)
    board.start_clock(10)
    assert isinstance(board, TouchDevice)
    assert board.runs is BLACK
    assert board.squares == {}


def test_a_fallen_time_is_told_at_once_and_the_lever_goes_on() -> None:
    board = device("1m")
    board.start_clock(0)
    assert board.tick(100) == b""
    fell = heard(board.tick(60_000))
    assert isinstance(fell[0], Reading)
    assert fell[0].flags == (WHITE,)
    assert heard(board.press(WHITE, 61_000))[0] == Press(t_ms=0, by=WHITE)


def test_what_is_asked_is_told_and_the_clock_is_set() -> None:
    board = device()
    told = heard(board.receive(line(Asked(ask=True)), 0))
    assert [type(event) for event in told] == [BoardDumped, ClockLinked, Reading]
    driver = session()
    order = driver.set_clock(60_000, 50_000, BLACK, 0).send
    answer = driver.receive(board.receive(order, 500), 500).events
    assert answer[0] == ClockSet(t_ms=500, ok=True)
    assert isinstance(answer[1], Reading)
    assert (answer[1].white_ms, answer[1].black_ms, answer[1].running) == (60_000, 50_000, BLACK)
    assert driver.tick(10_000).events == ()


def test_a_screen_without_a_clock_says_so_and_one_that_is_silent_is_reported() -> None:
    board, driver = device(None), session()
    assert ClockLinked(t_ms=0, linked=False) in heard(board.receive(line(Asked(ask=True)), 0))
    refused = driver.receive(board.receive(driver.set_clock(1, 1, None, 0).send, 0), 0).events
    assert refused == (ClockSet(t_ms=0, ok=False, reason="this screen has no clock"),)
    driver.set_clock(1, 1, None, 0)
    (late,) = driver.tick(5_000).events
    assert isinstance(late, ClockSet)
    assert not late.ok
    assert driver.tick(6_000).events == ()
    assert board.press(WHITE, 0) == b""
    assert heard(board.tick(600)) == ()
    assert board.tick(600) == b"", "not more often than a beat"


def test_a_clock_only_screen_has_no_board() -> None:
    clock = TouchDevice(None, software.wound(parse("5m")))
    assert [type(event) for event in heard(clock.receive(line(Asked(ask=True)), 0))] == [ClockLinked, Reading]
    assert clock.place("c3", "w", 0) + clock.lift("c3", 0) + clock.setup({"c3": "w"}, 0) == b""


def test_another_games_clock_is_wound_and_its_absence_told() -> None:
    board = device("5m")
    told = heard(board.wind(None, 10))
    assert told == (ClockLinked(t_ms=0, linked=False),)
    back = heard(board.wind(software.wound(parse("3m+2s"), 20), 20))
    assert [type(event) for event in back] == [ClockLinked, Reading]


@settings(max_examples=60)
@given(st.binary(max_size=80), st.integers(1, 9))
def test_no_bytes_make_the_driver_raise_or_invent_a_move(noise: bytes, step: int) -> None:
    driver = session()
    for start in range(0, len(noise), step):
        for event in driver.receive(noise[start : start + step], 0).events:
            assert isinstance(event, DeviceFault)
    driver.receive(b"\n", 0)
    (event,) = driver.receive(b'{"sq":"c3","p":"w"}\n', 0).events
    assert event == SquareChanged(t_ms=0, sq="c3", p="w")


def test_a_line_without_an_end_is_thrown_away() -> None:
    driver = session()
    assert driver.receive(b"x" * (LONGEST_LINE + 1), 0).events == ()
    assert len(driver.receive(b'{"sq":"c3","p":"w"}\n', 0).events) == 1


async def test_the_loopback_is_a_line() -> None:
    opened: list[int] = []
    loop = Loopback("screen 7", lambda data: data.upper(), lambda: opened.append(1))
    loop.say(b"lost")
    with pytest.raises(DeviceError, match="not open"):
        await loop.read()
    await loop.open()
    assert opened == [1]
    loop.say(b"before it was asked")
    assert not loop.is_open
    await loop.write(b"ask")
    assert await loop.read() == b"ASK"
    waiting = asyncio.create_task(loop.read())
    await asyncio.sleep(0)
    await loop.close()
    with pytest.raises(DeviceError, match="closed"):
        await waiting
    await loop.close()
