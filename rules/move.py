"""A move, in the words that every discipline shares."""

import msgspec


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One move: what it does to the board, and every way to write or walk it.

    ``captured`` is sorted by name. ``path`` is the canonical way: start, for draughts captures one square per man taken
    (where the piece turned, or directly behind the man if it went straight on), end. ``paths`` holds every such way
    that gives the same move; a hand may take any of them. ``promotes`` tells that a man is crowned (in chess: that a
    pawn is replaced). ``text`` is the canonical notation, `str(move)`. ``masks`` are draughts' own: where it starts and
    ends, the men taken, and where a man is crowned, as bits of the board.
    """

    start: str
    end: str
    text: str
    captured: tuple[str, ...] = ()
    promotes: bool = False
    path: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    masks: tuple[int, int, int, int] = (0, 0, 0, 0)

    @property
    def is_capture(self) -> bool:
        """Whether anything is taken."""
        return bool(self.captured)

    def __str__(self) -> str:
        return self.text

    def notation(self, path: tuple[str, ...] | None = None) -> str:
        """The move written along ``path``, one of ``paths``; along the canonical one if ``None``.

        >>> Move(start="c3", end="g7", text="c3:e5:g7", captured=("d4", "f6"), path=("c3", "e5", "g7")).notation()
        'c3:e5:g7'
        """
        if path is None or path == self.path:
            return self.text
        return self._separator().join(path)

    def brief(self) -> str:
        """Start and end only, as files write a move that nothing else could be mistaken for; a stone is its point."""
        if not self.start:
            return self.text
        return self.start + self._separator() + self.end

    def _separator(self) -> str:
        between = self.text[len(self.start) :]
        return between[0] if between[:1] in ("-", ":", "x") else ""

    @property
    def key(self) -> tuple[str, str, tuple[str, ...], bool]:
        """What makes a move one move, by whichever path: start, end, men taken, crowning."""
        return self.start, self.end, self.captured, self.promotes
