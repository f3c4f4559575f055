"""PGN of chess games, read and written by ``chess.pgn``; games in the shape of `rules.pdn.Game`."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final, TextIO, cast

import chess
import chess.pgn

from rules.chess.discipline import Chess
from rules.chess.pgn_lines import Lines
from rules.chess.position import Position
from rules.encoding import decode
from rules.errors import FlagfallError, NotationError
from rules.move import Move
from rules.pdn.game import Entry, Fault, Played
from rules.pdn.text import result as normal_result

CHESS: Final = Chess()
_SETUP: Final = frozenset({"FEN", "SetUp", "Variant"})
_VARIANTS: Final = frozenset({"", "?", "chess", "standard", "from position", "normal", "chess960", "fischerandom"})


class Game(Played[Position], frozen=True, kw_only=True):
    """One game. ``tree`` is the game as ``chess.pgn`` has it, with its variations; ``None`` for one not from a file and
    for one whose moves have a fault, after which a tree holds what was never played."""

    discipline: Chess
    tree: chess.pgn.Game | None = None


class _Builder(chess.pgn.GameBuilder[chess.pgn.Game]):
    """Builds the game and notes where the first fault stands."""

    def __init__(self, lines: Lines) -> None:
        super().__init__()
        self.lines = lines
        self.fault: Fault | None = None
        self.token_at = 1
        self.token_line = (0, 0)
        self.lost = False
        self.values_at: dict[str, tuple[int, int]] = {}

    def begin_game(self) -> None:
        self.fault = None
        self.lost = False
        self.values_at = {}
        super().begin_game()

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self.values_at[tagname] = self.lines.number, max(0, self.lines.line.find(tagvalue)) + 1
        super().visit_header(tagname, tagvalue)

    def begin_parse_san(self, board: chess.Board, san: str) -> chess.pgn.SkipType | None:
        """Nothing is read of a game after a fault of its main line; a stray parenthesis does not bring it back."""
        return chess.pgn.SKIP if self.lost else super().begin_parse_san(board, san)

    def begin_variation(self) -> chess.pgn.SkipType | None:  # type: ignore[override]
        if self.lost:
            return chess.pgn.SKIP
        super().begin_variation()
        return None

    def end_variation(self) -> None:
        if len(self.variation_stack) > 1:
            super().end_variation()

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        if self.token_line != (self.lines.number, self.lines.before):
            self.token_line, self.token_at = (self.lines.number, self.lines.before), 1
        found = self.lines.line.find(san, self.token_at - 1)
        self.token_at = found + 1 if found >= 0 else self.token_at
        move = super().parse_san(board, san)
        if not move:
            raise chess.IllegalMoveError(f"{san} is no move of chess")
        self.token_at += len(san)
        return move

    def handle_error(self, error: Exception) -> None:
        self.lost = self.lost or len(self.variation_stack) == 1
        if self.fault is None:
            self.fault = Fault(str(error), max(1, self.lines.number), self.lines.before + self.token_at)


def read(source: str | bytes, discipline: Chess = CHESS) -> Iterator[Game]:
    """The games of a PGN text, in its order; what is wrong with a game is its ``error``, and the next is read."""
    lines = Lines(decode(source) if isinstance(source, bytes) else source)
    while True:
        builder = _Builder(lines)
        began = lines.number + 1
        try:
            tree = chess.pgn.read_game(cast(TextIO, lines), Visitor=partial(_same, builder))
        except ValueError as error:  # a NAG of thousands of digits
            builder.handle_error(error)
            tree = builder.result()
            while lines.readline().strip():
                pass
        if tree is None:
            return
        yield _game(tree, builder, began, discipline, *lines.taken())


def _first(*faults: Fault | None) -> Fault | None:
    return min(filter(None, faults), key=lambda fault: (fault.line, fault.column), default=None)


def _same(builder: _Builder) -> _Builder:
    return builder


def _game(
    tree: chess.pgn.Game,
    builder: _Builder,
    began: int,
    discipline: Chess,
    wrong: Fault | None,
    wrong_time: Fault | None,
) -> Game:
    tags = dict(tree.headers)
    fault = _first(builder.fault, wrong)
    start, playable = discipline.start(), True
    if tags.get("Variant", "").lower() not in _VARIANTS:
        told = f"the variant {tags['Variant']!r} is not played here; expected chess or Chess960"
        fault, playable = Fault(told, *builder.values_at.get("Variant", (began, 1))), False
    elif "FEN" in tags:
        try:
            discipline.position(tags["FEN"])
            start = discipline.position(tree.board().fen(en_passant="fen"))
        except (NotationError, ValueError) as error:
            line, column = builder.values_at.get("FEN", (began, 1))
            told = error.message if isinstance(error, NotationError) else str(error)
            inside = error.column if isinstance(error, NotationError) and error.column else 1
            fault, playable = Fault(told, line, column + inside - 1), False
    entries: list[Entry] = []
    position = start
    node: chess.pgn.GameNode = tree
    while playable and node.variations:
        node = node.variations[0]
        assert node.move is not None
        try:
            move = position.parse(position.board.uci(node.move))
        except FlagfallError as error:
            fault = fault or Fault(str(error), began, 1)
            break
        san = position.san(move)
        entries.append(
            Entry(
                move=move,
                text=san,
                comments=tuple(part for part in (node.starting_comment, node.comment) if part),
                nags=tuple(f"${nag}" for nag in sorted(node.nags)),
            )
        )
        position = position.apply(move)
    return Game(
        discipline=discipline,
        start=start,
        tags=tags,
        entries=tuple(entries),
        result=normal_result(tags.get("Result", "*")),
        comments=(tree.comment,) if tree.comment else (),
        error=_first(fault, wrong_time),
        tree=tree if fault is None else None,
    )


def from_moves(
    moves: Sequence[Move | str],
    *,
    tags: Mapping[str, str] | None = None,
    result: str = "*",
    start: Position | None = None,
    comments: Mapping[int, str] | None = None,
) -> Game:
    """A game of these moves, for `write`. ``comments`` by ply, from 1. Raises `IllegalMoveError` or `NotationError`."""
    first = start if start is not None else CHESS.start()
    position = first
    entries = []
    for ply, one in enumerate(moves, 1):
        move = position.parse(str(one))
        told = (comments or {}).get(ply)
        entries.append(Entry(move=move, text=position.san(move), comments=(told,) if told else ()))
        position = position.apply(move)
    return Game(discipline=first.discipline, start=first, tags=dict(tags or {}), entries=tuple(entries), result=result)


def write(game: Game) -> str:
    """The game as PGN, in its export format, followed by an empty line."""
    tree = game.tree
    if tree is None:
        tree = chess.pgn.Game()
        if game.start != CHESS.start():
            tree.setup(game.start.board)
        node: chess.pgn.GameNode = tree
        for entry in game.entries:
            assert entry.move is not None
            node = node.add_variation(
                node.board().parse_san(entry.text),
                comment=" ".join(entry.comments),
                nags=[int(nag[1:]) for nag in entry.nags],
            )
        for name, value in game.tags.items():
            if name not in _SETUP:  # what the start itself says, or what could not be read
                tree.headers[name] = " ".join(value.split())
        tree.comment = " ".join(game.comments)
        tree.headers["Result"] = game.result
    return tree.accept(chess.pgn.StringExporter()) + "\n\n"
