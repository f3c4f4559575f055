"""The hall's connection to the broker: moves bytes between MQTT and `server.tables`, and connects again for ever."""

import asyncio
import contextlib
import re
import ssl
from collections.abc import Callable
from importlib import metadata

import aiomqtt
import structlog

from record import messages
from record.messages import ServerState, server_topic, topic
from server.outbox import Message, Outbox
from server.tables import LEAVES, Tables

log = structlog.get_logger("mqtt")

TCP_NODELAY = [(6, 1, 1)]
"""Without it every acknowledgement waits about 40 ms for a delayed TCP ACK."""

KEEPALIVE_S = 15
PUBLISH_TIMEOUT_S = 10.0
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0
WAITING_PER_TABLE = 128
"""How many messages of one table may wait; more are dropped, and the table sends them again."""


class Link:
    """The way to a broker. `run` never returns by itself; cancel it to stop.

    ``address`` gives host and port anew for every attempt, since a broker of our own may have got another port.
    """

    def __init__(
        self,
        tables: Tables,
        event: str,
        address: Callable[[], tuple[str, int]],
        *,
        user: str,
        password: str,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._tables, self._event, self._address = tables, event, address
        self._user, self._password, self._tls = user, password, tls
        self._queues: dict[int, asyncio.Queue[tuple[str, bytes, bool]]] = {}
        self._workers: dict[int, asyncio.Task[None]] = {}
        self.connected = asyncio.Event()
        self.dropped = 0

    async def run(self) -> None:
        """Connect, serve, and connect again when the connection is lost."""
        pause = FIRST_PAUSE_S
        ticking = asyncio.create_task(self._tick())
        try:
            while True:
                try:
                    await self._serve()
                    pause = FIRST_PAUSE_S
                except (aiomqtt.MqttError, OSError, TimeoutError) as fault:
                    log.warning("no connection to the broker", fault=str(fault))
                    pause = FIRST_PAUSE_S if self.connected.is_set() else min(2 * pause, LONGEST_PAUSE_S)
                finally:
                    self.connected.clear()
                    self._tables.outbox.close()
                await asyncio.sleep(pause)
        finally:
            for task in (ticking, *self._workers.values()):
                task.cancel()
            await asyncio.gather(ticking, *self._workers.values(), return_exceptions=True)

    async def _serve(self) -> None:
        host, port = self._address()
        state = server_topic(self._event)
        gone = messages.encode(ServerState(online=False))
        client = aiomqtt.Client(
            host,
            port,
            username=self._user,
            password=self._password,
            identifier=f"flagfall-server-{self._event}",
            will=aiomqtt.Will(state, gone, qos=1, retain=True),
            keepalive=KEEPALIVE_S,
            timeout=PUBLISH_TIMEOUT_S,
            tls_context=self._tls,
            socket_options=TCP_NODELAY,
        )
        client.pending_calls_threshold = 1000
        async with client:
            for leaf in LEAVES:
                await client.subscribe(topic(self._event, "+", leaf), qos=1)
            await client.publish(
                state, messages.encode(ServerState(online=True, version=version())), qos=1, retain=True
            )
            outbox = self._tables.outbox
            outbox.drain()
            outbox.open()
            for message in self._tables.on_connected():
                outbox.put(message)
            self.connected.set()
            log.info("connected to the broker", host=host, port=port)
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._publish(client, outbox))
                    group.create_task(self._listen(client))
            except ExceptionGroup as failed:  # what an except* raises would leave as a group, and end the hall
                lost, other = failed.split((aiomqtt.MqttError, TimeoutError))
                if lost is None or other is not None:
                    raise
                first = lost.exceptions[0]
                said = str(first) if isinstance(first, aiomqtt.MqttError) else "the broker does not answer"
                raise aiomqtt.MqttError(said) from failed
            finally:
                with contextlib.suppress(aiomqtt.MqttError, TimeoutError):
                    await asyncio.wait_for(client.publish(state, gone, qos=1, retain=True), 1.0)

    async def _publish(self, client: aiomqtt.Client, outbox: Outbox) -> None:
        """The one publishing task: several at once make the client warn, and would change the order."""
        while True:
            message: Message = await outbox.get()
            await client.publish(message.topic, message.payload, qos=message.qos, retain=message.retain)

    async def _listen(self, client: aiomqtt.Client) -> None:
        async for message in client.messages:
            parts = message.topic.value.split("/")
            payload = message.payload if isinstance(message.payload, bytes) else b""
            if len(parts) == 6 and re.fullmatch("[0-9]{1,6}", parts[4]) and int(parts[4]) > 0:
                self._queue(int(parts[4]), parts[5], payload, message.retain)
        raise aiomqtt.MqttError("the broker closed the connection")

    def _queue(self, table: int, leaf: str, payload: bytes, retained: bool) -> None:
        queue = self._queues.get(table)
        if queue is None:
            queue = self._queues[table] = asyncio.Queue(WAITING_PER_TABLE)
            self._workers[table] = asyncio.create_task(self._work(table, queue))
        try:
            queue.put_nowait((leaf, payload, retained))
        except asyncio.QueueFull:
            self.dropped += 1

    async def _work(self, table: int, queue: "asyncio.Queue[tuple[str, bytes, bool]]") -> None:
        """The messages of one table in their order; tables do not wait for each other."""
        while True:
            leaf, payload, retained = await queue.get()
            try:
                await self._tables.receive(table, leaf, payload, retained=retained)
            except Exception:  # one table's message must not stop the hall
                log.exception("a message could not be taken", table=table, leaf=leaf)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(1)
            try:
                self._tables.tick()
            except Exception:
                log.exception("the tables' clockwork failed")


def version() -> str:
    """The version of this program; ``0`` when it runs from a folder that was never installed."""
    try:
        return metadata.version("flagfall")
    except metadata.PackageNotFoundError:
        return "0"
