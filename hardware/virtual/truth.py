"""What the hand really did, written beside the game: the demo compares it with what was recorded."""

from collections.abc import Iterable
from pathlib import Path

import msgspec

from rules.side import Side


class Truth(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One line of a truth file.

    A ply as it was played in the end: ``move`` in the notation of its discipline, ``irregularities`` committed on the
    way to it, whether they were ``corrected`` at the board. ``notes`` are irregularities of order alone. The last line
    of a game carries ``result`` and the number of plies. A line with ``choices`` tells what was chosen in an opening of
    renju after ``ply`` plies, and whether the persons had exchanged their colours then (``swapped``).
    """

    ply: int
    side: Side | None = None
    move: str = ""
    irregularities: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    corrected: bool = False
    result: str | None = None
    choices: tuple[str, ...] = ()
    swapped: bool = False


class TruthFile:
    """Appends to one file, a line for each record, at once on the disk's way."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab")

    def write(self, record: Truth) -> None:
        self._file.write(msgspec.json.encode(record) + b"\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> "TruthFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_truth(lines: Iterable[bytes]) -> tuple[Truth, ...]:
    """The records of a truth file, an unfinished last line left out."""
    return tuple(msgspec.json.decode(line, type=Truth) for line in lines if line.endswith(b"\n"))
