"""A claim of a draw by repetition is checked against the record at once (5.4.12.2)."""

import pytest

from record import events
from record.assignment import Opening
from record.claims import checked
from record.fold import fold
from record.state import GameState
from rules.side import Side
from tests.record.logs import Log, assignment
from tests.record.logs import moves as written

KINGS = Opening(number=1, fen="W:WKc1:BKf8")
TO_AND_FRO = ("c1-d2", "f8-e7", "d2-c1", "e7-f8")


def claimed(moves: int, move: str | None, button: str = "claim-draw") -> GameState:
    """Kings go to and fro, ``moves`` plies; then the player to move claims."""
    log = Log()
    log.add(events.Started())
    for made in written([TO_AND_FRO[at % 4] for at in range(moves)], fen=KINGS.fen):
        log.add(made)
    log.add(events.Button(button=button, by=Side.WHITE if moves % 2 == 0 else Side.BLACK, move=move))
    return fold(assignment(opening=KINGS), {log.session: log.events}, [])


@pytest.mark.parametrize(
    ("moves", "move", "said"),
    [
        (7, "e7-f8", "stands"),  # the first position, for the third time
        (7, "e7-d8", "fails"),
        (3, "e7-f8", "fails"),  # only for the second
        (7, "a1-a2", "no-move"),
        (7, None, "fails"),
    ],
)
def test_the_record_answers(moves: int, move: str | None, said: str) -> None:
    assert checked(claimed(moves, move)) == said


def test_other_claims_are_not_about_the_position() -> None:
    assert checked(claimed(3, None, "claim-clock")) == ""
