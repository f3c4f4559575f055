"""SGF (FF 4, GM 4) of 15x15 boards: read leniently, written strictly.

An SGF point is a column letter and a row letter counted from the top: ``hh`` is h8, ``ao`` is a1. Some programs write
the rows from the bottom; they are known by results such as ``B+five_in_a_row``, or the caller says ``mirrored``. Points
written as ``h8``, compressed point lists, empty values and ``tt`` for a pass are read as well.
"""

import re
from collections.abc import Iterable, Iterator

from rules.pdn.text import place
from rules.pdn.text import result as normal_result
from rules.renju.discipline import Renju
from rules.renju.files.game import RENJU, Game, Item, ReadError, build, remarks
from rules.renju.files.sgf_text import Node, Value, escaped, has_move, main_line, plies, point_of, tree, written
from rules.renju.files.sgf_tree import OTHER_TAGS, TAGS, agrees, body, kept, other_tags, root_text
from rules.renju.points import LETTERS
from rules.renju.position import Position
from rules.side import Side

_NEXT = re.compile(r"\n\s*\(\s*;")
MOST_VARIATION_PLIES = 200_000
"""Variations are paths from the start; more plies than this are not unfolded."""

_ENDED = re.compile(r"[BW]\+([A-Za-z]+)", re.IGNORECASE)
"""How a game was won: ``W+R`` by resignation, ``B+T`` on time."""


def read(text: str, discipline: Renju = RENJU, mirrored: bool | None = None) -> Iterator[Game]:
    """The games of a collection. ``mirrored``: rows count from the bottom; ``None`` tells it by the result's style."""
    at = text.find("(")
    if at < 0:
        at = len(text)
        yield build([], lambda at: place(text, at), discipline=discipline, error=ReadError("no '(;' found", 0))
    while at < len(text):
        root, at, error = tree(text, at)
        yield _game(root, text, discipline, mirrored, error)
        if error is not None:
            match = _NEXT.search(text, error.at)
            at = match.end() - 2 if match else len(text)
        at = text.find("(", at)
        if at < 0:
            return


def _game(root: Node, text: str, discipline: Renju, mirrored: bool | None, error: ReadError | None) -> Game:
    head = root.children[0] if root.children else root
    told = head.first("RE")
    flipped = mirrored if mirrored is not None else "_" in told
    tags = {tag: head.first(name) for name, tag in TAGS.items() if name in head.values}
    tags |= {name: value for name, _, value in (one.text.partition(":") for one in head.values.get(OTHER_TAGS, ()))}
    ended = _ENDED.fullmatch(told.strip())
    if ended:
        tags["Termination"] = ended[1]
    main = main_line(root)
    first_move = next((number for number, node in enumerate(main) if has_move(node)), len(main))
    set_up = main[: first_move + 1]
    items: list[Item] = []
    start: Position | None = None
    try:
        size = head.first("SZ") or "15"
        if size not in ("15", "15:15"):
            raise ReadError(f"the board is {size[:20]}; expected 15", head.values["SZ"][0].at)
        start = _start(set_up, discipline, flipped)
        for number, node in enumerate(main):
            late = next((node.values[name][0] for name in ("AB", "AW", "AE") if name in node.values), None)
            if late is not None and number > first_move:
                raise ReadError("stones are set up after the first move; expected moves", late.at)
            items += plies(node, flipped)
    except ReadError as problem:
        error = problem if error is None or problem.at < error.at else error
    comments = tuple(value.text for node in main if not has_move(node) for value in node.values.get("C", ()))
    return build(
        items,
        lambda at: place(text, at),
        discipline=discipline,
        start=start,
        tags=tags,
        result=_result(told),
        comments=comments,
        variations=_variations(root, flipped),
        nodes=kept(root, flipped, frozenset(set_up)) if error is None else (),
        error=error,
    )


def _start(nodes: list[Node], discipline: Renju, flipped: bool) -> Position | None:
    """The position that AB, AW and PL of the nodes set up, ``None`` for an empty board."""
    pieces: dict[str, str] = {}
    for node, name, piece in ((node, name, piece) for node in nodes for name, piece in (("AB", "b"), ("AW", "w"))):
        for value in node.values.get(name, ()):
            for point in _list(value, flipped):
                if point in pieces:
                    raise ReadError(f"two stones on {point}", value.at)
                pieces[point] = piece
    if not pieces:
        return None
    told = next((side for node in reversed(nodes) if (side := node.first("PL").strip().lower()[:1])), "")
    if told in ("b", "w"):
        side = Side.BLACK if told == "b" else Side.WHITE
    else:
        black = sum(piece == "b" for piece in pieces.values())
        side = Side.BLACK if black <= len(pieces) - black else Side.WHITE
    return discipline.setup(pieces, side)


