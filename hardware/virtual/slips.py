"""Irregularities on request: what a hand does that breaks 5.4.13.2, and how the board is put right after a demand.

Each function takes the position, the move that will be (or should have been) played, a `random.Random` and a style, and
gives a `Slip`, or ``None`` where the position offers no such irregularity. ``SLIPS`` names them by their kind.
"""

from collections.abc import Callable, Mapping
from random import Random

import msgspec

from hardware.virtual.grid import between, last_row, step
from hardware.virtual.hand import MEASURED, Action, Pieces, Script, Style, actions, board_after, later, make
from rules.door import Position
from rules.move import Move
from rules.side import Side


class Slip(msgspec.Struct, frozen=True, kw_only=True):
    """An irregularity that a hand commits.

    ``kind`` is the finding it should lead to, ``by`` who commits it. ``back_to`` is the board to restore when the
    opponent demands it; ``replay``: the move is still to be played after that. ``stands``: a legal move was made beside
    the irregularity, so the game may go on without a correction.
    """

    kind: str
    by: Side
    actions: tuple[Action, ...]
    back_to: Mapping[str, str]
    replay: bool = True
    stands: bool = False


Maker = Callable[[Position, Move, Random, Style], Slip | None]


def correction(position: Position, slip: Slip, move: Move, rng: Random, style: Style = MEASURED) -> tuple[Action, ...]:
    """What follows a demand: the opponent presses the clock back, the offender puts the board right, plays ``move``.

    ``position`` is the one before the slip. Ends with the offender's press; times count from the end of the slip.
    """
    script = Script(board_after(position.pieces(), slip.actions), rng)
    script.rest((1_200, 3_000))
    script.press(slip.by.other)
    script.rest((500, 1_200))
    script.put_right(slip.back_to, style)
    if not slip.replay:
        script.rest(style.press_ms)
        script.press(slip.by)
        return tuple(script.actions)
    return (*script.actions, *later(actions(position, move, rng, style), script.t_ms))


def restore(shown: Pieces, wanted: Pieces, rng: Random, style: Style = MEASURED) -> tuple[Action, ...]:
    """The lifts and places that turn the board ``shown`` into ``wanted``; no press."""
    script = Script(shown, rng)
    script.put_right(wanted, style)
    return tuple(script.actions)


