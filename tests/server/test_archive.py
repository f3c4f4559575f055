"""A whole event in one file and back: nothing is lost, no password goes along, broken chains are named."""

import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from record.commands import EnterResult
from record.events import Started
from rules.errors import SettingsError
from server import store
from server.accounts import Accounts
from server.archive import LATER, ArchiveError, archive, restore
from server.config import load
from server.hall import Hall
from server.store import Store
from tests.server.hall_talk import paired
from tests.server.team_talk import home_wins, team_text

ARBITER = '\n[[arbiter]]\nname = "Chief"\nrole = "chief-arbiter"\npassword_hash = "$argon2id$secret"\n'


@pytest.fixture
async def event(tmp_path: Path, text: Any, clock: Any, table_log: Any) -> Path:
    """A served event in the middle of round 2, with its server gone."""
    folder = tmp_path / "first"
    folder.mkdir()
    config = folder / "event.toml"
    config.write_text(text("data", players=6, more=ARBITER), "utf-8")
    settings = load(config)
    settings.server.folder.mkdir()
    kept = Store(f"sqlite:///{settings.server.folder / 'hall.db'}")
    hall = await Hall.open(settings, kept, clock)
    accounts = Accounts(kept, clock)
    await accounts.begin(settings.arbiters, settings.server.folder)
    await accounts.player_token(3)
    await hall.pair_next()
    await hall.take_batch(2, table_log("r1-t2").write(Started()).batch())
    for state in hall.games():
        await hall.command(state.assignment.game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    await hall.office.forbid([1, 2], by="C")
    await hall.pair_next()
    await hall.pairer.undo_round(reason="r", by="C")
    await hall.pair_next()
    kept.close()
    return config


def rows(database: Path) -> dict[str, list[Any]]:
    kept = Store(f"sqlite:///{database}")
    try:
        return {
            table.name: kept.read(
                lambda c, t=table: [tuple(r) for r in c.execute(sa.select(t).order_by(*t.primary_key))]
            )
            for table in store.schema.sorted_tables
        }
    finally:
        kept.close()


async def test_an_event_goes_round_with_every_row(event: Path, tmp_path: Path, clock: Any) -> None:
    out, folder = tmp_path / "event.zip", tmp_path / "second"
    made = archive(event, out)
    assert (made.event, made.rounds, made.broken) == ("club", 2, ())
    assert restore(out, folder) == made
    first, second = rows(event.parent / "data" / "hall.db"), rows(folder / "data" / "hall.db")
    for name in first:
        if name in ("accounts", "tokens"):
            assert first[name]
            assert second[name] == []
        else:
            assert second[name] == first[name], name
            assert first[name] or name in (*("bindings", "adjourned", "byes", "alarms"), *LATER), name
    kept = Store(f"sqlite:///{folder / 'data' / 'hall.db'}")
    hall = await Hall.open(load(folder / "event.toml"), kept, clock)
    assert (hall.round_number, len(hall.players()), len(hall.ledger.acts)) == (2, 6, 5)
    assert hall.game("r1-t2").phase == "confirmed"
    kept.close()


def test_the_same_event_gives_the_same_bytes_without_passwords(event: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "1.zip", tmp_path / "2.zip"
    archive(event, one)
    archive(event, two)
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as packed:
        whole = b"".join(packed.read(name) for name in packed.namelist())
    assert b"argon2" not in whole
    assert b'name = "Chief"' in whole


def test_a_broken_chain_is_named_and_archived_all_the_same(event: Path, tmp_path: Path) -> None:
    database = sqlite3.connect(event.parent / "data" / "hall.db")
    with database:
        database.execute("DELETE FROM events WHERE game = 'r1-t2' AND session = 'desk' AND seq = 1")
    database.close()
    made = archive(event, tmp_path / "event.zip")
    (line,) = made.broken
    assert line.startswith("r1-t2, session desk:")
    assert (restore(tmp_path / "event.zip", tmp_path / "second")).broken == made.broken


def test_what_is_no_archive_leaves_nothing_behind(event: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    archive(event, good)
    folder = tmp_path / "second"
    bad.write_bytes(b"PK")
    with pytest.raises(ArchiveError, match="no archive"):
        restore(bad, folder)
    with zipfile.ZipFile(good) as packed:
        contents = {name: packed.read(name) for name in packed.namelist()}
    for name, data, why in (
        ("games.jsonl", contents["games.jsonl"].replace(b"1-0", b"0-1"), "not what was archived"),
        ("manifest.json", json.dumps({"flagfall": 9, "tables": {}}).encode(), "format 9"),
        ("event.toml", None, "lacks event.toml"),
    ):
        with zipfile.ZipFile(bad, "w") as packed:
            for each, kept in {**contents, name: data}.items():
                if kept is not None:
                    packed.writestr(each, kept)
        with pytest.raises(ArchiveError, match=why):
            restore(bad, folder)
    assert not folder.exists()
    folder.mkdir()
    (folder / "x").write_text("x")
    with pytest.raises(ArchiveError, match="not empty"):
        restore(good, folder)


def test_what_belongs_to_another_machine_does_not_come_along(event: Path, tmp_path: Path) -> None:
    text = event.read_text("utf-8")
    text = text.replace('data = "data"', f'data = "{event.parent / "data"}"\nbroker = "10.0.0.5:1883"')
    event.write_text(text, "utf-8")
    archive(event, tmp_path / "event.zip")
    restore(tmp_path / "event.zip", tmp_path / "second")
    settings = load(tmp_path / "second" / "event.toml")
    assert (settings.server.broker, settings.server.folder) == ("", tmp_path / "second" / "data")
    assert settings.event == load(event).event
    assert settings.players == load(event).players


def test_an_event_that_was_never_served_has_nothing_to_archive(tmp_path: Path, text: Any) -> None:
    config = tmp_path / "event.toml"
    config.write_text(text("data"), "utf-8")
    with pytest.raises(ArchiveError, match="never served"):
        archive(config, tmp_path / "out.zip")
    config.write_text("[event]\n", "utf-8")
    with pytest.raises(SettingsError):
        archive(config, tmp_path / "out.zip")


async def test_meetings_and_a_play_off_go_round(tmp_path: Path, text: Any, clock: Any) -> None:
    folder = tmp_path / "first"
    folder.mkdir()
    config = folder / "event.toml"
    keys = 'seed = 11\ngames_per_pairing = 2\nplay_off = "points"\n'
    config.write_text(text("data", players=4, rounds=1).replace("seed = 11\n", keys), "utf-8")
    settings = load(config)
    settings.server.folder.mkdir()
    kept = Store(f"sqlite:///{settings.server.folder / 'hall.db'}")
    hall = await Hall.open(settings, kept, clock)
    await hall.pair_next()
    one, two = hall.seats()
    await hall.meetings.lose(one.black, reason="r", by="C")
    for game, result in ((two.game, "1-0"), (f"{two.game}-g2", "0-1")):
        assert await hall.command(game, EnterResult(result=result, by="arbiter", arbiter="A")) is None
    assert await hall.play_offs.start(by="C") is None
    await hall.pair_next()
    await hall.command(hall.seats()[0].game, EnterResult(result="1-0", by="arbiter", arbiter="A"))
    kept.close()
    archive(config, tmp_path / "event.zip")
    restore(tmp_path / "event.zip", tmp_path / "second")
    again = Store(f"sqlite:///{tmp_path / 'second' / 'data' / 'hall.db'}")
    restored = await Hall.open(load(tmp_path / "second" / "event.toml"), again, clock)
    assert (restored.ledger.further, restored.ledger.lost_meetings) == (hall.ledger.further, hall.ledger.lost_meetings)
    assert restored.ledger.lost_meetings
    assert restored.ledger.play_off == hall.ledger.play_off
    assert restored.seats(every=True) == hall.seats(every=True)
    assert len(restored.seats(every=True)) == 2
    again.close()


async def test_a_team_event_goes_round_with_its_line_ups_and_rulings(tmp_path: Path, clock: Any) -> None:
    folder = tmp_path / "first"
    folder.mkdir()
    config = folder / "event.toml"
    config.write_text(team_text(), "utf-8")
    settings = load(config)
    settings.server.folder.mkdir()
    kept = Store(f"sqlite:///{settings.server.folder / 'hall.db'}")
    hall = await Hall.open(settings, kept, clock)
    await hall.teams.line_ups.file(1, 1, (2, None))
    await paired(hall)
    await home_wins(hall)
    await hall.teams.rulings.withdraw(4, reason="illness", by="C")
    await hall.teams.draws.draw()
    await hall.teams.line_ups.file(2, 2, (5, 6), captain=True)
    kept.close()
    archive(config, tmp_path / "event.zip")
    restore(tmp_path / "event.zip", tmp_path / "second")
    again = Store(f"sqlite:///{tmp_path / 'second' / 'data' / 'hall.db'}")
    restored = await Hall.open(load(tmp_path / "second" / "event.toml"), again, clock)
    assert restored.teams.squads == hall.teams.squads
    assert msgspec.json.encode(restored.teams.orders) == msgspec.json.encode(hall.teams.orders)
    assert restored.teams.table() == hall.teams.table()
    assert restored.pairing() == hall.pairing()
    again.close()


async def test_an_archive_from_before_there_were_later_tables_is_restored(event: Path, tmp_path: Path) -> None:
    archive(event, tmp_path / "event.zip")
    old = tmp_path / "old.zip"
    with zipfile.ZipFile(tmp_path / "event.zip") as made, zipfile.ZipFile(old, "w") as packed:
        for name in made.namelist():
            if name == "manifest.json":
                manifest = json.loads(made.read(name))
                manifest["tables"] = {table: said for table, said in manifest["tables"].items() if table not in LATER}
                packed.writestr(name, json.dumps(manifest))
            elif name.removesuffix(".jsonl") not in LATER:
                packed.writestr(name, made.read(name))
    assert restore(old, tmp_path / "second").games == 9
