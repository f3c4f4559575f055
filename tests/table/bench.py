"""A table without a line: hands, a desk, and the real session between them."""

from collections.abc import Sequence

import msgspec

from board.events import BoardDumped, SquareChanged
from clock.events import ClockLinked, Press, Reading
from record import events
from record.assignment import Assignment
from record.chain import digest, root, seal, verify
from record.events import DESK, AnyEvent, decode
from record.fold import fold
from rules import discipline
from rules.side import Side
from table.journal import SessionRow
from table.session import ClockOrder, Device, Session
from tests.table.test_journal import ASSIGNMENT, AT

WHITE, BLACK = Side.WHITE, Side.BLACK
START = discipline("russian").start().pieces()


class Bench:
    """Hands at a table, a desk, and the logs that both would keep."""

    def __init__(self, assignment: Assignment = ASSIGNMENT, *, clock: bool = True, start_ms: int = 5_000) -> None:
        self.assignment, self.clock = assignment, clock
        self.now_ms = start_ms
        self.logs: dict[str, list[bytes]] = {}
        self.desk: list[bytes] = []
        self.squares = dict(START)
        self.times = {WHITE: 2_700_000, BLACK: 2_700_000}
        self.open()

    def open(self) -> None:
        """A new run of the table client."""
        session = f"{self.assignment.game}-s{len(self.logs) + 1}"
        game = self.assignment.game
        row = SessionRow(game=game, session=session, event="club", number=7, last=0, hash=root(game, session), acked=0)
        scale = self.assignment.time_scale
        earlier = {name: list(log) for name, log in self.logs.items()}
        self.session = Session(
            self.assignment, row, earlier=earlier, desk=self.desk, now_ms=self.now_ms, time_scale=scale
        )
        self.logs[session] = []

    def feed(self, *seen: object) -> list[AnyEvent]:
        """The devices say these, a moment later; the events that follow."""
        found: list[AnyEvent] = []
        for each in seen:
            self.now_ms += 100
            moment = msgspec.structs.replace(each, t_ms=self.now_ms)  # type: ignore[type-var]
            found += self.keep(self.session.feed(moment, AT))  # type: ignore[arg-type]
        return found

    def keep(self, recorded: Sequence[object]) -> list[AnyEvent]:
        for each in recorded:
            self.logs[each.sealed.session].append(each.sealed.data)  # type: ignore[attr-defined]
        return [each.event for each in recorded]  # type: ignore[attr-defined]

    def devices(self) -> list[AnyEvent]:
        """What is told at the opening of a session: a board, and the clock that hangs on it."""
        seen: list[object] = [Device(t_ms=0, device="board", up=True), BoardDumped(t_ms=0, squares=dict(self.squares))]
        if self.clock:
            seen += [ClockLinked(t_ms=0, linked=True), self.reading(None)]
        return self.feed(*seen)

    def reading(self, running: Side | None, flags: tuple[Side, ...] = ()) -> Reading:
        return Reading(
            t_ms=0, white_ms=self.times[WHITE], black_ms=self.times[BLACK], running=running, flags=flags, lever=running
        )

    def hand(self, start: str, end: str, *taken: str) -> list[AnyEvent]:
        """A piece goes from ``start`` to ``end``, and ``taken`` from the board."""
        piece = self.squares.pop(start)
        self.squares[end] = piece
        seen = [SquareChanged(t_ms=0, sq=start, p="."), SquareChanged(t_ms=0, sq=end, p=piece)]
        for square in taken:
            del self.squares[square]
            seen.append(SquareChanged(t_ms=0, sq=square, p="."))
        return self.feed(*seen)

    def press(self, by: Side) -> list[AnyEvent]:
        self.now_ms += 3_000
        self.times[by] -= 3_000
        return self.feed(Press(t_ms=0, by=by), self.reading(by.other))

    def move(self, by: Side, start: str, end: str, *taken: str) -> list[AnyEvent]:
        return self.hand(start, end, *taken) + self.press(by)

    def rule(self, *ruled: events.Event) -> tuple[list[AnyEvent], ClockOrder | None]:
        """The desk writes these events, having seen all that the table has written."""
        last = self.session.state.last
        for event in ruled:
            prev = digest(self.desk[-1]) if self.desk else root(self.assignment.game, DESK)
            _, data = seal(event, session=DESK, seq=len(self.desk) + 1, t_ms=0, at=AT, prev=prev, after=last)
            self.desk.append(data)
        recorded, order = self.session.ruled(self.desk, self.now_ms, AT)
        return self.keep(recorded), order

    def check(self) -> None:
        """The chains hold, and the logs say the same as the session's state."""
        for session, log in self.logs.items():
            assert verify(self.assignment.game, session, log) is None
        logs = {session: [decode(data) for data in log] for session, log in self.logs.items()}
        assert fold(self.assignment, logs, [decode(data) for data in self.desk]) == self.session.state


def kinds(found: Sequence[AnyEvent]) -> list[str]:
    return [type(event).__name__ for event in found]


def named(found: Sequence[AnyEvent]) -> list[str]:
    return [event.what for event in found if isinstance(event, events.Finding)]


def moves(bench: Bench) -> list[str]:
    return [ply.move for ply in bench.session.state.plies]


def playing(**changes: object) -> Bench:
    """A game two plies old."""
    bench = Bench(msgspec.structs.replace(ASSIGNMENT, **changes))
    bench.devices()
    bench.feed(bench.reading(WHITE))
    bench.move(WHITE, "c3", "d4")
    bench.move(BLACK, "f6", "g5")
    return bench
