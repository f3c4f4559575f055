"""A real nats-server: secrets, permissions, orphans, busy ports, death and return."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiomqtt
import pytest

from server.broker import Broker, BrokerError
from server.folder import FolderHeldError, FolderLock, secret

pytestmark = pytest.mark.hall


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


async def until(condition: Callable[[], Any], seconds: float = 10) -> None:
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come about")


def client(broker: Broker, user: str, password: str) -> aiomqtt.Client:
    return aiomqtt.Client("127.0.0.1", broker.port, username=user, password=password)


@pytest.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    made = Broker(tmp_path, "club", host="127.0.0.1")
    await made.start()
    yield made
    await made.close()


async def test_tables_may_say_and_hear_only_their_own(broker: Broker) -> None:
    base = "flagfall/1/club"
    async with (
        client(broker, "server", broker.server_password) as hall,
        client(broker, "table", broker.table_password) as table,
    ):
        await hall.subscribe("#", qos=1)
        wanted = ("table/7/ack", "server/state", "table/7/log")
        codes = await table.subscribe([(f"{base}/{leaf}", 0) for leaf in wanted])
        assert [int(getattr(code, "value", code)) >= 0x80 for code in codes] == [False, False, True]  # type: ignore[union-attr]
        for leaf in ("club/table/7/ack", "club/server/state", "other/table/7/log", "club/table/7/log"):
            await table.publish(f"flagfall/1/{leaf}", b"x", qos=1)
        message = await asyncio.wait_for(anext(hall.messages), 5)
        assert message.topic.value == f"{base}/table/7/log"
    with pytest.raises(aiomqtt.MqttError):
        async with client(broker, "table", "wrong"):
            pass


async def test_secrets_are_made_once_and_private(broker: Broker, tmp_path: Path) -> None:
    assert secret(tmp_path, "table") == broker.table_password
    assert broker.table_password != broker.server_password
    for name in ("table.secret", "server.secret", "broker/users.conf", "broker/nats.conf"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600


async def test_a_killed_broker_is_back_on_the_same_port(broker: Broker) -> None:
    port, pid = broker.port, broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await until(lambda: broker.restarts == 1)
    assert broker.port == port
    assert broker.pid != pid
    async with client(broker, "server", broker.server_password):
        pass


async def test_the_next_start_of_the_folder_takes_the_same_port(tmp_path: Path) -> None:
    ports = []
    for _ in range(2):
        broker = Broker(tmp_path, "club", host="127.0.0.1")
        await broker.start()
        ports.append(broker.port)
        pid = broker.pid
        await broker.close()
        assert pid is not None
        assert not alive(pid)
    assert ports[0] == ports[1]


async def test_a_busy_port_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        broker = Broker(tmp_path, "club", host="127.0.0.1", port=port)
        with pytest.raises(BrokerError, match=f"port {port} is taken"):
            await broker.start()
        assert broker.pid is None or not alive(broker.pid)
        (tmp_path / "broker" / "port").write_text(str(port))
        free = Broker(tmp_path, "club", host="127.0.0.1")
        await free.start()
        assert free.port not in (0, port)
        await free.close()


PARENT = """
import asyncio, sys
from pathlib import Path
from server import broker
if sys.argv[2] == "orphan":
    broker._die_with_parent = lambda parent: (lambda: None)
async def main():
    b = broker.Broker(Path(sys.argv[1]), "club", host="127.0.0.1")
    await b.start()
    print(b.pid, b.port, flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


def parent(folder: Path, mode: str) -> "tuple[subprocess.Popen[str], int, int]":
    process = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(folder), mode],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    pid, port = map(int, process.stdout.readline().split())
    return process, pid, port


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends children with their parent")
async def test_the_broker_dies_with_its_parent(tmp_path: Path) -> None:
    process, pid, _ = parent(tmp_path, "child")
    process.kill()
    process.wait()
    await until(lambda: not alive(pid))


async def test_an_orphan_is_ended_and_its_port_taken_again(tmp_path: Path) -> None:
    process, pid, port = parent(tmp_path, "orphan")
    process.kill()
    process.wait()
    await asyncio.sleep(0.2)
    assert alive(pid)
    broker = Broker(tmp_path, "club", host="127.0.0.1")
    await broker.start()
    assert not alive(pid)
    assert broker.port == port
    await broker.close()


async def test_a_stranger_with_a_recorded_process_id_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "broker").mkdir()
    stranger = await asyncio.create_subprocess_exec("sleep", "60")
    (tmp_path / "broker" / "pid").write_text(f'{{"pid": {stranger.pid}, "started": "12"}}')
    broker = Broker(tmp_path, "club", host="127.0.0.1")
    await broker.start()
    await broker.close()
    assert stranger.returncode is None
    stranger.kill()
    await stranger.wait()


def test_a_held_folder_says_who_holds_it(tmp_path: Path) -> None:
    with FolderLock(tmp_path), pytest.raises(FolderHeldError, match=f"process {os.getpid()} "), FolderLock(tmp_path):
        pass
    with FolderLock(tmp_path):
        pass


async def test_a_missing_binary_is_named(tmp_path: Path) -> None:
    broker = Broker(tmp_path, "club", host="127.0.0.1", binary=tmp_path / "no-such")
    with pytest.raises((BrokerError, FileNotFoundError)):
        await broker.start()
