"""What is chosen in an opening of renju: said by a button, told by a press without a stone, or by what followed it.

The clock's levers belong to the persons (5.2.4.3): the one named black to whoever began with Black. So a press without
a stone hands the time to the other person, which of all options means only one (5.3.1.7); and who presses the next
stone tells whether the colours were changed. Where hands use the levers by colour, the press without a stone tells.
"""

from collections.abc import Mapping
from typing import Literal

from board.inputs import ButtonPressed
from board.outputs import Chosen
from board.renju.core import RenjuCore
from rules.renju.following import explained, heard, offered, settled
from rules.renju.opening import Act, State
from rules.side import Side

OPTIONS: Mapping[str, str] = {
    "swap": "swap",
    "no-swap": "stay",
    "choose-white": "white",
    "choose-black": "black",
    "add-stones": "add",
    "offer-fifths": "offer",
}
"""The options of opening regulations by their buttons."""

How = Literal["button", "press", "stones"]
ANNOUNCE = "announce"


class RenjuChoices(RenjuCore):
    """The opening as it is known to stand, beside the courses that it may have taken."""

    def know_opening(self, opened: State | None) -> None:
        """The record says how the opening stands, by whatever the table or the desk has put into it."""
        before, self._opened = self._opened, opened
        if opened is None or opened is before or opened == before:
            return
        if before is None or before.black != opened.black:
            self._swapped, self._guess = None, opened.black != 1
        if self._course is not None and opened.offers and not self._course.picking:
            self._course = self._course.at(opened)

    def _choose(self, event: ButtonPressed) -> None:
        """A button says it, if that is the choice of whoever pressed it."""
        opened, by = self._opened, event.by
        if opened is None or opened.done or by is None or opened.person(by) != opened.actor:
            return
        if event.button == ANNOUNCE:
            act = Act(act="declare", number=event.count or 0)
        else:
            act = Act(act="choose", option=OPTIONS[event.button])
        self._hear(act, by, event.t_ms, "button")

    def _press_chooses(self, label: Side, t_ms: int) -> bool:
        """Whether a press without a stone was a choice, and no mistake."""
        if self._opened is None:
            return False
        opened = settled(self._opened)
        if opened.done or opened.expects.act != "choose" or not opened.press_means:
            return False
        by = label.other if self._levers_changed else label
        if opened.person(by) != opened.actor and self._swapped is None:
            by = by.other
        if opened.person(by) != opened.actor:
            return False
        self._hear(Act(act="choose", option=opened.press_means), by, t_ms, "press")
        return True

    def _explain_choice(self, t_ms: int, *, label: Side | None = None, stones: int = 1, offers: bool = False) -> None:
        """Nobody heard the choice that was due, and the game went on: what follows tells it."""
        if self._opened is None:
            return
        opened = settled(self._opened)
        if opened.done or opened.expects.act != "choose":
            return
        by_colour = self._swapped is False and opened.black != 1
        person = None if label is None or by_colour else 1 if label is Side.BLACK else 2
        option = explained(opened, stones=stones, person=person, offers=offers)
        by = next(side for side in Side if opened.person(side) == opened.actor)
        self._hear(Act(act="choose", option=option), by, t_ms, "stones")

    def _hear_offers(self, points: tuple[str, ...], t_ms: int) -> None:
        if self._opened is None or self._opened.done:
            return
        self._opened = offered(self._opened, points)
        self._out.append(Chosen(act="offer", by=Side.BLACK, points=points, how="stones", t_ms=t_ms))

    def _hear(self, act: Act, by: Side, t_ms: int, how: How) -> None:
        after = heard(self._opened, act) if self._opened is not None else None
        if after is None or self._opened is None:
            return
        if after.black != self._opened.black:
            self._swapped, self._guess = None, after.black != 1
        self._opened = after
        kind: Literal["choose", "declare"] = "declare" if act.act == "declare" else "choose"
        self._out.append(Chosen(act=kind, by=by, option=act.option, number=act.number, how=how, t_ms=t_ms))

    def _announced(self) -> int:
        """The number of fifth moves that was announced, 0 for none."""
        return self._opened.declared if self._opened is not None else 0

    @property
    def _levers_changed(self) -> bool:
        """Whether each lever is pressed by the side whose name it does not have."""
        return self._guess if self._swapped is None else self._swapped
