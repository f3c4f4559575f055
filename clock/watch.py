"""Watching a linked clock: which readings are worth an event, and what the clock's law says of them.

The clock is the authority; the watch never counts time against it, it only compares. Recognised moves and presses are
two counts: when they differ the watch says so and draws no conclusion (design, section 5).
"""

from typing import Literal

import msgspec

from clock.control import Control
from clock.events import ClockEvent, ClockLinked, Press, Reading
from rules.law.observation import Observation
from rules.side import Side

Why = Literal["first", "lever", "flag", "run", "departed", "interval"]

# A face shows whole seconds and is read up to a second late.
TOLERANCE_MS = 1000
EVENT_EVERY_MS = 30_000
BOUNCE_MS = 500


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """A reading that deserves an event in the record, and why (design, section 3)."""

    reading: Reading
    why: Why


WatchOutput = Noted | Observation


class Counts(msgspec.Struct, frozen=True):
    """What one side has done: presses of the lever, moves recognised, and the difference that is accounted for."""

    presses: int = 0
    moves: int = 0
    accounted: int = 0


class _Expected(msgspec.Struct, frozen=True, kw_only=True):
    """The times that the clock was asked at ``t_ms`` to show."""

    t_ms: int
    white_ms: int
    black_ms: int


class Watch:
    """Watches the clock of one game under one control.

    It follows every control's readings. Fischer and sudden death are checked in full; hourglass and byo-yomi times may
    rise by themselves and are not checked for rising.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self._trusted: Reading | None = None
        self._odd: Reading | None = None
        self._noted: Reading | None = None
        self._expected: list[_Expected] = []
        self._counts = {Side.WHITE: Counts(), Side.BLACK: Counts()}
        self._pressed: dict[Side, int] = {}
        self._since: list[Press] = []
        self._fell: dict[Side, int] = {}
        self._credit = {Side.WHITE: 0, Side.BLACK: 0}
        self._has_run = False
        self._lawful = False
        self._linked = True
        self._ply = 0

    # -- what can be asked -----------------------------------------------------------------------------------------

    @property
    def linked(self) -> bool:
        """Whether the clock is plugged in."""
        return self._linked

    @property
    def last(self) -> Reading | None:
        """The last reading that is trusted."""
        return self._trusted

    @property
    def flags(self) -> tuple[Side, ...]:
        """The sides whose flags have fallen, in that order."""
        return tuple(self._fell)

    def counts(self, side: Side) -> Counts:
        """The counts of ``side``."""
        return self._counts[side]

    def predict(self, t_ms: int) -> tuple[int, int, Side | None] | None:
        """What the faces should show at ``t_ms`` (white, black, the side whose time runs); ``None`` before any
        reading. Every press since the last reading is taken into account."""
        base = self._trusted
        if base is None:
            return None
        left = {side: base.left_ms(side) for side in Side}
        running, since = base.running, base.t_ms
        for press in self._since:
            if press.by is running:
                left[press.by] -= max(0, press.t_ms - since)
                since, running = max(since, press.t_ms), press.by.other
        if running is not None:
            left[running] -= max(0, t_ms - since)
        for side in Side:
            left[side] = max(0, left[side] + self._credit[side])
        return left[Side.WHITE], left[Side.BLACK], running

    # -- what is fed -----------------------------------------------------------------------------------------------

    def feed(self, event: ClockEvent, *, ply: int = 0, over: bool = False) -> tuple[WatchOutput, ...]:
        """Takes one event of the clock.

        ``ply`` is the number of plies committed. ``over``: what stands on the board now has ended the game, pressed or
        not; nobody's flag counts any more (5.4.2.10, 5.2.6.1, FIDE 5.1).
        """
        self._ply = ply
        match event:
            case Press():
                self._press(event)
                return ()
            case ClockLinked():
                self._linked, self._trusted, self._odd = event.linked, None, None
                return ()
            case Reading():
                return tuple(self._read(event, over=over))

    def moved(self, side: Side, ply: int) -> tuple[Observation, ...]:
        """A move of ``side`` was recognised; says so if moves and presses have come to differ. To be called after the
        press that completed it was fed."""
        counts = self._counts[side]
        counts = self._counts[side] = msgspec.structs.replace(counts, moves=counts.moves + 1)
        apart = counts.presses - counts.moves
        if apart == counts.accounted:
            return ()
        self._counts[side] = msgspec.structs.replace(counts, accounted=apart)
        evidence = {"presses": counts.presses, "moves": counts.moves}
        return (Observation(kind="counts-disagree", side=side, ply=ply, evidence=evidence),)

    def accounted(self, side: Side, presses: int = 1) -> None:
        """So many presses of ``side`` had no move of their own for a reason that is known: a press back, a press
        without moving, a corrected ply; negative for moves that needed no press."""
        counts = self._counts[side]
        self._counts[side] = msgspec.structs.replace(counts, accounted=counts.accounted + presses)

    def expect(self, white_ms: int, black_ms: int, t_ms: int) -> None:
        """At ``t_ms`` the clock is asked to show these times: the jump to them is no finding, nor to what is left of
        them when it is seen."""
        self._expected.append(_Expected(t_ms=t_ms, white_ms=white_ms, black_ms=black_ms))
        self._odd = None

    def may_stop(self) -> None:
        """The next stop is lawful: a claim, a disagreement, a fault, a call, the end (5.4.2.9, 5.4.2.11)."""
        self._lawful = True

    def finish(self) -> tuple[Observation, ...]:
        """No more readings: a jump that the last reading showed cannot be confirmed any more and is reported."""
        odd, self._odd = self._odd, None
        return () if odd is None else tuple(self._disagreements(odd, odd))

    # -- inside ----------------------------------------------------------------------------------------------------

    def _press(self, event: Press) -> None:
        before = self._pressed.get(event.by)
        other = self._pressed.get(event.by.other, -1)
        if before is not None and before > other and event.t_ms - before <= BOUNCE_MS:
            return
        counts = self._counts[event.by]
        self._pressed[event.by] = event.t_ms
        self._since.append(event)
        used_ms = event.t_ms - other if other >= 0 else None
        self._credit[event.by] += self._earned(event.by, counts.presses, used_ms)
        self._counts[event.by] = msgspec.structs.replace(counts, presses=counts.presses + 1)

    def _earned(self, side: Side, presses: int, used_ms: int | None = None) -> int:
        """What a press adds to ``side``'s time; ``used_ms`` is the length of the turn, where it is known."""
        bonus = self._control.bonus(side, presses)
        earned = self._control.added_after(side, presses + 1)
        if bonus is not None and bonus.kind == "fischer":
            earned += bonus.ms
        elif bonus is not None and bonus.kind == "bronstein":
            earned += bonus.ms if used_ms is None else min(bonus.ms, used_ms)
        return earned

    def _read(self, reading: Reading, *, over: bool) -> list[WatchOutput]:
        before = self._trusted
        if before is not None and _is_noise(reading, before):
            return []
        found: list[WatchOutput] = []
        why = self._why(reading)
        if why is not None:
            self._noted = reading
            found.append(Noted(reading=reading, why=why))
        found += self._flags(reading, over=over)
        found += self._stopped(reading)
        found += self._compare(reading)
        self._has_run = self._has_run or reading.running is not None
        if before is not None and before.running is None and reading.running is not None:
            self._lawful = False
        return found

    def _why(self, reading: Reading) -> Why | None:
        noted, before = self._noted, self._trusted
        if noted is None or before is None:
            return "first"
        if set(reading.flags) != set(noted.flags) or any(not reading.left_ms(s) and noted.left_ms(s) for s in Side):
            return "flag"
        if (reading.running is None) != (noted.running is None):
            return "run"
        if reading.running is not noted.running or reading.lever is not noted.lever:
            return "lever"
        predicted = self.predict(reading.t_ms)
        if predicted is not None and any(
            abs(reading.left_ms(side) - want) > TOLERANCE_MS for side, want in zip(Side, predicted[:2], strict=True)
        ):
            return "departed"
        return "interval" if reading.t_ms - noted.t_ms >= EVENT_EVERY_MS else None

    def _flags(self, reading: Reading, *, over: bool) -> list[Observation]:
        """A flag falls when the clock shows it or the time is nought (5.4.2.6)."""
        if not self._has_run and reading.running is None and not reading.flags:
            return []
        down = [side for side in Side if side in reading.flags or reading.left_ms(side) <= 0]
        new = [side for side in down if side not in self._fell]
        self._fell.update(dict.fromkeys(new, reading.t_ms))
        evidence = self._evidence(reading)
        if len(new) == 2 and not over:
            return [Observation(kind="both-flags", side=None, ply=self._ply, evidence=evidence)]
        found = []
        for side in new:
            earlier = {str(other): t for other, t in self._fell.items() if other is not side and other not in new}
            more = {"fell_earlier_ms": earlier} if earlier else {}
            kind = "flag-after-win" if over else "flag-fall"
            found.append(Observation(kind=kind, side=side, ply=self._ply, evidence={**evidence, **more}))
        return found

    def _stopped(self, reading: Reading) -> list[Observation]:
        """5.4.2.9: a player who stops the clock resigns, unless the rules allow it; ``side`` is he whose time ran."""
        before = self._trusted
        stopped = before is not None and before.running is not None and reading.running is None
        if before is None or not stopped or self._lawful or self._fell:
            return []
        evidence = self._evidence(reading)
        return [Observation(kind="clock-stopped", side=before.running, ply=self._ply, evidence=evidence)]

    def _compare(self, reading: Reading) -> list[Observation]:
        """A time that rose without increment, new stage or ruling; one reading may be a slip, two are a finding."""
        for place, expected in enumerate(self._expected):
            if self._is_near(reading, expected):
                del self._expected[: place + 1]
                self._trust(reading)
                return []
        if not self._risen(reading):
            self._trust(reading)
            return []
        if self._odd is None:
            self._odd = reading
            return []
        first, self._odd = self._odd, None
        found = self._disagreements(first, reading)
        self._trust(reading)
        return found

    def _is_near(self, reading: Reading, expected: "_Expected") -> bool:
        """Whether the faces show what they were asked to, less what has passed since, more what was earned by moves."""
        passed = reading.t_ms - expected.t_ms
        return all(
            -passed - 2 * TOLERANCE_MS <= reading.left_ms(side) - want <= self._credit[side] + 2 * TOLERANCE_MS
            for side, want in ((Side.WHITE, expected.white_ms), (Side.BLACK, expected.black_ms))
        )

    def _trust(self, reading: Reading) -> None:
        self._trusted, self._odd = reading, None
        self._since.clear()
        self._credit = dict.fromkeys(Side, 0)

    def _risen(self, reading: Reading) -> list[Side]:
        """Whose time rose without a cause. What is read late shows more than is left by then, but never more than
        before: a time that stands still has not risen."""
        predicted = self.predict(reading.t_ms)
        if predicted is None or not self._has_run or self._rises_by_itself():
            return []
        before = self._trusted
        found = []
        for side, want in zip(Side, predicted[:2], strict=True):
            allowed = want + TOLERANCE_MS
            flipped = before is not None and before.running is side and reading.running is not side
            if flipped and not self._credit[side]:  # the lever was seen to change, but no press was told
                allowed += self._earned(side, self._counts[side].presses)
            if before is not None:
                allowed = max(allowed, before.left_ms(side) + self._credit[side])
            if reading.left_ms(side) > allowed:
                found.append(side)
        return found

    def _rises_by_itself(self) -> bool:
        stages = (*self._control.white.stages, *self._control.black.stages)
        byo_yomi = any(stage.bonus is not None and stage.bonus.kind == "byo-yomi" for stage in stages)
        return self._control.kind == "hourglass" or byo_yomi

    def _disagreements(self, first: Reading, reading: Reading) -> list[Observation]:
        evidence = {**self._evidence(first), "confirmed_ms": reading.t_ms}
        return [
            Observation(kind="clock-disagrees", side=side, ply=self._ply, evidence=evidence)
            for side in self._risen(reading)
        ]

    def _evidence(self, reading: Reading) -> dict[str, object]:
        readings = [one for one in (self._trusted, reading) if one is not None]
        return {
            "readings": [
                {
                    "t_ms": one.t_ms,
                    "white_ms": one.white_ms,
                    "black_ms": one.black_ms,
                    "running": one.running,
                    "flags": list(one.flags),
                }
                for one in readings
            ],
            "presses_ms": {str(side): t_ms for side, t_ms in self._pressed.items()},
        }


def _is_noise(reading: Reading, before: Reading) -> bool:
    """A clock that has just been told something may show nothing at all for a moment (facts, section 1.4)."""
    blank = not reading.white_ms and not reading.black_ms and not reading.flags and reading.running is None
    return blank and min(before.white_ms, before.black_ms) > 2 * TOLERANCE_MS
