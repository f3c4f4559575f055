"""Dead positions (FIDE 5.2.2): no series of legal moves can lead to a mate.

Two cases are decided: too little material on the board, and kings shut off by pawns that can never move. Other dead
positions are possible and are not claimed to be found.
"""

import chess

MOST_POSITIONS = 10_000
"""The kings of a locked position can stand in fewer ways than this."""


def is_dead(board: chess.Board) -> bool:
    """Whether the position is dead by material, or locked."""
    return board.is_insufficient_material() or _is_locked(board)


def _is_locked(board: chess.Board) -> bool:
    """Whether only kings can ever move and no pawn can ever be taken: every position of theirs is looked at."""
    if board.occupied & ~(board.kings | board.pawns) or not board.pawns or board.ep_square is not None:
        return False
    for square in chess.scan_forward(board.pawns):
        ahead = square + (8 if board.color_at(square) else -8)
        if not board.pawns >> ahead & 1:
            return False
    first = board.copy(stack=False)
    seen = {(first.kings & first.occupied_co[True], first.kings & first.occupied_co[False], first.turn)}
    waiting = [first]
    while waiting:
        one = waiting.pop()
        for move in one.legal_moves:
            if one.is_capture(move) or one.piece_type_at(move.from_square) != chess.KING:
                return False
            after = one.copy(stack=False)
            after.push(move)
            key = after.kings & after.occupied_co[True], after.kings & after.occupied_co[False], after.turn
            if key not in seen:
                seen.add(key)
                waiting.append(after)
        if one.is_checkmate() or len(seen) > MOST_POSITIONS:
            return False
    return True
