"""One virtual device on a line, with no hand: what `flagfall simulate board|clock` serves."""

from pathlib import Path

import msgspec

from hardware.devices import device_kind
from hardware.virtual.line import Line, PtyLine, TcpLine
from hardware.virtual.shell import Shell
from rules.errors import SettingsError


class Simulation(msgspec.Struct, frozen=True, kw_only=True):
    """What to serve and where. ``at`` is a path for a pseudo-terminal, ``HOST:PORT`` or ``socket://HOST:PORT``.

    ``empty`` takes the pieces off: a clock without a board.
    """

    at: str
    kind: str = "dgt"
    discipline: str = "russian"
    base_ms: int = 300_000
    increment_ms: int = 0
    speed: float = 1.0
    hold: bool = False
    empty: bool = False


def line_at(at: str) -> Line:
    """The line that an address means. `SettingsError` for an address that cannot be understood."""
    text = at.removeprefix("socket://")
    host, colon, port = text.rpartition(":")
    if colon and port.isdigit() and "/" not in host:
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
    if faults:
        raise SettingsError(tuple(faults))
    device = kind.virtual(simulation.discipline, simulation.base_ms, simulation.increment_ms, simulation.speed)
    if simulation.empty:
        device.setup({}, 0)
    shell = Shell(device, line_at(simulation.at), speed=simulation.speed, hold=simulation.hold)
    await shell.open()
    return shell
