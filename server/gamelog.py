"""One game's logs in memory, and the fold that follows them.

Law 1 of the house: state is the fold of events. A `Follower` keeps the fold of the events that were received up to some
moment; the arbiter's follower is at the last one, the spectators' stands further back: one mechanism for both.
"""

from collections.abc import Sequence
from typing import NamedTuple

from record.assignment import Assignment
from record.chain import root
from record.events import DESK, AnyEvent, SessionOpened, Undone
from record.fold import apply, fold, start
from record.state import GameState


class Entry(NamedTuple):
    """An event as stored: what it says, its bytes, their SHA-256 (hex), and when the server received it (UTC, ms)."""

    event: AnyEvent
    data: bytes
    hash: str
    received_ms: int


class GameLog:
    """The logs of one game: every table session and the desk's, each whole from its first event on."""

    def __init__(self, assignment: Assignment) -> None:
        self.game = assignment.game
        self.first_assignment = assignment
        self.logs: dict[str, list[Entry]] = {DESK: []}
        self.arrivals: list[Entry] = []
        self.opened: list[str] = []
        self.known: set[str] = set()

    def add(self, entry: Entry) -> None:
        """Append ``entry`` to its session's log. It must be the next one there: `server.ingest` sees to that."""
        log = self.logs.setdefault(entry.event.session, [])
        if entry.event.seq != len(log) + 1:
            raise ValueError(f"{self.game} {entry.event.session}: seq {entry.event.seq}, expected {len(log) + 1}")
        log.append(entry)
        self.arrivals.append(entry)
        if isinstance(entry.event, SessionOpened) and entry.event.opened not in self.opened:
            self.opened.append(entry.event.opened)

    def tip(self, session: str) -> tuple[int, str]:
        """The last ``seq`` of ``session`` and the hash that the next event must carry."""
        log = self.logs.get(session)
        return (len(log), log[-1].hash) if log else (0, root(self.game, session))

    def hash_at(self, session: str, seq: int) -> str | None:
        """The hash of an event that is already here."""
        log = self.logs.get(session, [])
        return log[seq - 1].hash if 0 < seq <= len(log) else None

    def last_seen(self) -> tuple[str, int] | None:
        """What a desk event written now names as ``after``: the last event of the last session that has any."""
        for session in reversed(self.opened):
            if log := self.logs.get(session):
                return session, len(log)
        return None

    def received_before(self, until_ms: int) -> int:
        """How many of the arrivals were received at ``until_ms`` or before."""
        low, high = 0, len(self.arrivals)
        while low < high:
            middle = (low + high) // 2
            if self.arrivals[middle].received_ms <= until_ms:
                low = middle + 1
            else:
                high = middle
        return low


class Follower:
    """The fold of the first ``count`` arrivals of a log.

    `record.decide` undoes rulings only, never a session's opening: the order of sessions stands.
    """

    def __init__(self, log: GameLog) -> None:
        self.log = log
        self.refolds = 0
        self._begin()

    def _begin(self) -> None:
        self.count = 0
        self.state: GameState = start(self.log.first_assignment)
        self._opened: list[str] = []
        self._last: tuple[str, int] | None = None

    def at(self, count: int) -> GameState:
        """The state after ``count`` arrivals; folds on from where it stands, and anew where the order demands it."""
        if count < self.count:
            self._refold(count)
        while self.count < count:
            entry = self.log.arrivals[self.count]
            if not self._continues(entry.event):
                self._refold(count)
                break
            self.state = apply(self.state, entry.event)
            self._note(entry.event)
            self.count += 1
        return self.state

    def now(self) -> GameState:
        """The state after every arrival."""
        return self.at(len(self.log.arrivals))

    def _continues(self, event: AnyEvent) -> bool:
        """Whether ``event`` stands at the end of what is folded, so that it can be applied on top."""
        if event.session == DESK:
            return event.after == self._last and not isinstance(event, Undone)
        return bool(self._opened) and event.session == self._opened[-1]

    def _note(self, event: AnyEvent) -> None:
        if isinstance(event, SessionOpened):
            if event.opened not in self._opened:
                self._opened.append(event.opened)
        elif event.session != DESK:
            self._last = (event.session, event.seq)

    def _refold(self, count: int) -> None:
        self.refolds += 1
        arrived = self.log.arrivals[:count]
        desk = [entry.event for entry in arrived if entry.event.session == DESK]
        opened = [event.opened for event in desk if isinstance(event, SessionOpened)]
        sessions: dict[str, list[AnyEvent]] = {session: [] for session in dict.fromkeys(opened)}
        for entry in arrived:
            if entry.event.session != DESK:
                sessions.setdefault(entry.event.session, []).append(entry.event)
        self.state = fold(self.log.first_assignment, sessions, desk)
        self.count = count
        self._opened = list(dict.fromkeys(opened))
        self._last = next(((name, len(sessions[name])) for name in reversed(self._opened) if sessions[name]), None)


def raw(entries: Sequence[Entry]) -> tuple[bytes, ...]:
    """The bytes of ``entries``."""
    return tuple(entry.data for entry in entries)
