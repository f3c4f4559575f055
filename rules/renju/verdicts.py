"""Which points are forbidden to Black (5.2.3, 5.2.4.2), exactly and with full recursion.

A point is judged in this order: an exact five wins and is never a foul; a row of six or more is an overline; two fours
or more are a double-four; two threes or more are a double-three. A three counts if it can be made a straight four by a
permitted move, and that move is judged the same way with the stone in place, as deep as it goes.

The two readings differ in one thing: whether a straight-four point that makes a five at the same time is such a move.
By ``article`` it is (5.2.4.2: not forbidden, so permitted), by ``rif`` it is not (the text of the international
federation). Points whose verdict depends on it are *disputed*.
"""

from collections.abc import Iterable
from typing import Final, Literal

from rules.errors import NotationError
from rules.renju.lines import COUNTS, EMPTY, FIVE, FOUR, LINES, OVERLINE, PLACES, TELLING, THREE
from rules.renju.lines import entry as entry_of
from rules.renju.lines import spans as spans_of
from rules.renju.points import CELL_OF, NAME_OF, SIZE

Reading = Literal["article", "rif"]
Kind = Literal["double-three", "double-four", "overline"]

KINDS: Final[dict[int, Kind]] = {1: "double-three", 2: "double-four", 3: "overline"}

NONE: Final = 0
DOUBLE_THREE: Final = 1
DOUBLE_FOUR: Final = 2
OVERLINE_FOUL: Final = 3
MAKES_FIVE: Final = 4


Verdicts = tuple[dict[int, int], list[int], list[int]]
"""Fouls by cell, the cells that make a five, the disputed cells."""


def board_of(black: Iterable[int], white: Iterable[int]) -> list[int]:
    """The board's words (`rules.renju.lines`) with stones on these cells."""
    words = EMPTY.copy()
    for cell in black:
        for line, place in PLACES[cell]:
            words[line] |= 1 << place
    for cell in white:
        for line, place in PLACES[cell]:
            words[line] |= 0x10000 << place
    return words


def values(words: list[int], cell: int) -> list[tuple[int, int, int]]:
    """What a black stone on an empty ``cell`` makes: (line, first place of the segment, value) for each line."""
    found: list[tuple[int, int, int]] = []
    for line, place in PLACES[cell]:
        word = words[line]
        black = word & 0x7FFF
        if black:
            for first, mask, top in spans_of(word >> 16):
                at = place - first
                if at >= 0 and mask >> at:
                    for other, value in entry_of(black >> first & mask | top):
                        if other == at:
                            found.append((line, first, value))
    return found


def judge(words: list[int], cell: int, five_permits: bool) -> int:
    """The verdict on a black stone on an empty ``cell``: `NONE`, a foul, or `MAKES_FIVE`.

    ``five_permits``: a straight-four point that makes a five counts (the reading ``article``). ``words`` is used as a
    scratch pad and left as it was.
    """
    found = values(words, cell)
    total = 0
    for _, _, value in found:
        total += value & COUNTS
    if total >= FIVE:
        return MAKES_FIVE
    if total >= OVERLINE:
        return OVERLINE_FOUL
    if total >= 2 * FOUR:
        return DOUBLE_FOUR
    if total & 15 < 2:
        return NONE
    for line, place in PLACES[cell]:
        words[line] |= 1 << place
    threes = 0
    for line, first, value in found:
        if value & THREE and straight_fours(words, line, first, value >> 16, five_permits):
            threes += 1
            if threes == 2:
                break
    for line, place in PLACES[cell]:
        words[line] ^= 1 << place
    return DOUBLE_THREE if threes >= 2 else NONE


def straight_fours(words: list[int], line: int, first: int, points: int, five_permits: bool) -> list[int]:
    """The cells among ``points`` where a permitted move makes the three a straight four."""
    cells = LINES[line]
    found: list[int] = []
    for place in range(first, SIZE):
        if points & 1:
            verdict = judge(words, cells[place], five_permits)
            if verdict == NONE or (five_permits and verdict == MAKES_FIVE):
                found.append(cells[place])
        points >>= 1
        if not points:
            break
    return found


