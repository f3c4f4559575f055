"""One virtual device on a line, with no hand: what `flagfall simulate board|clock` serves."""

import re
from pathlib import Path

import msgspec

from board.sensing import Sensor
from hardware.devices import device_kind
from hardware.virtual.device import Sensing, Texting
from hardware.virtual.line import Line, PtyLine, TcpLine
from hardware.virtual.noise import Noise
from hardware.virtual.shell import Shell
from rules.errors import SettingsError

HIGHEST_BUS = 0x3FFF


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What to serve and where. ``at`` is a path for a pseudo-terminal, ``HOST:PORT`` or ``socket://HOST:PORT``.

    ``empty`` takes the pieces off: a clock without a board. ``sensor`` makes a board tell less apart than it could.
    ``noise`` is the share of bytes that meet a fault on the line, by ``seed``. ``buses`` are the addresses of a chain's
    boards; without them it has one board. ``text``: speak the protocol's twin in lines of text.
    """

    at: str
    kind: str = "dgt"
    discipline: str = "russian"
    base_ms: int = 300_000
    increment_ms: int = 0
    speed: float = 1.0
    hold: bool = False
    empty: bool = False
    sensor: Sensor | None = None
    noise: float = 0.0
    seed: int = 1
    buses: tuple[int, ...] = ()
    text: bool = False


def line_at(at: str) -> Line:
    """The line that an address means. `SettingsError` for an address that cannot be understood."""
    text = at.removeprefix("socket://")
    host, colon, port = text.rpartition(":")
    if colon and re.fullmatch("[0-9]{1,9}", port) and "/" not in host:
        if int(port) > 65_535:
            raise SettingsError((f"{at!r}: a port is a number from 0 to 65535",))
        return TcpLine(host or "127.0.0.1", int(port))
    if text != at:
        raise SettingsError((f"{at!r}: expected socket://HOST:PORT",))
    return PtyLine(Path(at))


async def serve(simulation: Simulation) -> Shell:
    """Starts to serve and returns at once; ``shell.line.address`` is what a client opens, ``shell.close()`` ends it.

    All faults of the settings at once, as `SettingsError`.
    """
    faults = []
    if simulation.speed <= 0:
        faults.append(f"speed must be above 0, not {simulation.speed}")
    if simulation.base_ms < 0 or simulation.increment_ms < 0:
        faults.append("times must not be negative")
    kind = device_kind(simulation.kind)
    if simulation.discipline not in kind.disciplines:
        faults.append(f"a {kind.title} cannot be used for {simulation.discipline!r}")
    if not 0 <= simulation.noise < 1:
        faults.append(f"noise is a share of the bytes from 0 to below 1, not {simulation.noise}")
    if simulation.sensor not in (None, kind.sensor) and kind.sensor is not None:
        faults.append(f"a {kind.title} has the sensor {kind.sensor!r} and no other")
    buses = simulation.buses
    if buses and kind.chain is None:
        faults.append(f"a {kind.title} has its line for itself, and no bus address")
    if len(set(buses)) < len(buses) or not all(1 <= bus <= HIGHEST_BUS for bus in buses):
        faults.append(f"bus addresses are different numbers from 1 to {HIGHEST_BUS}, not {', '.join(map(str, buses))}")
    if faults:
        raise SettingsError(tuple(faults))
    clock = (simulation.base_ms, simulation.increment_ms)
    if kind.chain is not None and buses:
        device = kind.chain.virtual(simulation.discipline, *clock, simulation.speed, buses)
    else:
        device = kind.virtual(simulation.discipline, *clock, simulation.speed)
    if simulation.empty:
        device.setup({}, 0)
    if simulation.sensor is not None and simulation.sensor != kind.sensor:
        if not isinstance(device, Sensing):
            raise SettingsError((f"the virtual {kind.title} cannot take another sensor",))
        device.sense(simulation.sensor)
    if simulation.text:
        if not isinstance(device, Texting):
            raise SettingsError((f"the virtual {kind.title} has no twin in lines of text",))
        device.speak_text()
    noise = Noise(simulation.noise, simulation.seed) if simulation.noise else None
    shell = Shell(device, line_at(simulation.at), speed=simulation.speed, hold=simulation.hold, noise=noise)
    await shell.open()
    return shell
