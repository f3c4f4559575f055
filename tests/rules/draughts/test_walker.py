"""The walker against the mailbox generator, on seeded random positions and along random games."""

import itertools
import random

import pytest

import rules
from rules import Side
from rules.draughts.discipline import Draughts, most_pieces
from tests.rules.draughts import mailbox

DISCIPLINES = [name for name in rules.disciplines() if isinstance(rules.discipline(name), Draughts)]


def expected(position):
    rule = position.discipline
    board = mailbox.board_of(position.pieces(), rule.size, rule.algebraic)
    found = mailbox.moves(
        board,
        position.side is Side.WHITE,
        rule.size,
        passing=rule.crowns_in_passing,
        majority=rule.prefer is most_pieces,
    )

    def name(square):
        return mailbox.name_of(square, rule.size, rule.algebraic)

    return {(name(start), name(end), tuple(sorted(map(name, taken))), crowned) for start, end, taken, crowned in found}


def scattered(rule, chance, kings):
    """A random position with every mix of men and kings; men do not stand on their crowning rows."""
    pieces = {}
    half = rule.size // 2
    for number in chance.sample(range(len(rule.squares)), chance.randint(2, len(rule.squares) // 2)):
        piece = chance.choice("wwbb" if chance.random() > kings else "WB")
        row = number // half
        if (piece == "w" and row == 0) or (piece == "b" and row == rule.size - 1):
            piece = piece.upper()
        pieces[rule.squares[number]] = piece
    return rule.setup(pieces, chance.choice(list(Side)))


@pytest.mark.parametrize("name", DISCIPLINES)
def test_random_positions(name):
    rule, chance, captures = rules.discipline(name), random.Random(f"scattered {name}"), 0
    for _ in range(400):
        position = scattered(rule, chance, kings=0.25)
        moves = position.legal_moves()
        assert {move.key for move in moves} == expected(position), position
        assert len({move.key for move in moves}) == len(moves) == len({str(move) for move in moves})
        captures += any(move.is_capture for move in moves)
    assert captures > 100


@pytest.mark.parametrize("name", DISCIPLINES)
def test_captures_found_without_the_walker_are_the_walkers(name):
    """The same moves in the same order, by all their paths."""
    rule, chance, seen = rules.discipline(name), random.Random(f"captures {name}"), 0
    while seen < 400:
        position = scattered(rule, chance, kings=chance.random() * 0.3)
        moves, own, enemy = position.legal_moves(), position.white, position.black
        if moves and moves[0].is_capture:
            seen += 1
            if position.side is Side.BLACK:
                own, enemy = enemy, own
            assert moves == rule.moves.captures(own, enemy, position.kings, position.side is Side.WHITE), position


@pytest.mark.parametrize("name", DISCIPLINES)
def test_random_games(name):
    rule, chance = rules.discipline(name), random.Random(f"games {name}")
    for _ in range(6):
        position = rule.start()
        for _ in range(80):
            moves = position.legal_moves()
            assert {move.key for move in moves} == expected(position), position
            if not moves:
                break
            position = position.apply(chance.choice(moves))


@pytest.mark.long
@pytest.mark.parametrize("name", DISCIPLINES)
def test_a_hundred_thousand_random_positions(name):
    rule, chance = rules.discipline(name), random.Random(f"many {name}")
    for _ in range(100_000):
        position = scattered(rule, chance, kings=chance.random() * 0.5)
        assert {move.key for move in position.legal_moves()} == expected(position), position


@pytest.mark.long
@pytest.mark.parametrize("name", DISCIPLINES)
def test_positions_of_many_random_games(name):
    """Positions as games bring them about: more men, fewer kings, captures that were not set up."""
    rule, chance, seen = rules.discipline(name), random.Random(f"long games {name}"), 0
    while seen < 20_000:
        position = rule.start()
        for _ in range(120):
            moves = position.legal_moves()
            assert {move.key for move in moves} == expected(position), position
            seen += 1
            if not moves:
                break
            position = position.apply(chance.choice(moves))


@pytest.mark.parametrize("name", DISCIPLINES)
def test_every_written_path_walks_over_exactly_the_men_it_takes(name):
    """One square per man taken: each leg of a path passes one victim, the legs together all of them."""
    rule, chance = rules.discipline(name), random.Random(f"paths {name}")
    for _ in range(150):
        for move in scattered(rule, chance, kings=0.4).legal_moves():
            for path in move.paths:
                assert (path[0], path[-1]) == (move.start, move.end)
                victims = []
                for leg in itertools.pairwise(path):
                    between = rule.geometry.between(*leg)
                    assert between is not None
                    victims += [square for square in between if square in move.captured]
                assert sorted(victims) == sorted(move.captured)
                assert len(path) == max(2, len(move.captured) + 1)
            assert move.path == min(move.paths, key=move.notation)
            assert str(move) == move.notation()


def test_values_fit_a_signed_64_bit_integer():
    for name in DISCIPLINES:
        board = rules.discipline(name).geometry.board
        assert board.bit_length() + rules.discipline(name).geometry.half + 1 <= 62
