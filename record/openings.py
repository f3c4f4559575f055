"""Renju's opening in the fold: what was chosen, who has which colour, and whose clock is whose (5.2.4.3).

A swap changes which person has Black. Each keeps his clock: the faces and levers of the clock are named by the colours
with which the game began, in every event and for ever; `record.state.Clocks` names them by the colours of now.
"""

from collections.abc import Iterable, Sequence

import msgspec

from record.assignment import Assignment
from record.events import AnyEvent, ClockReading, LeverPressed, Move, OpeningChoice
from record.renju_law import RENJU
from record.state import Choice, Clocks, GameState, Ply
from rules.errors import FlagfallError
from rules.renju.following import heard, offered, placed
from rules.renju.opening import Act, State, begin
from rules.renju.points import CELL_OF
from rules.renju.tables import regulation
from rules.side import Side

replace = msgspec.structs.replace

ENTERED = "entered"
"""The reason of a result that people named: it tells who won, not which colour."""

COLOURS = "colours"
"""A choice that is none of the regulation: it was entered who has which colour."""

MIRRORED = {"1-0": "0-1", "0-1": "1-0", "+/-": "-/+", "-/+": "+/-"}


def opened(assignment: Assignment) -> State | None:
    """The opening before the first stone; ``None`` where no regulation rules it, or where stones were set up."""
    if assignment.discipline != RENJU or not assignment.opening_regulation:
        return None
    if assignment.opening is not None and assignment.opening.fen:
        return None
    try:
        return begin(regulation(assignment.opening_regulation))
    except FlagfallError:
        return None


def chosen(state: GameState, event: OpeningChoice) -> GameState:
    """``state`` after a choice; one that means nothing now changes nothing."""
    if state.opening is None or state.ended:
        return state
    choice = Choice(
        act=event.act,
        by=event.by,
        option=event.option,
        number=event.number,
        points=event.points,
        how=event.how,
        ply=len(state.plies),
        player=state.person(event.by).id,
    )
    after = _heard(state.opening, choice)
    if after is None:
        return state
    return _turned(replace(state, choices=(*state.choices, choice)), after)


def stone(state: GameState, event: Move) -> GameState:
    """``state``, which has the ply of ``event`` already, with its opening one stone further."""
    if state.opening is None:
        return state
    return _turned(state, _placed(state.opening, event.move, event.ply, event.irregular))


def taken_back(state: GameState) -> GameState:
    """``state``, of which plies were taken back: what was chosen before the stones that stand is chosen still."""
    if state.opening is None:
        return state
    choices = tuple(one for one in state.choices if one.act == COLOURS or one.ply <= len(state.plies))
    return _turned(replace(state, choices=choices), _again(state.assignment, state.plies, choices))


def with_colours(state: GameState, colours: tuple[int, int]) -> GameState:
    """``state`` in which the players of these start numbers have White and Black. Others change nothing."""
    white, black = state.assignment.white.id, state.assignment.black.id
    if colours not in ((white, black), (black, white)):
        return state
    swapped = colours == (black, white)
    if swapped is state.swapped:
        return state
    choice = Choice(act=COLOURS, ply=len(state.plies), player=colours[1], how="entered", swapped=swapped)
    state = replace(state, choices=(*state.choices, choice))
    if state.opening is not None:
        return _turned(state, replace(state.opening, black=2 if swapped else 1))
    return _with_persons(state, swapped)


def may_swap(assignment: Assignment) -> bool:
    """Whether the persons may change colours in the opening of this game."""
    state = opened(assignment)
    return state is not None and state.regulation.has_swaps


def mirrored(result: str) -> str:
    """The result of the same game with the colours exchanged.

    >>> mirrored("1-0"), mirrored("1/2-1/2")
    ('0-1', '1/2-1/2')
    """
    return MIRRORED.get(result, result)


def _again(assignment: Assignment, plies: Sequence[Ply], choices: Iterable[Choice]) -> State | None:
    """The opening from its beginning, with the choices between the stones."""
    state, waiting = opened(assignment), list(choices)
    for ply in (*plies, None):
        while waiting and (ply is None or waiting[0].ply < ply.number):
            choice = waiting.pop(0)
            state = state and (_heard(state, choice) or state)
        if ply is not None:
            state = state and _placed(state, ply.move, ply.number, ply.irregular)
    return state


def _heard(state: State, choice: Choice) -> State | None:
    match choice.act:
        case "offer":
            after = offered(state, choice.points)
            return after if after != state else None
        case "declare":
            return heard(state, Act(act="declare", number=choice.number))
        case "choose":
            return heard(state, Act(act="choose", option=choice.option))
        case _:
            return replace(state, black=2 if choice.swapped else 1)


def _placed(state: State, move: str, ply: int, irregular: bool) -> State:
    """After a ply: one that is no stone of the opening leaves it where it was."""
    return placed(state, move) if move in CELL_OF and (not irregular or ply == 1) else state


def _turned(state: GameState, opening: State | None) -> GameState:
    state = replace(state, opening=opening)
    return _with_persons(state, opening is not None and opening.black != 1)


def _with_persons(state: GameState, swapped: bool) -> GameState:
    """What is said of sides that belongs to the persons goes with them to their other colour."""
    if swapped is state.swapped:
        return state
    entries = {Side(who).other.value: mirrored(result) for who, result in state.entries.items()}
    result = state.result
    if result is not None and result.reason == ENTERED:
        entered = tuple(Side(who).other.value if who in ("white", "black") else who for who in result.entered)
        result = replace(result, result=mirrored(result.result), entered=entered)
    return replace(
        state,
        swapped=swapped,
        clocks=turned(state.clocks) if state.opening is not None else state.clocks,
        arrived=tuple(side.other for side in state.arrived),
        offer=state.offer and state.offer.other,
        called=state.called and state.called.other,
        entries=entries,
        result=result,
    )


def by_sides(events: Iterable[AnyEvent], *, swapped: bool) -> list[AnyEvent]:
    """Presses and readings of a game of renju by the sides that the owners of the clocks have, for those who show them:
    ``swapped`` tells whether the persons have exchanged their colours."""
    return [_by_side(event) for event in events] if swapped else list(events)


def _by_side(event: AnyEvent) -> AnyEvent:
    match event:
        case LeverPressed():
            return replace(event, by=event.by.other)
        case ClockReading():
            running = event.running and event.running.other
            flags = tuple(side.other for side in event.flags)
            return replace(event, white_ms=event.black_ms, black_ms=event.white_ms, running=running, flags=flags)
        case _:
            return event


def turned(clocks: Clocks) -> Clocks:
    """The same clocks with the names of the sides exchanged."""
    return replace(
        clocks,
        white_ms=clocks.black_ms,
        black_ms=clocks.white_ms,
        running=clocks.running and clocks.running.other,
        flags=tuple(side.other for side in clocks.flags),
    )
