"""Why a point is forbidden to Black, or is not: the rows, fours and threes that a stone there makes, stone by stone."""

from collections.abc import Iterable

import msgspec

from rules.errors import NotationError
from rules.renju.lines import LINES, is_straight_four, run
from rules.renju.points import CELL_OF, NAME_OF
from rules.renju.verdicts import KINDS, MAKES_FIVE, Reading, board_of, cells_of, is_article, judge


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """An unbroken row of five stones or more, the new one among them."""

    stones: tuple[str, ...]


class Four(msgspec.Struct, frozen=True, kw_only=True):
    """Four stones that one more makes a five; ``completed_by`` holds one point, or two for an open four."""

    stones: tuple[str, ...]
    completed_by: tuple[str, ...]


class Three(msgspec.Struct, frozen=True, kw_only=True):
    """Three stones that one more may make a straight four.

    ``extended_by`` maps each point where it would to the verdict on that move: ``legal``, ``five`` or the foul.
    ``real``: one of these moves is permitted, so that the three counts.
    """

    stones: tuple[str, ...]
    extended_by: dict[str, str]
    real: bool


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on a black stone on ``point``, and what it rests on.

    ``verdict`` is ``legal``, ``five``, ``overline``, ``double-four`` or ``double-three``; ``other`` is the verdict in
    the other reading, and the point is disputed where the two differ.
    """

    point: str
    reading: str
    verdict: str
    other: str
    rows: tuple[Row, ...] = ()
    fours: tuple[Four, ...] = ()
    threes: tuple[Three, ...] = ()

    @property
    def disputed(self) -> bool:
        """Whether the two readings differ."""
        return self.verdict != self.other

    @property
    def stones(self) -> tuple[str, ...]:
        """Every stone of the rows, fours and real threes, the new one among them, each once."""
        groups = [row.stones for row in self.rows] + [four.stones for four in self.fours]
        groups += [three.stones for three in self.threes if three.real]
        return tuple(dict.fromkeys(stone for group in groups for stone in group))


def explain(black: Iterable[str], white: Iterable[str], point: str, reading: Reading = "article") -> Explanation:
    """Why a black stone on the empty ``point`` is what it is. Raises `NotationError`.

    >>> why = explain(["i8", "j8", "h9", "h10"], [], "h8")
    >>> why.verdict, [three.stones for three in why.threes]
    ('double-three', [('h8', 'i8', 'j8'), ('h8', 'h9', 'h10')])
    """
    black_cells, white_cells = cells_of(black, white)
    cell = CELL_OF.get(point)
    if cell is None or cell in black_cells or cell in white_cells:
        raise NotationError(f"{point!r} is not an empty point", text=point)
    five_permits = is_article(reading)
    words = board_of(black_cells, white_cells)
    verdict, other = judge(words, cell, five_permits), judge(words, cell, not five_permits)
    after = board_of([*black_cells, cell], white_cells)
    rows: list[Row] = []
    fours: list[Four] = []
    threes: list[Three] = []
    for number, line in enumerate(LINES):
        if cell in line:
            place = line.index(cell)
            low, high = run(after[number] & 0x7FFF, place)
            if high - low >= 4:
                rows.append(Row(stones=_names(line, range(low, high + 1))))
            fours += _fours(line, after[number], place)
            three = _three(line, after, number, place, five_permits)
            if three is not None:
                threes.append(three)
    return Explanation(
        point=point,
        reading=reading,
        verdict=word(verdict),
        other=word(other),
        rows=tuple(rows),
        fours=tuple(fours),
        threes=tuple(threes),
    )


def word(verdict: int) -> str:
    """The name of a verdict of `rules.renju.verdicts.judge`."""
    return "five" if verdict == MAKES_FIVE else KINDS.get(verdict, "legal")


def _names(line: tuple[int, ...], places: Iterable[int]) -> tuple[str, ...]:
    return tuple(NAME_OF[line[place]] for place in places)


def _fours(line: tuple[int, ...], bits: int, place: int) -> list[Four]:
    black, blocked = bits & 0x7FFF, bits >> 16
    completions: dict[tuple[int, ...], list[int]] = {}
    for other in range(len(line)):
        if (black | blocked) >> other & 1:
            continue
        low, high = run(black | 1 << other, place)
        if high - low == 4 and low <= other <= high:
            stones = tuple(at for at in range(low, high + 1) if at != other)
            completions.setdefault(stones, []).append(other)
    return [
        Four(stones=_names(line, stones), completed_by=_names(line, others)) for stones, others in completions.items()
    ]


def _three(line: tuple[int, ...], words: list[int], number: int, place: int, five_permits: bool) -> Three | None:
    black, blocked = words[number] & 0x7FFF, words[number] >> 16
    stones: tuple[int, ...] = ()
    extended: dict[str, str] = {}
    real = False
    for other in range(len(line)):
        if (black | blocked) >> other & 1:
            continue
        low, high = run(black | 1 << other, place)
        if high - low != 3 or not low <= other <= high or not is_straight_four(len(line), black, low, high):
            continue
        if blocked >> low - 1 & 1 or blocked >> high + 1 & 1:
            continue
        stones = tuple(at for at in range(low, high + 1) if at != other)
        verdict = judge(words, line[other], five_permits)
        extended[NAME_OF[line[other]]] = word(verdict)
        real = real or not verdict or (five_permits and verdict == MAKES_FIVE)
    return Three(stones=_names(line, stones), extended_by=extended, real=real) if extended else None
