"""A sensor trace recognised: the answer of ``flagfall recognize`` (design, section 8)."""

from collections.abc import Iterable
from typing import Any

import msgspec

from board.inputs import OPENING_BUTTONS, ButtonPressed
from board.outputs import Chosen, Demanded, GameOver, Moved, Output, Settled, TakenBack
from board.settings import TouchSettings
from board.strategy import recogniser
from board.trace_lines import RENJU, Trace, TraceEvent, read
from clock.control import fischer
from clock.events import Press, Reading
from clock.watch import Watch
from rules import History
from rules.claims import ARTICLES, repetition_claimed
from rules.errors import FlagfallError
from rules.law.catalogue import kind
from rules.law.observation import Observation

# A trace need not tell the base time; of a clock with an increment the watch needs only that.
_ANY_BASE_MS = 3_600_000
# After these the clocks may be stopped (5.4.2.9, 5.4.2.11, 5.4.13.4).
_STOPS_CLOCK = frozenset(
    ("claim-draw", "claim-flag", "claim-irregularity", "claim-foul", "claim-move-limit", "claim-clock", "call-arbiter")
)


def recognize(
    lines: Iterable[str], discipline: str | None = None, settings: TouchSettings | None = None
) -> dict[str, Any]:
    """The plies, findings, position and sync that a trace shows, as JSON data.

    ``discipline``, if given, is played instead of the one that the header names. Raises `NotationError` with every
    fault of the text.
    """
    return recognize_events(read(lines, discipline), settings)


def recognize_events(trace: Trace, settings: TouchSettings | None = None) -> dict[str, Any]:
    """The same for events that have been read already, from a trace or from a serial line's bytes."""
    game = _Game(trace, settings)
    for event in trace.events:
        if game.recogniser.over:
            break
        game.feed(event)
    return game.answer(trace.events[-1].t_ms if trace.events else 0)


