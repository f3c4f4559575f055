"""What `flagfall simulate` serves."""

from pathlib import Path

import pytest

from hardware.flagfall_line.codec import Codec
from hardware.flagfall_line.messages import Change
from hardware.simulate import Simulation, line_at, serve
from hardware.virtual.line import PtyLine, TcpLine
from rules.errors import SettingsError
from rules.side import Side


def test_addresses() -> None:
    tcp = line_at("socket://0.0.0.0:7001")
    assert isinstance(tcp, TcpLine)
    assert tcp.address == "socket://0.0.0.0:7001"
    short = line_at(":7002")
    assert isinstance(short, TcpLine)
    assert short.address == "socket://127.0.0.1:7002"
    path = line_at("/tmp/a:7")
    assert isinstance(path, PtyLine)
    assert path.path == Path("/tmp/a:7")
    for wrong in ("socket://nowhere", "host:70000"):
        with pytest.raises(SettingsError):
            line_at(wrong)


async def test_all_faults_at_once() -> None:
    with pytest.raises(SettingsError) as fault:
        await serve(Simulation(at=":0", discipline="renju", speed=0, base_ms=-1, noise=1, sensor="colour"))
    assert len(fault.value.faults) == 5
    with pytest.raises(SettingsError, match="dgt"):
        await serve(Simulation(at=":0", kind="ouija"))


async def test_a_clock_without_a_board() -> None:
    shell = await serve(
        Simulation(at=":0", empty=True, base_ms=180_000, increment_ms=2_000, discipline="international")
    )
    assert shell.device.squares == {}
    shell.do(lambda device, now_ms: device.press(Side.WHITE, now_ms))
    assert shell.device.receive(b"\x41", shell.now_ms).hex() == "8d000a20030220030212"
    await shell.close()


async def test_a_home_made_board_with_bare_contacts_on_a_bad_line() -> None:
    simulation = Simulation(at=":0", kind="flagfall", discipline="renju", sensor="occupancy", noise=0.2)
    shell = await serve(simulation)
    heard = bytearray()
    shell.line.send = heard.extend  # type: ignore[method-assign]
    shell.do(lambda device, now_ms: device.place("h8", "b", now_ms))
    clean = shell.device.place("h9", "w", shell.now_ms)
    assert shell.device.squares == {"h8": "b", "h9": "w"}
    assert b"x" in clean
    assert 0 < len(heard) < 200
    for number in range(40):
        shell.do(lambda device, now_ms, number=number: device.place("h9" if number % 2 else "i9", "w", now_ms))
    codec = Codec()
    codec.feed(bytes(heard))
    assert codec.discarded > 0
    await shell.close()


async def test_a_chain_of_boards() -> None:
    shell = await serve(Simulation(at=":0", kind="dgt-chain", buses=(1025, 9431)))
    answers = shell.device.receive(bytes.fromhex("87000007"), shell.now_ms)
    assert answers.hex() == "870006080116" + "87000649572d"
    await shell.close()
    for wrong in (
        Simulation(at=":0", kind="dgt", buses=(1,)),
        Simulation(at=":0", kind="dgt-chain", buses=(1, 1)),
        Simulation(at=":0", kind="dgt-chain", buses=(16_384,)),
    ):
        with pytest.raises(SettingsError, match="bus address"):
            await serve(wrong)


async def test_the_twin_in_lines_of_text() -> None:
    shell = await serve(Simulation(at=":0", kind="flagfall", discipline="international", text=True))
    (frame,) = Codec().feed(shell.device.lift("32", shell.now_ms))
    assert frame.body == Change(square=31, piece=".")
    assert shell.device.place("32", "w", shell.now_ms).startswith(b'{"type":"change","epoch":2,"seq":2,')
    await shell.close()
    with pytest.raises(SettingsError, match="no twin"):
        await serve(Simulation(at=":0", kind="dgt", text=True))


@pytest.mark.parametrize("discipline", ["international", "chess", "russian"])
async def test_every_grid_of_a_dgt_board(discipline: str) -> None:
    shell = await serve(Simulation(at=":0", discipline=discipline))
    dump = shell.device.receive(b"\x42", shell.now_ms)
    assert len(dump) == (103 if discipline == "international" else 67)
    await shell.close()
