"""What a system does to an event: many random events, and colour balance, floats and ranking measured over them."""

from collections.abc import Callable

import msgspec

from server.tournament.generate import Rates, generate
from server.tournament.history import cards
from server.tournament.standing import standings


class Study(msgspec.Struct, frozen=True):
    """Means over all events. ``balance`` counts the players by the difference of Whites and Blacks in the end,
    ``longest_run`` by their longest run of one colour; ``floats`` are games between different scores, a player and
    event; ``correlation`` is Spearman's rank correlation of starting numbers (the true order) and places."""

    system: str
    events: int
    complete: int
    relaxations: int
    balance: dict[int, int]
    longest_run: dict[int, int]
    floats: float
    correlation: float


def study(
    system: str,
    *,
    events: int = 100,
    players: int = 30,
    rounds: int = 9,
    seed: int = 0,
    rates: Rates = Rates(),
    told: Callable[[], object] = int,
) -> Study:
    """Play ``events`` events from seeds ``seed``, ``seed`` + 1, ... and measure them; ``told`` is called after each."""
    balance: dict[int, int] = {}
    runs: dict[int, int] = {}
    complete = relaxations = floats = people = 0
    correlation = 0.0
    for number in range(events):
        made = generate(seed + number, players, rounds, system, rates)
        complete += made.complete
        relaxations += sum(len(pairing.relaxations) for pairing in made.pairings)
        for card in cards(made.event).values():
            people += 1
            difference = abs(2 * sum(side == "white" for side in card.sides) - len(card.sides))
            balance[difference] = balance.get(difference, 0) + 1
            longest = run = 0
            for at, side in enumerate(card.sides):
                run = run + 1 if at and side is card.sides[at - 1] else 1
                longest = max(longest, run)
            runs[longest] = runs.get(longest, 0) + 1
            floats += sum(one != 0 for one in card.floats)
        rows = standings(made.event, ("buchholz",))
        places = {row.id: row.place or len(rows) for row in rows}
        gap = sum((place - player) ** 2 for player, place in places.items())
        correlation += 1 - 6 * gap / (players * (players**2 - 1))
        told()
    return Study(
        system,
        events,
        complete,
        relaxations,
        dict(sorted(balance.items())),
        dict(sorted(runs.items())),
        floats / people if people else 0.0,
        correlation / events if events else 0.0,
    )
