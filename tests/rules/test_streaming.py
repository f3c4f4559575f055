"""Archives read line by line: the same games as read at once, without holding the file."""

import itertools
from pathlib import Path

import pytest

import rules
from rules import archive, streaming
from rules.errors import SettingsError
from rules.replay import replay

GAMES = Path(__file__).parents[1] / "data" / "games"
ODD = {
    "no tags": "1. c3-d4 b6-a5 2-0\n\n1. e3-f4 *\n\n1. g3-f4 f6-g5 1-1\n",
    "tags alone": '[Event "a"]\n[White "w"]\n\n[Event "b"]\n\n[Event "c"]\n1. c3-d4 *\n',
    "a tag's look in a comment": '[Event "a"]\n1. c3-d4 {\n[Event "x"]\n2-0\n\n1. } b6-a5 *\n[Event "b"]\n1. e3-f4',
    "comment after the result": '[Event "a"]\n1. c3-d4 2-0\n\n{late}\n\n[Event "b"]\n1. e3-f4 *\n',
    "a fault in each": '[Event "a"]\n1. c3-d5 *\n\n[Event "b"]\n\n1. c3-d4 zz b6-a5\n[Event "c"]\n1. e3-f4\n?? h9\n',
    "braces elsewhere": '[Event "{a"]\n%{ \n1. c3-d4 ; {\nb6-a5 /FEN "W:Wa1:Bh8"/ 1-1\n[Event "b"]\n1. e3-f4 *',
    "carriage returns": '[Event "a"]\r\n\r\n1. c3-d4 1-0\r\n\r\n1. c3-d4 b6-a5 *\r\n',
    "a comment never closed": '[Event "a"]\n1. c3-d4 {open\n\n[Event "b"]\n1. e3-f4 *\n',
    "a game a line": "1. c3-d4 2-0\n1. e3-f4 *\n\n{x}\n1. a3-b4 1-1\n2-0\n1. e3-f4 *\n1-0 1. c3-d4\nb6-a5 *\n",
    "games of chess, one a line": "1. e4 e5 *\n1. d4 d5 1-0\n1. c4 *\n",
    "games on one line": "1. c3-d4 2-0 1. e3-f4 1-1\n",
    "nothing": "",
    "blanks": "\n\n \n",
    "chess": '[Event "a"]\n\n1. e4 e5 1-0\n\n[Event "b"]\n\n1. d4 Ke4 *\n\n[Event "c"]\n\n1. c4 *\n',
    "renju": "h8 h9 i9 *\nh8 i9 *\n",
}


def told(game):
    return game.tags, game.moves, game.result, game.comments, game.error, game.position.fen()


@pytest.mark.parametrize("name", ODD)
def test_odd_texts_give_the_same_games(name):
    data = ODD[name].encode()
    at_once = [told(game) for game in archive.games(data)]
    assert [told(game) for game in streaming.games(data.splitlines(keepends=True))] == at_once
    assert bool(at_once) == bool(data.strip())


@pytest.mark.parametrize("file", sorted(GAMES.glob("*.pdn")), ids=lambda file: file.stem)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251", "cp866"])
def test_archives_give_the_same_games(file, encoding):
    text = file.read_text(encoding="utf-8").replace("[Site", '[Annotator "Иванов Ю. Ш."]\n[Site')
    data = "\n\n".join(text.split("\n\n")[:8]).encode(encoding, "replace")
    at_once = [told(game) for game in archive.games(data)]
    assert len(at_once) > 2
    assert [told(game) for game in streaming.games(data.splitlines(keepends=True))] == at_once


def test_an_endless_archive_can_be_read_from():
    """Only what is asked for is read: the memory held does not grow with the file."""
    drawn = 0

    def lines():
        nonlocal drawn
        for number in itertools.count():
            for line in (f'[Event "{number}"]\n', "\n", "1. c3-d4 b6-a5 2. d4-c5 *\n", "\n"):
                drawn += len(line)
                yield line.encode()

    read = itertools.islice(streaming.games(lines()), 3000)
    for number, game in enumerate(read):
        assert (game.tags["Event"], game.plies) == (str(number), 3)
        assert drawn < archive.HEAD + 60 * (number + 3)


def test_faults_are_counted_from_the_first_line_of_the_file():
    text = '[Event "a"]\n\n1. c3-d4 *\n\n' * 3 + '[Event "b"]\n\n1. c3-d4\n   h8-a1 *\n'
    *_, last = replay(text.encode().splitlines(keepends=True))
    assert last["error"].startswith("line 16, column 4: h8-a1 is not legal")


def test_the_discipline_can_be_given():
    (game,) = streaming.games([b"1. c3-d4 *\n"], "giveaway")
    assert game.discipline is rules.discipline("giveaway")
    (game,) = streaming.games([b"1. e2e4 *\n"], "chess")
    assert game.plies == 1
    with pytest.raises(SettingsError):
        list(streaming.games([b"1. e4 *\n"], "go"))
