"""Files of renju: move lists, SGF, Piskvork's .psq, RenLib's .lib, RenjuNet's .rif; the content tells which."""

import running

with running.watched():
    from rules.renju import files
    from rules.renju.files import lib, movelist, sgf

SEEDS: list[str | bytes] = [
    '[Discipline "renju"]\n[Style "rif"]\nh8 h9 {a} i9 -- 0-1\n',
    "h8 h9 i9 g9 1-0\n\nh8,i9;h10\n",
    "(;FF[4]GM[4]SZ[15]RE[B+]AB[hh:ij]AW[gg]PL[W]C[a\\]b](;B[hh];W[hg]C[x])(;B[ih]))",
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,1000\n9,7,2000\nblack.zip\nwhite.zip\n0\n",
    lib.MAGIC + bytes(range(20)) + b"\x78\x00\x79\x00\x77\x80\x66\x40\x67\x08note\0\0",
    b"\x78\x80\x79\x40\x7a\x40",
    '<?xml version="1.0"?>\n<database><games><game id="1" publisher="1" tournament="2" round="1" rule="1" black="3" '
    'white="4" bresult="1" btime="60" wtime="60"><move>h8 h9 i9</move><alt>g7</alt><info>x</info></game></games>'
    '<players><player id="3" name="A" surname="B"/></players></database>',
]


def check(data: bytes) -> None:
    running.games(files.read(data), data)
    name = files.format_of(data)
    for game in files.read(data):
        written = [[*sgf.read(sgf.write(game))]]
        if game.start == game.discipline.start():
            written.append([*movelist.read(movelist.write(game))])
        for again in written:
            assert [one.moves for one in again] == [game.moves], (name, again)


running.run(check, SEEDS)
