"""Recognition and the clock's watch of one session, as the game needs them at each stage.

While the pieces are being set up the board is nobody's business: recognition begins anew whenever the board shows the
start position, and when the game starts with another board than that, it is judged then (5.4.13.1). A session that
goes on with a game begins where the record stands and catches up with the board.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from board.events import EMPTY, BoardDumped, SquareChanged
from board.inputs import ButtonPressed, DeviceChanged
from board.outputs import Demanded, Moved, Output, SyncChanged
from board.sensing import Sensor, agrees, is_chess, seen_as, shown
from board.settings import TouchSettings
from board.strategy import Recognising, recogniser
from board.turned import frames
from clock.events import ClockLinked, Press, Reading
from clock.watch import TOLERANCE_MS, Noted, Watch
from record import events
from record.renju_law import RENJU, discipline_of
from record.sensing import through
from record.state import GameState, Phase, Status
from rules.law.observation import Observation
from rules.side import Side
from table.openings import drawn_moves

Fed = SquareChanged | BoardDumped | Press | ButtonPressed | DeviceChanged

FIRST_MOVE = 2
"""So many squares a first move changes, or one that is being made."""

NEARLY = 8
"""So many squares may differ from the start position where a game begins: a wrong set-up (5.4.13.1), a first move."""

CALLED_FOR = frozenset({"repetition", "move-limit", "flag-fall", "both-flags", "no-show"})
"""Findings for which players stop the clocks and call the arbiter (5.4.12.2, 5.4.12.5)."""

JITTER_MS = 1_000
"""So late, in wall time, a reading may come in a rehearsal: after a turn of a chain, or on a busy machine. In game time
that is more than the clock's tolerance."""


class Seen(NamedTuple):
    """What recognition or the watch says, and the ``seq`` of the first event that showed it."""

    output: Output | Reading
    since: int


