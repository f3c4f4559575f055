"""What a press of the lever means in renju (5.2.5.1, 5.3.1.7, 5.3.8.2-3), and when none is needed."""

from collections.abc import Sequence

from board.log import absences
from board.outputs import Demanded
from board.renju.core import Made
from board.renju.in_turn import RenjuInTurn
from board.renju.seen import Seen, is_between
from rules.side import Side

MOST_UNPRESSED = 3
"""So many stones may stand unpressed, each side's in turn; more are an analysis."""


class RenjuPresses(RenjuInTurn):
    """Presses commit stones and passes, demand, refuse and correct."""

    def _press(self, label: Side, t_ms: int) -> None:
        """``label`` is the side that the lever belongs to by its name. A clock belongs to a person (5.2.4.3): after a
        swap it may bear either name, and the first stone that is pressed tells which."""
        bounced = self._bounced(label, t_ms)
        if self._echoed(bounced):
            return
        if self._down:
            self._missed.append(label)
            return
        seen = self._seen()
        if bounced and seen.nothing:
            return
        if self._swapped is None and len(seen.new) == 1 and seen.intact:
            self._swapped = label is not self._position.side
        by = label.other if self._levers_changed else label
        if self._were_in_turn(seen, by, t_ms):
            return
        if self._demand is not None and self._made:
            self._press_under_demand(self._demand, self._demanded(self._demand), by, t_ms)
        elif self._course is not None and not self._course.done:
            self._press_in_the_opening(seen, label, t_ms)
        else:
            self._press_in_the_game(seen, by, t_ms)

    def _press_in_the_game(self, seen: Seen, by: Side, t_ms: int) -> None:
        if seen.nothing:
            self._press_without_stone(by, t_ms)
        elif self._is_correction(by, t_ms) or self._goes_on_from_setup(by, t_ms):
            return
        elif not seen.intact:
            self._press_displaced(seen, by, t_ms)
        elif not self._in_sync and len(seen.new) > 1:
            return
        else:
            self._press_placed(seen.new, by, t_ms)

    # -- no stone ------------------------------------------------------------------------------------------------

    def _press_without_stone(self, by: Side, t_ms: int) -> None:
        last = self._made[-1] if self._made else None
        if by is not self._position.side:
            if self._owed is by:
                self._owed = None  # the press of a stone that was found when the board was seen again
            elif self._begun:
                self._observe("pressed-without-moving", by, self._ply + 1, pressed_ms=t_ms)
        elif last is not None and last.side is not by and last.irregular:
            self._demand_correction(by, last, t_ms)
        elif not self._begun:
            self._observe("pressed-without-moving", by, 1, pressed_ms=t_ms)
        else:
            self._pass(t_ms)

    def _demand_correction(self, by: Side, made: Made, t_ms: int) -> None:
        self._demand = Demanded(by=by, ply=made.ply, t_ms=t_ms)
        self._out.append(self._demand)
        self._log = []

    # -- stones --------------------------------------------------------------------------------------------------

    def _press_placed(self, new: Sequence[str], by: Side, t_ms: int) -> None:
        side = self._position.side
        if by is side and is_between(new, self._log) and len({self._colour(point) for point in new}) == 1:
            self._commit_unclear(new, t_ms)
        elif self._in_turn(new) and (len(new) % 2 == 1) is (by is side):
            for number, point in enumerate(new, 1):
                if not self._over:
                    self._place_in_turn(point, t_ms, pressed=number == len(new), early=number > 1)
        elif len(new) == 2 and by is side and self._sensor != "occupancy" and self._pair(new):
            own, _ = self._pair(new)
            self._place_in_turn(own, t_ms, pressed=True, early=False)
            self._early = not self._over
        elif len(new) == 2 and by is not side and self._sensor != "occupancy" and self._pair(new):
            for number, point in enumerate(self._pair(new)):
                if not self._over:
                    self._place_in_turn(point, t_ms, pressed=number == 1, early=number == 1)
        elif len(new) == 1 and by is not side and self._colour(new[0]) is side:
            again, self._others_lever = self._others_lever and self._ply == 1, not self._ply
            self._place_in_turn(new[0], t_ms, pressed=again, early=False)
            if again:  # both have pressed the other's lever with their first stones
                self._swapped = not self._swapped
                self._observe("wrong-colours", None, self._ply, pressed_ms=t_ms)
            elif not self._over:
                self._observe("pressed-without-moving", by, self._ply + 1, pressed_ms=t_ms)
        elif len(new) == 1 and by is side and self._first_stone_was_the_others():
            self._exchange()
            self._place_in_turn(new[0], t_ms, pressed=True, early=False)
            self._observe("wrong-colours", None, self._ply, squares=list(new), pressed_ms=t_ms)
        elif len(new) == 1 and by is side:
            after = self._with(new, side.other, side.other)
            self._irregular("opponents-stone", new[0], after, side, t_ms, squares=list(new))
        elif len(new) <= MOST_UNPRESSED:
            after = self._with(new, by, by.other)
            self._irregular("impossible-move", "+".join(new), after, by, t_ms, squares=list(new))
            self._doubt(new)
        elif self._in_sync:
            self._lose_sync(t_ms)

    def _first_stone_was_the_others(self) -> bool:
        """Whether the only stone so far is White's, placed by Black: one is a slip, the answer in kind is none."""
        return self._ply == 1 and self._position.pieces() == {"h8": "w"}

    def _pair(self, new: Sequence[str]) -> tuple[str, ...]:
        """One stone of each side, that of the side to move first; nothing else will do."""
        side = self._position.side
        own = [point for point in new if self._colour(point) is side]
        other = [point for point in new if self._colour(point) is side.other]
        return (own[0], other[0]) if len(own) == len(other) == 1 else ()

    def _in_turn(self, new: Sequence[str]) -> bool:
        """Whether these stones were placed by the sides in turn."""
        side = self._position.side
        if len(new) > MOST_UNPRESSED:
            return False
        return all(self._is(point, side.other if number % 2 else side) for number, point in enumerate(new))

    def _place_in_turn(self, point: str, t_ms: int, *, pressed: bool, early: bool) -> None:
        side, early = self._position.side, early or self._early
        log = self._log
        self._early = False
        if early:  # said before the ply, which may end the game
            self._observe("moved-before-opponents-press", side, self._ply + 1, squares=[point], decided_ms=t_ms)
        self._place(point, t_ms, pressed=pressed)
        self._log = [change for change in log if change.square in self._seen().new]

    def _commit_unclear(self, points: Sequence[str], t_ms: int) -> None:
        side, first = self._position.side, points[0]
        after = self._position.with_side(side)
        pieces = {**after.pieces(), first: side.letter.lower()}
        after = after.discipline.setup(pieces, side.other)
        self._irregular("unclear-move", first, after, side, t_ms, squares=list(points))
        self._ignored, self._unclear = (points[1],), tuple(points)
        self._doubt(points)

    # -- stones that went ----------------------------------------------------------------------------------------

    def _press_displaced(self, seen: Seen, by: Side, t_ms: int) -> None:
        """A stone of the position is gone, or is another one: it was moved, or stones were displaced (5.2.5.2)."""
        last = self._made[-1] if self._made else None
        side, ply = self._position.side, self._ply + 1
        if last is not None and seen.missing == (last.point,) and not seen.recoloured and not last.correctable:
            moved = next((point for point in seen.new if self._is(point, last.side)), None)
            rest = [point for point in seen.new if point != moved]
            if moved is not None and len(rest) == (0 if by is last.side else 1):
                self._follow_moved(last, moved, rest, t_ms)
                return
        if len(seen.missing) == len(seen.new) == 1 and not seen.recoloured and by is side:
            gone, new = seen.missing[0], seen.new[0]
            own = self._position.pieces()[gone] == side.letter.lower()
            kind = "stone-moved-after-placing" if own and self._is(new, side) else "impossible-move"
            after = self._with((new,), side if own else side.other, side.other, without=(gone,))
            self._irregular(kind, f"{gone}-{new}", after, side, t_ms, squares=[gone, new])
            return
        placed = seen.new[-1:] if len(seen.new) > len(seen.missing) or len(seen.new) == 1 else ()
        if placed and by is side and self._is(placed[0], side):
            self._place_in_turn(placed[0], t_ms, pressed=True, early=False)
        self._observe("stones-displaced", by, ply, squares=sorted({*seen.missing, *seen.recoloured}), pressed_ms=t_ms)
        self._displaced.clear()
        if not self._over:
            self._lose_sync(t_ms, "")

    def _follow_moved(self, last: Made, moved: str, rest: Sequence[str], t_ms: int) -> None:
        """The stone placed last was moved after its press: the record keeps the ply, the game goes on from there."""
        self._observe("stone-moved-after-placing", last.side, last.ply, squares=[last.point, moved], after_press=True)
        log = self._log
        self._position = self._with((moved,), last.side, last.side.other, without=(last.point,))
        self._made[-1] = last._replace(after=self._position, point=moved)
        self._followed = (last.point, moved, last.side)
        self._displaced.clear()
        self._regain_sync(t_ms)
        self._log = [change for change in log if change.square not in (last.point, moved)]
        for point in rest:
            self._place_in_turn(point, t_ms, pressed=True, early=False)

    # -- corrections ---------------------------------------------------------------------------------------------

    @property
    def _corrects_last(self) -> bool:
        """Whether the ply just made has to be put right: until then no stone on the board is the next one."""
        return self._demand is not None and self._demand.ply == self._ply

    def _demanded(self, demand: Demanded) -> Made:
        """The ply that has to be put right: the last one, or, while a foul may be claimed, one long before."""
        return next((made for made in self._made if made.ply == demand.ply), self._made[-1])

    def _is_correction(self, by: Side, t_ms: int) -> bool:
        """The offender put an impossible move or a foul right and placed another stone (5.3.8.2-3), with or without a
        demand, or after a press that had looked like a pass."""
        demanded = [] if self._demand is None else [self._demanded(self._demand)]
        for made in demanded or reversed(self._made):
            if made.correctable and made.side is by:
                seen = self._seen(made.before)
                if (
                    seen.intact
                    and len(seen.new) == 1
                    and self._is(seen.new[0], by)
                    and self._is_another(seen.new[0], made)
                ):
                    self._take_back(made, by.other if self._demand is not None else by, t_ms)
                    self._place_in_turn(seen.new[0], t_ms, pressed=True, early=False)
                    return True
            if made.point != "pass" and made is not self._made[-1]:
                break
        return False

    def _is_another(self, point: str, made: Made) -> bool:
        """Whether the stone on ``point`` is not the one that ``made`` left there: on another point or of another
        colour."""
        stone = made.after.pieces().get(made.point)
        return point != made.point or (stone is not None and self._sensed[point] not in (stone.lower(), "x"))

    def _press_under_demand(self, demand: Demanded, made: Made, by: Side, t_ms: int) -> None:
        """The offender corrects at his own expense; or the demand is dropped by a reply, or refused."""
        seen = self._seen()
        if by is demand.by:
            if by is self._position.side and seen.intact and len(seen.new) == 1 and self._is(seen.new[0], by):
                self._demand = None
                self._place_in_turn(seen.new[0], t_ms, pressed=True, early=False)
        elif seen.nothing:
            self._demand = None
            self._observe("pressed-without-moving", by, made.ply, pressed_ms=t_ms, demanded_ms=demand.t_ms)
        elif self._seen(made.before).nothing:
            self._observe("pressed-without-moving", by, made.ply, pressed_ms=t_ms, demanded_ms=demand.t_ms)
        elif self._is_correction(by, t_ms):
            return
        elif by is self._position.side and seen.intact and len(seen.new) == 1 and self._is(seen.new[0], by):
            self._demand = None  # a claim about an earlier ply, and the game went on
            self._place_in_turn(seen.new[0], t_ms, pressed=True, early=False)
        else:
            self._lose_sync(t_ms)

    def _goes_on_from_setup(self, by: Side, t_ms: int) -> bool:
        """Stones were on the board at the beginning, and the game is played on from them (5.3.8.1)."""
        if self._setup is None:
            return False
        seen = self._seen(self._setup)
        if not (seen.intact and len(seen.new) == 1 and self._is(seen.new[0], by)):
            return False
        self._position, self._begun = self._setup.with_side(by), True
        self._regain_sync(t_ms)
        self._place(seen.new[0], t_ms)
        return True

    # -- the opening ---------------------------------------------------------------------------------------------

    def _press_in_the_opening(self, seen: Seen, label: Side, t_ms: int) -> None:
        course = self._course
        assert course is not None
        if course.picking:
            self._press_at_a_pick(seen, course.picking, label, t_ms)
        elif seen.nothing:
            if (
                not self._press_chooses(label, t_ms)
                and not course.choosing
                and (self._begun or label is self._position.side)
            ):
                self._observe("pressed-without-moving", label, self._ply + 1, pressed_ms=t_ms)
        elif self._is_correction(label, t_ms) or self._is_correction(label.other, t_ms):
            return
        elif not seen.intact:
            self._press_displaced(seen, self._position.side, t_ms)
        elif course.offering and self._are_offers(seen.new) and not (len(seen.new) == 1 and course.placing):
            self._explain_choice(t_ms, label=label, offers=len(seen.new) > 1)
            self._offer(seen.new, t_ms)
        elif course.placing and self._in_turn(seen.new) and course.by_one_person(seen.new):
            self._explain_choice(t_ms, label=label, stones=len(seen.new))
            for number, point in enumerate(seen.new, 1):
                self._place_in_turn(point, t_ms, pressed=number == len(seen.new), early=False)
            self._learn(label, seen.new)
        else:
            by = self._position.side if len(seen.new) % 2 else self._position.side.other
            if len(seen.new) == 2 and self._colour(seen.new[0]) is self._colour(seen.new[1]):
                by = self._position.side
            self._press_placed(seen.new, by, t_ms)

    def _learn(self, label: Side, stones: Sequence[str]) -> None:
        """A single stone, placed by whoever has its colour: which lever he presses tells how the clocks are named."""
        last = self._made[-1]
        if len(stones) == 1 and self._ply > 3:
            self._swapped = label is not last.side

    def _are_offers(self, new: Sequence[str]) -> bool:
        return all(self._is(point, Side.BLACK) for point in new)

    def _offer(self, points: Sequence[str], t_ms: int) -> None:
        """Fifth stones are on the board, of which White will leave one (5.2.4.3). One alone is the fifth ply."""
        assert self._course is not None
        before = self._course
        self._course, found = before.offer(points, self._ply + 1, self._announced())
        if len(points) == 1:
            self._course = self._course.pick(points[0])
            self._place_offered(points[0], before, t_ms, pressed=True)
        else:
            self._hear_offers(tuple(points), t_ms)
        self._out += found
        self._log = [] if len(points) > 1 else self._log

    def _place_offered(self, point: str, course: object, t_ms: int, *, pressed: bool) -> None:
        after, log = self._course, self._log
        self._course = None  # the zones of stones that stay are not those of offers
        self._place(point, t_ms, pressed=pressed)
        self._course, self._log = after, log

    def _press_at_a_pick(self, seen: Seen, offers: Sequence[str], label: Side, t_ms: int) -> None:
        left = [point for point in seen.new if point in offers and self._is(point, Side.BLACK)]
        if len(left) > 1:  # the sixth stone may stand where an offer was taken off
            back = [point for point in left if absences(self._log, point)]
            left = [point for point in left if self._sensor != "occupancy" or len(back) != 1 or point not in back]
        fresh = [point for point in seen.new if point not in left]
        if not seen.intact:
            self._press_displaced(seen, label, t_ms)
        elif len(left) == 1 and len(fresh) <= 1:
            assert self._course is not None
            course, self._course = self._course, self._course.pick(left[0])
            self._place_offered(left[0], course, t_ms, pressed=False)
            if fresh and not self._over:
                self._place_in_turn(fresh[0], t_ms, pressed=True, early=False)
                self._learn(label, fresh)
        elif not fresh and len(left) == len(offers):
            self._observe("pressed-without-moving", Side.WHITE, self._ply + 1, pressed_ms=t_ms)
        elif self._in_sync:
            self._lose_sync(t_ms)

    def _watch_for_the_end(self, t_ms: int, *, pressed: bool = False) -> None:
        """A five, White's long row and a board where none is possible end the game without a press (5.2.5.1)."""
        if self._over or self._corrects_last or (self._course is not None and not self._course.done):
            return
        seen, after = self._seen(), self._position
        if not self._begun or not seen.intact or len(seen.new) > 2 or not self._in_turn(seen.new):
            return
        if self._ignored or is_between(seen.new, self._log):
            return
        line: list[str] = []
        for point in seen.new:
            after = after.apply(after.parse(point))
            line.append(point)
            if after.outcome() is not None:
                break  # a stone that follows is none
        if line and after.outcome() is not None:
            for number, point in enumerate(line):
                self._place_in_turn(point, t_ms, pressed=pressed and number + 1 == len(line), early=number == 1)
