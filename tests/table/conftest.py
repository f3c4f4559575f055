"""A broker and a server for the tests that need them."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.table.hall import BrokerProcess, Hall


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[BrokerProcess]:
    folder = tmp_path / "broker"
    folder.mkdir()
    process = BrokerProcess(folder)
    process.start()
    yield process
    process.kill()


@pytest.fixture
async def hall(broker: BrokerProcess) -> AsyncIterator[Hall]:
    server = Hall(broker, 7)
    await server.start()
    yield server
    await server.stop()