class _Game:
    """One trace being recognised: recogniser, clock and draw counts side by side."""

    def __init__(self, trace: Trace, settings: TouchSettings | None) -> None:
        self.trace = trace
        self.recogniser = recogniser(
            trace.discipline,
            sensor=trace.sensor,
            clock=trace.clock,
            start=trace.start,
            settings=settings,
            opening=trace.opening or "",
        )
        self.watch = Watch(trace.control or fischer(_ANY_BASE_MS, trace.increment_ms))
        self.plies: list[Moved] = []
        self.choices: list[Chosen] = []
        self.histories = [History.start(trace.start)]
        self.findings: list[tuple[Observation, int]] = []
        self.claims: list[dict[str, Any]] = []
        self.claimed: list[Observation] = []

    def feed(self, event: TraceEvent) -> None:
        if isinstance(event, Reading):
            if not self.trace.clock:
                return  # the authority stays with a clock that is not linked: no times, no flags
            over = self._is_over()
            if over:
                self.watch.may_stop()  # (5.4.2.11)
            # A move that has ended the game belongs to the ply that it will be, pressed or not.
            ply = self.recogniser.ply + (over and self.recogniser.pending is not None)
            found = self.watch.feed(event, ply=ply, over=over)
            self._note((one for one in found if isinstance(one, Observation)), event.t_ms)
            return
        if isinstance(event, Press):
            self.watch.feed(event, ply=self.recogniser.ply)
        elif isinstance(event, ButtonPressed) and event.button in _STOPS_CLOCK:
            self.watch.may_stop()
        outputs = self.recogniser.feed(event)
        self._take(outputs, event.t_ms)
        if isinstance(event, ButtonPressed) and event.button == "claim-draw":
            self._claim(event)
        self._count(outputs, event)

    def answer(self, t_ms: int) -> dict[str, Any]:
        if not self.recogniser.over:
            self._take(self.recogniser.finish(t_ms), t_ms)
            self._note(self.watch.finish(), t_ms)
        findings = sorted(self.findings, key=lambda found: found[1])
        answer: dict[str, Any] = {
            "plies": [
                {
                    "ply": moved.ply,
                    "side": str(moved.side),
                    "move": moved.move,
                    "uncertain": moved.uncertain,
                    "irregular": moved.irregular,
                }
                for moved in self.plies
            ],
            "pending": self.recogniser.pending,
            "findings": [self._finding(observation, t) for observation, t in findings],
            "position": self.recogniser.position.fen(),
            "in_sync": self.recogniser.in_sync,
        }
        if any(isinstance(event, ButtonPressed) and event.button in OPENING_BUTTONS for event in self.trace.events):
            answer["choices"] = [_choice(chosen) for chosen in self.choices]
        if self.claims:
            answer["claims"] = self.claims
        return answer

    def _claim(self, event: ButtonPressed) -> None:
        """5.4.12.2: the position stands for the third time, or would with the move that is written and not yet made.
        Then that move brings the repetition about, and is the ply of its finding."""
        history, by, move = self.histories[-1], event.by, event.move or ""
        said = repetition_claimed(history, move)
        article = ARTICLES.get(self.trace.discipline.name, ARTICLES["*"])
        self.claims.append({"by": str(by), "move": move or None, "said": said, "article": article, "t": event.t_ms})
        if said == "stands" and move:
            after = history.push(history.position.parse(move))
            found = [one for one in after.observations() if one.kind == "repetition"]
            self._note(found, event.t_ms)
            self.claimed += found  # found once, made or not

    def _finding(self, seen: Observation, t_ms: int) -> dict[str, Any]:
        law = kind(seen.kind)
        return {
            "ply": seen.ply,
            "side": None if seen.side is None else str(seen.side),
            "kind": seen.kind,
            "grade": seen.evidence.get("grade", law.grade),
            "article": law.article(self.trace.discipline.name),
            "t": t_ms,
        }

    def _is_over(self) -> bool:
        """Whether what stands on the board has ended the game, pressed or not (5.4.2.10, 5.2.6.1, FIDE 5.1)."""
        position = self.recogniser.pending_position or self.recogniser.position
        return position.outcome() is not None

    def _note(self, observations: Iterable[Observation], t_ms: int) -> None:
        self.findings += [(one, t_ms) for one in observations if one not in self.claimed]

    def _take(self, outputs: Iterable[Output], t_ms: int) -> None:
        for output in outputs:
            match output:
                case Moved():
                    if output.again and output.irregular:
                        t_ms = output.t_ms  # what it is was found out later; it happened then
                    self.plies.append(output)
                    self._push(output)
                    self._note(self.histories[-1].observations(), t_ms)
                case Settled(ply=ply):
                    at = next(place for place, moved in enumerate(self.plies) if moved.ply == ply)
                    self.plies[at] = msgspec.structs.replace(self.plies[at], uncertain=False)
                case TakenBack():
                    self.plies.pop()
                    self.histories.pop()
                case Observation():
                    self._note((output,), t_ms)
                case Chosen():
                    self.choices.append(output)

    def _push(self, moved: Moved) -> None:
        """The draw counts after the ply; where the position followed the board instead, they begin anew."""
        history = self.histories[-1]
        if not moved.irregular:
            try:
                after = history.push(history.position.parse(moved.move))
            except FlagfallError:
                after = None
            if after is not None and after.position.fen() == moved.fen:
                self.histories.append(after)
                return
        self.histories.append(history.setup(self.trace.discipline.position(moved.fen), plies=1))

    def _count(self, outputs: tuple[Output, ...], event: TraceEvent) -> None:
        """Moves and presses are two counts; what the recogniser has explained is accounted for."""
        if not self.trace.clock:
            return
        lever = self.recogniser.lever
        presser = event.by if isinstance(event, Press) else None
        if any(isinstance(output, GameOver) for output in outputs):
            return
        moved = [output for output in outputs if isinstance(output, Moved) and not output.again]
        if presser is not None and not any(lever(output.side) is presser for output in moved):
            self.watch.accounted(presser)
        corrected = {output.ply for output in outputs if isinstance(output, TakenBack) and output.by is not None}
        if self.trace.discipline.name == RENJU:
            # One press may end several stones' turn, and after a swap a lever has the other colour's name.
            moved = [output for output in moved if output.side is presser][:1]
        for output in moved:
            unheard = output.inferred or output.irregular or output.ply in corrected
            by = lever(output.side)
            if by is not presser and unheard:
                self.watch.accounted(by, -1)
            self._note(self.watch.moved(by, output.ply), event.t_ms)
        if any(isinstance(output, Demanded) for output in outputs):
            self.watch.may_stop()  # disagreement about a demand is taken to the arbiter (5.4.13.4)


def _choice(chosen: Chosen) -> dict[str, Any]:
    """A choice of the opening: who, what, how it is known; a number or points only where they are its matter."""
    what: dict[str, Any] = {"points": list(chosen.points)}
    if chosen.act != "offer":
        what = {"option": chosen.option} if chosen.act == "choose" else {"number": chosen.number}
    return {"act": chosen.act, "by": str(chosen.by), **what, "how": chosen.how, "t": chosen.t_ms}
