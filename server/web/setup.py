"""Setting up an event in the browser: a form that begins from a template and writes EVENT.toml, all faults at once.

It is served before there is an event, to this computer only, and ends when the file is written.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import uvicorn
from argon2 import PasswordHasher
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from display.format import DISCIPLINES
from rules.errors import NotationError, SettingsError
from rules.known import disciplines
from rules.renju.tables import regulations
from server.config import TEMPOS, parse
from server.event_file import TEMPLATES, toml_text
from server.event_rules import ROUND_ROBINS
from server.folder import write_private
from server.match_config import KNOCKOUT
from server.team_config import PRIMARIES, SCHEVENINGEN
from server.tournament.registry import systems, tiebreaks
from server.tournament.unplayed import RULES
from server.web.door import HERE, environment
from server.web.entry_lists import entries_of, rows_of, unused
from server.web.faults import told
from server.web.guard import Guard
from server.web.languages import language, texts
from server.web.team_setup import teams_of

LEAST_PASSWORD = 8
NUMBERS = ("rounds", "points", "port", "tables", "boards", "games_per_pairing", "match_boards", "group_rounds")
EVENT_KEYS = (
    *("id", "discipline", "tempo", "control", "rounds", "system", "tiebreaks", "unplayed", "points"),
    *("requested_byes", "opening_regulation", "chief_arbiter", "place", "start"),
    *("colour_order", "meeting_points", "extra_when_drawn", "play_off", "group_places"),
)
UNSAID = {
    "games_per_pairing": 1,
    "colour_order": "alternate",
    "meeting_points": "result",
    "extra_when_drawn": "none",
    "play_off": "none",
    "third_place": False,
    "group_rounds": 0,
    "group_places": "",
}
"""What a file need not say: the fields of micro-matches, the play-off and groups as they are where there are none."""
LAST_LOOK_S = 1.0
"""How long the form is still there once the file is written: the browser loads its last page."""
FIRST: Mapping[str, Any] = {
    "id": "",
    "name": "",
    "name_en": "",
    "unplayed": "zero",
    "points": 1,
    "requested_byes": "none",
    "opening_regulation": "",
    "chief_arbiter": "",
    "place": "",
    "start": "",
    "tables": 8,
    "boards": 0,
    "match_boards": 0,
    "team_primary": "match-points",
    "port": 8000,
    "groups": "",
    **UNSAID,
}


def filled(template: str) -> dict[str, Any]:
    """The form's fields as a template gives them."""
    values = {**FIRST, **TEMPLATES.get(template, TEMPLATES["swiss-rapid"])}
    return {**values, "tiebreaks": ", ".join(values["tiebreaks"])}


def event_text(fields: Mapping[str, str], entries: bytes, hashed: Callable[[str], str]) -> str:
    """EVENT.toml as the form says. Raises SettingsError with every fault of the fields, the file's and the list's."""
    faults: list[str] = []
    numbers: dict[str, int] = {}
    for key in NUMBERS:
        told = fields.get(key, "").strip() or "0"
        if told.isascii() and told.isdigit() and len(told) < 6:
            numbers[key] = int(told)
        else:
            faults.append(f"{key}: {told!r}, expected a whole number")
    players: list[dict[str, Any]] = []
    teams: list[dict[str, Any]] = []
    rows: list[list[str]] | None = None
    try:
        rows = rows_of(entries)
    except NotationError as fault:
        faults += str(fault).splitlines()
    if rows is not None and numbers.get("match_boards"):
        try:
            teams = teams_of(rows, numbers["match_boards"])
        except NotationError as fault:
            faults += str(fault).splitlines()
    if rows is not None and entries:
        try:
            for entry in entries_of(rows):
                row = {"name": entry.name, "rating": entry.rating, "title": entry.title}
                group = entry.group if fields.get("groups", "").strip() else ""
                players.append({**row, "country": entry.country, "born": entry.born, "group": group})
        except NotationError as fault:
            faults += str(fault).splitlines()
    if numbers.get("boards", 0) > numbers.get("tables", numbers.get("boards", 0)):
        faults.append(f"boards: {numbers['boards']}, expected at most {numbers['tables']}, the number of tables")
    arbiter, password = fields.get("chief_arbiter", "").strip(), fields.get("password", "")
    if not arbiter:
        faults.append("chief_arbiter: expected a name, to log in with")
    if len(password) < LEAST_PASSWORD:
        faults.append(f"password: expected {LEAST_PASSWORD} characters or more")
    document = _document(fields, numbers, players, arbiter or "-", hashed(password) if not faults else "")
    if teams:
        document["event"] |= {"boards": numbers["match_boards"], "team_primary": fields.get("team_primary", "")}
        document["team"] = teams
    text = toml_text(document)
    try:
        parse(text, name="event.toml")
    except SettingsError as wrong:
        # The form's fields are named; lines of a file that is not there yet help nobody.
        faults += [fault.split(": ", 1)[-1] for fault in wrong.faults]
    if faults:
        raise SettingsError(tuple(faults))
    return text


