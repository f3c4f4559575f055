"""The whole server as a process of its own, with tables on real MQTT: shut down, killed, started again."""

import asyncio
import json
import os
import signal
import sqlite3
import ssl
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import aiomqtt
import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from record import messages
from record.events import PlayerArrived, Started
from record.messages import Ack, Assign, DeskEvents, Reply, ServerState, TableState
from rules.side import Side

pytestmark = pytest.mark.hall
ROOT = Path(__file__).parents[2]
SERVER = """
import asyncio, sys
from pathlib import Path
from server.serve import serve

def pages(hall, accounts):
    async def app(scope, receive, send):
        if scope["type"] != "http":
            return
        if scope["path"] == "/round":
            body = type(await hall.pair_next()).__name__
        elif scope["path"] == "/slow":
            with hall.subscribe() as stream:
                await send({"type": "http.response.start", "status": 200, "headers": []})
                await send({"type": "http.response.body", "body": b"x", "more_body": True})
                async for change in stream:
                    pass
            await send({"type": "http.response.body", "body": b"end"})
            return
        else:
            body = ",".join(f"{s.assignment.game}:{len(s.arrived)}" for s in hall.games())
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body.encode()})
    return app

asyncio.run(serve(Path(sys.argv[1]), pages, announce=lambda line: print(line, flush=True)))
print("ended", flush=True)
"""


class Server:
    def __init__(self, config: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(config)], stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
        self.said: list[str] = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.strip())
            if line.startswith("Flagfall: "):
                break
        self.join = json.loads((config.parent / "data" / "join.json").read_text())

    def get(self, path: str) -> str:
        return httpx.get(self.join["http"] + path, timeout=20).text

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)

    def client(self, **more: Any) -> aiomqtt.Client:
        host, _, port = self.join["mqtt"].rpartition(":")
        return aiomqtt.Client(host, int(port), username="table", password=self.join["password"], **more)


def fail(config: Path) -> str:
    """What a server that cannot start says."""
    command = [sys.executable, "-c", SERVER, str(config)]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=20, check=False)
    assert ended.returncode != 0
    return ended.stderr


@pytest.fixture
def config(tmp_path: Path, text: Callable[..., str]) -> Path:
    path = tmp_path / "event.toml"
    path.write_text(text("data", players=4, more='[[arbiter]]\nname = "Chief"\nrole = "chief-arbiter"\n'))
    return path


async def hear(client: aiomqtt.Client, leaf: str, form: Any, fits: Callable[[Any], bool] = lambda _: True) -> Any:
    async with asyncio.timeout(10):
        async for message in client.messages:
            if message.topic.value.endswith(leaf):
                found = messages.decode(bytes(message.payload), type=form)  # type: ignore[arg-type]
                if fits(found):
                    return found


async def test_a_table_plays_through_kills_of_the_server(config: Path, table_log: Any) -> None:
    server = Server(config)
    try:
        assert "event club" in server.said[-1]
        assert server.join["password"] in server.said[-1]
        assert any(line.startswith("Password of Chief: ") for line in server.said)
        assert await asyncio.to_thread(server.get, "round") == "Pairing"
        log = table_log("r1-t2").write(Started(), PlayerArrived(side=Side.WHITE))
        base = "flagfall/1/club/table/2/"
        gone = messages.encode(TableState(installation="inst-a", online=False))
        will = aiomqtt.Will(base + "state", gone, retain=True)
        async with server.client(will=will) as table:
            for leaf in ("assignment", "ack", "command"):
                await table.subscribe(base + leaf, qos=1)
            told = await hear(table, "assignment", Assign)
            assert told.assignment.game == "r1-t2"
            state = TableState(installation="inst-a", online=True, board=True)
            await table.publish(base + "state", messages.encode(state), qos=1, retain=True)
            desk = await hear(table, "command", DeskEvents)
            await table.publish(base + "reply", messages.encode(Reply(id=desk.id, desk_seq=len(desk.events))), qos=1)
            await table.publish(base + "log", messages.encode(log.batch(1, 1)), qos=1)
            await hear(table, "ack", Ack, lambda ack: ack.sessions == {"s1": 1})
        server.end(signal.SIGKILL)
        server = Server(config)
        assert not any(line.startswith("Password") for line in server.said)
        async with server.client() as table:
            await table.subscribe(base + "ack", qos=1)
            await table.publish(base + "log", messages.encode(log.batch()), qos=1)
            await hear(table, "ack", Ack, lambda ack: ack.sessions == {"s1": 2})
        assert await asyncio.to_thread(server.get, "") == "r1-t2:1,r1-t7:0"
        with sqlite3.connect(config.parent / "data" / "hall.db") as other:
            rows = other.execute("SELECT data FROM events WHERE session = 's1' ORDER BY seq").fetchall()
        assert [row[0] for row in rows] == log.events
    finally:
        server.process.kill()
        server.process.wait()


