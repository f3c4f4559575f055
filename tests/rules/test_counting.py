"""Perft against published and independently computed counts: one table per position in ``perft``, from depth 1 on.

``drop`` counts a move once per start, end, men taken and crowning, ``keep`` once per path. ``behind`` is another way to
count paths that the deep published counts of Russian draughts follow: a king that goes straight on counts once, and not
once for each square between two victims. The two part at the tenth ply.
"""

from pathlib import Path

import pytest

import rules
from rules.draughts import walker
from rules.draughts.discipline import Draughts
from rules.draughts.tree import Tree

COMPILED = str(walker.__file__).endswith((".so", ".pyd"))
QUICK, LONG = 200_000, 3_000_000_000 if COMPILED else 6_000_000
"""The most leaves to count here: a compiled walker takes a minute for what would take Python an hour."""

TABLES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def cases(least, most):
    for table in TABLES:
        rows = dict(line.split(" ", 1) for line in table.read_text(encoding="utf-8").splitlines())
        for convention in ("drop", "keep", "behind"):
            for depth, count in enumerate(map(int, rows.get(convention, "").split()), 1):
                if least < count <= most:
                    yield pytest.param(
                        rows["discipline"],
                        rows["fen"],
                        depth,
                        convention,
                        count,
                        id=f"{table.stem}-{convention}-{depth}",
                    )


def count(discipline, fen, depth, convention):
    game = rules.discipline(discipline)
    position = game.start() if fen == "start" else game.position(fen)
    if convention != "behind":
        return rules.perft(position, depth, convention == "keep")
    own, enemy = position.white, position.black
    assert position.side is rules.Side.WHITE
    return Tree(game.walker, game.prefer, paths=True).count(own, enemy, position.kings, True, depth)


@pytest.mark.parametrize(("discipline", "fen", "depth", "convention", "expected"), list(cases(0, QUICK)))
def test_counts(discipline, fen, depth, convention, expected):
    assert count(discipline, fen, depth, convention) == expected


@pytest.mark.long
@pytest.mark.parametrize(("discipline", "fen", "depth", "convention", "expected"), list(cases(QUICK, LONG)))
def test_deep_counts(discipline, fen, depth, convention, expected):
    assert count(discipline, fen, depth, convention) == expected


def test_there_are_tables_for_every_draughts_discipline():
    draughts = {name for name in rules.disciplines() if isinstance(rules.discipline(name), Draughts)}
    assert {table.stem.split("-")[0] for table in TABLES} == draughts


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
