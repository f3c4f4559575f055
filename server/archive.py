"""A whole event as one file and back: EVENT.toml and every row of the store, but for accounts and log-ins.

The file is a zip with ``manifest.json``, ``event.toml`` and one JSON Lines file for each table of the store. Every
chain of every game is verified when an archive is made and again when it is restored.
"""

import base64
import hashlib
import io
import json
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from record.chain import verify
from rules.errors import FlagfallError, cannot_read
from server import store
from server.config import load, parse
from server.event_file import toml_text
from server.store import Store

FORMAT = 1
LEFT_OUT = ("accounts", "tokens")
"""Tables of passwords and log-ins: a restored event makes its own."""
LATER = ("turned", "further", "lost_meetings", "play_offs", "teams", "team_orders")
"""Tables that archives of earlier versions have not: nothing of the kind had happened."""
HERE_ONLY = ("broker", "broker_user", "broker_password_file", "database", "tls_cert", "tls_key")
"""Settings of ``[server]`` that name things of one machine."""
LARGEST = 2**31
_DATE = (1980, 1, 1, 0, 0, 0)


class ArchiveError(FlagfallError):
    """The archive cannot be made or read."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What an archive holds. ``broken`` names every chain that is not whole: such an event is archived all the same."""

    event: str
    rounds: int
    games: int
    events: int
    rows: int
    broken: tuple[str, ...] = ()


def tables() -> list[sa.Table]:
    """The tables that are archived."""
    return [table for table in store.schema.sorted_tables if table.name not in LEFT_OUT]


def archive(config: Path, out: Path) -> Report:
    """Archive the event of ``config``; the server may be running where its store is SQLite.

    Raises SettingsError for a file that is none, ArchiveError where the event was never served, StoreError.
    """
    settings = load(config)
    server = settings.server
    if not server.database and not (server.folder / "hall.db").is_file():
        raise ArchiveError(f"{server.folder} holds no event: it was never served")
    kept = Store(server.database or f"sqlite:///{server.folder / 'hall.db'}", event=settings.event.id)
    try:
        data, report = kept.read(lambda connection: _packed(connection, settings.event.id, config))
    finally:
        kept.close()
    out.write_bytes(data)
    return report


def _packed(connection: Connection, event: str, config: Path) -> tuple[bytes, Report]:
    known = connection.execute(sa.select(store.meta.c.value).where(store.meta.c.key == "event")).scalar()
    if known != event:
        raise ArchiveError(f"the store holds the event {known!r}, not {event!r}")
    made = io.BytesIO()
    manifest: dict[str, Any] = {"flagfall": FORMAT, "event": event, "tables": {}}
    rows = 0
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in tables():
            text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in _rows(connection, table))
            count = text.count("\n")
            rows += count
            digest = hashlib.sha256(text.encode()).hexdigest()
            manifest["tables"][table.name] = {"rows": count, "sha256": digest}
            _add(packed, f"{table.name}.jsonl", text)
        _add(packed, "event.toml", _without_passwords(config.read_text("utf-8")))
        _add(packed, "manifest.json", json.dumps(manifest, indent=1))
    return made.getvalue(), _report(connection, event, rows)


def _add(packed: zipfile.ZipFile, name: str, text: str) -> None:
    packed.writestr(zipfile.ZipInfo(name, _DATE), text, zipfile.ZIP_DEFLATED)


def _rows(connection: Connection, table: sa.Table) -> Iterator[dict[str, Any]]:
    for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns)):
        yield {
            name: {"b64": base64.b64encode(value).decode()} if isinstance(value, bytes) else value
            for name, value in row._mapping.items()
        }


def _without_passwords(text: str) -> str:
    """EVENT.toml without the arbiters' password hashes; its comments stay where it has none."""
    document = tomllib.loads(text)
    if not any("password_hash" in entry for entry in document.get("arbiter", ())):
        return text
    for entry in document["arbiter"]:
        entry.pop("password_hash", None)
    return toml_text(document)


