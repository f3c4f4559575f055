"""The game database of RenjuNet (.rif): XML with tables of players, tournaments and rules before the games.

The data may be used off line only; Flagfall reads what its user has and ships none of it.
"""

from collections.abc import Iterator
from xml.parsers import expat

from rules.renju.discipline import Renju
from rules.renju.files.game import RENJU, Game, Item, ReadError, build
from rules.renju.points import CELL_OF

_RESULTS = {"1": "0-1", "1.0": "0-1", "0.5": "1/2-1/2", ".5": "1/2-1/2", "0": "1-0", "0.0": "1-0"}
"""``bresult`` counts Black's points; Flagfall's results name White first."""

_TABLES = {"player": "players", "tournament": "tournaments", "rule": "rules", "opening": "openings"}
_TAGS = {
    "round": "Round",
    "alt": "Alternatives",
    "swap": "Swap",
    "btime": "BlackTime",
    "wtime": "WhiteTime",
    "publisher": "Publisher",
    "id": "Id",
}
CHUNK = 65_536


def read(data: str | bytes, discipline: Renju = RENJU) -> Iterator[Game]:
    """The games of a database, in its order; memory stays that of the tables and one chunk."""
    reader = _Reader(discipline)
    whole = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
    parser = expat.ParserCreate(None if isinstance(data, bytes) else "utf-8")
    parser.StartElementHandler = reader.begin
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = reader.refuse_entity
    reader.parser = parser
    for at in range(0, len(whole) + 1, CHUNK):
        try:
            parser.Parse(whole[at : at + CHUNK], at + CHUNK > len(whole))
        except expat.ExpatError as error:
            yield from reader.take()
            yield reader.broken(f"not XML: {expat.errors.messages[error.code]}", error.lineno, error.offset + 1)
            return
        except ReadError as error:
            yield from reader.take()
            yield reader.broken(error.message, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
            return
        yield from reader.take()
    if not reader.seen_root:
        yield reader.broken("no database element found", 1, 1)


class _Reader:
    """What has been read of the document."""

    def __init__(self, discipline: Renju) -> None:
        self.discipline = discipline
        self.parser: expat.XMLParserType | None = None
        self.seen_root = False
        self.tables: dict[str, dict[str, str]] = {name: {} for name in _TABLES.values()}
        self.game: dict[str, str] | None = None
        self.inside = ""
        self.moves: list[tuple[str, int, int]] = []
        self.pieces: list[tuple[str, int, int]] = []
        self.info: list[str] = []
        self.done: list[Game] = []

    def take(self) -> list[Game]:
        """The games that are complete, once."""
        found, self.done = self.done, []
        return found

    def refuse_entity(self, *_: object) -> None:
        """Entities can blow a small file up to any size."""
        raise ReadError("the document declares entities", 0)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        if not self.seen_root and name != "database":
            raise ReadError(f"the document is <{name[:40]}>; expected <database>", 0)
        self.seen_root = True
        if name == "game":
            self.game, self.moves, self.pieces, self.info = attributes, [], [], []
        elif name in _TABLES and self.game is None and "id" in attributes:
            parts = [attributes.get("name", ""), attributes.get("surname", "")]
            title = " ".join(part for part in parts if part) or attributes.get("abbr", "")
            self.tables[_TABLES[name]][attributes["id"]] = title
        self.inside = name if self.game is not None and name in ("move", "info") else ""

    def text(self, data: str) -> None:
        """Characters."""
        if self.inside == "info":
            self.info.append(data)
        elif self.inside == "move":
            assert self.parser is not None
            self.pieces.append((data, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1))

    def _words(self) -> Iterator[tuple[str, int, int]]:
        """The words of the move element with their lines and columns; a word may be split over pieces."""
        word = ""
        at_line, at_column = 0, 0
        for data, line, column in self.pieces:
            for letter in data:
                if letter.isspace():
                    if word:
                        yield word, at_line, at_column
                    word = ""
                else:
                    if not word:
                        at_line, at_column = line, column
                    word += letter
                line, column = (line + 1, 1) if letter == "\n" else (line, column + 1)
        if word:
            yield word, at_line, at_column

    def end(self, name: str) -> None:
        """An element ends."""
        if self.inside == "move":
            self.moves += self._words()
            self.pieces = []
        if name == "game" and self.game is not None:
            self.done.append(self._built(self.game))
            self.game = None
        self.inside = ""

    def _built(self, attributes: dict[str, str]) -> Game:
        tags = {}
        for key, table, tag in (
            ("black", "players", "Black"),
            ("white", "players", "White"),
            ("tournament", "tournaments", "Event"),
            ("rule", "rules", "Rules"),
            ("opening", "openings", "Opening"),
        ):
            if key in attributes:
                tags[tag] = self.tables[table].get(attributes[key]) or attributes[key]
        tags |= {tag: attributes[key] for key, tag in _TAGS.items() if attributes.get(key)}
        places = [(line, column) for _, line, column in self.moves]
        items = [Item(word.lower(), number) for number, (word, _, _) in enumerate(self.moves)]
        error = None
        for number, item in enumerate(items):
            if item.text not in CELL_OF and item.text not in ("pass", "-", "--"):
                error = ReadError(f"{item.text[:40]!r} is not a point; expected a1 to o15", number)
                items = items[:number]
                break
        info = "".join(self.info).strip()
        return build(
            items,
            lambda at: places[at],
            discipline=self.discipline,
            tags=tags,
            result=_RESULTS.get(attributes.get("bresult", "").strip(), "*"),
            comments=(info,) if info else (),
            error=error,
        )

    def broken(self, message: str, line: int, column: int) -> Game:
        """The game that stands for a document that cannot be read on."""
        return build([], lambda _: (line, column), discipline=self.discipline, error=ReadError(message, 0))
