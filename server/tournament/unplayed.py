"""How rounds without a game enter the coefficients: four named rules, one of which is printed with every standings.

``zero``: a round without a game counts as an opponent with no points.
``article-5.4.10.11``: a round without an opponent counts as the fewest points anyone has in the event; an opponent who
left counts as if he had gone on to gain, in the remaining rounds, the mean of those who were level with him then; a
forfeited game counts with the opponent it was scheduled with.
``virtual``: article 30. A round without a game counts as a virtual opponent, who has the player's own points before the
round, what the player did not get in it, and a draw in each round after it; in the opponents' scores all games not
played are draws.
``arbiter-pro``: a forfeited game counts with its scheduled opponent, any other round without a game as zero.
In a round robin forfeits always count with the scheduled opponent and an idle round does not exist.
"""

from collections.abc import Callable
from fractions import Fraction

import msgspec

from server.tournament.history import Card, Entry
from server.tournament.model import DRAW, LOSS, WIN, Event

Number = int | float | Fraction


class Term(msgspec.Struct, frozen=True, gc=False):
    """One summand of a coefficient: the round and opponent it comes from, where it has them; its amount; a note.

    Where it stands for a round, ``amount`` is the opponent's half-points as the rule counts them, ``half`` the player's
    own, and ``note`` says why the amount is not simply the opponent's score.
    """

    round: int | None
    opponent: int | None
    amount: Number
    note: str = ""
    half: int = 0


Lines = dict[int, list[Term]]


def _plain(scores: dict[int, int], entry: Entry) -> Term | None:
    if entry.played and entry.opponent is not None:
        return Term(entry.round, entry.opponent, scores[entry.opponent], "", entry.half)
    return None


def _scheduled(scores: dict[int, int], entry: Entry) -> Term | None:
    if entry.opponent is not None:
        note = "forfeit" if entry.kind == "forfeit" else ""
        return Term(entry.round, entry.opponent, scores[entry.opponent], note, entry.half)
    return None


def _lines(held: dict[int, Card], line: Callable[[Card, Entry], Term | None]) -> Lines:
    found: Lines = {}
    for card in held.values():
        made = (line(card, entry) for entry in card.entries if entry.kind != "unfinished")
        found[card.id] = [one for one in made if one is not None]
    return found


def zero(event: Event, held: dict[int, Card], scores: dict[int, int]) -> Lines:
    """Rounds without a game count nothing."""
    return _lines(held, lambda card, e: _plain(scores, e) or Term(e.round, None, 0, "unplayed", e.half))


def arbiter_pro(event: Event, held: dict[int, Card], scores: dict[int, int]) -> Lines:
    """Scheduled opponents count even where the game was forfeited."""
    return _lines(held, lambda card, e: _scheduled(scores, e) or Term(e.round, None, 0, "unplayed", e.half))


def round_robin(event: Event, held: dict[int, Card], scores: dict[int, int]) -> Lines:
    """Forfeits count as games; idle rounds do not exist."""
    return _lines(held, lambda card, e: _scheduled(scores, e))


def left_after(card: Card) -> int | None:
    """The round after which the player was gone: the last one played, if from then on he was absent to the end.

    ``None`` for a player still there. A single forfeit is no departure; an absence known before is.
    """
    last = len(card.entries)
    while last and card.entries[last - 1].half == LOSS and not card.entries[last - 1].played:
        if card.entries[last - 1].kind == "unfinished":
            break
        last -= 1
    gone = card.entries[last:]
    return last if any(entry.kind in ("absent", "zero") for entry in gone) else None


def article(event: Event, held: dict[int, Card], scores: dict[int, int]) -> Lines:
    """5.4.10.11: the least score for a round without an opponent, the group's mean gain for those who left."""
    least = min(scores.values(), default=0)
    explicit = {player.id: player.left_after for player in event.players}
    rounds = max((len(card.entries) for card in held.values()), default=0)
    stops: dict[int, int] = {}
    for card in held.values():
        stop = explicit[card.id] if explicit[card.id] is not None else left_after(card)
        if stop is not None and stop < rounds:
            stops[card.id] = stop
    counted: dict[int, Number] = dict(scores)
    for stop in set(stops.values()):
        at_stop = {card.id: sum(entry.half for entry in card.entries[:stop]) for card in held.values()}
        gains: dict[int, list[int]] = {}
        for other, half in at_stop.items():
            if stops.get(other, rounds) > stop:
                gains.setdefault(half, []).append(scores[other] - half)
        for player in (player for player, own in stops.items() if own == stop):
            level = gains.get(at_stop[player], [0])
            counted[player] = at_stop[player] + Fraction(sum(level), len(level))

    def line(card: Card, entry: Entry) -> Term:
        if entry.opponent is None:
            return Term(entry.round, None, least, "least-score", entry.half)
        note = "left" if entry.opponent in stops else "forfeit" if entry.kind == "forfeit" else ""
        return Term(entry.round, entry.opponent, counted[entry.opponent], note, entry.half)

    return _lines(held, line)


def virtual(event: Event, held: dict[int, Card], scores: dict[int, int]) -> Lines:
    """Article 30."""
    counted: dict[int, int] = {}
    before: dict[int, list[int]] = {}
    for card in held.values():
        done = [entry for entry in card.entries if entry.kind != "unfinished"]
        draws = event.choices.unplayed_are_draws
        counted[card.id] = sum(entry.half if entry.played or not draws else DRAW * event.worth for entry in done)
        sums = [0]
        for entry in card.entries:
            sums.append(sums[-1] + entry.half)
        before[card.id] = sums

    def line(card: Card, entry: Entry) -> Term:
        played = _plain(counted, entry)
        if played is not None:
            return played
        after = DRAW * event.worth * (len(card.entries) - entry.round)
        value = before[card.id][entry.round - 1] + (WIN * event.worth - entry.half) + after
        return Term(entry.round, None, value, "virtual", entry.half)

    return _lines(held, line)


RULES: dict[str, Callable[[Event, dict[int, Card], dict[int, int]], Lines]] = {
    "zero": zero,
    "article-5.4.10.11": article,
    "virtual": virtual,
    "arbiter-pro": arbiter_pro,
}
