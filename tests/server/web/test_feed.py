import asyncio
import json
import re

import pytest

from record.commands import EnterResult
from record.events import Finding, LeverPressed
from record.messages import TableState, encode
from rules.side import Side
from server.web.hub import Reader
from tests.server.web.conftest import Make, Pages
from tests.server.web.scene import Game


@pytest.fixture(autouse=True)
def ticks_come_from_the_test_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a busy machine takes for a test, no tick of the feed's own comes between."""
    monkeypatch.setattr("server.web.feed.TICK_S", 3600.0)


async def parts(reader: Reader) -> dict[str, str]:
    frame = await reader.next(0.05)
    if frame is None:
        return {}
    found: dict[str, str] = json.loads(frame.split(b"data: ", 1)[1])
    return found


async def settle(pages: Pages) -> None:
    """Let the feed take what the hall told."""
    for _ in range(5):
        await asyncio.sleep(0)


async def one_move(pages: Pages, number: int) -> None:
    """A move at a table, received now."""
    table = pages.tables[number]
    state = pages.hall.game(table.game)
    play = Game.__new__(Game)
    play.table, play.position, play.ply = table, state.history.position, len(state.plies)
    play.left = {Side.WHITE: state.clocks.white_ms, Side.BLACK: state.clocks.black_ms}
    table.t_ms = max(table.t_ms, pages.clock.ms - table.start_ms)
    play.make(play.position.legal_moves()[0], 3000)
    await table.send()


async def test_a_board_without_delay_moves_at_once_and_the_wall_with_the_tick(make: Make) -> None:
    pages = await make(tables=2)
    feed = pages.door.feed
    running = asyncio.create_task(feed.run())
    await settle(pages)
    board, wall, other = (
        feed.board(1, "en").open(None),
        feed.wall("en").open(None),
        feed.board(2, "en").open(None),
    )
    await one_move(pages, 1)
    await settle(pages)
    shown = await parts(board)
    assert list(shown) == ["one", "round"]
    assert pages.hall.game("r1-t1").plies[-1].move in shown["one"]
    assert await parts(other) == {}
    assert await parts(wall) == {}
    feed.tick()
    frame = await parts(wall)
    assert set(frame) == {"wall-1", "playing", "round"}
    running.cancel()


async def test_spectators_streams_wait_for_the_delay(make: Make) -> None:
    pages = await make(tables=2, delay_s=60)
    feed = pages.door.feed
    running = asyncio.create_task(feed.run())
    pages.clock.ms += 61_000
    await settle(pages)
    board, wall = feed.board(1, "en").open(None), feed.wall("en").open(None)
    feed.tick()
    assert "wall-1" in await parts(wall), "after a start, what its delay held back comes in"
    await parts(board)
    pages.clock.ms += 61_000
    feed.tick()
    before = len(pages.hall.game("r1-t1").plies)
    await one_move(pages, 1)
    await settle(pages)
    feed.tick()
    assert await parts(board) == {}
    assert await parts(wall) == {}
    pages.clock.ms += 59_000
    feed.tick()
    assert await parts(wall) == {}
    pages.clock.ms += 2000
    feed.tick()
    assert f'data-last="{before + 1}"' in (await parts(board))["one"]
    assert "wall-1" in await parts(wall)
    running.cancel()


async def test_a_finding_reaches_the_desk_and_no_one_else(make: Make) -> None:
    pages = await make(tables=2)
    feed = pages.door.feed
    running = asyncio.create_task(feed.run())
    await settle(pages)
    desk = feed.desk("arbiter", "en")[0].open(None)
    viewer = feed.desk("viewer", "en")[0].open(None)
    public = [feed.board(1, "en").open(None), feed.wall("en").open(None), feed.lists("pairings", "en").open(None)]
    for reader in public:
        await parts(reader)
    side = pages.hall.game("r1-t1").to_move.other
    ply = len(pages.hall.game("r1-t1").plies)
    pages.tables[1].put(
        LeverPressed(by=side), Finding(finding="f7", what="capture-missed", ply=ply, side=side, evidence={})
    )
    await pages.tables[1].send()
    await settle(pages)
    feed.tick()
    shown = await parts(desk)
    assert "Capture not made" in shown["case-r1-t1.f7"]
    assert json.loads(shown["order"]) == ["case-r1-t1.f7"]
    assert 'data-g="attention"' in shown["tile-1"]
    assert 'action="/desk/call"' in shown["case-r1-t1.f7"]
    assert 'action="/desk/call"' not in (await parts(viewer))["case-r1-t1.f7"]
    for reader in public:
        assert not re.search(r"apture not made|attention|decision|5\.4\.13", json.dumps(await parts(reader)))
    running.cancel()


