"""Chess, so that a chess table works like the others. A Chess960 start is set by `dataclasses.replace`."""

from rules.chess.discipline import Chess

DISCIPLINE = Chess()
