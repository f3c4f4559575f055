"""PDN, in memory and as a stream."""

import io

import running

with running.watched():
    from rules import archive, conversion, pdn, streaming

SEEDS = [
    '[GameType "25"]\n[Result "2-0"]\n\n1. c3-d4 {[%clk 0:01:00]} b6-a5 (1... b6-c5 2. d4:b6) 2. d2-c3 $1 2-0\n',
    '[FEN "W:WK47:B14,19,29,31,42."]\n[GameType "20"]\n1. 47x36 (1. 47x38 (2. 1-6)) $1 {[%clock w0:00:10 B0:00:03]}',
    '[GameType "25"]\n1. c3-d4 /FEN "B:W21:B1,K2"/ !? 1... b8-a7 ; aside\n% line\n2. a3-b4 1-1\n\n1. cd4 *',
    '[GameType "20,W,10,0,N2,0"]\n1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 33-28 1/2-1/2',
    '[Variant "giveaway"]\n[GameType "25"]\n1. c3-b4 0-1',
]


def check(data: bytes) -> None:
    running.games(pdn.read(data), data)
    running.games(archive.games(data), data)
    running.games(streaming.games(io.BytesIO(data)), data)
    running.games(conversion.games(io.BytesIO(data)), data)
    for game in pdn.read(data):
        game.clocks()
        written = pdn.write(game)
        (again,) = pdn.read(written)
        assert [str(move) for move in again.moves] == [str(move) for move in game.moves], written


running.run(check, SEEDS)
