"""Games from one notation to another: PDN, PGN, move lists and SGF of renju, lists of FEN.

A notation holds games of its own kind only; lists of FEN hold positions of any discipline, one a line.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rules import pdn, streaming
from rules.draughts.discipline import Draughts
from rules.encoding import decode
from rules.errors import NotationError, SettingsError
from rules.known import discipline as find_discipline
from rules.pdn.game import Fault
from rules.renju.points import Style

Writer = Callable[[Any], str]

_FEN = re.compile(rb'"?\s*[WBwb?]\s*:\s*[WBwb]')
_COUNTER = re.compile(r"[HhFf][0-9]+")
_RENJU_POINT = re.compile(r"[i-o](?:1[0-5]|[1-9])|[IJLMNO](?:1[0-5]|[1-9])|[a-hA-H](?:9|1[0-5])")
_CHESS_FEN = re.compile(rb"(?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+\s+[wb]\b")


def is_fen_list(head: bytes) -> bool:
    """Whether the first line that is not blank is a position."""
    first = next((line for line in head.splitlines() if line.strip()), b"").removeprefix(b"\xef\xbb\xbf")
    return bool(_FEN.match(first) or _CHESS_FEN.match(first))


def games(lines: Iterable[bytes], discipline: str | None = None, letters: Style | None = None) -> Iterator[Any]:
    """The games of a file in any notation; a list of FEN gives a game without moves for each position.

    What is wrong with a game is its ``error``. Raises `SettingsError` for a discipline that is not known.
    """
    rest = iter(lines)
    first: list[bytes] = []
    for line in rest:
        first.append(line)
        if line.strip():
            break
    everything = _joined(first, rest)
    if is_fen_list(b"".join(first)):
        return _positions(everything, discipline)
    return streaming.games(everything, discipline, letters)


def _joined(first: list[bytes], rest: Iterator[bytes]) -> Iterator[bytes]:
    yield from first
    yield from rest


def _positions(lines: Iterable[bytes], discipline: str | None) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        text = decode(line).rstrip()
        if not text.strip():
            continue
        rules = find_discipline(discipline or _played(text))
        try:
            yield _game(rules, rules.position(text), None)
        except NotationError as error:
            yield _game(rules, rules.start(), Fault(error.message, number, error.column or 1))


def _game(rules: Any, start: Any, error: Fault | None) -> Any:
    if isinstance(rules, Draughts):
        return pdn.Game(discipline=rules, start=start, error=error)
    if rules.name == "renju":
        from rules.renju.files import Game

        return Game(discipline=rules, start=start, error=error)
    from rules.chess.pgn import Game as ChessGame

    return ChessGame(discipline=rules, start=start, error=error)


def _played(fen: str) -> str:
    """The discipline of a FEN that does not say it: by its squares."""
    if _CHESS_FEN.match(fen.encode()):
        return "chess"
    lists = [part.strip().rstrip('".') for part in fen.split(":")[1:]]
    items = [item.strip() for part in lists if not _COUNTER.fullmatch(part) for item in part[1:].split(",")]
    numbers = [int(found) for item in items for found in re.findall(r"(?<![a-jA-J0-9])[0-9]{1,3}(?![0-9])", item)]
    by_number = any(re.fullmatch(r"[0-9]+(?:-[0-9]+)?", item) for item in items)
    if not by_number and any(map(_RENJU_POINT.fullmatch, items)):
        return "renju"
    return "international" if max(numbers, default=0) > 32 else "russian"


def _pdn(game: Any) -> str:
    return pdn.write(game)


def _pgn(game: Any) -> str:
    from rules.chess import pgn

    return pgn.write(game)


def _moves(game: Any) -> str:
    from rules.renju.files import movelist

    return movelist.write(game) + "\n"


def _sgf(game: Any) -> str:
    from rules.renju.files import sgf

    return sgf.write(game)


def _fen(game: Any) -> str:
    """Nothing for a position that could not be read: the start it falls back to is not what the file says."""
    if game.error is not None and not game.entries:
        return ""
    return _every_fen(game).splitlines()[-1] + "\n"


def _every_fen(game: Any) -> str:
    if game.error is not None and not game.entries:
        return ""
    position = game.start
    fens = [position.fen()]
    for entry in game.entries:
        position = entry.setup if entry.move is None else position.apply(entry.move)
        fens.append(position.fen())
    return "\n".join(fens) + "\n"


_WRITERS: Mapping[str, tuple[Writer, str]] = {
    "pdn": (_pdn, "draughts"),
    "pgn": (_pgn, "chess"),
    "moves": (_moves, "renju"),
    "sgf": (_sgf, "renju"),
    "fen": (_fen, ""),
    "fens": (_every_fen, ""),
}

FORMATS = tuple(_WRITERS)
"""``pdn``; ``pgn``; ``moves`` and ``sgf`` of renju; ``fen``, the last position of each game; ``fens``, all of them."""


def written(game: Any, notation: str) -> str:
    """The game in one of `FORMATS`. Raises `NotationError` where the notation cannot hold it.

    >>> from rules import pdn
    >>> (game,) = pdn.read('[FEN "W:Wc3:Bd4,h8"]  1. c3e5 *')
    >>> written(game, "fen")
    'B:W15:B4\\n'
    """
    if notation not in _WRITERS:
        raise SettingsError((f"unknown format {notation!r}; known: {', '.join(FORMATS)}",))
    writer, family = _WRITERS[notation]
    rules = game.discipline
    kind = "draughts" if isinstance(rules, Draughts) else rules.name
    if family and kind != family:
        fits = ", ".join(name for name, (_, other) in _WRITERS.items() if other in (kind, ""))
        raise NotationError(f"a game of {rules.name} cannot be written as {notation}; expected {fits}")
    return writer(game)
