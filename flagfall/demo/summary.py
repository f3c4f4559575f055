"""What a demo came to. Played figures come from the hands' truth files; recorded figures from a fresh read of the
server's database that shares nothing with the server: plain SQL and plain JSON."""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hardware.devices import device_kinds
from hardware.virtual.truth import read_truth

EXCHANGES = {("black", 3), ("white", 5)}
"""Choices of Swap2, each after so many stones, by which the persons exchange their colours."""


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """A game's moves and result, as one of the two sides tells it, and whether the persons exchanged their colours."""

    moves: tuple[str, ...]
    result: str | None
    swapped: bool = False


def played(folder: Path) -> dict[str, Account]:
    """The games as the hands played them."""
    accounts = {}
    for path in sorted(folder.glob("*.jsonl")):
        moves: list[str] = []
        result, swapped = None, False
        for line in read_truth(path.read_bytes().splitlines(keepends=True)):
            swapped = line.swapped if line.choices else swapped
            if line.move:
                del moves[line.ply - 1 :]
                moves.append(line.move)
            result = line.result or result
        accounts[path.stem] = Account(moves=tuple(moves), result=result, swapped=swapped)
    return accounts


def recorded(database: Path) -> tuple[dict[str, Account], int, Counter[str]]:
    """The games in the server's database, the number of stored table events, and the findings by kind."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT game, session, seq, data FROM events ORDER BY arrival").fetchall()
    finally:
        connection.close()
    games: dict[str, list[dict[str, Any]]] = {}
    stored = 0
    findings: Counter[str] = Counter()
    for game, session, _, data in rows:
        event = json.loads(data)
        games.setdefault(game, []).append(event)
        if session != "desk":
            stored += 1
        if event["kind"] == "finding":
            findings[event["what"]] += 1
    return {game: _account(events) for game, events in games.items()}, stored, findings


def _account(events: list[dict[str, Any]]) -> Account:
    """A game by the plain meaning of its events, in the order in which the server received them."""
    undone = {event["undoes"] for event in events if event["kind"] == "undone"}
    moves: list[str] = []
    result, swapped = None, False
    for event in events:
        if event["session"] == "desk" and event["seq"] in undone:
            continue
        match event["kind"]:
            case "move":
                del moves[event["ply"] - 1 :]
                moves.append(event["move"])
            case "taken-back":
                del moves[event["ply"] - 1 :]
            case "opening-choice" if (event.get("option"), len(moves)) in EXCHANGES or event.get("option") == "swap":
                swapped = not swapped
            case "ruling":
                if event.get("colours"):
                    swapped = not swapped
                if event.get("ply") is not None:
                    del moves[event["ply"] :]
                result = event.get("result") or result
            case "result-confirmed":
                result = event["result"]
            case "result" if event["by"] in ("white", "black", "arbiter"):
                result = event["result"]
    return Account(moves=tuple(moves), result=result, swapped=swapped)


def heard(database: Path) -> dict[int, str]:
    """What the board of each table called itself, as the record tells it: its kind and its serial number."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT game, data FROM events ORDER BY arrival").fetchall()
    finally:
        connection.close()
    kinds = device_kinds()
    tables: dict[str, int] = {}
    names: dict[str, str] = {}
    for game, data in rows:
        event = json.loads(data)
        if event["kind"] == "assigned":
            tables[game] = event["assignment"]["table"]
        elif event["kind"] == "device-changed" and event["device"] == "board" and event["up"]:
            detail = event.get("detail", "")
            names[game] = detail if detail.split(" ")[0] in kinds else names.get(game, "")
    return {tables[game]: name for game, name in sorted(names.items()) if game in tables}


def sent(folder: Path) -> int:
    """How many events the tables' journals hold."""
    total = 0
    for journal in sorted(folder.glob("table-*/journal.db")):
        connection = sqlite3.connect(f"file:{journal}?mode=ro", uri=True)
        try:
            total += connection.execute("SELECT count(*) FROM event").fetchone()[0]
        finally:
            connection.close()
    return int(total)


def stored(database: Path) -> int:
    """How many of the tables' events the server's database holds."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT count(*) FROM events WHERE session != 'desk'").fetchone()[0])
    finally:
        connection.close()


def differences(truth: Mapping[str, Account], record: Mapping[str, Account]) -> list[str]:
    """Every game that the record tells otherwise than the hands, and how."""
    found = []
    for game, account in truth.items():
        kept = record.get(game)
        if kept is None:
            found.append(f"{game}: played, not recorded")
            continue
        for ply, (was, told) in enumerate(zip(account.moves, kept.moves, strict=False), 1):
            if was != told:
                found.append(f"{game}, ply {ply}: played {was}, recorded {told}")
                break
        else:
            if len(account.moves) != len(kept.moves):
                found.append(f"{game}: {len(account.moves)} plies played, {len(kept.moves)} recorded")
        if account.swapped is not kept.swapped:
            found.append(f"{game}: colours {_colours(account)}, recorded {_colours(kept)}")
        if account.result is not None and account.result != kept.result:
            found.append(f"{game}: ended {account.result}, recorded {kept.result}")
    return found


def _colours(account: Account) -> str:
    return "exchanged" if account.swapped else "kept"


def summarise(
    folder: Path, boards: Mapping[int, str], rounds: int, standings: list[dict[str, Any]]
) -> tuple[dict[str, Any], list[str]]:
    """The summary of design.md section 8 with the tables' ``boards``, and the differences between what was played and
    what was recorded."""
    truth = played(folder / "truth")
    record, stored, findings = recorded(folder / "server" / "hall.db")
    events, devices = sent(folder), heard(folder / "server" / "hall.db")
    summary = {
        "tables": len(boards),
        "rounds": rounds,
        "games": len(record),
        "plies_played": sum(len(account.moves) for account in truth.values()),
        "plies_recorded": sum(len(account.moves) for account in record.values()),
        "events_sent": events,
        "events_stored": stored,
        "events_lost": max(0, events - stored),
        "findings": dict(sorted(findings.items())),
        "boards": [{"table": table, "board": name, "device": devices.get(table, "")} for table, name in boards.items()],
        "standings": standings,
    }
    return summary, differences(truth, record)
