"""EVENT.toml: one competition, its players, tables and openings, and how its server is reached.

`docs/examples/club.toml` shows every section. `load` reports every fault of a file at once, with its line and what was
expected. What is lawful but outside the articles' recommendations (3.6, 4.3) becomes a warning, not a fault.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

from clock import control as time_control
from clock.presets import warnings as control_warnings
from record.assignment import Opening, Regulations
from record.renju_law import RENJU
from rules import discipline
from rules.errors import FlagfallError, SettingsError, cannot_read, guess, not_toml
from rules.limits import with_settings
from server import event_rules, group_config, match_config, regulation_config, team_config
from server.checks import (
    REQUIRED,
    Check,
    Names,
    a_control,
    a_discipline,
    a_text,
    an_id,
    an_opening_regulation,
    any_text,
    choice,
    names,
    regulation,
    some_moves,
    some_texts,
    whole,
)
from server.event_rules import ROUND_ROBINS
from server.match_config import KNOCKOUT
from server.team_config import SCHEVENINGEN, TeamEntry, TeamSettings
from server.toml_lines import Place, line_map
from server.tournament.knockout import knockout_rounds
from server.tournament.micromatch import Extra, Order, Scoring
from server.tournament.presets import advised_rounds, mixing
from server.tournament.registry import systems, tiebreaks
from server.tournament.unplayed import RULES

TEMPOS = ("classic", "rapid", "blitz")
FIRST_COLOURS = ("white", "black", "lot")
DEVICES = ("board", "none")
ROLES = ("chief-arbiter", "deputy", "arbiter", "organiser", "viewer")
OPENING_DISCIPLINES = ("russian", "brazilian")
DUTCH = "fide-dutch"
"""FIDE's Dutch system, by another program (`server.dutch`): for chess."""


class EventSettings(TeamSettings, frozen=True, kw_only=True):
    """``[event]``: what is played. ``seed`` decides every lot that the software draws; 0: one is made and stored.

    ``unplayed`` is how rounds without a game enter the coefficients; ``points`` what a win is printed as (5.4.7.1).
    ``requested_byes``: the most that a round not played on request is worth; but for ``none`` it departs from 5.4.10.2.
    ``opening_regulation`` names how a renju game is opened (5.2.4.3) and is empty elsewhere.

    Micro-matches (5.4.6): a meeting has ``games_per_pairing`` games, their colours by ``colour_order`` (``mirror``: W B
    B W); it counts as one ``result`` or as the ``sum`` of its points (``meeting_points``). ``opening_lot``: an opening
    is drawn for each game, for every two games one after another, or one for each meeting; ``openings_drawn``: at the
    ``table``, when both players are there (5.4.1.3), or with the ``pairing``. A drawn meeting is played on in
    micro-matches of ``extra_games`` games under ``extra_control`` (empty: the same): ``extra_when_drawn``. In a
    ``knockout`` it always is, until one has won; ``knockout_pairs`` are drawn, or the first left meets the last;
    ``third_place`` is played for. ``rounds`` of a knock-out follow from its players. ``play_off`` (31.8): the chief
    arbiter may have one played for first place, among those level in ``points`` or those who share the place after all
    tie-breaks (``places``), under ``play_off_control``.
    """

    id: str
    name: Names
    discipline: str
    tempo: str
    control: str
    rounds: int
    system: str
    tiebreaks: tuple[str, ...] = ()
    first_colour: str = "lot"
    seed: int = 0
    unplayed: str = "zero"
    points: Literal[1, 2] = 1
    requested_byes: str = "none"
    opening_regulation: str = ""
    chief_arbiter: str = ""
    place: str = ""
    start: str = ""
    games_per_pairing: int = 1
    colour_order: Order = "alternate"
    meeting_points: Scoring = "result"
    opening_lot: Literal["each-game", "each-two-games", "each-meeting"] = "each-game"
    openings_drawn: Literal["table", "pairing"] = "table"
    extra_when_drawn: Extra = "none"
    extra_games: int = 1
    extra_control: str = ""
    knockout_pairs: Literal["lot", "seeded"] = "lot"
    third_place: bool = False
    play_off: Literal["none", "points", "places"] = "none"
    play_off_control: str = "3m+2s"


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """``[server]``: where the hall is reached and where it keeps its data.

    ``data`` is absolute once read from a file. ``broker`` empty: a broker of our own is started, on ``mqtt_port`` (0: a
    free one, kept for the next start); else ``HOST:PORT`` of one that runs. ``database`` empty: SQLite in ``data``.
    ``tls_cert``/``tls_key``: the broker's connections are TLS. ``time_scale``: a rehearsal's seconds at the table per
    second of wall time.
    """

    host: str = "0.0.0.0"  # noqa: S104 - a hall's server is there for the whole hall
    port: int = 8000
    data: str = "data"
    mqtt_port: int = 0
    broker: str = ""
    broker_user: str = "server"
    broker_password_file: str = ""
    database: str = ""
    tls_cert: str = ""
    tls_key: str = ""
    time_scale: int = 1

    @property
    def folder(self) -> Path:
        """The data folder."""
        return Path(self.data)


