"""Duplicated, reordered, gapped and forged batches."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from record.assignment import Assignment, Person
from record.chain import verify
from record.events import LeverPressed, SquareChanged
from rules.side import Side
from server.gamelog import GameLog
from server.ingest import judge


def game_log() -> GameLog:
    return GameLog(
        Assignment(
            event="club",
            table=2,
            round=1,
            game="r1-t2",
            discipline="russian",
            tempo="rapid",
            control="15m+5s",
            white=Person(id=1, name="A"),
            black=Person(id=2, name="B"),
        )
    )


@pytest.fixture
def written(table_log: Any) -> Any:
    return table_log("r1-t2").write(*(SquareChanged(sq="c3", p="w" if n % 2 else ".") for n in range(12)))


def take(log: GameLog, events: list[bytes], session: str = "s1") -> Any:
    verdict = judge(log, session, events, 1)
    for entry in verdict.new:
        log.add(entry)
    return verdict


def test_a_whole_batch_is_taken_and_acknowledged(written: Any) -> None:
    log = game_log()
    verdict = take(log, written.events)
    assert (len(verdict.new), verdict.ack, verdict.fault) == (12, 12, None)
    assert verify("r1-t2", "s1", [entry.data for entry in log.logs["s1"]]) is None


def test_a_gap_is_asked_for_again(written: Any) -> None:
    log = game_log()
    take(log, written.events[:3])
    verdict = take(log, written.events[5:])
    assert (verdict.new, verdict.ack, verdict.fault, verdict.seq) == ((), 3, "gap", 4)


def test_a_gap_inside_a_batch_keeps_what_is_before_it(written: Any) -> None:
    verdict = take(game_log(), written.events[:4] + written.events[6:])
    assert (len(verdict.new), verdict.ack, verdict.fault) == (4, 4, "gap")


def test_another_event_under_a_stored_seq_breaks_the_chain(written: Any, table_log: Any) -> None:
    log = game_log()
    take(log, written.events)
    forged = table_log("r1-t2").write(LeverPressed(by=Side.WHITE))
    verdict = take(log, forged.events)
    assert (verdict.new, verdict.ack, verdict.fault, verdict.seq) == ((), 12, "chain-broken", 1)


def test_an_event_twice_in_one_batch_is_one(written: Any) -> None:
    verdict = take(game_log(), [written.events[0], written.events[0], written.events[1]])
    assert (len(verdict.new), verdict.ack, verdict.fault) == (2, 2, None)


def test_a_missing_link_breaks_the_chain(written: Any, table_log: Any) -> None:
    log = game_log()
    take(log, written.events[:2])
    other = table_log("r1-t2").write(*(SquareChanged(sq="d4", p=".") for _ in range(3)))
    verdict = take(log, [other.events[2]])
    assert (verdict.ack, verdict.fault, verdict.seq) == (2, "chain-broken", 3)


def test_a_chain_of_another_game_does_not_fit(table_log: Any) -> None:
    elsewhere = table_log("r1-t7").write(SquareChanged(sq="c3", p="."))
    assert take(game_log(), elsewhere.events).fault == "chain-broken"


@pytest.mark.parametrize("junk", [b"", b"{}", b"[1]", b'{"kind":"no-such"}', b"\xff\xfe"])
def test_junk_breaks_the_chain_and_raises_nothing(junk: bytes, written: Any) -> None:
    verdict = take(game_log(), [written.events[0], junk])
    assert (verdict.ack, verdict.fault, verdict.seq) == (1, "chain-broken", 2)


def test_a_table_may_not_write_as_the_desk(table_log: Any) -> None:
    posing = table_log("r1-t2", session="desk").write(SquareChanged(sq="c3", p="."))
    assert take(game_log(), posing.events, "desk").fault == "chain-broken"
    assert take(game_log(), posing.events, "s1").fault == "chain-broken"


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(1, 6)), max_size=40))
def test_any_disorder_ends_in_a_whole_prefix(windows: list[tuple[int, int]]) -> None:
    """Whatever order, doubling or loss: what is stored is a whole chain, the acknowledgement says how long it is, and
    it is as long as the events that came allow; a resend above the acknowledgement completes it."""
    from record.chain import digest, root, seal

    events: list[bytes] = []
    for seq in range(1, 13):
        prev = digest(events[-1]) if events else root("r1-t2", "s1")
        events.append(seal(SquareChanged(sq="c3", p=str(seq)), session="s1", seq=seq, t_ms=seq, at="", prev=prev)[1])
    log, expected = game_log(), 0
    for first, length in windows:
        verdict = take(log, events[first : first + length])
        if first <= expected:
            expected = max(expected, min(first + length, 12))
        assert verdict.ack == expected == log.tip("s1")[0]
        assert (verdict.fault == "gap") == (first > expected)
    assert [entry.data for entry in log.logs.get("s1", [])] == events[:expected]
    resent = take(log, events[log.tip("s1")[0] :])
    assert resent.ack == 12
    assert len({entry.hash for entry in log.logs["s1"]}) == 12


def test_raw_parts_of_a_message_are_the_bytes_that_were_written(written: Any) -> None:
    batch = msgspec.json.decode(msgspec.json.encode(written.batch()), type=type(written.batch()))
    assert take(game_log(), [bytes(raw) for raw in batch.events]).ack == 12
