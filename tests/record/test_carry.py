"""What the two have left after a game is theirs in the next one, whatever their colours (3.6.4)."""

import msgspec

from record import events
from record.assignment import Assignment, Person
from record.carry import carried, time_left
from record.fold import fold
from record.state import GameState
from rules.side import Side
from tests.record.logs import Log, assignment, moves

CONTROL = "lehmann-georgiev:5m+3s"
ANNA, BORIS = Person(id=4, name="Анна"), Person(id=9, name="Борис")


def played(control: str = CONTROL, *, clock: bool = True) -> GameState:
    """A game drawn by agreement eleven seconds after the last reading, Black's time running."""
    log = Log()
    log.add(events.Started())
    for move in moves(["c3-d4"]):
        log.add(move)
    if clock:
        log.add(events.ClockReading(white_ms=250_000, black_ms=290_000, running=Side.BLACK))
    for _ in range(9):
        log.add(events.SquareChanged(sq="a1", p="w"))
    log.add(events.Button(button="offer-draw", by=Side.WHITE))
    log.add(events.Button(button="accept-draw", by=Side.BLACK))
    log.add(events.ClockReading(white_ms=250_000, black_ms=100_000, running=Side.BLACK))  # nobody stopped it
    return fold(assignment(control=control, white=ANNA, black=BORIS), {"s1": log.events})


def swapped(control: str = CONTROL) -> Assignment:
    return assignment(game="r1-t1-g2", control=control, white=BORIS, black=ANNA)


def test_time_left_goes_with_the_person_to_the_other_colour() -> None:
    before = played()
    assert time_left(before) == {4: 250_000, 9: 279_000}
    after = carried(swapped(), before)
    assert (after.white.id, after.white.time_left_ms) == (9, 279_000)
    assert (after.black.id, after.black.time_left_ms) == (4, 250_000)
    control = after.time_control()
    assert [control.budget(side).stages[0].time_ms for side in Side] == [279_000, 250_000]
    assert control.increment_ms(Side.WHITE, 0) == 3_000


def test_other_controls_begin_anew() -> None:
    assert carried(swapped("5m+3s"), played("5m+3s")) == swapped("5m+3s")


def test_without_a_clock_what_was_brought_is_all_that_is_known() -> None:
    before = played(clock=False)
    assert carried(swapped(), before) == swapped()
    brought = msgspec.structs.replace(before.assignment, white=msgspec.structs.replace(ANNA, time_left_ms=90_000))
    after = carried(swapped(), msgspec.structs.replace(before, assignment=brought))
    assert (after.white.time_left_ms, after.black.time_left_ms) == (None, 90_000)