class ArbiterEntry(msgspec.Struct, frozen=True, kw_only=True):
    """``[[arbiter]]``: who may log in. Without a ``password_hash`` (argon2) a password is made at the first start."""

    name: str
    role: str
    password_hash: str = ""


class TableEntry(msgspec.Struct, frozen=True, kw_only=True):
    """``[[table]]``: ``device`` is ``board`` where a table client records the game, else ``none``."""

    number: int
    device: str = "none"


class PlayerEntry(msgspec.Struct, frozen=True, kw_only=True):
    """``[[player]]``: ``id`` is the start number, by default the place in the file; ``group`` one of the event's."""

    id: int
    name: str
    name_en: str = ""
    rating: int | None = None
    country: str = ""
    title: str = ""
    club: str = ""
    born: str = ""
    group: str = ""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """A whole EVENT.toml. ``warnings`` are for the organiser's eyes and forbid nothing."""

    event: EventSettings
    regulations: Regulations
    server: ServerSettings
    arbiters: tuple[ArbiterEntry, ...]
    tables: tuple[TableEntry, ...]
    players: tuple[PlayerEntry, ...]
    openings: tuple[Opening, ...]
    teams: tuple[TeamEntry, ...] = ()
    warnings: tuple[str, ...] = ()


def load(path: Path) -> Settings:
    """The settings in the file ``path``; relative paths in it are taken from the file's folder.

    Raises SettingsError with every fault, each as ``FILE, line N: key: what is wrong, expected ...``.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise SettingsError((cannot_read(path, fault),)) from fault
    settings = parse(text, name=path.name)
    base, server = path.resolve().parent, settings.server
    paths = {
        key: str(base / getattr(server, key))
        for key in ("data", "tls_cert", "tls_key", "broker_password_file")
        if getattr(server, key)
    }
    return msgspec.structs.replace(settings, server=msgspec.structs.replace(server, **paths))


def parse(text: str, *, name: str = "EVENT.toml") -> Settings:
    """The settings in ``text``; ``name`` stands before each fault and warning. Raises SettingsError as `load` does."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise SettingsError((not_toml(name, text, fault),)) from fault
    return _Reading(name, line_map(text)).settings(document)


MOST_RATING = 4000


def _event_keys() -> dict[str, tuple[Check, Any]]:
    return {
        "id": (an_id, REQUIRED),
        "name": (names, REQUIRED),
        "discipline": (a_discipline, REQUIRED),
        "tempo": (choice(*TEMPOS), REQUIRED),
        "control": (a_control, REQUIRED),
        "rounds": (whole(1, 50), REQUIRED),
        "system": (choice(*sorted(systems()), *ROUND_ROBINS, KNOCKOUT, DUTCH, SCHEVENINGEN), REQUIRED),
        "tiebreaks": (some_texts(*sorted(tiebreaks())), ()),
        "first_colour": (choice(*FIRST_COLOURS), "lot"),
        "seed": (whole(0, 2**63 - 1), 0),
        "unplayed": (choice(*sorted(RULES)), "zero"),
        "points": (whole(1, 2), 1),
        "requested_byes": (choice("none", "half", "full"), "none"),
        "opening_regulation": (an_opening_regulation, ""),
        "chief_arbiter": (any_text, ""),
        "place": (any_text, ""),
        "start": (any_text, ""),
        **match_config.EVENT,
        **group_config.EVENT,
        **team_config.EVENT,
    }


