"""Where a game's opening may stand, as far as a board tells.

A board shows stones. It does not show who swapped, nor the number that was declared, so that every course of the
opening regulation that fits the stones is kept.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from rules.law.observation import Observation
from rules.renju.opening import Act, Regulation, State, begin
from rules.side import Side


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """The states that an opening may be in; none once it is over on every course."""

    states: tuple[State, ...]

    @classmethod
    def of(cls, regulation: Regulation) -> "Course":
        """Before the first stone."""
        return cls(states=(begin(regulation),))

    @classmethod
    def after(cls, regulation: Regulation, moves: Sequence[str]) -> "Course":
        """After the plies of a game that goes on."""
        course = cls.of(regulation)
        for number, move in enumerate(moves):
            if course.done:
                break
            if course.placing:
                course, _ = course.place(move, Side.WHITE if number % 2 else Side.BLACK, number + 1)
            elif course.offering:
                course = course.offer((move,), number + 1)[0].pick(move)
        return course

    @property
    def done(self) -> bool:
        """Whether the ordinary rules are alone."""
        return all(state.done for state in self.states)

    @property
    def choosing(self) -> bool:
        """Whether someone may be choosing or declaring: then a press without a stone is no pass (5.3.1.7)."""
        return any(not state.done and state.expects.act in ("choose", "declare") for state in self.states)

    @property
    def offering(self) -> bool:
        """Whether several fifth stones may be put on the board now."""
        return any(state.expects.act == "offer" for state in self._open())

    @property
    def placing(self) -> bool:
        """Whether one stone may be placed for good now."""
        return any(state.expects.act == "place" for state in self._open())

    @property
    def picking(self) -> tuple[str, ...]:
        """The fifth stones that are offered and wait for White to leave one of them."""
        return next((s.offers for s in self.states if not s.done and s.expects.act == "pick"), ())

    def due(self, announced: int) -> int:
        """How many fifth stones are to be offered: by the regulation, or as many as were ``announced``; 0 where that is
        not known."""
        counts = (state.expects.count for state in self._open() if state.expects.act == "offer")
        return max(counts, default=0) or announced

    def by_one_person(self, stones: Sequence[str]) -> bool:
        """Whether one person may place all these stones, one after another, before pressing."""

        def goes_on(state: State, rest: Sequence[str]) -> bool:
            after = _placed(state, rest[0])
            if len(rest) == 1:
                return True
            if after.done or after.expects.act != "place" or after.actor != state.actor:
                return False
            return goes_on(after, rest[1:])

        return any(state.expects.act == "place" and goes_on(state, stones) for state in self._open())

    def place(self, point: str, side: Side, ply: int) -> tuple[Self, tuple[Observation, ...]]:
        """After a stone that stays, and what of it the regulation does not allow on any course."""
        states = [state for state in self._open() if state.expects.act == "place"]
        allowed = [s for s in states if not s.refusal(Act(act="place", point=point))]
        if allowed or not states:
            return self._with(_placed(state, point) for state in allowed), ()
        zone = max(state.expects.zone for state in states)
        evidence: dict[str, object] = {"regulation": states[0].regulation.name, "move": point, "zone": zone}
        reason = states[0].refusal(Act(act="place", point=point))
        found = Observation(kind="opening-violation", side=side, ply=ply, evidence={**evidence, "why": reason})
        return self._with(_placed(state, point) for state in states), (found,)

    def at(self, state: State) -> Self:
        """The course that is known to stand so."""
        return self._with((state,))

    def offer(self, points: Sequence[str], ply: int, announced: int = 0) -> tuple[Self, tuple[Observation, ...]]:
        """After these fifth stones were put on the board, and what is wrong with them. ``announced``: so many were
        to be offered, 0 where nobody heard a number."""
        states = [state for state in self._open() if state.expects.act == "offer"]
        due = self.due(announced)
        why = "" if not due or due == len(points) else f"{len(points)} offered, {due} due"
        state = replace(states[0], declared=due or len(points), offers=())
        for point in points:
            if not why and state.expects.act == "offer":
                why = state.refusal(Act(act="offer", point=point))
            state = state if why else state.apply(Act(act="offer", point=point))
        after = [replace(s, step=s.expects.then, offers=tuple(points), declared=len(points)) for s in states]
        if not why:
            return self._with(after), ()
        evidence = {"regulation": states[0].regulation.name, "offers": list(points), "why": why}
        found = Observation(kind="opening-violation", side=Side.BLACK, ply=ply, evidence=evidence)
        return self._with(after), (found,)

    def pick(self, point: str) -> Self:
        """After White left one of the offers."""
        states = [state for state in self.states if not state.done and state.expects.act == "pick"]
        return self._with(replace(_placed(state, point), offers=()) for state in states)

    def _open(self) -> Iterator[State]:
        """The states that wait for a stone, whatever was chosen or declared before it."""
        waiting = [state for state in self.states if not state.done]
        while waiting:
            state = waiting.pop()
            step = state.expects
            if step.act == "choose":
                after = [
                    replace(state, step=option.then, black=3 - state.black if option.swaps else state.black)
                    for option in step.options.values()
                ]
                waiting += [one for one in after if not one.done]
            elif step.act == "declare":
                waiting.append(replace(state, step=step.then))
            else:
                yield state

    def _with(self, states: Iterable[State]) -> Self:
        """A course of these states, each once."""
        found = {(s.step, s.black, s.moves, s.declared, s.offers): s for s in states}
        return type(self)(states=tuple(found.values()))


def _placed(state: State, point: str) -> State:
    return replace(state, step=state.expects.then, moves=(*state.moves, point))
