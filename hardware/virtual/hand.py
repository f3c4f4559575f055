"""The hand: a move as the lifts, places and presses of a human hand, with their times.

Everything here is a pure function of a position, a move and a `random.Random` that is passed in; nothing needs a
device. The default mix is what was measured on recordings of real games.
"""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from random import Random
from typing import Literal

import msgspec

from hardware.virtual.grid import between, neighbours, step
from rules.door import Position
from rules.move import Move
from rules.side import Side

Pieces = Mapping[str, str]


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a hand does, ``t_ms`` after the turn began (game time).

    ``lift`` and ``place`` (``p`` on ``sq``, over whatever is there), ``press`` the clock (``by``), a ``button`` of the
    table (``by``), ``start`` or ``stop`` the clock, or ``wait``.
    """

    t_ms: int
    do: Literal["lift", "place", "press", "button", "wait", "start", "stop"]
    sq: str = ""
    p: str = ""
    by: Side | None = None
    button: str = ""


class Style(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand plays. Pairs are least and most milliseconds; ``slide``, ``place_first``, ``dab`` are shares of moves.

    ``slide``: through a neighbouring square. ``place_first``: sensed on its new square before it has left the old one.
    ``dab``: a taken piece touches another square on its way off. ``victims``: how often the men taken are removed
    first, while jumping, last, or in any order.
    """

    think_ms: tuple[int, int] = (800, 4_000)
    air_ms: tuple[int, int] = (150, 600)
    press_ms: tuple[int, int] = (200, 600)
    slide: float = 0.05
    place_first: float = 0.01
    dab: float = 0.025
    take_over: float = 0.74
    """How often a chess piece goes onto the square of the one it takes without the square being seen empty."""
    touch_down: float = 0.4
    """How often the piece is set down on the way, at each landing of a capture."""
    victims: tuple[tuple[str, float], ...] = (("last", 0.45), ("jumping", 0.35), ("any", 0.12), ("first", 0.08))
    crowns: bool = True
    touch_ms: int = 1_500
    """How long a piece is held that counts as touched: above the regulations' `touch_ms`."""
    rest_hold_ms: int = 1_500
    """How long a piece rests where it counts as moved: above the regulations' `rest_ms`."""


MEASURED = Style()
CAREFUL = Style(slide=0.0, place_first=0.0, dab=0.0, touch_down=0.0, victims=(("last", 1.0),))
"""Exactly by the rules: men taken come off only when the capture is finished."""


class Script:
    """Builds a list of actions: what stands on the board, and what time it is."""

    def __init__(self, pieces: Pieces, rng: Random, t_ms: int = 0) -> None:
        self.board = dict(pieces)
        self.rng = rng
        self.t_ms = t_ms
        self.actions: list[Action] = []

    def rest(self, span: tuple[int, int]) -> None:
        """Let time pass."""
        self.t_ms += self.rng.randint(*span)

    def lift(self, sq: str) -> str:
        """Takes what is on ``sq`` off and gives it."""
        self.actions.append(Action(t_ms=self.t_ms, do="lift", sq=sq))
        return self.board.pop(sq, "")

    def place(self, sq: str, p: str) -> None:
        self.actions.append(Action(t_ms=self.t_ms, do="place", sq=sq, p=p))
        self.board[sq] = p

    def press(self, by: Side) -> None:
        self.actions.append(Action(t_ms=self.t_ms, do="press", by=by))

    def put_right(self, wanted: Pieces, style: Style) -> None:
        """Brings the board to ``wanted``: what is too much comes off, what is missing goes on."""
        for sq in [sq for sq in self.board if sq not in wanted]:
            self.rest(style.air_ms)
            self.lift(sq)
        for sq, piece in wanted.items():
            if self.board.get(sq) != piece:
                self.rest(style.air_ms)
                self.place(sq, piece)