def capture_missed(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A quiet move though a capture is due."""
    if not position.legal_moves()[0].captured:
        return None
    return pressed(position, "capture-missed", _one(_forward(position), rng), rng, style)


def illegal_move(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A man goes backwards, where no capture is due."""
    if position.legal_moves()[0].captured:
        return None
    return pressed(position, "illegal-move", _one(_steps(position, position.side, ahead=False), rng), rng, style)


def opponents_piece_moved(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A man of the opponent is moved."""
    return pressed(
        position, "opponents-piece-moved", _one(_steps(position, position.side.other, ahead=True), rng), rng, style
    )


def pressed_without_moving(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The clock is pressed, and nothing was moved."""
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    script.press(position.side)
    return slipped("pressed-without-moving", position, script)


def piece_removed(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A man of the opponent is taken off without any capture, and the clock is pressed."""
    if position.legal_moves()[0].captured:
        return None
    return removal(position, "piece-removed", None, _men(position.pieces(), position.side.other), rng, style)


def wrong_number_captured(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """One man more than was taken comes off, beside a capture."""
    if not move.captured:
        return None
    others = [sq for sq in _men(position.pieces(), position.side.other) if sq not in move.captured]
    return removal(position, "wrong-number-captured", move, others, rng, style)


def captured_left_on(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A capture of several men, of which one is left on the board at the press."""
    if len(move.captured) < 2:
        return None
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    make(script, position, move, style, leave=(rng.choice(move.captured),))
    script.rest(style.press_ms)
    script.press(position.side)
    return slipped("wrong-number-captured", position, script)


def wrong_piece_captured(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The right number of men, one of them the wrong one."""
    if not move.captured:
        return None
    others = [sq for sq in _men(position.pieces(), position.side.other) if sq not in move.captured]
    if not others:
        return None
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    make(script, position, move, style, leave=(rng.choice(move.captured),))
    script.rest(style.air_ms)
    script.lift(rng.choice(others))
    script.rest(style.press_ms)
    script.press(position.side)
    return slipped("wrong-piece-captured", position, script)


def own_piece_removed(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """After a capture a man of one's own comes off too."""
    if not move.captured:
        return None
    own = [sq for sq in _men(position.pieces(), position.side) if sq not in (move.start, move.end)]
    return removal(position, "own-piece-removed", move, own, rng, style)


def capture_interrupted(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The piece stops at the first landing of a longer capture; only the first man comes off."""
    if len(move.captured) < 2 or len(move.path) < 3:
        return None
    landing = move.path[1]
    first = [sq for sq in between(move.start, landing) if sq in move.captured]
    before = position.pieces()
    if not first or landing in before:
        return None
    script = Script(before, rng)
    script.rest(style.think_ms)
    piece = script.lift(move.start)
    script.rest(style.air_ms)
    script.place(landing, piece)
    script.rest(style.air_ms)
    script.lift(first[0])
    script.rest(style.press_ms)
    script.press(position.side)
    return slipped("capture-interrupted", position, script)


def two_moves_in_a_row(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """After the move and its press, another one of the same side before the reply."""
    after = position.apply(move)
    if after.outcome() is not None:
        return None
    again = [one for one in after.with_side(position.side).legal_moves() if not one.captured and not one.promotes]
    again = [one for one in again if (one.start, one.end) != (move.end, move.start)]  # that would be a move taken back
    if not again:
        return None
    played = actions(position, move, rng, style)
    second = rng.choice(again)
    script = Script(after.pieces(), rng, played[-1].t_ms)
    script.rest((400, 1_000))
    piece = script.lift(second.start)
    script.rest(style.air_ms)
    script.place(second.end, piece)
    return Slip(
        kind="two-moves-in-a-row",
        by=position.side,
        actions=(*played, *script.actions),
        back_to=after.pieces(),
        replay=False,
    )


def touched_piece(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """Another man that could move is lifted for `Style.touch_ms`, put back, and ``move`` is played."""
    starts = sorted({one.start for one in position.legal_moves()} - {move.start})
    if not starts or starts == [""]:
        return None
    other = rng.choice(starts)
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    piece = script.lift(other)
    script.t_ms += style.touch_ms
    script.place(other, piece)
    script.rest((300, 900))
    played = later(actions(position, move, rng, style), script.t_ms)
    return Slip(
        kind="touch-move",
        by=position.side,
        actions=(*script.actions, *played),
        back_to=position.pieces(),
        stands=True,
    )


def move_retracted(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The piece rests on another legal square of its own for `Style.rest_hold_ms`, then plays ``move``."""
    if move.captured:
        return None
    others = [one for one in position.legal_moves() if one.start == move.start and one.end != move.end]
    others = [one for one in others if not one.promotes and not one.captured]
    if not others:
        return None
    first = rng.choice(others)
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    piece = script.lift(first.start)
    script.rest(style.air_ms)
    script.place(first.end, piece)
    script.t_ms += style.rest_hold_ms
    script.lift(first.end)
    script.rest(style.air_ms)
    script.place(move.end, piece)
    script.put_right(position.apply(move).pieces(), style)
    script.rest(style.press_ms)
    script.press(position.side)
    return Slip(
        kind="move-retracted",
        by=position.side,
        actions=tuple(script.actions),
        back_to=position.pieces(),
        stands=True,
    )


def king_not_crowned(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A man reaches the last row and is not made a king. May be put right until the game ends."""
    if not move.promotes:
        return None
    plain = msgspec.structs.replace(style, crowns=False)
    return Slip(
        kind="king-not-crowned",
        by=position.side,
        actions=actions(position, move, rng, plain),
        back_to=position.apply(move).pieces(),
        replay=False,
        stands=True,
    )


SLIPS: Mapping[str, tuple[Maker, ...]] = {
    "capture-missed": (capture_missed,),
    "illegal-move": (illegal_move,),
    "opponents-piece-moved": (opponents_piece_moved,),
    "pressed-without-moving": (pressed_without_moving,),
    "piece-removed": (piece_removed,),
    "wrong-number-captured": (captured_left_on, wrong_number_captured),
    "wrong-piece-captured": (wrong_piece_captured,),
    "own-piece-removed": (own_piece_removed,),
    "capture-interrupted": (capture_interrupted,),
    "two-moves-in-a-row": (two_moves_in_a_row,),
    "touch-move": (touched_piece,),
    "move-retracted": (move_retracted,),
    "king-not-crowned": (king_not_crowned,),
}
"""The makers of each kind, the likelier one first. Draughts only, but for those that fit any board."""


def slip(kind: str, position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A slip of this kind, if the position and the move allow one."""
    for maker in SLIPS[kind]:
        made = maker(position, move, rng, style)
        if made is not None:
            return made
    return None


def _men(pieces: Pieces, side: Side) -> list[str]:
    man = side.letter.lower()
    return [sq for sq, piece in pieces.items() if piece == man]


def _steps(position: Position, side: Side, *, ahead: bool) -> list[tuple[str, str]]:
    """Single steps of this side's men to empty squares, forwards or backwards, never to their last row."""
    pieces = position.pieces()
    up = 1 if (side is Side.WHITE) is ahead else -1
    found = []
    for sq in _men(pieces, side):
        for across in (-1, 1):
            end = step(sq, across, up)
            if end is not None and end not in pieces and not last_row(end, side is Side.WHITE):
                found.append((sq, end))
    return found


def _forward(position: Position) -> list[tuple[str, str]]:
    return _steps(position, position.side, ahead=True)


def _one(steps: list[tuple[str, str]], rng: Random) -> tuple[str, str] | None:
    return rng.choice(steps) if steps else None


def pressed(position: Position, kind: str, way: tuple[str, str] | None, rng: Random, style: Style) -> Slip | None:
    """A piece goes from one square to another, and the clock is pressed."""
    if way is None:
        return None
    start, end = way
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    piece = script.lift(start)
    script.rest(style.air_ms)
    script.place(end, piece)
    script.rest(style.press_ms)
    script.press(position.side)
    return slipped(kind, position, script)


def removal(
    position: Position, kind: str, move: Move | None, choices: list[str], rng: Random, style: Style
) -> Slip | None:
    """``move``, if there is one, then one man of ``choices`` comes off, and the clock is pressed."""
    if not choices:
        return None
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    if move is not None:
        make(script, position, move, style)
        script.rest(style.air_ms)
    script.lift(rng.choice(choices))
    script.rest(style.press_ms)
    script.press(position.side)
    return slipped(kind, position, script)


def slipped(kind: str, position: Position, script: Script) -> Slip | None:
    """The slip, unless the board came out as a legal move would have left it: then nobody could tell."""
    if any(script.board == position.apply(move).pieces() for move in position.legal_moves()):
        return None
    return Slip(kind=kind, by=position.side, actions=tuple(script.actions), back_to=position.pieces())