def secured(config: Path) -> Path:
    """``config`` with a self-signed certificate for 127.0.0.1."""
    folder = config.parent
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hall")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "hall.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "hall.key").write_bytes(key.private_bytes(*private))
    config.write_text(config.read_text().replace("port = 0", 'port = 0\ntls_cert = "hall.pem"\ntls_key = "hall.key"'))
    return config


async def test_tables_may_be_made_to_use_tls(config: Path, table_log: Any) -> None:
    server = Server(secured(config))
    try:
        assert server.join["tls"]
        await asyncio.to_thread(server.get, "round")
        context = ssl.create_default_context(cafile=str(config.parent / "hall.pem"))
        async with server.client(tls_context=context) as table:
            await table.subscribe("flagfall/1/club/table/2/ack", qos=1)
            log = table_log("r1-t2").write(Started())
            await table.publish("flagfall/1/club/table/2/log", messages.encode(log.batch()), qos=1)
            await hear(table, "ack", Ack, lambda ack: ack.sessions == {"s1": 1})
        with pytest.raises(aiomqtt.MqttError):
            async with server.client(timeout=3):
                pass
    finally:
        assert server.end(signal.SIGTERM) == 0


async def test_sigterm_ends_everything_even_with_open_streams(config: Path) -> None:
    server = Server(config)
    try:
        pid = json.loads((config.parent / "data" / "broker" / "pid").read_text())["pid"]
        url = server.join["http"] + "slow"
        async with httpx.AsyncClient(timeout=20) as browser, browser.stream("GET", url) as stream:
            parts = stream.aiter_bytes()
            assert await anext(parts) == b"x"
            assert await asyncio.to_thread(server.end, signal.SIGTERM) == 0
        assert server.process.stdout is not None
        assert server.process.stdout.read().strip().endswith("ended")
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
        assert not (config.parent / "data" / "holder.json").exists()
    finally:
        server.process.kill()
        server.process.wait()


async def test_the_server_says_that_it_is_gone(config: Path) -> None:
    server = Server(config)
    try:
        async with server.client() as table:
            await table.subscribe("flagfall/1/club/server/state", qos=1)
            assert (await hear(table, "state", ServerState)).online
    finally:
        assert server.end(signal.SIGTERM) == 0


async def test_a_killed_broker_is_back_and_so_is_the_hall(config: Path, table_log: Any) -> None:
    server = Server(config)
    try:
        await asyncio.to_thread(server.get, "round")
        pid = json.loads((config.parent / "data" / "broker" / "pid").read_text())["pid"]
        os.kill(pid, signal.SIGKILL)
        base = "flagfall/1/club/table/2/"
        log = table_log("r1-t2").write(Started())
        async with asyncio.timeout(20):
            while True:
                try:
                    async with server.client() as table:
                        await table.subscribe(base + "ack", qos=1)
                        while True:
                            await table.publish(base + "log", messages.encode(log.batch()), qos=1)
                            try:
                                ack = await asyncio.wait_for(hear(table, "ack", Ack), 1)
                            except TimeoutError:
                                continue
                            assert ack.sessions == {"s1": 1}
                            break
                    break
                except aiomqtt.MqttError:
                    await asyncio.sleep(0.1)
    finally:
        assert server.end(signal.SIGTERM) == 0


def test_a_second_server_and_a_taken_port_are_named(config: Path) -> None:
    server = Server(config)
    try:
        assert f"is held by process {server.process.pid} " in fail(config)
        port = int(server.join["http"].rsplit(":", 1)[1].strip("/"))
        other = config.parent / "other.toml"
        other.write_text(config.read_text().replace("port = 0", f"port = {port}").replace('"data"', '"data2"'))
        assert f"port {port} for the pages cannot be used" in fail(other)
    finally:
        assert server.end(signal.SIGTERM) == 0
