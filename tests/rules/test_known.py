"""A discipline in one file: a new module of `rules.variants` is there at once, everywhere."""

import re
from pathlib import Path

import pytest

import rules
from rules import archive, conversion, known, variants

BRAZILIAN = (Path(variants.__path__[0]) / "brazilian.py").read_text(encoding="utf-8")


@pytest.fixture
def pool(tmp_path, monkeypatch):
    """Brazilian draughts under another name, with a free choice of captures, in a folder of its own."""
    text = BRAZILIAN.replace('"brazilian"', '"pool"').replace("    prefer=most_pieces,\n", "")
    (tmp_path / "pool.py").write_text(re.sub("game_type=26", "game_type=99", text), encoding="utf-8")
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    known._found.cache_clear()
    yield "pool"
    known._found.cache_clear()


def test_a_file_is_a_discipline(pool):
    assert pool in rules.disciplines()
    game = rules.discipline(pool)
    assert rules.perft(game.start(), 4) == 1469
    texts = [str(move) for move in game.position("W:Wa3,e3:Bb4,b6,f4").legal_moves()]
    assert texts == ["a3:c5:a7", "e3:g5"]
    (read,) = archive.games('[GameType "99"]\n1. c3-d4 *')
    assert read.discipline is game
    assert conversion.written(read, "pdn").startswith('[Result "*"]\n[GameType "99"]\n')


def test_it_is_gone_without_its_file():
    assert "pool" not in rules.disciplines()