_SERVER: dict[str, tuple[Check, Any]] = {
    "host": (a_text, "0.0.0.0"),  # noqa: S104
    "port": (whole(0, 65535), 8000),
    "data": (a_text, "data"),
    "mqtt_port": (whole(0, 65535), 0),
    "broker": (a_text, ""),
    "broker_user": (a_text, "server"),
    "broker_password_file": (a_text, ""),
    "database": (a_text, ""),
    "tls_cert": (a_text, ""),
    "tls_key": (a_text, ""),
    "time_scale": (whole(1, 3600), 1),
}
_ARBITER: dict[str, tuple[Check, Any]] = {
    "name": (a_text, REQUIRED),
    "role": (choice(*ROLES), REQUIRED),
    "password_hash": (a_text, ""),
}
_TABLE: dict[str, tuple[Check, Any]] = {"number": (whole(1, 9999), REQUIRED), "device": (choice(*DEVICES), "none")}
_PLAYER: dict[str, tuple[Check, Any]] = {
    "id": (whole(1, 9999), None),
    "name": (a_text, REQUIRED),
    "name_en": (any_text, ""),
    "rating": (whole(0, MOST_RATING), None),
    "country": (any_text, ""),
    "title": (any_text, ""),
    "club": (any_text, ""),
    "born": (any_text, ""),
    "group": (any_text, ""),
}
_OPENING: dict[str, tuple[Check, Any]] = {
    "number": (whole(1, 9999), REQUIRED),
    "moves": (some_moves, ()),
    "fen": (a_text, None),
}


def section_keys() -> dict[str, dict[str, tuple[Check, Any]]]:
    """The keys of the sections with their checks and defaults."""
    named = {"server": _SERVER, "arbiter": _ARBITER, "table": _TABLE, "player": _PLAYER, "team": team_config.TEAM}
    return {"event": _event_keys(), **named}


_SECTIONS = ("event", "regulations", "server", "arbiter", "table", "player", "team", "opening")


