import asyncio
import json

from server.web.hub import RESET, Hub
from server.web.stream import EventStream


def data(frame: bytes) -> dict[str, str]:
    line = next(line for line in frame.decode().splitlines() if line.startswith("data: "))
    found: dict[str, str] = json.loads(line[6:])
    return found


def number(frame: bytes) -> str:
    return next(line[4:] for line in frame.decode().splitlines() if line.startswith("id: "))


async def test_a_board_is_sent_at_once_and_encoded_once() -> None:
    channel = Hub("r").channel("board", coalesced=False)
    one, two = channel.open(None), channel.open(None)
    channel.put({"one": "<b>"})
    first, second = await one.next(0.1), await two.next(0.1)
    assert first is second
    assert first is not None
    assert data(first) == {"one": "<b>"}


async def test_walls_get_one_frame_with_the_last_of_each_part() -> None:
    hub = Hub("r")
    channel = hub.channel("wall", coalesced=True)
    reader = channel.open(None)
    for ply in range(50):
        channel.put({"wall-1": f"ply {ply}", "wall-2": "still"})
    assert await reader.next(0.01) is None
    hub.flush()
    frame = await reader.next(0.1)
    assert frame is not None
    assert data(frame) == {"wall-1": "ply 49", "wall-2": "still"}
    hub.flush()
    assert await reader.next(0.01) is None, "nothing changed: no frame"
    channel.put({"wall-2": "still"})
    hub.flush()
    assert await reader.next(0.01) is None


async def test_a_slow_reader_is_dropped_and_others_go_on() -> None:
    channel = Hub("r").channel("board", coalesced=False)
    slow, quick = channel.open(None, waiting=3), channel.open(None, waiting=3)
    for ply in range(5):
        channel.put({"one": str(ply)})
        assert await quick.next(0.1) is not None
    assert slow.ended
    assert slow not in channel.readers
    assert [frame async for frame in slow] == []
    assert quick in channel.readers


async def test_who_comes_back_gets_what_was_missed() -> None:
    channel = Hub("r").channel("board", coalesced=False)
    first = channel.open(None)
    channel.put({"one": "1"})
    seen = await first.next(0.1)
    assert seen is not None
    first.end()
    channel.put({"one": "2"})
    channel.put({"one": "3"})
    again = channel.open(number(seen))
    got = [await again.next(0.1), await again.next(0.1)]
    assert [data(frame)["one"] for frame in got if frame] == ["2", "3"]
    assert await again.next(0.01) is None


async def test_who_was_away_too_long_or_before_a_restart_loads_again() -> None:
    channel = Hub("new").channel("board", coalesced=False)
    for ply in range(200):
        channel.put({"one": str(ply)})
    for last in ("new-1", "old-199", "new-999", "nonsense", "new-²", "new-" + "9" * 5000):
        assert await channel.open(last).next(0.1) == RESET, last
    current = channel.open("new-200")
    assert await current.next(0.01) is None


async def test_closing_the_hub_ends_every_stream() -> None:
    hub = Hub("r")
    reader = hub.channel("wall", coalesced=True).open(None)
    waiting = asyncio.create_task(reader.next(5))
    await asyncio.sleep(0)
    hub.close()
    try:
        await waiting
    except StopAsyncIteration:
        ended = True
    assert ended
    assert reader.ended


class Client:
    """The other end of a raw ASGI response."""

    def __init__(self) -> None:
        self.sent: list[dict[str, object]] = []
        self.leave = asyncio.Event()

    async def receive(self) -> dict[str, object]:
        await self.leave.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, object]) -> None:
        self.sent.append(message)

    def bodies(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)  # type: ignore[misc]


async def test_the_stream_beats_sends_and_ends_when_the_client_leaves() -> None:
    channel = Hub("r").channel("board", coalesced=False)
    client = Client()
    stream = EventStream(channel.open(None), heartbeat_s=0.02)
    running = asyncio.create_task(stream({}, client.receive, client.send))  # type: ignore[arg-type]
    await asyncio.sleep(0.05)
    channel.put({"one": "<b>"})
    await asyncio.sleep(0.02)
    client.leave.set()
    await asyncio.wait_for(running, 1)
    assert b": here\n\n" in client.bodies()
    assert b'event: parts\nid: r-1\ndata: {"one":"<b>"}\n\n' in client.bodies()
    assert client.sent[-1]["more_body"] is False
    assert channel.readers == set()
