"""SGF as text: tokens, the tree of a game, points and plies. `rules.renju.files.sgf` makes games of it."""

import re
from typing import NamedTuple

from rules.errors import NotationError
from rules.renju.files.game import Item, ReadError
from rules.renju.points import CELL_OF, LETTERS, SIZE
from rules.side import Side

_TOKEN = re.compile(r"\s+|(?P<mark>[();])|(?P<name>[A-Za-z]{1,12})|\[(?P<value>(?:[^\]\\]|\\.)*)\]", re.DOTALL)


class Value(NamedTuple):
    """A property's value: plain, where it stands, and with its escapes."""

    text: str
    at: int
    raw: str = ""


class Node:
    """A node as it is read."""

    __slots__ = ("children", "parent", "values")

    def __init__(self, parent: "Node | None") -> None:
        self.parent = parent
        self.children: list[Node] = []
        self.values: dict[str, list[Value]] = {}

    def first(self, name: str) -> str:
        """The first value of a property, empty where it has none."""
        found = self.values.get(name)
        return found[0].text if found else ""


def tree(text: str, at: int) -> tuple[Node, int, ReadError | None]:
    """The tree that begins at offset ``at``, where it ends, and the fault that cut it short."""
    root = Node(None)
    node = root
    open_at: list[Node] = []
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
            fresh = Node(node)
            node.children.append(fresh)
            node, name = fresh, ""
        elif match["name"]:
            # Before FF 4 names could hold small letters that do not count.
            name = "".join(letter for letter in match["name"] if letter.isupper())
        elif match["value"] is not None:
            if not name or node is root:
                return root, at, ReadError("a value without a property", at)
            node.values.setdefault(name, []).append(Value(plain(match["value"]), match.start(), match["value"]))
        at = match.end()
    return root, at, ReadError("the game does not end: ')' is missing", began)


def plain(value: str) -> str:
    """A value without its escapes and soft line breaks."""
    return re.sub(r"\\(\r\n|\n\r|.)", lambda match: "" if match[1].isspace() else match[1], value, flags=re.DOTALL)


def main_line(root: Node) -> list[Node]:
    """The first children from the root on."""
    line = []
    node = root
    while node.children:
        node = node.children[0]
        line.append(node)
    return line


def has_move(node: Node) -> bool:
    """Whether a stone or a pass stands in the node."""
    return "B" in node.values or "W" in node.values


def plies(node: Node, flipped: bool) -> list[Item]:
    """The plies of a node, Black's first; its comments belong to the first. Raises `ReadError`."""
    found = []
    comments = tuple(value.text for value in node.values.get("C", ()))
    for name, side in (("B", Side.BLACK), ("W", Side.WHITE)):
        for value in node.values.get(name, ()):
            found.append(Item(point_of(value, flipped), value.at, side, comments))
            comments = ()
    return found


def point_of(value: Value, flipped: bool) -> str:
    """The point or ``pass`` that a value names; ``flipped``: rows count from the bottom. Raises `ReadError`."""
    text = value.text.strip().lower()
    if text in ("", "tt"):
        return "pass"
    if text in CELL_OF:
        return text
    if len(text) == 2 and text[0] in LETTERS and text[1] in LETTERS:
        row = LETTERS.index(text[1]) + 1
        return text[0] + str(row if flipped else SIZE + 1 - row)
    raise ReadError(f"{value.text[:20]!r} is not a point; expected aa to oo", value.at)


def written(point: str) -> str:
    """A point as SGF writes it, empty for a pass. Raises `NotationError`."""
    if point == "pass":
        return ""
    if point not in CELL_OF:
        raise NotationError(f"{point!r} is not a point", text=point)
    return point[0] + LETTERS[SIZE - int(point[1:])]


def escaped(text: str) -> str:
    """A text as a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
