"""5.4.14.2: remark, warning, loss, in that order; a first grave breach brings a warning at once."""

import pytest

from record import events
from record.events import DESK
from record.fold import fold
from record.sanctions import exclusion_may_be_proposed, proposed, proposed_in_chess, sanctions_of
from rules.side import Side
from tests.record.logs import Log, assignment


@pytest.mark.parametrize(
    ("in_game", "in_event", "grave", "sanction"),
    [
        (0, 0, False, "remark"),
        (0, 0, True, "warning"),
        (1, 0, False, "warning"),
        (0, 1, False, "warning"),
        (1, 1, False, "loss"),
        (2, 0, True, "loss"),
    ],
)
def test_the_steps(in_game: int, in_event: int, grave: bool, sanction: str) -> None:
    assert proposed(in_game, in_event, grave=grave) == sanction


@pytest.mark.parametrize(
    ("before", "tempo", "sanction"),
    [
        (0, "classic", "time-2"),
        (0, "rapid", "time-1"),
        (0, "blitz", "time-1"),
        (1, "classic", "loss"),
        (2, "rapid", "loss"),
    ],
)
def test_the_steps_of_chess(before: int, tempo: str, sanction: str) -> None:
    """Laws of chess, 7.5.5 and A.3."""
    assert proposed_in_chess(before, tempo) == sanction


def test_only_what_the_player_bore_himself_counts() -> None:
    desk = Log(DESK)
    desk.add(events.Ruled(ruling="remark", arbiter="A", side=Side.WHITE, reason="x"))
    desk.add(events.Ruled(ruling="warning", arbiter="A", side=Side.BLACK, reason="x"))
    desk.add(events.Ruled(ruling="let-stand", arbiter="A", side=Side.WHITE, reason="x"))
    desk.add(events.Ruled(ruling="loss-of-both", arbiter="A", reason="x", result="0-0"))
    state = fold(assignment(), {}, desk.events)
    assert sanctions_of(1, [state]) == ("remark", "loss-of-both")
    assert sanctions_of(2, [state, state]) == ("warning", "loss-of-both") * 2
    assert sanctions_of(3, [state]) == ()


def test_exclusion_needs_a_lost_game_and_a_new_breach() -> None:
    assert exclusion_may_be_proposed(True, 1)
    assert not exclusion_may_be_proposed(True, 0)
    assert not exclusion_may_be_proposed(False, 3)
