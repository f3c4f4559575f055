"""The running coefficients that 5.4.10.6 and 5.4.10.7 pair by: a plain sum over the rounds so far.

5.4.10.12 leaves them to the program. Flagfall counts an opponent who was really played at his points of the moment and
every round without a game as zero; the truncated sum leaves out the smallest of these numbers.
"""

from server.tournament.history import Card


def current_sums(cards: dict[int, Card], player: int) -> list[int]:
    """Half-points of the opponent of each round so far; 0 for a round without a game."""
    return [
        cards[entry.opponent].half if entry.opponent is not None and entry.kind != "forfeit" else 0
        for entry in cards[player].entries
    ] or [0]
