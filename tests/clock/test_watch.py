"""The watch over a linked clock."""

import pytest

from clock import software
from clock.control import parse
from clock.events import ClockLinked, Press, Reading
from clock.watch import Noted, Watch
from rules.law.observation import Observation
from rules.side import Side

W, B = Side.WHITE, Side.BLACK


def reading(t_ms, white, black, running=W, flags=(), lever=None):
    return Reading(t_ms=t_ms, white_ms=white * 1000, black_ms=black * 1000, running=running, flags=flags, lever=lever)


class Clock:
    """A watch that is fed in order; ``out`` is what the last call said."""

    def __init__(self, control="5m"):
        self.watch = Watch(parse(control))

    def __call__(self, *events, **more):
        return [output for event in events for output in self.watch.feed(event, **more)]


def kinds(outputs):
    return [(output.kind, output.side) for output in outputs if isinstance(output, Observation)]


def reasons(outputs):
    return [output.why for output in outputs if isinstance(output, Noted)]


def test_a_second_that_passes_is_no_event_and_half_a_minute_is():
    clock = Clock()
    said = [clock(reading(1000 * second, 300 - second, 300)) for second in range(61)]
    assert [(second, reasons(out)) for second, out in enumerate(said) if out] == [
        (0, ["first"]),
        (30, ["interval"]),
        (60, ["interval"]),
    ]


def test_lever_start_stop_and_departure_are_events():
    clock = Clock()
    clock(reading(0, 300, 300, None))
    assert reasons(clock(reading(1000, 300, 300, W))) == ["run"]
    assert reasons(clock(reading(2000, 299, 300, B))) == ["lever"]
    assert reasons(clock(reading(3000, 299, 299, B))) == []
    assert reasons(clock(reading(4000, 299, 290, B))) == ["departed"]
    clock.watch.may_stop()
    assert reasons(clock(reading(5000, 299, 289, None))) == ["run"]


def test_prediction_follows_the_lever():
    clock = Clock("5m+3s")
    clock(reading(0, 300, 300, W), Press(t_ms=4000, by=W))
    assert clock.watch.predict(6000) == (299_000, 298_000, B)
    assert Watch(parse("5m")).predict(0) is None


def test_a_flag_falls_once():
    clock = Clock()
    assert kinds(clock(reading(0, 1, 300), reading(1000, 0, 300, None, (W,)), reading(2000, 0, 300, None, (W,)))) == [
        ("flag-fall", W)
    ]
    assert clock.watch.flags == (W,)


def test_nought_is_a_flag_too():
    assert kinds(Clock()(reading(0, 1, 300), reading(1000, 0, 300))) == [("flag-fall", W)]


def test_the_evidence_has_the_last_two_readings():
    clock = Clock()
    [_first, noted, fall] = clock(reading(0, 1, 300), reading(1000, 0, 300, None, (W,)), ply=7)
    assert noted.why == "flag"
    assert fall.ply == 7
    assert [one["white_ms"] for one in fall.evidence["readings"]] == [1000, 0]


def test_two_flags_in_one_reading_are_both_flags():
    assert kinds(Clock()(reading(0, 1, 1), reading(3000, 0, 0, None, (W, B)))) == [("both-flags", None)]


def test_two_flags_one_after_the_other_are_known_apart():
    clock = Clock()
    out = clock(reading(0, 1, 9), reading(1000, 0, 9, B, (W,)), reading(10_000, 0, 0, None, (W, B)))
    assert kinds(out) == [("flag-fall", W), ("flag-fall", B)]
    assert out[-1].evidence["fell_earlier_ms"] == {"white": 1000}


def test_no_flag_counts_after_the_move_that_ended_the_game_on_the_board():
    """5.4.2.10: neither the winner's nor, where the mover lost (giveaway), his own; nor is it a draw by both."""
    clock = Clock()
    clock(reading(0, 1, 300))
    assert kinds(clock(reading(1000, 0, 300, None, (W,)), over=True)) == [("flag-after-win", W)]
    clock = Clock()
    clock(reading(0, 1, 1))
    assert kinds(clock(reading(3000, 0, 0, None, (W, B)), over=True)) == [("flag-after-win", W), ("flag-after-win", B)]


