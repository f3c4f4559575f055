"""Opening regulations as state tables (5.2.4.3), and the state of one game's opening.

A regulation is data: steps by name, each with who acts and what follows. Two persons play, 1 (the tentative Black) and
2; a swap changes which of them has Black, and each keeps his own clock. Walk a table with `begin` and `State.apply`.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from rules.door import Language
from rules.errors import IllegalMoveError, NotationError
from rules.law.observation import Observation
from rules.renju.patterns import pattern
from rules.renju.points import CELL_OF, POINTS, distance
from rules.renju.symmetry import same_move
from rules.side import Side

ActName = Literal["place", "choose", "declare", "offer", "pick"]
Actor = Literal["first", "second", "black", "white"]

DONE = ""
"""The step after the last."""


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to a choice: the step that follows, and whether the persons change colours."""

    then: str
    swaps: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of an opening.

    ``by``: a person (``first``, ``second``) or whoever has a colour now. ``zone``: stones go into the central square of
    so many points a side. ``count``: how many different fifth moves are offered, 0 for as many as were declared.
    ``most``: the greatest number that may be declared, 0 for no limit. ``options`` belong to a choice, ``then`` to
    everything else.
    """

    act: ActName
    by: Actor
    then: str = DONE
    zone: int = 15
    count: int = 0
    most: int = 0
    options: Mapping[str, Option] = {}


class Regulation(msgspec.Struct, frozen=True, kw_only=True):
    """An opening regulation. ``barred`` are the numbers of opening patterns that may not be played.

    ``verified`` is ``False`` where only secondary sources describe it and they are thin or differ.
    """

    name: str
    titles: Mapping[Language, str]
    steps: Mapping[str, Step]
    begins: str = "m1"
    barred: tuple[str, ...] = ()
    verified: bool = True

    @property
    def has_swaps(self) -> bool:
        """Whether the persons may change colours."""
        return any(option.swaps for step in self.steps.values() for option in step.options.values())

    def title(self, language: Language) -> str:
        """The regulation's name for people."""
        return self.titles[language]


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What a person does: places, offers or picks a ``point``, chooses an ``option``, or declares a ``number``."""

    act: ActName
    point: str = ""
    option: str = ""
    number: int = 0

    def __str__(self) -> str:
        what = self.point or self.option or str(self.number)
        return what if self.act in ("place", "choose") else f"{self.act} {what}"


class State(msgspec.Struct, frozen=True, kw_only=True):
    """An opening under way. ``black`` is the person who has Black now, ``moves`` are the stones placed for good."""

    regulation: Regulation
    step: str
    black: int = 1
    moves: tuple[str, ...] = ()
    declared: int = 0
    offers: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether the opening is over and the ordinary rules are alone."""
        return self.step == DONE

    @property
    def expects(self) -> Step:
        """The step that is due. Not to be asked once `done`."""
        return self.regulation.steps[self.step]

    def person(self, side: Side) -> int:
        """Which person has ``side``, 1 or 2."""
        return self.black if side is Side.BLACK else 3 - self.black

    @property
    def actor(self) -> int:
        """The person who acts now, whose clock runs."""
        if self.done:
            return self.person(self.to_move)
        by = self.expects.by
        if by in ("first", "second"):
            return 1 if by == "first" else 2
        return self.person(Side(by))

    @property
    def to_move(self) -> Side:
        """The colour of the next stone."""
        return Side.WHITE if len(self.moves) % 2 else Side.BLACK

    @property
    def offers_due(self) -> int:
        """How many offers are still to be made."""
        return (self.expects.count or self.declared) - len(self.offers) if self.expects.act == "offer" else 0

    @property
    def press_means(self) -> str:
        """What a press without a stone means now (5.3.1.7): ``pass``; while a choice is due, the option by which the
        other person acts next, for who stays in turn has a stone to place; else nothing lawful: ``""``."""
        if self.done:
            return "pass"
        if self.expects.act != "choose":
            return ""
        handing = (name for name in self.expects.options if self._after(name).actor != self.actor)
        return next(handing, "")

    def _after(self, option: str) -> "State":
        return self.apply(Act(act="choose", option=option))

    def points(self) -> tuple[str, ...]:
        """The points that a stone may be placed on, offered or picked from now, in reading order."""
        if self.done or self.expects.act in ("choose", "declare"):
            return ()
        act = self.expects.act
        return tuple(point for point in POINTS if not self.refusal(Act(act=act, point=point)))

    def refusal(self, act: Act) -> str:
        """Why ``act`` is not allowed now; empty if it is."""
        if self.done:
            return "the opening is over"
        step = self.expects
        if act.act != step.act:
            return f"a step of another kind is due: {step.act}"
        if step.act == "choose":
            return "" if act.option in step.options else f"expected one of {', '.join(step.options)}"
        if step.act == "declare":
            if act.number < 1 or (step.most and act.number > step.most):
                return f"expected a number from 1{f' to {step.most}' if step.most else ''}"
            return ""
        return self._refused_point(step, act.point)

    def _refused_point(self, step: Step, point: str) -> str:
        if point not in CELL_OF:
            return f"{point!r} is not a point"
        if step.act == "pick":
            return "" if point in self.offers else f"expected one of the offers {', '.join(self.offers)}"
        if point in self.moves or point in self.offers:
            return f"{point} is taken"
        if 2 * distance(CELL_OF[point]) + 1 > step.zone:
            return f"{point} is outside the central {step.zone}x{step.zone}" if step.zone > 1 else "expected h8"
        if step.act == "offer":
            black, white = self.moves[::2], self.moves[1::2]
            for other in self.offers:
                if same_move(point, other, black, white):
                    return f"{point} is the same move as {other} by symmetry"
        elif len(self.moves) == 2 and pattern((*self.moves, point))[0] in self.regulation.barred:
            return f"the opening {pattern((*self.moves, point))[0]} is barred"
        return ""

    def apply(self, act: Act) -> "State":
        """The opening after ``act``. Raises `IllegalMoveError`."""
        reason = self.refusal(act)
        if reason:
            raise IllegalMoveError(f"{act}: {reason}", move=str(act))
        step = self.expects
        replace = msgspec.structs.replace
        if step.act == "choose":
            option = step.options[act.option]
            return replace(self, step=option.then, black=3 - self.black if option.swaps else self.black)
        if step.act == "declare":
            return replace(self, step=step.then, declared=act.number)
        if step.act == "offer":
            step_after = self.step if self.offers_due > 1 else step.then
            return replace(self, step=step_after, offers=(*self.offers, act.point))
        offers = () if step.act == "pick" else self.offers
        return replace(self, step=step.then, moves=(*self.moves, act.point), offers=offers)

    def read(self, text: str) -> Act:
        """The act that ``text`` means now: a point, an option (``swap``, ``stay``), a number. Raises `NotationError`.

        The kind may stand before it: ``offer g7``, ``declare 5``.
        """
        words = text.lower().split()
        kind = "choose" if self.done else self.expects.act
        if len(words) == 2 and words[0] == kind:
            del words[0]
        if len(words) == 1 and kind == "declare" and words[0].isascii() and words[0].isdigit() and len(words[0]) < 4:
            return Act(act="declare", number=int(words[0]))
        if len(words) == 1 and kind in ("place", "offer", "pick") and words[0] in CELL_OF:
            return Act(act=kind, point=words[0])
        if len(words) == 1 and kind == "choose" and not self.done and words[0] in self.expects.options:
            return Act(act="choose", option=words[0])
        expected = {"declare": "a number", "choose": " or ".join(() if self.done else self.expects.options)}
        raise NotationError(f"{text.strip()!r}: expected {expected.get(kind, 'a point a1 to o15')}", text=text.strip())


