"""The follower's fold is the fold, in whatever order events arrive."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from record.assignment import Assignment, Person
from record.chain import digest, root, seal
from record.events import (
    DESK,
    AnyEvent,
    ArbiterCalled,
    ClockReading,
    Event,
    PlayerArrived,
    SessionOpened,
    Undone,
    decode,
)
from record.fold import fold
from rules.side import Side
from server.gamelog import Entry, Follower, GameLog

TOLD = Assignment(
    event="club",
    table=2,
    round=1,
    game="g",
    discipline="russian",
    tempo="rapid",
    control="15m+5s",
    white=Person(id=1, name="A"),
    black=Person(id=2, name="B"),
)


def add(log: GameLog, session: str, event: Event, received_ms: int, after: tuple[str, int] | None = None) -> None:
    seq, prev = log.tip(session)
    _, data = seal(event, session=session, seq=seq + 1, t_ms=0, at=str(received_ms), prev=prev, after=after)
    log.add(Entry(decode(data), data, digest(data), received_ms))


def whole(log: GameLog, count: int) -> object:
    arrived = [entry.event for entry in log.arrivals[:count]]
    desk: list[AnyEvent] = [event for event in arrived if event.session == DESK]
    sessions: dict[str, list[AnyEvent]] = {e.opened: [] for e in desk if isinstance(e, SessionOpened)}
    for event in arrived:
        if event.session != DESK:
            sessions[event.session].append(event)
    return fold(TOLD, sessions, desk)


@given(st.lists(st.sampled_from(["a", "b", "call", "undo", "old-call"]), max_size=30), st.data())
def test_following_equals_folding(steps: list[str], data: st.DataObject) -> None:
    log = GameLog(TOLD)
    for number, step in enumerate(steps):
        if step in "ab":
            if step not in log.opened:
                add(log, DESK, SessionOpened(opened=step), number, log.last_seen())
            left = 1000 * (number + 1)
            add(log, step, ClockReading(white_ms=left, black_ms=left, running=Side.WHITE), number)
        elif step == "undo":
            calls = [e.event.seq for e in log.logs[DESK] if isinstance(e.event, ArbiterCalled)]
            add(log, DESK, Undone(undoes=calls[number % len(calls)] if calls else 99), number, log.last_seen())
        else:
            place = log.last_seen()
            after = (place[0], 1) if place and step == "old-call" else place
            add(log, DESK, ArbiterCalled(arbiter=str(number)), number, after)
    follower = Follower(log)
    for count in data.draw(st.lists(st.integers(0, len(log.arrivals)), max_size=4)):
        assert msgspec.structs.asdict(follower.at(count)) == msgspec.structs.asdict(whole(log, count))  # type: ignore[arg-type]
    assert follower.now() == whole(log, len(log.arrivals))


def test_events_in_order_are_applied_without_folding_anew() -> None:
    log = GameLog(TOLD)
    add(log, DESK, SessionOpened(opened="a"), 1)
    follower = Follower(log)
    for number in range(20):
        add(log, "a", PlayerArrived(side=Side.WHITE), number)
        follower.now()
    add(log, DESK, ArbiterCalled(), 30, log.last_seen())
    follower.now()
    assert follower.refolds == 0
    add(log, DESK, ArbiterCalled(), 31, ("a", 3))
    follower.now()
    assert follower.refolds == 1


def test_what_was_received_before_a_moment() -> None:
    log = GameLog(TOLD)
    add(log, DESK, SessionOpened(opened="a"), 10)
    for number in (10, 20, 20, 30):
        add(log, "a", PlayerArrived(side=Side.WHITE), number)
    assert [log.received_before(moment) for moment in (9, 10, 19, 20, 29, 30, 99)] == [0, 2, 2, 4, 4, 5, 5]


def test_a_session_begins_at_its_root() -> None:
    assert GameLog(TOLD).tip("a") == (0, root("g", "a"))
