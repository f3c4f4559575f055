"""The hand in an opening of renju: stones, offers, and the choices that its regulation leaves (5.2.4.3).

A pure function of a regulation, a course and a `random.Random`. Who swaps presses the clock without a stone, so that
the other's time runs; who does not goes on. Each keeps his clock, whose lever has the colour with which he began.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from hardware.virtual.hand import MEASURED, Action, Script, Style
from rules.renju.opening import Act, Regulation, State, begin
from rules.side import Side

LEVER = {1: Side.BLACK, 2: Side.WHITE}
"""The lever of each person, as `rules.renju.opening` numbers them."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What one person does until the other acts: ``moves`` that stand after it, what was chosen (``choices``), and
    whether the colours are exchanged then."""

    actions: tuple[Action, ...]
    moves: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    swapped: bool = False


def course(regulation: Regulation, moves: Sequence[str], rng: Random) -> tuple[Act, ...] | None:
    """Acts of the regulation that lead to the stones of ``moves``, the choices by lot; ``None`` where none does, and
    where the moves end before the opening."""
    return _course(begin(regulation), tuple(moves), rng)


def turns(regulation: Regulation, acts: Sequence[Act], rng: Random, style: Style = MEASURED) -> tuple[Turn, ...]:
    """The course as hands carry it out, turn by turn. Its times begin anew with each."""
    state, done, board = begin(regulation), list[Turn](), dict[str, str]()
    script = Script(board, rng)
    moves: list[str] = []
    choices: list[str] = []
    script.rest(style.think_ms)
    for act in acts:
        before, state = state, state.apply(act)
        stone = before.to_move.letter.lower()
        if act.act in ("choose", "declare"):
            choices.append(str(act))
        elif act.act == "pick":
            moves.append(act.point)
            for point in before.offers:
                if point != act.point:
                    script.rest(style.air_ms)
                    script.lift(point)
        else:
            script.rest(style.air_ms)
            script.place(act.point, stone)
            moves += [act.point] if act.act == "place" else []
        if state.done or state.actor != before.actor:
            script.rest(style.press_ms)
            script.press(LEVER[before.actor])
            done.append(
                Turn(
                    actions=tuple(script.actions),
                    moves=tuple(moves),
                    choices=tuple(choices),
                    swapped=state.black != 1,
                )
            )
            script, moves, choices = Script(script.board, rng), [], []
            script.rest(style.think_ms)
    return tuple(done)


def _course(state: State, moves: tuple[str, ...], rng: Random) -> tuple[Act, ...] | None:
    """By trying: a choice may lead to a step that the next stone does not fit."""
    if state.done:
        return ()
    step = state.expects
    if step.act == "choose":
        acts = [Act(act="choose", option=option) for option in rng.sample(sorted(step.options), len(step.options))]
    elif step.act == "declare":
        acts = [Act(act="declare", number=rng.randint(1, min(step.most or 4, 4)))]
    elif step.act == "offer":
        acts = _offers(state, moves, rng)
    else:
        acts = [Act(act=step.act, point=moves[len(state.moves)])] if len(moves) > len(state.moves) else []
    for act in acts:
        if not state.refusal(act):
            rest = _course(state.apply(act), moves, rng)
            if rest is not None:
                return (act, *rest)
    return None


def _offers(state: State, moves: tuple[str, ...], rng: Random) -> list[Act]:
    """The fifth stone of the game comes first of all that are offered; the others stand anywhere else, but not where
    the game's sixth stone goes."""
    if len(moves) <= len(state.moves):
        return []
    if not state.offers:
        return [Act(act="offer", point=moves[len(state.moves)])]
    sixth = moves[len(state.moves) + 1 :][:1]
    free = [point for point in state.points() if point not in sixth]
    return [Act(act="offer", point=point) for point in rng.sample(free, min(3, len(free)))]
