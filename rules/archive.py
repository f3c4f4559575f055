"""Files of games of every discipline: which notation a file is in, and its games."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

from rules import pdn
from rules.encoding import decode
from rules.known import discipline as find_discipline
from rules.renju import files as renju_files
from rules.renju.points import Style

if TYPE_CHECKING:
    from rules.chess import pgn

Notation = Literal["pdn", "pgn", "renju"]

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')
_ASIDE = re.compile(r"\{[^}]*\}|^[ \t]*[#%;][^\n]*|[0-9]{1,3}\s*[.)]+|\(|\s+", re.MULTILINE)
_FIRST_STONE = re.compile(r"h8(?:[\s,;{]|[a-p][0-9]|\Z)", re.IGNORECASE)
_CHESS_MOVE = re.compile(r"(?:[NBRQK][a-h1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-7]|O-O(?:-O)?)[+#!?]*(?=[\s{}()]|\Z)")
HEAD = 65_536
"""Characters of a file that tell its notation."""


def notation_of(source: str | bytes) -> Notation:
    """The notation of a file by its first game: any file of renju, else PGN of chess, else PDN."""
    if renju_files.format_of(source) != "movelist":
        return "renju"
    text = decode(source[:HEAD]) if isinstance(source, bytes) else source[:HEAD].removeprefix("\ufeff")
    at = 0
    tags: dict[str, str] = {}
    while at < len(text):
        match = _TAG.match(text, at)
        if match:
            tags.setdefault(match[1].lower(), match[2].lower())
        else:
            match = _ASIDE.match(text, at)
        if match is None:
            break
        at = match.end()
    game_type = tags.get("gametype", "").partition(",")[0].strip()
    if tags.get("discipline") == "renju":
        return "renju"
    if game_type and game_type != "0":
        return "pdn"
    if game_type == "0" or _CHESS_MOVE.match(text, at):
        return "pgn"
    return "renju" if _FIRST_STONE.match(text, at) else "pdn"


def games(
    source: str | bytes, discipline: str | None = None, letters: Style | None = None
) -> "Iterator[pdn.Game] | Iterator[renju_files.Game] | Iterator[pgn.Game]":
    """The games of a file, in its order; what is wrong with a game is its ``error``.

    ``discipline`` overrides what the file says of itself; ``letters`` is the style of a list of renju's moves that does
    not name it. Raises `SettingsError` for a discipline that is not known.
    """
    one: Any = find_discipline(discipline) if discipline is not None else None
    if one is None:
        notation = notation_of(source)
    else:
        notation = "renju" if one.name == "renju" else "pgn" if one.name == "chess" else "pdn"
    if notation == "renju":
        return renju_files.read(source, one or find_discipline("renju"), letters)
    if notation == "pgn":
        from rules.chess import pgn

        return pgn.read(source, one or find_discipline("chess"))
    return pdn.read(source, discipline)
