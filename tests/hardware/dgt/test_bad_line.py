"""A line that loses or doubles bytes: nothing is made up, and what was lost comes back. There are no checksums."""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import rules
from board.events import BoardDumped, SquareChanged
from board.outputs import Moved
from board.strategy import recogniser
from clock.events import ClockLinked, Press, Reading
from hardware.dgt.driver import DgtSession
from hardware.dgt.reader import DgtSettings
from hardware.dgt.squares import Grid
from hardware.virtual.board import VirtualBoard
from hardware.virtual.clock import VirtualClock
from hardware.virtual.hand import CAREFUL, actions
from hardware.virtual.play import perform
from rules.law.observation import Observation
from rules.side import Side
from tests.hardware.dgt.test_driver import Bench
from tests.hardware.dgt.test_pair import Pair


def clock(right_s: int, left_s: int, status: int, *, per_move: bool = False) -> bytes:
    """The bytes of a clock message."""

    def face(seconds: int) -> tuple[int, int, int]:
        minutes, seconds = divmod(seconds, 60)
        hours, minutes = divmod(minutes, 60)
        bcd = [number // 10 << 4 | number % 10 for number in (minutes, seconds)]
        return (hours | per_move << 5, *bcd)

    return bytes((0x8D, 0, 10, *face(right_s), *face(left_s), status))


times = st.integers(3, 4 * 3600)
"""No face shows nought: that is a flag (5.4.2.6)."""


@given(right=times, left=times, place=st.integers(0, 9), cut=st.integers(0, 11), per_move=st.booleans())
@example(right=3, left=10, place=3, cut=10, per_move=False)
@settings(max_examples=400, deadline=None)
def test_a_doubled_byte_presses_no_lever_and_drops_no_flag(right, left, place, cut, per_move):
    bench = Bench().ready()
    for seconds in (left, left - 1):
        bench.say(clock(right, seconds, 0x09, per_move=per_move).hex())
    spoilt = clock(right, left - 2, 0x09, per_move=per_move)
    spoilt = spoilt[: place + 1] + spoilt[place:]
    events = bench.say(spoilt[:cut].hex(), spoilt[cut:].hex())
    bench.wait(2_500)
    events += bench.say(clock(right, left - 2, 0x09, per_move=per_move).hex())
    assert not [event for event in events if isinstance(event, Press | ClockLinked)]
    assert not [event for event in events if isinstance(event, Reading) and (event.flags or event.running is None)]


def test_a_press_that_a_doubled_byte_may_have_made_is_asked_for_again():
    bench = Bench().ready()
    bench.say(clock(305, 314, 0x09).hex(), clock(305, 313, 0x09).hex())
    # The seconds of White's 5:13 in the place of the status: 0x13 would be a press. A real one looks the same.
    pressed = clock(305, 313, 0x13).hex()
    assert bench.say(pressed) == []
    press, *readings = bench.say(pressed)
    assert isinstance(press, Press)
    assert {type(event) for event in readings} == {Reading}


def test_a_press_that_is_followed_by_another_message_was_not_made_by_a_doubled_byte():
    """Nothing is left over between the two: both presses of a fast exchange count, however late they are read."""
    bench = Bench().ready()
    bench.say(clock(305, 314, 0x09).hex(), clock(305, 313, 0x09).hex())
    first, second = clock(305, 313, 0x13).hex(), clock(303, 313, 0x09).hex()
    together = [event.by for event in bench.say(first + second) if isinstance(event, Press)]
    assert together == [Side.WHITE, Side.BLACK]
    apart = [event.by for event in bench.say(first, second) if isinstance(event, Press)]
    assert apart == [Side.WHITE, Side.BLACK]


@pytest.mark.parametrize("sq", ["f8", "e7", "c1"])
def test_a_change_on_any_square_hides_no_press(sq):
    """The number of f8 is that of a change's length: what a doubled length makes. But no byte is left over."""
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    pair = Pair(board, DgtSettings(grid=Grid.DRAUGHTS_8))
    pair.say(board.start_clock(pair.now_ms))
    pair.until(pair.now_ms + 3_000)
    heard = len(pair.events)
    pair.say(
        board.lift(sq, pair.now_ms)
        + board.press(Side.WHITE, pair.now_ms)
        + board.place(sq, "b", pair.now_ms)
        + board.press(Side.BLACK, pair.now_ms)
    )
    assert [e.by for e in pair.events[heard:] if isinstance(e, Press)] == [Side.WHITE, Side.BLACK]


def test_no_press_is_believed_before_the_board_was_read_again():
    bench = Bench().ready()
    bench.say(clock(305, 304, 0x09).hex())
    assert not [e for e in bench.say("8e000505050c00", clock(305, 304, 0x13).hex()) if isinstance(e, Press)]


class BadPair(Pair):
    """The cable doubles a byte, or loses one, in one of so many messages, and cuts anywhere."""

    def __init__(self, board: VirtualBoard, settings: DgtSettings, share: float, seed: int) -> None:
        self.rng, self.share = Random(seed), 0.0
        super().__init__(board, settings)
        self.until(2_000)
        self.share = share

    def say(self, data: bytes) -> None:
        if data and self.rng.random() < self.share:
            place = self.rng.randrange(len(data))
            data = data[:place] + self.rng.choice((b"", data[place : place + 1] * 2)) + data[place + 1 :]
        cut = self.rng.randrange(len(data) + 1)
        for part in (data[:cut], data[cut:]):
            super().say(part)

    def play(self, discipline: str, plies: int, seed: int):
        rng, position = Random(seed), rules.discipline(discipline).start()
        for _ in range(plies):
            move = rng.choice(position.legal_moves())
            begin_ms = self.now_ms
            for action in actions(position, move, rng, CAREFUL):
                self.until(begin_ms + action.t_ms)
                self.say(perform(action, self.board, self.now_ms))
            position = position.apply(move)
            yield position.fen()


@pytest.mark.parametrize("seed", range(8))
def test_a_game_on_a_bad_line_has_no_move_that_was_not_played(seed):
    board = VirtualBoard(clock=VirtualClock(600_000, 600_000))
    pair = BadPair(board, DgtSettings(grid=Grid.DRAUGHTS_8), 0.08, seed)
    pair.say(board.start_clock(pair.now_ms))
    fens = list(pair.play("russian", 30, seed))
    pair.share = 0.0
    pair.until(pair.now_ms + 12_000)
    one = recogniser(rules.discipline("russian"))
    out = [o for event in pair.events if type(event) in (BoardDumped, SquareChanged, Press) for o in one.feed(event)]
    moved = [o for o in out if isinstance(o, Moved)]
    assert isinstance(pair.session, DgtSession)
    assert not [o for o in moved if o.irregular]
    assert [o.fen for o in moved] == fens
    assert not [o.kind for o in out if isinstance(o, Observation)]
