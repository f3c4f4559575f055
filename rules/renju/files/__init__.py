"""Files of renju games: move lists, SGF, Piskvork's .psq, RenLib's .lib and RenjuNet's .rif are read (`read`); move
lists and SGF are written (`movelist.write`, `sgf.write`)."""

from collections.abc import Iterator

from rules.encoding import decode
from rules.renju.discipline import Renju
from rules.renju.files import lib, movelist, psq, rif, sgf
from rules.renju.files.game import RENJU, Game
from rules.renju.points import Style

__all__ = ["Game", "format_of", "lib", "movelist", "psq", "read", "rif", "sgf"]


def format_of(data: str | bytes) -> str:
    """Which format a file's content has: ``lib``, ``rif``, ``psq``, ``sgf``, else ``movelist``."""
    if isinstance(data, bytes) and (data.startswith(lib.MAGIC) or _is_old_library(data)):
        return "lib"
    head = (decode(data[:4096]) if isinstance(data, bytes) else data[:4096]).lstrip("\ufeff \t\r\n").lower()
    if head.startswith("<"):
        return "rif"
    if head.startswith("piskvork"):
        return "psq"
    if head.startswith("(") and head[1:].lstrip().startswith((";", "(")):
        return "sgf"
    return "movelist"


def _is_old_library(data: bytes) -> bool:
    """Old libraries have no header; they begin with h8's byte, an ``x``, and then flags, never a text."""
    return (
        len(data) >= 2 and data[0] == lib.OLD_START and (data[1] < 0x20 or data[1] >= 0x7F) and data[1] not in b"\t\r\n"
    )


def read(data: str | bytes, discipline: Renju = RENJU, style: Style | None = None) -> Iterator[Game]:
    """The games of a file of any format, in its order; what is wrong with a game is its ``error``.

    ``style`` is the letters' style of a move list that does not name it.

    >>> [str(move) for game in read("h8 h9 i9 0-1") for move in game.moves]
    ['h8', 'h9', 'i9']
    """
    name = format_of(data)
    if name == "lib":
        assert isinstance(data, bytes)
        return lib.read(data, discipline)
    if name == "rif":
        return rif.read(data, discipline)
    text = decode(data) if isinstance(data, bytes) else data
    if name == "psq":
        return psq.read(text, discipline)
    return sgf.read(text, discipline) if name == "sgf" else movelist.read(text, discipline, style)
