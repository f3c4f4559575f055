"""Move lists: points one after another, as people type them, with or without tags, numbers, comments and a result.

Read: ``h8 h9 i9``, ``1. h8 2. h9``, ``h8h9i9``; ``--`` or ``pass``; ``{comment}`` and ``# comment``; tags as in PDN; a
result. A line that begins with h8 again, a result, or a tag after moves ends a game. The style of the letters is
`rules.renju.points.Style`: given by the caller or by a tag ``[Style "russian"]``, else told by the letters themselves.
"""

import re
from collections.abc import Iterator

from rules.errors import NotationError
from rules.pdn.clock_comments import clock_fault
from rules.pdn.text import place, result
from rules.renju.discipline import Renju
from rules.renju.files.game import RENJU, Game, Item, ReadError, build, remarks
from rules.renju.points import Style, style_of, written
from rules.renju.points import read as read_point

_TOKEN = re.compile(
    r"""(?P<skip>[\s,;]+)
    |\[\s*(?P<tag>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\]
    |\{(?P<comment>[^}]*)(?:\}|\Z)
    |(?P<note>\#[^\n]*)
    |(?P<result>(?:1/2-1/2|½-½|1-0|0-1|\*)(?![^\s,;{\[#]))
    |(?P<number>[0-9]{1,3}(?:\.+|[):](?!\d))|[0-9]{1,3}(?=[\s]))
    |(?P<point>[A-Pa-p](?:1[0-9]|[1-9]))(?=[^0-9A-Za-z]|[A-Pa-p][0-9]|\Z)
    |(?P<pass>(?:pass|пас{1,2}|--|[–—-])(?![^\s,;{\[#]))
    """,
    re.VERBOSE | re.IGNORECASE,
)
_STYLES: dict[str, Style] = {"rif": "rif", "russian": "russian"}
_WORD = re.compile(r"[^\s\[{]+|.")


def read(text: str, discipline: Renju = RENJU, style: Style | None = None) -> Iterator[Game]:
    """The games of a text, in its order. A game that cannot be read to its end carries its fault."""
    waiting = _Waiting(text, discipline, style, _whole_style(text, style))
    at = 0
    fresh_line = True
    while at < len(text):
        match = _TOKEN.match(text, at)
        kind = match.lastgroup if match else "bad"
        if kind == "value":
            kind = "tag"
        if (kind == "tag" or (kind == "point" and fresh_line and _is_first(text, at))) and waiting.items:
            yield waiting.game()
            waiting = _Waiting(text, discipline, style, waiting.whole)
        if match is None:
            word = _WORD.match(text, at)
            assert word is not None
            waiting.fail(ReadError(f"{word.group()[:40]!r} is not a move; expected a point such as h8", at))
            at = word.end()
            continue
        waiting.take(kind or "", match)
        if kind == "result":
            yield waiting.game(result(match.group()))
            waiting = _Waiting(text, discipline, style, waiting.whole)
        if kind == "skip":
            fresh_line = fresh_line or "\n" in match.group()
        elif kind != "number":
            fresh_line = kind in ("note", "tag")
        at = match.end()
    if waiting.items or waiting.tags or waiting.error:
        yield waiting.game()


def _is_first(text: str, at: int) -> bool:
    return text[at : at + 2].lower() == "h8"


def _whole_style(text: str, style: Style | None) -> Style | None:
    """The style of the whole text, ``None`` where a j leaves it open."""
    if style is not None:
        return style
    points = []
    at = 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            at += 1
            continue
        if match.lastgroup == "point":
            points.append(match.group())
        at = match.end()
    try:
        return style_of(points)
    except NotationError:
        return None


class _Waiting:
    """The game being read."""

    def __init__(self, text: str, discipline: Renju, style: Style | None, whole: Style | None) -> None:
        self.text, self.discipline = text, discipline
        self.style: Style | None = style
        self.whole: Style | None = whole
        self.items: list[Item] = []
        self.tags: dict[str, str] = {}
        self.comments: list[str] = []
        self.error: ReadError | None = None
        self.wrong_time: ReadError | None = None

    def fail(self, error: ReadError) -> None:
        """Keep the first fault; what follows it in this game is passed over."""
        self.error = self.error or error

    def take(self, kind: str, match: re.Match[str]) -> None:
        """One token."""
        if kind == "tag":
            self._tag(match)
        elif kind in ("comment", "note"):
            wrong = clock_fault(match.group())
            if wrong is not None:
                self.wrong_time = self.wrong_time or ReadError(wrong[0], match.start() + wrong[1])
            self._comment((match["comment"] if kind == "comment" else match.group()[1:]).strip())
            if kind == "comment" and not match.group().endswith("}"):
                self.fail(ReadError("a comment without its '}'", match.start()))
        elif self.error is None and kind == "pass":
            self.items.append(Item("pass", match.start()))
        elif self.error is None and kind == "point":
            self._point(match)

    def _tag(self, match: re.Match[str]) -> None:
        name, value = match["tag"], re.sub(r"\\(.)", r"\1", match["value"])
        self.tags[name] = value
        if name.lower() == "style" and self.style is None:
            self.style = _STYLES.get(value.lower())
            if self.style is None:
                self.fail(ReadError(f"unknown style {value!r}; expected rif or russian", match.start()))

    def _point(self, match: re.Match[str]) -> None:
        point = match.group()
        try:
            style = self.style or self.whole or style_of([point])
            self.items.append(Item(read_point(point, style), match.start()))
        except NotationError as error:
            self.fail(ReadError(str(error), match.start()))

    def _comment(self, comment: str) -> None:
        if not self.items:
            self.comments.append(comment)
        elif comment:
            last = self.items[-1]
            self.items[-1] = last._replace(comments=(*last.comments, comment))

    def game(self, ended: str | None = None) -> Game:
        """The game read so far; ``ended`` is the result at its end."""
        tagged = self.tags.get("Result")
        return build(
            self.items,
            lambda at: place(self.text, at),
            discipline=self.discipline,
            tags=self.tags,
            result=ended if ended is not None else result(tagged) if tagged else "*",
            comments=tuple(self.comments),
            error=min(filter(None, (self.error, self.wrong_time)), key=lambda error: error.at, default=None),
        )


def write(game: Game, style: Style = "rif") -> str:
    """The game as a move list with its tags, the style named, so that it can be read back. It ends in a line break.

    A list has no variations: their moves stand in comments before the game.
    Raises `NotationError` for a game that begins with a position: a move list cannot hold one.
    """
    if game.start != game.discipline.start():
        raise NotationError("a move list begins with the empty board; write SGF instead", text=game.start.fen())
    tags = {"Discipline": "renju", **game.tags, "Style": style, "Result": game.result}
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items() if re.fullmatch(r"[A-Za-z]\w*", name)]
    lines += [f"{{{_bare(comment)}}}" for comment in game.comments if comment]
    lines += [f"{{variation: {' '.join(_word(point, style) for point in line)}}}" for line in game.variations]
    words: list[str] = []
    for entry, told in zip(game.entries, remarks(game), strict=True):
        assert entry.move is not None
        words.append(_word(entry.move.text, style))
        words += [f"{{{_bare(comment)}}}" for comment in told]
    words.append(game.result)
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > 79:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
    return "\n".join([*lines, line, ""])


def _word(move: str, style: Style) -> str:
    return "--" if move == "pass" else written(move, style)


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ").replace("\r", " ")


def _bare(comment: str) -> str:
    return comment.replace("{", "(").replace("}", ")")
