"""A simple hand: legal games as the sensor events that a person's hands make."""

from collections.abc import Callable, Iterator
from typing import Any

from board.events import SquareChanged
from board.sensing import seen_as, side_of
from clock.events import Press
from rules.move import Move

Choose = Callable[[int], int]


class Hand:
    """Plays moves on a sensor board. ``choose(n)`` picks a number below ``n``: it is the only source of variety."""

    def __init__(self, sensor: str, choose: Choose, clock: bool = True) -> None:
        self.sensor, self.choose, self.clock = sensor, choose, clock
        self.t_ms = 0

    def events(self, position: Any, move: Move, *, early: bool = False) -> Iterator[SquareChanged | Press]:
        """One ply and its press. With ``early`` the men taken are lifted before the capture has ended."""
        piece = position.pieces()[move.start]
        crowned = position.apply(move).pieces()[move.end]
        geometry = position.discipline.geometry
        path = move.paths[self.choose(len(move.paths))]
        victims = list(move.captured)
        order = []
        while victims:
            order.append(victims.pop(self.choose(len(victims))))
        style = self.choose(4)
        if early:
            yield from (self._lift(square) for square in order)
        if style == 0 and move.start != move.end:  # place before lift
            yield self._place(move.end, piece)
            yield self._lift(move.start)
        else:
            yield self._lift(move.start)
            stops = list(path[1:-1]) if move.is_capture else []
            if style == 1 and not move.is_capture:  # a slide
                stops = geometry.between(move.start, move.end) or []
            if style in (1, 2):
                for square in stops:
                    yield self._place(square, piece)
                    yield self._lift(square)
            yield self._place(move.end, piece)
        if crowned != piece and (early or self.choose(2)):
            yield self._place(move.end, crowned)
            crowned = piece
        if not early:
            yield from (self._lift(square) for square in order)
        if crowned != piece:
            yield self._place(move.end, crowned)
        if self.clock:
            yield Press(t_ms=self._later(), by=side_of(piece))

    def _lift(self, square: str) -> SquareChanged:
        return SquareChanged(t_ms=self._later(), sq=square, p=".")

    def _place(self, square: str, piece: str) -> SquareChanged:
        return SquareChanged(t_ms=self._later(), sq=square, p=seen_as(piece, self.sensor))

    def _later(self) -> int:
        self.t_ms += 20 + self.choose(400)
        return self.t_ms