class Senses:
    """What a session sees with. ``sensor`` is what the board can tell apart."""

    def __init__(self, state: GameState, *, sensor: Sensor = "piece", time_scale: int = 1) -> None:
        self._sensor: Sensor = sensor
        self._jitter_ms = JITTER_MS * time_scale if time_scale > 1 else 0
        self._watch = Watch(state.assignment.time_control())
        self._clock = state.clocks.linked
        self._sensed: dict[str, str] | None = None
        self._ready = False
        self._opening, self._after_opening = drawn_moves(state)
        self._opened = self._by_button = False
        self._laying = self._clock and _is_laid_late(state)
        self._returned: DeviceChanged | None = None
        self._resumed = state.phase is not Phase.WAITING
        self._recogniser = self._new(state)

    def recognise(self, fed: Fed, seq: int, state: GameState) -> list[Seen]:
        """What the event ``seq`` shows. Levers and faces bear the names with which the game began; what is said of
        sides names those that the persons have now (`GameState.on_clock`)."""
        self._keep(fed)
        self._by_button = isinstance(fed, ButtonPressed)
        if isinstance(fed, Press):
            self._resumed = False
        if isinstance(fed, DeviceChanged) and fed.up:
            # What the board shows decides what was missed, so that its return is told after its dump.
            self._returned = fed
            return []
        returned, self._returned = self._returned, None
        if returned is not None:
            both: tuple[Fed, Fed] = (fed, returned) if isinstance(fed, BoardDumped) else (returned, fed)
            return [seen for each in both for seen in self._recognise(each, seq, state)]
        return self._recognise(fed, seq, state)

    def see_with(self, sensor: Sensor, state: GameState) -> None:
        """The board turns out to tell this much apart; what it has shown so far is read again."""
        if sensor != self._sensor:
            self._sensor = sensor
            self._recogniser = self._new(state)

    def opening(self) -> tuple[events.Move, ...]:
        """The game starts: the moves of the drawn opening, unless the board shows that they are yet to be made."""
        return self._opening if self._opened or not self._ready else ()

    def drawn(self, state: GameState) -> None:
        """The opening was drawn just now (5.4.1.3): the board counts from when it shows that. In a game whose clock has
        been started for an absentee it is laid on his time. Without a clock's presses nothing tells when it is laid,
        and recognition waits until the board agrees."""
        self._opening, self._after_opening = drawn_moves(state)
        self._ready = self._opened = False
        self._laying = self._clock and _is_laid_late(state)
        self._recogniser = self._new(state)
        self._look(state)

    @property
    def laying(self) -> bool:
        """Whether a drawn opening is being laid on the board while the clock runs."""
        return self._laying

    def is_unlaid(self, state: GameState) -> bool:
        """Whether the board shows neither where the game stands nor what can be on the way to the drawn opening's
        end."""
        return self._laying or (self._may_be_laid(state) and not self._recogniser.in_sync)

    def laid(self, state: GameState) -> tuple[events.Move, ...]:
        """The moves of a drawn opening that the board shows, all made, in a game in which none is recorded yet."""
        return self._opening if self._may_be_laid(state) and self._shows(self._after_opening) else ()

    def _may_be_laid(self, state: GameState) -> bool:
        """Whether the moves of a drawn opening may yet be made on the board without a press (5.4.1.3)."""
        begun = state.phase is Phase.PLAYING and not state.plies
        return begun and bool(self._opening) and self._sensed is not None

    def begin_after(self, state: GameState) -> None:
        """The moves of the drawn opening are in the record: recognition goes on from there."""
        self._laying, self._ready = False, True
        self._recogniser = self._new(state)

    def judge(self, seq: int, t_ms: int, state: GameState) -> list[Seen]:
        """A move is pressed though the board never showed the opening that was drawn: it is judged now (5.4.13.1)."""
        self._laying = False
        return self._judged(seq, t_ms, state)

    def may_begin(self, state: GameState) -> bool:
        """Whether what the board shows can be the beginning of this game: it has shown the start position, or shows it
        but for a few squares. The end of the game before, with its clock still running, is no beginning."""
        if self._ready or state.phase is not Phase.WAITING:
            return True
        if self._sensed is None:  # no board, or one that is there and about to be read
            return not state.board_up
        return len(self._differing(state)) <= NEARLY or self._stands_turned(state.history.position)

    def _stands_turned(self, position: Any) -> bool:
        """Whether the pieces are set up right, at the other side of the board (5.4.13.1)."""
        expected, sensed = shown(position, self._sensor), self._board(position)
        return any(agrees(expected, through(frame, sensed)) for frame in frames(position.discipline.squares))

    def _differing(self, state: GameState) -> list[str]:
        """The squares on which the board is not as the position of the record shows it."""
        expected = shown(state.history.position, self._sensor)
        sensed = through(state.frame, self._board(state.history.position))
        squares = expected.keys() | sensed.keys()
        return sorted(square for square in squares if expected.get(square) != sensed.get(square))

    def begin(self, seq: int, t_ms: int, state: GameState) -> list[Seen]:
        """The game starts: a board that does not show the start position is judged now. What the clock showed before,
        set for another game or not yet for this one, is nobody's business."""
        self._watch = Watch(state.assignment.time_control())
        return self._judged(seq, t_ms, state)

    def watch_anew(self, state: GameState) -> None:
        """The clock was started, and the board is nobody's business yet: the opening is still to be drawn or laid."""
        self._watch = Watch(state.assignment.time_control())
        self._laying = self._clock and _is_laid_late(state) and not self._ready

    def _judged(self, seq: int, t_ms: int, state: GameState) -> list[Seen]:
        if self._sensed is None or (self._ready and self._recogniser.in_sync):
            return []
        self._recogniser = self._new(state, starting=True)
        moving = self._differing(state)
        if self._ready and len(moving) <= FIRST_MOVE:  # it stood right, and the first move is being made
            changes = [SquareChanged(t_ms=t_ms, sq=square, p=self._sensed.get(square, EMPTY)) for square in moving]
            return [seen for change in changes for seen in self._feed(change, seq, state)]
        return self._feed(BoardDumped(t_ms=t_ms, squares=self._sensed), seq, state)

    def clock_linked(self, linked: bool, t_ms: int, state: GameState) -> None:
        """The clock was plugged in or pulled out. Without presses a ply ends with the opponent's first lift; but where
        the board is away too, the clock hangs on it and both will be back."""
        self._watch.feed(ClockLinked(t_ms=t_ms, linked=linked))
        if linked is not self._clock and state.board_up:
            self._clock = linked
            self._recogniser = self._new(state)

    def pressed(self, press: Press, state: GameState) -> None:
        """The watch counts the lever's presses. To be told before recognition makes a move of one."""
        self._watch.feed(press, ply=len(state.plies))

    def read(self, reading: Reading, seq: int, state: GameState) -> list[Seen]:
        """What a reading says: whether it is worth an event, flags, stops and times that cannot be."""
        if _may_stop(state):
            self._watch.may_stop()
        predicted = self._watch.predict(reading.t_ms)
        found: list[Seen] = []
        if reading.running is None and state.phase is Phase.PLAYING and self._ended_unpressed():
            # The clock was stopped over a move that ends the game: it needs no press (5.4.2.10, 5.2.5.1).
            found += self._placed(self._recogniser.finish(reading.t_ms))
        for output in self._watch.feed(reading, ply=len(state.plies), over=self._is_over(state)):
            if isinstance(output, Observation) and output.kind == "clock-disagrees":
                if state.phase is not Phase.WAITING and not self._is_jitter(reading, predicted):
                    found.append(Seen(_by_side(output, state), seq))
            elif not isinstance(output, Noted):
                if state.phase is not Phase.WAITING:
                    found.append(Seen(_by_side(output, state), seq))
            elif output.why != "departed" or not self._is_jitter(reading, predicted):
                found.append(Seen(output.reading, seq))
        return found

    def counted(self, output: Output | Reading, seq: int, state: GameState) -> list[Seen]:
        """Recognition said ``output``: do the moves and the presses of its side still agree?"""
        lever = self._recogniser.lever
        match output:
            case Demanded(by=side):
                self._watch.accounted(state.on_clock(lever(side)))
            case Observation(kind="pressed-without-moving", side=Side() as side):
                self._watch.accounted(state.on_clock(lever(side)))
            case Moved(again=False) if self._clock and state.assignment.discipline != RENJU:  # there a press is a move
                if output.inferred or self._by_button:  # pressed unheard, or no press was needed
                    self._watch.accounted(lever(output.side), -1)
                if state.phase is Phase.PLAYING:  # the move that ends the game needs no press
                    return [Seen(each, seq) for each in self._watch.moved(lever(output.side), output.ply)]
        return []

    def handled(self, press: Press, state: GameState) -> None:
        """The clock was pressed to set it going, and no move belongs to that."""
        self._watch.feed(press, ply=len(state.plies))
        self._watch.accounted(press.by)

    @property
    def move_stands(self) -> bool:
        """Whether the board shows a move that is not pressed yet."""
        return self._recogniser.pending is not None

    def is_untouched(self, state: GameState) -> bool:
        """Whether the board shows nothing but the position of the record, or is not there."""
        return self._sensed is None or not self._differing(state)

    def expect(self, white_ms: int, black_ms: int, t_ms: int) -> None:
        """At ``t_ms`` the clock was asked to show these times."""
        self._watch.expect(white_ms, black_ms, t_ms)

    def resumed(self, reading: Reading, seq: int, state: GameState) -> list[Seen]:
        """The first word of a running clock in a session that goes on with a game: if it runs for the opponent of the
        side to move, the move that stands on the board was pressed while nobody listened."""
        if not self._resumed or self._sensed is None or reading.running is None:
            return []
        self._resumed = False
        lever = state.on_clock(state.to_move)
        if reading.running is lever or self._recogniser.pending is None:
            return []
        found = self._feed(Press(t_ms=reading.t_ms, by=lever), seq, state)
        return [Seen(_inferred(output), since) for output, since in found]

    def restore(self, state: GameState, t_ms: int) -> list[Seen]:
        """A ruling changed the position, or a game goes on that was over."""
        self._recogniser.restore(state.history.position, len(state.plies), t_ms)
        self._recogniser.know_opening(state.opening)
        return self._sync(state, t_ms)

    # -- how -----------------------------------------------------------------------------------------------------

    def _recognise(self, fed: Fed, seq: int, state: GameState) -> list[Seen]:
        setting_up = state.phase is Phase.WAITING or self._laying
        told = setting_up and isinstance(fed, SquareChanged | BoardDumped)
        if told and (self._look(state) or not self._ready):
            return []
        laying = isinstance(fed, SquareChanged | BoardDumped) and self._may_be_laid(state)
        if laying and self._shows(self._after_opening):
            return []
        found = self._feed(fed, seq, state)
        if laying:  # on the way to the opening the board agrees with nothing
            return [seen for seen in found if not _is_of_sync(seen)]
        if state.phase is Phase.WAITING:
            return [seen for seen in found if not isinstance(seen.output, Observation | SyncChanged)]
        return found

    def _look(self, state: GameState) -> bool:
        """Whether the board shows the beginning of the game: its start, or the moves of the drawn opening made."""
        for position in (state.history.position, self._after_opening):
            if self._sensed is not None and self._shows(position):
                self._ready, self._opened = True, position is not state.history.position
                self._laying = self._laying and self._opened
                self._recogniser = self._new(state)
                return True
        return False

    def _feed(self, fed: Fed, seq: int, state: GameState) -> list[Seen]:
        self._seqs.append(seq)
        self._recogniser.know_opening(state.opening)
        try:
            outputs = self._recogniser.feed(fed)
        except Exception as fault:
            # The raw events are in the record whatever happens here: say so, and begin again where the record stands.
            self._recogniser = self._new(state)
            evidence = {"fault": f"{type(fault).__name__}: {fault}"}
            lost = Observation(kind="out-of-sync", ply=len(state.plies), evidence=evidence)
            return [Seen(lost, seq), *self._sync(state, fed.t_ms)]
        return list(self._placed(outputs))

    def _placed(self, outputs: tuple[Output, ...]) -> Iterator[Seen]:
        for output in outputs:
            first = output.from_event if isinstance(output, Moved) else len(self._seqs) - 1
            yield Seen(output, self._seqs[min(first, len(self._seqs) - 1)])

    def _sync(self, state: GameState, t_ms: int) -> list[Seen]:
        """The word on agreement, where a new start changed it without saying so."""
        if self._recogniser.in_sync is state.in_sync:
            return []
        return [Seen(SyncChanged(in_sync=self._recogniser.in_sync, t_ms=t_ms), 0)]

    def _new(self, state: GameState, *, starting: bool = False) -> Recognising:
        """A recogniser that begins where the record stands, with the board as it is now.

        ``starting``: it is yet to be told the board, and to judge it. In a game that goes on and whose board was not
        seen yet, the board counts as having been away: what was played meanwhile is found out, up to three plies.
        """
        opened = state.phase is Phase.WAITING and self._opened
        going_on = state.phase is not Phase.WAITING and not starting
        regulations = state.assignment.regulations
        self._seqs: list[int] = []
        found = recogniser(
            discipline_of(state.assignment),
            sensor=self._sensor,
            clock=self._clock,
            start=self._after_opening if opened else state.history.position,
            ply=len(self._opening) if opened else len(state.plies),
            settings=TouchSettings(touch_ms=regulations.touch_ms, rest_ms=regulations.rest_ms),
            sensed=self._sensed if going_on or (self._ready and not starting) else None,
            opening=state.assignment.opening_regulation,
            frame=state.frame if going_on else None,
        )
        if going_on and self._sensed is None:
            found.feed(DeviceChanged(t_ms=0, up=False))
            self._seqs.append(0)
        return found

    def _ended_unpressed(self) -> bool:
        pending = self._recogniser.pending_position
        return pending is not None and pending.outcome() is not None

    def _is_over(self, state: GameState) -> bool:
        """Whether what stands on the board has ended the game, pressed or not: no flag counts any more (5.4.2.10)."""
        positions = (state.history.position, self._recogniser.pending_position)
        return any(position is not None and position.outcome() is not None for position in positions)

    def _is_jitter(self, reading: Reading, predicted: tuple[int, int, Side | None] | None) -> bool:
        if predicted is None or not self._jitter_ms:
            return False
        apart = (abs(reading.white_ms - predicted[0]), abs(reading.black_ms - predicted[1]))
        return max(apart) <= TOLERANCE_MS + self._jitter_ms

    def _keep(self, fed: Fed) -> None:
        if isinstance(fed, BoardDumped):
            self._sensed = {square: piece for square, piece in fed.squares.items() if piece != EMPTY}
        elif isinstance(fed, SquareChanged):
            self._sensed = dict(self._sensed or {})
            self._sensed[fed.sq] = fed.p
            if fed.p == EMPTY:
                del self._sensed[fed.sq]

    def _shows(self, position: Any) -> bool:
        return agrees(shown(position, self._sensor), self._board(position))

    def _board(self, position: Any) -> dict[str, str]:
        """What the sensors tell of the board now."""
        chess = is_chess(position.discipline)
        return {square: seen_as(piece, self._sensor, chess=chess) for square, piece in (self._sensed or {}).items()}


