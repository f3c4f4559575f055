"""Irregularities of renju on request (5.2.4.1, 5.2.5, 5.3.8.2-3). See `hardware.virtual.slips`."""

from collections.abc import Mapping
from functools import partial
from random import Random

from hardware.virtual.grid import neighbours
from hardware.virtual.hand import MEASURED, Script, Style, actions, later
from hardware.virtual.slips import Maker, Slip, slipped
from rules.door import Position
from rules.move import Move
from rules.side import Side


def opponents_stone(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A stone of the opponent's colour is placed."""
    return _stones("opponents-stone", position, ((move.end, position.side.other),), 0, rng, style)


def two_stones(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """Two stones are placed at one turn."""
    other = _elsewhere(position, move, rng)
    if other is None:
        return None
    return _stones("impossible-move", position, ((move.end, position.side), (other, position.side)), 900, rng, style)


def between_points(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A stone stands between two points, and both sensors feel it."""
    near = _near(position, move)
    if not near:
        return None
    both = ((move.end, position.side), (rng.choice(near), position.side))
    return _stones("unclear-move", position, both, 30, rng, style)


def moved_after_placing(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The stone rests on another point for `Style.rest_hold_ms`, then goes to its own."""
    other = _elsewhere(position, move, rng)
    if other is None or _ends(position, other):
        return None
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    script.place(other, position.side.letter.lower())
    script.t_ms += style.rest_hold_ms
    stone = script.lift(other)
    script.rest(style.air_ms)
    script.place(move.end, stone)
    script.rest(style.press_ms)
    script.press(position.side)
    return Slip(
        kind="stone-moved-after-placing",
        by=position.side,
        actions=tuple(script.actions),
        back_to=position.pieces(),
        stands=True,
    )


def stones_displaced(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """Two stones are pushed off their points and put back; then the move is played."""
    before = position.pieces()
    if len(before) < 3 or not move.end:
        return None
    script = Script(before, rng)
    script.rest(style.think_ms)
    for sq in rng.sample(sorted(before), 2):
        script.rest(style.air_ms)
        script.lift(sq)
    script.t_ms += 1_500
    script.put_right(before, style)
    played = later(actions(position, move, rng, style), script.t_ms)
    return Slip(
        kind="stones-displaced",
        by=position.side,
        actions=(*script.actions, *played),
        back_to=before,
        stands=True,
    )


def before_the_press(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The opponent places his stone before the clock is pressed; then both press."""
    after = position.apply(move)
    replies = [reply for reply in after.legal_moves() if reply.end] if after.outcome() is None else []
    if not replies or not move.end:
        return None
    reply = rng.choice(replies)
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    script.place(move.end, position.side.letter.lower())
    script.t_ms += 900
    script.place(reply.end, position.side.other.letter.lower())
    script.rest(style.press_ms)
    script.press(position.side)
    script.rest((700, 1_500))
    script.press(position.side.other)
    return Slip(
        kind="moved-before-opponents-press",
        by=position.side.other,
        actions=tuple(script.actions),
        back_to=after.pieces(),
        replay=False,
        stands=True,
    )


def foul(kind: str, position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A stone on a forbidden point."""
    fouls: Mapping[str, str] = getattr(position, "fouls", dict)()
    points = [point for point, why in fouls.items() if f"foul-{why}" == kind]
    if position.side is not Side.BLACK or not points:
        return None
    return _stones(kind, position, ((rng.choice(points), Side.BLACK),), 0, rng, style, stands=True)


def first_stone_elsewhere(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """The first stone is not placed on the centre."""
    if position.pieces() or position.side is not Side.BLACK:
        return None
    point = rng.choice([point for point in position.discipline.squares if point != "h8"])
    return _stones("opening-violation", position, ((point, Side.BLACK),), 0, rng, style)


FOULS = ("foul-double-three", "foul-double-four", "foul-overline")
STONE_SLIPS: Mapping[str, tuple[Maker, ...]] = {
    "opponents-stone": (opponents_stone,),
    "impossible-move": (two_stones,),
    "unclear-move": (between_points,),
    "stone-moved-after-placing": (moved_after_placing,),
    "stones-displaced": (stones_displaced,),
    "moved-before-opponents-press": (before_the_press,),
    "opening-violation": (first_stone_elsewhere,),
    **{kind: (partial(foul, kind),) for kind in FOULS},
}
"""The makers of each kind."""


def _stones(
    kind: str,
    position: Position,
    stones: tuple[tuple[str, Side], ...],
    apart_ms: int,
    rng: Random,
    style: Style,
    *,
    stands: bool = False,
) -> Slip | None:
    """These stones are placed, and the clock is pressed; nothing where one of them would end the game as it lands."""
    if any(not sq or (colour is position.side and not stands and _ends(position, sq)) for sq, colour in stones):
        return None
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    for sq, colour in stones:
        script.place(sq, colour.letter.lower())
        script.t_ms += apart_ms
    script.rest(style.press_ms)
    script.press(position.side)
    if stands:
        return Slip(kind=kind, by=position.side, actions=tuple(script.actions), back_to=position.pieces(), stands=True)
    return slipped(kind, position, script)


def _ends(position: Position, point: str) -> bool:
    """Whether a stone there ends the game: a five needs no press (5.2.5.1)."""
    legal = next((move for move in position.legal_moves() if move.end == point), None)
    return legal is not None and position.apply(legal).outcome() is not None


def _near(position: Position, move: Move) -> list[str]:
    if not move.end:
        return []
    before = position.pieces()
    return [sq for sq in neighbours(move.end) if sq not in before]


def _elsewhere(position: Position, move: Move, rng: Random) -> str | None:
    """An empty point that is not beside the one of the move."""
    taken = {*position.pieces(), *_near(position, move), move.end}
    free = [point for point in position.discipline.squares if point not in taken]
    return rng.choice(free) if free and move.end else None
