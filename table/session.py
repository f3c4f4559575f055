"""One game recorded by one run of a table client: what the devices say becomes events, and what the desk says changes
what they mean. No input or output, no clock: the shell passes everything in and writes everything down.

Raw events come first, then what recognition and the clock's watch make of them, each folded at once, so that every
event is decided on the state it will be read in. Times of devices are wall milliseconds of this process; times of
events are game milliseconds since the session was opened (`Assignment.time_scale` of them in one of wall time).
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from board.events import BoardDumped, SquareChanged
from board.inputs import ButtonPressed
from board.inputs import DeviceChanged as BoardChanged
from board.outputs import Chosen, Moved, Output, SyncChanged
from board.sensing import Sensor
from clock.control import parse
from clock.events import ClockLinked, Press, Reading
from clock.watch import TOLERANCE_MS
from hardware.events import ClockSet
from record import events
from record.assignment import Assignment
from record.attend import arrived
from record.attendance import elapsed_ms, faces, first_mover, overdue
from record.chain import digest, seal
from record.drawing import due, waits
from record.events import AnyEvent, decode
from record.fold import apply, fold, order
from record.observe import found_event, observe
from record.signing import EVERY, Signer
from record.state import GameState, Phase
from record.timing import later, ms_between
from rules.errors import FlagfallError
from rules.law.observation import Observation
from rules.side import Side
from table import arrivals
from table.arrivals import ClockOrder
from table.clock_orders import Shown, ordered
from table.clock_setting import amiss
from table.journal import Sealed, SessionRow
from table.senses import JITTER_MS, Fed, Seen, Senses, lasting

Input = SquareChanged | BoardDumped | Press | Reading | ClockLinked | ClockSet | ButtonPressed
"""What a session is fed. Its ``t_ms`` is wall time of this process."""


class Recorded(msgspec.Struct, frozen=True):
    """An event that has its place in the log, and its bytes for the journal."""

    event: AnyEvent
    sealed: Sealed


class Device(msgspec.Struct, frozen=True, kw_only=True):
    """``device`` (``board`` or ``clock``) is heard, or not; ``detail`` says which one, or what is wrong with it."""

    t_ms: int
    device: str
    up: bool
    detail: str = ""


class Session:
    """See the module. ``row`` is the journal's entry of this session; ``earlier`` the games' sessions before it,
    ``desk`` the desk's log, all as the journal keeps them. Raises `FlagfallError` for an assignment that cannot be
    played: an unknown discipline, control or start position."""

    def __init__(
        self,
        assignment: Assignment,
        row: SessionRow,
        *,
        earlier: Mapping[str, Sequence[bytes]],
        desk: Sequence[bytes],
        now_ms: int,
        time_scale: int = 1,
        sensor: Sensor = "piece",
        sign: Signer | None = None,
    ) -> None:
        self.id, self.assignment = row.session, assignment
        self._opened_ms, self._scale = now_ms, time_scale
        self._seq, self._prev = row.last, row.hash
        self._sign, self._signed, self._closed = sign, row.last, False
        self._logs: dict[str, list[AnyEvent]] = {name: [decode(data) for data in log] for name, log in earlier.items()}
        self._own = self._logs.setdefault(row.session, [])
        self._desk = [decode(data) for data in desk]
        self._out: list[Recorded] = []
        self._at = ""
        self._t_ms = 0
        self._reading: Reading | None = None
        self._early: Press | None = None
        self._order: ClockOrder | None = None
        self._unset: tuple[ClockOrder, int] | None = None
        self._brought = self._stood = False
        self._ahead_ms = 0
        self._quiet: set[str] = set()
        self._control = parse(assignment.control)
        self._was_over = self._board_up = False
        self.state: GameState = fold(assignment, self._logs, self._desk)
        self._faces_due = bool(self.state.attendance.absent)
        self._senses = Senses(self.state, sensor=sensor, time_scale=time_scale)

    @property
    def clock_amiss(self) -> str:
        """What is wrong with the times that the clock shows before the game; empty when nothing is."""
        if self._reading is None or self.state.phase is not Phase.WAITING:
            return ""
        return amiss(self._control, self._reading)

    @property
    def misset(self) -> tuple[int, int] | None:
        """What White's and Black's clock show where that is amiss, in ms."""
        shown = self._reading if self.clock_amiss else None
        return None if shown is None else (shown.white_ms, shown.black_ms)

    # -- what is seen --------------------------------------------------------------------------------------------

    def feed(self, seen: Input | Device, at: str) -> tuple[Recorded, ...]:
        """Records ``seen``, and all that follows from it, at UTC ``at``. Nothing once the result is confirmed."""
        if self.state.phase is Phase.CONFIRMED:
            return ()
        self._now(seen.t_ms, at)
        self._draw()
        self._was_over = self.state.phase is Phase.OVER
        seen = msgspec.structs.replace(seen, t_ms=self._t_ms)
        match seen:
            case SquareChanged():
                self._record(events.SquareChanged(sq=seen.sq, p=seen.p))
                self._look_who(seen)
                self._recognise(seen)
            case BoardDumped():
                self._record(events.BoardDumped(squares=seen.squares))
                self._recognise(seen)
            case Press():
                self._record(events.LeverPressed(by=seen.by))
                self._pressed(seen)
            case ButtonPressed(button=arrivals.BUTTON):
                self._look_who(seen)
            case ButtonPressed():
                # A resignation or an agreed draw needs no press, nor does the move made before it (5.2.6.3): the move
                # is in the record before the game is over.
                found = self._senses.recognise(seen, self._seq, self.state)
                self._see(each for each in found if _stood(each))
                self._record(events.Button(button=seen.button, by=seen.by, move=seen.move, count=seen.count))
                self._look_who(seen)
                self._see(each for each in found if not _stood(each))
            case Reading():
                self._reading = seen
                early, self._early = self._early, None
                self._bring(seen)
                if seen.running is not None and self._senses.may_begin(self.state):
                    self._begin()
                    if early is not None and seen.running is early.by.other:
                        self._pressed(early)
                self._see(self._senses.read(seen, self._seq, self.state))
                self._see(self._senses.resumed(seen, self._seq, self.state))
                if self._faces_due:
                    self._set_faces()
            case ClockLinked():
                self._device(Device(t_ms=seen.t_ms, device="clock", up=seen.linked))
                if seen.linked:
                    self._set_again()
            case ClockSet():
                if seen.ok:
                    self._unset = None
                else:
                    self._name("clock-disagrees", {"reason": seen.reason})
            case Device():
                self._device(seen)
        return self.taken()

    def silent(self, device: str, quiet_ms: int, now_ms: int, at: str) -> tuple[Recorded, ...]:
        """``device`` has not been heard for ``quiet_ms`` of wall time: a finding once that is longer than the
        regulations allow, and again only after it was heard in between."""
        if quiet_ms < self.assignment.regulations.silent_after_ms:
            self._quiet.discard(device)
            return ()
        if device in self._quiet or self.state.ended:
            return ()
        self._quiet.add(device)
        self._now(now_ms, at)
        self._name("device-silent", {"device": device, "quiet_ms": quiet_ms})
        return self.taken()

    def wait(self, now_ms: int, at: str) -> tuple[Recorded, ...]:
        """Time passes while somebody is missed: has he not come in time (5.4.4.1), has his opponent moved (5.4.1.2)?
        To be called about once a second."""
        if not self.state.attendance.absent or self.state.ended:
            self._stood = False
            return ()
        self._now(now_ms, at)
        stood, self._stood = self._stood, self._senses.move_stands
        seen = overdue(self.state, self._passed_ms())
        if stood and self._stood:
            seen += arrivals.moved_alone(first_mover(self.state), self.state, 1)
        self._see(Seen(each, self._seq) for each in seen)
        return self.taken()

    def taken(self) -> tuple[Recorded, ...]:
        """What was recorded and not yet handed out: nothing, unless `feed` or `ruled` was broken off by an error."""
        self._checkpoint()
        out, self._out = tuple(self._out), []
        return out

    def taken_order(self) -> ClockOrder | None:
        """What the clock is to be set to by what was fed, given once."""
        order, self._order = self._order, None
        if order is not None and not order.own_only:
            self._unset = (order, self._t_ms)
        return order

    def _set_again(self) -> None:
        """A clock that was lost before it said that it was set is asked once more when it is back, for what it would
        show by now."""
        if self._unset is None or self.state.ended:
            return
        (order, since_ms), self._unset = self._unset, None
        gone = self._t_ms - since_ms
        self._order = msgspec.structs.replace(
            order,
            white_ms=max(0, order.white_ms - (gone if order.running is Side.WHITE else 0)),
            black_ms=max(0, order.black_ms - (gone if order.running is Side.BLACK else 0)),
        )
        self._senses.expect(self._order.white_ms, self._order.black_ms, self._t_ms)

    def see_with(self, sensor: Sensor) -> None:
        """The board has said what it can tell apart."""
        self._senses.see_with(sensor, self.state)

    # -- what is ruled -------------------------------------------------------------------------------------------

    def ruled(
        self, desk: Sequence[bytes], now_ms: int, at: str, told_at: str = ""
    ) -> tuple[tuple[Recorded, ...], ClockOrder | None]:
        """The desk's whole log is now ``desk``: what follows at the table, and what the clock is to be set to.

        A log that says nothing new changes nothing. ``told_at`` is the server's own time when it said so: what passes
        after the desk's signal is counted by the server's clock.
        """
        before = self.state
        if told_at:
            self._ahead_ms = ms_between(at, told_at)
        new = [decode(data) for data in desk[len(self._desk) :]]
        if not new:
            return (), None
        self._now(now_ms, at)
        self._desk.extend(new)
        self.state = fold(self.assignment, self._logs, self._desk)
        if before.assignment.opening != self.state.assignment.opening:
            self._drawn()
        elif (before.fen, len(before.plies)) != (self.state.fen, len(self.state.plies)) or _reopened(
            before, self.state
        ):
            self._see(self._senses.restore(self.state, self._t_ms))
        self._draw()
        order = self._ordered(new)
        if order is not None:
            self._senses.expect(order.white_ms, order.black_ms, self._t_ms)
        if any(isinstance(event, events.RoundStarted | events.PlayerAbsent | events.PlayerArrived) for event in new):
            self._set_faces()
        self._order = order or self._order
        return self.taken(), self.taken_order()

    def overdue_order(self) -> ClockOrder | None:
        """The clock setting of a ruling that no reading of an earlier session has followed: the table was down."""
        for event in reversed(order(self._logs, self._desk)):
            if isinstance(event, events.ClockReading):
                return None
            if event.session == events.DESK and isinstance(event, events.Ruled | events.ClockAdjusted):
                return self._ordered([event])
        return None

    def reassigned(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` is this same game, told anew: then it is taken over, and the session goes on."""
        same = msgspec.structs.replace(assignment, sessions=self.assignment.sessions)
        if same != self.assignment:
            return False
        self.assignment = assignment
        return True

    # -- how -----------------------------------------------------------------------------------------------------

    def _now(self, wall_ms: int, at: str) -> None:
        """The session's time never goes back, whatever the threads of the devices do."""
        self._t_ms = max(self._t_ms, (wall_ms - self._opened_ms) * self._scale)
        self._at = at

    def _record(self, event: events.Event) -> None:
        self._seq += 1
        placed, data = seal(event, session=self.id, seq=self._seq, t_ms=self._t_ms, at=self._at, prev=self._prev)
        self._prev = digest(data)
        known = decode(data)
        self._own.append(known)
        self.state = apply(self.state, known)
        self._out.append(Recorded(known, Sealed(self.id, placed.seq, data)))

    def _checkpoint(self) -> None:
        """Signs the chain once the game is over, and every so often before that."""
        over = self.state.ended
        due = self._seq - self._signed >= EVERY or (over and not self._closed)
        self._closed = over
        if self._sign is not None and due and self._seq > self._signed:
            self._record(self._sign(self._prev))
            self._signed = self._seq

    def _begin(self) -> None:
        """The game starts with a running clock, a press where no clock is read, or the first move; what was amiss on
        the board counts now."""
        if self.state.phase is not Phase.WAITING:
            return
        self._record(events.Started(clock=self._reading is not None or self.state.clocks.linked))
        self._draw()
        if waits(self.state) or self._senses.laying:
            self._senses.watch_anew(self.state)
            return
        moves, opening = self._senses.opening(), self.assignment.opening
        if moves and opening is not None:
            self._record(events.OpeningDrawn(number=opening.number, moves=opening.moves, seed=opening.seed))
        for move in moves:
            self._record(move)
        self._see(self._senses.begin(self._seq, self._t_ms, self.state))

    def _draw(self) -> None:
        """Both players are there: the opening is drawn, if it still is to be (5.4.1.3)."""
        for event in due(self.state):
            self._record(event)
            self._drawn()

    def _drawn(self) -> None:
        self._senses.drawn(self.state)
        self._lay()

    def _lay(self) -> None:
        """The moves of an opening that was drawn after the clock was started are in the record once the board shows
        them."""
        if moves := self._senses.laid(self.state):
            for move in moves:
                self._record(move)
            self._senses.begin_after(self.state)

    def _bring(self, reading: Reading) -> None:
        """The two play on with what they had left: a clock that stands at another time before the game is set to it,
        once (3.6.4)."""
        game = self.assignment
        if self._brought or self.state.phase is not Phase.WAITING or reading.running is not None:
            return
        if game.white.time_left_ms is None and game.black.time_left_ms is None:
            return
        self._brought = True
        white, black = (game.time_control().budget(side).stages[0].time_ms for side in (Side.WHITE, Side.BLACK))
        if max(abs(reading.white_ms - white), abs(reading.black_ms - black)) > TOLERANCE_MS:
            self._order = ClockOrder(white_ms=white, black_ms=black, running=None)
            self._senses.expect(white, black, self._t_ms)

    def _passed_ms(self) -> int:
        """Game milliseconds since the signal, by the server's clock."""
        return elapsed_ms(self.state, later(self._at, self._ahead_ms)) or 0

    def _look_who(self, seen: SquareChanged | Press | ButtonPressed) -> None:
        """Somebody who is missed shows that he has come."""
        who = arrivals.shown_by(seen, self.state, move_stands=self._senses.move_stands)
        if who is not None:
            self._came(who)

    def _came(self, who: events.PlayerArrived) -> None:
        for event in arrived(self.state, who, self._passed_ms()):
            self._record(event)
        self._draw()
        self._set_faces()

    def _set_faces(self) -> None:
        """The clock is to show what 5.4.1.2 says. Where nobody was missed, people start theirs, and its times are its
        own; a clock that is not read yet is set when it is."""
        due = faces(self.state, self._passed_ms())
        self._faces_due = due is not None and self._reading is None
        if due is None or self._reading is None:
            return
        known = self.state.attendance
        self._order = arrivals.order_for(
            due,
            self._times_now(self._reading),
            self._reading.running,
            tolerance_ms=2 * TOLERANCE_MS + JITTER_MS * (self._scale - 1),
            own_only=not known.absent and not known.came_ms,
        )
        if self._order is not None and not self._order.own_only:
            self._senses.expect(self._order.white_ms, self._order.black_ms, self._t_ms)

    def _times_now(self, reading: Reading) -> tuple[int, int]:
        """What the faces of ``reading`` show now."""
        gone = self._t_ms - reading.t_ms
        return (
            reading.white_ms - (gone if reading.running is Side.WHITE else 0),
            reading.black_ms - (gone if reading.running is Side.BLACK else 0),
        )

    def _pressed(self, press: Press) -> None:
        """A press of the game, or one before it: people set the lever right before they start a linked clock. The first
        player's press is kept, in case it is the one that starts the clock.

        While somebody is missed, and when he has come, the clock is pressed to set the right time going (5.4.1.2)."""
        missed = bool(self.state.attendance.absent)
        self._look_who(press)
        untouched = self._senses.is_unlaid(self.state) or self._senses.is_untouched(self.state)
        came = bool(self.state.attendance.came_ms) and untouched
        sets = missed or (came and press.by is not first_mover(self.state))
        if sets and self.state.phase is Phase.PLAYING and not self.state.moved:
            self._senses.handled(press, self.state)
            return
        if self.state.phase is Phase.WAITING:
            if self._reading is not None or not self._senses.may_begin(self.state):
                self._early = press if press.by is self.state.to_move else None
                return
            self._begin()
            if press.by is not self.state.to_move:  # the player with the second move starts the other's clock
                return
        if self._senses.is_unlaid(self.state):
            self._see(self._senses.judge(self._seq, self._t_ms, self.state))
        self._senses.pressed(press, self.state)
        self._recognise(press)

    def _recognise(self, seen: Fed) -> None:
        self._see(self._senses.recognise(seen, self._seq, self.state))
        self._lay()

    def _see(self, found: Iterable[Seen]) -> None:
        for seen, since in found:
            output = lasting(seen, self.state) if self._was_over and isinstance(seen, Observation) else seen
            if output is None:
                continue
            if isinstance(output, Moved):
                opening = self.state.assignment.opening
                self._begin()
                if opening != self.state.assignment.opening or self._is_before_the_lot():
                    continue  # drawn by this very move, which is seen again from what was drawn
                if output.side in self.state.attendance.absent:  # his hand was not seen, but his move was
                    self._came(events.PlayerArrived(side=output.side, by="board"))
                for alone in arrivals.moved_alone(output.side, self.state, output.ply):
                    self._record(found_event(self.state, alone))
            decided = self._decided(output, since)
            # Recognition names a lost board itself, by its kind; the change of agreement needs no second finding.
            for event in decided[:1] if isinstance(output, SyncChanged) else decided:
                self._record(event)
            self._see(self._senses.counted(output, self._seq, self.state))

    def _is_before_the_lot(self) -> bool:
        """Whether a move was made before the opening was drawn or laid: it is none (5.4.1.3)."""
        return waits(self.state) or (self._senses.laying and not self.state.plies)

    def _decided(self, output: Output | Reading, since: int) -> tuple[events.Event, ...]:
        """A move that the rules do not know in the position of the record was made from what stood on the board (men
        taken away late, a move changed after its press): it is in the record with the position that it led to."""
        try:
            return observe(self.state, output, since=since)
        except FlagfallError:
            if not isinstance(output, Moved):
                raise
            decided = observe(self.state, msgspec.structs.replace(output, irregular=True), since=since)
            return tuple(
                msgspec.structs.replace(event, irregular=False) if isinstance(event, events.Move) else event
                for event in decided
            )

    def _name(self, kind: str, evidence: Mapping[str, object]) -> None:
        self._see([Seen(Observation(kind=kind, ply=len(self.state.plies), evidence=evidence), self._seq)])

    def _device(self, seen: Device) -> None:
        self._record(events.DeviceChanged(device=seen.device, up=seen.up, detail=seen.detail))
        if seen.device == "board":
            if seen.up is not self._board_up:
                self._board_up = seen.up
                self._recognise(BoardChanged(t_ms=self._t_ms, up=seen.up))
        else:
            self._senses.clock_linked(seen.up, self._t_ms, self.state)

    def _ordered(self, new: Iterable[AnyEvent]) -> ClockOrder | None:
        """What the clock is to show after the desk events ``new``."""
        running, reading = self.state.clocks.running, self._reading
        if reading is None:
            shown = Shown(None, running and self.state.on_clock(running))
        else:
            shown = Shown(self._times_now(reading), reading.running)
        return ordered(new, self._desk, self.state, shown)


def _stood(seen: Seen) -> bool:
    """Whether it is said of what stood on the board before a button was pressed."""
    return isinstance(seen.output, Moved) or (isinstance(seen.output, Chosen) and seen.output.how == "stones")


def _position(state: GameState) -> tuple[str, int]:
    return state.fen, len(state.plies)


def _reopened(before: GameState, after: GameState) -> bool:
    """Whether a game that was over goes on, because what ended it was undone."""
    return before.ended and not after.ended
