"""The kinds of devices that Flagfall can talk to: one module in this folder for each, exposing one ``DEVICE``.

A package of someone else adds a kind by an entry point in the group ``flagfall.devices`` that names such a module.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from types import ModuleType
from typing import Protocol

import msgspec

from board.sensing import Sensor
from hardware.events import ChainOutput, Session
from hardware.virtual.device import VirtualDevice
from rules.errors import DeviceError, SettingsError

ENTRY_POINTS = "flagfall.devices"


class DeviceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What every kind of device may be told. ``None`` leaves it to what the device shows.

    ``white_clock`` is the side of the clock, seen from its front, at which White sits: ``left`` or ``right``.
    ``sensor`` is what the board can tell apart, for devices that do not say it themselves. ``bus`` is the address of
    the board, where several share a line.
    """

    discipline: str = "russian"
    white_clock: str = "left"
    turned: bool | None = None
    old_codes: bool | None = None
    sensor: Sensor | None = None
    bus: int | None = None


class ChainSession(Protocol):
    """The session of a line on which several boards hang, each with an address: see `hardware.events.Session`.

    ``found`` are the addresses that have answered since the line was opened.
    """

    found: set[int]

    def serve(self, settings: DeviceSettings) -> None:
        """Serve the board ``settings.bus`` from now on. `SettingsError` when that cannot be."""
        ...

    def leave(self, bus: int, /) -> None: ...

    def start(self, now_ms: int) -> ChainOutput: ...

    def receive(self, data: bytes, now_ms: int) -> ChainOutput: ...

    def tick(self, now_ms: int) -> ChainOutput: ...

    def assume_start(self) -> None: ...


class ChainKind(msgspec.Struct, frozen=True, kw_only=True):
    """What a kind of device brings whose boards share a line. ``virtual`` takes what `DeviceKind.virtual` takes, and
    the addresses of the boards."""

    session: Callable[[], ChainSession]
    virtual: Callable[[str, int, int, float, tuple[int, ...]], VirtualDevice]


class DeviceKind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of device: its line, its driver, and the virtual device that speaks the same bytes.

    ``virtual`` takes the discipline, both times, the increment (milliseconds) and how many game milliseconds pass in a
    real one. ``sensor`` is what a board of this kind can tell apart, ``None`` where each board says it (`DeviceInfo`).
    ``timed``: its messages carry the device's own time, so that stored bytes need no other. ``wired``: it can hang
    on a serial line, so that it is looked for there. ``chain``: several boards of this kind share a line.
    """

    name: str
    title: str
    disciplines: frozenset[str]
    baud: int
    session: Callable[[DeviceSettings], Session]
    virtual: Callable[[str, int, int, float], VirtualDevice]
    sensor: Sensor | None = "piece"
    timed: bool = False
    wired: bool = True
    chain: ChainKind | None = None

    def open(self, settings: DeviceSettings) -> Session:
        """A session for these settings. `SettingsError` when the device cannot be used for the discipline."""
        if settings.discipline not in self.disciplines:
            known = ", ".join(sorted(self.disciplines))
            raise SettingsError((f"a {self.title} cannot be used for {settings.discipline!r}, only for: {known}",))
        return self.session(settings)


def device_kinds() -> Mapping[str, DeviceKind]:
    """All kinds that are found, by name. `DeviceError` for a module without a ``DEVICE``, or a name taken twice."""
    modules = [importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    modules.extend(point.load() for point in entry_points(group=ENTRY_POINTS))
    return collect(modules)


def collect(modules: list[ModuleType]) -> Mapping[str, DeviceKind]:
    """The kinds that these modules expose."""
    kinds: dict[str, DeviceKind] = {}
    for module in modules:
        kind = getattr(module, "DEVICE", None)
        if not isinstance(kind, DeviceKind):
            raise DeviceError(f"{module.__name__} must expose DEVICE, a DeviceKind", transient=False)
        if kind.name in kinds:
            raise DeviceError(f"{module.__name__}: the name {kind.name!r} is taken by another device", transient=False)
        kinds[kind.name] = kind
    return kinds


def device_kind(name: str) -> DeviceKind:
    """The kind called ``name``. `SettingsError` naming the known ones."""
    kinds = device_kinds()
    if name not in kinds:
        raise SettingsError((f"there is no device kind {name!r}; known: {', '.join(sorted(kinds))}",))
    return kinds[name]


__all__ = ["ChainKind", "ChainSession", "DeviceKind", "DeviceSettings", "collect", "device_kind", "device_kinds"]
