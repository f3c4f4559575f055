"""Irregularities of draughts that need more than one turn, or a board made for them. See `hardware.virtual.slips`."""

from collections.abc import Iterator, Mapping
from random import Random

import msgspec

from hardware.virtual.grid import last_row, step
from hardware.virtual.hand import MEASURED, Pieces, Script, Style, actions, later
from hardware.virtual.slips import Maker, Slip, slipped
from rules.door import Position
from rules.move import Move
from rules.side import Side

DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
Way = tuple[tuple[str, ...], tuple[str, ...]]
"""The squares a piece stood on, and the men it took, in order."""


def uncrowned_king_played(position: Position, move: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """A man reaches the last row and is not made a king; after the reply it moves on, still a man."""
    promoting = [one for one in position.legal_moves() if one.promotes]
    if not promoting:
        return None
    move = move if move.promotes else rng.choice(promoting)
    plain = msgspec.structs.replace(style, crowns=False)
    after = position.apply(move)
    replies = [one for one in after.legal_moves() if move.end not in one.captured] if after.outcome() is None else []
    if not replies:
        return None
    reply = rng.choice(replies)
    last = after.apply(reply)
    again = [one for one in last.legal_moves() if one.start == move.end] if last.outcome() is None else []
    if not again:
        return None
    man = position.side.letter.lower()
    onward = rng.choice(again)
    done = list(actions(position, move, rng, plain))
    done += later(actions(after, reply, rng, style), done[-1].t_ms)
    script = Script({**last.pieces(), move.end: man}, rng, done[-1].t_ms)
    script.rest(style.think_ms)
    script.lift(onward.start)
    script.rest(style.air_ms)
    script.place(onward.end, man)
    for sq in onward.captured:
        script.rest(style.air_ms)
        script.lift(sq)
    script.rest(style.press_ms)
    script.press(position.side)
    return Slip(
        kind="uncrowned-king-played",
        by=position.side,
        actions=(*done, *script.actions),
        back_to=last.pieces(),
        stands=True,
    )


def captured_removed_early(position: Position, _: Move, rng: Random, style: Style = MEASURED) -> Slip | None:
    """Men come off as they are jumped, and the piece goes on over the squares that this emptied, taking more men than
    the capture can take."""
    before = position.pieces()
    most = max((len(move.captured) for move in position.legal_moves()), default=0)
    if not most:
        return None
    own = [sq for sq, piece in before.items() if _is_own(piece, position.side)]
    ways = [way for sq in sorted(own) for way in _ways(position, sq) if len(way[1]) > most]
    if not ways:
        return None
    stops, taken = rng.choice(ways)
    script = Script(before, rng)
    script.rest(style.think_ms)
    piece = script.lift(stops[0])
    for stop, victim in zip(stops[1:], taken, strict=True):
        script.rest(style.air_ms)
        script.lift(victim)
        if stop == stops[-1] or rng.random() < style.touch_down:
            script.rest(style.air_ms)
            script.place(stop, piece)
            if stop != stops[-1]:
                script.rest((60, 200))
                script.lift(stop)
    if last_row(stops[-1], position.side is Side.WHITE):
        script.place(stops[-1], piece.upper())
    script.rest(style.press_ms)
    script.press(position.side)
    return slipped("captured-removed-early", position, script)


def scattered(position: Position, rng: Random) -> Position:
    """Kings of the side to move among many men: a board on which captures of several men are likely."""
    squares = list(position.discipline.squares)
    rng.shuffle(squares)
    own, other = position.side.letter, position.side.other.letter
    inner = [sq for sq in squares if all(step(sq, *way) for way in DIAGONALS)]
    count = len(squares) // 5
    pieces = dict.fromkeys(inner[:count], other.lower())
    free = [sq for sq in squares if sq not in pieces]
    pieces.update(dict.fromkeys(free[:2], own.upper()))
    pieces[free[2]] = other.upper()
    setup: Position = position.discipline.setup(pieces, position.side)
    return setup


KING_SLIPS: Mapping[str, tuple[Maker, ...]] = {
    "uncrowned-king-played": (uncrowned_king_played,),
    "captured-removed-early": (captured_removed_early,),
}
"""The makers of each kind."""


def _is_own(piece: str, side: Side) -> bool:
    return piece.lower() == side.letter.lower()


def _ways(position: Position, start: str) -> list[Way]:
    """Every capture from ``start`` that passes or lands on a square where it has taken a man that is off already."""
    before = position.pieces()
    found = []

    def go(board: Pieces, at: str, king: bool, way: Way, misused: bool) -> None:
        stops, taken = way
        if misused and len(taken) > 1:
            found.append(way)
        if len(taken) > 5 or len(found) > 200:
            return
        for land, victim, passed in _jumps(board, at, king, position.side):
            emptied = bool(set(passed) & set(taken))
            left = {sq: piece for sq, piece in board.items() if sq != victim}
            go(left, land, king, ((*stops, land), (*taken, victim)), misused or emptied)

    rest = {sq: piece for sq, piece in before.items() if sq != start}
    go(rest, start, before[start].isupper(), ((start,), ()), False)
    return found


def _jumps(board: Pieces, at: str, king: bool, side: Side) -> Iterator[tuple[str, str, list[str]]]:
    """Landing, man taken, and every empty square passed or landed on."""
    for across, up in DIAGONALS:
        passed: list[str] = []
        sq = step(at, across, up)
        while king and sq is not None and sq not in board:
            passed.append(sq)
            sq = step(sq, across, up)
        if sq is None or sq not in board or _is_own(board[sq], side):
            continue
        victim, land = sq, step(sq, across, up)
        while land is not None and land not in board:
            passed.append(land)
            yield land, victim, list(passed)
            land = step(land, across, up) if king else None