def begin(regulation: Regulation) -> State:
    """The state before the first stone."""
    return State(regulation=regulation, step=regulation.begins)


def violations(regulation: Regulation, moves: Sequence[str]) -> tuple[Observation, ...]:
    """Every stone or pass of a game record that the regulation allows on no path, as ``opening-violation``.

    A record of stones does not tell swaps, offers or declarations; a stone is a violation if no course of these would
    have allowed it. Evidence: ``regulation``, ``move``, and ``zone`` (the widest that was open) or ``barred``.
    """
    found = []
    due = _stones_due(regulation, {regulation.begins})
    for ply, move in enumerate(moves, 1):
        if not due:
            break
        steps = [regulation.steps[name] for name in sorted(due)]
        zone = max(step.zone for step in steps)
        evidence: dict[str, object] = {"regulation": regulation.name, "move": move, "zone": zone}
        fits = [step for step in steps if move in CELL_OF and 2 * distance(CELL_OF[move]) + 1 <= step.zone]
        if ply == 3 and fits and pattern(moves[:3])[0] in regulation.barred:
            evidence["barred"] = pattern(moves[:3])[0]
        if not fits or "barred" in evidence:
            side = Side.BLACK if ply % 2 else Side.WHITE
            found.append(Observation(kind="opening-violation", side=side, ply=ply, evidence=evidence))
        due = _stones_due(regulation, {step.then for step in fits or steps})
    return tuple(found)


def _stones_due(regulation: Regulation, steps: set[str]) -> set[str]:
    """The steps that put a stone on the board, reachable from ``steps`` without one."""
    waiting, seen, found = list(steps), set(steps), set()
    while waiting:
        name = waiting.pop()
        if name == DONE:
            continue
        step = regulation.steps[name]
        if step.act in ("place", "offer"):
            found.add(name)
            continue
        for after in [option.then for option in step.options.values()] or [step.then]:
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return found
