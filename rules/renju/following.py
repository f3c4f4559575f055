"""An opening followed from what is known of it: of some steps only what they led to is seen or heard.

`rules.renju.opening` refuses what a regulation does not allow. Here nothing is refused that stands on a board: a
choice that nobody heard is assumed to have changed nothing, an announcement that nobody heard is passed over.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from rules.renju.opening import Act, State
from rules.renju.points import CELL_OF


def heard(state: State, act: Act) -> State | None:
    """The opening after a choice or an announcement; ``None`` where it means nothing now.

    A number is announced together with the stones before it, and so may be heard before they are on the board.
    """
    if act.act == "declare":
        due = _declaring(state)
        if due is None or due.refusal(act):
            return None
        return due.apply(act) if due is state else replace(state, declared=act.number)
    now = settled(state)
    return None if act.act != "choose" or now.refusal(act) else now.apply(act)


def settled(state: State) -> State:
    """Past an announcement, made or not heard, once something else happens."""
    while not state.done and state.expects.act == "declare":
        state = replace(state, step=state.expects.then)
    return state


def offered(state: State, points: Sequence[str]) -> State:
    """After these fifth moves were offered."""
    now = settled(state)
    if not now.done and now.expects.act == "choose":
        now = now.apply(Act(act="choose", option=explained(now, offers=True)))
    if now.done or now.expects.act != "offer":
        return now
    return replace(now, step=now.expects.then, offers=tuple(points))


def placed(state: State, point: str) -> State:
    """After a stone that stays: the next one, the offer that is left, or one alone instead of several offers."""
    now = settled(state)
    if now.done or point not in CELL_OF:
        return now
    if now.expects.act == "choose":
        now = settled(now.apply(Act(act="choose", option=explained(now))))
    step = now.expects
    if step.act == "offer":
        step = now.regulation.steps[step.then]
    after = replace(now, step=step.then, moves=(*now.moves, point), offers=())
    return settled(after) if after.declared else after


def explained(state: State, *, stones: int = 1, person: int | None = None, offers: bool = False) -> str:
    """The option of the choice that is due which ``person`` must have taken if he then places so many stones in one
    turn, or ``offers`` fifth moves. Without a person, or where none fits, one that changes no colours."""
    options = [(name, settled(state.apply(Act(act="choose", option=name)))) for name in state.expects.options]
    fits = [
        (name, after)
        for name, after in options
        if (after.expects.act == "offer" if offers else _stones_in_turn(after) == stones)
    ]
    his = [name for name, after in fits if after.actor == person]
    kept = [name for name, after in fits or options if after.black == state.black]
    return (his or kept or [name for name, _ in options])[0]


def announces(state: State) -> bool:
    """Whether the person who acts may announce a number of fifth moves with the stones that he is placing."""
    return _declaring(state) is not None


def most_announced(state: State) -> int:
    """The greatest number that may be announced; 0 for no limit."""
    due = _declaring(state)
    return 0 if due is None else due.expects.most


def next_stone(state: State, stones: int = 0) -> str:
    """``b`` or ``w``: the colour of the next stone, where ``stones`` are on the board that were not pressed yet."""
    now = settled(state)
    if not now.done and now.expects.act == "choose" and stones == 0:
        now = settled(now.apply(Act(act="choose", option=explained(now))))
    if not now.done and now.expects.act in ("offer", "pick"):
        return "b" if now.expects.act == "offer" else "w"
    side = now.to_move if stones % 2 == 0 else now.to_move.other
    return side.letter.lower()


def _declaring(state: State) -> State | None:
    """The step at which the person who acts announces a number, now or after the stones that he places first."""
    actor = None if state.done else state.actor
    while not state.done and state.actor == actor:
        if state.expects.act == "declare":
            return state
        if state.expects.act != "place":
            return None
        state = replace(state, step=state.expects.then, moves=(*state.moves, ""))
    return None


def _stones_in_turn(state: State) -> int:
    """How many stones the person who acts places before the other one acts."""
    actor, count = state.actor, 0
    while not state.done and state.expects.act == "place" and state.actor == actor:
        state = settled(replace(state, step=state.expects.then, moves=(*state.moves, "")))
        count += 1
    return count
