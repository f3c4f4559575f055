"""TABLE.toml: which event this computer serves, where its journal lies, and which boards hang on it.

data = "data"                      # the journal's folder, relative to this file
time_scale = 1                     # rehearsals: seconds at the table per second of wall time

[server]
address = "192.168.1.10:1883"      # the hall's MQTT broker; ":1883" may be left out
event = "club"
password = "..."
ca = "hall.pem"                    # optional: TLS, and the certificate to trust

[[table]]                          # one for each board
number = 7
device = "dgt"
line = "/dev/ttyACM0"              # or COM3, socket://host:port, a pseudo-terminal
white_clock_side = "left"          # as seen from the side of the clock's display
orientation = "normal"             # "reversed": the board lies turned by half
clock = "board"                    # "screen": the table's screen is the clock (`flagfall screen table`)
sensor = "occupancy"               # optional: what a board tells apart that does not say it: piece, colour, occupancy

[[table]]                          # boards of a chain share a line; each has its own address on it
number = 8
device = "dgt-chain"
line = "/dev/ttyUSB0"
bus = 1025                         # the last digits of the board's serial number

A table without hardware has ``device = "screen"`` and needs no ``line``: board and clock are on the screen. With a
``line`` they are on the screen of another program.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from board.sensing import Sensor
from hardware.devices import device_kinds
from rules.errors import SettingsError, cannot_read, guess, not_toml

DEFAULT_PORT = 1883
SCREEN = "screen"
"""The device that is the table's own screen."""

Id = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{1,32}$")]
Text = Annotated[str, msgspec.Meta(min_length=1)]
Address = Annotated[str, msgspec.Meta(pattern=r"^(\[[0-9a-fA-F:]+\]|[^\s:/\[\]]+)(:[0-9]{1,5})?$")]

TAKEN = "is used by another [[table]] already"
EXPECTED = {
    "event": "1 to 32 of a-z, 0-9 and '-'",
    "address": "HOST or HOST:PORT",
    "number": "a whole number from 1",
    "time_scale": "a whole number from 1",
    "line": "the name of a serial line",
    "device": 'the name of a device, such as "dgt"',
    "bus": "the address of a board on its chain, a whole number from 1 to 16383",
}
"""What to say where msgspec would quote a pattern or a bare type."""


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """How to reach the hall's broker. ``ca`` is the certificate to trust: given, the connection is TLS."""

    address: Address
    event: Id
    password: str
    ca: Text | None = None

    @property
    def host(self) -> str:
        """The broker's name or number, without brackets."""
        return self.address[: self._colon].strip("[]")

    @property
    def port(self) -> int:
        """The broker's port; 1883 unless the address names one."""
        return int(self.address[self._colon + 1 :] or DEFAULT_PORT)

    @property
    def _colon(self) -> int:
        found = self.address.rfind(":")
        return found if found > self.address.rfind("]") else len(self.address)


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One board of this computer."""

    number: Annotated[int, msgspec.Meta(ge=1)]
    device: Text
    line: Text
    white_clock_side: Literal["left", "right"] = "left"
    orientation: Literal["auto", "normal", "reversed"] = "auto"
    clock: Literal["board", "screen"] = "board"
    sensor: Sensor | None = None
    bus: Annotated[int, msgspec.Meta(ge=1, le=16_383)] | None = None

    @property
    def on_screen(self) -> bool:
        """Whether the board itself is on the screen."""
        return self.device == SCREEN

    @property
    def own_line(self) -> str:
        """The name of the line of a board on this table's own screen."""
        return f"screen {self.number}"

    @property
    def clock_on_screen(self) -> bool:
        """Whether the screen is the clock."""
        return self.on_screen or self.clock == SCREEN

    @property
    def clock_line(self) -> str:
        """The name of the line of a clock on the screen beside a board of its own."""
        return f"screen clock {self.number}"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """A whole TABLE.toml. ``data`` is absolute once read from a file."""

    server: Server
    table: tuple[Table, ...]
    data: Text = "data"
    time_scale: Annotated[int, msgspec.Meta(ge=1)] = 1

    @property
    def folder(self) -> Path:
        """The folder of the journal."""
        return Path(self.data)


def load(path: Path) -> Config:
    """The configuration in the file ``path``; its relative paths are taken from the file's folder.

    Raises SettingsError with every fault of the file at once, each as ``FILE, line N: key: what was expected``.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingsError((cannot_read(path, fault),)) from fault
    config = parse(text, name=str(path))
    base = path.resolve().parent
    server = config.server
    if server.ca is not None:
        server = msgspec.structs.replace(server, ca=str(base / server.ca))
    return msgspec.structs.replace(config, data=str(base / config.data), server=server)


def parse(text: str, *, name: str = "TABLE.toml") -> Config:
    """The configuration in ``text``; ``name`` stands before each fault. Raises SettingsError as `load` does."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SettingsError((not_toml(name, text, fault),)) from fault
    reading = _Reading(name, _lines(text))
    values = reading.values(Config, document, (), apart=("server", "table"))
    server = reading.section(Server, document.get("server"), ("server",))
    tables = reading.tables(document.get("table"))
    if not reading.faults:
        return Config(server=msgspec.convert(server, Server), table=tuple(tables), **values)
    raise SettingsError(tuple(message for _, message in sorted(reading.faults, key=lambda fault: fault[0])))


