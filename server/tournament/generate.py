"""Random events for tests, rehearsals and studies: a seed gives the same event on every machine.

Each player has a hidden strength; results follow it. Byes, forfeits, double losses, absences, withdrawals, late entries
and half-point byes come in at given rates, in percent.
"""

from typing import Literal

import msgspec

from rules.errors import SettingsError
from server.tournament.elimination import SYSTEMS, pair_knockout, playing
from server.tournament.knockout import knockout_rounds
from server.tournament.lot import Lot
from server.tournament.model import DRAW, LOSS, WIN, Bye, Event, Game, Player, Round, Section
from server.tournament.pairing import Pairing
from server.tournament.registry import system_named
from server.tournament.section_pairing import pair_round


class Rates(msgspec.Struct, frozen=True):
    """How often things happen, in percent: of games (``draw``, ``forfeit``, ``double``), of players (the others)."""

    draw: int = 35
    forfeit: int = 2
    double: int = 0
    absent: int = 1
    half_bye: int = 0
    leave: int = 1
    late: int = 0


CALM = Rates(forfeit=0, absent=0, leave=0)


class Generated(msgspec.Struct, frozen=True):
    """The event, and the pairing the system gave in each round. ``complete`` is False where no pairing existed."""

    event: Event
    pairings: tuple[Pairing, ...]
    complete: bool


def generate(
    seed: int,
    players: int = 16,
    rounds: int = 7,
    system: str = "individual",
    rates: Rates = Rates(),
    *,
    relax: bool = True,
    groups: int = 1,
    group_rounds: int | None = None,
    third_place: bool = False,
) -> Generated:
    """Play a whole event. Where no legal pairing exists the ladder helps, or without ``relax`` the event ends there. A
    knock-out has as many of the rounds as it takes, and no draws. More than one of ``groups``: paired by groups
    (5.4.10.9), whose players are drawn, in ``group_rounds`` rounds (``None``: in all; else there is one table).
    ``third_place``: of a knock-out, a match for it."""
    if system in SYSTEMS:
        rounds, rates = min(rounds, knockout_rounds(players)), msgspec.structs.replace(rates, draw=0, double=0, late=0)
    else:
        system_named(system, SYSTEMS)
    if players < 2 or rounds < 1:
        raise SettingsError((f"{players} players, {rounds} rounds: expected at least 2 players and 1 round",))
    if not 1 <= groups <= players // 2 or (groups > 1 and system in SYSTEMS):
        raise SettingsError((f"{groups} groups: expected 1 to {players // 2}, and a Swiss system for more than 1",))
    lot = Lot(seed, 10)
    strength = {number: 2400 - 1000 * number // players + lot.below(200) for number in range(1, players + 1)}
    entrants = tuple(
        Player(
            number,
            f"Player {number}",
            2400 - 1000 * number // players,
            joined=2 + lot.below(2) if number > 2 and rounds > 3 and lot.chance(rates.late) else 1,
        )
        for number in range(1, players + 1)
    )
    first: Literal["white", "black"] = "white" if lot.chance(50) else "black"
    event = Event(entrants, planned_rounds=rounds, first_colour=first, name=f"Event {seed}", seed=seed, kind="swiss")
    event = msgspec.structs.replace(event, third_place=third_place)
    if groups > 1:
        drawn = Lot(seed, 11).shuffled([player.id for player in entrants])
        sections = tuple(Section(f"Group {at + 1}", tuple(sorted(drawn[at::groups]))) for at in range(groups))
        event = msgspec.structs.replace(
            event, sections=sections, section_rounds=group_rounds, places_apart=group_rounds is None
        )
    made: list[Pairing] = []
    for number in range(1, rounds + 1):
        event = _leavers(event, number, lot, rates)
        announced = _announced(event, number, lot, rates, system)
        ready = msgspec.structs.replace(event, rounds=(*event.rounds, Round((), announced)))
        if system in SYSTEMS:
            pairing = pair_knockout(ready, system, seed=seed)
            if pairing.pairs is None and made:
                break
        else:
            pairing = pair_round(ready, system, first_colour=first, seed=seed, relax=relax)
        if not pairing.pairs:
            return Generated(event, tuple(made), False)
        made.append(pairing)
        games = tuple(_played(one.white, one.black, strength, lot, rates) for one in pairing.pairs)
        if all(game.kind == "unfinished" for game in games):
            return Generated(event, tuple(made), False)
        byes = (*announced, *(Bye(player) for player in pairing.pluses))
        byes = (*byes, *(Bye(player, "full") for player in pairing.through))
        event = msgspec.structs.replace(event, rounds=(*event.rounds, Round(games, byes)))
    return Generated(event, tuple(made), True)


def _leavers(event: Event, number: int, lot: Lot, rates: Rates) -> Event:
    if number == 1 or not rates.leave:
        return event
    here = sum(player.plays(number) for player in event.players)
    entrants = []
    for player in event.players:
        if player.plays(number) and here > 4 and lot.chance(rates.leave):
            here -= 1
            player = msgspec.structs.replace(player, left_after=number - 1)
        entrants.append(player)
    return msgspec.structs.replace(event, players=tuple(entrants))


def _announced(event: Event, number: int, lot: Lot, rates: Rates, system: str) -> tuple[Bye, ...]:
    here = [player.id for player in event.players if player.plays(number)]
    if system in SYSTEMS:
        here = [player for player in here if player in playing(event, number)]
    byes: list[Bye] = []
    for player in here:
        if len(here) - len(byes) <= 4:
            break
        if lot.chance(rates.half_bye):
            byes.append(Bye(player, "half", DRAW))
        elif lot.chance(rates.absent):
            byes.append(Bye(player, "zero", LOSS))
    return tuple(byes)


def _played(white: int, black: int, strength: dict[int, int], lot: Lot, rates: Rates) -> Game:
    if lot.chance(rates.double):
        return Game(white, black, LOSS, LOSS, "forfeit" if lot.chance(50) else "played")
    edge = (strength[white] - strength[black]) // 10
    favours_white = lot.chance(max(5, min(95, 50 + edge)))
    if lot.chance(rates.forfeit):
        return Game(white, black, WIN if favours_white else LOSS, LOSS if favours_white else WIN, "forfeit")
    if lot.chance(rates.draw):
        return Game(white, black, DRAW, DRAW)
    return Game(white, black, WIN, LOSS) if favours_white else Game(white, black, LOSS, WIN)
