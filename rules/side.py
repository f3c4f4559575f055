"""The two sides of a game, in the spelling of every file and message: ``white`` and ``black``."""

from enum import StrEnum


class Side(StrEnum):
    """A side. ``Side.WHITE == "white"``, so it stands in JSON as it is."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Side":
        """The opponent's side.

        >>> Side.WHITE.other
        <Side.BLACK: 'black'>
        """
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def letter(self) -> str:
        """``W`` or ``B``, as FEN writes the side."""
        return "W" if self is Side.WHITE else "B"
