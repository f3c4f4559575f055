"""Perft against published and independently computed counts: one table per position in ``perft``, from depth 1 on.

``drop`` counts a move once per start, end, men taken and crowning, ``keep`` once per path.
"""

from pathlib import Path

import pytest

import rules
from rules.draughts import walker

COMPILED = str(walker.__file__).endswith((".so", ".pyd"))
QUICK, LONG = 200_000, 3_000_000_000 if COMPILED else 6_000_000
"""The most leaves to count here: a compiled walker takes a minute for what would take Python an hour."""

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def cases(least, most):
    for table in TABLES:
        rows = dict(line.split(" ", 1) for line in table.read_text(encoding="utf-8").splitlines())
        for convention in ("drop", "keep"):
            for depth, count in enumerate(map(int, rows.get(convention, "").split()), 1):
                if least < count <= most:
                    yield pytest.param(
                        rows["discipline"],
                        rows["fen"],
                        depth,
                        convention == "keep",
                        count,
                        id=f"{table.stem}-{convention}-{depth}",
                    )


def count(discipline, fen, depth, paths):
    game = rules.discipline(discipline)
    return rules.perft(game.start() if fen == "start" else game.position(fen), depth, paths)


@pytest.mark.parametrize(("discipline", "fen", "depth", "paths", "expected"), list(cases(0, QUICK)))
def test_counts(discipline, fen, depth, paths, expected):
    assert count(discipline, fen, depth, paths) == expected


@pytest.mark.long
@pytest.mark.parametrize(("discipline", "fen", "depth", "paths", "expected"), list(cases(QUICK, LONG)))
def test_deep_counts(discipline, fen, depth, paths, expected):
    assert count(discipline, fen, depth, paths) == expected


def test_there_are_tables_of_both_conventions_for_every_draughts_discipline():
    assert {name.split("-")[0] for name in (table.stem for table in TABLES)} == {
        "brazilian",
        "giveaway",
        "international",
        "russian",
    }


def test_depth_zero_is_the_position_itself():
    assert rules.perft(rules.discipline("russian").start(), 0) == 1


def test_counting_through_the_door_gives_the_same_as_counting_masks():
    """Disciplines without masks are counted by their legal moves; draughts can be counted that way too."""

    def plain(position, depth):
        moves = position.legal_moves()
        return len(moves) if depth == 1 else sum(plain(position.apply(move), depth - 1) for move in moves)

    for name in ("russian", "international"):
        start = rules.discipline(name).start()
        assert plain(start, 4) == rules.perft(start, 4)
