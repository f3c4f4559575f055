"""Recognition of renju: sensor events and presses in, plies and observations out.

The same promises as those of `board.recogniser`, by other means: stones are placed and stay, so that the difference
between board and record names the move; no tree is walked. A five takes effect as it is placed (5.2.5.1): it is pending
until the next thing that happens, since a stone that slides over a point has not been placed there, but it counts.
"""

from itertools import permutations
from typing import Any

from board.events import EMPTY
from board.found import LOST_PLIES, LOST_PLIES_AT_START
from board.inputs import OPENING_BUTTONS, ButtonPressed, Input
from board.log import Span, absences
from board.offers import Offers
from board.outputs import Output
from board.renju.presses import RenjuPresses
from board.renju.seen import UNCLEAR_MS, Seen
from clock.events import Press
from rules.side import Side

# Stones that go faster than hands take them were knocked over.
DISTURBED_POINTS, DISTURBED_WITHIN_MS = 3, 1000
DIFFERENT_POINTS = 6


class RenjuRecogniser(RenjuPresses):
    """Recognises one game of renju. The arguments are those of `RenjuCore`."""

    @property
    def pending(self) -> str | None:
        """The stone that stands on the board and has not been committed, ``None`` if there is none."""
        return self._pending_point() or None

    @property
    def pending_position(self) -> Any | None:
        """The position after the pending stone."""
        point = self._pending_point()
        return self._position.apply(self._position.parse(point)) if point else None

    def _take(self, number: int, event: Input) -> None:
        if isinstance(event, Press | ButtonPressed):
            self._watch_for_the_end(event.t_ms, pressed=isinstance(event, Press))
        if self._over:
            return
        if isinstance(event, ButtonPressed) and event.button in OPENING_BUTTONS:
            if not self._clock:  # what is said comes after the stone that stands
                self._commit_unpressed(event.t_ms)
            self._choose(event)
        else:
            super()._take(number, event)

    def restore(self, position: Any, ply: int, t_ms: int) -> None:
        """A ruling or a takeback: the record now says ``position`` after ``ply`` plies. The board is awaited to agree;
        a stone placed from that position and pressed is recognised whether or not it was seen to agree first."""
        self._position, self._ply = position, ply
        self._now = max(self._now, t_ms)
        self._begun = bool(ply or position.pieces())
        if self._made and self._course is not None:
            again = next((made.course for made in self._made if made.ply == ply + 1), None)
            self._course = again if again is not None else self._course
        self._over, self._made, self._demand, self._offers = False, [], None, Offers()
        self._ignored, self._unclear, self._early, self._owed, self._setup = (), (), False, None, None
        self._missed, self._gap, self._catching = [], False, False
        self._displaced.clear()
        self._followed = None
        self._log, self._since = [], self._count
        self._in_sync = not self._differences()

    def finish(self, t_ms: int) -> tuple[Output, ...]:
        """The end of the events: a stone that was not pressed is committed only if it ends the game."""
        self._out = []
        if not self._over:
            if self._catching:
                self._catch_up(t_ms)
            self._undo_demanded(t_ms)
            self._watch_for_the_end(t_ms)
        return tuple(self._out)

    def _undo_demanded(self, t_ms: int) -> None:
        """The ply that had to be put right is off the board; the stone placed in its stead has not been pressed."""
        if self._demand is None or not self._made or self._seen().nothing:
            return
        made = self._demanded(self._demand)
        seen = self._seen(made.before)
        placed = len(seen.new) == 1 and self._is(seen.new[0], made.side) and self._is_another(seen.new[0], made)
        if seen.intact and (placed or not seen.new):
            self._take_back(made, self._demand.by, t_ms)

    def _pending_point(self) -> str:
        if self._over or self._corrects_last or not self._plain():
            return ""
        seen = self._seen()
        if len(seen.new) != 1 or not seen.intact or not self._is(seen.new[0], self._position.side):
            return ""
        return seen.new[0] if self._begun or seen.new[0] == "h8" else ""

    def _plain(self) -> bool:
        """Whether a stone on the board is a move, and no offer."""
        course = self._course
        return course is None or course.done or (course.placing and not course.picking)

    # -- the board -----------------------------------------------------------------------------------------------

    def _change(self, number: int, t_ms: int, point: str, piece: str) -> None:
        after, before = self._seen_as(piece), self._sensed.get(point, EMPTY)
        if before == after:
            return
        if after != EMPTY:
            self._before_stone(point, after, t_ms)
            if self._over:
                return
        else:
            if self._log and t_ms - self._log[-1].t_ms >= self._settings.rest_ms:
                self._watch_for_the_end(t_ms)  # what is taken off a won board is cleared away
            if self._over:
                return
            if not self._clock:
                self._before_lift(point, t_ms)
        self._set(number, t_ms, point, before, after)
        self._look(t_ms)

    def _before_stone(self, point: str, piece: str, t_ms: int) -> None:
        """Without a clock a ply ends with the opponent's stone; a stone that ends the game has done so before it."""
        seen = self._seen()
        if not self._clock and self._course is not None and self._course.picking and piece != "w":
            if len(seen.new) == 2 and seen.intact:  # the offer that was left, and White's sixth stone
                self._press_at_a_pick(seen, self._course.picking, Side.WHITE, t_ms)
            return
        if not seen.new or not seen.intact or not self._plain() or point in self._position.pieces():
            return
        side = self._position.side
        if piece not in ("x", side.other.letter.lower()):
            return
        if not self._clock:
            self._press_placed(seen.new, side, t_ms)
        elif not self._log or t_ms - self._log[-1].t_ms > UNCLEAR_MS:
            self._watch_for_the_end(t_ms)

    def _before_lift(self, point: str, t_ms: int) -> None:
        """Without a clock all offers are made when White takes the first of them off."""
        course, seen = self._course, self._seen()
        if course is None or course.done or course.picking or not course.offering or not seen.intact:
            return
        due = max(2, course.due(self._announced()))
        if point in seen.new and len(seen.new) >= due and self._are_offers(seen.new):
            self._explain_choice(t_ms, offers=True)
            self._offer(seen.new, t_ms)

    def _look(self, t_ms: int) -> None:
        """After every change: what can be said at once."""
        self._put_back()
        self._settle_unclear(t_ms)
        seen = self._seen()
        self._ignored = tuple(point for point in self._ignored if point in self._sensed)
        if self._is_playing():
            self._watch_stones(seen, t_ms)
        self._watch_sync(seen, t_ms)

    def _is_playing(self) -> bool:
        """Whether stones have to stay where they are: not while something is put right, nor unseen."""
        return self._demand is None and not self._catching and not self._down

    def _put_back(self) -> None:
        """A stone that had been moved after its press, and with which the game went on, is where it was placed."""
        if self._followed is None:
            return
        point, moved, side = self._followed
        if self._is(point, side) and point in self._sensed and moved not in self._sensed:
            self._followed = None
            self._position = self._with((point,), side, self._position.side, without=(moved,))

    def _settle_unclear(self, t_ms: int) -> None:
        """A stone that stood between two points was put on one of them (5.3.8.2)."""
        still = [point for point in self._unclear if point in self._sensed]
        if not self._unclear or len(still) == len(self._unclear):
            return
        self._unclear, made = (), self._made[-1] if self._made else None
        if len(still) == 1 and made is not None and still[0] != made.point:
            self._take_back(made, made.side, t_ms)
            self._place_in_turn(still[0], t_ms, pressed=False, early=False)

    def _watch_stones(self, seen: Seen, t_ms: int) -> None:
        """Stones that were displaced and are back (5.2.5.2); one that was straightened for a moment was not."""
        away = {*seen.missing, *seen.recoloured}
        if self._made and self._made[-1].correctable and away <= {self._made[-1].point}:
            return  # an impossible move or a foul is being put right
        self._displaced |= away
        if away or not self._displaced:
            return
        gone = [span for point in self._displaced for span in absences(self._log, point)]
        longest = max((span.length_ms or 0 for span in gone), default=0)
        real = [span for span in gone if (span.length_ms or 0) >= self._settings.flicker_ms]
        if len({span.square for span in real}) > 1 or longest >= self._settings.touch_ms or self._carried(real, seen):
            points, side = sorted(self._displaced), self._position.side
            self._observe("stones-displaced", side, self._ply + 1, squares=points, restored_ms=t_ms, held_ms=longest)
        self._displaced.clear()

    def _carried(self, away: list[Span], seen: Seen) -> bool:
        """Whether a stone was set down elsewhere while one was away from its point, and did not stay there."""
        return any(
            span.since < change.number and (span.until is None or change.number < span.until)
            for span in away
            for change in self._log
            if change.after != EMPTY and change.square not in self._displaced and change.square not in seen.new
        )

    def _watch_sync(self, seen: Seen, t_ms: int) -> None:
        picking = self._course is not None and not self._course.done and (self._course.offering or self._course.picking)
        if not self._in_sync:
            if seen.nothing or self._pending_point():
                self._regain_sync(t_ms)
            return
        if not self._is_playing() or (picking and seen.intact):
            return
        wrong = {*seen.new, *seen.missing, *seen.recoloured}
        recent = {change.square for change in self._log if change.t_ms > t_ms - DISTURBED_WITHIN_MS}
        if len(wrong & recent) > DISTURBED_POINTS or len(wrong) > DIFFERENT_POINTS:
            self._lose_sync(t_ms)

    # -- seen again ----------------------------------------------------------------------------------------------

    def _begin(self, t_ms: int) -> None:
        """The first dump: the empty board, one that a few plies have made, or stones that should not be there."""
        seen = self._seen()
        if seen.nothing:
            self._log = []
            return
        line = self._line(seen, LOST_PLIES_AT_START)
        if line:
            self._commit_found(line, t_ms)
            self._owed = self._position.side.other
            return
        swapped = {point: {"w": "b", "b": "w"}.get(piece, piece) for point, piece in self._sensed.items()}
        counts = [list(swapped.values()).count(piece) for piece in "bw"]
        turned = self._sensor != "occupancy" and swapped.get("h8") == "b" and counts[0] - counts[1] in (0, 1)
        if self._sensor != "occupancy":
            self._setup = self._position.discipline.setup(dict(self._sensed), self._position.side)
        self._lose_sync(t_ms, "wrong-colours" if turned and not self._position.pieces() else "wrong-setup")
        self._log = []

    def _line(self, seen: Seen, most: int) -> tuple[str, ...]:
        """The stones that the sides placed in turn, in an order of theirs; none if that cannot be, or if a bare sensor
        leaves open whose they are."""
        if not seen.intact or len(seen.new) > most or (len(seen.new) > 1 and self._sensor == "occupancy"):
            return ()
        for order in permutations(seen.new):
            fits = all(
                self._is(point, self._position.side.other if number % 2 else self._position.side)
                for number, point in enumerate(order)
            )
            if fits and (self._begun or order[0] == "h8"):
                return order
        return ()

    def _commit_found(self, line: tuple[str, ...], t_ms: int) -> None:
        """Plies that were not seen being made. Of three, or four, the order is open, the position is not."""
        for number, point in enumerate(line, 1):
            if not self._over:
                self._place(point, t_ms, pressed=number == len(line), inferred=True, doubt=len(line) > 2)
        self._regain_sync(t_ms)

    def _catch_up(self, t_ms: int) -> None:
        """The board is seen again: the stones placed meanwhile, in turn, are what was missed."""
        missed, self._missed = self._missed, []
        self._catching = self._gap = False
        seen = self._seen()
        if seen.nothing:
            self._log = []
            self._regain_sync(t_ms)
            return
        line = self._line(seen, LOST_PLIES) if self._plain() else ()
        if not line:
            if self._in_sync and self._plain():
                self._lose_sync(t_ms)
            return
        last = self._position.side if len(line) % 2 else self._position.side.other
        pressed = len(missed) >= len(line) or bool(missed and (missed[-1] is last) is not bool(self._swapped))
        if len(line) > 1 or pressed:
            self._commit_found(line, t_ms)
            if not pressed and not self._over:
                self._owed = last
        else:
            self._regain_sync(t_ms)

    # -- buttons -------------------------------------------------------------------------------------------------

    def _has_moved(self, by: Side) -> bool:
        return bool(self._pending_point()) if self._position.side is by else bool(self._made)

    def _claim(self, button: str, by: Side, t_ms: int) -> None:
        if button == "pass":
            opened = self._course is None or self._course.done  # no pass before the sixth stone
            if by is self._position.side and self._seen().nothing and self._begun and opened:
                self._pass(t_ms)
                self._owed = None if self._over else by
            return
        if button not in ("claim-irregularity", "claim-foul") or self._demand is not None:
            return
        # At any time before the end of the game, however many stones were placed since (5.3.8.3).
        wrong = next((made for made in reversed(self._made) if made.side is not by and made.correctable), None)
        if wrong is not None:
            self._demand_correction(by, wrong, t_ms)

    def _commit_unpressed(self, t_ms: int) -> None:
        point = self._pending_point()
        if point:
            self._place(point, t_ms, pressed=False)
