"""Squares as a hand sees them: where they lie beside each other. Names are ``c3`` or, on 10x10, numbers."""


def coordinates(sq: str) -> tuple[int, int]:
    """Column from 0 at the left, row from 0 at White's edge.

    >>> coordinates("c3"), coordinates("46"), coordinates("1")
    ((2, 2), (0, 0), (1, 9))
    """
    if sq.isdigit():
        row, place = divmod(int(sq) - 1, 5)
        return place * 2 + (row + 1) % 2, 9 - row
    return "abcdefghijklmno".index(sq[0]), int(sq[1:]) - 1


def named(column: int, row: int, like: str) -> str | None:
    """The square there, named as ``like`` is; ``None`` off the board, and for the light squares of 10x10."""
    size = 10 if like.isdigit() else 8
    if not (0 <= column < size and 0 <= row < size):
        return None
    if not like.isdigit():
        return f"{'abcdefgh'[column]}{row + 1}"
    if (column + row) % 2:
        return None
    return str((9 - row) * 5 + column // 2 + 1)


def step(sq: str, across: int, up: int) -> str | None:
    """The square so many columns and rows away.

    >>> step("c3", 1, 1), step("32", -1, 1), step("a1", -1, 1)
    ('d4', '27', None)
    """
    column, row = coordinates(sq)
    return named(column + across, row + up, sq)


def neighbours(point: str) -> tuple[str, ...]:
    """The points around one of renju's 15x15.

    >>> neighbours("a1")
    ('a2', 'b1', 'b2')
    """
    column, row = coordinates(point)
    around = [(column + across, row + up) for across in (-1, 0, 1) for up in (-1, 0, 1) if across or up]
    return tuple(f"{'abcdefghijklmno'[x]}{y + 1}" for x, y in around if 0 <= x < 15 and 0 <= y < 15)


def between(start: str, end: str) -> tuple[str, ...]:
    """The squares strictly between two squares of one diagonal; none for any other two."""
    (column, row), (to_column, to_row) = coordinates(start), coordinates(end)
    across, up = to_column - column, to_row - row
    if abs(across) != abs(up):
        return ()
    found = (step(start, n * (1 if across > 0 else -1), n * (1 if up > 0 else -1)) for n in range(1, abs(across)))
    return tuple(sq for sq in found if sq is not None)


def last_row(sq: str, white: bool) -> bool:
    """Whether a man of this side would be crowned on ``sq``."""
    return coordinates(sq)[1] == ((9 if sq.isdigit() else 7) if white else 0)
