"""A table's connection to the hall's broker: made again whenever it is lost, with one task that publishes.

Every table has a connection of its own, because a connection has one last will and each table has its own ``state``.
The broker keeps nothing for us: sessions are clean, what the server did not acknowledge is in the journal, and each
publish has a time limit, since a broker may take a message and never say so.
"""

import asyncio
import ssl
from contextlib import suppress
from typing import Any, Protocol

import aiomqtt
import structlog

from record.messages import server_topic, topic
from table.config import Server

USER = "table"
"""All tables of an event share one broker user and its password; topics tell them apart."""
RETRIES_S = (0.2, 0.5, 1.0, 2.0, 5.0)
PUBLISH_TIMEOUT_S = 5.0
KEEPALIVE_S = 10
TCP_NODELAY = ((6, 1, 1),)
"""IPPROTO_TCP, TCP_NODELAY: without it each small packet waits some 40 ms for the one before."""
IN = ("assignment", "ack", "command")


class Message(Protocol):
    """Something to publish: ``leaf`` names the topic, ``taken`` is called once the broker has it."""

    @property
    def leaf(self) -> str: ...

    @property
    def payload(self) -> bytes: ...

    @property
    def retain(self) -> bool: ...

    def taken(self) -> None: ...


class Desk(Protocol):
    """What the connection asks of the table it belongs to."""

    def will(self) -> bytes:
        """The retained ``state`` that the broker publishes when this connection is cut."""
        ...

    def connected(self) -> None:
        """A new connection: all that the server should know has to be said again."""
        ...

    def disconnected(self, reason: str) -> None:
        """No connection now, and why: told for each failed try."""
        ...

    async def next(self) -> Message:
        """The next message to publish; waits for one."""
        ...

    async def received(self, leaf: str, payload: bytes) -> None:
        """A message has come in on ``leaf``, or on ``server``: the server's own state. Never raises."""
        ...


REFUSED = (4, 5, 134, 135)
"""MQTT's codes for a name or password that the broker does not take, of versions 3.1.1 and 5."""


def reason_of(fault: Exception) -> str:
    """What kept the table from its server, for the people in the hall; a wrong password with what to do about it."""
    said = str(fault) or type(fault).__name__
    code = getattr(fault.rc, "value", fault.rc) if isinstance(fault, aiomqtt.MqttCodeError) else None
    if code in REFUSED:
        return f"{said}: the hall refuses the password of [server]; copy it from the line that flagfall serve prints"
    return said


class Broker:
    """The connection of one table."""

    def __init__(self, server: Server, number: int, installation: str, desk: Desk) -> None:
        self._server, self._number, self._desk = server, number, desk
        self._client_id = f"flagfall-{server.event}-{number}-{installation}"
        self._log = structlog.get_logger("flagfall.table").bind(table=number, broker=server.address)

    async def run(self) -> None:
        """Connects, and connects again, until cancelled. Then it says the last state and leaves."""
        tries, said = 0, ""
        while True:
            try:
                async with self._client() as client:
                    self._log.info("connected")
                    tries, said = 0, ""
                    try:
                        await self._serve(client)
                    except asyncio.CancelledError:
                        with suppress(aiomqtt.MqttError):
                            await client.publish(self._topic("state"), self._desk.will(), qos=1, retain=True, timeout=2)
                        raise
            except (aiomqtt.MqttError, OSError, ssl.SSLError) as fault:
                reason = reason_of(fault)
                if reason != said:
                    self._log.warning("no connection", fault=reason)
                    said = reason
                self._desk.disconnected(reason)
            await asyncio.sleep(RETRIES_S[min(tries, len(RETRIES_S) - 1)])
            tries += 1

    def _client(self) -> aiomqtt.Client:
        server = self._server
        return aiomqtt.Client(
            server.host,
            server.port,
            username=USER,
            password=server.password,
            identifier=self._client_id,
            will=aiomqtt.Will(self._topic("state"), self._desk.will(), qos=1, retain=True),
            clean_session=True,
            timeout=PUBLISH_TIMEOUT_S,
            keepalive=KEEPALIVE_S,
            socket_options=TCP_NODELAY,
            tls_context=ssl.create_default_context(cafile=server.ca) if server.ca else None,
        )

    def _topic(self, leaf: str) -> str:
        return topic(self._server.event, self._number, leaf)

    async def _serve(self, client: aiomqtt.Client) -> None:
        jobs = [asyncio.create_task(self._read(client))]
        try:
            await self._subscribe(client)
            self._desk.connected()
            jobs.append(asyncio.create_task(self._publish(client)))
            done, _ = await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in done:
                job.result()
        finally:
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)

    async def _subscribe(self, client: aiomqtt.Client) -> None:
        """Asks for the table's own topics. Only the acknowledgements and commands are repeated by the server, so that
        QoS 0 does for them; a broker that forbids a topic says so in its answer only."""
        wanted = [(self._topic("assignment"), 1), (self._topic("ack"), 0), (self._topic("command"), 1)]
        wanted.append((server_topic(self._server.event), 0))
        codes: Any = await client.subscribe(wanted)
        for (name, _), code in zip(wanted, codes, strict=False):
            if int(getattr(code, "value", code)) >= 0x80:
                self._log.error("the broker forbids a subscription: is event of [server] the hall's own?", topic=name)

    async def _read(self, client: aiomqtt.Client) -> None:
        leaves: dict[str, str] = {self._topic(leaf): leaf for leaf in IN}
        leaves[server_topic(self._server.event)] = "server"
        async for message in client.messages:
            leaf = leaves.get(message.topic.value)
            if leaf is not None and isinstance(message.payload, bytes | bytearray):
                await self._desk.received(leaf, bytes(message.payload))

    async def _publish(self, client: aiomqtt.Client) -> None:
        while True:
            message = await self._desk.next()
            await client.publish(self._topic(message.leaf), message.payload, qos=1, retain=message.retain)
            message.taken()
