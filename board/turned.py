"""A game played with the colours that the players have, on the side of the board where they stand (5.4.13.1)."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

from board.explanations import Explanations
from board.follower import Options
from board.lines import successors
from board.log import Change
from board.sensing import agrees
from rules.side import Side

Frame = Mapping[str, str]
"""Which square of the record each square of the board is."""

FEW_SQUARES = 4
"""A first move against the rules changes no more; more is a board that is being set up again."""


class Turned(Explanations):
    """What stands at the other side of the board is read from there once the game is played on with it.

    ``_frames`` are the ways in which the board may be read; one is taken with the first move. Whether the levers bear
    the other colour's name too is told by the press of that move.
    """

    def __init__(self, discipline: Any, *, sensed: Mapping[str, str] | None = None, **options: Unpack[Options]) -> None:
        super().__init__(discipline, sensed=sensed, **options)
        frame = options.get("frame", {})
        if frame and sensed is not None:
            self._read_through(frame)
        elif frame:  # the board is yet to be seen
            self._frame, self._swapped = frame, None
        self._turn()
        self._in_sync = agrees(self._shown(self._position), self._sensed)

    def lever(self, side: Side) -> Side:
        return side.other if self._swapped else side

    def _fitting(self, position: Any) -> tuple[Frame, ...]:
        """The ways of reading the board by which it shows ``position``; a bare sensor sees none of them."""
        if self._sensor == "occupancy":
            return ()
        wanted = self._shown(position)
        return tuple(frame for frame in frames(position.discipline.squares) if agrees(wanted, self._through(frame)))

    def _through(self, frame: Frame) -> dict[str, str]:
        return {frame[square]: piece for square, piece in self._sensed.items()}

    def _turn(self) -> None:
        """A board seen again in a game that goes on: it may be one that is read from its other side."""
        if not self._ply or agrees(self._shown(self._position), self._sensed):
            return
        fitting = self._fitting(self._position)
        if fitting:
            self._read_through(fitting[0])

    def _played_on(self, t_ms: int, *, pressed: bool) -> None:
        """The game is played on from the other side of the board: from here on it is read so."""
        for frame in self._frames:
            board = self._through(frame)
            made = bool(successors(self._position, board, self._sensor))
            if not made and pressed and 0 < len(_changed(self._shown(self._position), board)) <= FEW_SQUARES:
                case = self._case(t_ms, sensed=board, log=_moved(self._log, frame))
                made = self._strategy.irregular(case).explained
            if made:
                self._read_through(frame)
                self._regain_sync(t_ms)
                return

    def _read_through(self, frame: Frame) -> None:
        self._sensed = self._through(frame)
        self._log = _moved(self._log, frame)
        self._log_board = {frame[square]: piece for square, piece in self._log_board.items()}
        self._frame, self._frames = {one: frame[other] for one, other in (self._frame or _same(frame)).items()}, ()
        self._swapped = None

    def _presser(self, label: Side) -> Side:
        """Who pressed, by the colour that he plays."""
        if self._swapped is None and not agrees(self._shown(self._position), self._sensed):
            self._swapped = label is not self._position.side
        return label.other if self._swapped else label


def frames(squares: Sequence[str]) -> list[Frame]:
    """The board turned round; in chess also each side set up in the other's place, which keeps the files."""
    turned = dict(zip(squares, reversed(squares), strict=True))
    mirrored = {square: f"{square[0]}{9 - int(square[1])}" for square in squares if not square.isdigit()}
    return [turned, mirrored] if mirrored and set(mirrored.values()) == set(squares) else [turned]


def _same(frame: Frame) -> Frame:
    return {square: square for square in frame}


def _moved(log: Sequence[Change], frame: Frame) -> list[Change]:
    return [change._replace(square=frame[change.square]) for change in log]


def _changed(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    return [square for square in {**one, **other} if one.get(square) != other.get(square)]
