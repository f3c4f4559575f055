"""The definitions of 5.2.3-5.2.4 written out word by word over dictionaries: slow, plain, and independent of the room.

A stone is ``True`` for Black, ``False`` for White; a board maps (column, row), from 1, to stones.
"""

Point = tuple[int, int]
Board = dict[Point, bool]

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def point(name: str) -> Point:
    return "abcdefghijklmno".index(name[0]) + 1, int(name[1:])


def name(at: Point) -> str:
    return "abcdefghijklmno"[at[0] - 1] + str(at[1])


def on_board(at: Point) -> bool:
    return 1 <= at[0] <= 15 and 1 <= at[1] <= 15


def is_empty(board: Board, at: Point) -> bool:
    return on_board(at) and at not in board


def step(at: Point, direction: Point, count: int) -> Point:
    return at[0] + direction[0] * count, at[1] + direction[1] * count


def unbroken_row(board: Board, at: Point, direction: Point) -> list[Point]:
    """The black stones without a gap through ``at``, in order."""
    row = [at]
    while board.get(step(row[0], direction, -1)) is True:
        row.insert(0, step(row[0], direction, -1))
    while board.get(step(row[-1], direction, 1)) is True:
        row.append(step(row[-1], direction, 1))
    return row


def fours(board: Board, at: Point, direction: Point) -> set[frozenset[Point]]:
    """The sets of four stones, ``at`` among them, that one stone completes to an unbroken row of exactly five."""
    found = set()
    for count in range(-4, 5):
        other = step(at, direction, count)
        if is_empty(board, other):
            row = unbroken_row({**board, other: True}, other, direction)
            if len(row) == 5 and at in row:
                found.add(frozenset(row) - {other})
    return found


def is_open_four(board: Board, row: list[Point], direction: Point) -> bool:
    """An unbroken row of four that can be completed to exactly five at either end."""
    if len(row) != 4:
        return False
    for end in (step(row[0], direction, -1), step(row[-1], direction, 1)):
        if not is_empty(board, end) or len(unbroken_row({**board, end: True}, end, direction)) != 5:
            return False
    return True


def is_three(board: Board, at: Point, direction: Point, reading: str) -> bool:
    """Whether a permitted move makes the stones around ``at`` an open four."""
    for count in range(-3, 4):
        other = step(at, direction, count)
        if not is_empty(board, other):
            continue
        row = unbroken_row({**board, other: True}, other, direction)
        if at not in row or not is_open_four({**board, other: True}, row, direction):
            continue
        verdict = judge(board, other, reading)
        if verdict == "none" or (verdict == "five" and reading == "article"):
            return True
    return False


def judge(before: Board, at: Point, reading: str) -> str:
    """``none``, ``five``, ``overline``, ``double-four`` or ``double-three`` for a black stone on the empty ``at``."""
    board = {**before, at: True}
    lengths = [len(unbroken_row(board, at, direction)) for direction in DIRECTIONS]
    if 5 in lengths:
        return "five"
    if max(lengths) > 5:
        return "overline"
    if sum(len(fours(board, at, direction)) for direction in DIRECTIONS) >= 2:
        return "double-four"
    if sum(is_three(board, at, direction, reading) for direction in DIRECTIONS) >= 2:
        return "double-three"
    return "none"
