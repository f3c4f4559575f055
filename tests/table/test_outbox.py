"""What is sent, when it is sent again, and what an acknowledgement that goes backwards does."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from record.messages import MAX_BATCH, Ack, LogBatch
from table.journal import SessionRow
from table.outbox import FIRST_RESEND_MS, LAST_RESEND_MS, WINDOW, Batch, Outbox


def row(session: str = "g-s1", last: int = 0, acked: int = 0) -> SessionRow:
    return SessionRow(game="g", session=session, event="club", number=7, last=last, hash="", acked=acked)


def event(session: str, seq: int, size: int = 40) -> bytes:
    return b'{"s":"%b","n":%d,"x":"%b"}' % (session.encode(), seq, b"x" * size)


def read(session: str, above: int, limit: int, size: int = 40) -> list[bytes]:
    return [event(session, seq, size) for seq in range(above + 1, above + 1 + limit)]


def events_of(batch: Batch) -> list[bytes]:
    return [bytes(data) for data in msgspec.json.decode(batch.payload, type=LogBatch).events]


def send_all(outbox: Outbox, now_ms: int = 0) -> list[tuple[str, int, int]]:
    """Everything that is due, as (session, above, upto)."""
    sent = []
    while (batch := outbox.next(read, now_ms)) is not None:
        assert events_of(batch) == read(batch.session, batch.above, batch.upto - batch.above)
        outbox.published(batch, now_ms)
        sent.append((batch.session, batch.above, batch.upto))
    return sent


def test_everything_above_the_acknowledgement_is_sent_once() -> None:
    outbox = Outbox([row(last=10, acked=4)], "c0ffee")
    assert send_all(outbox) == [("g-s1", 4, 10)]
    outbox.recorded("g", "g-s1", 12)
    assert send_all(outbox) == [("g-s1", 10, 12)]
    assert outbox.acknowledged(Ack(sessions={"g-s1": 12, "other": 5})) == {"g-s1": 12}
    assert send_all(outbox, 10**9) == []
    assert outbox.unacknowledged == 0


def test_batches_are_consecutive_and_no_larger_than_they_may_be() -> None:
    outbox = Outbox([row(last=300)], "c0ffee")
    above = 0
    while (batch := outbox.next(lambda session, above, limit: read(session, above, limit, 1000), 0)) is not None:
        assert batch.above == above
        assert len(batch.payload) <= MAX_BATCH
        above = batch.upto
        outbox.published(batch, 0)
    assert above == 300


def test_an_event_larger_than_a_batch_goes_alone() -> None:
    outbox = Outbox([row(last=2)], "c0ffee")
    batch = outbox.next(lambda session, above, limit: read(session, above, limit, MAX_BATCH), 0)
    assert batch is not None
    assert (batch.above, batch.upto) == (0, 1)


def test_what_is_not_acknowledged_is_sent_again_ever_more_rarely() -> None:
    outbox = Outbox([row(last=3)], "c0ffee")
    now, waits = 0, []
    for _ in range(8):
        assert send_all(outbox, now) == [("g-s1", 0, 3)]
        due = outbox.due_ms(now)
        assert due is not None
        assert send_all(outbox, now + due - 1) == []
        waits.append(due)
        now += due
    assert waits[:3] == [FIRST_RESEND_MS, 2 * FIRST_RESEND_MS, 4 * FIRST_RESEND_MS]
    assert max(waits) == LAST_RESEND_MS
    outbox.acknowledged(Ack(sessions={"g-s1": 1}))
    assert send_all(outbox, now) == []
    outbox.recorded("g", "g-s1", 4)
    assert send_all(outbox, now) == [("g-s1", 3, 4)]
    assert send_all(outbox, now + FIRST_RESEND_MS) == [("g-s1", 1, 4)]


def test_an_acknowledgement_that_goes_backwards_sends_again_at_once() -> None:
    outbox = Outbox([row(last=9, acked=9)], "c0ffee")
    assert send_all(outbox) == [("g-s1", 8, 9)], "the last event is offered, to learn what the server really has"
    assert outbox.acknowledged(Ack(sessions={"g-s1": 2})) == {"g-s1": 2}
    assert send_all(outbox) == [("g-s1", 2, 9)]


def test_a_repeated_acknowledgement_does_not_send_again() -> None:
    outbox = Outbox([row(last=9)], "c0ffee")
    send_all(outbox)
    for _ in range(3):
        outbox.acknowledged(Ack(sessions={"g-s1": 5}))
        assert send_all(outbox, 100) == []


def test_what_an_acknowledgement_leaves_open_is_sent_again_in_time() -> None:
    """A killed table does not know the last word of the server. It sends all again, and that is lost; the server, heard
    at last, acknowledges what it has, and the session, which is over, gets no event more."""
    outbox = Outbox([row(last=10, acked=2)], "c0ffee")
    assert send_all(outbox) == [("g-s1", 2, 10)]
    assert outbox.acknowledged(Ack(sessions={"g-s1": 6})) == {"g-s1": 6}
    assert send_all(outbox, 1_000) == []
    assert outbox.due_ms(1_000) == FIRST_RESEND_MS
    assert send_all(outbox, 1_000 + FIRST_RESEND_MS) == [("g-s1", 6, 10)]


def test_a_new_connection_sends_what_is_open_and_offers_what_is_closed() -> None:
    outbox = Outbox([row("g-s1", last=5, acked=5), row("g-s2", last=7, acked=3), row("g-s3")], "c0ffee")
    first = send_all(outbox)
    assert first == [("g-s1", 4, 5), ("g-s2", 3, 7)]
    assert send_all(outbox) == []
    outbox.restart()
    assert send_all(outbox) == first


def test_a_refused_session_is_tried_rarely_and_goes_on_when_it_is_taken() -> None:
    outbox = Outbox([row("g-s1", last=5), row("g-s2", last=2)], "c0ffee")
    assert send_all(outbox) == [("g-s1", 0, 5), ("g-s2", 0, 2)]
    refusal = Ack(sessions={"g-s2": 2}, refused={"g-s1": "another computer records this table"})
    outbox.acknowledged(refusal)
    assert outbox.refusals == {"g-s1": "another computer records this table"}
    outbox.recorded("g", "g-s1", 6)
    assert send_all(outbox, LAST_RESEND_MS - 1) == []
    assert outbox.due_ms(LAST_RESEND_MS - 1) == 1
    assert send_all(outbox, LAST_RESEND_MS) == [("g-s1", 0, 6)]
    outbox.acknowledged(refusal)
    assert send_all(outbox, LAST_RESEND_MS + 1) == []
    outbox.restart()
    assert send_all(outbox, LAST_RESEND_MS + 1) == [("g-s1", 0, 6), ("g-s2", 1, 2)]
    outbox.acknowledged(Ack(sessions={"g-s1": 4}))
    assert outbox.refusals == {}
    assert send_all(outbox, LAST_RESEND_MS + 2) == [("g-s1", 4, 6)]


def test_no_more_is_on_its_way_than_the_window() -> None:
    outbox = Outbox([row(last=10 * WINDOW)], "c0ffee")
    flying = send_all(outbox)[-1][2]
    assert WINDOW <= flying < 2 * WINDOW
    outbox.acknowledged(Ack(sessions={"g-s1": flying}))
    assert send_all(outbox)[0][1] == flying


def test_acknowledgements_beyond_the_record_count_as_all_of_it() -> None:
    outbox = Outbox([row(last=4)], "c0ffee")
    assert outbox.acknowledged(Ack(sessions={"g-s1": 99})) == {"g-s1": 4}
    assert outbox.acknowledged(Ack(sessions={"g-s1": -1})) == {"g-s1": 0}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["record", "send", "lose", "ack", "restore", "restart", "wait"]), max_size=60))
def test_whatever_happens_the_server_ends_with_every_event(steps: list[str]) -> None:
    outbox, now, last = Outbox([], "c0ffee"), 0, 0
    server: set[int] = set()

    def held() -> int:
        count = 0
        while count + 1 in server:
            count += 1
        return count

    for step in steps:
        match step:
            case "record":
                last += 3
                outbox.recorded("g", "g-s1", last)
            case "send" | "lose":
                if (batch := outbox.next(read, now)) is not None:
                    outbox.published(batch, now)
                    server |= set(range(batch.above + 1, batch.upto + 1)) if step == "send" else set()
            case "ack":
                outbox.acknowledged(Ack(sessions={"g-s1": held()}))
            case "restore":
                server = set(range(1, held() // 2 + 1))
            case "restart":
                outbox.restart()
            case "wait":
                now += LAST_RESEND_MS
    for _ in range(last + 5):
        while (batch := outbox.next(read, now)) is not None:
            outbox.published(batch, now)
            server |= set(range(batch.above + 1, batch.upto + 1))
        outbox.acknowledged(Ack(sessions={"g-s1": held()}))
        now += LAST_RESEND_MS
    assert held() == last


def test_the_server_reads_the_very_bytes_of_the_journal() -> None:
    batch = Outbox([row(last=1)], "c0ffee").next(read, 0)
    assert batch is not None
    assert events_of(batch) == [event("g-s1", 1)]
    decoded = msgspec.json.decode(batch.payload, type=LogBatch)
    assert (decoded.game, decoded.session, decoded.installation) == ("g", "g-s1", "c0ffee")


@pytest.mark.parametrize("acked", [0, 3])
def test_nothing_waits_when_nothing_was_sent(acked: int) -> None:
    assert Outbox([row(last=3, acked=acked)], "c0ffee").due_ms(0) is None
