"""The tree of an SGF game as the file has it, kept so that writing loses nothing: comments, markup and properties of
every node, variations included. Points are brought to rows from the top, the order of nodes is the file's."""

from collections.abc import Container

from rules.renju.files.game import Game, ReadError, TreeNode
from rules.renju.files.sgf_text import Node, Value, escaped, plain, point_of, written
from rules.renju.points import LETTERS, SIZE

TAGS = {
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
OTHER_TAGS = "XTAG"
"""A property of Flagfall's own, ``XTAG[Name:Value]``: a tag that SGF has no property for."""

SETUP = ("AB", "AW", "PL")
_HEAD = frozenset({"FF", "GM", "CA", "AP", "SZ", "RE", OTHER_TAGS, *TAGS})
"""What the writer says itself, from the game."""

_INFO = frozenset({"AN", "BT", "CP", "GC", "HA", "KM", "OT", "SO", "ST", "US", "WT"})
"""What a root with a move in it keeps; all else belongs to that move."""

_POINTS = frozenset({"AB", "AE", "AW", "CR", "DD", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"})
_PAIRS = frozenset({"AR", "LN"})


def kept(root: Node, flipped: bool, set_up: Container[Node]) -> tuple[TreeNode, ...]:
    """The nodes of a tree, parents before children, the main line first; ``set_up`` are those whose stones are the
    game's start. Two moves in one node become two nodes."""
    out: list[TreeNode] = []
    waiting = [(child, -1) for child in root.children[:1]] if len(root.children) == 1 else []
    while waiting:
        node, parent = waiting.pop()
        for properties in _parts(node, flipped, head=parent < 0, set_up=node in set_up):
            out.append(TreeNode(parent=parent, properties=properties))
            parent = len(out) - 1
        waiting += [(child, parent) for child in reversed(node.children)]
    return tuple(out)


Properties = tuple[tuple[str, tuple[str, ...]], ...]


def _parts(node: Node, flipped: bool, *, head: bool, set_up: bool) -> list[Properties]:
    """The properties of one node, by the nodes that it becomes: for the root always one without a move first."""
    moves: list[Properties] = [
        ((name, (_move(value, flipped),)),) for name in ("B", "W") for value in node.values.get(name, ())
    ]
    others = tuple(
        (name, tuple(_turned(name, value.raw) if flipped else value.raw for value in values))
        for name, values in node.values.items()
        if name not in ("B", "W") and not (head and name in _HEAD) and not (set_up and name in SETUP)
    )
    if not moves:
        return [others]
    if head:
        stay = tuple(one for one in others if one[0] in _INFO)
        return [stay, (*moves[0], *(one for one in others if one[0] not in _INFO)), *moves[1:]]
    return [(*moves[0], *others), *moves[1:]]


def _move(value: Value, flipped: bool) -> str:
    try:
        return written(point_of(value, flipped))
    except ReadError:
        return value.raw


def _turned(name: str, raw: str) -> str:
    """A value of a file that counts rows from the bottom, with rows from the top."""
    if name not in _POINTS and name not in _PAIRS and name != "LB":
        return raw
    one, colon, other = raw.partition(":")
    if name == "LB":
        return _turned_point(one) + colon + other
    ends = [_turned_point(one), *([_turned_point(other)] if colon else [])]
    if name in _POINTS and all(len(end) == 2 for end in ends):
        columns, rows = (sorted(end[place] for end in ends) for place in (0, 1))
        ends = [column + row for column, row in zip(columns, rows, strict=True)]
    return ":".join(ends)


def _turned_point(text: str) -> str:
    if len(text) == 2 and text[0] in LETTERS and text[1] in LETTERS:
        return text[0] + LETTERS[SIZE - 1 - LETTERS.index(text[1])]
    return text


def agrees(game: Game) -> bool:
    """Whether the tree's main line still is the game: its moves, and its comments."""
    if not game.nodes:
        return False
    remarks: list[str] = []
    told: list[tuple[str, tuple[str, ...]]] = []
    line = 0
    for number, node in enumerate(game.nodes):
        if number and (node.parent != line or number != line + 1):
            continue  # a variation: the main line's nodes follow each other
        line = number
        properties = dict(node.properties)
        comments = tuple(map(plain, properties.get("C", ())))
        move = properties.get("B") or properties.get("W")
        if move is None:
            remarks += comments
        else:
            told.append((move[0], comments))
    said = [(written(entry.move.text), entry.comments) for entry in game.entries if entry.move is not None]
    return said == told and tuple(remarks) == game.comments


def root_text(game: Game) -> str:
    """The root's own properties, without those that the writer says itself."""
    return _properties(game.nodes[0].properties)


def body(game: Game) -> str:
    """All nodes below the root."""
    children: list[list[int]] = [[] for _ in game.nodes]
    for number, node in enumerate(game.nodes):
        if number:
            children[node.parent].append(number)
    parts: list[str] = []
    waiting: list[int | str] = list(_opened(children[0]))
    while waiting:
        top = waiting.pop()
        if isinstance(top, str):
            parts.append(top)
            continue
        parts.append(";" + _properties(game.nodes[top].properties))
        waiting += _opened(children[top])
    return "".join(parts)


def _opened(children: list[int]) -> list[int | str]:
    """The children of a node as a stack has them, the first on top; each of several in its own parentheses."""
    if len(children) < 2:
        return list(children)
    return [part for child in reversed(children) for part in (")", child, "(")]


def _properties(properties: Properties) -> str:
    return "".join(name + "".join(f"[{value}]" for value in values) for name, values in properties)


def other_tags(game: Game) -> str:
    """The tags that SGF has no property for, but those that say what the rest of the file does."""
    known = {*TAGS.values(), "Discipline", "Style", "Result", "Termination"}
    others = [f"[{escaped(f'{name}:{value}')}]" for name, value in game.tags.items() if name not in known]
    return OTHER_TAGS + "".join(others) if others else ""
