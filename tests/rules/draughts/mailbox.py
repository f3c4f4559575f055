"""A slow, independent move generator for draughts: a square by square reading of the rules, no masks, no shared code.

A board is a dict from (column, row) to ``w b W B``; rows are counted from the top, dark squares have an odd sum.
"""

DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def board_of(pieces, size, algebraic):
    return {square_of(name, size, algebraic): piece for name, piece in pieces.items()}


def square_of(name, size, algebraic):
    if algebraic:
        return ord(name[0]) - ord("a"), size - int(name[1:])
    number = int(name) - 1
    row, place = divmod(number, size // 2)
    return 2 * place + (1 if row % 2 == 0 else 0), row


def name_of(square, size, algebraic):
    column, row = square
    if algebraic:
        return f"{chr(ord('a') + column)}{size - row}"
    return str(row * (size // 2) + column // 2 + 1)


def moves(board, white, size, *, passing, majority):
    """The set of (start, end, frozenset of men taken, crowned) that the rules allow."""
    own = "wW" if white else "bB"
    last = 0 if white else size - 1
    found = []
    for square, piece in board.items():
        if piece in own:
            rest = {key: value for key, value in board.items() if key != square}
            for end, taken, crowned in chains(rest, square, piece.isupper(), white, size, frozenset(), False, passing):
                if not passing and piece.islower() and end[1] == last:
                    crowned = True
                found.append((square, end, taken, crowned))
    if found and majority:
        most = max(len(move[2]) for move in found)
        found = [move for move in found if len(move[2]) == most]
    if not found:
        for square, piece in board.items():
            if piece not in own:
                continue
            for dx, dy in DIAGONALS:
                if piece.islower() and dy != (-1 if white else 1):
                    continue
                x, y = square[0] + dx, square[1] + dy
                while 0 <= x < size and 0 <= y < size and (x, y) not in board:
                    found.append((square, (x, y), frozenset(), piece.islower() and y == last))
                    if piece.islower():
                        break
                    x, y = x + dx, y + dy
    return set(found)


def jumps(board, square, king, white, size, taken):
    """(victim, list of landing squares) in every direction."""
    enemy = "bB" if white else "wW"
    for dx, dy in DIAGONALS:
        x, y = square[0] + dx, square[1] + dy
        while king and 0 <= x < size and 0 <= y < size and (x, y) not in board:
            x, y = x + dx, y + dy
        if board.get((x, y), "?") not in enemy or (x, y) in taken:
            continue
        victim, landings = (x, y), []
        x, y = x + dx, y + dy
        while 0 <= x < size and 0 <= y < size and (x, y) not in board:
            landings.append((x, y))
            if not king:
                break
            x, y = x + dx, y + dy
        if landings:
            yield victim, landings


def chains(board, square, king, white, size, taken, crowned, passing):
    """Every complete capture from ``square``: end, men taken, whether crowned on the way."""
    last = 0 if white else size - 1
    for victim, landings in jumps(board, square, king, white, size, taken):
        now = taken | {victim}
        onward = []
        for landing in landings:
            turned = not king and passing and landing[1] == last
            state = (king or turned, crowned or turned)
            onward.append((landing, state, list(chains(board, landing, state[0], white, size, now, state[1], passing))))
        if any(rest for _, _, rest in onward):
            for _, _, rest in onward:
                yield from rest
        else:
            for landing, state, _ in onward:
                yield landing, now, state[1]
