"""SGF (FF 4, GM 4) of 15x15 boards: read leniently, written strictly.

An SGF point is a column letter and a row letter counted from the top: ``hh`` is h8, ``ao`` is a1. Some programs write
the rows from the bottom; they are known by results such as ``B+five_in_a_row``, or the caller says ``mirrored``. Points
written as ``h8``, compressed point lists, empty values and ``tt`` for a pass are read as well.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.errors import NotationError
from rules.pdn.game import Entry
from rules.pdn.text import place
from rules.pdn.text import result as normal_result
from rules.renju.discipline import Renju
from rules.renju.files.game import RENJU, Game, Item, ReadError, build
from rules.renju.points import CELL_OF, LETTERS, SIZE
from rules.renju.position import Position
from rules.side import Side

_TOKEN = re.compile(r"\s+|(?P<mark>[();])|(?P<name>[A-Za-z]{1,12})|\[(?P<value>(?:[^\]\\]|\\.)*)\]", re.DOTALL)
_NEXT = re.compile(r"\n\s*\(\s*;")
MOST_VARIATION_PLIES = 200_000
"""Variations are paths from the start; more plies than this are not unfolded."""

_TAGS = {
    "PB": "Black",
    "PW": "White",
    "EV": "Event",
    "RO": "Round",
    "DT": "Date",
    "PC": "Site",
    "RU": "Rules",
    "ON": "Opening",
    "TM": "TimeControl",
    "GN": "Name",
    "BR": "BlackRating",
    "WR": "WhiteRating",
}

_ENDED = re.compile(r"[BW]\+([A-Za-z]+)", re.IGNORECASE)
"""How a game was won: ``W+R`` by resignation, ``B+T`` on time."""


class _Value(NamedTuple):
    text: str
    at: int


class _Node:
    __slots__ = ("children", "parent", "values")

    def __init__(self, parent: "_Node | None") -> None:
        self.parent = parent
        self.children: list[_Node] = []
        self.values: dict[str, list[_Value]] = {}

    def first(self, name: str) -> str:
        found = self.values.get(name)
        return found[0].text if found else ""


def read(text: str, discipline: Renju = RENJU, mirrored: bool | None = None) -> Iterator[Game]:
    """The games of a collection. ``mirrored``: rows count from the bottom; ``None`` tells it by the result's style."""
    at = text.find("(")
    if at < 0:
        at = len(text)
        yield build([], lambda at: place(text, at), discipline=discipline, error=ReadError("no '(;' found", 0))
    while at < len(text):
        root, at, error = _tree(text, at)
        yield _game(root, text, discipline, mirrored, error)
        if error is not None:
            match = _NEXT.search(text, error.at)
            at = match.end() - 2 if match else len(text)
        at = text.find("(", at)
        if at < 0:
            return


def _tree(text: str, at: int) -> tuple[_Node, int, ReadError | None]:
    """The tree that begins at offset ``at``, where it ends, and the fault that cut it short."""
    root = _Node(None)
    node = root
    open_at: list[_Node] = []
    name = ""
    began = at
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            what = "a value without its end" if text[at] == "[" else f"{text[at]!r}"
            return root, at, ReadError(f"{what} is not SGF; expected a property such as B[hh]", at)
        mark = match["mark"]
        if mark == "(":
            open_at.append(node)
        elif mark == ")":
            if not open_at:
                return root, at, ReadError("')' without '('", at)
            node = open_at.pop()
            name = ""
            if not open_at:
                return root, match.end(), None
        elif mark == ";":
            fresh = _Node(node)
            node.children.append(fresh)
            node, name = fresh, ""
        elif match["name"]:
            # Before FF 4 names could hold small letters that do not count.
            name = "".join(letter for letter in match["name"] if letter.isupper())
        elif match["value"] is not None:
            if not name or node is root:
                return root, at, ReadError("a value without a property", at)
            node.values.setdefault(name, []).append(_Value(_plain(match["value"]), match.start()))
        at = match.end()
    return root, at, ReadError("the game does not end: ')' is missing", began)


