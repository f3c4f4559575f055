"""Championship games, replayed by a hand on a sensor board, come out as they were played."""

import random
from pathlib import Path

import pytest

from board.outputs import Moved, SyncChanged
from board.recogniser import Recogniser
from rules import pdn
from rules.law.observation import Observation
from tests.board.hand import Hand

GAMES = Path(__file__).parents[1] / "data" / "games"


def check(game, sensor, seed):
    chance = random.Random(seed)
    hand = Hand(sensor, chance.randrange)
    recogniser = Recogniser(game.discipline, sensor=sensor, start=game.start)
    position, outputs, played = game.start, [], []
    for entry in game.entries:
        if entry.move is None or position.outcome() is not None:
            break
        for event in hand.events(position, entry.move):
            outputs += recogniser.feed(event)
        position = position.apply(entry.move)
        played.append(position.fen())
    assert [output.fen for output in outputs if isinstance(output, Moved)] == played
    assert [output for output in outputs if isinstance(output, Observation | SyncChanged)] == []


@pytest.mark.parametrize("file", ["russian-championship.pdn", "international-championship.pdn"])
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
def test_the_first_games_of_a_championship(file, sensor):
    for number, game in enumerate(pdn.read((GAMES / file).read_bytes())):
        check(game, sensor, number)
        if number == 3:
            break
    assert number == 3


@pytest.mark.long
@pytest.mark.parametrize("file", ["russian-championship.pdn", "international-championship.pdn"])
@pytest.mark.parametrize("sensor", ["piece", "colour", "occupancy"])
def test_every_game_of_a_championship(file, sensor):
    played = [check(game, sensor, number) for number, game in enumerate(pdn.read((GAMES / file).read_bytes()))]
    assert len(played) > 30