def test_a_clock_set_to_nothing_before_the_game_has_no_flag():
    assert kinds(Clock()(reading(0, 0, 0, None), reading(1000, 300, 300, None))) == []


def test_stopping_the_clock_is_said_unless_it_is_lawful():
    clock = Clock()
    assert kinds(clock(reading(0, 300, 300), reading(1000, 299, 300, None))) == [("clock-stopped", W)]
    clock(reading(2000, 299, 300))
    clock.watch.may_stop()
    clock(reading(3000, 298, 300))
    assert kinds(clock(reading(4000, 297, 300, None))) == []
    clock(reading(5000, 297, 300))
    assert kinds(clock(reading(6000, 296, 300, None))) == [("clock-stopped", W)]


def test_a_clock_that_stops_on_a_flag_was_not_stopped_by_anyone():
    assert kinds(Clock()(reading(0, 1, 300), reading(1000, 0, 300, None, (W,)), reading(2000, 0, 300, None, (W,)))) == [
        ("flag-fall", W)
    ]


def test_time_that_rises_and_stays_is_a_finding():
    clock = Clock()
    clock(reading(0, 200, 300))
    assert kinds(clock(reading(1000, 260, 300))) == []
    assert kinds(clock(reading(2000, 259, 300))) == [("clock-disagrees", W)]
    assert kinds(clock(reading(3000, 258, 300))) == []


def test_time_that_rises_for_one_reading_is_a_slip():
    assert kinds(Clock()(reading(0, 200, 300), reading(1000, 260, 300), reading(2000, 198, 300))) == []


def test_a_rise_at_the_very_end_is_reported():
    clock = Clock()
    clock(reading(0, 200, 300), reading(1000, 260, 300))
    assert kinds(clock.watch.finish()) == [("clock-disagrees", W)]
    assert clock.watch.finish() == ()


def test_a_ruling_explains_a_jump():
    clock = Clock()
    clock(reading(0, 200, 300))
    clock.watch.expect(320_000, 300_000, 0)
    assert kinds(clock(reading(1000, 319, 300), reading(2000, 318, 300))) == []
    assert kinds(clock.watch.finish()) == []


def test_a_ruling_is_followed_as_late_as_it_is_read():
    clock = Clock("5m+5s")
    clock(reading(0, 200, 300))
    clock.watch.expect(320_000, 300_000, 0)
    late = [reading(60_000, 262, 300), Press(t_ms=61_000, by=W), reading(62_000, 266, 299, B)]
    assert kinds(clock(*late)) == []
    assert kinds(clock.watch.finish()) == []


def test_two_settings_in_a_row_are_followed_one_after_the_other():
    clock = Clock()
    clock(reading(0, 200, 300))
    clock.watch.expect(240_000, 300_000, 0)
    clock.watch.expect(280_000, 300_000, 100)
    assert kinds(clock(reading(200, 240, 300), reading(300, 240, 300), reading(400, 280, 300))) == []
    assert kinds(clock.watch.finish()) == []
    assert kinds(clock(reading(500, 290, 300), reading(600, 290, 300))) == [("clock-disagrees", W)]


def test_a_setting_that_explains_one_jump_explains_no_other():
    clock = Clock()
    clock(reading(0, 200, 300))
    clock.watch.expect(240_000, 300_000, 0)
    assert kinds(clock(reading(1000, 250, 300), reading(2000, 249, 300))) == [("clock-disagrees", W)]


@pytest.mark.parametrize("late_ms", [0, 900, 20_000, 400_000])
def test_a_reading_that_is_late_is_no_disagreement(late_ms):
    """The clock's own times, each heard so much later than the one before was: they show more than is left by then."""
    clock = Clock("10m+5s")
    times, running, now, heard = {W: 600, B: 600}, W, 0, 0
    out = clock(reading(0, 600, 600))
    for _ in range(8):
        now += 7_000
        heard = max(heard, now) + late_ms
        times[running] += 5 - 7
        running = running.other
        out += clock(Press(t_ms=heard, by=running.other), reading(heard, times[W], times[B], running))
    assert kinds(out) == []
    assert kinds(clock.watch.finish()) == []


