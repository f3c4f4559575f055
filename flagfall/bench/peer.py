"""py-draughts, measured in a process of its own: it is for comparison only and nothing else imports it.

The process reads one request a line, ``{"do": "tree" | "games", "discipline": ..., "depth": ..., "games": ...}``, and
answers with one number a line.
"""

import importlib
import importlib.metadata
import json
import subprocess
import sys
from functools import partial
from typing import Any

from flagfall.bench.measuring import rate
from flagfall.bench.random_games import PLIES, choices

BOARDS = {"international": "draughts.boards.standard", "russian": "draughts.boards.russian"}


def version() -> str | None:
    """The version of py-draughts that is installed, ``None`` if it is not."""
    try:
        return importlib.metadata.version("py-draughts")
    except importlib.metadata.PackageNotFoundError:
        return None


class Peer:
    """The process. It inherits the caller's core; leave the ``with`` block to end it."""

    def __enter__(self) -> "Peer":
        self._process = subprocess.Popen(
            [sys.executable, "-m", "flagfall.bench.peer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def __exit__(self, *fault: object) -> None:
        self._process.communicate(timeout=30)

    def ask(self, **request: Any) -> float:
        """The figure for one request."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())


def _tree(board: Any, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _tree(board, depth - 1)
        board.pop()
    return total


def _games(kind: Any, count: int) -> int:
    plies = 0
    for chosen in choices(count):
        board = kind()
        for chance in chosen[:PLIES]:
            moves = board.legal_moves
            if not moves:
                break
            board.push(moves[int(chance * len(moves))])
            plies += 1
    return plies


def _serve() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        kind = importlib.import_module(BOARDS[request["discipline"]]).Board
        if request["do"] == "tree":
            value = rate(partial(_tree, kind(), request["depth"]))
        else:
            value = rate(partial(_games, kind, request["games"]))
        print(value, flush=True)


if __name__ == "__main__":
    _serve()
