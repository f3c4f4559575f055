"""PDN as text: tokens, results. `rules.pdn.reading` makes games of it.

After PDN 3.0, and what archives really hold: tags in any order, results in both styles.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Token(NamedTuple):
    """``kind`` is tag, comment, setup, nag, strength, open, close, result, number, move or bad.

    ``at`` and ``end`` are the offsets where it begins and where the next may begin; ``value`` is a tag's.
    """

    kind: str
    text: str
    at: int
    end: int
    value: str = ""


_ALGEBRAIC, _NUMBER, _MARK = r"[A-Ha-h][1-8]", r"[0-9]{1,2}", r"\s*[-–—:xX×]\s*"
_HALF, _TO = r"(?:1/2|½|0[.,]5)", r"[-–—−:]"
_SPEC = (
    ("tag", r'\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]'),
    ("loose_tag", r'\[\s*(?P<loose_name>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<loose_value>[^\n]*)"\s*\][ \t]*(?=\r?\n|\Z)'),
    ("comment", r"\{(?P<comment_text>[^}]*)\}"),
    ("line_comment", r";[^\n]*"),
    ("aside", r"<[^<>\n]*>"),
    ("skip", r"\s+|(?<![^\n])%[^\n]*|\.+|…|-(?=\s|\Z)"),
    ("setup", r'/\s*FEN\s*"(?P<fen>[^"]*)"\s*/'),
    ("nag", r"\$[0-9]+"),
    ("strength", r"\([!?]+\)|[!?]+"),
    (
        "result",
        rf"(?<![0-9*])(?:{_HALF}{_TO}{_HALF}|(?:12|2|1){_TO}0|0{_TO}(?:12|2|1|0)|1{_TO}1)(?![0-9/])"
        r"|(?<!\S)[+-][:/][+-](?!\S)|(?<!\S)½(?=[\s\[({]|\Z)"
        r"|(?<!\S)\*(?=[\s\[({]|\Z)|(?<![0-9/])1/2(?![-0-9/])",
    ),
    ("number", r"[0-9]+\s*\.+(?:\s*\.\.+)?"),
    (
        "move",
        rf"(?:{_ALGEBRAIC})(?:{_MARK}{_ALGEBRAIC})+|(?:{_ALGEBRAIC}){{2,}}|[A-Ha-h][-:xX]?{_ALGEBRAIC}"
        rf"|{_NUMBER}(?:{_MARK}{_NUMBER})+(?![0-9])|(?:[0-9]{{2}}){{2,}}(?![0-9])",
    ),
    ("plain_number", r"[0-9]+(?![0-9])"),
    ("forced", r"\*"),
    ("open", r"\("),
    ("close", r"\)"),
    ("bad", r"\S[^\s\[{]*"),
)
_TOKEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _SPEC))
_NEXT_GAME = re.compile(r'^[ \t]*\[\s*[A-Za-z][A-Za-z0-9_]*\s*"', re.MULTILINE)


def tokens(text: str, at: int = 0) -> Iterator[Token]:
    """The tokens of ``text`` from offset ``at``, blanks and dots left out. A ``;`` to the end of its line, and what
    stands in ``<>``, are comments."""
    size = len(text)
    while at < size:
        match = _TOKEN.match(text, at)
        if match is None:  # pragma: no cover - "bad" takes whatever is not blank
            return
        kind, found = match.lastgroup or "bad", match.group()
        if kind == "tag":
            yield Token("tag", match["name"], at, match.end(), re.sub(r"\\(.)", r"\1", match["value"]))
        elif kind == "loose_tag":
            yield Token("tag", match["loose_name"], at, match.end(), match["loose_value"])
        elif kind == "comment":
            yield Token("comment", match["comment_text"], at, match.end())
        elif kind in ("line_comment", "aside"):
            yield Token("comment", found.removeprefix(";"), at, match.end())
        elif kind == "setup":
            yield Token("setup", match["fen"], at, match.end())
        elif kind == "plain_number":
            yield Token("number", found, at, match.end())
        elif kind == "forced":
            yield Token("nag", "$7", at, match.end())
        elif kind != "skip":
            yield Token(kind, found, at, match.end())
        at = match.end()


def next_game(text: str, at: int) -> int:
    """Where the next line that begins with a tag begins, at or after the line break that follows ``at``."""
    match = _NEXT_GAME.search(text, next_line(text, at))
    return match.start() if match else len(text)


def next_line(text: str, at: int) -> int:
    """Where the line after the one at ``at`` begins."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, from 1, of an offset."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


_DRAWS = frozenset({"1/2", "½", "1/2-1/2", "½-½", "0.5-0.5", "0,5-0,5", "draw", "ничья", "="})


def result(text: str) -> str:
    """A result in any style as ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.

    Points of whatever scale are compared; a loss for both, or what is no result, is ``*``.

    >>> [result(one) for one in ("2-0", "1:1", "0-2", "+:-", "0-0", "?")]
    ['1-0', '1/2-1/2', '0-1', '1-0', '*', '*']
    """
    bare = "".join(text.split()).lower().replace("–", "-").replace("—", "-").replace("−", "-")
    if bare in _DRAWS:
        return "1/2-1/2"
    if bare in ("+--", "+:-", "+/-"):
        return "1-0"
    if bare in ("--+", "-:+", "-/+"):
        return "0-1"
    match = re.fullmatch(r"([0-9]+(?:[.,][0-9]+)?|½|1/2)f?[-:]([0-9]+(?:[.,][0-9]+)?|½|1/2)f?", bare)
    if match is None:
        return "*"
    white, black = (0.5 if part in ("½", "1/2") else float(part.replace(",", ".")) for part in match.groups())
    if white == black:
        return "1/2-1/2" if white else "*"
    return "1-0" if white > black else "0-1"