class _Reading:
    """Reads a document section by section, gathering faults and warnings with their lines."""

    def __init__(self, name: str, lines: Mapping[Place, int]) -> None:
        self.name, self.lines = name, lines
        self.faults: list[tuple[int, str]] = []
        self.warnings: list[str] = []

    def settings(self, document: Mapping[str, Any]) -> Settings:
        for key in document:
            if key not in _SECTIONS:
                self.fault((key,), f"{key}: unknown{guess(key, _SECTIONS)}, expected one of {', '.join(_SECTIONS)}")
        event_keys = _event_keys()
        told = document.get("event")
        if isinstance(told, dict) and told.get("system") == KNOCKOUT:
            event_keys["rounds"] = (event_keys["rounds"][0], None)
        event = self.section("event", told, event_keys, required=True)
        regulations = self.section("regulations", document.get("regulations"), self.regulation_keys())
        server = self.section("server", document.get("server"), _SERVER)
        arbiters = self.sections("arbiter", document.get("arbiter"), _ARBITER, unique=("name",))
        tables = self.sections("table", document.get("table"), _TABLE, unique=("number",))
        players = self.sections("player", document.get("player"), _PLAYER, unique=("id", "name"), numbered="id")
        teams = self.sections("team", document.get("team"), team_config.TEAM, unique=("id", "name"), numbered="id")
        openings = self.sections("opening", document.get("opening"), _OPENING, unique=("number",))
        match_config.settle(event, self.fault)
        team_config.settle(event, teams, players, self.fault)
        group_config.settle(event, bool(teams), players, self.fault)
        entrants = len(teams) or len(players)
        self.event_rules(event, openings)
        self.draw_rules(event, regulations)
        regulation_config.settle(event, regulations, self.fault, self.warn)
        event_rules.tiebreak_rules(event, bool(teams), self.fault)
        event_rules.round_rules(event, len(teams) or group_config.largest(event, players), bool(teams), self.fault)
        self.server_rules(server)
        if self.faults:
            raise SettingsError(tuple(text for _, text in sorted(self.faults)))
        if event["system"] == KNOCKOUT:
            event["rounds"] = knockout_rounds(len(players))
        if teams:
            event = team_config.filled(event)
        self.event_warnings(event, entrants, len(tables))
        if "broadcast_delay_s" in regulations:
            regulations["broadcast_delay_ms"] = 1000 * regulations.pop("broadcast_delay_s")
        return Settings(
            event=EventSettings(**event),
            regulations=Regulations(**regulations),
            server=ServerSettings(**server),
            arbiters=tuple(ArbiterEntry(**entry) for entry in arbiters),
            tables=tuple(sorted((TableEntry(**entry) for entry in tables), key=lambda table: table.number)),
            players=tuple(sorted((PlayerEntry(**entry) for entry in players), key=lambda player: player.id)),
            openings=tuple(Opening(**entry) for entry in openings),
            teams=tuple(sorted((TeamEntry(**entry) for entry in teams), key=lambda team: team.id)),
            warnings=tuple(self.warnings),
        )

    def draw_rules(self, event: Mapping[str, Any], regulations: Mapping[str, Any]) -> None:
        if "discipline" in event and regulations.get("draws"):
            try:
                with_settings(getattr(discipline(event["discipline"]), "move_limits", ()), regulations["draws"])
            except SettingsError as wrong:
                for text in wrong.faults:
                    self.fault(("regulations", "draws"), f"draws: {text}")

    def place(self, where: Place) -> tuple[int, str]:
        line = next((self.lines[where[:n]] for n in range(len(where), 0, -1) if where[:n] in self.lines), 0)
        return line, f"{self.name}, line {line}" if line else self.name

    def fault(self, where: Place, message: str) -> None:
        line, place = self.place(where)
        self.faults.append((line, f"{place}: {message}"))

    def warn(self, where: Place, message: str) -> None:
        self.warnings.append(f"{self.place(where)[1]}: {message}")

    def regulation_keys(self) -> dict[str, tuple[Check, Any]]:
        keys: dict[str, tuple[Check, Any]] = {
            field.name: (regulation(field), None) for field in msgspec.structs.fields(Regulations)
        }
        keys["broadcast_delay_s"] = (whole(0, 24 * 3600), None)
        return keys

    def section(
        self, title: str, data: Any, keys: Mapping[str, tuple[Check, Any]], *, where: Place = (), required: bool = False
    ) -> dict[str, Any]:
        where = where or (title,)
        if data is None and not required:
            data = {}
        if not isinstance(data, dict):
            self.fault(where, f"[{title}] is missing" if data is None else f"{title}: expected a section [{title}]")
            return {}
        read: dict[str, Any] = {}
        for key, value in data.items():
            if key not in keys:
                near = guess(key, keys)
                self.fault((*where, key), f"{key}: unknown in [{title}]{near}, expected one of {', '.join(keys)}")
                continue
            try:
                read[key] = keys[key][0](value)
            except ValueError as expected:
                self.fault((*where, key), f"{key}: {value!r}, expected {expected}")
        for key, (_, default) in keys.items():
            if key not in data and default is REQUIRED:
                self.fault(where, f"[{title}] has no {key}")
        return read

    def sections(
        self,
        title: str,
        data: Any,
        keys: Mapping[str, tuple[Check, Any]],
        *,
        unique: tuple[str, ...] = (),
        numbered: str = "",
    ) -> list[dict[str, Any]]:
        if data is None:
            return []
        if not isinstance(data, list):
            self.fault((title,), f"{title}: expected sections [[{title}]]")
            return []
        read = [
            self.section(title, entry, keys, where=(title, index), required=True) for index, entry in enumerate(data)
        ]
        if numbered:
            for index, entry in enumerate(read):
                entry.setdefault(numbered, index + 1)
        for key in unique:
            seen: dict[Any, int] = {}
            for index, entry in enumerate(read):
                if key not in entry:
                    continue
                if entry[key] in seen:
                    first = self.place((title, seen[entry[key]], key))[0]
                    self.fault((title, index, key), f"{key}: {entry[key]!r} is already used on line {first}")
                seen.setdefault(entry[key], index)
        return read

    def event_rules(self, event: Mapping[str, Any], openings: list[dict[str, Any]]) -> None:
        name = event.get("discipline")
        if name == RENJU and ("event", "opening_regulation") not in self.lines:
            self.fault(
                ("event", "discipline"), 'a renju event must name its opening_regulation, such as "rif" (5.2.4.3)'
            )
        if name is not None and name != RENJU and "opening_regulation" in event:
            self.fault(("event", "opening_regulation"), f"opening_regulation: belongs to renju, not to {name}")
        if name not in (None, "chess") and event.get("system") == DUTCH:
            self.fault(("event", "system"), f"system: {DUTCH} is for chess, not for {name}")
        for index, opening in enumerate(openings):
            where = ("opening", index)
            if bool(opening.get("moves")) == bool(opening.get("fen")):
                self.fault(where, "[[opening]]: expected either moves or fen")
            if name is not None and name not in OPENING_DISCIPLINES:
                self.fault(where, f"[[opening]]: openings are drawn in {', '.join(OPENING_DISCIPLINES)}, not in {name}")
            elif name is not None:
                self.opening_fits(name, where, opening)

    def opening_fits(self, name: str, where: Place, opening: Mapping[str, Any]) -> None:
        game = discipline(name)
        key = "fen"
        try:
            position = game.position(opening["fen"]) if opening.get("fen") else game.start()
            key = "moves"
            for move in opening.get("moves", ()):
                position = position.apply(position.parse(move))
        except FlagfallError as fault:
            self.fault((*where, key), f"{key}: does not fit {name}: {fault}")

    def server_rules(self, server: Mapping[str, Any]) -> None:
        if bool(server.get("tls_cert")) != bool(server.get("tls_key")):
            self.fault(("server",), "[server]: tls_cert and tls_key belong together")
        if server.get("broker"):
            host, _, port = str(server["broker"]).rpartition(":")
            if not host or not re.fullmatch("[0-9]{1,5}", port) or not 0 < int(port) < 65_536:
                self.fault(("server", "broker"), f"broker: {server['broker']!r}, expected HOST:PORT")
            if server.get("mqtt_port"):
                self.fault(("server", "mqtt_port"), "mqtt_port: is for a broker of our own, but broker names another")

    def event_warnings(self, event: Mapping[str, Any], players: int, tables: int) -> None:
        control = time_control.parse(event["control"])
        for warning in control_warnings(control, event["discipline"], event["tempo"]):
            self.warn(("event", "control"), f"control: {warning}")
        if foreign := mixing(event.get("tiebreaks", ())):
            self.warn(("event", "tiebreaks"), f"tiebreaks: {', '.join(foreign)} belong to round robins (32.2)")
        advice = advised_rounds(players) if event["system"].startswith("floats") else None
        if advice and not advice[0] <= event["rounds"] <= advice[1]:
            told = f"{event['rounds']} for {players} entrants, the older rules advise {advice[0]} to {advice[1]}"
            self.warn(("event", "rounds"), f"rounds: {told}")
        if event.get("requested_byes", "none") != "none":
            self.warn(("event", "requested_byes"), "requested_byes: 5.4.10.2 makes a known absence a loss")
        needed = players // 2 * (event.get("boards") or 1)
        if needed > tables:
            who = "teams" if event.get("boards") else "players"
            self.warn(("table",), f"{players} {who} need {needed} tables, {tables} are named")