def _list(value: Value, flipped: bool) -> list[str]:
    first, colon, last = value.text.partition(":")
    one = point_of(Value(first, value.at), flipped)
    if one == "pass":
        raise ReadError("a stone without a point", value.at)
    if not colon:
        return [one]
    other = point_of(Value(last, value.at), flipped)
    if other == "pass":
        raise ReadError(f"{value.text[:20]!r} is not a rectangle of points", value.at)
    columns = sorted((LETTERS.index(one[0]), LETTERS.index(other[0])))
    rows = sorted((int(one[1:]), int(other[1:])))
    return [
        LETTERS[column] + str(row)
        for column in range(columns[0], columns[1] + 1)
        for row in range(rows[0], rows[1] + 1)
    ]


def _variations(root: Node, flipped: bool) -> tuple[tuple[str, ...], ...]:
    """Every line but the main one, from the start; a line that names no points is left out."""
    found = []
    total = 0
    stack: list[tuple[Node, bool]] = [(root, True)]
    while stack:
        node, main = stack.pop()
        if not node.children and not main:
            line: list[Node] = []
            step: Node | None = node
            while step is not None:
                line.append(step)
                step = step.parent
            total += len(line)
            if total > MOST_VARIATION_PLIES:
                break
            try:
                found.append(tuple(item.text for one in reversed(line) for item in plies(one, flipped)))
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
    """The game as SGF, with its tags, comments, variations, and all that its tree holds. It ends in a line break."""
    names = {tag: name for name, tag in TAGS.items()}
    head = ["FF[4]GM[4]CA[UTF-8]AP[Flagfall]SZ[15]"]
    head += [f"{names[tag]}[{escaped(value)}]" for tag, value in game.tags.items() if tag in names]
    result, how = _WRITTEN[game.result], game.tags.get("Termination", "")
    head.append(f"RE[{result + how if _ENDED.fullmatch(result + how) else result}]")
    head.append(other_tags(game))
    pieces = game.start.pieces()
    for name, piece in (("AB", "b"), ("AW", "w")):
        points = [point for point in pieces if pieces[point] == piece]
        if points:
            head.append(name + "".join(f"[{written(point)}]" for point in points))
    if pieces:
        head.append(f"PL[{game.start.side.letter}]")
    if agrees(game):
        return "(;" + "".join(head) + root_text(game) + body(game) + ")\n"
    if game.comments:
        head.append("C[" + escaped("\n".join(game.comments)) + "]")
    first = 0 if game.start.side is Side.BLACK else 1
    branch = _Branch()
    branch.add([entry.move.text for entry in game.entries if entry.move is not None])
    for line in game.variations:
        branch.add(line)
    return "(;" + "".join(head) + branch.written(first, remarks(game)) + ")\n"


class _Branch:
    """Lines of play merged where they agree."""

    def __init__(self) -> None:
        self.after: dict[str, _Branch] = {}

    def add(self, line: Iterable[str]) -> None:
        branch = self
        for point in line:
            branch = branch.after.setdefault(point, _Branch())

    def written(self, first: int, told: list[tuple[str, ...]]) -> str:
        """The nodes, depth first; comments belong to the main line, which is the first line everywhere."""
        parts: list[str] = []
        waiting: list[str | tuple[_Branch, int, bool]] = [(self, 0, True)]
        while waiting:
            top = waiting.pop()
            if isinstance(top, str):
                parts.append(top)
                continue
            branch, ply, main = top
            ends = main and ply == len(told) and bool(branch.after)  # variations go on where the game does not
            several = ends or len(branch.after) > 1
            for number, (point, child) in reversed(list(enumerate(branch.after.items()))):
                on_main = main and number == 0 and not ends
                node = f";{'BW'[(ply + first) % 2]}[{written(point)}]"
                if on_main and ply < len(told) and told[ply]:
                    node += "C[" + escaped("\n".join(told[ply])) + "]"
                waiting += [")"] * several
                waiting += [(child, ply + 1, on_main), f"({node}" if several else node]
            waiting += ["(;)"] * ends
        return "".join(parts)
