"""Move generation, the public interface, renju's fouls, and start-up; py-draughts beside them where it is installed.

``core`` counts on bare masks and makes every last move (no bulk counting); ``moves`` goes through ``legal_moves()`` and
``apply()``.
"""

import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from random import Random
from typing import Any

import rules
from flagfall import doctor
from flagfall.bench import peer
from flagfall.bench.measuring import figure, pinned, rate, taking_turns
from flagfall.bench.random_games import PLIES, choices
from rules.renju.points import CELLS
from rules.renju.verdicts import board_of, judge, verdicts

TITLE = "The rules: move generators, public interface, fouls"

DEPTHS = {  # compiled, interpreted: a second or so each
    "international": (9, 5),
    "russian": (10, 6),
}
KINGS = {"international": "W:WK31-K50:BK1-K20", "russian": "W:WK21-K32:BK1-K12"}
KING_DEPTHS = {"international": (8, 4), "russian": (7, 4)}
GAMES = 40


def measure() -> list[dict[str, Any]]:
    """Every figure of this section."""
    fast = doctor.rules_core() == "compiled"
    found = [figure("the rules are compiled", int(fast), "1 = yes, 0 = interpreted")]
    with pinned(), ExitStack() as stack:
        other = stack.enter_context(peer.Peer()) if peer.version() else None
        for name in DEPTHS:
            found += _discipline(name, fast, other)
        found += _fouls(fast)
        found += _start_up()
    return found


def _discipline(name: str, fast: bool, other: peer.Peer | None) -> list[dict[str, Any]]:
    game = rules.discipline(name)
    start, kings = game.start(), game.position(KINGS[name])
    depth = DEPTHS[name][0 if fast else 1]
    king_depth = KING_DEPTHS[name][0 if fast else 1]
    contenders: dict[str, Callable[[], float]] = {
        "core": lambda: rate(lambda: start.leaves(depth, bulk=False)),
        "core, bulk": lambda: rate(lambda: start.leaves(depth)),
        "core, all kings": lambda: rate(lambda: kings.leaves(king_depth, bulk=False)),
        "core, all kings, bulk": lambda: rate(lambda: kings.leaves(king_depth)),
        "moves": lambda: rate(lambda: _tree(start, DEPTHS[name][1])),
        "games": lambda: rate(lambda: _games(game, GAMES)),
    }
    if other is not None:
        contenders["py-draughts"] = lambda: other.ask(do="tree", discipline=name, depth=DEPTHS[name][1])
        contenders["py-draughts, games"] = lambda: other.ask(do="games", discipline=name, games=GAMES)
    medians = taking_turns(contenders)
    rows = []
    for key, value in medians.items():
        if "games" in key:
            rows.append(figure(f"{name}: {key}, legal moves + apply", 1e6 / value, "us/ply"))
        else:
            rows.append(figure(f"{name}: {key}", value, "leaves/s"))
    if other is not None:
        beside = f"py-draughts {peer.version()}"
        for key, theirs in (("core", "py-draughts"), ("moves", "py-draughts"), ("games", "py-draughts, games")):
            rows.append(figure(f"{name}: {key} against {beside}", medians[key] / medians[theirs], "times"))
    return rows


def _tree(position: Any, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for move in position.legal_moves():
        total += _tree(position.apply(move), depth - 1)
    return total


def _games(game: Any, count: int) -> int:
    plies = 0
    for chosen in choices(count):
        position = game.start()
        for chance in chosen[:PLIES]:
            moves = position.legal_moves()
            if not moves:
                break
            position = position.apply(moves[int(chance * len(moves))])
            plies += 1
    return plies


def _fouls(fast: bool) -> list[dict[str, Any]]:
    """Mid-game boards: 30 to 60 stones of both colours in turn, more of them near the centre."""
    chance = Random(15)
    boards = []
    for _ in range(50):
        order = sorted(CELLS, key=lambda cell: abs(cell % 16 - 7) + abs(cell // 16 - 7) + chance.random() * 6)
        count = chance.randint(30, 60)
        stones = chance.sample(order[:count], count)
        boards.append((board_of(stones[::2], stones[1::2]), order[count:]))
    rounds = 20 if fast else 2

    def points() -> int:
        for _ in range(rounds):
            for words, empty in boards:
                for cell in empty:
                    judge(words, cell, True)
        return rounds * sum(len(empty) for _, empty in boards)

    def maps() -> int:
        for _ in range(rounds):
            for words, _empty in boards:
                verdicts(words, True)
        return rounds * len(boards)

    medians = taking_turns({"points": lambda: rate(points), "maps": lambda: rate(maps)})
    return [
        figure("renju: fouls on mid-game boards", medians["points"], "points/s"),
        figure("renju: the whole board's fouls", 1e6 / medians["maps"], "us"),
    ]


def _start_up() -> list[dict[str, Any]]:
    code = "import time; t = time.perf_counter(); import rules; print(time.perf_counter() - t)"

    def once() -> float:
        return float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)

    return [figure("import rules", 1000 * taking_turns({"import": once}, rounds=7)["import"], "ms")]
