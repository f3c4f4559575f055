"""Archives of any length, read line by line: no more than a game or two is held at a time.

`rules.archive.games` reads a file that is in memory as a whole and gives the same games.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from rules import archive, pdn
from rules.encoding import Decoder
from rules.known import discipline as find_discipline
from rules.pdn.game import Fault
from rules.renju.points import Style

_TAG = re.compile(rb'[ \t]*\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"')
_ASIDE = re.compile(rb'[{;]|"[^"\n]*"')
_RESULT = re.compile(rb"(?:^|[\s})])(?:1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0|\*)[ \t]*\r?\n?\Z")
_CHESS_RESULT = re.compile(rb"(?:^|[\s})])(?:1/2-1/2|1-0|0-1|\*)[ \t]*\r?\n?\Z")
_MOVES = re.compile(rb"\s*(?!(?:1/2-1/2|1-0|0-1|2-0|0-2|1-1|0-0)(?:\s|\Z))[0-9A-Ha-h]")


def games(lines: Iterable[bytes], discipline: str | None = None, letters: Style | None = None) -> Iterator[Any]:
    """The games of a file given by its lines, such as a file opened for reading bytes; `rules.archive.games` else.

    Files of renju, and texts in UTF-16, are small or cannot be cut at lines: they are read as a whole.
    """
    rest = iter(lines)
    head: list[bytes] = []
    size = 0
    for line in rest:
        head.append(line)
        size += len(line)
        if size >= archive.HEAD:
            break
    start = b"".join(head)
    if head:
        head[0] = head[0].removeprefix(b"\xef\xbb\xbf")
    rules = None if discipline is None else find_discipline(discipline)
    if rules is None:
        notation = archive.notation_of(start)
    else:
        notation = {"renju": "renju", "chess": "pgn"}.get(rules.name, "pdn")  # type: ignore[assignment]
    if notation == "renju" or start.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield from archive.games(start + b"".join(rest), discipline, letters)
        return
    decoder = Decoder(start)
    del start
    for part, first_line in _parts(chain(head, rest), _RESULT if notation == "pdn" else _CHESS_RESULT):
        text = decoder.decode(part)
        if notation == "pdn":
            read: Iterator[Any] = pdn.read(text, discipline)
        else:
            from rules.chess import pgn

            read = pgn.read(text) if rules is None else pgn.read(text, rules)
        for game in read:
            yield _moved(game, first_line - 1)


def _moved(game: Any, lines: int) -> Any:
    """The game with the place of its fault counted from the file's first line."""
    if game.error is None or not lines:
        return game
    fault = game.error
    return msgspec.structs.replace(game, error=Fault(fault.message, fault.line + lines, fault.column))


def _parts(lines: Iterable[bytes], ends: re.Pattern[bytes]) -> Iterator[tuple[bytes, int]]:
    """Pieces of whole games, each with the number of its first line.

    ``ends`` is how a line ends that ends a game. The next begins with a tag after moves, with its first tag once more,
    or with moves on the line after a result.
    """
    part: list[bytes] = []
    began, number = 1, 0
    first_tag: bytes | None = None
    moves = comment = result = False
    for line in lines:
        number += 1
        tag = None if comment else _TAG.match(line)
        if tag:
            cut = moves or tag[1] == first_tag
        else:
            cut = result and not comment and _MOVES.match(line) is not None
        if cut:
            yield b"".join(part), began
            part, began, first_tag = [], number, None
            moves = result = False
        part.append(line)
        if tag:
            first_tag = first_tag or tag[1]
            continue
        if not line.strip():
            continue
        within, comment = comment, _open_comment(line, comment)
        if not within and not line.lstrip().startswith((b"%", b";")):
            moves = True
        result = not comment and ends.search(line) is not None
    if part:
        yield b"".join(part), began


def _open_comment(line: bytes, within: bool) -> bool:
    """Whether a comment in braces is open at the end of ``line``."""
    at = 0
    if line.startswith(b"%") and not within:
        return False
    while True:
        if within:
            at = line.find(b"}", at) + 1
            if not at:
                return True
            within = False
        match = _ASIDE.search(line, at)
        if match is None or match.group() == b";":
            return False
        at, within = match.end(), match.group() == b"{"