def _plain(value: str) -> str:
    return re.sub(r"\\(\r\n|\n\r|.)", lambda match: "" if match[1].isspace() else match[1], value, flags=re.DOTALL)


def _game(root: _Node, text: str, discipline: Renju, mirrored: bool | None, error: ReadError | None) -> Game:
    head = root.children[0] if root.children else root
    written = head.first("RE")
    flipped = mirrored if mirrored is not None else "_" in written
    tags = {tag: head.first(name) for name, tag in _TAGS.items() if name in head.values}
    ended = _ENDED.fullmatch(written.strip())
    if ended:
        tags["Termination"] = ended[1]
    main = _main_line(root)
    items: list[Item] = []
    start: Position | None = None
    try:
        size = head.first("SZ") or "15"
        if size not in ("15", "15:15"):
            raise ReadError(f"the board is {size[:20]}; expected 15", head.values["SZ"][0].at)
        start = _start(head, discipline, flipped)
        for node in main:
            items += _plies(node, flipped)
    except ReadError as problem:
        error = problem if error is None or problem.at < error.at else error
    comments = tuple(value.text for node in main if not _has_move(node) for value in node.values.get("C", ()))
    return build(
        items,
        lambda at: place(text, at),
        discipline=discipline,
        start=start,
        tags=tags,
        result=_result(written),
        comments=comments,
        variations=_variations(root, flipped),
        error=error,
    )


def _main_line(root: _Node) -> list[_Node]:
    line = []
    node = root
    while node.children:
        node = node.children[0]
        line.append(node)
    return line


def _has_move(node: _Node) -> bool:
    return "B" in node.values or "W" in node.values


def _plies(node: _Node, flipped: bool) -> list[Item]:
    found = []
    comments = tuple(value.text for value in node.values.get("C", ()))
    for name, side in (("B", Side.BLACK), ("W", Side.WHITE)):
        for value in node.values.get(name, ()):
            found.append(Item(_point(value, flipped), value.at, side, comments))
            comments = ()
    return found


def _point(value: _Value, flipped: bool) -> str:
    text = value.text.strip().lower()
    if text in ("", "tt"):
        return "pass"
    if text in CELL_OF:
        return text
    if len(text) == 2 and text[0] in LETTERS and text[1] in LETTERS:
        row = LETTERS.index(text[1]) + 1
        return text[0] + str(row if flipped else SIZE + 1 - row)
    raise ReadError(f"{value.text[:20]!r} is not a point; expected aa to oo", value.at)


def _start(head: _Node, discipline: Renju, flipped: bool) -> Position | None:
    """The position that AB, AW and PL set up, ``None`` for an empty board."""
    pieces: dict[str, str] = {}
    for name, piece in (("AB", "b"), ("AW", "w")):
        for value in head.values.get(name, ()):
            for point in _list(value, flipped):
                if point in pieces:
                    raise ReadError(f"two stones on {point}", value.at)
                pieces[point] = piece
    if not pieces:
        return None
    told = head.first("PL").strip().lower()[:1]
    if told in ("b", "w"):
        side = Side.BLACK if told == "b" else Side.WHITE
    else:
        black = sum(piece == "b" for piece in pieces.values())
        side = Side.BLACK if black <= len(pieces) - black else Side.WHITE
    return discipline.setup(pieces, side)


def _list(value: _Value, flipped: bool) -> list[str]:
    first, colon, last = value.text.partition(":")
    one = _point(_Value(first, value.at), flipped)
    if one == "pass":
        raise ReadError("a stone without a point", value.at)
    if not colon:
        return [one]
    other = _point(_Value(last, value.at), flipped)
    if other == "pass":
        raise ReadError(f"{value.text[:20]!r} is not a rectangle of points", value.at)
    columns = sorted((LETTERS.index(one[0]), LETTERS.index(other[0])))
    rows = sorted((int(one[1:]), int(other[1:])))
    return [
        LETTERS[column] + str(row)
        for column in range(columns[0], columns[1] + 1)
        for row in range(rows[0], rows[1] + 1)
    ]


