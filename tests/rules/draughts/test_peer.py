"""The walker against py-draughts, where it is installed (the extra ``peer``): another generator by other people."""

import importlib
import random

import pytest

import rules
from tests.rules.draughts.test_walker import scattered

BOARDS = {"international": "draughts.boards.standard", "russian": "draughts.boards.russian"}


def theirs(board, names):
    return {
        (names[move.square_list[0]], names[move.square_list[-1]], frozenset(names[at] for at in move.captured_list))
        for move in board.legal_moves
    }


def compare(name, count, seed):
    rule, chance = rules.discipline(name), random.Random(f"{seed} {name}")
    kind = importlib.import_module(BOARDS[name]).Board
    captures = 0
    for _ in range(count):
        position = scattered(rule, chance, kings=chance.random() * 0.5)
        if len(position.pieces()) < 2 or not position.white or not position.black:
            continue
        moves = position.legal_moves()
        ours = {(move.start, move.end, frozenset(move.captured)) for move in moves}
        assert ours == theirs(kind.from_fen(position.fen()), rule.squares), position
        captures += any(move.is_capture for move in moves)
    assert captures > count // 10


@pytest.mark.parametrize("name", sorted(BOARDS))
def test_some_positions(name):
    compare(name, 300, "some")


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(BOARDS))
def test_many_positions(name):
    compare(name, 100_000, "many")
