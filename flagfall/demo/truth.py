"""The hands' own account of what they did, written while they do it: what the record is measured against.

One JSON Lines file a game: ``{"ply", "move"}`` for each move that stands, ``{"taken_back": ply}`` when one is
corrected, ``{"did": irregularity, "ply"}``, and at the end ``{"result"}``.
"""

import json
from pathlib import Path
from typing import Any

import msgspec


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game as it was really played."""

    game: str
    moves: tuple[str, ...]
    result: str | None


class Truth:
    """The account of one game; each line is on disk before the hand goes on."""

    def __init__(self, folder: Path, game: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / f"{game}.jsonl"
        self.path.unlink(missing_ok=True)

    def write(self, **line: Any) -> None:
        """Add one line."""
        with self.path.open("a", encoding="utf-8") as out:
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def read(path: Path) -> Played:
    """The game that the account in ``path`` tells."""
    moves: list[str] = []
    result = None
    for text in path.read_text("utf-8").splitlines():
        line = json.loads(text)
        if "move" in line:
            del moves[line["ply"] - 1 :]
            moves.append(line["move"])
        elif "taken_back" in line:
            del moves[line["taken_back"] - 1 :]
        elif "result" in line:
            result = line["result"]
    return Played(game=path.stem, moves=tuple(moves), result=result)


def read_all(folder: Path) -> dict[str, Played]:
    """All accounts of a folder, by game."""
    return {path.stem: read(path) for path in sorted(folder.glob("*.jsonl"))}