def _variations(root: _Node, flipped: bool) -> tuple[tuple[str, ...], ...]:
    """Every line but the main one, from the start; a line that names no points is left out."""
    found = []
    total = 0
    stack: list[tuple[_Node, bool]] = [(root, True)]
    while stack:
        node, main = stack.pop()
        if not node.children and not main:
            line: list[_Node] = []
            step: _Node | None = node
            while step is not None:
                line.append(step)
                step = step.parent
            total += len(line)
            if total > MOST_VARIATION_PLIES:
                break
            try:
                found.append(tuple(item.text for one in reversed(line) for item in _plies(one, flipped)))
            except ReadError:
                continue
        stack += [(child, main and number == 0) for number, child in reversed(list(enumerate(node.children)))]
    return tuple(found)


def _result(text: str) -> str:
    bare = text.strip().lower()
    if bare.startswith(("b+", "black+")):
        return "0-1"
    if bare.startswith(("w+", "white+")):
        return "1-0"
    if bare in ("0", "draw", "jigo") or bare.startswith("draw"):
        return "1/2-1/2"
    return normal_result(text)


_WRITTEN = {"0-1": "B+", "1-0": "W+", "1/2-1/2": "0", "*": "?"}


def write(game: Game) -> str:
    """The game as SGF, with its tags, comments and variations. It ends in a line break."""
    names = {tag: name for name, tag in _TAGS.items()}
    head = ["FF[4]GM[4]CA[UTF-8]AP[Flagfall]SZ[15]"]
    head += [f"{names[tag]}[{_escaped(value)}]" for tag, value in game.tags.items() if tag in names]
    result, how = _WRITTEN[game.result], game.tags.get("Termination", "")
    head.append(f"RE[{result + how if _ENDED.fullmatch(result + how) else result}]")
    pieces = game.start.pieces()
    for name, piece in (("AB", "b"), ("AW", "w")):
        points = [point for point in pieces if pieces[point] == piece]
        if points:
            head.append(name + "".join(f"[{_written(point)}]" for point in points))
    if pieces:
        head.append(f"PL[{game.start.side.letter}]")
    if game.comments:
        head.append("C[" + _escaped("\n".join(game.comments)) + "]")
    first = 0 if game.start.side is Side.BLACK else 1
    tree = _Branch()
    tree.add([entry.move.text for entry in game.entries if entry.move is not None])
    for line in game.variations:
        tree.add(line)
    return "(;" + "".join(head) + tree.written(first, game.entries) + ")\n"


class _Branch:
    """Lines of play merged where they agree."""

    def __init__(self) -> None:
        self.after: dict[str, _Branch] = {}

    def add(self, line: Iterable[str]) -> None:
        branch = self
        for point in line:
            branch = branch.after.setdefault(point, _Branch())

    def written(self, first: int, entries: tuple[Entry, ...]) -> str:
        """The nodes, depth first; comments belong to the main line, which is the first line everywhere."""
        parts: list[str] = []
        waiting: list[str | tuple[_Branch, int, bool]] = [(self, 0, True)]
        while waiting:
            top = waiting.pop()
            if isinstance(top, str):
                parts.append(top)
                continue
            branch, ply, main = top
            ends = main and ply == len(entries) and bool(branch.after)  # variations go on where the game does not
            several = ends or len(branch.after) > 1
            for number, (point, child) in reversed(list(enumerate(branch.after.items()))):
                on_main = main and number == 0 and not ends
                node = f";{'BW'[(ply + first) % 2]}[{_written(point)}]"
                if on_main and ply < len(entries) and entries[ply].comments:
                    node += "C[" + _escaped("\n".join(entries[ply].comments)) + "]"
                waiting += [")"] * several
                waiting += [(child, ply + 1, on_main), f"({node}" if several else node]
            waiting += ["(;)"] * ends
        return "".join(parts)


def _written(point: str) -> str:
    if point == "pass":
        return ""
    if point not in CELL_OF:
        raise NotationError(f"{point!r} is not a point", text=point)
    return point[0] + LETTERS[SIZE - int(point[1:])]


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
