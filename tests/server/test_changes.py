import asyncio

from server.changes import WAITING, Changes


async def test_subscribers_hear_what_is_told_from_now_on() -> None:
    changes = Changes(100)
    changes.tell("players")
    with changes.subscribe() as stream:
        changes.tell("game", game="r1-t2", table=2)
        heard = await asyncio.wait_for(anext(stream), 1)
        assert (heard.id, heard.what, heard.game, heard.table) == (101, "game", "r1-t2", 2)
    changes.tell("round")
    assert [change async for change in stream] == []


async def test_who_comes_back_hears_what_was_missed_or_all() -> None:
    changes = Changes(1)
    for _ in range(5):
        changes.tell("game")
    back = changes.subscribe(3)
    assert [(await anext(back)).id for _ in range(2)] == [4, 5]
    stranger = Changes(10_000)
    late = stranger.subscribe(50)
    assert (await anext(late)).what == "all"
    current = changes.subscribe(5)
    current.close()
    assert [change async for change in current] == []


async def test_a_slow_subscriber_is_told_to_look_at_everything() -> None:
    changes = Changes()
    slow = changes.subscribe()
    for _ in range(WAITING + 3):
        changes.tell("game")
    slow.close()
    heard = [change async for change in slow]
    assert [change.what for change in heard] == ["all", "game", "game"]


async def test_close_ends_waiting_streams() -> None:
    changes = Changes()
    stream = changes.subscribe()
    waiting = asyncio.create_task(anext(stream, None))
    await asyncio.sleep(0)
    changes.close()
    assert await asyncio.wait_for(waiting, 1) is None