def _report(connection: Connection, event: str, rows: int) -> Report:
    broken: list[str] = []
    events = 0
    where, log = ("", ""), list[bytes]()

    def close() -> None:
        fault = verify(*where, log) if log else None
        if fault is not None:
            broken.append(f"{where[0]}, session {where[1]}: {fault}")

    columns = (store.events.c.game, store.events.c.session, store.events.c.data)
    order = (store.events.c.game, store.events.c.session, store.events.c.seq)
    for game, session, data in connection.execute(sa.select(*columns).order_by(*order)):
        events += 1
        if (game, session) != where:
            close()
            where, log = (game, session), []
        log.append(data)
    close()
    return Report(
        event=event,
        rounds=_count(connection, store.rounds),
        games=_count(connection, store.games),
        events=events,
        rows=rows,
        broken=tuple(broken),
    )


def _count(connection: Connection, table: sa.Table) -> int:
    return connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def restore(source: Path, folder: Path) -> Report:
    """Restore an archive into ``folder``, which must be empty or not exist: EVENT.toml and the data beside it.

    Raises ArchiveError for a file that is no archive, or whose tables are not those of its manifest; nothing is left
    behind then.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ArchiveError(f"{folder} is not empty: an event is restored into an empty folder")
    contents = _unpacked(source)
    text = _for_here(contents["event.toml"])
    settings = parse(text, name="event.toml")
    rows = {table: [_row(line) for line in contents.get(f"{table.name}.jsonl", "").splitlines()] for table in tables()}
    place = folder / settings.server.data
    place.mkdir(parents=True, exist_ok=True)
    kept = Store(f"sqlite:///{place / 'hall.db'}", event=settings.event.id)
    try:
        kept.fill(rows)
        count = sum(map(len, rows.values()))
        report = kept.read(lambda connection: _report(connection, settings.event.id, count))
    finally:
        kept.close()
    (folder / "event.toml").write_text(text, "utf-8")
    return report


def _unpacked(source: Path) -> Mapping[str, str]:
    """The texts of an archive, each as its manifest says it must be."""
    try:
        with zipfile.ZipFile(source) as packed:
            if sum(info.file_size for info in packed.infolist()) > LARGEST:
                raise ArchiveError(f"{source} is unreasonably large")
            contents = {name: packed.read(name).decode("utf-8") for name in packed.namelist()}
        manifest = json.loads(contents["manifest.json"])
        said: Mapping[str, Any] = manifest["tables"]
        needed = [table.name for table in tables() if table.name not in LATER]
        missing = [name for name in (*(f"{table}.jsonl" for table in needed), "event.toml") if name not in contents]
    except OSError as fault:
        raise ArchiveError(cannot_read(source, fault)) from fault
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, RuntimeError, EOFError) as fault:
        raise ArchiveError(f"{source} is no archive of an event: {fault}") from fault
    if manifest.get("flagfall") != FORMAT:
        raise ArchiveError(f"{source} has the format {manifest.get('flagfall')!r}, expected {FORMAT}")
    if missing:
        raise ArchiveError(f"{source} lacks {', '.join(missing)}")
    for name, table in said.items():
        text = contents.get(f"{name}.jsonl", "")
        if hashlib.sha256(text.encode()).hexdigest() != table["sha256"]:
            raise ArchiveError(f"{source}: {name}.jsonl is not what was archived")
    return contents


def _for_here(text: str) -> str:
    """EVENT.toml without what names things of another machine."""
    document = tomllib.loads(text)
    server = document.get("server", {})
    data = str(server.get("data", "data"))
    elsewhere = Path(data).is_absolute() or ".." in Path(data).parts
    if not elsewhere and not any(key in server for key in HERE_ONLY):
        return text
    for key in HERE_ONLY:
        server.pop(key, None)
    if elsewhere:
        server["data"] = "data"
    return toml_text(document)


def _row(line: str) -> dict[str, Any]:
    row: dict[str, Any] = json.loads(line)
    return {name: base64.b64decode(value["b64"]) if isinstance(value, dict) else value for name, value in row.items()}
