"""Setting and correcting the clocks: what must remain, whose clock, and what a restored record costs."""

import msgspec
import pytest

from record import events
from record.claims import checked
from record.commands import AdjustClock, Command, CorrectClock, Refusal, Rule
from record.decide import decide
from record.fold import apply, fold
from record.lawful import actions
from record.state import GameState, Status
from record.timing import format_at
from rules.side import Side
from tests.record.logs import BEGAN, Log, assignment
from tests.record.logs import moves as written

MINUTE = 60_000
WHITE, BLACK = Side.WHITE, Side.BLACK


def game(white: int, black: int, *, running: Side | None = None, **told: object) -> tuple[GameState, str]:
    """A classic game with so many minutes on the clocks, and the time at which they were read."""
    log = Log()
    log.add(events.Started())
    for move in written(["c3-d4", "d6-c5"]) if told.get("discipline", "russian") == "russian" else ():
        log.add(move)
    log.add(events.ClockReading(white_ms=white * MINUTE, black_ms=black * MINUTE, running=running))
    told = {"tempo": "classic", "control": "1h30m", **told}
    return fold(assignment(**told), {log.session: log.events}, []), log.events[-1].at


def answer(told: tuple[GameState, str], command: Command) -> tuple[int, int] | str:
    """Both faces in ms, or the refusal's code."""
    decided = decide(told[0], command, told[1])
    if isinstance(decided, Refusal):
        assert decided.ru
        assert decided.en
        return decided.code
    (adjusted,) = decided
    assert isinstance(adjusted, events.ClockAdjusted)
    return adjusted.white_ms, adjusted.black_ms


def to(white: float, black: float) -> AdjustClock:
    return AdjustClock(white_ms=round(white * MINUTE), black_ms=round(black * MINUTE), arbiter="A")


def fault(minutes: int, side: Side | None = None) -> CorrectClock:
    return CorrectClock(why="fault", by_ms=minutes * MINUTE, side=side, arbiter="A")


def test_fifteen_minutes_must_remain_in_classic_russian() -> None:
    assert answer(game(40, 40), to(15, 40)) == (15 * MINUTE, 40 * MINUTE)
    assert answer(game(40, 40), to(14, 40)) == "too-little-left"
    assert answer(game(40, 40), to(40, 14)) == "too-little-left"
    refusal = decide(game(40, 40)[0], to(14, 40), format_at(BEGAN))
    assert isinstance(refusal, Refusal)
    assert "15:00" in refusal.ru
    assert "5.4.2.5" in refusal.en


@pytest.mark.parametrize(("discipline", "tempo"), [("russian", "rapid"), ("giveaway", "classic"), ("chess", "classic")])
def test_elsewhere_nothing_must_remain(discipline: str, tempo: str) -> None:
    told = game(40, 40, discipline=discipline, tempo=tempo)
    assert answer(told, to(1, 40)) == (MINUTE, 40 * MINUTE)


def test_renju_keeps_five_minutes_to_the_control() -> None:
    assert answer(game(40, 40, discipline="renju"), to(5, 40)) == (5 * MINUTE, 40 * MINUTE)
    assert answer(game(40, 40, discipline="renju"), to(4, 40)) == "too-little-left"


def test_who_has_less_is_not_reduced_and_may_be_given_more() -> None:
    assert answer(game(9, 40), to(8, 40)) == "too-little-left"
    assert answer(game(9, 40), to(9, 20)) == (9 * MINUTE, 20 * MINUTE)
    assert answer(game(9, 40), to(12, 40)) == (12 * MINUTE, 40 * MINUTE)


def test_a_face_that_is_set_to_what_it_shows_is_not_reduced() -> None:
    """Faces show whole seconds: 9:00 stands for up to 9:00.9."""
    state, at = game(9, 40)
    state = apply(state, events.ClockReading(white_ms=9 * MINUTE + 900, black_ms=40 * MINUTE, at=at))
    assert answer((state, at), to(9, 30)) == (9 * MINUTE, 30 * MINUTE)


def test_the_clocks_may_be_set_before_the_game() -> None:
    state = fold(assignment(tempo="classic"), {"s1": [events.ClockReading(white_ms=90 * MINUTE, black_ms=1)]}, [])
    assert answer((state, ""), to(10, 10)) == (10 * MINUTE, 10 * MINUTE)


def test_a_fault_that_is_proven_on_one_clock_is_corrected_on_that_one() -> None:
    assert answer(game(40, 30), fault(-5, BLACK)) == (40 * MINUTE, 25 * MINUTE)
    assert answer(game(40, 30), fault(5, WHITE)) == (45 * MINUTE, 30 * MINUTE)
    assert answer(game(40, 18), fault(-5, BLACK)) == "too-little-left"
    assert answer(game(40, 10), fault(-5, BLACK)) == "too-little-left"
    assert answer(game(40, 30), fault(0, BLACK)) == "no-time"


def test_a_fault_that_is_not_proven_is_corrected_on_both_by_the_same_time() -> None:
    assert answer(game(40, 30), fault(-5)) == (35 * MINUTE, 25 * MINUTE)
    assert answer(game(40, 10), fault(-5)) == (35 * MINUTE, 10 * MINUTE)  # Black is below, and not reduced
    assert answer(game(40, 18), fault(-5)) == "too-little-left"
    assert answer(game(9, 10), fault(-5)) == "too-little-left"
    assert answer(game(40, 10), fault(5)) == (45 * MINUTE, 15 * MINUTE)
    assert answer(game(3, 2, tempo="blitz"), fault(-5)) == "negative-time"


