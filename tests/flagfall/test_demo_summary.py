"""The two accounts of a demo's games: what the hands did, and what the database holds."""

import sqlite3
from pathlib import Path

import msgspec

from flagfall.demo.summary import Account, differences, played, recorded
from hardware.virtual.truth import Truth, TruthFile
from rules.side import Side


def database(folder: Path, *events: dict[str, object]) -> Path:
    path = folder / "hall.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE events (game, session, seq, data, arrival)")
    rows = [("r1-t1", "s1", seq, msgspec.json.encode(event), seq) for seq, event in enumerate(events, 1)]
    connection.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", [(*row[:4], row[4]) for row in rows])
    connection.commit()
    connection.close()
    return path


def event(kind: str, **fields: object) -> dict[str, object]:
    return {"kind": kind, "session": "s1", "seq": 1, **fields}


STONES = [event("move", ply=ply, move=point) for ply, point in enumerate(("h8", "i9", "j7"), 1)]


def test_a_swap_that_is_not_in_the_record_is_a_difference(tmp_path: Path) -> None:
    with TruthFile(tmp_path / "truth" / "r1-t1.jsonl") as truth:
        for ply, point in enumerate(("h8", "i9", "j7"), 1):
            truth.write(Truth(ply=ply, side=Side.BLACK, move=point))
        truth.write(Truth(ply=3, choices=("swap",), swapped=True))
    hands = played(tmp_path / "truth")
    assert hands == {"r1-t1": Account(moves=("h8", "i9", "j7"), result=None, swapped=True)}
    kept, _, _ = recorded(database(tmp_path, *STONES, event("opening-choice", act="choose", option="stay")))
    assert differences(hands, kept) == ["r1-t1: colours exchanged, recorded kept"]
    (tmp_path / "hall.db").unlink()
    kept, _, _ = recorded(database(tmp_path, *STONES, event("opening-choice", act="choose", option="swap")))
    assert differences(hands, kept) == []


def test_colours_are_exchanged_by_words_of_swap2_and_by_a_ruling(tmp_path: Path) -> None:
    white, black = (event("opening-choice", act="choose", option=option) for option in ("white", "black"))
    two = [event("move", ply=ply, move=point) for ply, point in enumerate(("c3", "d4"), 4)]
    for name, events, swapped in (
        ("white-at-three", [*STONES, white], False),
        ("black-at-three", [*STONES, black], True),
        ("black-at-five", [*STONES, *two, black], False),
        ("white-at-five", [*STONES, *two, white], True),
        ("ruled", [*STONES, event("ruling", ruling="set-colours", colours=[2, 1])], True),
    ):
        folder = tmp_path / name
        folder.mkdir()
        kept, _, _ = recorded(database(folder, *events))
        assert kept["r1-t1"].swapped is swapped, name