async def test_a_case_that_is_settled_goes_and_its_line_comes(make: Make) -> None:
    pages = await make(tables=4)
    feed = pages.door.feed
    channel = feed.desk("arbiter", "en")[0]
    desk = channel.open(None)
    channel.put(feed.desk_parts("act", "en"))
    channel.flush()
    assert "case-r1-t4.f1" in await parts(desk)
    browser = await pages.logged_in("arbiter")
    fields = {"game": "r1-t4", "finding": "f1", "ruling": "let-stand"}
    assert (await browser.post("/desk/rule", data=fields)).status_code == 303
    channel.put(feed.desk_parts("act", "en"))
    channel.flush()
    shown = await parts(desk)
    assert shown["case-r1-t4.f1"] == ""
    assert 'action="/desk/undo"' in shown["done-r1-t4.done"]
    assert "tile-1" not in shown, "what did not change is not sent"


async def test_a_desk_opened_before_the_round_was_paired_learns_its_counts_and_its_start(make: Make) -> None:
    pages = await make(tables=4)
    shown = pages.door.feed.desk_parts("act", "en")
    assert 'id="tab-all">All 4<' in shown["tab-all"]
    assert 'id="tab-playing">Playing 4<' in shown["tab-playing"]
    assert 'id="tab-over">Finished 0<' in shown["tab-over"]
    assert "data-since=" in shown["since"]
    assert await pages.hall.command("r1-t1", EnterResult(result="1-0", by="arbiter", arbiter="A")) is None
    assert 'id="tab-over">Finished 1<' in pages.door.feed.desk_parts("act", "en")["tab-over"]
    page = await (await pages.logged_in("arbiter")).get("/desk?lang=en")
    for place in ("since", "tab-all", "tab-playing", "tab-over"):
        assert page.text.count(f'id="{place}"') == 1


async def test_a_delayed_result_reaches_the_lists_when_its_delay_is_over(make: Make) -> None:
    pages = await make(tables=2, delay_s=60)
    feed = pages.door.feed
    running = asyncio.create_task(feed.run())
    lists = [feed.lists(name, "en").open(None) for name in ("pairings", "standings")]
    await settle(pages)
    assert await pages.hall.command("r1-t1", EnterResult(result="1-0", by="arbiter", arbiter="A")) is None
    await settle(pages)
    feed.tick()
    pairings, standings = [(await parts(reader)).get("list", "") for reader in lists]
    assert "1–0" not in pairings
    assert 'class="n tb">1<' not in standings
    pages.clock.ms += 61_000
    feed.tick()
    pairings, standings = [(await parts(reader))["list"] for reader in lists]
    assert "1–0" in pairings
    assert 'class="n tb">1<' in standings
    running.cancel()


async def test_the_streams_end_with_the_hall(make: Make) -> None:
    pages = await make(tables=2)
    running = asyncio.create_task(pages.door.feed.run())
    await settle(pages)
    wall = pages.door.feed.wall("ru").open(None)
    pages.hall.changes.close()
    await asyncio.wait_for(running, 20)
    assert wall.ended


async def test_a_clock_that_was_not_set_is_told_until_it_is(make: Make) -> None:
    pages = await make(tables=2, running=False)
    await pages.hall.pair_next()
    feed = pages.door.feed
    running = asyncio.create_task(feed.run())
    await settle(pages)
    desks = {lang: feed.desk("arbiter", lang)[0].open(None) for lang in ("ru", "en")}
    for misset, told in (
        (
            (300_000, 300_000),
            {
                "ru": "Часы показывают 5:00, а партия начинается с 15:00: установите их.",
                "en": "The clock shows 5:00, the game begins with 15:00: set it.",
            },
        ),
        (None, {"ru": "", "en": ""}),
    ):
        state = TableState(installation="i", online=True, clock=True, game="r1-t1", misset=misset)
        await pages.hall.tables.receive(1, "state", encode(state))
        await settle(pages)
        feed.tick()
        for lang, desk in desks.items():
            more = (await parts(desk))["more"]
            assert (told[lang] in more) if misset else ("5:00" not in more)
    running.cancel()
