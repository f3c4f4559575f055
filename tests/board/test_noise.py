"""Noise neither invents nor loses a move: flicker, bounces, dumps, knocked-over pieces, lost presses, pulled cables."""

import random

import pytest

from board.events import BoardDumped, SquareChanged
from board.inputs import DeviceChanged
from board.outputs import Moved
from board.recogniser import Recogniser
from board.sensing import board_as_seen
from clock.events import Press
from rules import discipline
from rules.law.observation import Observation
from tests.board.hand import Hand


class Noisy:
    """A game of random moves on a noisy board; ``chance`` decides everything."""

    def __init__(self, name, sensor, seed):
        self.chance = random.Random(seed)
        self.position = discipline(name).start()
        self.sensor = sensor
        self.recogniser = Recogniser(discipline(name), sensor=sensor)
        self.hand = Hand(sensor, self.chance.randrange)
        self.fens, self.out = [], []

    def feed(self, event):
        self.out += self.recogniser.feed(event)

    def moves(self, plies):
        """The moves of the game with the hand's events for each; what is not fed was not seen."""
        for _ in range(plies):
            legal = self.position.legal_moves()
            if not legal or self.position.outcome() is not None:
                return
            move = self.chance.choice(legal)
            self.hand.t_ms += 1500
            yield move, list(self.hand.events(self.position, move))
            self.position = self.position.apply(move)
            self.fens.append(self.position.fen())

    def found(self):
        self.out += self.recogniser.finish(self.hand.t_ms + 1000)
        kinds = {one.kind for one in self.out if isinstance(one, Observation)}
        return [one.fen for one in self.out if isinstance(one, Moved)], kinds


GAMES = [("russian", "piece"), ("international", "colour"), ("giveaway", "occupancy"), ("brazilian", "occupancy")]
everywhere = pytest.mark.parametrize(("name", "sensor"), GAMES)
seeds = pytest.mark.parametrize("seed", range(6))


@everywhere
@seeds
def test_flicker_bounces_and_repeated_dumps(name, sensor, seed):
    game = Noisy(name, sensor, seed)
    for _move, events in game.moves(30):
        for event in events:
            if game.chance.random() < 0.3:
                square = game.chance.choice(list(game.recogniser.sensed))
                seen = game.recogniser.sensed[square]
                game.feed(SquareChanged(t_ms=event.t_ms - 15, sq=square, p="."))
                game.feed(SquareChanged(t_ms=event.t_ms - 5, sq=square, p=seen))
            game.feed(event)
            if isinstance(event, Press) and game.chance.random() < 0.3:
                game.feed(Press(t_ms=event.t_ms + 200, by=event.by))
            if game.chance.random() < 0.1:
                game.feed(BoardDumped(t_ms=event.t_ms + 1, squares=game.recogniser.sensed))
    assert game.found() == (game.fens, set())


@everywhere
@seeds
def test_pieces_knocked_over_and_put_back(name, sensor, seed):
    game = Noisy(name, sensor, seed)
    knocked = 0
    for _move, events in game.moves(30):
        standing = game.recogniser.sensed
        if game.chance.random() < 0.2 and len(standing) > 8:
            knocked += 1
            squares = game.chance.sample(sorted(standing), 8)
            t_ms = events[0].t_ms - 1000
            for number, square in enumerate(squares):
                game.feed(SquareChanged(t_ms=t_ms + 20 * number, sq=square, p="."))
            for number, square in enumerate(squares):
                game.feed(SquareChanged(t_ms=t_ms + 500 + 20 * number, sq=square, p=standing[square]))
        for event in events:
            game.feed(event)
    assert game.found() == (game.fens, {"out-of-sync"} if knocked else set())


@everywhere
@seeds
def test_presses_that_were_not_heard(name, sensor, seed):
    game = Noisy(name, sensor, seed)
    committed = 0
    for _move, events in game.moves(30):
        for event in events:
            if not isinstance(event, Press) or game.chance.random() > 0.15:
                game.feed(event)
                committed = len(game.fens) + 1 if isinstance(event, Press) else committed
    fens, kinds = game.found()
    assert fens[:committed] == game.fens[:committed]
    assert kinds <= {"out-of-sync"}  # said where several plies in a row stood unpressed


@everywhere
@seeds
def test_a_cable_pulled_for_up_to_two_plies(name, sensor, seed):
    game = Noisy(name, sensor, seed)
    unseen = pulled = 0
    for _move, events in game.moves(30):
        if pulled and not unseen:
            game.feed(DeviceChanged(t_ms=events[0].t_ms - 900, up=True))
            game.feed(BoardDumped(t_ms=events[0].t_ms - 800, squares=board_as_seen(game.position.pieces(), sensor)))
            pulled = 0
        elif not pulled and game.chance.random() < 0.2:
            game.feed(DeviceChanged(t_ms=events[0].t_ms - 900, up=False))
            pulled = unseen = game.chance.randrange(1, 3)
        for event in events:
            if not pulled or isinstance(event, Press):
                game.feed(event)
        unseen = max(0, unseen - 1)
    fens, kinds = game.found()
    assert fens == game.fens[: len(fens)]
    assert len(fens) >= len(game.fens) - pulled - 1
    assert kinds <= {"out-of-sync"}