def test_presses_without_a_reading_between_them_are_all_counted():
    clock = Clock("5m+5s")
    clock(reading(0, 200, 300), Press(t_ms=10_000, by=W), Press(t_ms=30_000, by=B), Press(t_ms=60_000, by=W))
    assert clock.watch.predict(65_000) == (170_000, 280_000, B)
    assert kinds(clock(reading(65_000, 170, 280, B), reading(66_000, 170, 279, B))) == []


@pytest.mark.parametrize(("white", "black"), [(202, 300), (199, 302)])
def test_a_rise_of_more_than_a_second_is_found_however_late_it_is_heard(white, black):
    clock = Clock()
    clock(reading(0, 200, 300))
    late = [reading(90_000, white, black), reading(180_000, white, black)]
    assert [kind for kind, _ in kinds(clock(*late))] == ["clock-disagrees"]


def test_an_increment_or_a_new_stage_explains_a_rise():
    clock = Clock("5m+5s")
    assert kinds(clock(reading(0, 200, 300), Press(t_ms=1000, by=W), reading(1100, 204, 300, B))) == []
    unheard = Clock("5m+5s")  # the lever was seen to change, the press was not heard
    assert kinds(unheard(reading(0, 200, 300), reading(1100, 204, 300, B), reading(2100, 204, 299, B))) == []
    stages = Clock("2m/1,1m")
    assert kinds(stages(reading(0, 100, 120), Press(t_ms=1000, by=W), reading(1100, 159, 120, B))) == []
    too_much = Clock("5m+5s")
    out = too_much(reading(0, 200, 300), Press(t_ms=1000, by=W), reading(1100, 215, 300, B), reading(2100, 215, 299, B))
    assert kinds(out) == [("clock-disagrees", W)]


def test_an_hourglass_may_rise():
    out = Clock("hourglass:3m")(reading(0, 180, 180), reading(5000, 175, 185), reading(9000, 171, 189))
    assert kinds(out) == []


def test_a_blank_reading_is_noise():
    clock = Clock()
    clock(reading(0, 300, 300))
    assert clock(reading(1000, 0, 0, None)) == []
    assert kinds(clock(reading(2000, 298, 300))) == []


def test_a_clock_plugged_in_again_is_looked_at_anew():
    clock = Clock()
    clock(reading(0, 300, 300), ClockLinked(t_ms=1000, linked=False))
    assert not clock.watch.linked
    assert clock.watch.last is None
    out = clock(ClockLinked(t_ms=90_000, linked=True), reading(91_000, 310, 250, B))
    assert kinds(out) == []


def test_moves_and_presses_are_two_counts():
    clock = Clock()
    clock(Press(t_ms=1000, by=W))
    assert clock.watch.moved(W, 1) == ()
    [seen] = clock.watch.moved(B, 2)
    assert (seen.kind, seen.side, seen.evidence) == ("counts-disagree", B, {"presses": 0, "moves": 1})
    clock(Press(t_ms=5000, by=B))
    assert clock.watch.moved(B, 4) == ()  # said once, not again while it stays so
    clock.watch.accounted(W)
    clock(Press(t_ms=9000, by=W), Press(t_ms=20_000, by=B), Press(t_ms=30_000, by=W))
    assert clock.watch.moved(W, 5) == ()
    assert clock.watch.counts(W).presses == 3


def test_a_bounce_is_one_press():
    clock = Clock()
    clock(Press(t_ms=1000, by=W), Press(t_ms=1200, by=W))
    assert clock.watch.counts(W).presses == 1


@pytest.mark.parametrize("control", ["5m", "5m+3s", "2m/3,1m", "5md3s", "5mw3s"])
def test_the_own_clock_never_gives_cause(control):
    """Every control that Flagfall's own clock plays passes its own watch, read each second by whole seconds."""
    watch = Watch(parse(control))
    clock = software.start(software.wound(parse(control)), W, 0)
    out = []
    now, by = 0, W
    for move in range(12):
        for _second in range(4):
            shown = software.reading(clock, now)
            out += watch.feed(
                Reading(
                    t_ms=now,
                    white_ms=shown.white_ms // 1000 * 1000,
                    black_ms=shown.black_ms // 1000 * 1000,
                    running=shown.running,
                )
            )
            now += 1000 + 37 * move
        clock = software.press(clock, by, now)
        out += watch.feed(Press(t_ms=now, by=by))
        by = by.other
    assert kinds(out) == []
