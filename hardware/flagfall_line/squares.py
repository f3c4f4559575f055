"""The squares of a Flagfall line's board, in its order: row by row from the top as White sees it, from the left."""

from board.sensing import Sensor, seen_as
from rules.draughts.discipline import Draughts
from rules.known import discipline, disciplines


def _draughts(size: int, algebraic: bool) -> frozenset[str]:
    """The disciplines of draughts on a board of that many rows, with squares named by letters or numbers."""
    every = {name: discipline(name) for name in disciplines()}
    return frozenset(
        name
        for name, one in every.items()
        if isinstance(one, Draughts) and (one.size, one.algebraic) == (size, algebraic)
    )


DRAUGHTS_8 = _draughts(8, algebraic=True)
DRAUGHTS_10 = _draughts(10, algebraic=False)
DISCIPLINES = DRAUGHTS_8 | DRAUGHTS_10 | {"renju", "chess"}

_CHESS_START = "rnbqkbnr" + "p" * 8 + "." * 32 + "P" * 8 + "RNBQKBNR"


def expected_points(discipline: str) -> tuple[int, ...]:
    """How many squares a board for ``discipline`` has: the playable ones alone, or every one."""
    if discipline in DRAUGHTS_8:
        return (32, 64)
    if discipline in DRAUGHTS_10:
        return (50, 100)
    return (225,) if discipline == "renju" else (64,)


def names(discipline: str, points: int) -> tuple[str | None, ...] | None:
    """The name of each square; ``None`` inside for a light square of draughts, ``None`` for a board that does not fit.

    >>> (names("russian", 32) or ())[:3], (names("international", 50) or ())[-1], (names("renju", 225) or ())[0]
    (('b8', 'd8', 'f8'), '50', 'a15')
    """
    if points not in expected_points(discipline):
        return None
    if points == 50:
        return tuple(str(number) for number in range(1, 51))
    side = {32: 8, 64: 8, 100: 10, 225: 15}[points]
    every = [_name(row, column, side) for row in range(side) for column in range(side)]
    dark = [(row + column) % 2 == 1 for row in range(side) for column in range(side)]
    if discipline in ("chess", "renju"):
        return tuple(every)
    if points == 32:
        return tuple(name for name, playable in zip(every, dark, strict=True) if playable)
    return tuple(name if playable else None for name, playable in zip(every, dark, strict=True))


def start(discipline: str, points: int, sensor: Sensor) -> str:
    """What a board that fits shows at the start of a game; on bare occupancy both ends look alike."""
    if discipline == "renju":
        return "." * 225
    if discipline == "chess":
        plain = _CHESS_START
    else:
        men, empty = (12, 8) if discipline in DRAUGHTS_8 else (20, 10)
        dark = iter("b" * men + "." * empty + "w" * men)
        plain = "".join(next(dark) if name else "." for name in names(discipline, points) or ())
    return "".join(seen_as(piece, sensor) for piece in plain)


def letters(discipline: str, sensor: Sensor) -> str:
    """What such a sensor may say of a square."""
    if sensor == "occupancy":
        return ".x"
    if sensor == "colour":
        return ".wb"
    return {"chess": ".PRNBKQprnbkq", "renju": ".wb"}.get(discipline, ".wbWB")


def _name(row: int, column: int, side: int) -> str:
    if side == 10:
        return str(row * 5 + column // 2 + 1)
    return f"{'abcdefghijklmno'[column]}{side - row}"
