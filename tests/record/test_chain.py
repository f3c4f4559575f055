"""The chain shows any byte that was changed, taken away, added or moved."""

from hypothesis import given
from hypothesis import strategies as st

from record import events
from record.chain import verify
from record.events import decode, encode
from rules.side import Side
from tests.record.logs import GAME, Log


def log_of(length: int) -> Log:
    log = Log()
    for number in range(length):
        log.add(events.SquareChanged(sq="c3", p="w" if number % 2 else "."))
    return log


def test_a_whole_chain() -> None:
    assert verify(GAME, "s1", log_of(5).bytes) is None
    assert verify(GAME, "s1", []) is None


def test_a_chain_belongs_to_its_game_and_session() -> None:
    broken = verify("r1-t2", "s1", log_of(2).bytes)
    assert broken is not None
    assert broken.seq == 1
    foreign = verify(GAME, "s2", log_of(2).bytes)
    assert foreign is not None
    assert "s1" in foreign.fault


@given(st.integers(1, 6), st.data())
def test_any_change_shows(length: int, data: st.DataObject) -> None:
    log = log_of(length)
    at = data.draw(st.integers(0, length - 1))
    kind = data.draw(st.sampled_from(("drop", "double", "change", "swap")))
    changed = list(log.bytes)
    if kind == "drop":
        if at == length - 1:
            return
        del changed[at]
    elif kind == "double":
        changed.insert(at, changed[at])
    elif kind == "swap":
        if length < 2:
            return
        other = (at + 1) % length
        changed[at], changed[other] = changed[other], changed[at]
    else:
        changed[at] = changed[at].replace(b'"c3"', b'"d4"')
        if at == length - 1:
            assert verify(GAME, "s1", changed) is None  # the last event is guarded by the next, or a checkpoint
            return
    assert verify(GAME, "s1", changed) is not None


def test_unreadable_bytes_are_a_break_and_not_a_crash() -> None:
    broken = verify(GAME, "s1", [b"{"])
    assert broken is not None
    assert "unreadable" in broken.fault


def test_events_survive_the_wire() -> None:
    log = Log()
    sealed = log.add(
        events.Move(ply=1, side=Side.WHITE, move="c3-d4", fen="B:W1:B2", path=("c3", "d4")), after=("x", 3)
    )
    assert decode(encode(sealed)) == sealed
