"""The counts that recognition has to show (issue of the table, 2 and 3): slices here, the whole as long tests."""

import tracemalloc
from itertools import islice
from random import Random

import pytest

from board.events import SquareChanged
from board.strategy import recogniser
from flagfall.bench import playing
from rules import discipline
from tests.board.playing import feed, likely_moves

GAMES = ("russian", "international", "giveaway", "brazilian", "renju", "chess")
P99_MS = 2.0


def played(game, count, *, noisy):
    tally = playing.Tally(event_ns=[])
    for sensor in playing.SENSORS:
        for name, style in playing.STYLES.items():
            rng = Random(f"{game} {sensor} {name}")
            for moves in islice(playing.generated(game, rng), count):
                playing.play(game, moves, sensor, style, rng, tally, noisy=noisy)
    return tally


@pytest.mark.parametrize("noisy", [False, True], ids=["clean", "noisy"])
@pytest.mark.parametrize("game", GAMES)
def test_every_ply_comes_out_as_it_was_played(game, noisy):
    tally = played(game, 1, noisy=noisy)
    assert (tally.right, tally.wrong, tally.silent, dict(tally.false)) == (tally.plies, 0, 0, {})


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_ply_of_many_games(game):
    clean, noisy = played(game, 25, noisy=False), played(game, 25, noisy=True)
    assert clean.plies + noisy.plies > 16_000
    assert (clean.right, clean.wrong, dict(clean.false)) == (clean.plies, 0, {})
    assert noisy.wrong == noisy.silent == 0
    assert noisy.left * 10_000 <= noisy.plies
    times = sorted(clean.event_ns + noisy.event_ns)
    assert times[len(times) * 99 // 100] / 1e6 < P99_MS


def named(game, times):
    for sensor in playing.SENSORS:
        for kind in playing.kinds_seen(game, sensor):
            made, right, silent = playing.irregularities(game, sensor, kind, times, Random(kind))
            assert silent == 0, (kind, sensor)
            assert right >= 0.99 * made, (kind, sensor, made, right)


@pytest.mark.parametrize("game", GAMES)
def test_a_mistake_of_each_kind_is_named(game):
    named(game, 3)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_two_hundred_mistakes_of_each_kind_are_named(game):
    named(game, 200)


@pytest.mark.parametrize("game", ["russian", "chess", "renju"])
def test_a_square_that_flickers_through_the_night_fills_no_memory_and_hides_no_move(game):
    rules = discipline(game)
    position, one, t_ms = rules.start(), recogniser(rules), 0
    move = likely_moves(position, Random(1))
    feed(one, playing.actions(position, move, Random(1)), "piece", game, 0)
    square, seen = next(iter(one.sensed.items()))
    tracemalloc.start()
    held = {}
    for number in range(2_400):
        t_ms = 10_000 + 5_000 * number
        out = [*one.feed(SquareChanged(t_ms=t_ms, sq=square, p="."))]
        out += one.feed(SquareChanged(t_ms=t_ms + 20, sq=square, p=seen))
        assert out == []
        if number in (1_200, 2_399):
            held[number] = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held[2_399] < held[1_200] + 50_000
    position = position.apply(move)
    reply = next(each for each in position.legal_moves() if each.end)
    out = feed(one, playing.actions(position, reply, Random(1)), "piece", game, t_ms + 10_000)
    assert [each.move for each in out] == [reply.text]


def grown(game, games):
    """The bytes that are left when so many games more have been played, each recogniser forgotten."""
    rng = Random(game)
    rules = discipline(game)

    def one(plies):
        position, recognising, t_ms = rules.start(), recogniser(rules), 0
        for _ in range(plies):
            if position.outcome() is not None:
                break
            move = likely_moves(position, rng)
            done = playing.actions(position, move, rng)
            feed(recognising, done, "piece", game, t_ms)
            t_ms += done[-1].t_ms
            position = position.apply(move)

    one(40)
    tracemalloc.start()
    for _ in range(3):
        one(40)
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(games):
        one(40)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_day_of_games_leaves_no_memory_behind(game):
    # 360 games of 40 plies, a ply every 6 s: 24 hours; what the caches hold is bounded.
    assert grown(game, 360) < 2_000_000
