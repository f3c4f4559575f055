"""Both players in time trouble: the arbiter records (5.4.3.2-3, 5.3.2.3, 5.3.2.5)."""

import pytest

from record import events
from record.assignment import Regulations
from record.fold import fold
from record.state import GameState
from record.trouble import arbiter_records, need_not_record
from rules.side import Side
from tests.record.logs import Log, assignment

WHITE, BLACK = Side.WHITE, Side.BLACK


def at(white_ms: int, black_ms: int, *, flags: tuple[Side, ...] = (), **changes: object) -> GameState:
    log = Log()
    log.add(events.Started())
    log.add(events.ClockReading(white_ms=white_ms, black_ms=black_ms, running=WHITE, flags=flags))
    told = {"tempo": "classic", "control": "2h/50,1h", **changes}
    return fold(assignment(**told), {"s1": log.events})


def test_under_five_minutes_one_need_not_write() -> None:
    assert need_not_record(at(299_999, 300_000), WHITE)
    assert not need_not_record(at(299_999, 300_000), BLACK)


@pytest.mark.parametrize(
    ("state", "so"),
    [
        (at(290_000, 280_000), True),
        (at(290_000, 300_000), False),
        (at(290_000, 280_000, control="1h+29s"), True),
        (at(290_000, 280_000, control="1h+30s"), False),
        (at(290_000, 280_000, tempo="rapid", control="15m"), False),
        (at(290_000, 0, flags=(BLACK,)), False),
        (at(290_000, 280_000, regulations=Regulations(score_sheets="electronic")), False),
        (at(290_000, 280_000, discipline="renju", opening_regulation="none", control="1h"), True),
    ],
)
def test_the_arbiter_records_where_both_are_in_trouble(state: GameState, so: bool) -> None:
    assert arbiter_records(state) is so


def test_without_a_clock_nothing_is_known() -> None:
    assert not arbiter_records(fold(assignment(tempo="classic"), {}))
