"""Errors by who must act (design.md, law 7). All are ``FlagfallError``.

Messages say what, where and what was expected.
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches


class FlagfallError(Exception):
    """The base of every error that Flagfall raises on purpose."""


class NotationError(FlagfallError, ValueError):
    """A text that does not follow its notation: whoever wrote the text must act.

    ``text`` is the offending piece, ``line`` and ``column`` (from 1) its place where one is known; ``message`` is the
    text of the error without that place.
    """

    def __init__(self, message: str, *, text: str = "", line: int | None = None, column: int | None = None) -> None:
        place = "" if line is None else f"line {line}" + ("" if column is None else f", column {column}") + ": "
        super().__init__(place + message)
        self.message, self.text, self.line, self.column = message, text, line, column


class IllegalMoveError(FlagfallError, ValueError):
    """A well-written move that the rules do not allow in the position; ``move`` and ``fen`` say which and where."""

    def __init__(self, message: str, *, move: str = "", fen: str = "") -> None:
        super().__init__(message)
        self.move, self.fen = move, fen


class AmbiguousMoveError(IllegalMoveError):
    """A move text that fits several legal moves; ``candidates`` are their full notations."""

    def __init__(self, message: str, *, move: str = "", fen: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message, move=move, fen=fen)
        self.candidates = candidates


class SettingsError(FlagfallError, ValueError):
    """A configuration with faults. ``faults`` holds them all, each with its line where one is known."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class DeviceError(FlagfallError, OSError):
    """A board, clock or line that failed. ``transient`` tells whether trying again can help."""

    def __init__(self, message: str, *, transient: bool) -> None:
        super().__init__(message)
        self.transient = transient


def guess(word: str, known: Iterable[str]) -> str:
    """Which of ``known`` was likely meant, to stand behind the word; empty where none is near.

    >>> guess("rouds", ("id", "rounds")), guess("zzz", ("id", "rounds"))
    (' (rounds?)', '')
    """
    return "".join(f" ({near}?)" for near in get_close_matches(word, list(known), 1))


def cannot_read(path: object, fault: OSError | UnicodeDecodeError) -> str:
    """What keeps a file from being read, in one line.

    >>> cannot_read("club.toml", FileNotFoundError(2, "No such file or directory"))
    'club.toml: cannot be read: No such file or directory'
    """
    if isinstance(fault, UnicodeDecodeError):
        return f"{path}: byte {fault.start} is not UTF-8; save the file as UTF-8"
    return f"{path}: cannot be read: {fault.strerror or fault}"


def not_toml(name: str, text: str, fault: ValueError) -> str:
    """Where and why ``text`` is no TOML, from the fault that ``tomllib`` found.

    >>> not_toml("club.toml", "a = [1,", ValueError("Invalid value (at end of document)"))
    'club.toml, line 1: not TOML: Invalid value at the end of the file'
    >>> not_toml("club.toml", "a = ]", ValueError("Invalid value (at line 1, column 5)"))
    'club.toml, line 1, column 5: not TOML: Invalid value'
    """
    if at := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", str(fault), re.DOTALL):
        return f"{name}, line {at[2]}, column {at[3]}: not TOML: {at[1]}"
    last = max(1, text.count("\n") + (not text.endswith("\n")))
    return f"{name}, line {last}: not TOML: {str(fault).replace('(at end of document)', 'at the end of the file')}"
