"""Irregularities of chess on request. See `hardware.virtual.slips`."""

from collections.abc import Mapping
from random import Random

from hardware.virtual.hand import MEASURED, Script, Style
from hardware.virtual.slips import (
    Maker,
    Slip,
    move_retracted,
    pressed,
    pressed_without_moving,
    removal,
    touched_piece,
    two_moves_in_a_row,
)
from rules.door import Position
from rules.move import Move
from rules.side import Side


def illegal_move(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A piece goes to an empty square where it may not go."""
    return _carried(position, "illegal-move", position.side, rng, style)


def opponents_piece_moved(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A piece of the opponent goes to an empty square."""
    return _carried(position, "opponents-piece-moved", position.side.other, rng, style)


def piece_removed(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A piece of the opponent comes off beside a move that takes nothing."""
    if move.captured:
        return None
    others = [sq for sq in _of(position, position.side.other) if position.pieces()[sq] not in "Kk"]
    return removal(position, "piece-removed", move, others, rng, style)


def pawn_not_replaced(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A pawn reaches its last row and stays a pawn."""
    if not move.promotes or not move.text.endswith("q") or move.captured:
        return None
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    script.place(move.end, script.lift(move.start))
    script.rest(style.press_ms)
    script.press(position.side)
    return Slip(
        kind="illegal-move",
        by=position.side,
        actions=tuple(script.actions),
        back_to=position.apply(move).pieces(),
        replay=False,
        stands=True,
    )


CHESS_SLIPS: Mapping[str, tuple[Maker, ...]] = {
    "illegal-move": (illegal_move, pawn_not_replaced),
    "opponents-piece-moved": (opponents_piece_moved,),
    "pressed-without-moving": (pressed_without_moving,),
    "piece-removed": (piece_removed,),
    "two-moves-in-a-row": (two_moves_in_a_row,),
    "touch-move": (touched_piece,),
    "move-retracted": (move_retracted,),
}
"""The makers of each kind, the likelier one first."""


def _of(position: Position, side: Side) -> list[str]:
    return [sq for sq, piece in position.pieces().items() if piece.isupper() is (side is Side.WHITE)]


def _carried(position: Position, kind: str, side: Side, rng: Random, style: Style) -> Slip | None:
    before = position.pieces()
    empty = [sq for sq in position.discipline.squares if sq not in before]
    if side is not position.side:  # a move that the opponent might make
        ways = [(m.start, m.end) for m in position.with_side(side).legal_moves() if not m.captured and not m.promotes]
    else:
        legal = {(move.start, move.end) for move in position.legal_moves()}
        ways = [(start, end) for start in _of(position, side) for end in empty if (start, end) not in legal]
        ways = [(start, end) for start, end in ways if before[start] not in "Pp" or end[1] not in "18"]
    return pressed(position, kind, rng.choice(ways) if ways else None, rng, style)