def _is_of_sync(seen: Seen) -> bool:
    output = seen.output
    return isinstance(output, SyncChanged) or (isinstance(output, Observation) and output.kind == "out-of-sync")


def _is_laid_late(state: GameState) -> bool:
    """Whether the opening was drawn at the table, of a game that has begun and in which nothing was recorded yet."""
    game = state.assignment
    drawn_here = game.lot is not None and game.opening is not None
    return drawn_here and state.phase is Phase.PLAYING and not state.plies


def _by_side(seen: Observation, state: GameState) -> Observation:
    """What the watch says of a face, said of the side that its owner has."""
    return seen if seen.side is None else msgspec.structs.replace(seen, side=state.on_clock(seen.side))


def _inferred(output: Output | Reading) -> Output | Reading:
    return msgspec.structs.replace(output, inferred=True) if isinstance(output, Moved) else output


def _may_stop(state: GameState) -> bool:
    """Whether a clock that is stopped now says nothing: a claim, a demand, the arbiter at the table, a draw by the
    rules or a flag that waits for him, no game (5.4.2.9, 5.4.2.11)."""
    claimed = any(
        found.status in (Status.DEMANDED, Status.CALLED) or (found.kind in CALLED_FOR and found.status.live)
        for found in state.findings
    )
    before_it = state.phase is not Phase.PLAYING or not state.moved  # then a clock is set, and nobody resigns
    return claimed or before_it or state.demand is not None or bool(state.called_at)


def lasting(seen: Observation, state: GameState) -> Observation | None:
    """``seen``, after the end of the game, as it counts then, if it does: a flag found after an agreed draw or a
    resignation changes nothing (5.3.1.4), one after the end on the board is told as such (5.4.2.10)."""
    if seen.kind == "flag-after-win":
        return seen
    agreed = state.result is not None and state.result.reason in ("agreement", "resignation")
    if agreed and seen.kind in ("flag-fall", "both-flags"):
        return msgspec.structs.replace(seen, kind="flag-after-agreement")
    return None
