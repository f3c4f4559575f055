"""A micro-match in a tournament report file: each of its games as one word of a comment line."""

import re

import msgspec

from server.tournament.model import Game, GameKind

PART = re.compile(r"([wb])([0-2])([0-2])(played|unrated|forfeit|unfinished)")
"""Who had White (``w``: White of the meeting), the half-points of the meeting's White and Black, the kind."""


def part_word(meeting: Game, game: Game) -> str:
    """A game of ``meeting`` as a word."""
    colour = "w" if game.white == meeting.white else "b"
    return f"{colour}{game.half(meeting.white)}{game.half(meeting.black)}{game.kind}"


def part(white: int, black: int, word: str) -> Game:
    """The game between ``white`` and ``black`` (of the meeting) that ``word`` tells."""
    mine, yours = int(word[1]), int(word[2])
    kind: GameKind = msgspec.convert(word[3:], GameKind)
    if word[0] == "w":
        return Game(white, black, mine, yours, kind)
    return Game(black, white, yours, mine, kind)
