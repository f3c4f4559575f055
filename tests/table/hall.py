"""A real broker that tests may kill and start again, and a small server that speaks to the tables through it."""

import asyncio
import contextlib
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import aiomqtt
import msgspec

from record.assignment import Assignment
from record.events import decode
from record.messages import Ack, Assign, Birth, DeskEvents, LogBatch, Reply, TableState, encode, topic
from table.broker import TCP_NODELAY
from table.config import Server

EVENT = "club"


async def until(what: Callable[[], object], seconds: float = 15.0) -> None:
    """Waits for ``what`` to be true, and fails when it does not become so."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.02)


class BrokerProcess:
    """nats-server with MQTT on one port for all its lives."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._binary = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or "nats-server"
        self._settings = folder / "nats.conf"
        self._settings.write_text(
            f"""\
server_name: hall
listen: "127.0.0.1:-1"
jetstream {{ store_dir: "{folder / "js"}", max_file_store: 64MB }}
mqtt {{ listen: "127.0.0.1:{self.port}", ack_wait: "2s" }}
accounts {{ HALL {{ jetstream: enabled, users: [
 {{ user: server, password: s }}
 {{ user: table, password: t, permissions: {{
   publish: {{allow: ["flagfall.1.{EVENT}.table.>"]}},
   subscribe: {{allow: ["flagfall.1.{EVENT}.table.>", "flagfall.1.{EVENT}.server.state"]}} }} }}
] }} }}
"""
        )
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._binary, "-c", str(self._settings)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        end = time.monotonic() + 15
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            assert time.monotonic() < end, "the broker did not come up"
            time.sleep(0.05)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def settings(self) -> Server:
        """What a table needs to know of it."""
        return Server(address=f"127.0.0.1:{self.port}", event=EVENT, password="t")


class Hall:
    """The server's side of the conversation, as short as can be: it keeps batches, and acknowledges what is whole."""

    def __init__(self, broker: BrokerProcess, number: int) -> None:
        self._broker, self.number = broker, number
        self.logs: dict[str, dict[int, bytes]] = {}
        self.batches: list[LogBatch] = []
        self.replies: list[Reply] = []
        self.states: list[TableState] = []
        self.births: list[Birth] = []
        self.acknowledges = True
        self._client: aiomqtt.Client | None = None
        self._job: asyncio.Task[None] | None = None

    def held(self, session: str) -> int:
        """Up to which seq the log of ``session`` is whole here."""
        log, seq = self.logs.get(session, {}), 0
        while seq + 1 in log:
            seq += 1
        return seq

    async def acknowledge(self) -> None:
        await self.say("ack", Ack(sessions={session: self.held(session) for session in self.logs}))

    async def assign(self, assignment: Assignment | None) -> None:
        await self.say("assignment", Assign(assignment=assignment), retain=True)

    async def command(self, id: str, game: str, log: list[bytes], *, at: str = "") -> None:
        events = tuple(msgspec.Raw(data) for data in log)
        await self.say("command", DeskEvents(id=id, game=game, events=events, at=at))

    async def say(self, leaf: str, message: msgspec.Struct, *, retain: bool = False) -> None:
        await until(lambda: self._client is not None)
        assert self._client is not None
        await self._client.publish(topic(EVENT, self.number, leaf), encode(message), qos=1, retain=retain)

    async def start(self) -> None:
        self._job = asyncio.create_task(self._run())
        await until(lambda: self._client is not None)

    async def stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            await asyncio.gather(self._job, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(aiomqtt.MqttError):
                client = aiomqtt.Client(
                    "127.0.0.1",
                    self._broker.port,
                    username="server",
                    password="s",
                    identifier=f"server-{self.number}",
                    socket_options=TCP_NODELAY,
                )
                async with client:
                    await client.subscribe(topic(EVENT, self.number, "+"), qos=1)
                    self._client = client
                    async for message in client.messages:
                        assert isinstance(message.payload, bytes)
                        await self._take(message.topic.value.rpartition("/")[2], message.payload)
            self._client = None
            await asyncio.sleep(0.1)

    async def _take(self, leaf: str, payload: bytes) -> None:
        match leaf:
            case "log":
                batch = msgspec.json.decode(payload, type=LogBatch)
                self.batches.append(batch)
                for data in map(bytes, batch.events):
                    event = decode(data)
                    assert self.logs.setdefault(batch.session, {}).setdefault(event.seq, data) == data
                if self.acknowledges:
                    await self.acknowledge()
            case "reply":
                self.replies.append(msgspec.json.decode(payload, type=Reply))
            case "state" if payload:
                self.states.append(msgspec.json.decode(payload, type=TableState))
            case "birth" if payload:
                self.births.append(msgspec.json.decode(payload, type=Birth))