def _document(
    fields: Mapping[str, str], numbers: Mapping[str, int], players: list[dict[str, Any]], arbiter: str, secret: str
) -> dict[str, Any]:
    event: dict[str, Any] = {key: fields.get(key, "").strip() for key in EVENT_KEYS}
    event |= {key: numbers[key] for key in ("rounds", "points", "games_per_pairing", "group_rounds") if key in numbers}
    event = {key: value for key, value in event.items() if key not in UNSAID or value not in ("", 0, UNSAID[key])}
    if event["system"] == KNOCKOUT:
        event.pop("rounds", None)
    event["tiebreaks"] = [word.strip() for word in fields.get("tiebreaks", "").split(",") if word.strip()]
    if fields.get("third_place") == "true":
        event["third_place"] = True
    if groups := [" ".join(word.split()) for word in fields.get("groups", "").split(",") if word.strip()]:
        event["groups"] = groups
    name, name_en = fields.get("name", "").strip(), fields.get("name_en", "").strip()
    ordered: dict[str, Any] = {"id": event.pop("id")}
    if name or name_en:
        ordered["name"] = {"ru": name or name_en, "en": name_en or name}
    devices = range(1, numbers.get("tables", 0) + 1)
    boards = numbers.get("boards", 0)
    return {
        "event": {**ordered, **event},
        "server": {"port": numbers.get("port", 8000), "data": "data"},
        "arbiter": [{"name": arbiter, "role": "chief-arbiter", "password_hash": secret}],
        "table": [{"number": number, "device": "board" if number <= boards else "none"} for number in devices],
        "player": players,
    }


def setup_app(path: Path, done: Callable[[], None], hashed: Callable[[str], str] | None = None) -> Starlette:
    """The form as an application; ``done`` is called once ``path`` is written."""
    env = environment()
    secret = hashed or PasswordHasher().hash

    def page(request: Request, status: int = 200, **more: Any) -> Response:
        lang = language(request)
        words = texts(lang)
        context = {
            "lang": lang,
            "t": words.t,
            "theme": "",
            "now_ms": 0,
            "stream": "",
            "live_round": "",
            "event_name": words.t("setup.title"),
            "faults": (),
            "written": "",
            "unused": (),
            "template": "",
            "templates": tuple(TEMPLATES),
            "disciplines": (*DISCIPLINES, *(name for name in disciplines() if name not in DISCIPLINES)),
            "regulations": regulations(),
            "tempos": TEMPOS,
            "systems": (*sorted(systems()), *ROUND_ROBINS, KNOCKOUT, SCHEVENINGEN, "fide-dutch"),
            "primaries": PRIMARIES,
            "unplayed": tuple(RULES),
            "known": sorted(tiebreaks()),
        }
        return HTMLResponse(env.get_template("setup.html").render({**context, **more}), status)

    async def form(request: Request) -> Response:
        template = request.query_params.get("template", "swiss-rapid")
        return page(request, fields=filled(template), template=template)

    async def write(request: Request) -> Response:
        posted = await request.form()
        fields = {key: value[:400] for key, value in posted.items() if isinstance(value, str)}
        upload = posted.get("entries")
        entries = b"" if upload is None or isinstance(upload, str) else await upload.read()
        shown = {**FIRST, **fields}
        if await asyncio.to_thread(path.exists):
            return page(request, 409, fields=shown, faults=(texts(language(request)).t("setup.exists"),))
        try:
            text = await asyncio.to_thread(event_text, fields, entries, secret)
        except SettingsError as wrong:
            words = texts(language(request))
            return page(request, 400, fields=shown, faults=tuple(told(fault, words) for fault in wrong.faults))
        await asyncio.to_thread(path.parent.mkdir, parents=True, exist_ok=True)
        await asyncio.to_thread(write_private, path, text)
        done()
        port = fields.get("port", "").strip() or "8000"
        return page(
            request,
            fields=shown,
            written=str(path),
            address=f"http://{request.url.hostname}:{port}/desk/login",
            unused=unused(rows_of(entries), grouped=bool(fields.get("groups", "").strip())) if entries else (),
            warnings=[
                told(line.split(": ", 1)[-1], texts(language(request)))
                for line in (await asyncio.to_thread(parse, text, name=path.name)).warnings
            ],
        )

    return Starlette(
        routes=[
            Route("/", form, methods=["GET"]),
            Route("/", write, methods=["POST"]),
            Mount("/static", StaticFiles(directory=HERE / "static"), name="static"),
        ],
        middleware=[Middleware(Guard)],
    )


async def set_up(path: Path, announce: Callable[[str], None], *, port: int = 8000) -> None:
    """Serve the form to this computer until ``path`` is written. Raises OSError where the port is taken."""
    written = asyncio.Event()
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with contextlib.closing(listening):
        listening.bind(("127.0.0.1", port))
        listening.setblocking(False)
        application = setup_app(path, written.set)
        server = uvicorn.Server(uvicorn.Config(application, log_config=None, timeout_graceful_shutdown=1))
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        announce(f"Set the event up: http://127.0.0.1:{listening.getsockname()[1]}/")
        waiting = asyncio.create_task(written.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if written.is_set():
            await asyncio.sleep(LAST_LOOK_S)
        server.should_exit = True
        await serving
