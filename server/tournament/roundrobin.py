"""Everyone against everyone: Berger tables, single or double, and double rounds with colours reversed."""

import msgspec

from server.tournament.model import Event, Game, Player, Round


def berger(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of the Berger table for ``count`` players: pairs (white, black) of numbers from 1.

    With an odd count the highest number of the table stands for nobody: his opponent is idle and not listed.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    even = count + count % 2
    rounds: list[tuple[tuple[int, int], ...]] = []
    ring = even - 1
    for number in range(ring):
        # The table turns by half a ring: in each round the fixed last number meets the next head of the ring.
        head = number * (even // 2) % ring
        pairs = [(head + 1, even) if number % 2 == 0 else (even, head + 1)]
        pairs += [((head + step) % ring + 1, (head - step) % ring + 1) for step in range(1, even // 2)]
        rounds.append(tuple(pair for pair in pairs if max(pair) <= count))
    return tuple(rounds)


def schedule(count: int, cycles: int = 1) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of ``cycles`` round robins in a row, every second one with colours reversed.

    In a double event the last two rounds of the first cycle change places, so that nobody has one colour three times
    running where the cycles meet.
    """
    single = berger(count)
    rounds: list[tuple[tuple[int, int], ...]] = []
    for cycle in range(cycles):
        these = list(single)
        if cycle % 2 == 0 and cycle + 1 < cycles and len(these) > 2:
            these[-1], these[-2] = these[-2], these[-1]
        rounds += [tuple((b, a) for a, b in these_pairs) if cycle % 2 else these_pairs for these_pairs in these]
    return tuple(rounds)


def round_robin(players: tuple[Player, ...], cycles: int = 1) -> Event:
    """The event with all its rounds scheduled, no game decided; the tables' numbers are places among ``players``."""
    ids = [player.id for player in players]
    rounds = tuple(
        Round(tuple(Game(ids[a - 1], ids[b - 1], 0, 0, "unfinished") for a, b in pairs))
        for pairs in schedule(len(ids), cycles)
    )
    return Event(players=players, rounds=rounds, planned_rounds=len(rounds), kind="round-robin")


def played_half(event: Event, player: int, cycles: int) -> bool:
    """Whether a player has played half of his games of a round robin or more (5.4.5.2-3), of all that its table has;
    in an event by groups of his group's. Games that are still to be adjudicated count (5.4.5.4)."""
    group = next((section.players for section in event.sections if player in section.players), ())
    games = (len(group or event.players) - 1) * cycles
    kinds = ("played", "unrated", "unfinished")
    played = sum(
        game.kind in kinds for entry in event.rounds for game in entry.games if player in (game.white, game.black)
    )
    return 2 * played >= games


def withdraw(event: Event, player: int) -> Event:
    """A player leaves a round robin: his open games become -/- if he played fewer than half (5.4.5.2), else -/+ (.3).

    Games begun and left to adjudication count as played (5.4.5.4): give them their result first.
    """
    games = [game for entry in event.rounds for game in entry.games if player in (game.white, game.black)]
    played = sum(game.kind in ("played", "unrated") for game in games)
    gain = 2 if 2 * played >= len(games) else 0
    last = max(
        (
            number
            for number, entry in enumerate(event.rounds, 1)
            for game in entry.games
            if player in (game.white, game.black) and game.kind in ("played", "unrated")
        ),
        default=0,
    )

    def closed(game: Game) -> Game:
        if player not in (game.white, game.black) or game.kind != "unfinished":
            return game
        return Game(
            game.white, game.black, 0 if game.white == player else gain, 0 if game.black == player else gain, "forfeit"
        )

    entrants = (msgspec.structs.replace(one, left_after=last) if one.id == player else one for one in event.players)
    rounds = (
        msgspec.structs.replace(entry, games=tuple(closed(game) for game in entry.games)) for entry in event.rounds
    )
    return msgspec.structs.replace(event, players=tuple(entrants), rounds=tuple(rounds), kind="round-robin")
