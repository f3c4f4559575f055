"""Whatever is damaged in a text or file, every error carries the line and column of its place."""

import io

import pytest

import rules
from board import trace_lines
from rules import conversion, pdn, streaming
from rules.chess import pgn
from rules.errors import NotationError
from rules.renju import files as renju_files
from server.tournament import Rates, generate, read_trf, write_trf
from server.tournament.cells import csv_rows
from server.tournament.entries import read_entries_csv
from server.web.team_setup import teams_of


def raised(read):
    """The error that a reader raises, as those of games are told."""

    def errors(data):
        try:
            read(data.decode("utf-8", "replace"))
        except NotationError as error:
            return [error]
        return []

    return errors


def of_games(read):
    return lambda data: [game.error for game in read(data) if game.error is not None]


LIBRARY = renju_files.lib.MAGIC + bytes([3, 4]).ljust(12, b"\0")
REPORT = write_trf(generate(1, 6, 3, rates=Rates()).event, 26)

READERS = {
    "PDN": (
        of_games(pdn.read),
        '[Event "x"]\n[GameType "25"]\n[FEN "W:Wc3,e3:Bb6,Kd8"]\n\n1. c3-d4 {[%clk 0:01:00]} b6-a5 (1... b6-c5 '
        "2. d4:b6)\n2. e3-f4 $1 1-1\n",
    ),
    "PDN, streamed": (
        of_games(lambda data: streaming.games(io.BytesIO(data))),
        '[GameType "20"]\n\n1. 32-28 19-23\n2. 28x19 14x23 (2... 13x24) *\n\n[GameType "25"]\n\n1. cd4 ba5 2-0\n',
    ),
    "PGN": (
        of_games(lambda data: pgn.read(data.decode("utf-8", "replace"))),
        '[Event "x"]\n[FEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"]\n\n'
        "2. Nf3 {best} d6 (2... Nc6 3. d4)\n3. d4 cxd4 1/2-1/2\n",
    ),
    "positions of draughts, one a line": (
        of_games(lambda data: conversion.games(io.BytesIO(data))),
        "W:Wa3,Kc1:Bb8,d8\nB:W21-23,K30:B1,K2:H0:F1\n",
    ),
    "a position of draughts": (raised(rules.discipline("russian").position), "W:Wa3,\nKc1:Bb8,d8,K10"),
    "a position of renju": (raised(rules.discipline("renju").position), "B:Bh8,h9:\nWg8,o15"),
    "a position of chess": (
        raised(rules.discipline("chess").position),
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b\nHAha e3 0 3",
    ),
    "renju's move list": (
        of_games(renju_files.read),
        '[Discipline "renju"]\n[Style "rif"]\n\n1. h8 h9 {a} 2. i9\ng9 0-1\n',
    ),
    "SGF": (
        of_games(renju_files.read),
        "(;FF[4]GM[4]SZ[15]RE[B+]\nAB[hh]AW[gg:hg]PL[B]C[a\\]b](;B[ii];W[ij]C[x])\n(;B[ih];W[ko]))",
    ),
    "Piskvork's .psq": (
        of_games(renju_files.read),
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,1000\n9,7,2000\nblack.zip\nwhite.zip\n0\n",
    ),
    "RenLib's .lib": (
        of_games(renju_files.read),
        LIBRARY + b"\x78\x00\x79\x88a\x08note\0\0\x77\x40\x66\x09\x00\x01b\0on board\0\0\x67\x40",
    ),
    "RenLib's old .lib": (of_games(renju_files.read), b"\x78\x00\x79\xa0not\xe5\x7a\x40\x77\x40"),
    "RenjuNet's .rif": (
        of_games(renju_files.read),
        '<?xml version="1.0"?>\n<database><games>\n<game id="1" tournament="2" rule="1" black="3" white="4" '
        'bresult="1"><move>h8 h9 i9</move>\n<alt>g7</alt></game>'
        '</games>\n<players><player id="3" name="A" surname="B"/></players>'
        "</database>\n",
    ),
    "a trace": (
        raised(lambda text: trace_lines.read(io.StringIO(text))),
        '{"trace": 1, "discipline": "russian", "sensor": "piece", "start": "W:W21:B1"}\n'
        '{"t": 0, "sq": "c3", "p": "w"}\n{"t": 5, "press": "white"}\n'
        '{"t": 7, "clock": {"white": 1000, "black": 2, "running": "white", "flag": "both"}}\n',
    ),
    "a tournament report": (raised(read_trf), REPORT),
    "a list of entries": (
        raised(read_entries_csv),
        'name;rating;sex\n"Ann ""A""";2100;w\nBob;;m\n"Carl, of\ntwo lines";1900;\n',
    ),
    "a list of teams": (
        raised(lambda text: teams_of(csv_rows(text), 2)),
        'name;team\nAnn;One\nBob;"One"\n\nCarl;Two\n',
    ),
}

PUT = (b"", b"?", b"9", b"\n", b" ", b"(", b'"', b"\xff", b"\0", b"zz", b"K")


def damages(data):
    """The text cut short anywhere, and with a little of it replaced, doubled or left out."""
    step = max(1, len(data) // 60)
    for at in range(0, len(data) + 1, step):
        yield data[:at]
        yield data[at:]
        yield data[:at] + data[max(0, at - 7) :]
        for number, put in enumerate(PUT):
            yield data[:at] + put + data[at + 1 + (at + number) % 3 :]


@pytest.mark.parametrize("name", READERS)
def test_every_error_has_its_place(name):
    errors, sample = READERS[name]
    data = sample if isinstance(sample, bytes) else sample.encode()
    assert errors(data) == []
    told = []
    for damaged in damages(data):
        text = damaged.decode("utf-8", "replace")
        lines = max(damaged.count(b"\n"), len(text.splitlines())) + 1
        for error in errors(damaged):
            assert error.line is not None, damaged
            assert error.column is not None, damaged
            assert 1 <= error.line <= lines, (damaged, str(error))
            assert 1 <= error.column <= len(damaged) + 1, (damaged, str(error))
            assert str(error).startswith(f"line {error.line}, column {error.column}: "), damaged
            told.append((error.line, error.column))
    assert len(set(told)) >= 6, "the damages are no test of this reader"
