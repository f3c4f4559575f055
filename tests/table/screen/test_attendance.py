"""A table on its screen whose player is missed at the signal: his word starts the right time (5.4.1.2)."""

from pathlib import Path

import msgspec

from record import events
from record.chain import root, seal
from record.events import DESK
from record.messages import DeskEvents
from rules.side import Side
from table.screen.layout import targets
from table.wall import utc_now
from tests.table.hall import until
from tests.table.screen.test_table import Players, players
from tests.table.test_journal import ASSIGNMENT

WHITE, BLACK = Side.WHITE, Side.BLACK


async def signal(both: Players, *absent: Side) -> None:
    at, game = utc_now(), ASSIGNMENT.game
    given = events.RoundStarted(absent=absent)
    _, data = seal(given, session=DESK, seq=1, t_ms=0, at=at, prev=root(game, DESK), after=both.state.last)
    seat = both.screen.seat
    assert seat is not None
    reply = await seat._obey(DeskEvents(id=f"{game}.1", game=game, events=(msgspec.Raw(data),), at=at))
    assert reply.ok
    await until(lambda: both.screen.device is not None and both.screen.device.runs is not None)


def names(both: Players, side: Side) -> list[str]:
    return [target.name for target in targets(both.view) if target.side is side]


async def test_the_absentees_time_runs_until_he_touches_his_face(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        assert "arrived" in names(both, WHITE)  # before the signal a player may say so too
        await signal(both, BLACK)
        device = both.screen.device
        assert device is not None
        assert device.runs is BLACK
        await until(lambda: both.state.attendance.absent == (BLACK,))
        assert "arrived" not in names(both, WHITE)
        assert "arrived" in names(both, BLACK)
        both.press(BLACK)
        await until(lambda: device.runs is WHITE)
        await until(lambda: both.state.attendance.absent == ())
        assert device.clock is not None
        assert device.clock.moves == (0, 0)  # his touch was no move, and earned nothing
        assert device.clock.black_ms <= 45 * 60_000
        await both.play("c3-d4", WHITE)
        await both.play("f6-g5", BLACK)
        assert both.plies() == ["c3-d4", "f6-g5"]
        assert [found.kind for found in both.state.findings if found.kind != "late"] == []


async def test_the_button_says_the_same(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        await signal(both, WHITE, BLACK)
        device = both.screen.device
        assert device is not None
        assert device.runs is WHITE
        await both.button("arrived", WHITE)
        await until(lambda: device.runs is BLACK)  # halved, and the absent one's runs
        assert device.clock is not None
        assert abs(device.clock.white_ms - device.clock.black_ms) < 1_500
        await both.button("arrived", BLACK)
        await until(lambda: device.runs is WHITE)


async def test_with_both_there_the_signal_starts_the_clock(tmp_path: Path) -> None:
    async with players(tmp_path) as both:
        await signal(both)
        assert both.screen.device is not None
        assert both.screen.device.runs is WHITE
        assert "arrived" not in names(both, BLACK)
        await both.play("c3-d4", WHITE)
        assert both.state.findings == ()