Where = tuple[str | int, ...]
S = TypeVar("S", bound=msgspec.Struct)


class _Reading:
    """Reads sections field by field, so that one fault does not hide the next."""

    def __init__(self, name: str, lines: Mapping[Where, int]) -> None:
        self.name, self.lines = name, lines
        self.faults: list[tuple[int, str]] = []

    def fault(self, where: Where, message: str) -> None:
        known = next((self.lines[where[:n]] for n in range(len(where), 0, -1) if where[:n] in self.lines), None)
        place = self.name if known is None else f"{self.name}, line {known}"
        self.faults.append((known or 0, f"{place}: {message}"))

    def values(
        self, form: type[S], data: Mapping[str, Any], where: Where, *, apart: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """The fields of ``form`` in ``data``, without those of ``apart``, which are sections of their own."""
        fields = {field.name: field for field in msgspec.structs.fields(form)}
        read: dict[str, Any] = {}
        for key, field in fields.items():
            if key in apart:
                continue
            if key in data:
                try:
                    read[key] = msgspec.convert(data[key], field.type)
                except msgspec.ValidationError as problem:
                    what = f"{data[key]!r}, expected {EXPECTED[key]}" if key in EXPECTED else str(problem)
                    self.fault((*where, key), f"{key}: {what}")
            elif field.required:
                self.fault(where, f"{_title(where)} has no {key!r}: expected {EXPECTED.get(key, 'it')}")
        for key in data.keys() - fields.keys():
            near = guess(key, fields)
            every = ", ".join(fields)
            self.fault((*where, key), f"{key}: no such setting in {_title(where)}{near}, expected one of {every}")
        return read

    def section(self, form: type[S], data: object, where: Where) -> dict[str, Any]:
        if isinstance(data, dict):
            return self.values(form, data, where)
        self.fault(where, f"{_title(where)} is missing" if data is None else f"{_title(where)}: expected a section")
        return {}

    def tables(self, data: object) -> list[Table]:
        """The ``[[table]]`` sections; two may share neither their number nor their place on a line."""
        if not isinstance(data, list) or not data:
            self.fault(("table",), "expected at least one [[table]]" if data is None else "table: expected [[table]]")
            return []
        tables: list[Table] = []
        kinds = device_kinds()
        seen: dict[int, int] = {}
        lines: dict[str, tuple[str, set[int]]] = {}
        for place, entry in enumerate(data):
            before = len(self.faults)
            if isinstance(entry, dict) and entry.get("device") == SCREEN:
                entry = {"line": f"screen {entry.get('number')}", **entry}
            values = self.section(Table, entry, ("table", place))
            if "number" in values and seen.setdefault(values["number"], place) != place:
                self.fault(("table", place, "number"), f"number: {values['number']!r} {TAKEN}")
            if values.get("device", "dgt") not in kinds:
                known = ", ".join(sorted(kinds))
                self.fault(("table", place, "device"), f"device: {values['device']!r}, expected one of: {known}")
            self._place_on_line(place, values, lines, has_bus=isinstance(entry, dict) and "bus" in entry)
            if len(self.faults) == before:
                tables.append(Table(**values))
        return tables

    def _place_on_line(
        self, place: int, values: Mapping[str, Any], lines: dict[str, tuple[str, set[int]]], *, has_bus: bool
    ) -> None:
        """A board has its line for itself, or an address on it that no other has. ``lines`` are those of the tables
        before: the kind of their boards, and the addresses."""
        device = values.get("device", "")
        kind = device_kinds().get(device)
        line, bus = values.get("line"), values.get("bus")
        chained = kind is not None and kind.chain is not None
        if chained and not has_bus:
            self.fault(("table", place), f"[[table]] has no 'bus': expected {EXPECTED['bus']}")
        elif kind is not None and not chained and bus is not None:
            self.fault(("table", place, "bus"), f"bus: a {kind.title} has its line for itself, expected no address")
        if line is None:
            return
        other, taken = lines.setdefault(line, (device, set()))
        if other != device or (not chained and taken):
            self.fault(("table", place, "line"), f"line: {line!r} {TAKEN}")
        elif chained and bus in taken:
            self.fault(("table", place, "bus"), f"bus: {bus} of {line!r} {TAKEN}")
        taken.add(bus or 0)


def _title(where: Where) -> str:
    if len(where) == 0:
        return "the file"
    return f"[[{where[0]}]]" if len(where) > 1 else f"[{where[0]}]"


_HEADER = re.compile(r"^\s*(\[\[?)\s*([\w.\-\s\"']+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([\w\-\"']+(?:\s*\.\s*[\w\-\"']+)*)\s*=")


def _lines(text: str) -> dict[Where, int]:
    """On which line each section and key of ``text`` stands. Good enough for messages: text inside of multi-line
    strings is not told apart from keys."""
    found: dict[Where, int] = {}
    counts: dict[str, int] = {}
    section: Where = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            names = _names(header[2])
            section = names
            if header[1] == "[[":
                counts[header[2]] = counts.get(header[2], -1) + 1
                section = (*names, counts[header[2]])
            found.setdefault(names, number)
            found.setdefault(section, number)
        elif key := _KEY.match(line):
            names = _names(key[1])
            for depth in range(1, len(names) + 1):
                found.setdefault((*section, *names[:depth]), number)
    return found


def _names(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