def actions(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> tuple[Action, ...]:
    """``move`` played from ``position`` and the clock pressed. Afterwards the board is that of ``position.apply``."""
    script = Script(position.pieces(), rng)
    script.rest(style.think_ms)
    make(script, position, move, style)
    script.rest(style.press_ms)
    script.press(position.side)
    return tuple(script.actions)


def make(script: Script, position: Position, move: Move, style: Style, *, leave: Iterable[str] = ()) -> None:
    """The move itself, without the press. The men in ``leave`` are forgotten on the board."""
    before, after = position.pieces(), position.apply(move).pieces()
    left = {sq: before[sq] for sq in leave}
    if not move.start:
        _stone(script, move, position.side, style)
    elif move.start not in before or not move.captured:
        _quiet(script, move, before, style)
    elif move.end in move.captured:
        _replace(script, move, style)
    else:
        _capture(script, move, style, frozenset(leave))
    wanted = {**after, **left}
    if not style.crowns and move.promotes and move.end in wanted:
        wanted[move.end] = before[move.start]
    script.put_right(wanted, style)


def removed_early(done: Iterable[Action], move: Move) -> bool:
    """Whether a man taken came off before the capture had ended: a note by 5.4.13.2, even where the move is right."""
    finished = False
    for action in done:
        if action.do == "place" and action.sq == move.end:
            finished = True
        elif action.do == "lift" and action.sq in move.captured and not finished:
            return True
        elif action.do == "lift" and action.sq == move.end:
            finished = False
    return False


def board_after(pieces: Pieces, done: Iterable[Action]) -> dict[str, str]:
    """What stands on the board when these actions are over."""
    board = dict(pieces)
    for action in done:
        if action.do == "lift":
            board.pop(action.sq, None)
        elif action.do == "place":
            board[action.sq] = action.p
    return board


def later(done: Iterable[Action], by_ms: int) -> tuple[Action, ...]:
    """The same actions, ``by_ms`` later."""
    return tuple(msgspec.structs.replace(action, t_ms=action.t_ms + by_ms) for action in done)


def _quiet(script: Script, move: Move, before: Pieces, style: Style) -> None:
    """A move without a capture."""
    if move.start not in before:
        return
    rng = script.rng
    way = _slide_way(move, before) if rng.random() < style.slide else ()
    if not way and rng.random() < style.place_first:
        script.place(move.end, before[move.start])
        script.t_ms += rng.randint(5, 60)
        script.lift(move.start)
        return
    piece = script.lift(move.start)
    for sq in way:
        script.t_ms += rng.randint(40, 160)
        script.place(sq, piece)
        script.t_ms += rng.randint(40, 160)
        script.lift(sq)
    script.rest(style.air_ms)
    script.place(move.end, piece)


def _stone(script: Script, move: Move, side: Side, style: Style) -> None:
    """A stone, sometimes set down on a neighbouring point first and slid; nothing at all for a pass."""
    if not move.end:
        return
    stone, rng = side.letter.lower(), script.rng
    if rng.random() < style.slide:
        free = [sq for sq in neighbours(move.end) if sq not in script.board]
        if free:
            sq = rng.choice(free)
            script.place(sq, stone)
            script.t_ms += rng.randint(40, 400)
            script.lift(sq)
            script.t_ms += rng.randint(5, 120)
    script.place(move.end, stone)


def _slide_way(move: Move, before: Pieces) -> tuple[str, ...]:
    """The squares a sliding piece passes: those of its diagonal, or for one step a neighbour of both squares."""
    way = between(move.start, move.end)
    if not way and not move.start.isdigit():
        corner = move.end[0] + move.start[1:]
        way = (corner,) if corner not in (move.start, move.end) else ()
    return () if any(sq in before for sq in way) else way


def _replace(script: Script, move: Move, style: Style) -> None:
    """A capture on the square of the man taken, as in chess; mostly the square is never seen empty."""
    rng = script.rng
    order = rng.random()
    if order < style.take_over:
        piece = script.lift(move.start)
    elif order < style.take_over + 0.6 * (1 - style.take_over):
        script.lift(move.end)
        script.rest(style.air_ms)
        piece = script.lift(move.start)
    else:
        piece = script.lift(move.start)
        script.rest(style.air_ms)
        script.lift(move.end)
    script.rest(style.air_ms)
    script.place(move.end, piece)


def _capture(script: Script, move: Move, style: Style, leave: frozenset[str]) -> None:
    """A capture of draughts along one of its ways."""
    rng = script.rng
    way = rng.choice(move.paths) if move.paths else move.path or (move.start, move.end)
    jumps = _jumps(way, move)
    order = rng.choices([name for name, _ in style.victims], [share for _, share in style.victims])[0]
    waiting = [sq for sq in move.captured if sq not in leave]

    def remove(sq: str) -> None:
        waiting.remove(sq)
        script.rest(style.air_ms)
        piece = script.lift(sq)
        if rng.random() < style.dab:
            _dab(script, piece, way)

    if order == "first":
        for sq in rng.sample(waiting, len(waiting)):
            remove(sq)
        script.rest(style.air_ms)
    piece = script.lift(move.start)
    for number, (landing, victim) in enumerate(jumps, 1):
        last = number == len(jumps)
        down = last or rng.random() < style.touch_down
        script.rest(style.air_ms)
        if down and landing not in script.board:
            script.place(landing, piece)
        if order == "jumping" and victim in waiting:
            remove(victim)
        if order == "any" and waiting and rng.random() < 0.5:
            remove(rng.choice(waiting))
        if down and not last and script.board.get(landing) == piece:
            script.t_ms += rng.randint(30, 150)
            script.lift(landing)
    for sq in rng.sample(waiting, len(waiting)):
        remove(sq)


def _jumps(way: tuple[str, ...], move: Move) -> list[tuple[str, str]]:
    """Each landing with the man taken on the way to it."""
    jumps = []
    for start, landing in pairwise(way):
        victims = [sq for sq in between(start, landing) if sq in move.captured]
        jumps.append((landing, victims[0] if victims else ""))
    return jumps


def _dab(script: Script, piece: str, way: tuple[str, ...]) -> None:
    """The man just taken touches an empty square beside the way, and is gone again."""
    near = [step(sq, across, up) for sq in way for across in (-2, 0, 2) for up in (-2, 0, 2)]
    free = [sq for sq in near if sq is not None and sq not in script.board and sq not in way]
    if not free:
        return
    sq = script.rng.choice(free)
    script.t_ms += script.rng.randint(40, 200)
    script.place(sq, piece)
    script.t_ms += script.rng.randint(40, 200)
    script.lift(sq)
