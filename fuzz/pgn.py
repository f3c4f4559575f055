"""PGN of chess."""

import running

with running.watched():
    from rules.chess import pgn

SEEDS = [
    '[Event "x"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 *\n\n[FEN "8/8/8/8/8/8/8/K1k5 w - - 0 1"]\n1. Ka2 1/2-1/2',
    '[Variant "Chess960"]\n[FEN "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"]\n9. Nf3 O-O 1-0',
    "1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 4. Ke2 Ke7 5. Ke1 Ke8 *",
]


def check(data: bytes) -> None:
    running.games(pgn.read(data), data)
    for game in pgn.read(data):
        written = pgn.write(game)
        again = next(pgn.read(written))
        assert game.error is not None or again.moves == game.moves, written


running.run(check, SEEDS)