def test_what_has_run_since_the_reading_is_counted() -> None:
    state, _ = game(40, 30, running=WHITE)
    later = state.clocks.at.replace("10:00:", "10:02:")
    assert answer((state, later), fault(-5)) == (33 * MINUTE, 25 * MINUTE)


def test_a_clock_that_is_not_read_is_not_corrected() -> None:
    state = fold(assignment(), {"s1": [events.Started()]}, [])
    assert answer((state, format_at(BEGAN)), fault(5)) == "no-clock"


def record(minutes: int, side: Side | None = None) -> CorrectClock:
    return CorrectClock(why="record", by_ms=minutes * MINUTE, side=side, arbiter="A")


def test_the_time_of_restoring_a_record_is_charged_to_one_or_halved() -> None:
    assert answer(game(40, 30), record(4, BLACK)) == (40 * MINUTE, 26 * MINUTE)
    assert answer(game(40, 30), record(4)) == (38 * MINUTE, 28 * MINUTE)
    assert answer(game(40, 30), record(-4)) == "no-time"


def test_in_renju_the_rest_goes_to_the_next_control_once() -> None:
    state, at = game(8, 40, discipline="renju", control="1h/20,30m/10*")
    (charged,) = decide(state, record(6, WHITE), at)
    assert (charged.white_ms, charged.black_ms) == (5 * MINUTE, 40 * MINUTE)
    assert (charged.carried_white_ms, charged.carried_black_ms) == (3 * MINUTE, 0)
    state = apply(state, charged)
    assert dict(state.carried) == {WHITE: 3 * MINUTE, BLACK: 0}
    off = CorrectClock(why="carried", side=WHITE, arbiter="A")
    assert answer((state, at), off) == "too-little-left"  # the control is not reached yet
    state = apply(state, events.ClockReading(white_ms=33 * MINUTE, black_ms=40 * MINUTE, at=at))
    (taken,) = decide(state, off, at)
    assert taken.white_ms == 30 * MINUTE
    state = apply(state, taken)
    assert not any(state.carried.values())
    assert answer((state, at), off) == "nothing-carried"


def test_setting_the_clocks_by_hand_keeps_what_is_carried() -> None:
    state, at = game(8, 40, discipline="renju", control="1h/20,30m/10*")
    (charged,) = decide(state, record(6, WHITE), at)
    state = apply(state, charged)
    (adjusted,) = decide(state, to(20, 20), at)
    assert apply(state, adjusted).carried[WHITE] == 3 * MINUTE


@pytest.mark.parametrize("fallen", ["flag", "finding"])
def test_a_claim_about_the_clock_lapses_with_ones_own_flag(fallen: str) -> None:
    """5.4.2.8; renju 5.3.1.5: not later than the fall of his flag. His opponent's right stays."""
    state, at = game(0, 30)
    trouble = events.Finding(finding="c", what="clock-disagrees", ply=2)
    state = apply(state, trouble)
    if fallen == "flag":
        state = apply(state, events.ClockReading(white_ms=0, black_ms=30 * MINUTE, flags=(WHITE,), at=at))
    else:
        state = apply(state, events.Finding(finding="f", what="flag-fall", side=WHITE, ply=2))
    late = apply(state, events.Button(button="claim-clock", by=WHITE, at=at))
    assert late.finding("c").status is Status.OPEN
    assert (late.called_at, checked(late)) == (at, "late")
    in_time = apply(state, events.Button(button="claim-clock", by=BLACK, at=at))
    assert in_time.finding("c").status is Status.DEMANDED


def test_a_claim_about_the_clock_before_the_flag_stands() -> None:
    state, at = game(1, 30)
    state = apply(state, events.Button(button="claim-clock", by=WHITE, at=at))
    state = apply(state, events.ClockReading(white_ms=0, black_ms=30 * MINUTE, flags=(WHITE,), at=at))
    assert (state.claim, checked(state)) == ("claim-clock", "")


@pytest.mark.parametrize("doubt", ["", "claimed", "claimed late", "noticed", "noticed late"])
def test_a_fallen_flag_is_the_clock_s_fault_only_if_that_was_said_or_seen_before(doubt: str) -> None:
    state, at = game(1, 30)
    claim = events.Button(button="claim-clock", by=WHITE, at=at)
    seen = events.Finding(finding="c", what="clock-disagrees", ply=2)
    fell = (
        events.ClockReading(white_ms=0, black_ms=30 * MINUTE, flags=(WHITE,), at=at),
        events.Finding(finding="f", what="flag-fall", side=WHITE, ply=2),
    )
    told = {"claimed": (claim, *fell), "claimed late": (*fell, claim), "noticed": (seen, *fell)}
    for event in {**told, "noticed late": (*fell, seen)}.get(doubt, fell):
        state = apply(state, event)
    flag = state.finding("f")
    assert flag is not None
    before = doubt in ("claimed", "noticed")
    assert ("clock-fault" in [action.ruling for action in actions(state, flag)]) is before
    ruled = Rule(ruling="clock-fault", arbiter="A", finding="f")
    assert isinstance(decide(state, ruled, at), tuple) is before
    assert isinstance(decide(state, msgspec.structs.replace(ruled, reason="a witness"), at), tuple)
