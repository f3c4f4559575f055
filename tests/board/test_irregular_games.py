"""Irregularities done on purpose in random positions get their own kind on every sensor, and stand if unanswered."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from board.draughts.captures import stops
from board.events import SquareChanged
from board.outputs import Moved, SyncChanged
from board.recogniser import Recogniser
from board.sensing import seen_as, side_of
from clock.events import Press
from rules import discipline
from rules.law.observation import Observation

GAMES = ("russian", "giveaway", "international", "brazilian")
SENSORS = ("piece", "colour", "occupancy")


def position_in(name, chance):
    """A position of a random game in which the side to move can move."""
    while True:
        position = discipline(name).start()
        for _ in range(chance.randrange(4, 60)):
            moves = position.legal_moves()
            if not moves or position.outcome() is not None:
                break
            position = position.apply(chance.choice(moves))
        if position.outcome() is None:
            return position


def wanted(kind, position, chance):
    """Board changes, ``(square, piece or None)`` in order, that do ``kind``; ``None`` where the position has none."""
    pieces = position.pieces()
    legal = position.legal_moves()
    captures = [move for move in legal if move.is_capture]
    quiet = position.quiet_moves()
    own = [square for square, piece in pieces.items() if side_of(piece) is position.side]
    opp = [square for square in pieces if square not in own]
    empty = [square for square in position.discipline.squares if square not in pieces]

    def carried(start, end):
        return [(start, None), (end, pieces[start])]

    if kind == "capture-missed" and captures and quiet:
        move = chance.choice(quiet)
        return carried(move.start, move.end)
    if kind == "piece-removed" and not captures:
        move, gone = chance.choice(quiet), chance.choice(list(pieces))
        return None if gone == move.start else [*carried(move.start, move.end), (gone, None)]
    if kind == "own-piece-removed" and captures:
        move, gone = chance.choice(captures), chance.choice(own)
        if gone == move.start or move.start == move.end:
            return None
        return [*carried(move.start, move.end), *((square, None) for square in (*move.captured, gone))]
    if kind == "capture-interrupted" and captures:
        halts = [(move, *stop) for move in captures for stop in stops(position, move) if stop[0] != move.start]
        if not halts:
            return None
        move, halt, taken = chance.choice(halts)
        return [*carried(move.start, halt), *((square, None) for square in taken)]
    if kind in ("wrong-number-captured", "wrong-piece-captured") and captures:
        move = chance.choice(captures)
        halts = {stop for one in captures if one.start == move.start for stop, _ in stops(position, one)}
        rest = [square for square in opp if square not in move.captured]
        if move.end in halts or move.start == move.end or not rest:
            return None
        taken = list(move.captured)
        chance.shuffle(taken)
        if kind == "wrong-number-captured":
            taken = taken[1:] if chance.randrange(2) else [*taken, chance.choice(rest)]
        else:
            taken = [*taken[1:], chance.choice(rest)]
        alike = [set(one.captured) for one in captures if (one.start, one.end) == (move.start, move.end)]
        if any(len(one) == len(taken) for one in alike) is (kind == "wrong-number-captured") or set(taken) in alike:
            return None
        return [*carried(move.start, move.end), *((square, None) for square in taken)]
    if kind == "opponents-piece-moved":
        theirs = [move for move in position.with_side(position.side.other).legal_moves() if not move.is_capture]
        if not theirs:
            return None
        move = chance.choice(theirs)
        return carried(move.start, move.end)
    if kind == "two-moves-in-a-row" and not captures and quiet:
        first = chance.choice(quiet)
        again = [
            move
            for move in position.apply(first).with_side(position.side).legal_moves()
            if move.start != first.end and not move.is_capture and move.end != first.start
        ]
        if not again:
            return None
        second = chance.choice(again)
        return [*carried(first.start, first.end), *carried(second.start, second.end)]
    if kind == "illegal-move" and not captures:
        start, end = chance.choice(own), chance.choice(empty)
        if any((move.start, move.end) == (start, end) for move in quiet):
            return None
        return carried(start, end)
    return None


KINDS = (
    "illegal-move",
    "two-moves-in-a-row",
    "opponents-piece-moved",
    "capture-missed",
    "piece-removed",
    "wrong-number-captured",
    "wrong-piece-captured",
    "capture-interrupted",
    "own-piece-removed",
)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_each_kind_is_told_apart_on_every_sensor(kind, data):
    chance = data.draw(st.randoms(use_true_random=False))
    name = data.draw(st.sampled_from(GAMES))
    changes = None
    for _ in range(40):
        position = position_in(name, chance)
        changes = wanted(kind, position, chance)
        if changes is not None:
            break
    assume(changes is not None)
    for sensor in SENSORS:
        recogniser = Recogniser(position.discipline, sensor=sensor, start=position)
        t_ms, out = 0, []
        for square, piece in changes:
            t_ms += 450
            seen = "." if piece is None else seen_as(piece, sensor)
            out += recogniser.feed(SquareChanged(t_ms=t_ms, sq=square, p=seen))
        out += recogniser.feed(Press(t_ms=t_ms + 450, by=position.side))
        out += recogniser.finish(t_ms + 450)  # until then a piece that is gone may be in its own player's hand
        found = [output for output in out if isinstance(output, Observation)]
        assert [one.kind for one in found] == [kind, "pressed-after-illegal-move"], (sensor, position.fen(), changes)
        assert all(one.side is position.side for one in found)
        *_, moved = [output for output in out if isinstance(output, Moved)]
        assert moved.irregular
        assert recogniser.ply == moved.ply == 1
        assert recogniser.in_sync
        assert not any(isinstance(output, SyncChanged) for output in out)
        after = recogniser.position
        assert after.side is position.side.other
        shown = {square: piece.lower() for square, piece in position.pieces().items()}
        for square, piece in changes:
            shown.pop(square, None)
            if piece is not None:
                shown[square] = piece.lower()
        assert {square: piece.lower() for square, piece in after.pieces().items()} == shown
