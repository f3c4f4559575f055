"""Every system against the literal reading of its articles (``oracle``): same pairs, same plus, same dead ends."""

import msgspec
import pytest

from server.tournament import Event, Forbidden, Rates, Round, generate, pair, systems
from server.tournament.lot import Lot

from .oracle import Round as LiteralRound
from .oracle import people, white_of

ROUGH = Rates(draw=35, forfeit=10, double=4, absent=6, half_bye=4, leave=3, late=15)
CALM = Rates(forfeit=0, absent=0, leave=0)


def compare(event: Event, system: str, seed: int) -> bool:
    """Compare the next round; True where one exists."""
    number = event.finished + 1
    absent = set(event.byes_announced(number).players())
    absent |= {player.id for player in event.players if not player.plays(number)}
    expected = LiteralRound(event, system, seed, absent).answer()
    made = pair(event, system, seed=seed, first_colour="white")
    if expected is None:
        assert made.pairs is None
        return False
    assert made.pairs is not None, f"the articles give {expected}"
    assert {frozenset((p.white, p.black)) for p in made.pairs} == {frozenset(two) for two in expected[0]}
    assert made.bye == expected[1]
    assert made.relaxations == ()
    if number > 1 and not system.startswith("floats"):
        table = people(event)
        ranked = [person for group in LiteralRound(event, system, seed, absent).groups for person in group]
        place = {person.number: i for i, person in enumerate(ranked)}
        for p in made.pairs:
            high, low = sorted((p.white, p.black), key=place.__getitem__)
            assert p.white == white_of(table[high], table[low], system, event.planned_rounds, "white")
    return True


def walk(system: str, seeds: range, rounds_wanted: int = 10**9) -> tuple[int, int]:
    """Play random events of 4 to 12 players, comparing every round; (rounds compared, dead ends met)."""
    compared = dead = 0
    for seed in seeds:
        lot = Lot(seed, 77)
        count, rounds = 4 + lot.below(9), 3 + lot.below(6)
        rates = CALM if seed % 3 == 0 else ROUGH
        whole = generate(seed, count, min(rounds, count + 1), system, rates).event
        if seed % 4 == 1:
            barred = tuple(
                Forbidden(tuple(lot.shuffled(range(1, count + 1))[:2]), 1 + lot.below(3), None) for _ in range(2)
            )
            whole = msgspec.structs.replace(whole, forbidden=barred)
        for number, entry in enumerate(whole.rounds, 1):
            announced = Round((), tuple(bye for bye in entry.byes if bye.kind != "bye"))
            before = msgspec.structs.replace(whole, rounds=(*whole.rounds[: number - 1], announced))
            compared += 1
            dead += not compare(before, system, seed)
            if compared == rounds_wanted:
                return compared, dead
    return compared, dead


@pytest.mark.parametrize("system", sorted(systems()))
def test_rounds_are_those_of_the_literal_articles(system: str) -> None:
    compared, dead = walk(system, range(60))
    assert compared > 200
    assert dead > 0  # the events must also reach rounds without a legal pairing


@pytest.mark.long
@pytest.mark.parametrize("system", sorted(systems()))
def test_five_thousand_rounds_are_those_of_the_literal_articles(system: str) -> None:
    compared, _ = walk(system, range(1000, 10**6), 5000)
    assert compared == 5000
