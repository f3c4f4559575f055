"""Two events whose coefficients are published or worked out by hand (FIDE's tie-break exercises), written as results.

A game is "white-black result" with 1, = and 0 for White; + and - are forfeits.
"""

from server.tournament import Bye, Event, Game, Player, Round

_RESULTS = {
    "1": (2, 0, "played"),
    "=": (1, 1, "played"),
    "0": (0, 2, "played"),
    "+": (2, 0, "forfeit"),
    "-": (0, 2, "forfeit"),
    "--": (0, 0, "forfeit"),
    "00": (0, 0, "played"),
}


def games(text: str) -> tuple[Game, ...]:
    found = []
    for item in text.split(","):
        pair, result = item.split()
        white, black = pair.split("-")
        found.append(Game(int(white), int(black), *_RESULTS[result]))  # type: ignore[arg-type]
    return tuple(found)


def event(count: int, *rounds: str | Round, **more: object) -> Event:
    made = tuple(entry if isinstance(entry, Round) else Round(games(entry)) for entry in rounds)
    return Event(tuple(Player(number) for number in range(1, count + 1)), made, **more)  # type: ignore[arg-type]


ROUND_ROBIN = event(
    6,
    "1-5 =, 2-6 1, 3-4 1",
    "1-2 1, 6-3 0, 5-4 1",
    "3-1 0, 2-5 1, 4-6 =",
    "1-4 0, 2-3 =, 5-6 -",
    "6-1 0, 4-2 0, 3-5 1",
)

SWISS = event(
    16,
    "1-9 1, 10-2 0, 3-11 =, 12-4 0, 5-13 0, 14-6 1, 7-15 1, 16-8 =",
    Round(games("13-1 =, 2-7 1, 6-3 0, 15-5 1, 8-14 1, 9-10 0, 11-16 0"), (Bye(4, "half", 1), Bye(12))),
    Round(games("1-2 =, 3-8 1, 4-13 1, 5-11 1, 16-7 1, 10-15 0, 14-12 -"), (Bye(6), Bye(9, "half", 1))),
    Round(games("15-1 0, 2-16 1, 4-3 =, 7-5 =, 6-10 1, 8-13 1, 11-9 +"), (Bye(12, "zero", 0), Bye(14, "zero", 0))),
    Round(games("1-4 =, 3-2 =, 5-10 1, 8-6 0, 11-7 1, 13-14 0, 16-15 1"), (Bye(9), Bye(12, "zero", 0))),
)
