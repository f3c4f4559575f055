"""Times that a pairing's next game begins with: under a Lehmann-Georgiev control the two play on with what they have
left, until the first win (3.6.4).

Whoever assigns the games of a pairing calls `carried` with each next assignment and the state of the game before; the
table honours the persons' ``time_left_ms``: its clock is wound or set to them. `clock.several.goes_on` says whether a
further game is due at all.
"""

import msgspec

from clock.several import is_carried
from record.assignment import Assignment, Person
from record.state import GameState
from rules.side import Side


def carried(assignment: Assignment, before: GameState) -> Assignment:
    """``assignment``, the next game of the two who played ``before``, with what each has left (by person, not by
    colour). Unchanged under a control that does not last for several games.

    Where ``before`` had no clock that was read, what is left is not known: each has what he brought to ``before``, and
    the arbiter sets the clocks.
    """
    if not is_carried(assignment.full_control()):
        return assignment
    left = time_left(before)
    return msgspec.structs.replace(
        assignment, white=_with_left(assignment.white, left), black=_with_left(assignment.black, left)
    )


def time_left(state: GameState) -> dict[int, int | None]:
    """What the two of a game have left after it, in milliseconds by start number; ``None``: the control's own time,
    none was taken from it as far as is known."""
    if state.left_at_end is None:
        return {person.id: person.time_left_ms for person in (state.white, state.black)}
    return {state.person(side).id: ms for side, ms in zip(Side, state.left_at_end, strict=True)}


def _with_left(person: Person, left: dict[int, int | None]) -> Person:
    return msgspec.structs.replace(person, time_left_ms=left.get(person.id))