def survey(words: list[int]) -> list[tuple[int, int]]:
    """(cell, what a black stone makes there) for the empty cells where it makes more than one four and one three."""
    totals = [0] * (16 * SIZE)
    telling: list[int] = []
    for number, word in enumerate(words):
        black = word & 0x7FFF
        if not black & (black - 1):
            continue
        for first, mask, top in spans_of(word >> 16):
            pattern = black >> first & mask
            if pattern & (pattern - 1):
                cells = LINES[number]
                for place, value in entry_of(pattern | top):
                    cell = cells[first + place]
                    before = totals[cell]
                    total = before + (value & COUNTS)
                    totals[cell] = total
                    if total & TELLING and not before & TELLING:
                        telling.append(cell)
    return [(cell, totals[cell]) for cell in telling]


def verdicts(words: list[int], five_permits: bool) -> Verdicts:
    """The whole board: fouls by cell, the cells that make a five, and the disputed cells."""
    found: dict[int, int] = {}
    fives: list[int] = []
    disputed: list[int] = []
    for cell, total in survey(words):
        if total >= FIVE:
            fives.append(cell)
        elif total >= OVERLINE:
            found[cell] = OVERLINE_FOUL
        elif total & 0xF0 > FOUR:
            found[cell] = DOUBLE_FOUR
        elif total & 15 > 1:
            verdict = judge(words, cell, five_permits)
            if verdict != judge(words, cell, not five_permits):
                disputed.append(cell)
            if verdict:
                found[cell] = verdict
    return found, fives, disputed


def cells_of(black: Iterable[str], white: Iterable[str]) -> tuple[list[int], list[int]]:
    """The cells of two lists of points in either case. Raises `NotationError` naming each that is none, or twice."""
    faults: list[str] = []
    seen: set[int] = set()
    lists: tuple[list[int], list[int]] = [], []
    for points, cells in zip((black, white), lists, strict=True):
        for point in points:
            cell = CELL_OF.get(point)
            if cell is None:
                cell = CELL_OF.get(point.strip().lower())
            if cell is None:
                faults.append(f"{point!r} is not a point; expected a1 to o15")
            elif cell in seen:
                faults.append(f"two stones on {point}")
            else:
                seen.add(cell)
                cells.append(cell)
    if faults:
        raise NotationError("; ".join(faults), text=faults[0].split("'")[1] if "'" in faults[0] else "")
    return lists


def is_article(reading: str) -> bool:
    """Whether ``reading`` is ``article`` and not ``rif``. Raises `NotationError` for anything else."""
    if reading not in ("article", "rif"):
        raise NotationError(f"unknown reading {reading!r}; expected article or rif", text=reading)
    return reading == "article"


def fouls(black: Iterable[str], white: Iterable[str], reading: Reading = "article") -> dict[str, Kind]:
    """Every point forbidden to Black with stones on these points, and why, in order of the points' names.

    >>> fouls(["i8", "j8", "h9", "h10"], [])
    {'h8': 'double-three'}
    """
    found, _, _ = verdicts(board_of(*cells_of(black, white)), is_article(reading))
    return {name: KINDS[found[CELL_OF[name]]] for name in sorted(NAME_OF[cell] for cell in found)}


def fouls_answer(black: Iterable[str], white: Iterable[str], reading: Reading = "article") -> dict[str, object]:
    """The answer of ``flagfall fouls``: the fouls, the points that make Black's five, and the disputed points.

    >>> fouls_answer(["h8", "g10", "f12", "g12", "h11", "h10", "h9"], ["h7"])["disputed"]
    ['i12']
    """
    found, fives, disputed = verdicts(board_of(*cells_of(black, white)), is_article(reading))
    return {
        "fouls": {name: KINDS[found[CELL_OF[name]]] for name in sorted(NAME_OF[cell] for cell in found)},
        "fives": sorted(NAME_OF[cell] for cell in fives),
        "disputed": sorted(NAME_OF[cell] for cell in disputed),
    }
