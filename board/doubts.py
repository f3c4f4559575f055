"""Plies of which the sensors tell too little, and what later plies tell of them.

A bare board does not show which of several pieces was taken, and only a board that knows pieces shows what a pawn of
chess became. The likeliest is committed and said to be uncertain; the others are kept. Where a later ply can only have
been played after one of these, the record is put right; where none of them is left, the ply is certain.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from board.core import Core, Pending
from board.lines import successors
from board.log import squares_refilled
from board.outputs import Moved, Settled, TakenBack
from rules.move import Move

MOST_WAYS = 128
"""With more the plies stay uncertain. What a bare board did not show multiplies until later plies tell it apart: in
random games of chess to a hundred ways."""


class Way(NamedTuple):
    """What else the plies since the first uncertain one may have been, and the position after them."""

    moves: tuple[Move, ...]
    position: Any


class Doubted(NamedTuple):
    """A ply committed since then: the position before it, its move, and what was said of it."""

    before: Any
    move: Move
    said: Moved


class Doubts(Core):
    """The ways in which the game may have gone, beside the one that is committed."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._ways: list[Way] = []
        self._doubted: list[Doubted] = []
        self._too_many = False

    def _bases(self) -> list[Any]:
        return super()._bases() + [way.position for way in self._ways]

    def _likeliest(self, bases: Sequence[Any]) -> Pending | None:
        """The first base, unless the square that was filled last speaks for another way."""
        first = super()._likeliest(bases)
        filled = squares_refilled(self._log) if self._ways and first is not None else []
        if first is None or not filled or any(move.end == filled[-1] for move in first.moves):
            return first
        others = (super(Doubts, self)._likeliest([base]) for base in bases if base is not first.base)
        fitting = (one for one in others if one is not None and any(move.end == filled[-1] for move in one.moves))
        return next(fitting, first)

    def _forget_doubts(self) -> None:
        self._ways, self._doubted, self._too_many = [], [], False

    def _ends_on_every_way(self, outcome: Any) -> bool:
        return all(way.position.outcome() == outcome for way in self._ways)

    def _find_out(self, base: Any, t_ms: int) -> None:
        """A move was made that begins from ``base``: if that is where another way leads, it is what was played."""
        played = next((way for way in self._ways if way.position is base), None)
        if played is None:
            if base is not self._position:
                self._forget_doubts()
            return
        left = [w for w in self._ways if w is not played and successors(w.position, self._sensed, self._sensor)]
        pairs = list(zip(self._doubted, played.moves, strict=True))
        first = next(number for number, (one, move) in enumerate(pairs) if one.move.text != move.text)
        self._out += [TakenBack(ply=one.said.ply, by=None, t_ms=t_ms) for one in reversed(self._doubted[first:])]
        position = self._doubted[first].before
        self._doubted = self._doubted[:first]
        for number, (one, move) in enumerate(pairs[first:], first):
            after = position.apply(move)
            said = msgspec.structs.replace(
                one.said,
                move=move.text,
                fen=after.fen(),
                captured=move.captured,
                path=move.path,
                uncertain=self._too_many or any(way.moves[number].text != move.text for way in left),
                again=True,
            )
            self._out.append(said)
            self._doubted.append(Doubted(position, move, said))
            position = after
        self._ways, self._position = left, base

    def _follow_ways(self, base: Any, move: Move, others: Sequence[Move], said: Moved) -> None:
        """The ply is committed as ``move``, and may have been one of ``others``; every other way goes on too."""
        after = base.apply(move)
        board = self._shown(after)
        ways = [
            Way((*way.moves, one), way.position.apply(one))
            for way in self._ways
            for one in self._touched_last(successors(way.position, board, self._sensor), move)
        ]
        made = tuple(one.move for one in self._doubted)
        ways += [Way((*made, one), base.apply(one)) for one in others]
        if any(way.moves[-1].text != move.text for way in ways):
            said = msgspec.structs.replace(said, uncertain=True)
        self._out.append(said)
        if not ways and not self._doubted:
            return
        self._doubted.append(Doubted(base, move, said))
        self._too_many = self._too_many or len(ways) > MOST_WAYS
        self._ways = ways[:MOST_WAYS]

    def _touched_last(self, moves: Sequence[Move], chosen: Move) -> Sequence[Move]:
        """Those of the moves that end where a square was filled last; all of them if none does, nor ``chosen``."""
        filled = squares_refilled(self._log)[-1:]
        fitting = [move for move in moves if move.end in filled]
        return fitting if fitting or chosen.end in filled else moves

    def _settle_doubts(self, t_ms: int) -> None:
        """The first plies on which every way agrees are certain."""
        agreed = 0
        for number, one in enumerate(self._doubted):
            if any(way.moves[number].text != one.move.text for way in self._ways):
                break
            agreed += 1
            if one.said.uncertain and not self._too_many:
                self._out.append(Settled(ply=one.said.ply, t_ms=t_ms))
        self._doubted = self._doubted[agreed:]
        self._ways = [Way(way.moves[agreed:], way.position) for way in self._ways]
        if not self._doubted:
            self._forget_doubts()
