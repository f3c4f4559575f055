"""A claim of a draw by repetition, with the move about to be made or without (5.4.12.2)."""

import pytest

from rules import History, discipline
from rules.claims import repetition_claimed

TO_AND_FRO = ("c1-d2", "f8-e7", "d2-c1", "e7-f8")


@pytest.mark.parametrize(
    ("plies", "move", "said"),
    [
        (7, "e7-f8", "stands"),
        (7, "e7-d8", "fails"),
        (7, "", "fails"),
        (7, "a1-a2", "no-move"),
        (7, "what", "no-move"),
        (8, "", "stands"),
        (8, "c1-d2", "stands"),
        (3, "e7-f8", "fails"),
    ],
)
def test_what_the_game_says_of_a_claim(plies: int, move: str, said: str) -> None:
    history = History.start(discipline("russian").position("W:WKc1:BKf8"))
    for number in range(plies):
        history = history.push(history.position.parse(TO_AND_FRO[number % 4]))
    assert repetition_claimed(history, move) == said
