"""What a demo is asked for, and the event and table files that follow from it."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from argon2 import PasswordHasher

from flagfall.demo.boards import KINDS, Place
from flagfall.demo.names import person
from hardware.devices import device_kind
from rules.errors import SettingsError
from rules.renju.tables import regulation
from server.config import OPENING_DISCIPLINES
from server.match_config import MOST_GAMES

DISCIPLINES = ("russian", "international", "giveaway", "brazilian", "renju", "chess")
"""Disciplines whose virtual boards, hands and games the demo has."""

RENJU = "renju"
MIXED = "mixed"
"""Several events side by side, a discipline each, with boards of every kind."""

DEVICE = {"renju": "flagfall"}
"""The device that a discipline is played on, where it is not a DGT board."""

ARBITER = "demo"
EVENT = "demo"
LEAST_REAL_S = 45
"""A player's clock lasts at least this long in real time, however fast the hall goes: a busy machine must not make a
flag fall that nobody asked for."""

SLOWEST_TOUCH_REAL_MS = 250
"""A touch that is to be told from an adjustment lasts at least this long in real time."""


class DemoSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `flagfall demo`. ``opening`` is renju's opening regulation; ``draws``: the first moves are drawn
    at the tables (5.4.1.3), from the table of openings that the games begin with."""

    tables: int = 8
    players: int = 16
    rounds: int = 3
    discipline: str = "russian"
    speed: int = 60
    games: Path | None = None
    port: int = 8000
    auto: bool = True
    irregularities: bool = True
    once: bool = False
    seed: int = 1
    kills: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    games_per_pairing: int = 1
    opening: str = "rif"
    draws: bool = False

    @property
    def boards(self) -> dict[int, str]:
        """The board at each table: of ``devices`` in turn, or the one that the discipline is played on. The names are
        those of `flagfall.demo.boards.KINDS`."""
        devices = self.devices or (DEVICE.get(self.discipline, "dgt"),)
        return {table: devices[(table - 1) % len(devices)] for table in range(1, self.tables + 1)}

    @property
    def base_ms(self) -> int:
        """The time on each clock: a quarter of an hour, or longer where the hall goes fast."""
        quarter = 15 * 60
        quarters = -(-self.speed * LEAST_REAL_S // quarter)
        return max(1, quarters) * quarter * 1000

    @property
    def increment_ms(self) -> int:
        """What each move adds."""
        return 5_000

    @property
    def touch_ms(self) -> int:
        """The regulations' touch time: one second, or what a fast hall can still tell."""
        return max(1_000, SLOWEST_TOUCH_REAL_MS * self.speed)


def check(settings: DemoSettings) -> None:
    """Raises SettingsError with every option that cannot be."""
    faults = []
    if settings.discipline not in (*DISCIPLINES, MIXED):
        faults.append(f"--discipline {settings.discipline}: the demo plays {', '.join((*DISCIPLINES, MIXED))}")
    if settings.discipline == MIXED and settings.games is not None:
        faults.append(f"--games {settings.games}: a mixed demo plays its own games")
    for name in settings.devices:
        if name not in KINDS:
            faults.append(f"--board {name}: the demo has {', '.join(KINDS)}")
        elif settings.discipline not in (*device_kind(KINDS[name]).disciplines, MIXED):
            faults.append(f"--board {name}: cannot be used for {settings.discipline}")
    if settings.discipline == MIXED and settings.devices:
        faults.append("--board: a mixed demo has its own boards")
    if settings.draws and settings.discipline not in OPENING_DISCIPLINES:
        faults.append(f"--draw-openings: openings are drawn in {', '.join(OPENING_DISCIPLINES)}")
    try:
        regulation(settings.opening)
    except SettingsError as error:
        faults.append(f"--opening: {error}")
    if settings.tables < 1:
        faults.append(f"--tables {settings.tables}: at least one table")
    if settings.players < 2:
        faults.append(f"--players {settings.players}: at least two players")
    if settings.players >= 2 and not 1 <= settings.rounds < settings.players:
        faults.append(f"--rounds {settings.rounds}: from 1 to {settings.players - 1} with {settings.players} players")
    if not 1 <= settings.games_per_pairing <= MOST_GAMES:
        faults.append(f"--games-per-pairing {settings.games_per_pairing}: from 1 to {MOST_GAMES}")
    if not 1 <= settings.speed <= 500:
        faults.append(f"--speed {settings.speed}: from 1 to 500")
    if not 0 <= settings.port <= 65535:
        faults.append(f"--port {settings.port}: from 0 to 65535")
    if settings.games is not None and not settings.games.is_file():
        faults.append(f"--games {settings.games}: there is no such file")
    if faults:
        raise SettingsError(tuple(faults))


def tempo(settings: DemoSettings) -> str:
    """The tempo that fits the clocks: rapid up to thirty minutes, classic beyond."""
    return "rapid" if settings.base_ms <= 30 * 60 * 1000 else "classic"


def write_event(
    settings: DemoSettings,
    folder: Path,
    password: str,
    *,
    system: str = "individual",
    keys: str = "",
    openings: Iterable[tuple[str, ...]] = (),
) -> Path:
    """EVENT.toml of the demo. ``keys`` are further lines of ``[event]``, ``openings`` the moves of those that are
    drawn; a knock-out's rounds follow from its players, and its places need no coefficients."""
    boards = range(1, settings.tables + 1)
    opening = f'opening_regulation = "{settings.opening}"\n' if settings.discipline == RENJU else ""
    rounds = f'rounds = {settings.rounds}\ntiebreaks = ["buchholz", "sonneborn-berger"]\n'
    rounds = "" if system == "knockout" else rounds
    spare = range(settings.tables + 1, max(settings.tables, settings.players // 2) + 1)
    text = f"""[event]
id = "{EVENT}"
name = {{ ru = "Репетиция зала", en = "Rehearsal hall" }}
discipline = "{settings.discipline}"
tempo = "{tempo(settings)}"
control = "{settings.base_ms // 60_000}m+{settings.increment_ms // 1000}s"
system = "{system}"
{rounds}first_colour = "lot"
seed = {settings.seed}
{opening}{keys}
[regulations]
touch_ms = {settings.touch_ms}
rest_ms = {settings.touch_ms}

[server]
host = "127.0.0.1"
port = {settings.port}
data = "server"
time_scale = {settings.speed}

[[arbiter]]
name = "{ARBITER}"
role = "chief-arbiter"
password_hash = {json.dumps(PasswordHasher().hash(password))}
"""
    for number in boards:
        text += f'\n[[table]]\nnumber = {number}\ndevice = "board"\n'
    for number in spare:
        text += f'\n[[table]]\nnumber = {number}\ndevice = "none"\n'
    for number in range(1, settings.players + 1):
        name, name_en = person(number)
        text += f'\n[[player]]\nname = "{name}"\nname_en = "{name_en}"\nrating = {2400 - 17 * number}\n'
    for number, moves in enumerate(openings, 1):
        text += f'\n[[opening]]\nnumber = {number}\nmoves = "{" ".join(moves)}"\n'
    path = folder / "event.toml"
    path.write_text(text, "utf-8")
    return path


def write_tables(
    settings: DemoSettings, folder: Path, name: str, places: Mapping[int, Place], join: dict[str, str]
) -> Path:
    """TABLE.toml of the computer ``name``, at which ``places`` are."""
    text = f"""data = "{name}"
time_scale = {settings.speed}

[server]
address = "{join["mqtt"]}"
event = "{join["event"]}"
password = "{join["password"]}"
"""
    for table, place in places.items():
        text += f'\n[[table]]\nnumber = {table}\ndevice = "{place.device}"\nline = {json.dumps(place.line)}\n'
        text += "" if place.bus is None else f"bus = {place.bus}\n"
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path
